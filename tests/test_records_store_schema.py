"""Tables of another version are never touched silently; and opening a store loads nothing heavy."""

import sqlite3
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest

from records.errors import Damaged, NotFound, Refused, Unavailable
from records.store import Store, open_store, schema
from records.store.migration import migrate
from tests.helpers.shell import ROOT
from tests.helpers.store_samples import ID, NOW, assert_whole, create, numbers, play

NEXT = {
    "sqlite": """
CREATE TABLE colours (name TEXT NOT NULL PRIMARY KEY) STRICT;
CREATE TRIGGER colours_delete BEFORE DELETE ON colours
BEGIN SELECT RAISE(ABORT, 'colours stay'); END;
INSERT INTO colours VALUES ('red');
""",
    "postgresql": """
CREATE TABLE colours (name text PRIMARY KEY);
CREATE FUNCTION colours_stay() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'stay; please'; END $$;
CREATE TRIGGER colours_delete BEFORE DELETE ON colours EXECUTE FUNCTION colours_stay();
INSERT INTO colours VALUES ('red');
""",
}
ONE_MORE = {"sqlite": "INSERT INTO colours VALUES ('blue');", "postgresql": "INSERT INTO colours VALUES ('blue');"}
BROKEN = {name: script + "INSERT INTO nowhere VALUES (1);" for name, script in NEXT.items()}


def query(url: str, sql: str) -> list[tuple[object, ...]]:
    """Ask the database itself."""
    if url.startswith("postgresql"):
        with psycopg.connect(url) as connection:
            return connection.execute(sql.encode()).fetchall()
    file = sqlite3.connect(url)
    found = file.execute(sql).fetchall()
    file.close()
    return found


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program two versions ahead."""
    monkeypatch.setattr(schema, "VERSION", 3)
    monkeypatch.setattr(schema, "STEPS", {1: NEXT, 2: ONE_MORE})


def test_an_older_store_is_refused_and_says_how_to_migrate(
    store: Store, store_url: str, request: pytest.FixtureRequest
) -> None:
    create(store, events=3)
    store.close()
    request.getfixturevalue("later")
    with pytest.raises(Refused, match=r"version 1.*version 3") as raised:
        open_store(store_url)
    assert "qm migrate" in raised.value.mend
    assert query(store_url, "SELECT version FROM schema_version") == [(1,)]


def test_migrating_goes_through_every_version_and_keeps_every_record(
    store: Store, store_url: str, request: pytest.FixtureRequest
) -> None:
    create(store, events=3)
    head = store.head(ID)
    store.close()
    request.getfixturevalue("later")
    assert migrate(store_url) == (1, 3)
    assert migrate(store_url) == (3, 3)
    again = open_store(store_url)
    assert again.head(ID) == head
    again.append(ID, [play(4)], at=NOW)
    assert numbers(again, ID) == [1, 2, 3, 4]
    assert_whole(again)
    again.close()
    assert sorted(query(store_url, "SELECT name FROM colours")) == [("blue",), ("red",)]


def test_a_migration_that_fails_leaves_the_store_as_it_was(
    store: Store, store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    create(store, events=3)
    store.close()
    with monkeypatch.context() as patch:
        patch.setattr(schema, "VERSION", 2)
        patch.setattr(schema, "STEPS", {1: BROKEN})
        with pytest.raises((Damaged, psycopg.Error)):
            migrate(store_url)
    assert query(store_url, "SELECT version FROM schema_version") == [(1,)]
    again = open_store(store_url)
    assert numbers(again, ID) == [1, 2, 3]
    again.close()


def test_a_newer_store_is_a_clear_error(store: Store, store_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    create(store, events=1)
    store.close()
    monkeypatch.setattr(schema, "VERSION", 0)
    for refused in (open_store, migrate):
        with pytest.raises(Refused, match="knows only version 0") as raised:
            refused(store_url)
        assert "newer" in raised.value.mend


def test_there_is_nothing_to_migrate_where_there_is_no_store(store_url: str, tmp_path: Path) -> None:
    with pytest.raises(NotFound):
        migrate(store_url)
    with pytest.raises(NotFound):
        open_store(store_url, create=False)
    assert list(tmp_path.iterdir()) == []


def test_a_database_of_something_else_is_refused_and_left_alone(store_url: str) -> None:
    if store_url.startswith("postgresql"):
        with psycopg.connect(store_url, autocommit=True) as connection:
            connection.execute("CREATE TABLE records (title text)")
    else:
        file = sqlite3.connect(store_url)
        file.execute("CREATE TABLE records (title text)")
        file.close()
    for refused in (open_store, migrate):
        with pytest.raises(Refused, match="not a database of Quartermaster"):
            refused(store_url)
    assert query(store_url, "SELECT title FROM records") == []


def loaded_after(code: str, path: Path) -> set[str]:
    """The modules that a fresh program has loaded after some code."""
    program = f"import sys; path = {str(path)!r}; {code}; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    return set(done.stdout.split())


@pytest.mark.parametrize(
    "code",
    [
        "from records.store import open_store; open_store(path)",
        "from records.store import open_store; s = open_store(path); list(s.records())",
        "from records.store import open_store; from tests.helpers.store_samples import *;"
        " s = open_store(path); create(s, events=3); s.load(ID); s.backup(path + '.copy')",
        "from records.store.backup import restore; from records.store import open_store;"
        " open_store(path + '1').close(); restore(path + '1', path)",
    ],
)
def test_making_reading_and_filling_a_store_loads_nothing_heavy(tmp_path: Path, code: str) -> None:
    loaded = loaded_after(code, tmp_path / "store.db")
    assert "records.store.sqlite.store" in loaded
    assert not loaded & {"sqlmodel", "sqlalchemy", "pydantic", "psycopg", "asyncio", "records.store.tables"}


def test_without_the_driver_it_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(Refused) as raised:
        open_store("postgresql://ann:secret@localhost/x")
    assert "quartermaster[postgres]" in raised.value.mend


@pytest.mark.parametrize(
    "url", ["postgresql://ann:secret@127.0.0.1:1/x", "postgres://ann:secret@127.0.0.1:1/x?password=secret"]
)
def test_a_server_that_is_not_there_is_reported_without_the_password(url: str) -> None:
    with pytest.raises(Unavailable) as raised:
        open_store(url)
    assert "secret" not in f"{raised.value} {raised.value.mend}"


def test_a_url_that_cannot_be_read_is_refused() -> None:
    with pytest.raises(Refused):
        open_store("postgresql://localhost/x?colour=red")
