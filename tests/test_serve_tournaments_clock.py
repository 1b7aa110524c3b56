"""The clock of a round and the counts in the menu: from the log and the clock of the service, of no other device."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from cli.desk.tournaments.tournament_tables import tournament_of
from cli.desk.tournaments.tournaments_clock import round_clock
from records.clock import from_text
from records.record import of_bodies
from tests.helpers.hall import Organiser, told
from tests.helpers.serving import API, Phone, Serving
from tests.helpers.tournament_cases import Writer

SECOND = 1_000_000
FORM: dict[str, Any] = {
    "title": "Timed Open",
    "rounds": 2,
    "games": ["loot-island", "sea-or-shore"],
    "officials": ["Kim", "Mo:head"],
    "csv": "name\nAnn\nBob\nCleo\nDee\nEve\nFay\nGus\nHal\nIda\n",
    "minutes": 75,
}


@pytest.fixture
def desk(serving: Serving) -> Iterator[Phone]:
    with serving.join("desk", device="the laptop") as client:
        yield client


def begun(serving: Serving, desk: Phone, **fields: Any) -> Organiser:
    made = told(desk.post(f"{API}/tournaments", json={**FORM, **fields}))
    return Organiser(serving, desk, made["id"])


def extend(day: Organiser, table: int, seconds: int) -> None:
    body = {"do": "extend", "round": 1, "table": table, "seconds": seconds}
    day.serving.store.append(day.hall, [body], at=day.serving.clock())


@contextmanager
def later(serving: Serving, seconds: int) -> Iterator[None]:
    """The clock of the service, set ahead."""
    serving.ahead += seconds * SECOND
    try:
        yield
    finally:
        serving.ahead -= seconds * SECOND


def clock(day: Organiser) -> dict[str, Any]:
    """The clock as it is told; what is left follows from the line of the round and the time of the service."""
    record = day.serving.store.load(day.hall)
    began = next(from_text(event.at) for event in record.events if event.do == "round" and event.at is not None)
    earliest = day.serving.clock()
    found: dict[str, Any] = day.get("/summary")["clock"]
    passed = [(one - began) // SECOND for one in (earliest, day.serving.clock())]
    assert passed[0] <= 75 * 60 - found["left"] <= passed[1]
    return found


def test_the_time_of_a_round_runs_from_its_line_in_the_log(serving: Serving, desk: Phone) -> None:
    day = begun(serving, desk)
    assert day.get("/summary")["clock"] is None, "no round is seated yet"
    day.seat()
    found = clock(day)
    assert (found["round"], found["minutes"], found["given"]) == (1, 75, {})
    with later(serving, 37 * 60):
        extend(day, 2, 240)
        assert clock(day)["given"] == {"r1t2": 240}
        assert [one["given"] for one in day.tables()] == [0, 240]
    with later(serving, 80 * 60):
        assert clock(day)["left"] < -4 * 60, "it says by how much the time is over"


def test_the_counts_of_the_menu(serving: Serving, desk: Phone) -> None:
    day = begun(serving, desk, title="Counted Open", minutes=60)
    day.seat()
    day.play("r1t1")
    found = day.get("/summary")
    assert (found["round"], found["rounds"], found["ready"], found["entrants"], found["penalties"]) == (1, 2, 1, 9, 0)
    day.post("/drop", names=["Ida"])
    day.post("/collect")
    assert (day.get("/summary")["ready"], day.get("/summary")["entrants"]) == (0, 8)
    day.play("r1t2")
    day.post("/collect")
    assert day.get("/summary")["clock"] is None, "nobody plays any more"


def test_without_a_length_or_a_time_there_is_no_clock(serving: Serving, desk: Phone) -> None:
    day = begun(serving, desk, title="Untimed Open", minutes=None)
    day.seat()
    assert day.get("/summary")["clock"] is None
    for at in ({}, {"at": "2026-11-18T10:00:00Z"}):
        seated = Writer().setup(minutes=60).round()
        lines = [*seated.lines[:-1], {**seated.lines[-1], **at}]
        found = round_clock(tournament_of(of_bodies(seated.header, lines), "R"), from_text("2026-11-18T10:10:00Z"))
        assert (found and found.left) == (50 * 60 if at else None)


def test_only_officials_and_the_desk_see_it(serving: Serving, desk: Phone) -> None:
    day = begun(serving, desk, title="Closed Open")
    with serving.join("official", event="Closed Open", name="Kim") as kim:
        assert kim.get(f"{API}/tournaments/{day.hall}/summary").status_code == 200
    with serving.join("spectator", day.hall) as guest:
        assert guest.get(f"{API}/tournaments/{day.hall}/summary").status_code == 403
