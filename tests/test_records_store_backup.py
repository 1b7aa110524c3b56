"""Copies of a live store, checked before they count; a restore destroys nothing."""

import sqlite3
import threading
from pathlib import Path

import pytest

from records.errors import Damaged, NotFound, QuartermasterError, Refused, Unavailable
from records.store import Opening, Store, open_store
from records.store.backup import restore
from tests.helpers.store_samples import ID, NOW, assert_whole, create, numbers, play, record_id

pytestmark = pytest.mark.slow


def fill(store: Store) -> None:
    """Two records with everything a store can keep."""
    one, two = create(store, 1, title="Friday", events=3), create(store, 2, at=NOW + 1)
    store.append(two, [play(4)], at=NOW + 2, keys=["k"])
    store.append(one, [play(5), {"do": "close"}], at=NOW + 3)
    store.add_openings([Opening(one, "s1.abc", "blue", "piece", "c2FsdA", ["bomb", None])])
    store.put_note(two, "state", 2, b"derived")


def everything(store: Store) -> tuple[object, ...]:
    """Everything a store tells."""
    ids = [info.id for info in store.records()]
    return (
        list(store.records()),
        [store.load(each) for each in ids],
        [store.openings(each) for each in ids],
        [store.notes(each, "state") for each in ids],
        store.feed(),
    )


def test_a_backup_is_a_store_with_everything(store: Store, tmp_path: Path) -> None:
    fill(store)
    store.backup(str(tmp_path / "copies" / "copy.db"))
    copy = open_store(str(tmp_path / "copies" / "copy.db"), create=False)
    assert everything(copy) == everything(store)
    assert_whole(copy)
    assert copy.append(record_id(2), [play(4)], at=NOW, keys=["k"]).repeated
    copy.append(ID, [play(6)], at=NOW)  # and a full store: it can be used as one
    assert numbers(store, record_id(2)) == [4]
    copy.close()
    assert [path.name for path in (tmp_path / "copies").iterdir()] == ["copy.db"]


