"""Bytes that change in the database file: never does a fact silently become another."""

import os
import random
import sqlite3
from pathlib import Path

import pytest

from records.canonical import canonical
from records.codec import pack
from records.errors import Damaged, NotFound, QuartermasterError
from records.record import Record
from records.store import Filter, Opening, Store, open_store
from records.store.check import check_every, check_store
from records.store.interface import FeedEntry
from records.tree import grow, leaf_hash
from tests.helpers.slow import first_ones
from tests.helpers.store_samples import ID, NOW, create, play, record_id

FLIPS = 1000


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A closed store with three records, some longer than a page, openings and notes."""
    store = open_store(str(tmp_path / "store.db"))
    for number in range(1, 4):
        create(store, number, title=f"Table {number}", place="Kiel", events=1)
    for number in range(2, 30):
        for record in (1, 2, 3):
            store.append(record_id(record), [play(100 * record + number, said="y" * (number * record))], at=NOW)
    store.append(ID, [play(900, said="z" * 5000)], at=NOW, keys=["k"])
    store.add_openings([Opening(ID, "s1.abc", "blue", "piece", "c2FsdA", "bomb")])
    store.put_note(ID, "state", 30, b"derived" * 20)
    store.close()
    return tmp_path / "store.db"


def everything(store: Store) -> dict[str, tuple[Record, bytes, list[tuple[int, bytes]]]]:
    """What the store tells about every record, if both `load` and `check_store` find it whole."""
    found = {}
    for info in store.records():
        record = store.load(info.id)
        wrong = check_store(store, info.id)
        if wrong is not None:
            raise Damaged("found by the check", seq=wrong)
        found[info.id] = (record, info.head.root, store.notes(info.id, "state"))
    return found


@pytest.mark.slow
@pytest.mark.parametrize("flips", first_ones([300, FLIPS, 2 * FLIPS]))
def test_flipped_bytes_change_no_fact_silently(file: Path, flips: int) -> None:
    chance = random.Random(flips)
    store = open_store(str(file))
    truth = everything(store)
    feed = store.feed()
    store.close()
    content = file.read_bytes()
    noticed = unharmed = 0
    handle = os.open(file, os.O_RDWR)
    for _ in range(flips):
        place = chance.randrange(len(content))
        value = content[place] ^ chance.randrange(1, 256)
        os.pwrite(handle, bytes([value]), place)
        try:
            unharmed += look(file, truth, feed)
        except QuartermasterError:
            noticed += 1
        os.pwrite(handle, content[place : place + 1], place)
    os.close(handle)
    assert noticed + unharmed == flips
    assert noticed > flips / 4, "the flips hit nothing that matters"
    assert file.read_bytes() == content, "looking at a damaged store wrote to it"


def look(file: Path, truth: dict[str, tuple[Record, bytes, list[tuple[int, bytes]]]], feed: list[FeedEntry]) -> bool:
    """True if every fact is still there as it was; an error of ours if something was noticed; else the test fails."""
    store = open_store(str(file), create=False)
    try:
        found = everything(store)
        for each, (record, root, notes) in truth.items():
            if each not in found:
                raise NotFound(each)  # a record that is missing is noticed by whoever looks for it
            assert (found[each][0], found[each][1]) == (record, root)
            assert found[each][2] in (notes, []), "a note may be lost but not be another one"
            for start in (0, 1, 7):
                assert tuple(store.read(each, start, start + 5)) == record.lines[start : start + 5]
        now = [(entry.record, entry.event) for entry in store.feed()]
        assert now == [(entry.record, entry.event) for entry in feed]
    finally:
        store.close()
    return True


def change(file: Path, *statements: str) -> None:
    """Change the file behind the store's back, as anybody with a database tool can."""
    connection = sqlite3.connect(file)
    for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
        connection.execute(f'DROP TRIGGER "{name}"')
    for statement in statements:
        connection.execute(statement)
    connection.commit()
    connection.close()


