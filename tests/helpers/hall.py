"""A tournament in a running service: nine players, two games, two rounds, and tables that are played and signed."""

from typing import Any

import httpx

from cli.desk.tournaments.tournament_tables import tournament_of
from cli.desk.tournaments.tournaments_begin import FormatWords, header_of, setup_of
from cli.desk.tournaments.tournaments_entrants import enter, entrants_in
from cli.machine.round_tables import TOURNAMENT
from tests.helpers.organised import play_table
from tests.helpers.serving import API, Phone, Serving

NAMES = "name,club,number\nAnn,Harbour,1\nBob,Harbour,2\nCleo,,3\nDee,,\nEve,,\nFay,,\nGus,,\nHal,,\nIda,,\n"
GAMES = ("loot-island", "sea-or-shore")
OFFICIALS = [{"name": "Kim"}, {"name": "Mo", "level": "head"}]


def new_hall(serving: Serving, title: str = "Harbour Open", names: str = NAMES, **more: Any) -> str:
    """A tournament in the store; the id of its record."""
    header = header_of(TOURNAMENT, title, OFFICIALS, None, serving.clock(), serving.service.random)
    form = {"ladder": {"*": {"times": 3, "then": "points"}}, **more}
    serving.store.create(header, record_id=header["id"], at=serving.clock())
    serving.store.append(header["id"], [setup_of(FormatWords(2, GAMES, more=form))], at=serving.clock())
    if names:
        state = tournament_of(serving.store.load(header["id"]), header["id"]).state
        serving.store.append(header["id"], enter(state, entrants_in(names)).bodies, at=serving.clock())
    return str(header["id"])


def told(answer: httpx.Response, status: int = 200) -> dict[str, Any]:
    """The answer, which has this status."""
    assert answer.status_code == status, answer.text
    found: dict[str, Any] = answer.json()
    return found


class Organiser:
    """The desk of one tournament."""

    def __init__(self, serving: Serving, desk: Phone, hall: str) -> None:
        self.serving, self.desk, self.hall = serving, desk, hall
        self._keys = 0

    def get(self, path: str = "", status: int = 200, **query: Any) -> dict[str, Any]:
        """Look."""
        return told(self.desk.get(f"{API}/tournaments/{self.hall}{path}", params=query), status)

    def post(self, path: str, status: int = 200, **body: Any) -> dict[str, Any]:
        """Write."""
        self._keys += 1
        sent = {"key": f"key {self._keys}", **body}
        return told(self.desk.post(f"{API}/tournaments/{self.hall}{path}", json=sent), status)

    def preview(self, status: int = 200, **body: Any) -> dict[str, Any]:
        """The next seating."""
        return told(self.desk.post(f"{API}/tournaments/{self.hall}/round/preview", json=body), status)

    def seat(self, nonce: str = "6 2 5") -> dict[str, Any]:
        """Preview the next round, and seat it."""
        return self.post("/round", nonce=nonce, expect=self.preview(nonce=nonce)["size"])

    def tables(self, round: int = 1) -> list[dict[str, Any]]:
        """The lines of the control room."""
        found: list[dict[str, Any]] = self.get("/board", round=round)["tables"]
        return found

    def play(self, table: str, **more: Any) -> str:
        """Play a table to its end, and sign it; its record."""
        record = next(row["record"] for row in self.tables(int(table[1])) if row["table"] == table)
        play_table(self.serving.store, record, **more)
        return str(record)
