"""From the recorded timeline to the effective one: nothing is lost, and what counts follows from the corrections."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from records.event import Event, read_event
from records.timeline import CORRECTIONS, PROCEDURE, Places, effective, effective_timeline, places_of
from tests.helpers.timeline_model import line_of


def log(*bodies: dict[str, Any]) -> list[Event]:
    return [read_event(body, seq) for seq, body in enumerate(bodies, 1)]


def play(name: str, **more: Any) -> dict[str, Any]:
    return {"do": "play", "card": name, **more}


def cards(events: list[Event]) -> list[str]:
    return [event.fields.get("card", event.do) for event in events]


def corrected(*bodies: dict[str, Any]) -> list[str]:
    return cards(effective(log(*bodies)))


A, B, C, D = (play(name) for name in "abcd")


def test_a_log_without_corrections_is_its_own_effective_timeline() -> None:
    events = log(A, B, {"do": "note", "text": "rewind!"})
    assert effective(events) == events


def test_an_amendment_replaces_the_event_at_its_place() -> None:
    events = effective(log(A, B, C, {"do": "amend", "target": 2, "action": play("x"), "why": "misread"}))
    assert cards(events) == ["a", "x", "c"]
    assert [event.seq for event in events] == [1, 2, 3]


def test_an_amended_event_keeps_its_time_unless_the_amendment_gives_another() -> None:
    first = play("a", at="2026-11-15T18:00:00Z", by="blue")
    keeps = effective(log(first, {"do": "amend", "target": 1, "action": play("x"), "at": "2026-11-15T19:00:00Z"}))
    assert (keeps[0].at, keeps[0].by) == ("2026-11-15T18:00:00Z", None)
    gives = effective(log(first, {"do": "amend", "target": 1, "action": play("x", at="2026-11-15T17:00:00Z")}))
    assert gives[0].at == "2026-11-15T17:00:00Z"


def test_a_voided_event_no_longer_counts() -> None:
    assert corrected(A, B, C, {"do": "amend", "target": 2, "action": None}) == ["a", "c"]


def test_a_forgotten_event_takes_its_place_under_the_seq_of_its_insertion() -> None:
    events = effective(log(A, B, {"do": "insert", "after": 1, "action": play("x")}))
    assert [(event.seq, event.fields["card"]) for event in events] == [(1, "a"), (3, "x"), (2, "b")]


def test_an_inserted_event_may_itself_be_amended_voided_and_followed() -> None:
    insert = {"do": "insert", "after": 1, "action": play("x")}
    assert corrected(A, B, insert, {"do": "amend", "target": 3, "action": play("y")}) == ["a", "y", "b"]
    assert corrected(A, B, insert, {"do": "amend", "target": 3, "action": None}) == ["a", "b"]
    assert corrected(A, B, insert, {"do": "insert", "after": 3, "action": play("z")}) == ["a", "x", "z", "b"]


def test_a_rewind_drops_what_comes_after_its_target_and_play_goes_on() -> None:
    assert corrected(A, B, C, {"do": "rewind", "to": 1}, D) == ["a", "d"]
    assert corrected(A, B, {"do": "rewind", "to": 2}, C) == ["a", "b", "c"]


def test_rewinds_may_be_rewound_over_again() -> None:
    assert corrected(A, B, C, {"do": "rewind", "to": 2}, D, {"do": "rewind", "to": 1}, play("e")) == ["a", "e"]


def test_what_was_corrected_before_the_target_of_a_rewind_stays_corrected() -> None:
    amend = {"do": "amend", "target": 1, "action": play("x")}
    assert corrected(A, B, C, amend, {"do": "rewind", "to": 2}) == ["x", "b"]
    insert = {"do": "insert", "after": 1, "action": play("x")}
    assert corrected(A, B, C, insert, {"do": "rewind", "to": 2}) == ["a", "x", "b"]


def test_what_a_rewind_dropped_cannot_be_amended() -> None:
    found = effective_timeline(log(A, B, {"do": "rewind", "to": 1}, {"do": "amend", "target": 2, "action": play("x")}))
    assert cards([placed.event for placed in found.events]) == ["a", "amend"]
    assert found.stray == {4: "event 2 fell away with the rewind of event 3"}


def test_every_corrected_event_names_its_correction() -> None:
    found = effective_timeline(
        log(A, B, {"do": "amend", "target": 1, "action": play("x")}, {"do": "insert", "after": 2, "action": play("y")})
    )
    assert [(placed.event.fields["card"], placed.corrected_by) for placed in found.events] == [
        ("x", 3),
        ("b", None),
        ("y", 4),
    ]


def test_a_correction_of_nothing_stays_visible_as_stray() -> None:
    strays: list[dict[str, Any]] = [
        {"do": "amend", "target": 99, "action": play("x")},
        {"do": "amend", "target": 0, "action": play("x")},
        {"do": "amend", "target": "1", "action": play("x")},
        {"do": "amend", "target": True, "action": play("x")},
        {"do": "amend", "target": 1},
        {"do": "amend", "target": 1, "action": {"card": "x"}},
        {"do": "amend", "target": 1, "action": "pass"},
        {"do": "amend", "target": 1, "action": {"do": "Not A Name"}},
        {"do": "amend", "target": 1, "action": play("x", at="yesterday")},
        {"do": "amend", "target": 1, "action": play("x", by=7)},
        {"do": "amend", "target": 1, "action": {"do": "rewind", "to": 1}},
        {"do": "amend", "action": None},
        {"do": "insert", "after": 99, "action": play("x")},
        {"do": "insert", "after": 1, "action": None},
        {"do": "insert", "after": 1},
        {"do": "rewind", "to": 99},
        {"do": "rewind", "to": 0},
        {"do": "rewind", "to": None},
        {"do": "rewind"},
    ]
    for stray in strays:
        found = effective_timeline(log(A, B, stray))
        assert list(found.stray) == [3], stray
        assert cards([placed.event for placed in found.events]) == ["a", "b", stray["do"]], stray


def numbers(*bodies: dict[str, Any]) -> list[int]:
    return [event.seq for event in effective(log(*bodies))]


FIFTEEN = [play("a") for _ in range(15)]
PUT_IN = {"do": "insert", "after": 10, "action": play("x")}
NOTE = {"do": "note", "text": "the lamp was lit"}


def test_a_rewind_compares_numbers_and_keeps_what_was_logged_before() -> None:
    """Events 1 to 15, an insertion behind 10 under the number 16, and a note: nobody loses an event below N."""
    line = [*range(1, 11), 16, *range(11, 16)]
    assert numbers(*FIFTEEN, PUT_IN, NOTE) == [*line, 17]
    assert numbers(*FIFTEEN, PUT_IN, NOTE, {"do": "rewind", "to": 16}) == line
    also = [11, 12, 13, 14, 15]
    assert numbers(*FIFTEEN, PUT_IN, NOTE, {"do": "rewind", "to": 16, "also": also}) == [*range(1, 11), 16]
    assert numbers(*FIFTEEN, PUT_IN, NOTE, {"do": "rewind", "to": 12}) == [*range(1, 11), 16, 11, 12]


def test_also_names_nothing_but_what_stands_behind_and_was_logged_before() -> None:
    for also in ([17], [9], [10], [16], [99], ["x"], "all", [11, 17]):
        found = effective_timeline(log(*FIFTEEN, PUT_IN, NOTE, {"do": "rewind", "to": 16, "also": also}))
        assert list(found.stray) == [18], also
        assert len(found.events) == 18, "nothing falls away"


def test_what_a_correction_does_is_fixed_when_it_is_logged() -> None:
    """A rewind taken back brings back what it alone took away; what named those events meanwhile still does nothing."""
    six = [play("a") for _ in range(6)]
    rewinds = [{"do": "rewind", "to": 1}, play("b"), {"do": "rewind", "to": 2}, {"do": "rewind", "to": 1}]
    found = effective_timeline(log(*six, *rewinds))
    assert found.stray == {9: "event 2 fell away with the rewind of event 7"}
    assert [placed.event.seq for placed in found.events] == [1, 9]
    back = effective_timeline(log(*six, *rewinds, {"do": "amend", "target": 7, "action": None}))
    assert [placed.event.seq for placed in back.events] == [1, 2, 3, 4, 5, 6, 9]
    assert list(back.stray) == [9]


def test_insertions_behind_one_event_stand_in_the_order_of_logging() -> None:
    first, second = ({"do": "insert", "after": 1, "action": play(name)} for name in "xy")
    assert corrected(A, B, first, second) == ["a", "x", "y", "b"]
    between = {"do": "insert", "after": 3, "action": play("z")}
    assert corrected(A, B, first, between, second) == ["a", "x", "z", "y", "b"]
    void = {"do": "amend", "target": 3, "action": None}
    assert corrected(A, B, first, void, second, between) == ["a", "z", "y", "b"], "its place counts, voided or not"


def test_procedure_stays_in_the_line_and_is_never_corrected() -> None:
    claim = {"do": "dispute", "about": 2, "claim": "mine"}
    assert corrected(A, B, claim, C, {"do": "rewind", "to": 1}) == ["a", "dispute"]
    void = effective_timeline(log(A, claim, {"do": "amend", "target": 2, "action": None}))
    assert void.stray == {3: "event 2 is a dispute, which no correction touches"}
    put_in = effective_timeline(log(A, {"do": "insert", "after": 1, "action": claim}))
    assert list(put_in.stray) == [2]


def test_a_correction_may_be_named_and_stands_for_the_event_that_it_works_on() -> None:
    amend = {"do": "amend", "target": 1, "action": play("x")}
    assert corrected(A, B, amend, {"do": "insert", "after": 3, "action": play("y")}) == ["x", "y", "b"]
    assert corrected(A, B, amend, C, {"do": "rewind", "to": 3}) == ["x", "b"], "2 was logged before event 3"


def test_a_voided_event_may_be_put_there_again_and_a_long_chain_of_second_thoughts_is_followed() -> None:
    void = {"do": "amend", "target": 2, "action": None}
    assert corrected(A, B, void, {"do": "amend", "target": 2, "action": play("y")}) == ["a", "y"]
    thoughts: list[dict[str, Any]] = [void, *({"do": "amend", "target": seq, "action": None} for seq in range(3, 4003))]
    assert corrected(A, B, *thoughts) == ["a"], "an even number of second thoughts"


seqs = st.integers(-1, 14)
corrections = st.one_of(
    st.builds(lambda seq, name: {"do": "amend", "target": seq, "action": play(name)}, seqs, st.sampled_from("xyz")),
    st.builds(lambda seq: {"do": "amend", "target": seq, "action": None}, seqs),
    st.builds(lambda seq, name: {"do": "insert", "after": seq, "action": play(name)}, seqs, st.sampled_from("xyz")),
    st.builds(lambda seq: {"do": "rewind", "to": seq}, seqs),
    st.builds(lambda seq, also: {"do": "rewind", "to": seq, "also": also}, seqs, st.lists(seqs, max_size=2)),
    st.just({"do": "dispute", "about": 1, "claim": "?"}),
)
logs = st.lists(st.builds(play, st.sampled_from("abc")) | corrections, max_size=14).map(lambda bodies: log(*bodies))


@pytest.mark.slow
@settings(max_examples=400, deadline=None)
@given(logs)
def test_the_log_is_never_changed_and_every_event_is_accounted_for(events: list[Event]) -> None:
    before = list(events)
    found = effective_timeline(events)
    assert events == before
    seqs_of_events = [placed.event.seq for placed in found.events]
    assert len(seqs_of_events) == len(set(seqs_of_events))
    applied = {event.seq for event in events if event.do in CORRECTIONS} - set(found.stray)
    named = {placed.corrected_by for placed in found.events} - {None}
    assert named <= applied
    assert effective(events) == [placed.event for placed in found.events]


@pytest.mark.slow
@settings(max_examples=400, deadline=None)
@given(logs, st.integers(0, 14))
def test_a_prefix_of_the_log_has_the_effective_timeline_it_had_then(events: list[Event], size: int) -> None:
    """What counted at any time can be rebuilt later, because the log only grows."""
    then = effective_timeline(events[:size])
    rest = events[size:]
    if not any(event.do in CORRECTIONS for event in rest):
        now = effective_timeline(events)
        assert now.events[: len(then.events)] == then.events
        assert [placed.event for placed in now.events[len(then.events) :]] == rest


@settings(max_examples=200, deadline=None)
@given(st.lists(st.builds(play, st.sampled_from("abc")), max_size=10))
def test_without_corrections_nothing_changes_however_long_the_log(bodies: list[dict[str, Any]]) -> None:
    events = log(*bodies)
    assert effective(events) == events
    assert effective_timeline(events).stray == {}


@settings(max_examples=800, deadline=None)
@given(logs)
def test_any_log_gives_the_timeline_of_the_plain_model(events: list[Event]) -> None:
    assert [(event.seq, event.body()) for event in effective(events)] == line_of(events)


@settings(max_examples=400, deadline=None)
@given(logs, st.integers(0, 14))
def test_a_line_that_is_kept_up_to_date_is_the_one_made_at_once(events: list[Event], tried: int) -> None:
    """Whoever asks after each event, or tries a correction on a copy, is told what the whole log says."""
    kept = Places()
    for event in events:
        counted = kept.events_that_count()
        if event.do in CORRECTIONS:
            after = places_of(events[: event.seq]).events_that_count()
            left = {one.seq for one in after}
            assert kept.falls_away(event.body()) == [one for one in counted if one.seq not in left]
        if event.seq == tried:
            other = kept.copy()
            other.add(event)
            assert other.events_that_count() == places_of(events[: event.seq]).events_that_count()
        assert kept.events_that_count() == counted
        kept.add(event)
        assert kept.placed() == places_of(events[: event.seq]).placed()
        assert [seq for seq in kept.events if kept.stands(seq)] == sorted(one.seq for one in kept.events_that_count())


@settings(max_examples=200, deadline=None)
@given(logs, st.integers(0, 14))
def test_what_a_rewind_keeps_stands_behind_its_target_and_was_logged_before_it(events: list[Event], to: int) -> None:
    line = places_of(events)
    counted = line.events_that_count()
    place = next((index for index, event in enumerate(counted) if event.seq == to), len(counted))
    behind = [event for event in counted[place + 1 :] if event.seq < to and event.do not in PROCEDURE]
    assert line.stays_behind(to) == behind


# --- corrections that are idle


def test_an_idle_correction_changes_nothing_as_long_as_it_is_idle() -> None:
    line = places_of(log(A, B, C, {"do": "rewind", "to": 1}, {"do": "insert", "after": 1, "action": play("x")}))
    assert cards(line.events_that_count()) == ["a", "x"]
    line.idle = frozenset({4})
    assert cards(line.events_that_count()) == ["a", "x", "b", "c"]
    line.idle = frozenset({4, 5})
    assert cards(line.events_that_count()) == ["a", "b", "c"]
    line.idle = frozenset()
    assert cards(line.events_that_count()) == ["a", "x"]


def test_what_is_logged_while_a_correction_is_idle_is_fixed_by_the_line_without_it() -> None:
    line = places_of(log(A, B, {"do": "amend", "target": 1, "action": None}, {"do": "rewind", "to": 1}))
    line.idle = frozenset({4})
    line.add(read_event({"do": "amend", "target": 2, "action": play("y")}, 5))
    line.add(read_event({"do": "amend", "target": 4, "action": None}, 6))
    assert cards(line.events_that_count()) == ["y"], "event 2 stood when it was amended"
    line.idle = frozenset()
    assert cards(line.events_that_count()) == ["y"], "and the rewind was taken back"
    assert line.is_taken_back(4)


def test_a_correction_reaches_back_to_the_lowest_event_that_it_concerns() -> None:
    put_in = {"do": "insert", "after": 1, "action": play("x")}
    line = places_of(log(A, B, C, put_in, {"do": "amend", "target": 4, "action": None}, {"do": "rewind", "to": 2}))
    assert line.reach == {4: 2, 5: 2, 6: 3}
    assert line.first == {4: 1, 5: 4, 6: 3}
    back = places_of([*line.events.values(), read_event({"do": "amend", "target": 6, "action": None}, 7)])
    assert back.reach[7] == 3
    line.idle = frozenset({6})
    line.add(read_event({"do": "amend", "target": 6, "action": None}, 7))
    assert 7 not in line.reach, "to take back one that is idle concerns nobody"


def test_an_insertion_that_is_idle_may_be_named_as_a_place_and_is_taken_back_by_a_void() -> None:
    line = places_of(log(A, B, {"do": "insert", "after": 1, "action": play("x")}))
    line.idle = frozenset({3})
    line.add(read_event({"do": "insert", "after": 3, "action": play("y")}, 4))
    assert cards(line.events_that_count()) == ["a", "y", "b"]
    line.add(read_event({"do": "amend", "target": 3, "action": play("z")}, 5))
    assert line.stray == {5: "event 3 has no place"}
    line.add(read_event({"do": "amend", "target": 3, "action": None}, 6))
    line.idle = frozenset()
    assert cards(line.events_that_count()) == ["a", "y", "b", "amend"]
