"""Two services whose records differ in what some eyes may not know answer those eyes with the same bytes.

Every route is asked, by everybody who may not know the difference; so are streams, errors, sizes and headers. Time and
randomness are the same in both services, so nothing else differs. With salts heads and codes differ, and say nothing;
without salts no head may be there.
"""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cli.serve.door.web_app import CALLS
from records.record import Record
from replay.library import game_of
from replay.reel import played
from replay.salting import unsalted
from replay.view import TABLE
from tests.helpers.route_requests import ASKED, FOLLOWED, Body, Case, Request, ask, reads, routes_of, writes
from tests.helpers.slow import first_ones, many, shares, some
from tests.helpers.still_service import API, NOBODY, Guest, Still, Stream, hashes_ever
from tests.helpers.tools import SECRETIVE, dealt
from tests.helpers.twins import Pair, hashes_of, pair_of

GAMES = sorted(SECRETIVE, key=lambda name: name != "lost-island")


def test_every_route_is_asked(tmp_path: Path) -> None:
    """A route that is not in the table could tell anything."""
    with Still(tmp_path) as still:
        assert routes_of(still) == ASKED.keys() | FOLLOWED
    assert {(call.method, API + call.path) for call in CALLS} < ASKED.keys() | FOLLOWED


class Told:
    """One of two services, and everything that it told those who may not know the difference."""

    def __init__(self, still: Still, record: Record, viewer: str, every: int) -> None:
        self.every = every
        self.still = still
        self.record = record
        self.viewer = viewer
        self.id = still.put(record)
        self.told: list[tuple[str, str]] = []
        other = still.put(record)
        seats = [player.seat for player in record.header.players]
        self.guests = {
            "nobody": NOBODY,
            "stranger": still.join("spectator", other),
            "spectator": still.join("spectator", self.id),
            "late": still.join("spectator", self.id, delay="60"),
            "by round": still.join("spectator", self.id, delay="round"),
            "at the end": still.join("spectator", self.id, delay="end"),
            "scribe": still.join("scribe", self.id),
        }
        if viewer in seats:
            self.guests["seat"] = still.join("seat", self.id, seat=viewer)
            self.guests["logging player"] = still.join("scribe", self.id, eyes=viewer)
        self.guests["waiting"] = self._waiting()
        self.official = still.join("official", self.id, name="Kim")
        self.desk = still.join("desk")
        self.turn = 0

    def _waiting(self) -> Guest:
        token = self.still.token("official", self.id, name="Ann")
        self.still.open(token, "the first device")
        return self.still.open(token, "the second device", ask=True)

    def case(self, guesses: list[Body]) -> Case:
        self.turn += 1
        words = [f"{body['do']} {' '.join(map(str, body.values()))}"[:60] for body in guesses[:1]]
        return Case(self.id, self.record.header.game, self.still.size(self.id), guesses, words, self.turn)

    def hear(self, who: str, method: str, request: Request) -> None:
        answer = ask(self.still, method, request, self.guests[who])
        assert answer.status < 500, (method, request, answer.text)
        asked = f"{who}: {method} {request.path} {dict(request.query)} {request.body}"
        self.told.append((asked, answer.text if _is_text(answer.body) else f"{answer.status} {answer.body.hex()}"))

    def read(self) -> None:
        for place, who in enumerate(self.guests):
            for method, request in self.share(place, reads(self.case([]))):
                self.hear(who, method, request)

    def written(self, guesses: list[Body]) -> None:
        for place, who in enumerate(self.guests):
            for method, request in self.share(place, writes(self.case(guesses))):
                self.hear(who, method, request)
                self.still.now += 1_000_000

    def share(self, place: int, asked: list[tuple[str, Request]]) -> list[tuple[str, Request]]:
        """Every request is asked, by every guest or, in a sample, by some of them."""
        return [one for number, one in enumerate(asked) if (number + place + self.turn) % self.every == 0]

    def official_writes(self, *events: Body) -> None:
        answer = self.still.write(self.id, self.official, *events, over=True)
        assert answer.status == 200, answer.text

    def noticed(self) -> None:
        """The desk says all that it can say to a table; everybody tries to answer, and Kim does."""
        path = f"/records/{self.id}/notices"
        claim = next(event.seq for event in self.record.events if event.do == "dispute")
        for wanted in ({"kind": "send", "dispute": claim, "official": "Kim"}, {"kind": "call"}, {"kind": "remind"}):
            made = self.still.post(path, self.desk, wanted)
            assert made.status == 200 or wanted["kind"] == "remind", made.text
            for who, guest in self.guests.items() if made.status == 200 else ():
                seen = self.still.post(f"{path}/{made.json['id']}/answer", guest, {"do": "seen"})
                self.told.append((f"{who}: {wanted} is seen", seen.text))
            if wanted["kind"] == "send":
                assert (
                    self.still.post(f"{path}/{made.json['id']}/answer", self.official, {"do": "answer"}).status == 200
                )

    def hashes(self) -> set[str]:
        return {*hashes_of(self.record), *hashes_ever(self.still, self.id)}

    def harmless(self) -> set[str]:
        """The heads of the first lines, in which nothing is hidden from anybody."""
        found = played(self.still.store.load(self.id))
        first = min([*unsalted(found.game, found.table, found.record.events), len(found.record.events) + 1])
        return set(hashes_ever(self.still, self.id, first))


