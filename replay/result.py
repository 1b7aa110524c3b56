"""The result of a game: what the log counts, with names and places, as the rulings that stand adjusted it."""

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from records.event import Event, Header
from records.ids import id_of
from records.record import Record
from replay.adjusting import Ruled, adjust_problems, adjusted, read_adjust
from replay.disputes.cases import Cases
from replay.disputes.log_reader import cases_of
from replay.game import Game, State
from replay.places import with_places
from replay.score import Score, SeatScore
from replay.table import Table


def count_of(game: Game, state: State) -> Score:
    """The count of a state by its game, with the name and the place of every seat."""
    count = with_places(game.score(state))
    return replace(count, seats=tuple(_named(state.table, seat) for seat in count.seats))


def _named(table: Table, seat: SeatScore) -> SeatScore:
    name = table.name(seat.seat)
    return replace(seat, name=name) if name != seat.seat else seat


def result_at(game: Game, record: Record, state: State, until: int | None = None) -> Score:
    """The result in a state of a record, as the rulings up to an event (all of them, if none is named) adjusted it."""
    events = record.events if until is None else record.events[:until]
    return as_ruled(game, state, record.header, id_of(record), events)


def as_ruled(game: Game, state: State, header: Header, record_id: str, events: Sequence[Event]) -> Score:
    """The count of a state, as the rulings among these events adjusted it."""
    return with_adjustments(game, state, adjustments_of(header, record_id, events))


def with_adjustments(game: Game, state: State, rulings: Sequence[Ruled]) -> Score:
    """The count of a state, as rulings adjusted it. A game that hears rulings has followed them in its state."""
    count = count_of(game, state)
    return count if game.hears is not None else adjusted(count, rulings)


def adjustments_of(header: Header, record_id: str, events: Sequence[Event]) -> list[Ruled]:
    """The adjustments in effect after these events, in the order of their rulings. Most records have none."""
    if not any(event.do == "ruling" and event.fields.get("remedy") == "adjust" for event in events):
        return []
    return adjustments(cases_of(header, record_id, events))


def adjustments(cases: Cases) -> list[Ruled]:
    """The adjustments of rulings that stand and have taken effect. One that cannot be counted changes nothing."""
    found = []
    for case in cases.cases:
        ruling = case.in_effect
        if ruling is None or ruling.action.remedy != "adjust" or ruling.action.adjust is None:
            continue
        if not adjust_problems(ruling.action.adjust, cases.table.seats):
            found.append(Ruled(ruling.seq, read_adjust(ruling.action.adjust)))
    return sorted(found, key=lambda ruled: ruled.seq)


def place_of(seat: SeatScore) -> int | None:
    """The place of a seat; None while it is not known."""
    return None if seat.place is msgspec.UNSET else seat.place


def place_words(seat: SeatScore) -> str:
    """`place 2`, or nothing while it is not known."""
    return f"place {seat.place}" if seat.place is not msgspec.UNSET else ""
