"""From the recorded timeline to the effective one: amendments, insertions and rewinds applied. Nothing is lost.

An amended action keeps the place (seq) of the event it replaces; an inserted one carries the seq of its `insert`.
A correction counts from where it stands in the log. A rewind drops every event that then stands after its target,
corrected or not; what was corrected up to the target stays corrected, because it says what really happened there. A
later amendment may still change what is left, never what a rewind dropped. An amendment that voids an amendment or a
rewind takes that back, as if it had never been logged: so a ruling overturned on appeal brings back what it had
dropped. (An inserted event is voided like any other.)
"""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from records.errors import Refused
from records.event import Event, event_of

CORRECTIONS = frozenset({"amend", "insert", "rewind"})


class PlacedEvent(NamedTuple):
    """An event in the effective timeline, and the seq of the correction that put it there, if one did."""

    event: Event
    corrected_by: int | None


class Timeline(NamedTuple):
    """The effective events in order, and the corrections whose target could not be found."""

    events: list[PlacedEvent]
    stray: list[int]


def effective(events: Sequence[Event]) -> list[Event]:
    """The events that count, in their order."""
    if not any(event.do in CORRECTIONS for event in events):
        return list(events)
    return [placed.event for placed in effective_timeline(events).events]


def effective_timeline(events: Iterable[Event]) -> Timeline:
    """The effective timeline with what corrected what."""
    line: list[PlacedEvent] = []
    stray: list[int] = []
    taken_back = corrections_taken_back(logged := list(events))
    for event in logged:
        if event.seq in taken_back:
            continue
        if event.do not in CORRECTIONS or not _apply(line, event):
            if event.do in CORRECTIONS:
                stray.append(event.seq)
            line.append(PlacedEvent(event, None))
    return Timeline(line, stray)


def corrections_taken_back(events: Sequence[Event]) -> frozenset[int]:
    """The amendments and rewinds that a later amendment voids, and those that void them. The last word counts."""
    corrections = {event.seq for event in events if event.do in ("amend", "rewind")}
    gone: set[int] = set()
    for event in reversed(events):
        if event.do == "amend" and event.seq not in gone and event.fields.get("action", event) is None:
            target = event.fields.get("target")
            if type(target) is int and target in corrections and target < event.seq:
                gone |= {target, event.seq}
    return frozenset(gone)


def _apply(line: list[PlacedEvent], correction: Event) -> bool:
    """Change the line as the correction says; False if what it names is not there."""
    fields = correction.fields
    if correction.do == "rewind":
        return _rewind(line, fields.get("to"))
    key = "target" if correction.do == "amend" else "after"
    index = _place_of(line, fields.get(key))
    if index is None:
        return False
    action = fields.get("action")
    if correction.do == "insert":
        event = _event_from(action, correction.seq, correction)
        if event is None:
            return False
        line.insert(index + 1, PlacedEvent(event, correction.seq))
        return True
    if action is None:
        if "action" not in fields:
            return False
        del line[index]
        return True
    target = line[index].event
    event = _event_from(action, target.seq, target)
    if event is None:
        return False
    line[index] = PlacedEvent(event, correction.seq)
    return True


def _place_of(line: list[PlacedEvent], seq: Any) -> int | None:
    if type(seq) is not int:
        return None
    for index in range(len(line) - 1, -1, -1):
        if line[index].event.seq == seq:
            return index
    return None


def _rewind(line: list[PlacedEvent], to: Any) -> bool:
    if type(to) is not int or to < 1:
        return False
    index = _place_of(line, to)
    if index is None:
        return False
    del line[index + 1 :]
    return True


def _event_from(action: Any, seq: int, stands_for: Event) -> Event | None:
    """The replacement as an event; the time of the event it stands for is kept where it names none."""
    try:
        event = event_of(action, seq)
    except Refused:
        return None
    if event.do in CORRECTIONS:
        return None
    return event if event.at is not None else Event(seq, stands_for.at, event.by, event.do, event.fields)
