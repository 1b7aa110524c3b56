"""The database itself stops whoever tries to change what was logged, and vouches for its tables."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from sqlmodel import SQLModel

from records.errors import Unavailable
from records.store import Store, open_store, tables
from records.store.postgres import backup_rows as postgres_backup
from records.store.postgres import sql as postgres_tables
from records.store.sqlite import sql as sqlite_tables
from tests.helpers.pg import Server
from tests.helpers.store_samples import ID, NOW, assert_whole, create, play, record_id

pytestmark = pytest.mark.slow

CHANGES = [
    "UPDATE events SET payload = 'x'",
    "UPDATE events SET seq = seq + 10",
    "DELETE FROM events",
    "DELETE FROM events WHERE seq = 3",
    "UPDATE records SET header = 'x'",
    "UPDATE records SET created = 0",
    "DELETE FROM records",
    "UPDATE event_keys SET seq = 1",
    "DELETE FROM event_keys",
    "DELETE FROM tips",
]
TIP_CHANGES = [
    "UPDATE tips SET size = 1",
    "UPDATE tips SET size = size, peaks = 'x'",
    "UPDATE tips SET record = 99, size = size + 1",
]
LEAF = "zeroblob(32)"
REPLACEMENTS = [
    "INSERT OR REPLACE INTO events SELECT position, record, seq, at, x'00', leaf FROM events WHERE seq = 2",
    f"REPLACE INTO events (record, seq, at, payload, leaf) VALUES (1, 2, 0, x'00', {LEAF})",
    f"REPLACE INTO events VALUES (2, 1, 4, 0, x'00', {LEAF})",
    f"REPLACE INTO events VALUES (2, 99, 1, 0, x'00', {LEAF})",
    f"INSERT INTO events VALUES (9, 1, 4, 0, x'00', {LEAF})",
    f"INSERT INTO events (record, seq, at, payload, leaf) VALUES (1, 9, 0, x'00', {LEAF})",
    f"INSERT INTO events VALUES (-1, 1, 4, 0, x'00', {LEAF})",
    "INSERT INTO events (record, seq, at, payload, leaf) VALUES (1, 4, 0, x'00', x'00')",
    "INSERT INTO events (record, seq, at, payload, leaf) VALUES (1, 4, 'now', x'00', zeroblob(32))",
    "INSERT INTO events (record, seq, at, payload, leaf) SELECT record, seq, at, payload, leaf FROM events WHERE true"
    " ON CONFLICT (record, seq) DO UPDATE SET payload = x'00'",
    "UPDATE OR REPLACE events SET seq = 1 WHERE seq = 2",
    "REPLACE INTO records SELECT key, id, 0, x'00', leaf, game, '', '', '', '', '' FROM records",
    f"REPLACE INTO records SELECT 99, id, 0, x'00', {LEAF}, 'g', '', '', '', '', '' FROM records",
    f"REPLACE INTO records SELECT key, 'other', 0, x'00', {LEAF}, 'g', '', '', '', '', '' FROM records",
    "REPLACE INTO event_keys VALUES (1, 'k', 1)",
    "REPLACE INTO tips SELECT id, record, 1, peaks, 0, 0 FROM tips",
]


def fill(store: Store) -> None:
    """A record with three events, the last one under a key."""
    create(store, events=2)
    store.append(ID, [play(3)], at=NOW, keys=["k"])


@pytest.fixture
def file(tmp_path: Path) -> str:
    """A filled SQLite store."""
    store = open_store(str(tmp_path / "store.db"))
    fill(store)
    store.close()
    return str(tmp_path / "store.db")


@pytest.mark.parametrize("statement", CHANGES + TIP_CHANGES + REPLACEMENTS)
def test_sqlite_stops_every_change(file: str, statement: str) -> None:
    connection = sqlite3.connect(file)
    with pytest.raises(sqlite3.IntegrityError):
        connection.execute(statement.replace("'x'", "x'00'"))
    connection.close()
    store = open_store(file)
    assert len(store.load(ID).events) == 3
    assert_whole(store)
    assert store.append(ID, [play(4)], at=NOW, expect=4).last == 4
    store.close()


@pytest.mark.parametrize(
    "statement",
    [
        *CHANGES,
        "TRUNCATE events",
        "TRUNCATE records CASCADE",
        "TRUNCATE event_keys",
        "TRUNCATE tips",
        "INSERT INTO events SELECT position, record, seq, at, 'x', leaf FROM events WHERE seq = 2"
        " ON CONFLICT (position) DO UPDATE SET payload = excluded.payload",
        "SELECT move_tip((SELECT id FROM records), 99, 'x', 0, 0)",
    ],
)
def test_postgresql_stops_every_change(pg_url: str, statement: str) -> None:
    store = open_store(pg_url)
    fill(store)
    with psycopg.connect(pg_url, autocommit=True) as connection, pytest.raises(psycopg.errors.RaiseException):
        connection.execute(statement.encode())
    assert len(store.load(ID).events) == 3
    assert_whole(store)
    assert store.append(ID, [play(4)], at=NOW, expect=4).last == 4
    store.close()


@pytest.fixture
def service_url(pg_server: Server, pg_url: str) -> Iterator[str]:
    """The URL of a filled store for an account with the documented rights only."""
    schema = pg_url.rsplit("%3D", 1)[1]
    role = f"{schema}_service"
    store = open_store(pg_url)
    fill(store)
    store.close()
    with psycopg.connect(pg_url, autocommit=True) as connection:
        connection.execute(f"CREATE ROLE {role} LOGIN".encode())
        connection.execute(postgres_tables.ROLE.format(schema=schema, role=role).encode())
        yield pg_url + f"&user={role}"
        connection.execute(f"DROP OWNED BY {role}; DROP ROLE {role}".encode())


def test_an_account_with_select_and_insert_only_can_do_everything(service_url: str) -> None:
    with psycopg.connect(service_url) as connection:
        assert "service" in str(connection.execute("SELECT current_user").fetchone())
    store = open_store(service_url, create=False)
    new = create(store, 2, events=5)
    store.append(new, [play(6)], at=NOW, keys=["k"])
    store.import_record(store.load(new), record_id=record_id(3), at=NOW)
    store.put_note(new, "state", 1, b"one")
    store.put_note(new, "state", 1, b"two")
    assert store.notes(new, "state") == [(1, b"two")]
    assert len(store.feed()) == 3 + 6 + 6
    assert_whole(store)
    store.close()


@pytest.mark.parametrize(
    "statement",
    [
        *CHANGES,
        *TIP_CHANGES,
        "TRUNCATE events",
        "ALTER TABLE events DISABLE TRIGGER ALL",
        "DROP TRIGGER events_change ON events",
        "DROP TABLE notes",
        "SET session_replication_role = replica",
    ],
)
def test_that_account_can_neither_change_nor_open_the_guards(service_url: str, statement: str) -> None:
    with (
        psycopg.connect(service_url, autocommit=True) as connection,
        pytest.raises(psycopg.errors.InsufficientPrivilege),
    ):
        connection.execute(statement.encode())


def test_an_account_without_rights_is_told_so(service_url: str) -> None:
    store = open_store(service_url)
    with psycopg.connect(service_url.rsplit("&user", 1)[0], autocommit=True) as owner:
        role = service_url.rsplit("=", 1)[1]
        owner.execute(f"REVOKE INSERT ON records FROM {role}".encode())
    with pytest.raises(Unavailable, match="may not"):
        create(store, 5)
    assert len(list(store.records())) == 1
    store.close()


@pytest.mark.parametrize(
    ("database", "text"), [("sqlite", sqlite_tables.TABLES), ("postgresql", postgres_tables.TABLES)]
)
def test_the_sql_is_what_the_classes_say(database: str, text: str) -> None:
    """If this fails after a change of tables.py: put what `create_statements` prints into the file of that database."""
    assert text.split() == tables.create_statements(database).split()


def test_a_copy_takes_every_column_of_every_table() -> None:
    copied = {table.name: list(table.columns) for table in postgres_backup.TABLES}
    defined = {name: [column.name for column in SQLModel.metadata.tables[name].columns] for name in tables.TABLES}
    defined.pop("schema_version")
    assert copied == defined
