"""Statistics of many people: what is shown says that there is more, and every table can be had whole."""

import csv
import io
from pathlib import Path
from sqlite3 import Cursor
from typing import Any

import pytest

from cli import __version__
from cli.desk.index.index_file import INDEX_VERSION, Index
from cli.desk.index.index_sql import COLUMNS, INSERT, TABLES
from cli.desk.index.index_stats import statistics
from cli.desk.index.stats_asked import StatsAsked
from cli.export.html.stats_page import stat_plots
from cli.export.stats_csv import PARTS
from cli.machine.derived_file import DerivedFile
from tests.helpers.counted_games import counted, twenty_people
from tests.helpers.shell import Shell


def rows(qm: Shell, *asked: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(qm("stats", "--csv", *asked).ok().out)))


def test_twenty_people_are_all_there_and_the_text_says_when_it_shows_some(qm: Shell) -> None:
    twenty_people(qm)
    found = qm("stats", "--json").json
    assert len(found["people"]) == found["people_in_all"] == len(rows(qm)) == 20
    told = qm("stats").out
    assert "12 of 20; --most N, or --csv, shows more" in told
    assert told.count("\nPerson") == 12
    whole = qm("stats", "--most", "20").out
    assert whole.count("\nPerson") == 20
    assert "--most" not in whole
    assert qm("stats", "--most", "3").out.count("\nPerson") == 3


def test_all_opponents_of_a_player_are_there(qm: Shell) -> None:
    twenty_people(qm)
    ahead = qm("stats", "person00", "--json").json["against"]["Person00"]
    assert len(ahead) == 19
    told = qm("stats", "person00").out
    assert "13 of 20; --most N, or --csv, shows more" in told
    assert "12 of 19; --most N, or --csv --part opponents, shows more" in told
    found = rows(qm, "person00", "--part", "opponents")
    assert {one["opponent"]: [int(one["ahead"]), int(one["games"])] for one in found} == ahead
    assert {one["name"] for one in found} == {"Person00"}


def test_the_page_says_that_there_is_more(qm: Shell) -> None:
    twenty_people(qm)
    qm("stats", "--html", "-o", "stats.html").ok()
    page = (qm.folder / "stats.html").read_text()
    assert "12 of 20 people; --most N, or --csv, shows more" in page
    assert page.count("<tr><th>Person") == 12
    qm("stats", "--html", "--most", "20", "-o", "stats.html", "-f").ok()
    page = (qm.folder / "stats.html").read_text()
    assert "--most" not in page
    assert page.count("<tr><th>Person") == 20


@pytest.mark.parametrize("part", list(PARTS))
def test_every_part_is_a_table_with_its_columns(qm: Shell, part: str) -> None:
    counted(qm, 1, ["Ann", "Bob", "Cleo"], lines=None)
    counted(qm, 2, ["Ann", "Bob", "Cleo"], "loot-island")
    told = qm("stats", "--csv", "--part", part).ok().out.splitlines()
    assert told[0] == ",".join(PARTS[part][0])
    assert part == "rules" or len(told) > 1
    assert all(column in qm("help", "index").out for column in PARTS[part][0])
    assert qm("stats", "--csv").out == qm("stats", "--csv", "--part", "people").out


def test_parts_say_what_the_json_says(qm: Shell) -> None:
    counted(qm, 1, ["Ann", "Bob", "Cleo"])
    counted(qm, 2, ["Ann", "Bob", "Cleo"], "loot-island")
    found = qm("stats", "--json").json
    assert [(one["game"], int(one["games"])) for one in rows(qm, "--part", "lengths")] == [
        (one["game"], one["games"]) for one in found["games"]
    ]
    changed = rows(qm, "--part", "hindsight")
    assert sum(int(one["answers_changed"]) for one in changed) == found["turned"]
    assert [(int(one["order"]), int(one["wins"])) for one in rows(qm, "--part", "seats")] == [
        (one["order"], one["wins"]) for one in found["order"]
    ]


def test_what_does_not_go_together_is_refused(qm: Shell) -> None:
    assert "CSV and JSON are always whole" in qm("stats", "--csv", "--most", "3").failed(2).err
    assert "--part goes with --csv" in qm("stats", "--part", "rules").failed(2).err
    qm("stats", "--csv", "--part", "nonsense").failed(2)


def test_all_rules_that_were_broken_are_there(tmp_path: Path) -> None:
    """Twenty of them, the one broken most first; each with its sentence, its id small and last."""
    index = Index(DerivedFile(str(tmp_path / "some.index.db"), TABLES, INDEX_VERSION), __version__)
    broken = [number for number in range(20) for _ in range(number + 1)]
    with index.file.writing() as cursor:
        write(cursor, "records", plays=1)
        for at, one in enumerate(broken):
            says = f"Rule {one} is kept."
            write(cursor, "findings", rule=f"SS-R-{one}", number=at, answer="broken", says=says, word="ann")
    whole, some = (statistics(index, StatsAsked(), most) for most in (None, 12))
    assert [one.times for one in whole.rules] == list(range(20, 0, -1))
    assert whole.rules[:12] == some.rules
    assert some.rules_in_all == 20
    (plot,) = [plot for plot in stat_plots(some, "; see more") if plot.name.startswith("Rules")]
    assert plot.note == "moves against a rule, in 1 game; 12 of 20 rules; see more"
    assert plot.bars[0].label == "Rule 19 is kept."
    assert plot.bars[0].small == "Sea or Shore · ann 20 · SS-R-19"


def write(cursor: Cursor, table: str, **cells: Any) -> None:
    """A row of the index of a game that is over; what is not given is 0 or empty."""
    told: dict[str, Any] = {"record": "R1", "root": b"", "game": "sea-or-shore", "over": 1, **cells}
    kinds = {name: kind for _, name, kind, *_ in cursor.execute(f"PRAGMA table_info({table})").fetchall()}
    empty = {"TEXT": "", "INTEGER": 0, "BLOB": b""}
    cursor.execute(INSERT[table], [told.get(column, empty[kinds[column]]) for column in COLUMNS[table]])
