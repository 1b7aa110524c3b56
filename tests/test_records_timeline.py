"""From the recorded timeline to the effective one: nothing is lost, and what counts follows from the corrections."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from records.event import Event, read_event
from records.timeline import CORRECTIONS, effective, effective_timeline


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
    assert found.stray == [4]


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
        assert found.stray == [3], stray
        assert cards([placed.event for placed in found.events]) == ["a", "b", stray["do"]], stray


seqs = st.integers(-1, 14)
corrections = st.one_of(
    st.builds(lambda seq, name: {"do": "amend", "target": seq, "action": play(name)}, seqs, st.sampled_from("xyz")),
    st.builds(lambda seq: {"do": "amend", "target": seq, "action": None}, seqs),
    st.builds(lambda seq, name: {"do": "insert", "after": seq, "action": play(name)}, seqs, st.sampled_from("xyz")),
    st.builds(lambda seq: {"do": "rewind", "to": seq}, seqs),
)
logs = st.lists(st.builds(play, st.sampled_from("abc")) | corrections, max_size=14).map(lambda bodies: log(*bodies))


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
    assert effective_timeline(events).stray == []
