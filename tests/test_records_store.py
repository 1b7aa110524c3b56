"""What every store does, on SQLite and on PostgreSQL."""

from typing import Any

import pytest

from records.canonical import canonical
from records.errors import Conflict, NotFound, Refused
from records.limits import BATCH_EVENTS_MAX, EVENT_BYTES_MAX
from records.record import of_bodies
from records.store import Filter, Opening, Store, open_store
from records.tree import leaf_hash
from tests.helpers.store_samples import HEADER, ID, NOW, assert_whole, create, play, record_id


def test_a_new_record_has_its_header_and_nothing_else(store: Store) -> None:
    info = store.create({**HEADER, "title": "Friday"}, record_id=ID, at=NOW)
    assert (info.id, info.header.title, info.created, info.changed, info.closed) == (ID, "Friday", NOW, NOW, False)
    assert info.head == of_bodies({**HEADER, "title": "Friday"}, []).head()
    assert store.info(ID) == info
    assert list(store.read(ID)) == [canonical({**HEADER, "title": "Friday"})]


def test_a_record_is_created_once(store: Store) -> None:
    create(store)
    with pytest.raises(Conflict):
        store.create(HEADER, record_id=ID, at=NOW)
    assert len(list(store.records())) == 1


def test_a_header_is_checked_and_keeps_its_own_id(store: Store) -> None:
    with pytest.raises(Refused):
        store.create({**HEADER, "colour": "red"}, record_id=ID, at=NOW)
    with pytest.raises(Refused):
        store.create({**HEADER, "id": record_id(2)}, record_id=ID, at=NOW)
    with pytest.raises(Refused):
        store.create(HEADER, record_id="friday", at=NOW)
    store.create({**HEADER, "id": ID}, record_id=ID, at=NOW)
    assert [info.id for info in store.records()] == [ID]


def test_what_was_appended_comes_back_with_the_root_of_the_same_file(store: Store) -> None:
    create(store)
    bodies = [play(1), play(2, said="Größe, 東京, 🏝"), {"do": "note", "text": "", "deep": {"a": [[], {}, None, True]}}]
    one = store.append(ID, bodies[:1], at=NOW + 1)
    rest = store.append(ID, bodies[1:], at=NOW + 2)
    assert (one.first, one.last, rest.first, rest.last, rest.repeated) == (1, 1, 2, 3, False)
    file = of_bodies(HEADER, bodies)
    assert rest.head == store.head(ID) == file.head()
    assert store.load(ID) == file
    assert tuple(store.read(ID)) == file.lines
    assert store.info(ID).changed == NOW + 2
    assert_whole(store)


def test_a_range_is_read_with_the_header_as_line_0(store: Store) -> None:
    create(store, events=5)
    lines = list(store.read(ID))
    assert list(store.read(ID, 2, 4)) == lines[2:4]
    assert list(store.read(ID, 0, 1)) == lines[:1]
    assert list(store.read(ID, 4, 99)) == lines[4:]
    assert list(store.read(ID, 4)) == lines[4:]
    assert list(store.read(ID, 9)) == list(store.read(ID, 3, 3)) == list(store.read(ID, 4, 2)) == []


def test_a_long_record_is_read_in_pieces_without_a_seam(store: Store) -> None:
    create(store, events=2500)
    assert len(store.load(ID).events) == 2500
    assert [seq for seq, _, _ in store.leaves(ID)] == list(range(2501))
    assert list(store.read(ID, 999, 1003)) == list(store.read(ID))[999:1003]
    assert len(list(store.read(ID, 0, 1001))) == 1001
    assert_whole(store)


def test_an_append_on_a_stale_size_writes_nothing(store: Store) -> None:
    create(store)
    store.append(ID, [play(1)], at=NOW, expect=1)
    for stale in (0, 1, 3, 99, -1, 2**31, 2**80):
        with pytest.raises(Conflict) as raised:
            store.append(ID, [play(2)], at=NOW, expect=stale)
        assert raised.value.seq == 2
        with pytest.raises(Conflict):
            store.append(ID, [play(2), play(3)], at=NOW, expect=stale, keys=["a", None])
    assert store.append(ID, [play(2)], at=NOW, expect=2).last == 2
    assert len(store.load(ID).events) == 2


def test_leaves_are_what_verify_needs(store: Store) -> None:
    create(store, events=3)
    record = store.load(ID)
    for (seq, packed, leaf), line in zip(store.leaves(ID), record.lines, strict=True):
        assert leaf == leaf_hash(line) == record.leaves()[seq]
        assert isinstance(packed, bytes)


