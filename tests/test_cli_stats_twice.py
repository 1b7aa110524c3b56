"""Two scribes' records of one table: one game was played, and statistics say that they count it once."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.helpers.counted_games import counted
from tests.helpers.shell import Shell

NAMES = ["Ann", "Bob", "Cleo"]
WHERE: dict[str, Any] = {"event": "Autumn Open", "round": 1, "table": 2}


def both(qm: Shell, other: dict[str, Any] | None = None) -> None:
    """A record, and another of the same table unless its header differs."""
    counted(qm, 1, NAMES, **WHERE, scribe="Kim")
    counted(qm, 1, NAMES, **{**WHERE, **(other or {})}, scribe="Lou")


def test_one_table_is_one_game_in_every_form(qm: Shell) -> None:
    both(qm)
    counted(qm, 2, NAMES, event="Autumn Open", round=2, table=2)
    found = qm("stats", "--json").json
    assert found["games"][0]["games"] == 2
    assert found["told_twice"] == 1
    assert {one["games"] for one in found["people"]} == {2}
    assert {one["games"] for one in found["order"]} == {2}
    assert found["against"]["Ann"]["Bob"][1] == 2
    assert len(qm("stats", "sea-or-shore", "--json").json["points"]["records"]) == 2
    said = "1 record is not counted: another record tells of the same table"
    assert said in qm("stats").out
    assert said in qm("stats", "ann").out
    assert "2 games since " in qm("stats").out
    assert {line.split(",")[1] for line in qm("stats", "--csv").out.splitlines()[1:]} == {"2"}
    qm("stats", "--html", "-o", "stats.html").ok()
    page = (qm.folder / "stats.html").read_text()
    assert said in page
    assert "of 2" in page


@pytest.mark.parametrize(
    "other",
    [
        {"round": 2},
        {"table": 3},
        {"event": "Spring Open"},
        {"players": [{"seat": "p1", "name": "Bob"}, {"seat": "p2", "name": "Ann"}, {"seat": "p3", "name": "Cleo"}]},
    ],
    ids=["round", "table", "event", "seats"],
)
def test_another_round_table_event_or_seating_is_another_game(qm: Shell, other: dict[str, Any]) -> None:
    both(qm, other)
    assert qm("stats", "--json").json["games"][0]["games"] == 2
    assert "not counted" not in qm("stats").out


def test_games_at_home_without_a_table_all_count(qm: Shell) -> None:
    for scribe in ("Kim", "Lou"):
        counted(qm, 1, NAMES, event="Friday", scribe=scribe)
    assert qm("stats", "--json").json["games"][0]["games"] == 2


def test_a_club_that_calls_all_its_evenings_alike_has_all_its_games(qm: Shell) -> None:
    timed(qm, "2026-03-06")
    timed(qm, "2026-03-13")
    assert qm("stats", "--json").json["games"][0]["games"] == 2


def timed(qm: Shell, day: str, change: Callable[[int], str] = lambda n: f"{19 + n // 60}:{n % 60:02}") -> None:
    from tests.helpers.counted_games import put_in
    from tests.helpers.tools import dealt

    one = dealt("sea-or-shore", 3, 1)
    seats = [player["seat"] for player in one.header["players"]]
    players = [{"seat": seat, "name": name} for seat, name in zip(seats, NAMES, strict=True)]
    bodies = [{**body, "at": f"{day}T{change(number)}:00Z"} for number, body in enumerate(one.full)]
    put_in(qm, [{**one.header, "players": players, **WHERE, "scribe": day}, *bodies])


def test_the_closed_record_is_the_one_that_counts(qm: Shell) -> None:
    both(qm)
    first, second = (line["id"] for line in qm("list", "--json").json_lines)
    assert points_of(qm) == [first]
    qm("close", second, "--by", "Lou").ok()
    assert points_of(qm) == [second]


def points_of(qm: Shell) -> list[str]:
    """The record that counts, as another game makes a series of two."""
    if qm("list", "--json").out.count('"id"') == 2:
        counted(qm, 7, NAMES)
    records: list[str] = qm("stats", "sea-or-shore", "--json").json["points"]["records"]
    other = qm("list", "--title", "Game 7", "--json").json["id"]
    return [one for one in records if one != other]
