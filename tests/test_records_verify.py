"""What `verify` says: of records in a store, of times and openings, of what it cannot find, and in which words."""

import io
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from records.codec import pack
from records.errors import Damaged
from records.keys import new_key
from records.record import Head, Record, of_bodies
from records.sign import sign_checkpoint
from records.tree import leaf_hash, root_of
from records.verify import KINDS, WARNINGS, Known, Report, verify, verify_stored
from records.verify.align import differences
from records.verify.report import PROBLEMS_MAX
from records.verify.search import find_added, find_moved
from tests.trust_samples import OTHER_ID, RECORD_ID, SALT, as_packed, as_text, forty, header, other, sample, time

ANN = new_key("club.example/ann", bytes([1] * 32))
Rows = list[tuple[int, bytes, bytes]]


def rows_of(record: Record) -> Rows:
    return [(seq, pack(msgspec.json.decode(line)), leaf_hash(line)) for seq, line in enumerate(record.lines)]


def row(seq: int, body: Any, *, leaf_of: Any = None) -> tuple[int, bytes, bytes]:
    packed = pack(body)
    data = msgspec.json.encode(body if leaf_of is None else leaf_of, order="deterministic")
    return seq, packed, leaf_hash(data)


def text(record: Record, known: Known | None = None) -> Report:
    return verify(io.BytesIO(as_text(record)), "game", known or Known())


def found(report: Report) -> list[tuple[str, int | None]]:
    return [(problem.kind, problem.seq) for problem in report.problems]


def warned(report: Report) -> list[tuple[str, int | None]]:
    return [(warning.kind, warning.seq) for warning in report.warnings]


# Files


@pytest.mark.parametrize("content", [as_text(sample()), as_packed(sample())], ids=["text", "packed"])
def test_a_whole_record_is_fine_and_shows_head_and_code(content: bytes) -> None:
    head = sample().head()
    known = Known(
        heads=(head,),
        code=head.code,
        checkpoints=(sign_checkpoint(RECORD_ID, head, ANN).data(),),
        keys=(ANN.public(),),
        copy=sample(),
        others=(other(),),
        record_id=RECORD_ID,
        final=True,
    )
    report = verify(io.BytesIO(content), "game", known)
    assert report.ok
    assert (report.problems, report.warnings, report.more, report.first) == ([], [], 0, None)
    assert (report.head, report.code) == (head, head.code)
    assert len(report.compared) == 4
    assert "the checkpoint signed by club.example/ann" in report.compared[1]


def test_a_change_is_told_field_by_field() -> None:
    bodies = forty()
    bodies[11] = {**bodies[11], "n": 5, "said": "x" * 200}
    del bodies[11]["by"]
    report = text(of_bodies(header(), bodies), Known(copy=sample()))
    words = report.problems[0].words
    assert words.startswith('event 12 was changed: by is gone, it was "red"; n was 81 and is 5; said is new, "xxx')
    assert len(words) < 200
    assert report.first == 12


def test_an_event_of_another_record_is_named_with_its_home() -> None:
    bodies = forty()
    bodies.insert(20, other().events[7].body())
    known = Known(copy=sample(), others=(other(),))
    words = text(of_bodies(header(), bodies), known).problems[0].words
    assert words == f'event 21 belongs to another record, {OTHER_ID}: {{"by":"red","cards":["o-6"],"do":"play"}}'


def test_the_same_record_as_its_copy_has_not_grown() -> None:
    assert warned(text(sample(), Known(copy=sample()))) == []


def test_problems_come_in_the_order_of_the_record() -> None:
    bodies = forty()
    bodies[2] = {**bodies[2], "n": 0}
    content = as_text(of_bodies(header(), bodies)).replace(b'["c-12"]', b'["c-12"')
    report = verify(io.BytesIO(content), "game", Known(copy=sample()))
    assert found(report) == [("changed", 3), ("unreadable", 13)]
    assert report.first == 3


def test_a_fork_prints_both_heads_as_evidence() -> None:
    mine = of_bodies(header(), [*forty()[:30], {"do": "x"}, {"do": "y"}])
    words = text(mine, Known(copy=sample())).problems[0].words
    assert mine.head().text() in words
    assert sample().head().text() in words


def test_a_record_may_have_grown_since_its_head_was_noted() -> None:
    longer = of_bodies(header(), [*forty(), {"do": "dispute", "about": 3, "claim": "no"}])
    for known in (Known(heads=(sample().head(),)), Known(copy=sample()), Known(code=sample().head().code)):
        report = text(longer, known)
        assert report.ok
        assert warned(report) == [("grown", 41)]


def test_more_heads_narrow_the_place_of_a_change() -> None:
    bodies = forty()
    bodies[24] = {"do": "x"}
    heads = tuple(of_bodies(header(), forty()[:size]).head() for size in (40, 19, 22, 30))
    report = text(of_bodies(header(), bodies), Known(heads=heads))
    assert {problem.where for problem in report.problems} == {"events 23 to 30", "events 23 to 40"}


