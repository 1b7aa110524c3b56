"""The organiser's board reads no table that it need not: and what it shows is the same with any index, or none."""

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from cli.desk.index.index_file import INDEX_VERSION
from cli.machine.derived_file import index_path
from records.store import open_store
from replay.outcome_making import outcome_at
from tests.helpers.counted import calls_of
from tests.helpers.shell import Shell
from tests.test_cli_tournament import DAY, day, play, seated, table_record

__all__ = ["day", "seated"]  # fixtures

CLAIM = {"do": "dispute", "by": "p2", "about": 3, "claim": "it was not so", "kind": "illegal"}
WAITS = {"do": "rewind", "to": 20, "why": "the cards fell"}
"""All have signed, so that it waits for their word or a ruling."""
BOARD = ("tournament", "board", DAY, "--all", "--json")


def board(qm: Shell) -> tuple[list[dict[str, Any]], int]:
    """What the board shows, and how many tables were worked out for it."""
    with calls_of(outcomes=outcome_at) as called:
        rows = qm(*BOARD).ok().json_lines
    return [{name: value for name, value in row.items() if name != "minutes"} for row in rows], called["outcomes"]


def without_index(qm: Shell) -> list[dict[str, Any]]:
    """What the board shows if nothing was kept."""
    path = Path(index_path(str(qm.db)))
    kept = path.read_bytes() if path.exists() else None
    for end in ("", "-wal", "-shm"):
        Path(f"{path}{end}").unlink(missing_ok=True)
    rows, _ = board(qm)
    if kept is not None:
        path.write_bytes(kept)
    return rows


@pytest.fixture
def collected(day: Shell) -> Shell:
    """Both tables are played, signed and collected, and the index knows them."""
    for number, table in enumerate(("r1t1", "r1t2")):
        play(day, table, seed=number)
    day("tournament", "collect", DAY).ok()
    day("index", "update").ok()
    return day


def states(rows: list[dict[str, Any]]) -> list[str]:
    return [row["state"] for row in rows]


def test_a_collected_table_is_not_read_again(collected: Shell) -> None:
    plain = without_index(collected)
    assert states(plain) == ["collected", "collected"]
    assert board(collected) == (plain, 0)


def test_a_table_that_went_on_or_is_contested_is_read(collected: Shell) -> None:
    """The row of the index is of another head: it says nothing."""
    with open_store(collected.db) as store:
        store.append(table_record(collected, "r1t1"), [CLAIM], at=2 * 10**15)
    rows, read = board(collected)
    assert (states(rows), read) == (["gone on", "collected"], 2), "one at two heads"
    assert "D1 open: it was not so" in rows[0]["words"]
    assert rows == without_index(collected)
    collected("index", "update").ok()
    assert board(collected)[0] == rows


@pytest.mark.parametrize("line", [CLAIM, WAITS], ids=["claim", "correction"])
def test_what_is_open_at_the_very_head_that_was_collected_is_shown(collected: Shell, line: dict[str, Any]) -> None:
    """As somebody may log it by hand: a result of a table at which a claim is open, or a correction waits."""
    gone_on(collected, "r1t1", line)
    plain = without_index(collected)
    assert states(plain) == ["disputed", "collected"]
    collected("index", "update").ok()
    assert board(collected) == (plain, 2), "it is read, at both heads that results name"


def gone_on(qm: Shell, table: str, line: dict[str, Any]) -> str:
    """A table has one more line, and a result names the whole head that it has then; its record."""
    record = table_record(qm, table)
    with open_store(qm.db) as store:
        store.append(record, [line], at=2 * 10**15)
        tournament = next(info.id for info in store.records() if info.header.game == "tournament")
        lines = [json.loads(one) for one in store.read(tournament)]
        result = next(one for one in lines if one.get("do") == "result" and one["record"] == record)
        store.append(tournament, [{**result, "head": store.head(record).text()}], at=2 * 10**15)
    return record


WRONG = {
    "an older size": "UPDATE records SET size = size - 1",
    "another root": "UPDATE records SET root = zeroblob(32)",
    "other rules": "UPDATE records SET rules = '0.0.0/1'",
    "another game": "UPDATE records SET game = 'tournament'",
    "out of reach": "UPDATE records SET rules = ''",
    "nothing": "DELETE FROM records",
    "other tables": "DROP TABLE findings; DROP TABLE records",
    "another version": f"PRAGMA user_version = {INDEX_VERSION - 1}",
}


@pytest.mark.parametrize("sql", WRONG.values(), ids=WRONG)
def test_a_stale_index_changes_nothing(collected: Shell, sql: str) -> None:
    plain = without_index(collected)
    with closing(sqlite3.connect(index_path(str(collected.db)))) as raw:
        raw.executescript(sql)
    assert board(collected) == (plain, 2)


def truncated(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:5000])


def a_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


@pytest.mark.parametrize("spoil", [truncated, a_folder, Path.unlink])
def test_a_lost_index_changes_nothing(collected: Shell, spoil: Callable[[Path], None]) -> None:
    plain = without_index(collected)
    path = Path(index_path(str(collected.db)))
    for end in ("-wal", "-shm"):
        Path(f"{path}{end}").unlink(missing_ok=True)
    spoil(path)
    assert board(collected) == (plain, 2)


def test_a_table_whose_root_is_kept_back_is_compared_as_it_is(collected: Shell) -> None:
    """A hidden card without a salt: a result that names the root all the same names another head than the table's."""
    with open_store(collected.db) as store:
        lines = [json.loads(line) for line in store.read(table_record(collected, "r1t2"))]
    hidden = next(line for line in lines if "salt" in line and line["do"] != "setup")
    bare = gone_on(collected, "r1t2", {name: value for name, value in hidden.items() if name != "salt"})
    plain = without_index(collected)
    assert states(plain) == ["collected", "gone on"]
    collected("index", "update").ok()
    with closing(sqlite3.connect(index_path(str(collected.db)))) as raw:
        assert raw.execute("SELECT record FROM records WHERE unpinned = 1").fetchall() == [(bare,)]
    assert board(collected)[0] == plain


def test_who_watches_pays_only_for_tables_that_went_on(day: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    play(day, "r1t1")
    play(day, "r1t2", signed=False)
    seen: list[int] = []

    def between(_: float) -> None:
        seen.append(called["outcomes"])
        if len(seen) == 3:
            raise KeyboardInterrupt
        if len(seen) == 2:
            with open_store(day.db) as store:
                store.append(table_record(day, "r1t2"), [CLAIM], at=2 * 10**15)

    monkeypatch.setattr("cli.terminal.tournament_screen.time.sleep", between)
    with calls_of(outcomes=outcome_at) as called:
        day("tournament", "board", DAY, "--watch", "--json")
    assert seen == [2, 2, 3]
