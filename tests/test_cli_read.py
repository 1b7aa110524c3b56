"""`qm list` and `qm show`, and what a target may be."""

import os
import pty
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import NoReturn

import pytest
from freezegun import freeze_time

from cli.machine.target import load
from records.errors import NotFound
from records.record import from_bytes
from tests.helpers.shell import ROOT, STORY, Shell
from tests.test_cli_start import imported_by

ESCAPE = "\x1b["


def make_three(qm: Shell) -> list[str]:
    """Three records, the second one closed."""
    with freeze_time("2026-11-13T20:00:00Z"):
        first = qm.new("--title", "Friday Night", "--event", "Open", "--round", "1", "--table", "4", "--place", "Ghent")
    with freeze_time("2026-11-14T10:00:00Z"):
        second = qm.new("--title", "Saturday", "--event", "Open", "--round", "2", "--table", "4", "--place", "Bruges")
        qm("log", second, stdin='{"do":"setup"}\n{"do":"close","result":"finished"}\n')
    with freeze_time("2026-11-15T18:00:00Z"):
        third = qm("new", "other", "p1", "--json").json["id"]
    return [first, second, third]


def test_a_list_for_people_is_a_table(qm: Shell) -> None:
    first, second, third = make_three(qm)
    lines = qm("list").out.splitlines()
    assert lines[0].split() == ["record", "code", "events", "state", "begun", "game", "players", "occasion"]
    assert [line.split()[0] for line in lines[1:]] == [first, second, third]
    assert (
        "2       closed  2026-11-14T10:00:00Z  tiny   blue Ann, red Bob  Saturday, Open, round 2, table 4" in lines[2]
    )
    assert "0       open" in lines[3]


def test_a_plain_list_is_tab_separated_with_one_record_per_line(qm: Shell) -> None:
    ids = make_three(qm)
    rows = [line.split("\t") for line in qm("list", "--plain").out.splitlines()]
    assert [row[0] for row in rows] == ids
    assert {len(row) for row in rows} == {9}


def test_a_list_in_json_has_one_object_per_line(qm: Shell) -> None:
    _, second, _ = make_three(qm)
    info = qm("list", "--json").json_lines[1]
    assert info["id"] == second
    assert info["closed"] is True
    assert info["events"] == 2
    assert info["created"] == info["changed"] == "2026-11-14T10:00:00Z"
    assert info["header"]["title"] == "Saturday"
    assert info["code"] == qm("show", second, "--json").json_lines[0]["code"]


@pytest.mark.parametrize(
    ("filters", "which"),
    [
        (["--game", "tiny"], [0, 1]),
        (["--game", "nothing"], []),
        (["--title", "night"], [0]),
        (["--open"], [0, 2]),
        (["--closed"], [1]),
        (["--event", "Open"], [0, 1]),
        (["--round", "2"], [1]),
        (["--table", "4"], [0, 1]),
        (["--table", "4", "--round", "1"], [0]),
        (["--place", "Bruges"], [1]),
        (["--since", "2026-11-14"], [1, 2]),
        (["--until", "2026-11-14"], [0, 1]),
        (["--since", "2026-11-14T10:00:00Z", "--until", "2026-11-14T10:00:01Z"], [1]),
        (["--until", "2026-11-14T10:00:00Z"], [0]),
    ],
)
def test_filters_choose(qm: Shell, filters: list[str], which: list[int]) -> None:
    ids = make_three(qm)
    answer = qm("list", "--plain", *filters)
    assert answer.code == 0
    assert [line.split("\t")[0] for line in answer.out.splitlines()] == [ids[index] for index in which]


@pytest.mark.parametrize("arguments", [["--since", "friday"], ["--until", "2026-13-01"], ["--open", "--closed"]])
def test_a_filter_that_makes_no_sense_is_refused(qm: Shell, arguments: list[str]) -> None:
    make_three(qm)
    answer = qm("list", *arguments)
    assert answer.code == 2
    assert answer.out == ""


def test_an_empty_list_says_so_beside_the_data(qm: Shell) -> None:
    make_three(qm)
    assert qm("list", "--game", "chess") == (0, "", "no records\n")
    assert qm("list", "--game", "chess", "--json") == (0, "", "")


