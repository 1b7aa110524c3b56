"""An official's link ends with its event: what over means, that all closes at once, and that the desk goes on."""

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from cli.desk.tournaments.tournaments_begin import FormatWords, header_of, setup_of
from cli.machine.round_tables import TOURNAMENT
from cli.serve.hall.ended_links import REST, EndedLinks
from cli.serve.hall.event_ends import EventEnds
from cli.serve.register.grants import Grant
from records.clock import to_text
from records.store import Info
from tests.helpers.still_service import API, NOBODY, Guest, Still
from tests.helpers.tools import dealt

GAME = dealt("sea-or-shore", 3, 1)
OFFICIALS = [{"name": "Kim"}, {"name": "Mo", "level": "head"}]
CLOSE = {"do": "close", "result": {"end": "abandoned"}}
CLAIM = {"do": "dispute", "by": "p1", "about": 2, "claim": "not so"}
RULING = {
    "do": "ruling",
    "by": "Kim",
    "dispute": 7,
    "verdict": "dismissed",
    "remedy": "stand",
    "facts": {"standard": "agreed", "text": "it was so"},
}
HALF_AN_HOUR = 30 * 60


@pytest.fixture
def still(tmp_path: Path) -> Iterator[Still]:
    with Still(tmp_path) as service:
        yield service


def a_table(still: Still, **header: Any) -> str:
    return still.record({**GAME.header, "officials": OFFICIALS, **header}, GAME.scribe[:6])


def a_hall(still: Still, *tables: str, title: str = "Open") -> str:
    """A tournament whose first round has these records."""
    header = header_of(TOURNAMENT, title, [dict(one) for one in OFFICIALS], None, still.now, still.service.random)
    seats = ["ann", "bob", "cleo"]
    entered: list[dict[str, Any]] = [{"do": "enter", "player": one, "name": one.title()} for one in seats]
    seated = [{"table": n, "game": "sea-or-shore", "players": seats, "record": one} for n, one in enumerate(tables, 1)]
    round_1 = {"do": "round", "round": 1, "seed": "0" * 64, "tables": seated}
    hall = str(header["id"])
    still.store.create(header, record_id=hall, at=still.now)
    still.store.append(hall, [setup_of(FormatWords(1, ["sea-or-shore"])), *entered, round_1], at=still.now)
    return hall


def log(still: Still, record: str, *bodies: dict[str, Any]) -> None:
    """Lines that somebody else stores, which the service comes upon."""
    stamped = [{"at": to_text(still.now), **body} for body in bodies]
    still.store.append(record, stamped, at=still.now)
    still.look()


def is_in(still: Still, guest: Guest) -> bool:
    return still.get("/me", guest).status == 200


def grant_of(still: Still, guest: Guest) -> Grant:
    session = still.register.session(guest.secret or "")
    assert session is not None
    return session.grant


def listed(still: Still, record: str, desk: Guest) -> list[tuple[str, str]]:
    links = still.get(f"/records/{record}/grants", desk).json["links"]
    return [(one["state"], one["why"]) for one in links if one["role"] == "official"]


def test_the_link_of_an_event_ends_when_its_tournament_is_closed(still: Still) -> None:
    table = a_table(still, event="Open")
    hall, other = a_hall(still, table), a_hall(still, title="Another")
    token = still.token("official", event="Open", name="Kim")
    kim, desk = still.open(token, "Kim's phone"), still.join("desk")
    waiting = still.open(token, "Kim's tablet", ask=True)
    elsewhere, scribe = still.join("official", event="Another", name="Mo"), still.join("scribe", table)
    streams = [still.follow(table, kim), still.follow(hall, kim), still.followed("/desk/live", kim)]
    news = still.followed("/desk/live", desk)
    log(still, other, {"do": "note", "text": "the doors are open"})
    assert is_in(still, kim) and listed(still, table, desk) == [("in use", "")]
    log(still, hall, CLOSE)
    for stream in streams:
        assert stream.is_over() and stream.frames()[-1] == ("ended", {"why": "the link ended with its event"})
    assert not is_in(still, kim) and not is_in(still, waiting)
    assert is_in(still, elsewhere) and is_in(still, scribe) and is_in(still, desk)
    assert ("desk", {"what": "links", "record": table}) in news.frames()
    unknown = still.post("/join", NOBODY, {"token": "A" * 22, "device": "a phone"})
    again = still.post("/join", NOBODY, {"token": token, "device": "a phone"})
    assert again == unknown and again.status == 404
    assert listed(still, table, desk) == listed(still, hall, desk) == [("ended", "ended with the event")]


