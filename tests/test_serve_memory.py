"""While a game is open a board remembers no better than the players: what lies on the table now, and the last step.

In Lost Island removed tiles may be turned face down: everybody saw them once, nobody may look again. Two games in which
two of those tiles changed places must look the same to seats and spectators, on every route, until they are closed.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.route_requests import Case, ask, reads, writes
from tests.helpers.slow import first_ones
from tests.helpers.still_service import Guest, Still
from tests.helpers.tools import dealt

GAME = dealt("lost-island", 3, 1, variants=["face-down-discards"])
HEADER = GAME.header
SEAT = HEADER["players"][0]["seat"]
SWAPPED = (4, 7)
"""Two events that remove tiles."""
LINES = 20
CLOSE = {"do": "close", "result": "unfinished"}
NOTE = {"do": "note", "text": "the lamp fell over"}


def bodies(*, swapped: bool) -> list[dict[str, Any]]:
    lines = [dict(body) for body in GAME.full]
    if swapped:
        one, other = (lines[seq - 1] for seq in SWAPPED)
        one["tile"], other["tile"] = other["tile"], one["tile"]
    return lines


def everything(still: Still, record: str, guest: Guest) -> list[str]:
    claim = {"do": "dispute", "about": 3, "claim": "not so"}
    case = Case(record, "lost-island", still.size(record), [claim, {"do": "withdraw", "dispute": 3}], ["u"])
    asked = [*writes(case), *reads(case)]
    return [f"{method} {request}\n{ask(still, method, request, guest).text}" for method, request in asked]


def told(still: Still, *, swapped: bool, role: str, memory_opens: bool) -> list[str]:
    """Everything that somebody is told who was there from the beginning, and somebody who comes later."""
    lines = bodies(swapped=swapped)
    record = still.record(HEADER, lines[:9])
    more = {"seat": SEAT} if role == "seat" else {}
    early, scribe, official = (
        still.join(role, record, **more),
        still.join("scribe", record, eyes="official"),
        still.join("official", record, name="Kim"),
    )
    streams = [still.follow(record, early, picture="wide")]
    for body in lines[9:LINES]:
        assert still.write(record, scribe, {key: value for key, value in body.items() if key != "at"}).status == 200
    streams += [still.follow(record, early, last=last, picture="wide") for last in (3, 8, 12)]
    streams.append(still.follow(record, early, after=5))
    if memory_opens:
        assert still.write(record, official, CLOSE, over=True).status == 200
    texts = everything(still, record, early)
    streams.append(still.follow(record, early))
    return [*texts, *(stream.heard().text for stream in streams)]


@pytest.mark.parametrize("role", first_ones(["seat", "spectator"]))
def test_what_was_seen_once_cannot_be_looked_up_on_any_route(tmp_path: Path, role: str) -> None:
    with Still(tmp_path / "one") as one, Still(tmp_path / "other") as other:
        first = told(one, swapped=False, role=role, memory_opens=False)
        second = told(other, swapped=True, role=role, memory_opens=False)
    assert [a for a, b in zip(first, second, strict=True) if a != b] == []


@pytest.mark.slow
def test_it_can_be_looked_up_once_the_game_is_closed(tmp_path: Path) -> None:
    """Otherwise the test above would show nothing."""
    with Still(tmp_path / "one") as one, Still(tmp_path / "other") as other:
        first = told(one, swapped=False, role="spectator", memory_opens=True)
        second = told(other, swapped=True, role="spectator", memory_opens=True)
    differ = " ".join(a.splitlines()[0] for a, b in zip(first, second, strict=True) if a != b)
    assert all(path in differ for path in ("/steps", "/export", "/replay"))


@pytest.fixture
def still(tmp_path: Path) -> Iterator[Still]:
    with Still(tmp_path) as service:
        yield service


def test_only_the_last_line_is_told(still: Still) -> None:
    record = still.record(HEADER, bodies(swapped=False)[:LINES])
    for guest in (still.join("spectator", record), still.join("seat", record, seat=SEAT)):
        assert _seqs(still.get(f"/records/{record}/now", guest).json) == [LINES]
        assert _seqs(still.get(f"/records/{record}/steps", guest, first=1, last=LINES).json) == [LINES]
        assert set(_seqs(still.get(f"/records/{record}/findings", guest).json)) <= {LINES}
        assert still.get(f"/records/{record}/export", guest, format="csv").status == 403
        assert still.ask("GET", f"/t/{record}/replay", guest).status == 403
        for last in (1, 5, LINES - 1):
            frames = [one for one in still.follow(record, guest, last=last).frames() if one[0] != "notice"]
            assert [(name, _seqs(data)) for name, data in frames] == [("now", [LINES])]
    for guest in (still.join("scribe", record), still.join("official", record, name="Kim")):
        assert len(_seqs(still.get(f"/records/{record}/steps", guest).json)) == LINES


def _seqs(document: Any) -> list[int]:
    return [step["seq"] for step in document["steps"]]


def test_who_missed_lines_is_not_sent_them_one_by_one(still: Still) -> None:
    record = still.record(HEADER, bodies(swapped=False)[:9])
    scribe, seat = still.join("scribe", record), still.join("seat", record, seat=SEAT)
    still.follow(record, seat)
    for _ in range(4):
        assert still.write(record, scribe, NOTE).status == 200
    frames = still.follow(record, seat, last=11).frames()
    assert [(name, data["size"]) for name, data in frames] == [("now", 14)]
    assert still.follow(record, seat, last=14).frames() == []
    late = {"key": "k", "expect": 10, "events": [{"do": "dispute", "about": 3, "claim": "not so"}]}
    answer = still.post(f"/records/{record}/events", seat, late).json
    assert (answer["status"], answer["size"], answer["since"]) == (409, 14, [])


def test_what_may_come_next_is_for_those_who_log(still: Still) -> None:
    """It is worked out from everything that was seen."""
    record = still.record(HEADER, bodies(swapped=False)[:LINES])
    claim = {"do": "dispute", "about": 3, "claim": "not so"}
    seat, scribe = still.join("seat", record, seat=SEAT), still.join("scribe", record)
    assert still.write(record, seat, claim, form=True).json["form"] is None
    assert still.write(record, scribe, NOTE, form=True).json["form"] is not None


def test_a_picture_marks_the_last_step_whoever_looked_before(still: Still) -> None:
    """Else a board would show what happened since somebody else looked."""
    records = [still.record(HEADER, bodies(swapped=False)[:9]) for _ in range(2)]
    pictures = []
    for record, looks in zip(records, (False, True), strict=True):
        guest, scribe = still.join("spectator", record), still.join("scribe", record, eyes="official")
        for body in bodies(swapped=False)[9:13]:
            assert still.write(record, scribe, body).status == 200
            if looks:
                still.get(f"/records/{record}/now", guest, picture="wide")
                looks = False
        pictures.append(still.get(f"/records/{record}/now", guest, picture="wide").json["picture"])
    assert pictures[0] == pictures[1]


def test_memory_opens_at_the_close_and_shuts_again_when_the_close_is_undone(still: Still) -> None:
    record = still.record(HEADER, bodies(swapped=False)[:LINES])
    guest, official = still.join("spectator", record), still.join("official", record, name="Kim")

    def memory() -> tuple[str, int]:
        steps = still.get(f"/records/{record}/steps", guest).json["steps"]
        return still.get(f"/records/{record}/now", guest).json["memory"], len(steps)

    assert memory() == ("closed", 1)
    assert still.write(record, official, CLOSE).status == 200
    assert memory() == ("open", LINES + 1)
    assert still.ask("GET", f"/t/{record}/replay", guest).status == 200
    assert still.write(record, official, {"do": "rewind", "to": LINES}).status == 200
    assert memory()[0] == still.get(f"/records/{record}/now", guest).json["memory"]
    closed = still.get(f"/records/{record}/now", guest).json["closed"]
    assert memory() == (("open", LINES + 1) if closed else ("closed", 1))


def test_with_open_memory_everybody_may_look_back(tmp_path: Path) -> None:
    with Still(tmp_path, memory="open") as still:
        record = still.record(HEADER, bodies(swapped=False)[:LINES])
        guest = still.join("spectator", record)
        assert len(_seqs(still.get(f"/records/{record}/steps", guest).json)) == LINES
        assert still.ask("GET", f"/t/{record}/replay", guest).status == 200
