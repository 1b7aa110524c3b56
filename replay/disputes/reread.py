"""Readings in force: a timeline told, at each event, how its table reads the open questions there."""

from collections.abc import Sequence
from typing import NamedTuple

from records.event import Event
from records.timeline import CORRECTIONS, Places
from replay.action import SHARED, Action, Close, Observe, Readings, Reveal
from replay.disputes.log_reader import cases_of
from replay.disputes.readings import Reading, read_reading, reading_problems
from replay.game import Game
from replay.step import Placed
from replay.table import Table

_FOLLOWS_NONE = frozenset[type[Action]](SHARED) - {Reveal, Observe, Close}
"""What is neither reduced nor judged by a game: no reading is needed there."""


class Setting(NamedTuple):
    """A reading that counts: the ruling that set it, and the place from which it holds, if it names one."""

    ruling: int
    reading: Reading
    since: int | None

    def covers(self, seq: int, place: int) -> bool:
        """Whether it holds at an event with this number, at this place."""
        return place >= self.since if self.since is not None else seq > self.ruling


def reread(
    game: Game, table: Table, events: Sequence[Event], line: list[Placed], places: Places | None
) -> list[Placed]:
    """The line with `Readings` wherever a ruling changes how a question is read. Without `places` it is as logged."""
    order = None if places is None else {seq: place for place, seq in enumerate(places.places)}
    settings = _settings(game, table, events, places, order)
    now = table.readings
    found: list[Placed] = []
    for placed in line:
        if type(placed.action) not in _FOLLOWS_NONE:
            place = placed.seq if order is None else order[placed.seq]
            held = {one.reading.question: one.reading.answer for one in settings if one.covers(placed.seq, place)}
            wanted = {**table.readings, **held}
            if wanted != now:
                found.append(Placed(-placed.seq, Readings(readings=wanted)))
                now = wanted
        found.append(placed)
    return found


def _settings(
    game: Game, table: Table, events: Sequence[Event], places: Places | None, order: dict[int, int] | None
) -> list[Setting]:
    """The readings of rulings that stand and have taken effect, in the order of the log: the last word counts."""
    if table.header is None:
        return []
    questions = {question.id: question.answers for question in game.questions}
    found = []
    for case in cases_of(table.header, table.header.id or "", events).cases:
        ruling = case.in_effect
        if ruling is None or ruling.action.reading is None:
            continue
        if not reading_problems(ruling.action.reading, ruling.seq, questions):
            reading = read_reading(ruling.action.reading)
            found.append(Setting(ruling.seq, reading, _place(reading.since, events, places, order)))
    return sorted(found, key=lambda one: one.ruling)


def _place(
    since: int | None, events: Sequence[Event], places: Places | None, order: dict[int, int] | None
) -> int | None:
    """Where the event stands from which a reading holds; None if it names none, or that has no place any more."""
    if since is None:
        return None
    seq = _worked_on(since, {event.seq: event for event in events})
    if places is None or order is None:
        return seq
    return order[seq] if seq is not None and places.has_place(seq) else None


_WORKS_ON = {"amend": "target", "rewind": "to"}


def _worked_on(seq: int, events: dict[int, Event]) -> int | None:
    """The event that a number stands for: a correction stands for the one that it works on."""
    while seq in events and events[seq].do in _WORKS_ON:
        named = events[seq].fields.get(_WORKS_ON[events[seq].do])
        if type(named) is not int or named >= seq:
            return None
        seq = named
    return seq if seq in events else None


assert {*_WORKS_ON, "insert"} == CORRECTIONS, "an insert stands for the event that it puts in"
