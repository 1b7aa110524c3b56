"""A record that begins in the middle of a tournament."""

from msgspec.structs import replace

from records.event import Player
from replay.entering import with_entrant
from replay.games.tournament.actions import PenaltyPosition, Position, TablePosition
from replay.games.tournament.state import (
    Entrant,
    Extension,
    Format,
    PenaltyState,
    ReadingState,
    RoundState,
    State,
    TableState,
)
from replay.games.tournament.words import round_and_table


def from_position(state: State, given: Position, format: Format) -> State:
    """The state that a position describes. What was logged of disputes stays; the standings follow from the rest."""
    players = {
        player: Entrant(one.name or player, one.club, one.number, one.in_, one.out)
        for player, one in given.players.items()
    }
    table = state.table
    for player, one in players.items():
        table = with_entrant(table, Player(player, one.name))
    ruled = {ruling.seq for ruling in state.rulings}  # what these give is counted anyway
    seatings = [RoundState(int(name), one.seed, one.event, tuple(one.out)) for name, one in given.rounds.items()]
    return replace(
        state,
        table=table,
        phase=given.phase,
        round=given.round,
        format=format,
        players=players or state.players,
        tables={name: _table(name, one) for name, one in given.tables.items()},
        seatings=tuple(seatings),
        given=tuple(_penalty(one) for one in given.penalties if one.from_ is not None or one.event not in ruled),
        readings=tuple(ReadingState(one.game, one.question, one.answer, one.event) for one in given.readings),
        extensions=tuple(Extension(name, seconds) for name, seconds in given.extended.items()),
    )


def _table(name: str, given: TablePosition) -> TableState:
    found = round_and_table(name)
    assert found is not None, "a position with another name is not read"
    winners = given.winners
    return TableState(
        round=found[0],
        number=found[1],
        game=given.game,
        players=tuple(given.players),
        record=given.record,
        head=given.head,
        places=given.places,
        winners=tuple(winners) if winners is not None else None,
        scores=given.scores,
        how=given.how,
        signed=given.signed,
        results=() if given.event is None else (given.event,),
        heads=() if given.head is None else (given.head,),
    )


def _penalty(given: PenaltyPosition) -> PenaltyState:
    source = given.from_
    return PenaltyState(
        given.player,
        given.level,
        given.infraction,
        given.points,
        given.table,
        given.event,
        given.round,
        record=None if source is None else source.record,
        head=None if source is None else source.head,
        ruling=0 if source is None else source.seq,
        strikes=given.strikes,
    )
