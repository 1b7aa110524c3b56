"""Who is to see everything late is told nothing younger, on any route: as if the younger lines were not there yet.

A service whose record goes on is compared with one whose record ends where the delay does: a late spectator of the
first and a prompt one of the second must be told the same bytes.
"""

import re
from pathlib import Path
from typing import Any

import pytest

from records.record import of_bodies
from replay.deal import DealtGame
from replay.delay import Rounds
from replay.library import game_ids
from replay.reel import played
from tests.helpers.route_requests import Case, Request, ask, reads, writes
from tests.helpers.slow import first_ones, some
from tests.helpers.still_service import Guest, Still
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
    (game_id, delay, memory)
    for memory in ("closed", "open")
    for game_id in sorted(game_ids(), key=lambda name: name != "sea-or-shore")
    for delay in DELAYS
]


@pytest.mark.parametrize(
    ("game_id", "delay", "memory"),
    [*CASES[:2], *(pytest.param(*case, marks=pytest.mark.slow) for case in some(CASES[2:], 4))],
)
def test_nothing_younger_is_told_on_any_route(tmp_path: Path, game_id: str, delay: str, memory: str) -> None:
    game = dealt(game_id, 3, 7)
    old = old_lines(game, delay)
    young = [dict(body) for body in game.full[old:LINES]]
    assert young
    with Still(tmp_path / "on", memory=memory) as on, Still(tmp_path / "ends", memory=memory) as ends:
        told = []
        for still, own in ((on, delay), (ends, "0")):
            record = still.record(game.header, game.full[:old])
            still.wait(100)
            if still is on and delay == "round":  # only a new round releases the one before it
                still.store.append(record, young, at=still.now)
            guest = still.join("spectator", record, delay=own)
            other, scribe = still.join("spectator", record, delay=own), still.join("scribe", record)
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
