"""A damaged index heals by itself whatever is asked, and what is not ours in its place is never touched."""

import os
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest

from cli.desk.index.index_current import bring_current
from records.store import open_store
from tests.helpers.dispute_samples import HEADER
from tests.helpers.indexes import index_at
from tests.helpers.shell import Shell
from tests.helpers.store_samples import NOW
from tests.helpers.tools import FIXTURES

STORY = FIXTURES / "loot-island" / "left-to-stand.jsonl"
"""Ends with a ruling, a penalty and a closed record."""
PAGE = 4096
QUESTIONS = (
    ("penalties", "--json"),
    ("find", "ann", "--json"),
    ("stats", "--json"),
    ("list", "--json"),
    ("index", "update"),
    ("index", "check"),
)


def import_story(qm: Shell) -> Path:
    assert qm("import", STORY).code == 0
    assert qm("index", "update").code == 0
    path = Path(f"{qm.db}.index.db")
    with closing(sqlite3.connect(path)) as raw:  # one that stays open would hold up whoever makes it anew
        raw.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return path


def test_a_lost_or_damaged_index_loses_nothing(qm: Shell) -> None:
    path = import_story(qm)
    first = qm("penalties", "--json")
    assert len(first.json_lines) == 1
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    whole = path.read_bytes()
    for damage in (b"", whole[:3000], whole[:100] + os.urandom(len(whole) - 100), b"SQLite format 3\0"):
        path.write_bytes(damage)
        assert qm("penalties", "--json") == first
        assert qm("index", "check").code == 0
    path.unlink()
    assert qm("list", "--json").json["status"]["over"] is False
    assert qm("penalties", "--json") == first


@pytest.mark.parametrize("asked", QUESTIONS, ids=" ".join)
def test_whatever_is_asked_heals_whichever_page_is_damaged(qm: Shell, asked: tuple[str, ...]) -> None:
    path = import_story(qm)
    qm("import", FIXTURES / "sea-or-shore" / "hurried-table.jsonl")
    qm("index", "update")
    first = qm(*asked)
    assert first.code == 0
    whole, healed = path.read_bytes(), 0
    for page in range(1, len(whole) // PAGE):
        path.write_bytes(whole[: page * PAGE] + b"\xa5" * PAGE + whole[(page + 1) * PAGE :])
        answer = qm(*asked)
        assert (answer.code, answer.out.replace("2 records", "0 records")) == (0, first.out), page
        healed += "made anew" in answer.err
        if page % 5 == 0:
            assert qm("index", "check").code == 0
    assert healed > len(whole) // PAGE // 2 or asked[0] != "index", "pages that hold nothing need not be mended"


def test_where_no_index_can_be_written_it_is_made_in_memory(tmp_path: Path) -> None:
    (tmp_path / "no folder").touch()
    with open_store(tmp_path / "records.db") as store, index_at(tmp_path / "no folder" / "i.db") as (index, file):
        store.create(HEADER, record_id=HEADER["id"], at=NOW)
        assert bring_current(index, store) == 1
        assert file.path == ":memory:"


def test_a_link_in_its_place_is_not_followed(qm: Shell) -> None:
    path = import_story(qm)
    path.unlink()
    victim = qm.folder / "victim"
    victim.write_text("mine")
    victim.chmod(0o644)
    for target in (victim, qm.folder / "new", qm.folder):
        path.symlink_to(target)
        refused = qm("penalties")
        assert (refused.code, refused.out) == (2, "")
        assert str(path) in refused.err
        assert "link" in refused.err and "move it away" in refused.err
        assert path.is_symlink()
        path.unlink()
    assert (victim.read_text(), stat.S_IMODE(victim.stat().st_mode)) == ("mine", 0o644)
    assert not (qm.folder / "new").exists()
    assert qm("penalties").code == 0


def test_what_is_not_ours_in_its_place_stays_as_it_is(qm: Shell) -> None:
    path = import_story(qm)
    path.unlink()
    with closing(sqlite3.connect(path)) as raw, raw:
        raw.execute("CREATE TABLE mine (a)")
    database = path.read_bytes()
    with closing(sqlite3.connect(path)) as raw, raw:
        raw.execute("PRAGMA application_id = 7")
    for content in (b"dear diary", database, path.read_bytes(), b"\0" * 5000):
        path.write_bytes(content)
        path.chmod(0o644)
        for asked in QUESTIONS:
            refused = qm(*asked)
            assert (refused.code, refused.out) == (2, "")
            assert str(path) in refused.err and "move it away" in refused.err
        assert (path.read_bytes(), stat.S_IMODE(path.stat().st_mode)) == (content, 0o644)
    path.unlink()
    path.mkdir()
    assert qm("penalties").code == 2
    path.rmdir()
    os.mkfifo(path)
    assert qm("penalties").code == 2
    path.unlink()
    assert qm("penalties").code == 0


def test_an_index_that_is_only_in_use_is_not_thrown_away(qm: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    path = import_story(qm)
    monkeypatch.setattr("cli.machine.derived_file.BUSY_SECONDS", 0.1)
    qm("import", FIXTURES / "sea-or-shore" / "hurried-table.jsonl")
    before = path.stat().st_ino
    with closing(sqlite3.connect(path, isolation_level=None)) as raw:
        raw.execute("BEGIN IMMEDIATE")
        busy = qm("penalties")
        raw.execute("ROLLBACK")
    assert busy.code == 75
    assert "another program is writing" in busy.err
    assert path.stat().st_ino == before
    assert qm("penalties").code == 0
