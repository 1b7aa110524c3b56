"""The index judges a tournament by its tables, as an audit does, and follows them."""

from pathlib import Path
from typing import Any

import pytest

from cli.desk.audits import Wanted, audit_record
from cli.desk.index.index_current import bring_current, looking_here
from cli.desk.index.index_file import Index
from cli.desk.tournaments.tournament_tables import cut_after
from cli.machine.linked_records import from_store
from records.record import from_bytes
from records.store import Store, open_store
from tests.helpers.indexes import every_row, faults, index_at
from tests.helpers.shell import Shell
from tests.helpers.store_samples import NOW
from tests.helpers.tools import FIXTURES

DAY = FIXTURES / "tournament" / "harbour-open.jsonl"
TABLES = sorted((FIXTURES / "tournament" / "harbour-open").glob("*.jsonl"))


def imported(store: Store, *paths: Path) -> list[str]:
    """The ids of records that were brought into the store."""
    ids = []
    for path in paths:
        record = from_bytes(path.read_bytes(), path.name)
        ids.append(str(record.header.id))
        store.import_record(record, record_id=ids[-1], at=NOW)
    return ids


def kept(index: Index, record_id: str) -> list[tuple[Any, ...]]:
    """The findings of a record in the index."""
    sql = "SELECT seq, rule, answer, settled, why FROM findings WHERE record = ? ORDER BY number"
    return index.rows(sql, (record_id,))


def audited(store: Store, record_id: str) -> list[tuple[Any, ...]]:
    """The findings of its audit."""
    answer = audit_record(store.load(record_id), record_id, Wanted("effective", False), from_store(store))
    return [(one["seq"], one["rule"], one["answer"], int("settled" in one), one["why"]) for one in answer["findings"]]


def test_a_tournament_has_the_findings_of_its_audit_and_follows_its_tables(store: Store, tmp_path: Path) -> None:
    first = from_bytes(TABLES[0].read_bytes(), "first")
    name = str(first.header.id)
    with index_at(tmp_path / "i.db") as (index, file), index_at(tmp_path / "new.db") as (rebuilt, _):
        (day,) = imported(store, DAY)
        bring_current(index, store)
        alone = kept(index, day)
        assert alone == audited(store, day)
        imported(store, *TABLES[1:])
        store.import_record(cut_after(first, 40), record_id=name, at=NOW)
        assert bring_current(index, store) == len(TABLES) + 1, "a tournament whose tables have come is looked at"
        some = kept(index, day)
        assert len(alone) > len(some) > 1, "what the cut table tells stays open"
        assert some == audited(store, day)
        store.append(name, first.events[40:], at=NOW + 1)
        assert bring_current(index, store) == 2, "the table and its tournament"
        assert kept(index, day) == audited(store, day) != some
        store.append(name, [{"do": "rewind", "to": 100, "by": "Kim", "why": "it was not so"}], at=NOW + 2)
        assert bring_current(index, store) == 2
        assert kept(index, day) == audited(store, day)
        assert (name, store.head(name).size) in index.rows("SELECT linked, linked_size FROM links")
        assert not faults(index, file, store)
        bring_current(rebuilt, store)
        assert every_row(index) == every_row(rebuilt)
        assert bring_current(index, store) == 0


def test_where_the_feed_is_not_read_the_heads_of_tables_are_compared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cli.desk.index.index_current.FEED_MOST", 0)
    with open_store(tmp_path / "records.db") as store, index_at(tmp_path / "i.db") as (index, file):
        (_, table) = imported(store, DAY, TABLES[1])
        bring_current(index, store)
        store.append(table, [{"do": "rewind", "to": 20, "by": "Kim", "why": "it was not so"}], at=NOW + 1)
        assert bring_current(index, store) == 2
        assert bring_current(index, store) == 0
        assert not faults(index, file, store)


def test_an_answer_by_older_tables_that_comes_late_does_not_replace_a_newer_one(tmp_path: Path) -> None:
    with open_store(tmp_path / "records.db") as store, index_at(tmp_path / "i.db") as (index, file):
        (day,) = imported(store, DAY)
        slow = list(looking_here(index, store)([day]))
        imported(store, TABLES[1])
        bring_current(index, store)
        index.write(slow)
        assert not faults(index, file, store)


def test_a_list_and_a_check_follow_the_tables(qm: Shell) -> None:
    qm("import", DAY).ok()
    qm("import", *TABLES[:3]).ok()
    assert qm("index", "check").ok().err == "the index is what a rebuild would give\n"
    open_then = listed_open(qm)
    qm("import", *TABLES[3:]).ok()
    now = listed_open(qm)
    assert now < open_then
    assert now == qm("audit", DAY.stem.replace("-", " "), "--json").json["answers"]["open"]
    assert qm("index", "check").code == 0


def listed_open(qm: Shell) -> int:
    """How many answers a list says are open in the tournament."""
    (line,) = qm("list", "--game", "tournament", "--json").ok().json_lines
    return int(line["status"]["findings"]["open"])
