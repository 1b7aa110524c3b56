"""The tables of the index on a server: row by row those of the file, and never what anybody here asks."""

import secrets
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from cli.desk.index.index_sql import COLUMNS, OF_RECORD
from cli.machine.derived_file import index_path
from records.store import open_store
from tests.helpers.dispute_samples import HEADER, PLAY, dispute, lay
from tests.helpers.shell import Shell
from tests.helpers.store_samples import NOW, record_id
from tests.helpers.tools import FIXTURES

DAY = FIXTURES / "tournament"
STORIES = [
    DAY / "harbour-open.jsonl",
    *sorted((DAY / "harbour-open").glob("r1*.jsonl")),
    FIXTURES / "loot-island" / "left-to-stand.jsonl",
]


@pytest.fixture
def schema(pg_url: str) -> Iterator[str]:
    """A schema of this test's own: all tests share a database."""
    name = f"qm_index_{secrets.token_hex(6)}"
    yield name
    with psycopg.connect(pg_url) as server:
        server.execute(f"DROP SCHEMA IF EXISTS {name} CASCADE".encode())


def rows_of_file(path: str) -> dict[str, list[tuple[object, ...]]]:
    with closing(sqlite3.connect(path)) as raw:
        return {table: sorted(raw.execute(f"SELECT * FROM {table}").fetchall(), key=repr) for table in OF_RECORD}


def rows_of_server(url: str, schema: str) -> dict[str, list[tuple[object, ...]]]:
    found = {}
    with psycopg.connect(url) as server:
        for table in OF_RECORD:
            names = ", ".join(f'"{name}"' for name in COLUMNS[table])
            rows = server.execute(f"SELECT {names} FROM {schema}.{table}".encode()).fetchall()
            found[table] = sorted(rows, key=repr)
    return found


def is_a_copy(db: str | Path, url: str, schema: str) -> bool:
    return rows_of_file(index_path(str(db))) == rows_of_server(url, schema)


def test_every_row_is_there_and_only_what_changed_is_written_again(qm: Shell, pg_url: str, schema: str) -> None:
    """A tournament with its tables is among them, and numbers that need 64 bits."""
    qm("import", *STORIES).ok()
    amount = len(STORIES)
    assert qm("index", "copy", pg_url, "--schema", schema, "--json").ok().json["written"] == amount
    assert is_a_copy(qm.db, pg_url, schema)
    told = rows_of_server(pg_url, schema)
    assert all(told[table] for table in OF_RECORD)
    again = qm("index", "copy", pg_url, "--schema", schema, "--json").ok().json
    assert (again["written"], again["gone"]) == (1, 0), "a tournament is judged by others too"
    with open_store(qm.db) as store:
        store.create({**HEADER, "id": record_id(1)}, record_id=record_id(1), at=NOW)
        store.append(record_id(1), [*PLAY, dispute()], at=NOW)
    assert qm("index", "copy", pg_url, "--schema", schema, "--json").ok().json["written"] == 2
    assert is_a_copy(qm.db, pg_url, schema)


def test_what_is_gone_here_is_gone_there(qm: Shell, pg_url: str, schema: str) -> None:
    for name, numbers in (("one.db", (1, 2)), ("two.db", (2, 3))):
        with open_store(qm.folder / name) as store:
            for number in numbers:
                store.create({**HEADER, "id": record_id(number)}, record_id=record_id(number), at=NOW)
                store.append(record_id(number), [*PLAY, lay("p3", number)], at=NOW)
    qm("index", "copy", pg_url, "--schema", schema, "--db", "one.db").ok()
    told = qm("index", "copy", pg_url, "--schema", schema, "--db", "two.db", "--json").ok().json
    assert (told["written"], told["gone"]) == (1, 1)
    assert is_a_copy("two.db", pg_url, schema)


def test_tables_of_another_version_are_made_anew(qm: Shell, pg_url: str, schema: str) -> None:
    qm("import", STORIES[-1]).ok()
    qm("index", "copy", pg_url, "--schema", schema).ok()
    with psycopg.connect(pg_url) as server:
        server.execute(f"ALTER TABLE {schema}.records DROP COLUMN unpinned".encode())
        server.execute(f"UPDATE {schema}.marks SET value = '1'".encode())
    assert qm("index", "copy", pg_url, "--schema", schema, "--json").ok().json["written"] == 1
    assert is_a_copy(qm.db, pg_url, schema)


def test_a_copy_lies_beside_a_store_and_nothing_asks_it(qm: Shell, pg_url: str, schema: str) -> None:
    qm("import", *STORIES, "--db", pg_url).ok()
    before = [qm(asked, "--json", "--db", pg_url) for asked in ("list", "stats", "penalties")]
    assert (
        qm("index", "copy", pg_url, "--schema", schema, "--db", pg_url)
        .ok()
        .out.startswith(f"{len(STORIES)} records copied to ")
    )
    with psycopg.connect(pg_url) as server:
        server.execute(f"UPDATE {schema}.records SET over = 0, turn = 'Eve'".encode())
    after = [qm(asked, "--json", "--db", pg_url) for asked in ("list", "stats", "penalties")]
    assert after == before
    assert qm("index", "check", "--db", pg_url).code == 0


def test_what_is_not_ours_there_stays_as_it_is(qm: Shell, pg_url: str, schema: str) -> None:
    """Above all the tables of a store, which have the same name as one of ours."""
    qm("import", STORIES[-1], "--db", pg_url).ok()
    with psycopg.connect(pg_url) as server:
        row = server.execute("SELECT current_schema()").fetchone()
        server.execute(f"CREATE SCHEMA {schema}".encode())
        server.execute(f"CREATE TABLE {schema}.marks (name text)".encode())
        server.execute(f"CREATE TABLE {schema}.guests (name text)".encode())
    assert row is not None
    for named in (row[0], schema):
        told = qm("index", "copy", pg_url, "--schema", named, "--db", pg_url).failed(2).err
        assert f"there is something else in the schema {named}" in told
    assert len(qm("list", "--json", "--db", pg_url).json_lines) == 1
    with psycopg.connect(pg_url) as server:
        assert server.execute(f"SELECT count(*) FROM {schema}.guests".encode()).fetchone() == (0,)


def test_what_is_no_server_or_does_not_answer_is_said(qm: Shell) -> None:
    qm("import", STORIES[-1]).ok()
    assert "is no server" in qm("index", "copy", "other.db").failed(2).err
    told = qm("index", "copy", "postgresql://ann:secret@127.0.0.1:1/x").failed(75).err
    assert "does not answer" in told and "secret" not in told and "ann" not in told


def test_an_account_that_may_not_make_tables_is_told_so(qm: Shell, pg_url: str, schema: str) -> None:
    qm("import", STORIES[-1]).ok()
    with psycopg.connect(pg_url, autocommit=True) as server:
        server.execute("DROP ROLE IF EXISTS reader")
        server.execute("CREATE ROLE reader LOGIN")
    parts = pg_url.partition("://")
    reader = f"{parts[0]}://reader@{parts[2].partition('@')[2]}"
    told = qm("index", "copy", reader).failed(75).err
    assert "the account may not do this" in told
