"""The outcome of a record cut at a head: what its log, its rulings and its signatures say up to there."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

import msgspec
from msgspec.structs import replace

from records.b64 import to_base64
from records.errors import QuartermasterError
from records.event import Event
from records.ids import id_of
from records.record import Record
from records.timeline import CORRECTIONS
from records.tree import root_of
from replay.action import name_of
from replay.adjusting import Ruled, adjusted
from replay.disputes.cases import Case, Cases
from replay.disputes.judge import log_for
from replay.disputes.log_reader import LogReader
from replay.disputes.readings import read_reading, reading_problems
from replay.disputes.reducer import start
from replay.outcome import (
    UNPINNED,
    Outcome,
    Outcomes,
    TableDispute,
    TablePenalty,
    TableResult,
    TableRuling,
    WaitingCorrection,
)
from replay.places import possible_places, standing_of
from replay.playout import steps_of
from replay.read import read_timeline
from replay.reel import played
from replay.result import adjustments, count_of
from replay.salting import mask_line, unsalted
from replay.score import Score
from replay.step import Step
from replay.view import TABLE


def newest_head(record: Record) -> str:
    """The head of a record as another one may hold it: without the root if a due salt is missing."""
    try:
        _, game, table = played(record)
    except QuartermasterError:
        return record.head().text()  # where no rules are known, nothing is hidden
    return f"{record.size}:{UNPINNED}" if unsalted(game, table, record.events) else record.head().text()


def outcomes_of(records: Mapping[str, Record | str], wanted: Iterable[tuple[str, str]]) -> Outcomes:
    """The outcomes at all wanted heads, and at the newest of every record.

    `records` are those at hand, by id; in place of one that is damaged stands the trouble with it.
    """
    newest: dict[str, Outcome] = {}
    found: dict[tuple[str, str], Outcome] = {}
    for record_id, record in records.items():
        newest[record_id] = _damaged(record_id, record) if isinstance(record, str) else outcome_at(record)
        found[record_id, newest[record_id].head] = newest[record_id]
    for record_id, head in wanted:
        if (record_id, head) in found or record_id not in records:
            continue
        record = records[record_id]
        made = _damaged(record_id, record, head) if isinstance(record, str) else cut_at_head(record, head)
        if made is not None:
            found[record_id, head] = made
    return Outcomes(found, newest)


def _damaged(record_id: str, trouble: str, head: str = f"0:{UNPINNED}") -> Outcome:
    return Outcome(record=record_id, head=head, size=0, whole=False, trouble=trouble)


def cut_at_head(record: Record, head: str) -> Outcome | None:
    """The outcome at a head; None if fewer lines are at hand than the head has."""
    size_text, _, root = head.partition(":")
    size = int(size_text) if size_text.isascii() and size_text.isdigit() and len(size_text) < 16 else 0
    record_id = id_of(record)
    if size < 1 or not root:
        return Outcome(record=record_id, head=head, size=0, whole=False, trouble=f"{head[:80]!r} is not a head")
    if size > record.size:
        return None
    if root != UNPINNED and to_base64(root_of(record.leaves()[:size])) != root:
        trouble = f"the first {size} lines have another root"
        return Outcome(record=record_id, head=head, size=size, whole=False, trouble=trouble, header=record.header)
    cut = Record(record.header, record.events[: size - 1], record.lines[:size], record.exact)
    return replace(outcome_at(cut, record_id), head=head)


def outcome_at(record: Record, record_id: str | None = None) -> Outcome:
    """The outcome of a whole record, at its newest head."""
    bare = Outcome(record=record_id or id_of(record), head=newest_head(record), size=record.size, header=record.header)
    try:
        found = _ReadRecord(record, bare.record)
    except QuartermasterError as error:
        return replace(bare, trouble=error.what)
    count = found.result(found.steps, adjustments(found.cases))
    places = {seat.seat: seat.place for seat in count.seats if seat.place is not msgspec.UNSET}
    plays = found.plays()
    closed = any(event.do == "close" for event in found.line)
    return replace(
        bare,
        begun=bool(plays),
        over=count.over or closed,
        closed=closed,
        ended=found.ended(),
        result=_result(count),
        possible=_possible(count) if count.over and len(places) < len(count.seats) else (),
        out=tuple(seat.seat for seat in count.seats if seat.out),
        adjusted=count.adjusted.ruling if count.adjusted is not msgspec.UNSET else None,
        grades=found.grades(max((*plays, *found.corrections()), default=0)),
        disputes=tuple(_dispute(case) for case in found.cases.open_cases),
        waiting=tuple(WaitingCorrection(held.seq, held.do, held.target) for held in found.cases.waiting),
        rulings=tuple(found.ruling(case, count) for case in found.cases.cases if case.standing is not None),
        readings=found.readings(),
    )


class _ReadRecord:
    """A record that was read: its disputes, the events that count, and the steps of its game."""

    def __init__(self, record: Record, record_id: str) -> None:
        _, self.game, self.table = played(record)
        self.events = record.events
        log = log_for(record.header, record.events, self.game, self.table)
        reader = LogReader(start(record.header, record_id, self.game))
        for event in record.events:
            reader.add(event, log)
        self.cases = reader.decided()
        self.places = reader.line
        self.line = reader.line.events_that_count() if reader.line is not None else list(record.events)

    def plays(self) -> list[int]:
        """The events of play that count."""
        names = {name_of(kind) for kind in self.game.actions} - {"setup"}
        return [event.seq for event in self.line if event.do in names]

    def corrections(self) -> list[int]:
        """The corrections that count."""
        if self.places is None:
            return []
        made = (event.seq for event in self.events if event.do in CORRECTIONS)
        return [seq for seq in made if self.places.counts(seq) and seq not in self.places.stray]

    @cached_property
    def steps(self) -> list[Step[Any, Any]]:
        """The steps of the effective timeline, with hindsight, as everybody at the table saw them.

        An outcome is written into a record that everybody reads, so it is made of nothing that is hidden from somebody.
        """
        return self._steps(self.events)

    def _steps(self, events: Sequence[Event], without: frozenset[int] = frozenset()) -> list[Step[Any, Any]]:
        line = read_timeline(self.game, self.table, events, without=without)
        seen = mask_line(self.game, self.table, line, events, "effective", TABLE)
        return list(steps_of(self.game, self.table, self.game.complete(self.table, seen, False)))

    def result(self, steps: list[Step[Any, Any]], rulings: Sequence[Ruled]) -> Score:
        """The result after these steps, as these rulings adjusted it."""
        state = steps[-1].after if steps else self.game.start(self.table)
        return adjusted(count_of(self.game, state), rulings)

    def ended(self) -> int | None:
        """The event with which the game ended by its own rules."""
        found = None
        for step in reversed(self.steps):
            if step.after is step.before:
                continue  # a line that changes nothing, as those behind the end
            if not self.game.score(step.after).over:
                break
            found = step.seq
        return found

    def grades(self, last: int) -> dict[str, str]:
        """How each seat signed what was played and corrected, up to the event `last`."""
        accepted = {one.seat: one for one in self.cases.acceptances if one.seat is not None}
        said = {sign.seq: sign.statement for sign in self.cases.signs}
        words = {sign.seat: sign.statement for sign in self.cases.signs}
        found = {}
        for seat in self.table.seats:
            signed = accepted.get(seat)
            if signed is not None and signed.upto >= last:
                found[seat] = signed.grade + ("-with" if said[signed.seq] == "accept-with" else "")
            else:
                found[seat] = "refuse" if words.get(seat) == "refuse" else "none"
        return found

    def readings(self) -> dict[str, str]:
        """The answers in force: those of the table, and what rulings in effect made of them."""
        answers = {question.id: question.answers for question in self.game.questions}
        found = dict(self.table.readings)
        ruled = [case.in_effect for case in self.cases.cases]
        for entry in sorted((one for one in ruled if one is not None), key=lambda one: one.seq):
            given = entry.action.reading
            if given is not None and not reading_problems(given, entry.seq, answers):
                reading = read_reading(given)
                found[reading.question] = reading.answer
        return found

    def ruling(self, case: Case, count: Score) -> TableRuling:
        """The ruling that stands in a dispute; if it is not final, with the result that there would be without it."""
        standing = case.standing
        assert standing is not None
        action = standing.action
        is_final = case.state == "final"
        return TableRuling(
            seq=standing.seq,
            label=case.label,
            by=standing.by,
            penalties=tuple(_penalty(self.cases, given) for given in action.penalties),
            time=action.time,
            deviates=bool(action.deviates),
            adjusts=any(ruled.seq == standing.seq for ruled in adjustments(self.cases)),
            in_effect=case.in_effect is not None,
            is_final=is_final,
            without=None if is_final else self._without(standing.seq, count),
        )

    def _without(self, ruling: int, count: Score) -> TableResult | None:
        """The result without a ruling and the corrections that name it; None if that is the same."""
        fixes = frozenset(entry.seq for entry in self.cases.corrections if entry.ruling == ruling)
        others = [ruled for ruled in adjustments(self.cases) if ruled.seq != ruling]
        events = [_reading_nothing(event) if event.seq == ruling else event for event in self.events]
        then = _result(self.result(self._steps(events, fixes), others))
        return None if then == _result(count) else then


def _reading_nothing(ruling: Event) -> Event:
    """A ruling that leaves all questions as they are."""
    fields = {name: value for name, value in ruling.fields.items() if name != "reading"}
    return Event(ruling.seq, ruling.at, ruling.by, ruling.do, fields)


def _result(count: Score) -> TableResult:
    places = {seat.seat: seat.place for seat in count.seats if seat.place is not msgspec.UNSET}
    scores = {seat.seat: seat.total for seat in count.seats if isinstance(seat.total, int)}
    out: dict[str, int | None] = {seat.seat: None for seat in count.seats if seat.out and seat.seat not in scores}
    return TableResult(places, count.winners if count.over else (), {**scores, **out})


def _possible(count: Score) -> tuple[dict[str, int], ...]:
    standings = [standing_of(seat, seat.seat in count.winners) for seat in count.seats]
    if count.adjusted is not msgspec.UNSET:  # points that a ruling gave are compared without the game's tie-break
        standings = [replace(one, tie=()) for one in standings]
    return possible_places(standings)


def _dispute(case: Case) -> TableDispute:
    claim, standing = case.action, case.standing
    ruling = standing.seq if standing is not None else None
    return TableDispute(case.seq, case.label, claim.kind, case.state, claim.about, claim.claim, claim.by, ruling)


def _penalty(cases: Cases, given: dict[str, Any]) -> TablePenalty:
    person = str(given.get("person"))
    names = {name.casefold(): seat for seat, name in cases.table.names.items()}
    seat = person if person in cases.table.seats else names.get(person.casefold())
    usual, why = given.get("usual"), given.get("why")
    return TablePenalty(
        person,
        seat,
        str(given.get("level")),
        str(given.get("infraction")),
        None if usual is None else str(usual),
        None if why is None else str(why),
    )
