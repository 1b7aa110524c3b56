"""A step of a tournament as a sentence."""

from typing import Any, assert_never

from replay.action import Reveal
from replay.games.tournament.actions import (
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
from replay.games.tournament.state import State
from replay.games.tournament.words import LIFTED, points_words, table_id
from replay.saying import counted, listed, sentence
from replay.step import Step


def tell(step: Step[State, Any]) -> str:
    """What happened, in one sentence."""
    action: TournamentAction = step.action
    after = step.after
    match action:
        case Setup():
            return _set_up(after, action)
        case Enter():
            club = f" ({action.club})" if action.club else ""
            back = action.player in step.before.players
            return f"{after.name(action.player)}{club} {'comes back' if back else 'enters'}."
        case Drop():
            return f"{after.name(action.player)} drops out{f' ({action.why})' if action.why else ''}."
        case Round():
            return _seated(after, action)
        case Result():
            return _result(after, action)
        case Penalty():
            return _penalty(after, action)
        case SetReading():
            return f"From here on {action.question} is read as {action.answer} in {_game(action.game)}."
        case Extend():
            return f"{table_id(action.round, action.table)} gets {_time(action.seconds)} more."
        case Reveal():
            return f"Revealed: {action.what} is {action.value}."
        case _:
            assert_never(action)


def _set_up(state: State, action: Setup) -> str:
    if action.position is not None:
        return f"The record begins in round {state.round}."
    format = state.format
    games = listed(list(dict.fromkeys(_game(game) for row in format.games for game in row)))
    return f"The format: {counted(format.rounds, 'round')}, {format.system}, scoring {format.scoring}; {games}."


def _game(game: str) -> str:
    return game.replace("-", " ")


def _seated(state: State, action: Round) -> str:
    tables = [
        f"table {one.table} ({_game(one.game)}): {', '.join(state.name(player) for player in one.players)}"
        for one in action.tables
    ]
    out = f" Out: {listed([state.name(player) for player in action.out])}." if action.out else ""
    hand = f" By hand: {action.hand}." if action.hand else ""
    return f"Round {action.round} is seated. {sentence('; '.join(tables) or 'no tables')}{out}{hand}"


def _result(state: State, action: Result) -> str:
    order = sorted(action.places.items(), key=lambda item: (item[1], item[0]))
    told = [f"{place} {state.name(player)}{_points(action, player)}" for player, place in order]
    how = "" if action.how == "record" else f" ({action.how}{f', {action.why}' if action.why else ''})"
    return f"{table_id(action.round, action.table)}: {', '.join(told) or 'nobody'}{how}."


def _points(action: Result, player: str) -> str:
    if action.scores is None or player not in action.scores:
        return ""
    points = action.scores[player]
    return " out" if points is None else f" with {points}"


def _penalty(state: State, action: Penalty) -> str:
    name = state.name(action.player)
    if action.level == LIFTED:
        return f"{name}: the penalty for {action.infraction} is lifted."
    points = state.format.deduct if action.points is None else action.points
    takes = f" ({points_words(points, state.format.scoring)})" if action.level == "points" else ""
    table = state.table_of_record(action.from_.record)
    where = f" at {table}" if table is not None else ""
    return f"{name}: {action.level.replace('-', ' ')}{takes} for {action.infraction}{where}."


def _time(seconds: int) -> str:
    return f"{seconds // 60}:{seconds % 60:02d} minutes" if seconds >= 60 else f"{seconds} seconds"