def _is_text(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


@contextmanager
def two_services(folder: Path, pair: Pair, every: int, **chosen: Any) -> Iterator[tuple[Told, Told]]:
    with ExitStack() as stack:
        one, other = (
            Told(stack.enter_context(Still(folder / name, **chosen)), record, pair.viewer, every)
            for name, record in (("one", pair.one), ("other", pair.other))
        )
        yield one, other


def guesses_at(pair: Pair) -> list[Body]:
    """Lines that would come to something else where they are right: corrections, counts, claims, repeated lines."""
    ones, others = ([event.unsalted().body() for event in record.events] for record in (pair.one, pair.other))
    seq = next(seq for seq, (one, other) in enumerate(zip(ones, others, strict=True), 1) if one != other)
    hidden = {name: value for name, value in ones[seq - 1].items() if name not in ("at", "said")}
    observed = next(body["facts"] for body in ones if body["do"] == "observe")
    before = next(place for place, body in enumerate(ones) if body["do"] == "unread")
    path, value = difference(ones[seq - 1], others[seq - 1])
    places = [f"@{seq}.{path}", f"@{seq}.{path}.7", f"@{seq}.{path.partition('.')[0]}"]
    played_again = {body["do"]: {name: body[name] for name in body if name != "at"} for body in ones[:before]}
    return [
        *played_again.values(),
        {"do": "amend", "target": seq, "action": hidden},
        {"do": "insert", "after": seq, "action": hidden},
        hidden,
        {"do": "observe", "facts": observed},
        {"do": "dispute", "about": seq, "claim": "what is hidden is not so"},
        {"do": "rewind", "to": seq},
        *({"do": "reveal", "what": place, "value": value, "to": []} for place in places),
    ]


def difference(one: Any, other: Any) -> tuple[str, Any]:
    """The path to the first part in which two bodies differ, and what is there in the first."""
    parts: Any = one.items() if isinstance(one, dict) else enumerate(one) if isinstance(one, list) else ()
    for name, part in parts:
        if name != "salt" and part != other[name]:
            path, value = difference(part, other[name])
            return f"{name}.{path}".rstrip("."), value
    return "", one


def play(told: Told, guesses: list[Body]) -> None:
    """Everything that can be asked, while the game goes on and after it has ended."""
    followed = _followed(told)
    told.noticed()
    told.read()
    hidden = next(event for event in told.record.events if event.do == "unread").unsalted().body()
    told.official_writes({"do": "unread", "said": hidden["said"]})
    told.official_writes({"do": "amend", "target": 1, "action": _first(told.record)})
    told.written(guesses)
    told.still.wait(61)
    told.official_writes({"do": "close", "result": "unfinished"})
    told.read()
    told.told += [(f"stream of {who}", stream.heard().text) for who, stream in followed.items()]


def _first(record: Record) -> Body:
    return record.events[0].unsalted().body()


def _followed(told: Told) -> dict[str, Stream]:
    found = {}
    for who in told.guests:
        for picture in ("phone", "none"):
            found[f"{who} {picture}"] = told.still.follow(told.id, told.guests[who], picture=picture, form="true")
        found[f"{who} at the desk"] = told.still.followed("/desk/live", told.guests[who])
        found[f"{who} again"] = told.still.follow(told.id, told.guests[who], last=3)
    return found


def check(folder: Path, pair: Pair, *, salted: bool, every: int, **chosen: Any) -> None:
    with two_services(folder, pair, every, **chosen) as both:
        guesses = guesses_at(pair)
        for told in both:
            play(told, guesses)
        compare(pair, *both, salted=salted)


def compare(pair: Pair, one: Told, other: Told, *, salted: bool) -> None:
    """Nothing was told in one service that was not told in the other."""
    plain = []
    for told in (one, other):
        hashes, harmless = told.hashes(), told.harmless()
        texts = []
        for asked, text in told.told:
            seen = [found for found in hashes if found in text]
            assert salted or harmless.issuperset(seen), f"a head is told: {pair.where}: {asked}"
            for found in seen:
                text = text.replace(found, "(hash)")
            texts.append((asked, text))
        plain.append(texts)
    for first, second in zip(*plain, strict=True):
        assert first == second, pair.where


def a_pair(game_id: str, number: int, *, salted: bool) -> Pair:
    fewest, most = game_of(game_id).player_counts[0], game_of(game_id).player_counts[-1]
    rng = Random(f"{game_id} {number} {salted} served")
    players = fewest + number % (most - fewest + 1)
    pair = None
    while pair is None:  # a cut before anything was hidden has no twin
        pair = pair_of(
            game_id, players, rng, events=rng.randint(4, 12) if number < 1 else rng.randint(2, 30), salted=salted
        )
    return pair


@pytest.mark.parametrize("salted", first_ones([True, False]), ids=["salted", "unsalted"])
@pytest.mark.parametrize("rounds", shares(1, many(1, 63)))
@pytest.mark.parametrize("game_id", first_ones(some(GAMES, 2)))
def test_twins_are_answered_with_the_same_bytes(tmp_path: Path, game_id: str, rounds: range, salted: bool) -> None:
    for number in rounds:
        chosen = {"memory": ("open", "closed")[number % 2], "strict": number % 3 == 0}
        pair = a_pair(game_id, number, salted=salted)
        check(tmp_path / str(number), pair, salted=salted, every=12 if number < 1 else many(3, 1), **chosen)


def test_a_strict_service_judges_with_the_senders_eyes(tmp_path: Path) -> None:
    """A line that only somebody who sees all hands finds broken is taken from a scribe who does not see them."""
    game = dealt("loot-island", 3, 1)
    place = next(place for place, body in enumerate(game.full) if body["do"] == "play")
    line = {name: value for name, value in game.full[place].items() if name != "at"}
    colour = str(line["cards"][0]).partition("-")[0]
    others = [card for seat, hand in game.full[0]["hands"].items() if seat != line["by"] for card in hand]
    not_theirs = next(card for card in others if card.startswith(colour) and "chest" not in card)
    status = {}
    for eyes in (TABLE, "official"):
        with Still(tmp_path / eyes, strict=True) as still:
            record = still.record(game.header, game.full[:place])
            scribe = still.join("scribe", record, eyes=eyes)
            status[eyes] = still.write(record, scribe, {**line, "cards": [not_theirs]}).status
    assert status == {TABLE: 200, "official": 422}