def test_one_event_between_two_heads_is_named() -> None:
    bodies = forty()
    bodies[24] = {"do": "x"}
    heads = tuple(of_bodies(header(), forty()[:size]).head() for size in (24, 25))
    assert found(text(of_bodies(header(), bodies), Known(heads=heads))) == [("changed", 25)]


def test_a_copy_that_does_not_fit_the_known_head_is_not_trusted_silently() -> None:
    wrong = of_bodies(header(), [*forty()[:39], {"do": "close", "result": "abandoned"}])
    report = text(sample(), Known(heads=(sample().head(),), copy=wrong))
    assert found(report) == [("changed", 40)]
    assert warned(report) == [("copy", None)]


def test_bytes_that_are_not_canonical_may_be_let_pass_when_only_facts_count() -> None:
    loose = as_text(sample()).replace(b'":', b'": ')
    strict = verify(io.BytesIO(loose), "game", Known(heads=(sample().head(),)))
    assert found(strict) == [("not-canonical", 0)]
    assert strict.problems[0].words.startswith("41 lines are not written in canonical form")
    lax = verify(io.BytesIO(loose), "game", Known(heads=(sample().head(),), canonical=False))
    assert lax.ok
    assert warned(lax) == [("not-canonical", 0)]
    assert lax.head == sample().head()


def test_a_file_that_is_no_record_at_all_is_unreadable_and_has_no_head() -> None:
    for content in (b"hello\n", b"{}\n", b"\xff\xfe", b"\xc1", b"[1,2]\n", b'{"quartermaster":9}\n'):
        report = verify(io.BytesIO(content), "game")
        assert found(report)[0] == ("unreadable", 0), content
        assert not report.ok


def test_very_many_problems_are_counted_and_not_all_listed() -> None:
    content = as_text(sample()) + b"{\n" * 1000
    report = verify(io.BytesIO(content), "game")
    assert len(report.problems) == PROBLEMS_MAX
    assert report.more == 1000 - PROBLEMS_MAX
    assert report.first == 41


# What can never be found, and what could be with more knowledge


def test_verify_says_what_it_cannot_find() -> None:
    alone = text(sample())
    assert any("everyone at the table agreed" in words for words in alone.cannot)
    assert any("rewritten as a whole" in words for words in alone.cannot)
    assert not any("public key" in words for words in alone.cannot)
    with_head = text(sample(), Known(heads=(sample().head(),)))
    assert any("needs a copy" in words for words in with_head.cannot)
    assert not any("rewritten as a whole" in words for words in with_head.cannot)
    note = sign_checkpoint(RECORD_ID, sample().head(), ANN).data()
    assert any("no public key" in words for words in text(sample(), Known(checkpoints=(note,))).cannot)
    nameless = of_bodies(header(None), forty())
    assert any("1 openings" in words for words in text(nameless).cannot)
    assert not any("openings" in words for words in text(nameless, Known(record_id=RECORD_ID)).cannot)


# Times and openings


def test_clocks_running_backwards_are_a_warning_and_never_more() -> None:
    bodies = [
        {"do": "setup", "at": time(5)},
        {"do": "a", "at": time(4)},
        {"do": "b"},
        {"do": "c", "at": "2026-11-15T18:04:00.5Z"},
    ]
    report = text(of_bodies(header(), bodies))
    assert report.ok
    assert warned(report) == [("clock", 2)]
    assert time(4) in report.warnings[0].words


def test_the_same_words_twice_in_the_same_second_are_pointed_out() -> None:
    bodies = [{"do": "setup"}, {"do": "a", "at": time(4)}, {"do": "a", "at": time(4)}, {"do": "b"}, {"do": "b"}]
    assert warned(text(of_bodies(header(), bodies))) == [("doubled", 3)]


def test_a_seal_that_was_never_made_in_the_record_is_a_warning() -> None:
    bodies = forty()
    bodies[9] = {"do": "hide", "by": "blue", "slot": "C3"}
    report = text(of_bodies(header(), bodies))
    assert report.ok
    assert warned(report) == [("seal", 38)]


def test_a_lost_salt_makes_a_statement_and_not_an_opening() -> None:
    bodies = forty()
    del bodies[37]["salt"]
    report = text(of_bodies(header(), bodies))
    assert report.ok
    assert "stated, not opened" in report.warnings[0].words


def test_an_opening_by_the_wrong_seat_names_the_right_one() -> None:
    bodies = forty()
    bodies[37]["by"] = "red"
    assert "belongs to seat 'blue', not 'red'" in text(of_bodies(header(), bodies)).problems[0].words


def test_an_opening_for_the_wrong_slot_names_the_right_one_if_it_was_named_before() -> None:
    bodies = forty()
    bodies.insert(38, {**bodies[37], "what": "D4"})
    report = text(of_bodies(header(), bodies))
    assert any("belongs to the slot 'C3', not 'D4'" in problem.words for problem in report.problems)


def test_every_kind_has_words_for_users() -> None:
    assert all(words for words in (*KINDS.values(), *WARNINGS.values()))


