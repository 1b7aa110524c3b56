"""The start of a tournament, and the format that a set-up gives."""

import msgspec
from msgspec.structs import replace

from replay.games.tournament.actions import Setup, Size
from replay.games.tournament.counted import counted
from replay.games.tournament.position import from_position
from replay.games.tournament.state import Entrant, Format, State
from replay.games.tournament.words import USUAL_BREAKS, USUAL_DEDUCTION, USUAL_POINTS
from replay.table import Table


def start(table: Table) -> State:
    """Before anything is said: those whom the header names are in. Others have a seat from their `enter` on."""
    first = at_first(table)
    players = {player.seat: Entrant(player.name or player.seat) for player in first.players}
    return counted(State(table=first, players=players))


def at_first(table: Table) -> Table:
    """The table with those alone whom the header names."""
    if table.header is None:
        return table
    return replace(table, players=tuple(table.header.players), seats=tuple(dict.fromkeys(table.header.seats)))


def format_of(action: Setup) -> Format:
    """The format, with the usual for what was left out."""
    size = action.size or Size()
    games = tuple((one,) if isinstance(one, str) else tuple(one) for one in action.games or ())
    if action.games and all(isinstance(one, str) for one in action.games):
        games = (tuple(name for row in games for name in row),)
    points = {count: tuple(row) for count, row in (action.points or {}).items()}
    return Format(
        rounds=action.rounds or 0,
        games=games,
        want=size.want,
        least=size.min,
        most=size.max,
        system=action.system or "swiss",
        scoring=action.scoring or "places",
        points=points or USUAL_POINTS,
        breaks=USUAL_BREAKS if action.breaks is None else tuple(action.breaks),
        bye=action.bye or 0,
        deduct=USUAL_DEDUCTION if action.deduct is None else action.deduct,
        ladder=dict(action.ladder or {}),
        weights=dict(action.weights or {}),
        readings={game: dict(given) for game, given in (action.readings or {}).items()},
        kits=dict(action.kits or {}),
        minutes=action.minutes,
    )


def set_up(state: State, action: Setup) -> State:
    """The state that a set-up gives: the format, or a whole position."""
    if action.position is None:
        return replace(state, format=format_of(action), is_set_up=True)
    given = action.position.format
    format = state.format if given is None else format_of(msgspec.convert({**given, "do": "setup"}, Setup))
    return replace(from_position(state, action.position, format), is_set_up=True)
