"""From the recorded timeline to the effective one: amendments, insertions and rewinds applied. Nothing is lost.

An event has a *number*, which says when it was logged, and a *place*, which says where it stands in the game. What a
correction does is fixed when it is logged, by the line as it was then: which event it replaces, which place it fills,
which events fall away. Only whether it counts may change later: an amendment that voids an amendment or a rewind takes
that back, and what it alone had changed is as before. So a ruling overturned on appeal brings back what it had dropped.

Corrections of what was signed or closed may have to wait for somebody's word. That is decided elsewhere: the timeline
is told which corrections are idle at present (`Places.idle`), and says how far back each one reaches (`Places.reach`).
"""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from typing import Any, NoReturn

from records.errors import Refused
from records.event import Event, event_of
from records.placed_events import ChangedPart, PlacedEvent, Timeline

CORRECTIONS = frozenset({"amend", "insert", "rewind"})
PROCEDURE = frozenset(
    {"dispute", "evidence", "settle", "withdraw", "ruling", "appeal", "final", "reopen", "appoint"}
    | {"key", "sign", "seal", "access"}
)
"""What is read in the order of the log, always: no correction touches it, and it never falls away."""


_WORKS_ON = {"amend": "target", "insert": "after", "rewind": "to"}


def effective(events: Sequence[Event]) -> list[Event]:
    """The events that count, in their order, if no correction has to wait (see `replay.disputes.log_reader`)."""
    if not any(event.do in CORRECTIONS for event in events):
        return list(events)
    return places_of(events).events_that_count()


def effective_timeline(events: Iterable[Event]) -> Timeline:
    """The effective timeline with what corrected what, if no correction has to wait."""
    return places_of(events).timeline()


def places_of(events: Iterable[Event]) -> "Places":
    """All places of a log, with what its corrections do."""
    line = Places()
    for event in events:
        line.add(event)
    return line


