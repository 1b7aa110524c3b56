"""The same commands on a PostgreSQL store, named by its URL."""

import secrets
from collections.abc import Iterator
from urllib.parse import urlsplit

import psycopg
import pytest

from tests.helpers.pg import Server
from tests.helpers.shell import STORY, Shell


@pytest.fixture
def url(pg_server: Server) -> Iterator[str]:
    """The URL of an empty database."""
    name = f"qm_cli_{secrets.token_hex(4)}"
    with psycopg.connect(pg_server.url, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}".encode())
        yield urlsplit(pg_server.url)._replace(path=f"/{name}").geturl()
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())


def test_a_record_lives_in_postgresql_as_in_a_file(qm: Shell, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUARTERMASTER_DB", url)
    record_id = qm.new("--title", "Friday")
    assert qm("log", record_id[:10], stdin='{"do":"setup"}\n{"do":"pass","by":"blue"}\n').code == 0
    assert qm("log", record_id, "--json", '{"do":"pass"}', "--expect", "1").code == 5
    (info,) = qm("list", "--title", "fri", "--json").json_lines
    assert (info["id"], info["events"]) == (record_id, 2)
    assert qm("verify", record_id).code == 0
    qm("export", record_id, "-o", "game.qm")
    shown = qm("show", record_id)
    assert shown.code == 0
    assert shown == qm("show", "game.qm")
    assert not qm.db.exists()
    assert qm("migrate").code == 0


def test_a_retry_under_the_same_key_is_harmless_there_too(qm: Shell, url: str) -> None:
    qm.write("game.jsonl", STORY)
    record_id = qm("import", "game.jsonl", "--db", url, "--json").json["id"]
    first = qm("log", record_id, "--db", url, "--json", '{"do":"pass"}', "--key", "k", "--at", "2026-11-15T19:00:00Z")
    again = qm("log", record_id, "--db", url, "--json", '{"do":"pass"}', "--key", "k")
    assert again.json == {**first.json, "repeated": True, "written": False}


def test_typed_lines_are_read_there_too_and_a_retry_is_read_as_the_first_time(qm: Shell, url: str) -> None:
    record_id = qm("new", "sea-or-shore", "p1", "p2", "p3", "--kit", "demo", "--db", url, "--json").json["id"]
    assert qm("log", record_id, "--db", url, stdin="setup p1 r4\n* * *\n7; 8; u\n").code == 0
    first = qm("log", record_id, "--db", url, "--key", "k", stdin="9\ng\n")
    again = qm("log", record_id, "--db", url, "--key", "k", stdin="9\ng\n")
    assert (first.code, again.code) == (0, 0), again.err
    assert "nothing was written" in again.err
    assert first.out == again.out
    assert qm("fix", record_id, "--db", url, 6, "10").code == 0
    assert qm("state", record_id, "--db", url, "--get", "turn").json == {"turn": None}


def test_records_move_from_one_database_to_the_other_and_back(qm: Shell, url: str) -> None:
    qm.write("game.jsonl", STORY)
    record_id = qm("import", "game.jsonl", "--json").json["id"]
    shown = qm("show", record_id)
    assert qm("backup", "copy.db").code == 0
    assert qm("restore", "copy.db", "--db", url).code == 0
    assert qm("show", record_id, "--db", url) == shown
    assert qm("restore", "copy.db", "--db", url).code == 2  # it is not empty any more
    assert qm("backup", "from-postgres.db", "--db", url).code == 0
    assert qm("show", record_id, "--db", "from-postgres.db") == shown


def test_a_database_without_tables_is_not_a_store_yet(qm: Shell, url: str) -> None:
    assert qm("list", "--db", url).code == 4
    assert qm("show", "01ABC", "--db", url).code == 4


def test_a_server_that_is_not_there_is_said_in_one_plain_sentence(qm: Shell) -> None:
    answer = qm("list", "--db", "postgresql://somebody@127.0.0.1:1/club")
    assert answer.code == 75
    assert "the database cannot be reached: " in answer.err
    assert "Connection refused" in answer.err
    assert "\\t" not in answer.err
    assert "Is the server running" not in answer.err
