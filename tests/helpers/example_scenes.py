"""The table and the tournament that the examples of `/openapi.json` are of, in a service of their own."""

from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from cli.desk.tournaments.tournaments_begin import FormatWords, header_of, setup_of
from cli.machine.round_tables import TOURNAMENT
from cli.serve.openapi.action_schemas import installed_games
from cli.serve.openapi.call_examples import HALL, LINES, RECORD, Beginning, beginning, dealt, example_game
from replay.library import game_ids, game_of
from tests.helpers.still_service import API, HOST, NOBODY, Guest, Heard, Still

Body = dict[str, Any]
KIM = [{"name": "Kim", "level": "head"}]
SECURE = {"origin": f"https://{HOST}", "sec-fetch-site": "same-origin"}
ROLES = {
    **dict.fromkeys(("post_events", "post_read", "post_pen"), "scribe"),
    **dict.fromkeys(("post_seal", "post_opening", "post_asking", "post_notice_answer"), "seat"),
    "post_code": "spectator",
    **dict.fromkeys(
        ("post_ruling", "post_final", "post_close", "post_whatif", "put_passkey", "post_photo"), "official"
    ),
}
"""Whose link each call is asked with; the others with that of the desk."""
WITHOUT_LINK = ("post_join", "post_link")
CLAIM = ("post_events", "claim")
RULING = ("post_ruling", "it-stands")
DAY = (("post_entrants", "list"), ("post_drop", "home"), ("post_round", "dice"))
EARLIER: dict[str, tuple[tuple[str, str], ...]] = {
    "post_opening": (("post_seal", "hidden-fact"),),
    "post_photo": (CLAIM,),
    "post_notice_answer": (("post_notice", "call-out"),),
    "post_ruling": (CLAIM,),
    "post_final": (CLAIM, RULING),
    "post_drop": DAY[:1],
    "post_round_preview": DAY[:2],
    "post_round": DAY[:2],
    "post_collect": DAY,
    "post_result": DAY,
}
"""The examples that are sent before those of a call."""
Operations = Mapping[str, tuple[str, str, Body]]
"""Method, path and description of each call, by its name."""


class Scene:
    """A running service at the moment of which an example speaks."""

    def __init__(self, folder: Path, operations: Operations, name: str, example: str) -> None:
        self.operations, self.name, self.example = operations, name, example
        self.still = Still(folder, secure=name == "put_passkey")
        self.guests: dict[str, Guest] = {}
        games = list(installed_games())
        first = example_game(games, {game.id: dealt(game) for game in games})
        assert first is not None, "a game has a table"
        self.first = first

    def __enter__(self) -> Self:
        self.still.__enter__()
        self._begin()
        for name, example in EARLIER.get(self.name, ()):
            self.send(name, example)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.still.__exit__(kind, error, trace)

    def answer(self) -> Heard:
        """What the service says to the example."""
        return self.send(self.name, self.example)

    def send(self, name: str, example: str) -> Heard:
        """Send an example of the description unchanged, to the address of its own examples."""
        method, path, told = self._address(name)
        body = told["requestBody"]["content"]["application/json"]["examples"][example]["value"]
        self._chance(name)
        return self.still.ask(method, path, self._guest(name), body=body, headers=self._headers)

    def read(self, name: str, role: str, query: Mapping[str, str]) -> Heard:
        """Ask a call that takes no body, with somebody's link."""
        method, path, _ = self._address(name)
        return self.still.ask(method, path, self._of_role(role), query=query, headers=self._headers)

    def _address(self, name: str) -> tuple[str, str, Body]:
        method, path, told = self.operations[name]
        for one in told.get("parameters", ()):
            if one["in"] == "path":
                path = path.replace("{" + one["name"] + "}", one["example"])
        return method, path, told

    @property
    def _headers(self) -> dict[str, str]:
        return SECURE if self.still.settings.secure else {}

    def _begin(self) -> None:
        begun = self._beginning()
        self._store(RECORD, {**begun.header, "officials": KIM}, begun.before)
        header = header_of(TOURNAMENT, "Harbour Open", KIM, None, self.still.now, bytes)
        self._store(HALL, {**header, "id": HALL}, [setup_of(FormatWords(1, [self.first.id]))])
        self._chance("link")
        whose = "spectator" if self.name == "post_code" else "seat"
        self.grant, self.token = self._made(whose)
        if self.name in ("post_asking", "post_consent", "post_code"):
            self.guests[whose] = self.still.open(self.token)
        if self.name in ("post_asking", "post_consent"):
            self._chance("device")
            self.still.ask("POST", f"{API}/join", body={"token": self.token, "device": "Ann's tablet", "ask": True})
        if self.name == "put_passkey":
            official = self._guest(self.name)
            self._chance("passkey")
            self.still.ask("POST", f"{API}/me/passkey", official, body={}, headers=SECURE)

    def _beginning(self) -> Beginning:
        if self.name == "post_events" and self.example in game_ids():
            return beginning(game_of(self.example), dealt(game_of(self.example)))
        return beginning(self.first, dealt(self.first), LINES)

    def _store(self, record: str, header: Body, bodies: list[Body]) -> None:
        self.still.store.create(header, record_id=record, at=self.still.now)
        self.still.store.append(record, bodies, at=self.still.now)

    def _chance(self, what: str) -> None:
        """What is drawn next is the same whatever was drawn before: links, devices and seals are written down."""
        self.still._random.seed(what)

    def _made(self, role: str) -> tuple[str, str]:
        who = {"seat": {"seat": self.first.seats[0]}, "official": {"name": "Kim"}}.get(role, {})
        token = self.still.token(role, None if role == "desk" else RECORD, **who)
        return self.still.register.grants()[-1].id, token

    def _guest(self, name: str) -> Guest:
        return NOBODY if name in WITHOUT_LINK else self._of_role(ROLES.get(name, "desk"))

    def _of_role(self, role: str) -> Guest:
        if role not in self.guests:
            heard = self.still.ask(
                "POST", f"{API}/join", body={"token": self._made(role)[1], "device": "a phone"}, headers=self._headers
            )
            self.guests[role] = Guest((heard.header("set-cookie") or "").partition("=")[2].partition(";")[0])
        return self.guests[role]
