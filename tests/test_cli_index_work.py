"""To keep the index costs little more than to audit: nothing is read, hashed or judged twice. By counting."""

import sqlite3
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from cli import __version__
from cli.desk.audits import Wanted, audit_record
from cli.desk.index.index_entries import looked_at
from cli.terminal.indexed import PARALLEL_FROM
from records.ids import id_of
from records.store import open_store
from records.tree import leaf_hash
from replay.disputes.log_reader import LogReader
from replay.game import Game
from replay.library import game_of
from replay.read import read_timeline
from replay.simulation import simulate
from tests.helpers.counted import ALL, calls_of
from tests.helpers.dispute_samples import HEADER, PLAY, dispute
from tests.helpers.indexes import every_row, index_at
from tests.helpers.shell import Shell
from tests.helpers.store_samples import NOW, record_id
from tests.helpers.tools import UNLINKED

ONCE = 300
"""Calls for what comes once for a record, however long it is: its result and its rows."""


def counted(game: Game, do: Callable[[], object]) -> Counter[str]:
    """What was called, once all that is kept has been made."""
    do()
    with calls_of(
        folds=game.reduce, completions=game.complete, reads=read_timeline, logged=LogReader.add, hashed=leaf_hash
    ) as found:
        do()
    return found


@pytest.mark.parametrize("game_id", UNLINKED)
def test_an_entry_is_little_more_work_than_an_audit(game_id: str, tmp_path: Path) -> None:
    record = simulate(game_id, players=game_of(game_id).player_counts[-1], seed=5)
    with open_store(tmp_path / "s.db") as store:
        one = store.import_record(record, record_id=id_of(record), at=NOW)[0].id
        audit = counted(game_of(game_id), lambda: audit_record(store.load(one), one, Wanted("effective", False)))
        entry = counted(game_of(game_id), partial(looked_at, store, one, __version__))
    for what in ("folds", "completions", "reads", "logged", "hashed"):
        assert entry[what] <= audit[what], what
    assert entry[ALL] <= 1.1 * audit[ALL] + ONCE, (entry[ALL], audit[ALL])


def test_several_processes_make_the_same_rows_as_one(qm: Shell) -> None:
    """With a damaged record among them: each looks at shares of them, and one writes."""
    amount = PARALLEL_FROM + 6
    qm.db.parent.mkdir(parents=True)
    with open_store(qm.db) as store:
        for number in range(amount):
            one = record_id(number)
            store.create({**HEADER, "id": one}, record_id=one, at=NOW)
            store.append(one, [*PLAY, dispute()][: number % 5 or 1], at=NOW)
    with sqlite3.connect(qm.db) as raw:
        raw.execute("DROP TRIGGER events_update")
        raw.execute("UPDATE events SET payload = x'c1' WHERE record = 3")
    made = []
    for workers in (1, 2):
        told = qm("index", "rebuild", "--workers", workers, "--json").failed(3)
        assert told.json["records"] == amount
        with index_at(Path(told.json["path"])) as (index, _):
            made.append(every_row(index))
    assert made[0] == made[1]
    assert len(made[0]["records"]) == amount
