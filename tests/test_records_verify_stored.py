"""What `verify` says about a record in a store: events, the hashes stored beside them, and the stored head."""

from typing import Any

import msgspec

from records.codec import pack
from records.errors import Damaged
from records.record import Head, Record, of_bodies
from records.tree import leaf_hash
from records.verify import Known, Report, verify_stored
from tests.helpers.trust_samples import OTHER_ID, RECORD_ID, forty, header, other, sample

Rows = list[tuple[int, bytes, bytes]]


def rows_of(record: Record) -> Rows:
    return [(seq, pack(msgspec.json.decode(line)), leaf_hash(line)) for seq, line in enumerate(record.lines)]


def row(seq: int, body: Any, *, leaf_of: Any = None) -> tuple[int, bytes, bytes]:
    packed = pack(body)
    data = msgspec.json.encode(body if leaf_of is None else leaf_of, order="deterministic")
    return seq, packed, leaf_hash(data)


def found(report: Report) -> list[tuple[str, int | None]]:
    return [(problem.kind, problem.seq) for problem in report.problems]


def stored(rows: Rows, head: Head | None = None, known: Known | None = None) -> Report:
    return verify_stored(RECORD_ID, rows, head or sample().head(), known or Known())


def test_a_stored_record_is_fine_when_events_hashes_and_head_fit() -> None:
    report = stored(rows_of(sample()))
    assert report.ok
    assert report.head == sample().head()
    assert "the hash stored beside every event" in report.compared[0]


def test_a_stored_event_that_was_changed_is_named() -> None:
    rows = rows_of(sample())
    rows[12] = (*row(12, {"do": "pass"})[:2], rows[12][2])
    report = stored(rows)
    assert found(report) == [("changed", 12)]
    assert "the hash fits the stored head" in report.problems[0].words


def test_a_damaged_stored_hash_is_told_apart_from_a_changed_event() -> None:
    rows = rows_of(sample())
    rows[12] = (12, rows[12][1], bytes(32))
    report = stored(rows)
    assert found(report) == [("leaf", 12)]


def test_an_event_changed_with_its_hash_is_found_by_the_head() -> None:
    rows = rows_of(sample())
    rows[12] = row(12, {"do": "pass"})
    assert found(stored(rows)) == [("changed", None)]
    assert found(stored(rows, known=Known(copy=sample()))) == [("changed", 12), ("changed", None)]


def test_rows_that_changed_places_are_found_by_search() -> None:
    rows = rows_of(sample())
    rows[12], rows[30] = (12, *rows[30][1:]), (30, *rows[12][1:])
    assert found(stored(rows)) == [("moved", 12)]


def test_a_stored_event_that_cannot_be_unpacked_is_named() -> None:
    for packed in (b"", b"\xc1", rows_of(sample())[12][1] + b"\0", b"\x81\xa2do", b"\x82\xa2do\xa1x\xa1n\xcc\x01"):
        rows = rows_of(sample())
        rows[12] = (12, packed, rows[12][2])
        assert found(stored(rows)) == [("unreadable", 12)]


def test_missing_rows_are_named() -> None:
    rows = rows_of(sample())
    assert found(stored([*rows[:12], *rows[15:]])) == [("removed", 12)]
    assert "events 12 to 14" in stored([*rows[:12], *rows[15:]]).problems[0].words
    assert found(stored(rows[:30])) == [("cut", 30)]
    assert found(stored([])) == [("cut", 0)]


def test_added_rows_are_named() -> None:
    rows = rows_of(sample())
    assert found(stored([*rows, row(41, {"do": "pass"})])) == [("added", 41)]
    assert found(stored([*rows[:12], rows[11], *rows[12:]])) == [("doubled", 11)]


def test_a_store_that_breaks_off_is_reported_and_does_not_raise() -> None:
    def breaking() -> Any:
        yield from rows_of(sample())[:7]
        raise Damaged("database disk image is malformed", where="page 9")

    report = verify_stored(RECORD_ID, breaking(), sample().head())
    assert found(report) == [("unreadable", 7)]
    assert "malformed" in report.problems[0].words


def test_a_store_that_was_rolled_back_is_exposed_by_a_newer_head() -> None:
    older = of_bodies(header(), forty()[:19])
    known = Known(heads=(sample().head(),))
    assert found(stored(rows_of(older), older.head(), known)) == [("rollback", 20)]
    assert found(stored(rows_of(older), older.head(), Known(copy=sample()))) == [("rollback", 20)]


def test_a_store_that_was_rewritten_with_all_its_hashes_is_a_fork_from_the_known_head() -> None:
    bodies = forty()
    bodies[5] = {"do": "pass"}
    forged = of_bodies(header(), bodies)
    report = stored(rows_of(forged), forged.head(), Known(heads=(sample().head(),)))
    assert found(report) == [("fork", None)]
    assert sample().head().text() in report.problems[0].words
    assert forged.head().text() in report.problems[0].words
    early = stored(rows_of(forged), forged.head(), Known(heads=(of_bodies(header(), forty()[:9]).head(),)))
    assert found(early) == [("fork", None)]


def test_a_store_that_holds_another_record_under_the_id_is_foreign() -> None:
    report = verify_stored(RECORD_ID, rows_of(other()), other().head())
    assert found(report) == [("foreign", 0)]
    assert OTHER_ID in report.problems[0].words