def test_a_damaged_record_does_not_hide_the_others(qm: Shell) -> None:
    first, second, third = make_three(qm)
    connection = sqlite3.connect(qm.db)
    for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
        connection.execute(f'DROP TRIGGER "{name}"')
    connection.execute("UPDATE records SET header = x'80' WHERE id = ?", (second,))
    connection.commit()
    connection.close()
    for form in ([], ["--plain"], ["--json"]):
        answer = qm("list", *form)
        assert answer.code == 3
        assert first in answer.out
        assert third in answer.out
        assert second in answer.err


def test_without_a_store_there_is_nothing_to_list(qm: Shell) -> None:
    answer = qm("list")
    assert answer.code == 4
    assert str(qm.db) in answer.err


def test_a_record_is_shown_whole(qm: Shell) -> None:
    qm.write("game.jsonl", STORY)
    head = from_bytes(STORY.encode()).head()
    out = qm("show", "game.jsonl").out
    assert "players   blue Ann, red Bob" in out
    assert f"head      {head.text()}" in out
    assert f"code      {head.code}" in out
    assert out.splitlines()[-2].split() == ["2", "2026-11-15T18:01:00Z", "blue", "play", '{"cards":["red-3","red-5"]}']
    assert out.splitlines()[-1].split() == ["3", "2026-11-15T18:02:00Z", "red", "pass"]


def test_a_part_is_shown_with_the_head_of_the_whole(qm: Shell) -> None:
    qm.write("game.jsonl", STORY)
    whole = qm("show", "game.jsonl", "--json").json_lines
    part = qm("show", "game.jsonl", "--json", "--from", "2", "--to", "2").json_lines
    assert part == [whole[0], whole[2]]
    assert part[1]["seq"] == 2
    assert qm("show", "game.jsonl", "--from", "3", "--to", "2").code == 2
    assert qm("show", "game.jsonl", "--from", "9", "--json").json_lines == whole[:1]


def test_a_plain_record_has_one_event_per_line(qm: Shell) -> None:
    qm.write("game.jsonl", STORY)
    lines = qm("show", "game.jsonl", "--plain").out.splitlines()
    assert lines[0].startswith("record\t")
    assert lines[3].split("\t") == ["3", "2026-11-15T18:02:00Z", "red", "pass", ""]


def test_one_record_reads_the_same_from_store_file_and_stdin(qm: Shell) -> None:
    qm.write("game.jsonl", STORY)
    record_id = qm("import", "game.jsonl", "--json").json["id"]
    qm("export", record_id, "-o", "game.qm")
    from_store = qm("show", record_id[:5])
    assert from_store.code == 0
    assert qm("show", "game.jsonl") == from_store
    assert qm("show", "game.qm") == from_store
    assert qm("show", "-", stdin=STORY) == from_store
    assert qm("show", "-", stdin=(qm.folder / "game.qm").read_bytes()) == from_store


def test_a_file_comes_before_an_id(qm: Shell) -> None:
    record_id = qm.new()
    qm.write(record_id, STORY)
    assert "pass" in qm("show", record_id).out


def test_a_target_that_is_nowhere_says_that_both_were_tried(qm: Shell) -> None:
    answer = qm("show", "gone.jsonl")
    assert answer.code == 4
    assert "no file has this name" in answer.err
    assert "no store" in answer.err
    qm.new()
    answer = qm("show", "gone.jsonl")
    assert answer.code == 4
    assert "no file has this name, and no record's id begins like this" in answer.err
    assert "qm list" in answer.err


@pytest.mark.parametrize("name", ["a\0b", "x" * 5000, "", "%", "' OR 1=1 --"])
def test_an_impossible_name_is_an_error_in_words(qm: Shell, name: str) -> None:
    qm.new()
    answer = qm("show", name)
    assert answer.code in (2, 4)
    assert answer.err.startswith("qm: ")


