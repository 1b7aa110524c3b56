"""`qm backup`, `qm restore` and `qm migrate`: keeping the store."""

import os
import pty
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from tests.helpers.shell import ROOT, STORY, Shell


def filled(qm: Shell) -> str:
    """A store with one imported record."""
    qm.write("game.jsonl", STORY)
    record_id: str = qm("import", "game.jsonl", "--json").json["id"]
    return record_id


def test_a_backup_holds_every_record_and_is_private(qm: Shell) -> None:
    record_id = filled(qm)
    qm.new()
    answer = qm("backup", "copy.db")
    assert answer == (0, "", "copied 2 records to copy.db, all checked\n")
    assert qm("show", record_id, "--db", "copy.db") == qm("show", record_id)
    assert stat.S_IMODE((qm.folder / "copy.db").stat().st_mode) == 0o600
    assert qm.files() == ["copy.db", "game.jsonl"]


def test_the_store_itself_is_private(qm: Shell) -> None:
    filled(qm)
    assert stat.S_IMODE(qm.db.stat().st_mode) == 0o600


def test_a_backup_never_overwrites_unless_forced(qm: Shell) -> None:
    filled(qm)
    qm.write("copy.db", "precious")
    assert qm("backup", "copy.db").code == 2
    assert (qm.folder / "copy.db").read_text() == "precious"
    assert qm("backup", "copy.db", "--force").code == 0
    assert len(qm("list", "--db", "copy.db", "--json").json_lines) == 1
    assert qm.files() == ["copy.db", "copy.db.index.db", "game.jsonl"]  # what the list worked out is kept beside it


def test_a_damaged_store_gives_no_backup(qm: Shell) -> None:
    filled(qm)
    connection = sqlite3.connect(qm.db)
    for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
        connection.execute(f'DROP TRIGGER "{name}"')
    connection.execute("DELETE FROM events WHERE seq = 2")
    connection.commit()
    connection.close()
    qm.write("old.db", "an older backup")
    assert qm("backup", "copy.db").code == 3
    assert qm("backup", "old.db", "--force").code == 3
    assert (qm.folder / "old.db").read_text() == "an older backup"
    assert qm.files() == ["game.jsonl", "old.db"]


def test_without_a_store_there_is_nothing_to_back_up(qm: Shell) -> None:
    assert qm("backup", "copy.db").code == 4
    assert qm.files() == []


def test_a_restored_store_is_the_one_that_was_copied(qm: Shell) -> None:
    record_id = filled(qm)
    before = qm("show", record_id)
    qm("backup", "copy.db")
    qm.db.unlink()
    answer = qm("restore", "copy.db")
    assert answer.code == 0
    assert "all checked" in answer.err
    assert qm("show", record_id) == before
    assert stat.S_IMODE(qm.db.stat().st_mode) == 0o600


def test_a_store_that_is_there_is_set_aside_only_when_forced(qm: Shell) -> None:
    record_id = filled(qm)
    qm("backup", "copy.db")
    later = qm.new()
    refused = qm("restore", "copy.db")
    assert refused.code == 2
    assert "--force" in refused.err
    assert len(qm("list", "--json").json_lines) == 2
    answer = qm("restore", "copy.db", "--force")
    assert answer.code == 0
    assert [info["id"] for info in qm("list", "--json").json_lines] == [record_id]
    aside = f"{qm.db}.before-restore"
    assert aside in answer.err
    assert {info["id"] for info in qm("list", "--json", "--db", aside).json_lines} == {record_id, later}


@pytest.mark.parametrize(("answer", "code"), [(b"y\n", 0), (b"n\n", 2), (b"\x04", 2)])
def test_at_a_terminal_it_asks(qm: Shell, answer: bytes, code: int) -> None:
    filled(qm)
    qm("backup", "copy.db")
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "cli", "restore", "copy.db"],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdin=theirs,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    os.write(ours, answer)
    out, err = process.communicate(timeout=60)
    os.close(ours)
    os.close(theirs)
    assert process.returncode == code
    assert b"Set it aside" in out + err
    assert out == b""


@pytest.mark.parametrize("content", [b"", b"no database", b"SQLite format 3\0" + b"\xff" * 4096])
def test_what_is_not_a_backup_is_not_restored(qm: Shell, content: bytes) -> None:
    filled(qm)
    qm.write("copy.db", content)
    before = qm("list")
    answer = qm("restore", "copy.db", "--force")
    assert answer.code in (2, 3, 4)
    assert qm("list") == before


def test_a_backup_that_is_not_there_is_not_found(qm: Shell) -> None:
    assert qm("restore", "gone.db").code == 4
    assert not qm.db.exists()


def test_a_store_of_this_version_needs_no_migration(qm: Shell) -> None:
    assert qm("migrate").code == 4
    filled(qm)
    assert qm("migrate") == (0, "", "nothing to do: the store has version 1\n")


def test_a_store_of_a_newer_version_is_refused(qm: Shell) -> None:
    record_id = filled(qm)
    connection = sqlite3.connect(qm.db)
    for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
        connection.execute(f'DROP TRIGGER "{name}"')
    connection.execute("UPDATE schema_version SET version = 99")
    connection.commit()
    connection.close()
    for command in (["list"], ["show", record_id], ["migrate"], ["new", "tiny", "blue"]):
        answer = qm(*command)
        assert answer.code == 2
        assert "version 99" in answer.err


def test_a_foreign_database_is_left_alone(qm: Shell) -> None:
    connection = sqlite3.connect(qm.folder / "other.db")
    connection.execute("CREATE TABLE cats (name)")
    connection.commit()
    connection.close()
    before = (qm.folder / "other.db").read_bytes()
    for command in (["list"], ["migrate"], ["new", "tiny", "blue"], ["import", "game.jsonl"]):
        qm.write("game.jsonl", STORY)
        assert qm(*command, "--db", "other.db").code == 2
    assert (qm.folder / "other.db").read_bytes() == before


@pytest.mark.parametrize("url", ["mysql://ann:secret@host/db", "postgresql://ann:secret@127.0.0.1:1/db"])
def test_a_server_that_cannot_be_used_is_reported_without_its_password(qm: Shell, url: str) -> None:
    answer = qm("list", "--db", url)
    assert answer.code in (2, 4, 75)
    assert "secret" not in answer.err
    assert answer.err.startswith("qm: ")


def test_a_folder_as_store_is_refused(qm: Shell) -> None:
    assert qm("list", "--db", qm.folder).code == 2
    assert Path(qm.folder).is_dir()


def test_a_store_that_somebody_else_holds_is_unavailable_now(qm: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    record_id = filled(qm)
    monkeypatch.setattr("records.store.sqlite.connection.BUSY_SECONDS", 0)
    connection = sqlite3.connect(qm.db, isolation_level=None)
    connection.execute("BEGIN IMMEDIATE")
    answer = qm("log", record_id, "--json", '{"do":"pass"}')
    assert answer.code == 75
    assert answer.out == ""
    assert answer.err.startswith(f"qm: {qm.db}: ")
    assert qm("show", record_id).code == 0  # reading goes on
    connection.execute("ROLLBACK")
    connection.close()
    assert qm("log", record_id, "--json", '{"do":"pass"}').code == 0