@pytest.mark.parametrize(
    ("statement", "wrong"),
    [
        ("UPDATE events SET payload = (SELECT payload FROM events WHERE record = 1 AND seq = 4) WHERE seq = 9", 9),
        ("UPDATE events SET payload = x'c0' WHERE record = 1 AND seq = 5", 5),
        ("UPDATE events SET payload = zeroblob(9) WHERE record = 1 AND seq = 5", 5),
        ("UPDATE events SET leaf = zeroblob(32) WHERE record = 1 AND seq = 3", 3),
        ("DELETE FROM events WHERE record = 1 AND seq = 12", 12),
        ("DELETE FROM events WHERE record = 1 AND seq >= 20", 20),
        ("DELETE FROM events WHERE record = 1", 1),
        ("UPDATE events SET record = 99 WHERE record = 1 AND seq = 7", 7),
        ("UPDATE records SET header = (SELECT header FROM records WHERE key = 2) WHERE key = 1", 0),
        ("UPDATE records SET leaf = zeroblob(32) WHERE key = 1", 0),
        ("UPDATE tips SET size = size - 1 WHERE record = 1", 0),
        ("UPDATE tips SET peaks = zeroblob(length(peaks)) WHERE record = 1", 31),
        ("UPDATE tips SET record = 2 WHERE id LIKE '%1'", 0),
    ],
)
def test_a_change_with_a_database_tool_is_found_where_it_begins(file: Path, statement: str, wrong: int) -> None:
    change(file, statement)
    store = open_store(str(file))
    assert check_store(store, ID) == wrong or (wrong == 0 and check_store(store, ID) is not None)
    with pytest.raises(Damaged):
        store.load(ID)
    with pytest.raises(Damaged):
        check_every(store, "here")
    store.close()


def test_events_that_changed_places_are_found(file: Path) -> None:
    change(
        file,
        "UPDATE events SET seq = 1000 WHERE record = 1 AND seq = 4",
        "UPDATE events SET seq = 4 WHERE record = 1 AND seq = 6",
        "UPDATE events SET seq = 6 WHERE record = 1 AND seq = 1000",
    )
    store = open_store(str(file))
    assert check_store(store, ID) is not None
    with pytest.raises(Damaged):
        store.load(ID)
    assert check_store(store, record_id(2)) is None
    store.close()


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE records SET header = x'80' WHERE key = 2",
        "DELETE FROM tips WHERE record = 2",
        "UPDATE tips SET size = 3 WHERE record = 2",
        "DELETE FROM events WHERE record = 2 AND seq > 9",
    ],
)
def test_one_damaged_record_does_not_hide_the_others(file: Path, statement: str) -> None:
    change(file, statement)
    store = open_store(str(file))
    found = []
    with pytest.raises(Damaged) as raised:
        for info in store.records():
            found.append(info.id)
    assert found == [ID, record_id(3)]
    assert raised.value.where == record_id(2)
    with pytest.raises(Damaged):
        list(store.records(Filter(closed=False)))
    store.load(ID)
    store.close()


@pytest.mark.parametrize("statement", ["UPDATE tips SET size = size - 1", "UPDATE tips SET peaks = x'00'"])
def test_nothing_is_appended_to_a_damaged_tip(file: Path, statement: str) -> None:
    change(file, statement)
    store = open_store(str(file))
    before = len(store.feed())
    with pytest.raises(Damaged):
        store.append(ID, [play(1)], at=NOW)
    assert len(store.feed()) == before
    store.close()


@pytest.mark.parametrize(
    "content", [b"no database at all" * 99, b"SQLite format 3\0" + bytes(2032), b"SQLite format 3\0" + b"\xff" * 4080]
)
def test_a_file_that_is_not_a_database_is_left_as_it_is(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "store.db"
    path.write_bytes(content)
    with pytest.raises(QuartermasterError):
        open_store(str(path))
    assert path.read_bytes() == content


@pytest.mark.parametrize("body", [{"do": "NOT A NAME"}, {"by": "blue"}, ["list"], {"do": "play", "at": "now"}])
def test_what_no_store_would_have_taken_is_damage_even_with_the_right_hashes(file: Path, body: object) -> None:
    line = canonical(body)
    change(file, "DELETE FROM events WHERE record = 2", "DELETE FROM tips WHERE record = 2")
    connection = sqlite3.connect(file)
    (header,) = connection.execute("SELECT leaf FROM records WHERE key = 2").fetchone()
    peaks = grow(0, b"", [header, leaf_hash(line)])
    connection.execute("INSERT INTO events VALUES (999, 2, 1, 0, ?, ?)", (pack(body), leaf_hash(line)))
    connection.execute("INSERT INTO tips VALUES (?, 2, 2, ?, 0, 0)", (record_id(2), peaks))
    connection.commit()
    connection.close()
    store = open_store(str(file))
    with pytest.raises(Damaged) as raised:
        store.load(record_id(2))
    assert raised.value.seq == 1
    with pytest.raises(Damaged):
        store.feed()
    store.close()
