"""Who is to see everything late is told nothing younger, on any route: as if the younger lines were not there yet.

A service whose record goes on is compared with one whose record ends where the delay does: a late spectator of the
first and a prompt one of the second must be told the same bytes.
"""

import re
import secrets
import sqlite3
from contextlib import closing
from hashlib import sha256
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from cli.serve.register.register import Register
from cli.serve.register.roles import preset
from records.record import of_bodies
from replay.deal import DealtGame
from replay.delay import Rounds
from replay.library import game_ids
from replay.reel import played
from tests.helpers.route_requests import Case, Request, ask, reads, writes
from tests.helpers.slow import first_ones, some
from tests.helpers.still_service import BEGIN, Guest, Still
from tests.helpers.store_samples import ID
from tests.helpers.tools import dealt

DELAYS = ("60", "end", "round")
LINES = 40
LENGTH = re.compile("content-length: [0-9]+")
NOTE = {"do": "note", "text": "the lamp fell over"}


def old_lines(game: DealtGame, delay: str) -> int:
    """How many of the events are old enough for a delay."""
    if delay == "end":
        return 0
    if delay == "60":
        return len(game.full[:LINES]) // 2
    found = played(of_bodies(game.header, game.full[:LINES]))
    return Rounds(found.game, found.table, found.record.events).began - 1


def everything(still: Still, record: str, game: str, guest: Guest, size: int) -> list[str]:
    """All that a guest is told who asks everything, guesses at the size among it."""
    path = f"/api/v1/records/{record}/events"
    sent = [{"key": "k", "expect": expect, "events": [NOTE]} for expect in range(1, size + 3)]
    sizes = [("POST", Request(path, body=body)) for body in sent]
    case = Case(record, game, size, [NOTE], ["n a note"])
    told = []
    for method, request in (*reads(case), *writes(case), *sizes):
        answer = ask(still, method, request, guest)
        told.append(f"{method} {request.path} {dict(request.query)} {request.body}\n{answer.text}")
    return told


def without_delay(text: str, delay: str) -> str:
    """The answer but for the delay itself, which everybody is told, and the length of its word."""
    return LENGTH.sub("", text).replace(f'"delay":"{delay}"', '"delay":"0"')


CASES = [
    (game_id, delay, memory, number % 2 == 1)
    for number, (memory, game_id, delay) in enumerate(
        product(("closed", "open"), sorted(game_ids(), key=lambda name: name != "sea-or-shore"), DELAYS)
    )
]
"""In every second of them the link has no delay of its own, and follows the service."""


@pytest.mark.parametrize(
    ("game_id", "delay", "memory", "follows"),
    [*CASES[:2], *(pytest.param(*case, marks=pytest.mark.slow) for case in some(CASES[2:], 4))],
)
def test_nothing_younger_is_told_on_any_route(
    tmp_path: Path, game_id: str, delay: str, memory: str, follows: bool
) -> None:
    game = dealt(game_id, 3, 7)
    old = old_lines(game, delay)
    young = [dict(body) for body in game.full[old:LINES]]
    assert young
    served = {"delay": delay} if follows else {}
    with Still(tmp_path / "on", memory=memory, **served) as on, Still(tmp_path / "ends", memory=memory) as ends:
        told = []
        for still, own in ((on, delay), (ends, "0")):
            late: dict[str, str] = {} if follows else {"delay": own}
            record = still.record(game.header, game.full[:old])
            still.wait(100)
            if still is on and delay == "round":  # only a new round releases the one before it
                still.store.append(record, young, at=still.now)
            guest = still.join("spectator", record, **late)
            other, scribe = still.join("spectator", record, **late), still.join("scribe", record)
            stream = still.follow(record, other, picture="phone")
            again = still.follow(record, other, last=max(1, old - 3))
            if still is on:
                if delay != "round":
                    still.store.append(record, young, at=still.now)
                still.look()
                still.post(f"/records/{record}/pen", scribe, {"do": "take"})
                assert still.write(record, scribe, NOTE).status == 200
            still.wait(30)
            size = LINES + 2
            texts = [*everything(still, record, game_id, guest, size), stream.heard().text, again.heard().text]
            told.append([without_delay(text, own) for text in texts])
            stream.leave()
            watchers = [grant.id for grant in still.register.grants(record) if grant.role == "spectator"]
            looks = [visit for visit in still.register.visits(record) if visit.grant in watchers]
            assert {visit.to_size for visit in looks} == {old + 1} and len(looks) == len(watchers)
    assert told[0] == told[1]