def test_closing_at_the_desk_ends_the_link_without_waiting_for_anything_else(still: Still) -> None:
    hall = a_hall(still)
    kim, desk = still.join("official", event="Open", name="Kim"), still.join("desk")
    stream = still.follow(hall, kim)
    assert (
        still.post(f"/records/{hall}/close", kim, {"key": "k", "expect": still.size(hall), "end": "abandoned"}).status
        == 200
    )
    assert still.service.hub._bell.is_set(), "the hub does not sleep for half a second first"
    still.look()
    assert stream.is_over() and not is_in(still, kim)
    assert listed(still, hall, desk) == [("ended", "ended with the event")]


def test_a_matter_at_a_table_keeps_the_officials_of_a_closed_tournament(still: Still) -> None:
    table = a_table(still, event="Open")
    hall = a_hall(still, table)
    kim = still.join("official", event="Open", name="Kim")
    log(still, table, CLAIM)
    log(still, hall, CLOSE)
    assert is_in(still, kim)
    log(still, table, {**RULING, "appeal_until": to_text(still.now + 60 * 1_000_000)})
    still.wait(59)
    assert is_in(still, kim)
    still.wait(1)
    assert not is_in(still, kim), "nobody may appeal any more, and nobody need say so"


def test_a_table_that_cannot_be_read_does_not_keep_them(still: Still, tmp_path: Path) -> None:
    table = a_table(still, event="Open")
    hall = a_hall(still, table, "01JD0000000000000000000000")
    kim = still.join("official", event="Open", name="Kim")
    with closing(sqlite3.connect(tmp_path / "records.db", isolation_level=None)) as tool:
        for (name,) in tool.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            tool.execute(f'DROP TRIGGER "{name}"')
        of_table = "record = (SELECT record FROM tips WHERE id = ?)"
        tool.execute(f"UPDATE events SET payload = zeroblob(9) WHERE {of_table}", (table,))
    log(still, hall, CLOSE)
    assert not is_in(still, kim)


def test_the_link_of_a_table_ends_once_nobody_may_contest_its_result(still: Still) -> None:
    table = a_table(still)
    kim = still.join("official", table, name="Kim")
    late = still.join("official", table, name="Mo", until=still.now + 60_000_000)
    still.wait(60)
    assert not is_in(still, late)
    log(still, table, CLOSE)
    still.wait(HALF_AN_HOUR - 1)
    assert is_in(still, kim), "the score may be claimed for half an hour after the result"
    still.wait(1)
    assert not is_in(still, kim)
    desk = still.join("desk")
    assert listed(still, table, desk) == [("ended", "ended with the event")], "Mo's ended by time, and is closed"


@pytest.mark.parametrize(
    ("windows", "minutes"),
    [({"claim": {"until": "close"}}, 0), ({"conduct": {"after": "result", "for": "PT2H"}}, 120)],
)
def test_windows_that_the_table_agreed_on_count(still: Still, windows: dict[str, Any], minutes: int) -> None:
    table = a_table(still, windows={"score": {"until": "sign"}, **windows})
    kim = still.join("official", table, name="Kim")
    log(still, table, CLOSE)
    if minutes:
        still.wait(minutes * 60 - 1)
        assert is_in(still, kim)
        still.wait(1)
    assert not is_in(still, kim)


def test_whatever_waits_for_an_official_keeps_the_link(still: Still) -> None:
    table = a_table(still)
    kim = still.join("official", table, name="Kim")
    log(still, table, CLAIM, CLOSE)
    still.wait(HALF_AN_HOUR)
    assert is_in(still, kim), "the claim is not decided"
    log(still, table, RULING)
    still.wait(11 * 3600)
    assert is_in(still, kim), "an appeal has no end until somebody says that the matter is final"
    log(still, table, {"do": "final", "by": "Kim", "dispute": 7})
    assert not is_in(still, kim)