@pytest.mark.parametrize(
    "body",
    [
        {"do": "Play"},
        {"by": "blue"},
        {"do": "play", "at": "yesterday"},
        {"do": "play", "n": 1.5},
        {"do": "play", "n": 2**53},
        {"do": "play", 1: "one"},
        {"do": "play", "raw": b"bytes"},
        {"do": "play", "text": "e\u0301"},
        {"do": "play", "text": "\0"},
        {"do": "play", "text": "\ud800"},
        {"do": "play", "text": "x" * EVENT_BYTES_MAX},
        {"do": "play", "deep": [[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]},
        ["do", "play"],
        None,
    ],
)
def test_what_a_record_may_not_hold_is_refused_and_nothing_of_its_batch_is_written(store: Store, body: object) -> None:
    create(store)
    with pytest.raises(Refused) as raised:
        store.append(ID, [play(1), body], at=NOW)
    assert raised.value.where == "event 2"
    assert store.head(ID).size == 1


def test_an_append_has_at_least_one_event_and_not_too_many(store: Store) -> None:
    create(store)
    with pytest.raises(Refused):
        store.append(ID, [], at=NOW)
    with pytest.raises(Refused):
        store.append(ID, [play(1)] * (BATCH_EVENTS_MAX + 1), at=NOW)
    assert store.append(ID, [play(1)] * BATCH_EVENTS_MAX, at=NOW).last == BATCH_EVENTS_MAX
    assert_whole(store)


@pytest.mark.parametrize("unknown", [record_id(2), "", "nope", "x" * 26, "\0", "'; DROP TABLE events; --"])
def test_a_record_that_is_not_there_is_not_found(store: Store, unknown: str) -> None:
    create(store)
    with pytest.raises(NotFound):
        store.append(unknown, [play(1)], at=NOW)
    for ask in (store.info, store.load, store.head, store.openings, store.find):
        with pytest.raises(NotFound):
            ask(unknown)
    with pytest.raises(NotFound):
        list(store.read(unknown))
    with pytest.raises(NotFound):
        list(store.leaves(unknown))
    with pytest.raises(NotFound):
        store.notes(unknown, "state")


def test_a_record_is_found_by_any_beginning_that_is_unique(store: Store) -> None:
    first, second = create(store, 1), create(store, 20)
    assert store.find(first) == first
    assert store.find(first.lower()[:-1] + "1") == first
    assert store.find(second[:-1]) == second
    assert store.find("o1jcq7z" + "o" * 17 + "2") == second  # as it may be read from paper
    with pytest.raises(Refused) as raised:
        store.find("01JC")
    assert first in raised.value.what and second in raised.value.what


def test_many_records_with_one_beginning_are_not_all_listed(store: Store) -> None:
    for number in range(1, 9):
        create(store, number)
    with pytest.raises(Refused, match="and more"):
        store.find("0")


def test_records_are_listed_oldest_first_and_filtered(store: Store) -> None:
    a = create(store, 3, at=NOW, title="Große Runde", place="Kiel", event="Open 2026", round=3, table="A")
    b = create(store, 1, at=NOW + 10, title="100 % sure_!", game="gold-island", place="Bonn", round="final", table=7)
    c = create(store, 2, at=NOW + 20)
    store.append(c, [{"do": "close", "result": "finished"}], at=NOW + 30)

    def ids(**wanted: Any) -> list[str]:
        return [info.id for info in store.records(Filter(**wanted))]

    assert ids() == [a, b, c]
    assert ids(game="loot-island") == [a, c]
    assert ids(title="GROSSE") == ids(title="große") == [a]
    assert ids(title="% s") == ids(title="E_!") == [b]
    assert ids(title="_") == [b]
    assert ids(title="%%") == ids(title="g_oße") == []
    assert ids(place="kiel") == ids(event="open 2026") == ids(round=3) == ids(round="3") == ids(table="a") == [a]
    assert ids(table=7) == ids(table="7") == ids(round="Final") == [b]
    assert ids(since=NOW + 10) == [b, c]
    assert ids(until=NOW + 10) == [a]
    assert ids(closed=True) == [c]
    assert ids(closed=False) == [a, b]
    assert ids(game="loot-island", closed=False, since=NOW) == [a]
    assert ids(game="chess") == []


def test_openings_are_kept_beside_the_record(store: Store) -> None:
    create(store)
    create(store, 2)
    before = store.head(ID)
    first = Opening(ID, "s1.abc", "blue", "island.C3.piece", "c2FsdA", "bomb")
    second = Opening(ID, "s1.abd", "red", "hand", "c2FsdA", {"cards": ["red-5"], "n": [1, None]})
    store.add_openings([first])
    store.add_openings([first, second])
    assert store.openings(ID) == [first, second]
    assert store.openings(record_id(2)) == []
    assert store.head(ID) == before
    assert b"bomb" not in b"".join(store.read(ID))


def test_a_seal_has_one_opening_and_a_bad_batch_of_openings_leaves_none(store: Store) -> None:
    create(store)
    good = Opening(ID, "s1.abc", "blue", "piece", "c2FsdA", "bomb")
    store.add_openings([good])
    other = Opening(ID, "s1.new", "blue", "piece", "c2FsdA", "miner")
    with pytest.raises(Conflict):
        store.add_openings([other, Opening(ID, "s1.abc", "blue", "piece", "c2FsdA", "miner")])
    with pytest.raises(NotFound):
        store.add_openings([other, Opening(record_id(9), "s1.x", "blue", "piece", "c2FsdA", 1)])
    with pytest.raises(Refused):
        store.add_openings([other, Opening(ID, "s1.y", "blue", "piece", "c2FsdA", 1.5)])
    assert store.openings(ID) == [good]


def test_notes_are_replaced_and_the_newest_is_found(store: Store) -> None:
    create(store, events=9)
    store.put_note(ID, "state", 4, b"four")
    store.put_note(ID, "state", 10, b"ten")
    store.put_note(ID, "state", 4, b"\0 four again")
    store.put_note(ID, "checkpoint", 5, b"")
    assert store.notes(ID, "state") == [(4, b"\0 four again"), (10, b"ten")]
    assert store.notes(ID, "state", newest=True) == [(10, b"ten")]
    assert store.notes(ID, "checkpoint") == [(5, b"")]
    assert store.notes(ID, "nothing") == store.notes(ID, "nothing", newest=True) == []
    with pytest.raises(NotFound):
        store.put_note(record_id(2), "state", 1, b"")


def test_the_feed_gives_every_event_once_in_the_order_of_the_commits(store: Store) -> None:
    a, b = create(store, 2), create(store, 1)
    store.append(a, [play(1), play(2)], at=NOW + 1)
    store.append(b, [play(3)], at=NOW + 2)
    store.append(a, [play(4)], at=NOW + 3)
    entries = store.feed()
    assert [(entry.position, entry.record, entry.event.seq, entry.event.fields["n"]) for entry in entries] == [
        (1, a, 1, 1),
        (2, a, 2, 2),
        (3, b, 1, 3),
        (4, a, 3, 4),
    ]
    assert [entry.at - NOW for entry in entries] == [1, 1, 2, 3]
    assert store.feed(after=1, limit=2) == entries[1:3]
    assert store.feed(after=4) == store.feed(after=2**80) == store.feed(limit=0) == []
    assert store.feed(after=-5) == entries


@pytest.mark.parametrize(
    ("events", "closed"),
    [
        ([{"do": "close", "result": "finished"}], True),
        ([{"do": "close", "result": "finished"}, {"do": "note", "text": "after"}], True),
        ([{"do": "close"}, {"do": "amend", "target": 2, "action": None, "why": "too soon"}], False),
        ([{"do": "close"}, {"do": "amend", "target": 2, "action": {"do": "close", "result": "abandoned"}}], True),
        ([{"do": "close"}, {"do": "amend", "target": 2, "action": {"do": "pass"}}], False),
        ([{"do": "close"}, {"do": "amend", "target": 1, "action": None}], True),
        ([{"do": "pass"}, {"do": "amend", "target": 2, "action": {"do": "close"}}], True),
        ([{"do": "close"}, {"do": "rewind", "to": 1}], False),
        ([{"do": "close"}, {"do": "note"}, {"do": "rewind", "to": 2}], True),
        ([{"do": "close"}, {"do": "rewind", "to": 1}, {"do": "close"}], True),
        ([{"do": "insert", "after": 1, "action": {"do": "close"}}], True),
        ([{"do": "insert", "after": 1, "action": {"do": "pass"}}], False),
        ([{"do": "amend", "target": "2", "action": None}, {"do": "rewind"}], False),
    ],
)
def test_a_record_is_closed_by_close_and_opened_by_its_correction(
    store: Store, events: list[dict[str, object]], closed: bool
) -> None:
    together, apart = create(store, 1, events=1), create(store, 2, events=1)
    store.append(together, events, at=NOW)
    for event in events:
        store.append(apart, [event], at=NOW)
    imported = record_id(3)
    store.import_record(store.load(together), record_id=imported, at=NOW)
    assert [store.info(each).closed for each in (together, apart, imported)] == [closed] * 3


def test_a_store_opened_again_has_everything(store: Store, store_url: str) -> None:
    create(store, events=3)
    again = open_store(store_url, create=False)
    assert again.load(ID) == store.load(ID)
    assert list(again.records()) == list(store.records())
    again.append(ID, [play(4)], at=NOW)
    assert store.head(ID) == again.head(ID)
    again.close()


def test_ids_the_last_logged_and_the_order_of_making_need_no_headers(store: Store) -> None:
    assert (store.ids(), store.logged_last(), store.made()) == ([], None, [])
    ids = [create(store, number, events=1, at=NOW + number) for number in (1, 12, 13)]
    assert store.ids() == ids[::-1]
    assert store.ids(record_id(1)[:-2].lower() + "1") == ids[:0:-1]
    assert store.ids("", 1) == ids[2:]
    assert store.ids("%") == store.ids("'") == []
    store.append(ids[0], [play(2)], at=NOW + 20)
    assert store.logged_last() == ids[0]
    store.append(ids[0], [{"do": "close"}], at=NOW + 30)
    assert store.logged_last() == ids[2]
    assert [(one.id, one.head) for one in store.made()] == [(each, store.head(each)) for each in ids]
    assert [one.id for one in store.made(store.made()[0].number, 1)] == ids[1:2]
    assert [info.id for info in store.records(Filter(last=2))] == ids[1:]
    assert [info.id for info in store.records(Filter(last=1, closed=True))] == ids[:1]