def test_a_backup_is_restored_into_either_database(
    store: Store, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    fill(store)
    store.backup(str(tmp_path / "copy.db"))
    url: str = request.getfixturevalue("pg_url")  # the place of the store itself, where that is on PostgreSQL
    if isinstance_of_sqlite(store):
        assert restore(str(tmp_path / "copy.db"), url) == ""
        target = open_store(url, create=False)
    else:
        assert restore(str(tmp_path / "copy.db"), str(tmp_path / "new.db")) == ""
        target = open_store(str(tmp_path / "new.db"), create=False)
    assert everything(target) == everything(store)
    assert_whole(target)
    target.append(ID, [play(7)], at=NOW)
    assert target.feed()[-1].position == store.feed()[-1].position + 1
    assert target.append(record_id(2), [play(4)], at=NOW, keys=["k"]).repeated
    create(target, 9, events=2)
    assert_whole(target)
    target.close()


def isinstance_of_sqlite(store: Store) -> bool:
    """Whether the store is a file."""
    return type(store).__name__ == "SqliteStore"


def test_an_empty_store_can_be_copied(store: Store, tmp_path: Path) -> None:
    store.backup(str(tmp_path / "copy.db"))
    copy = open_store(str(tmp_path / "copy.db"), create=False)
    assert list(copy.records()) == []
    copy.close()


def test_a_backup_of_a_store_in_use_is_of_one_moment(store: Store, store_url: str, tmp_path: Path) -> None:
    ids = [create(store, number) for number in range(4)]
    stop = threading.Event()

    def write() -> None:
        own = open_store(store_url)
        number = 0
        while not stop.is_set():
            for each in ids:
                own.append(each, [play(number)] * 5, at=NOW)
            number += 1
        own.close()

    writer = threading.Thread(target=write)
    writer.start()
    before = after = dict.fromkeys(ids, 0)
    for copy_number in range(3):
        before = {each: store.head(each).size for each in ids}
        path = str(tmp_path / f"copy{copy_number}.db")
        store.backup(path)
        after = {each: store.head(each).size for each in ids}
        copy = open_store(path, create=False)
        assert_whole(copy)
        for each in ids:
            assert before[each] <= copy.head(each).size <= after[each]
            lines = list(copy.read(each))
            assert lines == list(store.read(each, 0, len(lines)))
        copied = [entry.position for entry in copy.feed(limit=10**6)]
        assert copied == list(range(1, len(copied) + 1))
        copy.close()
    stop.set()
    writer.join()
    assert sum(after.values()) > 4


def test_a_backup_never_overwrites(store: Store, tmp_path: Path) -> None:
    fill(store)
    (tmp_path / "copy.db").write_text("precious")
    with pytest.raises(Refused):
        store.backup(str(tmp_path / "copy.db"))
    assert (tmp_path / "copy.db").read_text() == "precious"
    with pytest.raises(Refused):
        store.backup(str(tmp_path))


def test_what_an_interrupted_backup_left_does_not_stop_the_next(store: Store, tmp_path: Path) -> None:
    fill(store)
    (tmp_path / "copy.db.partial").write_text("half a backup")
    store.backup(str(tmp_path / "copy.db"))
    copy = open_store(str(tmp_path / "copy.db"), create=False)
    assert everything(copy) == everything(store)
    copy.close()
    assert not (tmp_path / "copy.db.partial").exists()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A filled SQLite store, closed."""
    store = open_store(str(tmp_path / "store.db"))
    fill(store)
    store.close()
    return tmp_path / "store.db"


def spoil(path: Path) -> None:
    """Change an event behind the store's back."""
    connection = sqlite3.connect(path)
    connection.execute("DROP TRIGGER events_update")
    connection.execute("UPDATE events SET payload = x'80' WHERE position = 2")
    connection.commit()
    connection.close()


def test_a_damaged_store_gives_no_backup(file: Path, tmp_path: Path) -> None:
    spoil(file)
    store = open_store(str(file))
    with pytest.raises(Damaged):
        store.backup(str(tmp_path / "copy.db"))
    store.close()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["store.db"]


def test_a_damaged_backup_replaces_nothing(file: Path, tmp_path: Path, pg_url: str) -> None:
    store = open_store(str(file))
    store.backup(str(tmp_path / "copy.db"))
    before = everything(store)
    store.close()
    spoil(tmp_path / "copy.db")
    for target in (str(file), pg_url):
        with pytest.raises(Damaged):
            restore(str(tmp_path / "copy.db"), target)
    store = open_store(str(file), create=False)
    assert everything(store) == before
    store.close()
    with pytest.raises(NotFound):
        open_store(pg_url, create=False)


def test_a_restore_sets_the_old_store_aside(file: Path, tmp_path: Path) -> None:
    store = open_store(str(file))
    store.backup(str(tmp_path / "copy.db"))
    store.append(ID, [play(99)], at=NOW)
    store.close()
    first, second = (restore(str(tmp_path / "copy.db"), str(file)) for _ in range(2))
    assert (first, second) == (f"{file}.before-restore", f"{file}.before-restore-2")
    restored, aside = open_store(str(file)), open_store(first)
    assert len(restored.load(ID).events) == 5
    assert len(aside.load(ID).events) == 6
    restored.close()
    aside.close()


def test_a_store_that_is_in_use_is_not_replaced(file: Path, tmp_path: Path) -> None:
    store = open_store(str(file))
    store.backup(str(tmp_path / "copy.db"))
    store.append(ID, [play(99)], at=NOW)
    with pytest.raises(Unavailable, match="in use"):
        restore(str(tmp_path / "copy.db"), str(file))
    assert len(store.load(ID).events) == 6
    store.append(ID, [play(100)], at=NOW)
    assert_whole(store)
    store.close()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["copy.db", "store.db"]


def test_a_damaged_store_is_set_aside_as_it_is(file: Path, tmp_path: Path) -> None:
    store = open_store(str(file))
    store.backup(str(tmp_path / "copy.db"))
    store.close()
    content = b"\xff" * 300 + file.read_bytes()[300:]
    file.write_bytes(content)
    aside = restore(str(tmp_path / "copy.db"), str(file))
    assert Path(aside).read_bytes() == content
    store = open_store(str(file))
    assert_whole(store)
    assert len(list(store.records())) == 2
    store.close()


def test_a_restore_into_a_database_with_records_is_refused(file: Path, pg_url: str) -> None:
    store = open_store(pg_url)
    create(store, 7, events=1)
    with pytest.raises(Refused, match="holds records"):
        restore(str(file), pg_url)
    assert [info.id for info in store.records()] == [record_id(7)]
    store.close()


@pytest.mark.parametrize("content", [None, b"", b"no database"])
def test_what_is_not_a_backup_is_not_restored(tmp_path: Path, content: bytes | None) -> None:
    if content is not None:
        (tmp_path / "copy.db").write_bytes(content)
    with pytest.raises(QuartermasterError):
        restore(str(tmp_path / "copy.db"), str(tmp_path / "store.db"))
    assert not (tmp_path / "store.db").exists()


def test_a_store_is_not_restored_onto_itself(file: Path) -> None:
    with pytest.raises(Refused):
        restore(str(file), str(file))
    store = open_store(str(file))
    assert len(list(store.records())) == 2
    store.close()