@pytest.mark.parametrize("delay", first_ones(DELAYS))
def test_who_comes_late_has_everything_at_once(tmp_path: Path, delay: str) -> None:
    game = dealt("sea-or-shore", 3, 7)
    with Still(tmp_path, memory="open") as still:
        record = still.record(game.header, game.full[:LINES])
        official = still.join("official", record, name="Kim")
        first = still.follow(record, still.join("spectator", record, delay=delay), picture="phone")
        if delay != "60":
            assert still.write(record, official, {"do": "close", "result": "unfinished"}).status == 200
        still.wait(60)
        guest = still.join("spectator", record, delay=delay)
        size = still.size(record)
        assert still.get(f"/records/{record}", guest).json["size"] == size
        assert len(still.get(f"/records/{record}/steps", guest).json["steps"]) == size - 1
        assert still.follow(record, guest).frames()[0][1]["size"] == size
        assert first.frames()[-1][1]["size"] == size


def test_time_alone_releases_line_after_line(tmp_path: Path) -> None:
    game = dealt("sea-or-shore", 3, 7)
    with Still(tmp_path) as still:
        record = still.record(game.header, [])
        scribe = still.join("scribe", record)
        stream = still.follow(record, still.join("spectator", record, delay="60"))
        for _ in range(3):
            assert still.write(record, scribe, NOTE).status == 200
            still.wait(20)
        assert _sizes(stream.frames()) == [1, 2]
        still.wait(19.9)
        assert _sizes(stream.frames()) == [1, 2]
        still.wait(0.1)
        assert _sizes(stream.frames()) == [1, 2, 3]


def _sizes(frames: list[tuple[str, Any]]) -> list[int]:
    return [data["size"] for _, data in frames]


def test_a_link_without_a_delay_of_its_own_follows_the_service(tmp_path: Path) -> None:
    """Also one that was made before, with `qm link`, or by an older version, which wrote 0 whether that was meant or
    not: rather late than early. One that was given a delay of its own keeps it."""
    place = str(tmp_path / "service.db")
    with Register(place, clock=lambda: BEGIN, random=secrets.token_bytes) as register:
        tokens = [register.make_grant(preset("spectator", record=ID))[1] for _ in range(2)]
    with closing(sqlite3.connect(place)) as old:
        old.execute("UPDATE grants SET delay = '0' WHERE token_sha256 = ?", (sha256(tokens[1].encode()).hexdigest(),))
        old.execute("ALTER TABLE grants DROP COLUMN over_at")  # which came later
        old.execute("PRAGMA user_version = 2")
        old.commit()
    game = dealt("sea-or-shore", 3, 7)
    with Still(tmp_path, delay="60") as still:
        still.store.create(game.header, record_id=ID, at=still.now)
        desk = still.join("desk")
        guests = [*(still.open(token) for token in tokens), still.join("spectator", ID, delay="0")]
        assert still.write(ID, still.join("scribe", ID), NOTE).status == 200
        told = [still.get(f"/records/{ID}/now", one).json for one in guests]
        assert [(one["delay"], one["size"]) for one in told] == [("60", 1), ("60", 1), ("0", 2)]
        links = still.get(f"/records/{ID}/grants", desk).json["links"]
        assert sorted(one["delay"] for one in links if one["role"] == "spectator") == ["0", "60", "60"]
