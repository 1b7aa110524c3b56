"""The desk is told by name of claims, findings and silent tables: each once, and nobody else hears of it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cli.serve.hall.desk_news import NAMED_MAX
from cli.serve.hall.room_facts import SILENT_AFTER
from tests.helpers.still_service import Guest, Still, Stream
from tests.helpers.tools import dealt

WRONG = {"do": "lay", "by": "p1", "shows": 3}
"""It is the turn of another."""
DISPUTE = {"do": "dispute", "about": 4, "claim": "that was another card", "kind": "illegal"}
QUIET = SILENT_AFTER + 31
NOTE = {"do": "note", "text": "a lamp fell"}


@pytest.fixture
def still(tmp_path: Path) -> Iterator[Still]:
    with Still(tmp_path) as running:
        yield running


def a_table(still: Still, **header: Any) -> str:
    game = dealt("sea-or-shore", 3, 1)
    officials = [{"name": "Kim", "level": "floor"}, {"name": "Lee", "level": "head"}]
    record = still.record({**game.header, "officials": officials, **header}, game.scribe[:4])
    still.look()
    return record


def named(stream: Stream, *records: str) -> list[dict[str, Any]]:
    """What a stream of the desk was told by name."""
    told = [data for what, data in stream.frames() if what == "desk"]
    return [one for one in told if one["what"] in ("claim", "finding", "silent") and one["record"] in records]


def follow(still: Still, guest: Guest) -> Stream:
    return still.followed("/desk/live", guest)


def test_a_claim_and_its_appeal_are_told_once(still: Still) -> None:
    record = a_table(still)
    desk = follow(still, still.join("desk"))
    seat, kim = still.join("seat", record, seat="p1"), still.join("official", record, name="Kim")
    assert still.write(record, seat, DISPUTE).status == 200
    still.look()
    assert (
        still.write(record, kim, {"do": "ruling", "dispute": 5, "verdict": "dismissed", "remedy": "none"}).status == 200
    )
    assert still.write(record, seat, {"do": "appeal", "ruling": 6, "grounds": ["fact"]}).status == 200
    still.look()
    claims = [one for one in named(desk, record) if one["what"] == "claim"]
    assert [(one["seq"], one["line"], one["kind"]) for one in claims] == [(5, 5, "dispute"), (5, 7, "appeal")]


def test_a_finding_is_told_once_to_each_who_listens(still: Still) -> None:
    record = a_table(still)
    scribe = still.join("scribe", record)
    assert still.write(record, scribe, WRONG).status == 200  # nobody listens, so this one is in the list only
    desk, kim = follow(still, still.join("desk")), follow(still, still.join("official", record, name="Kim"))
    assert still.write(record, scribe, WRONG).status == 200
    assert still.write(record, scribe, NOTE).status == 200
    still.look()
    for stream in (desk, kim):
        (told,) = named(stream, record)
        assert {(one["seq"], one["answer"]) for one in told["findings"]} == {(6, "broken")}
        assert (told["what"], told["more"]) == ("finding", 0)


def test_a_correction_that_makes_an_earlier_line_wrong_is_told(still: Still) -> None:
    record = a_table(still)
    desk, scribe = follow(still, still.join("desk")), still.join("scribe", record)
    assert still.write(record, scribe, {"do": "amend", "target": 3, "action": {**WRONG, "by": "p2"}}).status == 200
    (told,) = named(desk, record)
    assert {one["seq"] for one in told["findings"]} <= {3, 4}
    assert still.write(record, scribe, {"do": "amend", "target": 3, "action": {**WRONG, "by": "p1"}}).status == 200
    assert still.write(record, scribe, {"do": "amend", "target": 3, "action": {**WRONG, "by": "p2"}}).status == 200
    known = {(one["seq"], one["rule"]) for one in told["findings"]}
    later = [(one["seq"], one["rule"]) for told in named(desk, record)[1:] for one in told["findings"]]
    assert known.isdisjoint(later), "each is told once"


def test_lines_that_others_log_are_told_too(still: Still) -> None:
    """By `qm log` or another service, with the table open here or not; of an import not every finding is named."""
    record, shut = a_table(still), a_table(still)
    desk = follow(still, still.join("desk"))
    still.get(f"/records/{record}/now", still.join("spectator", record))
    for one in (record, shut):
        still.store.append(one, [WRONG, {**DISPUTE, "by": "p1"}, NOTE], at=still.now)
    still.look()
    still.look()
    for one in (record, shut):
        assert [told["what"] for told in named(desk, one)] == ["claim", "finding"]
    still.store.append(shut, [WRONG] * (NAMED_MAX + 5), at=still.now)
    still.look()
    told = named(desk, shut)[-1]
    assert len(told["findings"]) == NAMED_MAX and told["more"] >= 5


def test_a_table_that_falls_silent_is_told_once(still: Still) -> None:
    record, begun, stopped = a_table(still), still.record(dealt("sea-or-shore", 3, 1).header, []), a_table(still)
    desk = follow(still, still.join("desk"))
    still.look()
    seat = still.join("seat", stopped, seat="p1")
    assert still.write(stopped, seat, DISPUTE).status == 200  # it waits for an official, and is not silent
    still.wait(SILENT_AFTER - 60)
    assert named(desk, record) == []
    for _ in range(3):
        still.wait(91)
    assert [(one["what"], one["line"]) for one in named(desk, record)] == [("silent", 4)]
    assert [one["what"] for one in named(desk, begun, stopped)] == ["claim"]
    assert still.write(record, still.join("scribe", record), NOTE).status == 200
    still.wait(QUIET)
    assert [(one["what"], one["line"]) for one in named(desk, record)] == [("silent", 4), ("silent", 5)]


def test_a_tournament_says_little_and_is_not_silent(still: Still) -> None:
    desk = still.join("desk")
    stream = follow(still, desk)
    hall = still.post("/tournaments", desk, {"title": "Open", "rounds": 1, "games": ["sea-or-shore"]}).json["id"]
    assert still.post(f"/tournaments/{hall}/entrants", desk, {"key": "in", "names": ["Ann", "Bob"]}).status == 200
    still.look()
    still.wait(QUIET)
    (row,) = still.get("/records", desk).json["rooms"]
    assert (row["state"], row["need"], named(stream, hall)) == ("playing", "", [])


def test_what_was_silent_before_anybody_listened_is_no_news(still: Still) -> None:
    record = a_table(still)
    still.wait(QUIET)
    desk = follow(still, still.join("desk"))
    still.wait(31)
    still.wait(31)
    assert named(desk, record) == []


def test_an_official_hears_of_their_own_tables_only(still: Still) -> None:
    mine, other = a_table(still, event="Open"), a_table(still, event="Cup")
    kim = follow(still, still.join("official", event="Open", name="Kim"))
    lee = follow(still, still.join("official", other, name="Lee"))
    still.look()
    for record in (mine, other):
        assert still.write(record, still.join("seat", record, seat="p1"), DISPUTE).status == 200
        assert still.write(record, still.join("scribe", record), WRONG).status == 200
    still.wait(QUIET)
    assert {one["record"] for one in named(kim, mine, other)} == {mine}
    assert {one["record"] for one in named(lee, mine, other)} == {other}


def test_nobody_else_hears_of_it(still: Still) -> None:
    record = a_table(still)
    guests = [
        still.join("spectator", record),
        still.join("spectator", record, delay="60"),
        still.join("seat", record, seat="p2"),
        still.join("scribe", record),
        still.join("scribe", record, eyes="official"),
    ]
    for guest in guests:
        assert still.get("/desk/live", guest).status == 403
    streams = [still.follow(record, guest) for guest in guests]
    follow(still, still.join("desk"))
    assert still.write(record, guests[2], DISPUTE).status == 200
    assert still.write(record, guests[3], WRONG).status == 200
    still.wait(QUIET)
    assert "desk" not in {what for stream in streams for what, _ in stream.frames()}