def test_a_correction_that_waits_keeps_the_link(still: Still) -> None:
    table = a_table(still)
    kim = still.join("official", table, name="Kim")
    log(
        still,
        table,
        CLOSE,
        {"do": "note", "text": "done"},
        {"do": "amend", "by": "scribe", "target": 5, "action": None},
    )
    still.wait(HALF_AN_HOUR)
    assert is_in(still, kim)


def test_a_close_that_was_taken_back_ends_nothing(still: Still) -> None:
    table = a_table(still)
    kim = still.join("official", table, name="Kim")
    log(still, table, CLOSE)
    log(still, table, {"do": "amend", "by": "scribe", "target": 7, "action": None})
    still.wait(HALF_AN_HOUR)
    assert is_in(still, kim)


def test_a_new_link_reopens_a_matter_and_ends_with_it_again(still: Still) -> None:
    table = a_table(still)
    still.join("official", table, name="Mo")
    log(still, table, CLAIM, RULING, {"do": "final", "by": "Kim", "dispute": 7}, CLOSE)
    still.wait(HALF_AN_HOUR + 1)
    desk = still.join("desk")
    assert listed(still, table, desk) == [("ended", "ended with the event")]
    made = still.post(f"/records/{table}/grants", desk, {"role": "official", "name": "Mo"}).json
    mo = still.open(made["link"].partition("#")[2])
    assert listed(still, table, desk) == [("in use", "")], "the new one stands in its place"
    log(still, table, {"do": "note", "text": "Mo is back"})
    still.wait(3600)
    assert is_in(still, mo)
    assert still.write(table, mo, {"do": "reopen", "dispute": 7, "why": "a photo was found"}).status == 200
    still.wait(3600)
    assert is_in(still, mo)
    assert still.write(table, mo, {**RULING, "by": "Mo"}, {"do": "final", "by": "Mo", "dispute": 7}).status == 200
    still.look()
    assert not is_in(still, mo)


def test_what_was_over_before_the_service_began_is_noticed(tmp_path: Path) -> None:
    with Still(tmp_path / "first") as still:
        table = a_table(still)
        kim = still.join("official", table, name="Kim")
        grant = grant_of(still, kim).id
        still.store.append(table, [{"at": to_text(still.now), **CLOSE}], at=still.now)
        still.now += HALF_AN_HOUR * 1_000_000
        still.look()
        assert not is_in(still, kim)
        (kept,) = (one for one in still.register.grants() if one.id == grant)
        assert kept.ended_with_event and kept.over_at == still.now
        desk = still.join("desk")
        assert still.ask("DELETE", f"{API}/records/{table}/grants/{grant}", desk).json["links"] == []


def test_nothing_is_looked_at_twice(still: Still, monkeypatch: pytest.MonkeyPatch) -> None:
    table = a_table(still)
    asked: list[str] = []
    info = still.store.info

    def noted(record_id: str) -> Info:
        asked.append(record_id)
        return info(record_id)

    monkeypatch.setattr(still.store, "info", noted)
    still.join("official", table, name="Kim")
    still.look()
    assert asked
    asked.clear()
    for _ in range(20):
        still.wait(1)
    assert asked == []


def test_a_link_to_what_is_not_there_ends_by_time_only(still: Still) -> None:
    still.token("official", "01JD0000000000000000000000", name="Kim")
    still.token("official", event="Nowhere", name="Mo")
    still.look()
    assert [one.over_at for one in still.register.grants()] == [None, None]


def test_a_busy_table_does_not_make_it_look_with_every_line(still: Still) -> None:
    """Lines come a hundred times a second, and each look asks for all links of officials."""
    looks: list[int] = []

    def officials() -> list[Grant]:
        looks.append(1)
        return []

    async def never(_: Grant) -> None:
        raise AssertionError("no link ends here")

    async def lines() -> None:
        ended = EndedLinks(EventEnds(still.service.store, still.service.halls), lambda: 0, never)
        for place in range(50):
            ended.begin(place, officials)
        assert len(looks) == 1
        await asyncio.sleep(REST)
        ended.begin(50, officials)
        assert len(looks) == 2

    still.run(lines())
