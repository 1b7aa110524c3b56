"""What `verify` says of a file: in which words, of times and openings, and of what it cannot find."""

import io

import pytest

from records.keys import new_key
from records.record import Head, Record, of_bodies
from records.sign import sign_checkpoint
from records.verify import KINDS, WARNINGS, Known, Report, verify
from records.verify.answer import PROBLEMS_MAX
from tests.helpers.trust_samples import (
    OTHER_ID,
    RECORD_ID,
    SALT,
    as_packed,
    as_text,
    forty,
    header,
    other,
    sample,
    time,
)

ANN = new_key("club.example/ann", bytes([1] * 32))


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


def test_a_record_full_of_false_sign_offs_is_judged_without_searching(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each search takes a while; a hostile record must not be able to ask for thousands of them."""
    false = {"do": "sign", "seat": "blue", "head": Head(2, bytes(32)).text(), "statement": "accept"}
    monkeypatch.setattr("records.verify.known_heads.find_moved", lambda *_: pytest.fail("searched"))
    monkeypatch.setattr("records.verify.known_heads.find_added", lambda *_: pytest.fail("searched"))
    report = text(of_bodies(header(), [{"do": "setup"}, *[false] * 500]))
    assert len(report.problems) == PROBLEMS_MAX
    assert report.more == 500 - PROBLEMS_MAX
    assert {problem.kind for problem in report.problems} == {"changed"}


def test_a_false_sign_off_beside_a_true_one_is_pointed_out() -> None:
    bodies = forty()[:9]
    true = of_bodies(header(), bodies).head()
    sign = {"do": "sign", "seat": "blue", "statement": "accept"}
    record = of_bodies(header(), [*bodies, {**sign, "head": true.text()}, {**sign, "head": Head(10, bytes(32)).text()}])
    assert found(text(record)) == [("foreign", 11)]


def test_a_record_full_of_false_openings_is_judged_to_its_end() -> None:
    false = [{**forty()[37], "what": f"slot-{number}", "value": "spy"} for number in range(700)]
    report = text(of_bodies(header(), [{"do": "setup"}, *false]))
    assert len(report.problems) + len(report.warnings) + report.more >= 1400


def test_a_salt_is_never_shown_in_a_report() -> None:
    """Reports are shown to everybody; an opening that fails must not give its salt away."""
    bodies = forty()
    bodies[37]["value"] = "spy"
    report = text(of_bodies(header(), bodies))
    assert SALT not in repr(report)


@pytest.mark.parametrize(("come_from", "go_to"), [(12, 30), (30, 12), (1, 40), (39, 40), (40, 1)])
def test_the_first_wrong_event_of_a_move_is_the_first_that_stands_elsewhere(come_from: int, go_to: int) -> None:
    lines = list(sample().lines)
    lines.insert(go_to, lines.pop(come_from))
    report = verify(io.BytesIO(b"".join(line + b"\n" for line in lines)), known=Known(copy=sample()))
    assert {problem.kind for problem in report.problems} == {"moved"}
    assert report.first == min(come_from, go_to)
