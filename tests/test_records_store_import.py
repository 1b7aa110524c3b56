"""Whole records go in at once or not at all."""

import pytest

from records.errors import Conflict, Refused
from records.record import Record, of_bodies
from records.store import Store
from tests.helpers.store_samples import HEADER, ID, NOW, assert_whole, create, numbers, play, record_id


def record_of(*events: int, **header: object) -> Record:
    """A record as a file would give it."""
    return of_bodies({**HEADER, **header}, [play(number) for number in events])


def test_an_imported_record_is_the_file(store: Store) -> None:
    record = record_of(*range(1, 2201))
    info, new = store.import_record(record, record_id=ID, at=NOW)
    assert new
    assert (info.head, info.created, info.changed) == (record.head(), NOW, NOW)
    assert store.info(ID) == info
    assert store.load(ID) == record
    assert [entry.position for entry in store.feed(limit=5000)] == list(range(1, 2201))
    assert_whole(store)


def test_importing_twice_finds_the_same_record(store: Store) -> None:
    first, _ = store.import_record(record_of(1, 2, 3), record_id=ID, at=NOW)
    again, new = store.import_record(record_of(1, 2, 3), record_id=ID, at=NOW + 5)
    assert not new
    assert again == first == store.info(ID)
    assert len(store.feed()) == 3


def test_a_header_alone_is_a_record(store: Store) -> None:
    info, new = store.import_record(record_of(), record_id=ID, at=NOW)
    assert (info.head.size, new) == (1, True)
    assert store.import_record(record_of(), record_id=ID, at=NOW)[1] is False
    assert store.import_record(record_of(1), record_id=ID, at=NOW)[1] is True


def test_a_longer_record_extends_what_is_stored(store: Store) -> None:
    store.import_record(record_of(1, 2, 3), record_id=ID, at=NOW)
    store.append(ID, [play(4)], at=NOW + 1)
    info, new = store.import_record(record_of(1, 2, 3, 4, 5, 6), record_id=ID, at=NOW + 2)
    assert new
    assert (info.created, info.changed, info.head) == (NOW, NOW + 2, record_of(1, 2, 3, 4, 5, 6).head())
    assert numbers(store, ID) == [1, 2, 3, 4, 5, 6]
    assert_whole(store)


def test_an_older_copy_of_what_is_stored_brings_nothing(store: Store) -> None:
    store.import_record(record_of(1, 2, 3), record_id=ID, at=NOW)
    info, new = store.import_record(record_of(1, 2), record_id=ID, at=NOW)
    assert not new
    assert info.head == record_of(1, 2, 3).head()


@pytest.mark.parametrize(
    ("other", "seq"),
    [
        (record_of(1, 2, 9), 3),
        (record_of(1, 9, 3, 4), 2),
        (record_of(9, 2), 1),
        (record_of(1, 2, 3, title="another"), 0),
        (record_of(2, 1, 3), 1),
    ],
)
def test_a_record_that_differs_from_the_stored_one_is_a_conflict(store: Store, other: Record, seq: int) -> None:
    store.import_record(record_of(1, 2, 3), record_id=ID, at=NOW)
    with pytest.raises(Conflict) as raised:
        store.import_record(other, record_id=ID, at=NOW)
    assert raised.value.seq == seq
    assert numbers(store, ID) == [1, 2, 3]
    assert len(store.feed()) == 3


def test_a_record_keeps_the_id_in_its_header(store: Store) -> None:
    with pytest.raises(Refused):
        store.import_record(record_of(1, id=record_id(2)), record_id=ID, at=NOW)
    assert list(store.records()) == []


def test_an_import_comes_among_appends_in_the_feed(store: Store) -> None:
    other = create(store, 2, events=2)
    store.import_record(record_of(7, 8), record_id=ID, at=NOW)
    store.append(other, [play(3)], at=NOW)
    assert [entry.event.fields["n"] for entry in store.feed()] == [1, 2, 7, 8, 3]
    assert [entry.position for entry in store.feed()] == [1, 2, 3, 4, 5]