def test_equal_times_with_fractions_are_no_warning() -> None:
    bodies = [{"do": "a", "at": "2026-11-15T18:04:00.5Z"}, {"do": "b", "at": "2026-11-15T18:04:00.50Z"}]
    assert warned(text(of_bodies(header(), bodies))) == []


@pytest.mark.parametrize("change", [{"salt": "1234"}, {"seal": "s1.x"}])
def test_an_opening_of_the_wrong_form_is_found_even_where_the_record_has_no_id(change: dict[str, str]) -> None:
    bodies = forty()
    bodies[37].update(change)
    assert found(text(of_bodies(header(None), bodies))) == [("seal", 38)]


def test_a_change_behind_an_unreadable_line_is_told_with_the_right_words() -> None:
    bodies = forty()
    bodies[29] = {**bodies[29], "n": 0}
    content = as_text(of_bodies(header(), bodies)).replace(b'["c-12"]', b'["c-12"')
    report = verify(io.BytesIO(content), "game", Known(copy=sample()))
    assert report.problems[1].words == "event 30 was changed: n was 801 and is 0"


# In a store


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


def test_a_stored_hash_that_was_damaged_is_told_from_a_changed_event() -> None:
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


def test_rows_that_went_are_named() -> None:
    rows = rows_of(sample())
    assert found(stored([*rows[:12], *rows[15:]])) == [("removed", 12)]
    assert "events 12 to 14" in stored([*rows[:12], *rows[15:]]).problems[0].words
    assert found(stored(rows[:30])) == [("cut", 30)]
    assert found(stored([])) == [("cut", 0)]


def test_rows_that_came_are_named() -> None:
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


def test_a_store_that_was_rolled_back_is_told_by_a_newer_head() -> None:
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


# Aligning and searching

hashes = st.lists(st.integers(0, 9).map(lambda number: bytes([number] * 32)), max_size=14)


@settings(max_examples=600, deadline=None)
@given(hashes, hashes)
def test_two_lists_are_the_same_if_and_only_if_there_is_no_difference(ours: list[bytes], theirs: list[bytes]) -> None:
    assert (differences(ours, theirs) == []) == (ours == theirs)
    for item in differences(ours, theirs):
        assert item.kind in KINDS
        assert item.here is None or 0 <= item.here < len(ours)
        assert item.there is None or 0 <= item.there < len(theirs)


distinct = st.integers(2, 14).map(lambda size: [bytes([number] * 32) for number in range(size)])


@settings(max_examples=300, deadline=None)
@given(distinct, st.data())
def test_one_edit_is_one_difference_at_its_place(leaves: list[bytes], data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(leaves) - 1))
    new = bytes([99] * 32)
    assert differences([*leaves[:at], new, *leaves[at + 1 :]], leaves) == [("changed", at, at)]
    assert differences([*leaves[:at], new, *leaves[at:]], leaves) == [("added", at, None)]
    assert differences([*leaves[: at + 1], *leaves[at:]], leaves) == [("doubled", at + 1, None)]
    gone = "cut" if at == len(leaves) - 1 else "removed"
    assert differences([*leaves[:at], *leaves[at + 1 :]], leaves) == [(gone, None, at)]
    to = data.draw(st.integers(0, len(leaves) - 1).filter(lambda place: abs(place - at) > 1 or len(leaves) < 4))
    moved = [*leaves[:at], *leaves[at + 1 :]]
    moved.insert(to, leaves[at])
    kinds = {item.kind for item in differences(moved, leaves)}
    assert kinds == ({"moved"} if to != at else set())


@settings(max_examples=200, deadline=None)
@given(st.lists(st.integers(0, 4).map(lambda number: bytes([number] * 32)), min_size=3, max_size=20), st.data())
def test_what_was_added_or_swapped_is_found_from_the_root_alone(leaves: list[bytes], data: st.DataObject) -> None:
    root = root_of(leaves)
    at = data.draw(st.integers(0, len(leaves)))
    extra = [bytes([80 + number] * 32) for number in range(data.draw(st.integers(1, 3)))]
    assert find_added([*leaves[:at], *extra, *leaves[at:]], len(extra), root) == at
    first = data.draw(st.integers(1, len(leaves) - 2))
    second = data.draw(st.integers(first + 1, len(leaves) - 1))
    swapped = [*leaves]
    swapped[first], swapped[second] = leaves[second], leaves[first]
    if swapped != leaves:
        pair = find_moved(swapped, root)
        assert pair is not None
        swapped[pair[0]], swapped[pair[1]] = swapped[pair[1]], swapped[pair[0]]
        assert swapped == leaves
    assert find_added(leaves, 1, bytes(32)) is None
    assert find_moved(leaves, bytes(32)) is None


def test_a_search_in_a_very_long_record_is_left_out() -> None:
    leaves = [bytes(32)] * 10_001
    assert find_added(leaves, 1, b"") is None
    assert find_moved(leaves, b"") is None


def test_a_salt_is_never_shown_in_a_report() -> None:
    """Reports are shown to everybody; an opening that fails must not give its salt away."""
    bodies = forty()
    bodies[37]["value"] = "spy"
    report = text(of_bodies(header(), bodies))
    assert SALT not in repr(report)
