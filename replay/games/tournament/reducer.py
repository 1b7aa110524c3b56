"""What each event does. The reducer follows the log, allowed or not, and sees this record alone."""

from typing import assert_never

from msgspec.structs import replace

from records.event import Player
from replay.action import Action, Reveal
from replay.entering import with_entrant
from replay.games.tournament.actions import (
    ACTIONS,
    Drop,
    Enter,
    Extend,
    Penalty,
    Result,
    Round,
    SetReading,
    Setup,
    TournamentAction,
)
from replay.games.tournament.counted import counted
from replay.games.tournament.own_rulings import about_tables, at_the_time, hear
from replay.games.tournament.setup import at_first, set_up
from replay.games.tournament.state import (
    Entrant,
    Extension,
    PenaltyState,
    ReadingState,
    RoundState,
    State,
    TableState,
)
from replay.games.tournament.words import table_id
from replay.table import Table


def hears(state: State, seq: int, action: Action) -> State:
    """The state after any event. What is logged of disputes decides which rulings stand, and so the standings."""
    timed = at_the_time(state, action.at)
    after = _applied(timed, seq, action) if isinstance(action, ACTIONS) else hear(timed, seq, action)
    if after.rulings is not timed.rulings or timed.rulings is not state.rulings or isinstance(action, ACTIONS):
        return counted(after)
    return after


def reduce(state: State, action: TournamentAction) -> State:
    """What an action does before it has a number. Pure and total."""
    return counted(_applied(state, 0, action))


def _applied(state: State, seq: int, action: Action) -> State:
    known: TournamentAction = action  # type: ignore[assignment]  # only these actions come here
    match known:
        case Setup():
            return set_up(state, known)
        case Enter():
            return _entered(state, seq, known)
        case Drop():
            return _dropped(state, known)
        case Round():
            return _seated(state, seq, known)
        case Result():
            return _resulted(state, seq, known)
        case Penalty():
            return _penalised(state, seq, known)
        case SetReading():
            reading = ReadingState(known.game, known.question, known.answer, seq)
            return replace(state, readings=(*state.readings, reading))
        case Extend():
            source = known.from_
            found = (source.record, source.seq) if source is not None else (None, None)
            more = Extension(table_id(known.round, known.table), known.seconds, *found)
            return replace(state, extensions=(*state.extensions, more))
        case Reveal():
            return state  # nothing is hidden
        case _:
            assert_never(known)


def _entered(state: State, seq: int, action: Enter) -> State:
    known = state.players.get(action.player)
    if known is not None:
        back = replace(
            known,
            name=action.name or known.name,
            club=action.club or known.club,
            number=action.number or known.number,
            is_in=True,
        )
        return replace(state, players={**state.players, action.player: back})
    entrant = Entrant(action.name or action.player, action.club, action.number, since=seq)
    table = with_entrant(state.table, Player(action.player, entrant.name))
    return replace(state, table=table, players={**state.players, action.player: entrant})


def _dropped(state: State, action: Drop) -> State:
    known = state.players.get(action.player)
    if known is None:
        return state
    return replace(state, players={**state.players, action.player: replace(known, is_in=False)})


def _seated(state: State, seq: int, action: Round) -> State:
    kept = {name: one for name, one in state.tables.items() if one.round != action.round}
    seated = {
        table_id(action.round, one.table): TableState(
            action.round, one.table, one.game, tuple(one.players), one.record, seq
        )
        for one in action.tables
    }
    made = RoundState(action.round, action.seed, seq, tuple(action.out), action.hand is not None)
    others = tuple(one for one in state.seatings if one.number != action.round)
    return replace(
        state,
        round=max(state.round, action.round),
        tables={**kept, **seated},
        seatings=(*others, made),
    )


def _resulted(state: State, seq: int, action: Result) -> State:
    name = table_id(action.round, action.table)
    known = state.tables.get(name)
    if known is None:
        return state
    done = replace(
        known,
        head=action.head,
        places=dict(action.places),
        winners=tuple(action.winners) if action.winners is not None else None,
        scores=dict(action.scores) if action.scores is not None else None,
        how=action.how,
        signed=dict(action.signed) if action.signed is not None else None,
        results=(*known.results, seq),
        heads=known.heads if action.head is None else (*known.heads, action.head),
        ruling=action.ruling,
    )
    # a dispute may be about this very event, where a correction put it before the ruling
    return about_tables(replace(state, tables={**state.tables, name: done}))


def _penalised(state: State, seq: int, action: Penalty) -> State:
    source = action.from_
    given = PenaltyState(
        action.player,
        action.level,
        action.infraction,
        state.format.deduct if action.points is None else action.points,
        state.table_of_record(source.record),
        seq,
        state.round,
        source.record,
        source.head,
        source.seq,
        strikes=action.points is None,
    )
    others = tuple(one for one in state.given if one.key != given.key)
    return replace(state, given=(*others, given))


def seated(state: State) -> Table:
    """The table with everybody who came."""
    table = at_first(state.table)
    for player, one in sorted(state.players.items(), key=lambda item: item[1].since):
        table = with_entrant(table, Player(player, one.name))
    return table