class Places:
    """The places of a record while its log is read, and what each correction did when it was logged."""

    def __init__(self) -> None:
        self.events: dict[int, Event] = {}
        self.places: list[int] = []
        """The numbers of all events that ever had a place, in the order of the game."""
        self.stray: dict[int, str] = {}
        self._taken_back: dict[int, tuple[int, ...]] = {}
        """For a correction: the amendments that take it back."""
        self._takes_back: dict[int, int] = {}
        """For an amendment that takes a correction back: that correction."""
        self._touched: dict[int, tuple[int, ...]] = {}
        """For a correction that takes none back: the events that it works on or puts in, by their places."""
        self._versions: dict[int, tuple[tuple[int, Event | None], ...]] = {}
        """For an event: the amendments of it, each with what it puts there; None voids it."""
        self._fallen: dict[int, tuple[int, ...]] = {}
        """For an event: the rewinds that take it away."""
        self._behind: dict[int, int] = {}
        """For an inserted event: the event behind which it was put in."""
        self._counting: dict[int, bool] = {}
        self._standing: list[PlacedEvent | None] | None = None
        """For each place: the event that stands at it now, once somebody has asked for the line. A correction changes
        only what it touches."""
        self._idle: frozenset[int] = frozenset()
        self.reach: dict[int, int] = {}
        """For a correction that does something: the lowest number among the events that it works on, and among those
        that an inserted one of them, or one that it puts in, stands before. Whoever accepted that one is concerned."""
        self.first: dict[int, int] = {}
        """For a correction that does something: the earliest event that it works on, from which its time runs."""

    @property
    def idle(self) -> frozenset[int]:
        """The corrections that do not count at present for a reason that the timeline does not know."""
        return self._idle

    @idle.setter
    def idle(self, corrections: frozenset[int]) -> None:
        changed = corrections ^ self._idle
        if not changed:
            return
        self._idle = corrections
        self._counting = {}
        for seq in changed:
            self._stand_again(self.touched_by(seq))

    def copy(self) -> "Places":
        """The same places, to go on from here or to try something on. Nothing is worked out again for it."""
        made = Places()
        made.events, made.places, made.stray = dict(self.events), list(self.places), dict(self.stray)
        made._taken_back, made._takes_back = dict(self._taken_back), dict(self._takes_back)
        made._touched, made._counting = dict(self._touched), dict(self._counting)
        made._versions, made._fallen = dict(self._versions), dict(self._fallen)
        made._behind, made._idle = dict(self._behind), self._idle
        made.reach, made.first = dict(self.reach), dict(self.first)
        made._standing = list(self._standing) if self._standing is not None else None
        return made

    def add(self, event: Event) -> None:
        """Read the next event of the log."""
        self.events[event.seq] = event
        if event.do not in CORRECTIONS:
            self._put(event.seq, len(self.places), PlacedEvent(event, None))
            return
        try:
            match event.do:
                case "amend":
                    self._amend(event)
                case "insert":
                    self._insert(event)
                case _:
                    self._rewind(event)
        except Refused as error:
            self.stray[event.seq] = error.what
            self._touched[event.seq] = (event.seq,)
            self._put(event.seq, len(self.places))
        self._stand_again(self.touched_by(event.seq))

    def _put(self, seq: int, index: int, standing: PlacedEvent | None = None) -> None:
        """Give an event a place."""
        self.places.insert(index, seq)
        if self._standing is not None:
            self._standing.insert(index, standing)

    @property
    def corrections(self) -> Iterable[int]:
        """All corrections, by number."""
        return (*self._touched, *self._takes_back)

    def touched_by(self, seq: int) -> tuple[int, ...]:
        """The events whose place or version a correction decides: by itself, or by taking back one that does."""
        while seq in self._takes_back:
            seq = self._takes_back[seq]
        return self._touched.get(seq, ())

    def _stand_again(self, touched: tuple[int, ...]) -> None:
        standing = self._standing
        if standing is None or not touched:
            return
        if len(touched) == 1:
            standing[self._index(touched[0])] = self._stands(touched[0])
        else:
            start, left = self._index(touched[0]), set(touched)
            for index, seq in enumerate(self.places[start : self._index(touched[-1]) + 1], start):
                if seq in left:
                    standing[index] = self._stands(seq)

    def counts(self, seq: int) -> bool:
        """Whether a correction is not idle and has not been taken back; the last word counts."""
        return seq not in self._idle and not self.is_taken_back(seq)

    def is_taken_back(self, seq: int) -> bool:
        """Whether a correction that counts takes this one back."""
        if not self._counting:
            for taken in sorted(self._taken_back, reverse=True):  # what takes it back was logged later
                self._count(taken)
        return not self._counting.get(seq, True)

    def _count(self, taken: int) -> None:
        back = any(by not in self._idle and self._counting.get(by, True) for by in self._taken_back[taken])
        self._counting[taken] = not back

    def is_undone(self, seq: int) -> bool:
        """Whether a correction was taken back, or the event that it put in was voided."""
        return self.is_taken_back(seq) or (seq in self._behind and self._version(seq)[0] is None)

    def _take_back(self, seq: int, by: int) -> None:
        if seq not in self.stray and seq not in self._idle:  # else there is nothing to change, and nobody to ask
            self.reach[by] = min(seq, self.reach.get(seq, seq))
        self.first[by] = seq
        self._taken_back[seq] = (*self._taken_back.get(seq, ()), by)
        self._takes_back[by] = seq
        taken: int | None = seq if self._counting else None  # else nobody has asked yet
        while taken is not None:
            self._count(taken)
            taken = self._takes_back.get(taken)

    def has_place(self, seq: int) -> bool:
        """Whether an event stands in the line, voided or not."""
        if seq not in self.events or (self._is_correction(seq) and seq not in self._behind):
            return False
        return not self._fell(seq) and (seq not in self._behind or self.counts(seq))

    def _fell(self, seq: int) -> bool:
        return any(self.counts(by) for by in self._fallen.get(seq, ()))

    def event_at(self, seq: int) -> Event | None:
        """The event under a number as it counts now; None if there is none, or it was voided."""
        return self._version(seq)[0] if self.has_place(seq) else None

    def corrections_of(self, seq: int) -> set[int]:
        """The corrections that work on an event, counting or not, and those that take these back, and so on."""
        found: set[int] = set()
        left = [*(by for by, _ in self._versions.get(seq, ())), *self._fallen.get(seq, ())]
        while left:
            by = left.pop()
            if by not in found:
                found.add(by)
                left += self._taken_back.get(by, ())
        return found

    def timeline(self) -> Timeline:
        """The line as it counts now, with what corrected what. A correction of nothing stays in it, to be judged."""
        return Timeline(self.placed(), {seq: why for seq, why in self.stray.items() if self.counts(seq)})

    def events_that_count(self) -> list[Event]:
        """The line as it counts now."""
        return [placed.event for placed in self.placed()]

    def falls_away(self, correction: dict[str, Any]) -> list[Event]:
        """The events that would no longer count if a rewind or a void were logged now, and counted."""
        seq = len(self.events) + 1
        tried = self.copy()
        tried.add(event_of(correction, seq))
        touched = [(self._stands(one), tried._stands(one)) for one in tried.touched_by(seq) if one != seq]
        return [before.event for before, after in touched if before is not None and after is None]

    def stays_behind(self, to: int) -> list[Event]:
        """The events that stand behind `to` and were logged before it: a rewind to it keeps them."""
        if self._stands(to) is None:
            return []
        behind = [self._stands(seq) for seq in self.places[self._index(to) + 1 :] if seq < to]
        return [one.event for one in behind if one is not None and one.event.do not in PROCEDURE]

    def placed(self) -> list[PlacedEvent]:
        """The line as it counts now. Corrections that change nothing are in it where they were logged."""
        return list(filter(None, self._standing_now()))

    def _standing_now(self) -> list[PlacedEvent | None]:
        if self._standing is None:
            touched = {*self.stray, *self._versions, *self._fallen, *self._behind}  # most events never are
            self._standing = [
                self._stands(seq) if seq in touched else PlacedEvent(self.events[seq], None) for seq in self.places
            ]
        return self._standing

    def changed_by(self, new: Sequence[Event], idle: frozenset[int]) -> ChangedPart:
        """What the last events changed in the line before them, when these corrections were idle."""
        deciding = [event.seq for event in new if event.do in CORRECTIONS] + [*(idle ^ self._idle)]
        touched = [seq for by in deciding if (works_on := self.touched_by(by)) for seq in (works_on[0], works_on[-1])]
        touched += [event.seq for event in new if event.do not in CORRECTIONS]
        standing = self._standing_now()
        if not touched:
            return ChangedPart(len(list(filter(None, standing))), [], 0)
        places = [self._index(seq) for seq in touched]
        first, behind = min(places), max(places) + 1
        parts = (standing[:first], standing[first:behind], standing[behind:])
        before, placed, after = (list(filter(None, part)) for part in parts)
        return ChangedPart(len(before), placed, len(after))

    def stands(self, seq: int) -> bool:
        """Whether an event is in the line as it counts now."""
        return self._stands(seq) is not None

    def _stands(self, seq: int) -> PlacedEvent | None:
        """The event with this number as it stands in the line; None if it is not in it."""
        if seq in self.stray:
            return PlacedEvent(self.events[seq], None) if self.counts(seq) else None
        if not self.has_place(seq):
            return None
        event, by = self._version(seq)
        return PlacedEvent(event, by) if event is not None else None

    def _version(self, seq: int) -> tuple[Event | None, int | None]:
        """An event as the last amendment of it that counts says, and the correction that put it there."""
        for by, event in reversed(self._versions.get(seq, ())):
            if self.counts(by):
                return event, by
        return (self.events[seq], None) if seq not in self._behind else (self._inserted(seq), seq)

    def _inserted(self, seq: int) -> Event:
        return _event_from(self.events[seq].fields["action"], seq, self.events[seq])

    def _is_correction(self, seq: int) -> bool:
        return self.events[seq].do in CORRECTIONS

    def _amend(self, amend: Event) -> None:
        target = self._named(amend, "target")
        action = amend.fields["action"] if "action" in amend.fields else _refuse("the amend has no action")
        named = self.events[target]
        if named.do in ("amend", "rewind"):
            if action is not None:
                _refuse(f"event {target} is a correction; it can be taken back, not changed")
            self._take_back(target, amend.seq)
            return
        if named.do in PROCEDURE:
            _refuse(f"event {target} is a {named.do}, which no correction touches")
        if not self.has_place(target):
            if action is None and named.do == "insert":
                self._take_back(target, amend.seq)
                return
            _refuse(self._why_gone(target))
        stands_for = self._version(target)[0] or self._first_version(target)
        event = None if action is None else _event_from(action, target, stands_for)
        self._versions[target] = (*self._versions.get(target, ()), (amend.seq, event))
        self._touched[amend.seq] = (target,)
        self.first[amend.seq] = target
        self.reach[amend.seq] = target
        if target in self._behind:
            lowest = self._lowest_from(self._index(target))
            self.reach[amend.seq] = target if lowest is None else min(target, lowest)

    def _first_version(self, seq: int) -> Event:
        return self._inserted(seq) if seq in self._behind else self.events[seq]

    def _insert(self, insert: Event) -> None:
        after = self._worked_on(insert, "after")
        _event_from(insert.fields.get("action"), insert.seq, insert)
        group = {after}
        index = self._index(after) + 1
        while index < len(self.places) and self._behind.get(self.places[index]) in group:
            group.add(self.places[index])
            index += 1
        self.first[insert.seq] = after
        lowest = self._lowest_from(index)
        if lowest is not None:
            self.reach[insert.seq] = lowest
        self._put(insert.seq, index)
        self._touched[insert.seq] = (insert.seq,)
        self._behind[insert.seq] = after

    def _index(self, seq: int) -> int:
        """Where an event has its place. Until one is put in between others, they are in the order of their numbers."""
        return self.places.index(seq) if self._behind else bisect_left(self.places, seq)

    def _lowest_from(self, index: int) -> int | None:
        """The lowest number among the events from a place on that stand in the line and are no procedure."""
        return next(filter(self._can_fall, sorted(self.places[index:])), None)

    def _standing_from(self, index: int) -> list[int]:
        """The events from a place on that stand in the line and are no procedure."""
        return [seq for seq in self.places[index:] if self._can_fall(seq)]

    def _rewind(self, rewind: Event) -> None:
        to = self._worked_on(rewind, "to")
        named = self._named(rewind, "to")
        behind = self._standing_from(self._index(to) + 1)
        earlier = [seq for seq in behind if seq < named]
        also = rewind.fields.get("also", [])
        if not isinstance(also, list) or any(seq not in earlier for seq in also):
            _refuse("`also` names only events that stand behind `to` and were logged before it")
        falls = [seq for seq in behind if seq > named or seq in also]
        for seq in falls:
            self._fallen[seq] = (*self._fallen.get(seq, ()), rewind.seq)
        self._touched[rewind.seq] = tuple(falls)
        if falls:
            self.first[rewind.seq] = min(falls)
            inserted = next((place for place, seq in enumerate(behind) if seq in falls and seq in self._behind), None)
            self.reach[rewind.seq] = min(falls if inserted is None else (*falls, *behind[inserted:]))

    def _can_fall(self, seq: int) -> bool:
        return seq not in self.stray and self.has_place(seq) and self.events[seq].do not in PROCEDURE

    def _named(self, correction: Event, field: str) -> int:
        """The event that a correction names: one that was logged before it."""
        seq = correction.fields.get(field)
        if type(seq) is not int or seq not in self.events or seq >= correction.seq:
            _refuse(f"there is no event {seq} before this {correction.do}")
        return seq

    def _worked_on(self, correction: Event, field: str) -> int:
        """The event whose place a correction names; a correction stands for the event that it works on."""
        seq = self._named(correction, field)
        while self._is_correction(seq) and seq not in self._behind:
            worked_on = self.events[seq].fields.get(_WORKS_ON[self.events[seq].do])
            if type(worked_on) is not int or worked_on not in self.events or worked_on >= seq:
                _refuse(f"event {seq} is a correction that works on nothing")
            seq = worked_on
        if self._fell(seq):
            _refuse(self._why_gone(seq))
        return seq

    def _why_gone(self, seq: int) -> str:
        rewinds = [by for by in self._fallen.get(seq, ()) if self.counts(by)]
        return (
            f"event {seq} fell away with the rewind of event {rewinds[0]}" if rewinds else f"event {seq} has no place"
        )


def _event_from(action: Any, seq: int, stands_for: Event) -> Event:
    """The event that an action puts in; where it names no time, it has that of the event it stands for."""
    event = event_of(action, seq)
    if event.do in CORRECTIONS or event.do in PROCEDURE:
        _refuse(f"a {event.do} cannot be put in by a correction")
    return event if event.at is not None else Event(seq, stands_for.at, event.by, event.do, event.fields)


def _refuse(why: str) -> NoReturn:
    raise Refused(why)