def test_a_folder_a_store_and_an_unreadable_file_are_told_apart(qm: Shell) -> None:
    qm.new()
    assert "this is a folder" in qm("show", qm.folder).err
    store = qm("show", qm.db)
    assert store.code == 2
    assert f"--db {qm.db}" in store.err


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "the file is empty"),
        (b"hello\n", "line 1"),
        (STORY.encode() + b"{\n", "line 5"),
        (STORY.replace('"seat":"blue"', '"seat":"Blue!"', 1).encode(), "line 1"),
        (b'{"quartermaster":2,"game":"tiny","players":[{"seat":"blue"}]}\n', "form 2"),
        (b"\xff\xfe{\x00", "UTF-16"),
        (b"\x89PNG\r\n\x1a\n", "game.jsonl byte"),
    ],
)
def test_a_damaged_file_is_reported_with_its_place(qm: Shell, content: bytes, words: str) -> None:
    qm.write("game.jsonl", content)
    answer = qm("show", "game.jsonl")
    assert answer.code == 3
    assert answer.out == ""
    assert "game.jsonl" in answer.err
    assert words in answer.err


def test_a_file_nobody_may_read_is_reported(qm: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    qm.write("game.jsonl", STORY)

    def forbidden(self: Path, mode: str = "r") -> NoReturn:
        raise PermissionError(13, "Permission denied", str(self))

    monkeypatch.setattr(Path, "open", forbidden)
    answer = qm("show", "game.jsonl")
    assert answer.code == 75
    assert "qm: game.jsonl: permission denied" in answer.err


def test_a_folder_nobody_may_enter_is_reported(qm: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(self: Path) -> bool:
        raise PermissionError(13, "Permission denied", str(self))

    monkeypatch.setattr(Path, "exists", forbidden)
    answer = qm("show", "private/game.jsonl")
    assert answer.code == 75
    assert "qm: private/game.jsonl: permission denied" in answer.err


def test_names_cannot_steer_the_terminal(qm: Shell) -> None:
    qm.write("game.jsonl", STORY.replace("Ann", "\\u001b[2JAnn\\u202e"))
    out = qm("show", "game.jsonl").out
    assert "\x1b" not in out
    assert "\\x1b[2JAnn\\u202e" in out


def test_load_gives_the_record_and_where_it_came_from(qm: Shell) -> None:
    path = qm.write("game.jsonl", STORY)
    record_id = qm("import", "game.jsonl", "--json").json["id"]
    with load(str(path), None) as loaded:
        assert (loaded.name, loaded.record_id, loaded.store) == (str(path), None, None)
        assert loaded.id == record_id
        from_file = loaded.record
    with load(record_id[:9], None) as loaded:
        assert (loaded.name, loaded.record_id, loaded.id) == (record_id, record_id, record_id)
        assert loaded.store is not None
        assert loaded.record == from_file
    with pytest.raises(NotFound):
        load("nowhere", None)


def test_reading_from_the_default_store_loads_no_orm(qm: Shell) -> None:
    record_id = qm.new()
    for command in (["show", record_id], ["list"], ["export", record_id]):
        assert not imported_by(*command) & {"sqlalchemy", "sqlmodel", "psycopg", "asyncio", "cryptography"}


def on_a_terminal(*arguments: str, **variables: str) -> str:
    """What a command prints when its stdout is a terminal."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "cli", *arguments],
        env={**os.environ, "TERM": "xterm", "PYTHONPATH": str(ROOT), **variables},
        stdin=subprocess.DEVNULL,
        stdout=theirs,
        stderr=subprocess.DEVNULL,
    )
    os.close(theirs)
    said = b""
    try:
        while part := os.read(ours, 4096):
            said += part
    except OSError:
        pass  # on Linux the end of a terminal is an error
    os.close(ours)
    assert process.wait(timeout=60) == 0
    return said.decode()


def test_colour_is_for_terminals_that_want_it(qm: Shell) -> None:
    path = str(qm.write("game.jsonl", STORY))
    assert ESCAPE in on_a_terminal("show", path)
    assert ESCAPE not in qm("show", path).out
    assert ESCAPE not in on_a_terminal("show", path, "--no-color")
    assert ESCAPE not in on_a_terminal("show", path, "--plain")
    assert ESCAPE not in on_a_terminal("show", path, "--json")
    assert ESCAPE not in on_a_terminal("show", path, NO_COLOR="1")
    assert ESCAPE not in on_a_terminal("show", path, TERM="dumb")
    assert ESCAPE in on_a_terminal("show", path, NO_COLOR="")
