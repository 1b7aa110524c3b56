"""The seating of a round, from the record as it stood when the round was logged."""

from functools import lru_cache
from typing import Any

import msgspec

from records.errors import QuartermasterError
from records.timeline import CORRECTIONS
from replay.game import Game
from replay.games.tournament.actions import Round
from replay.games.tournament.seating import Seated, SeatingFacts, seat
from replay.games.tournament.seating_search import EarlierTable
from replay.games.tournament.standings import excluded_from, lines_of
from replay.games.tournament.state import State
from replay.library import game_of
from replay.playout import fold
from replay.read import read_timeline
from replay.record_links import RecordLinks
from replay.step import Step

_FACTS = msgspec.msgpack.Decoder(SeatingFacts)
"""Made when this is loaded: msgspec crashes if two threads make it learn one type at once (`replay.read.prepare`)."""


def state_then(step: Step[State, Any]) -> State:
    """The state before a round as it was logged: what was corrected later never makes an old seating wrong."""
    links = step.before.table.links
    if not isinstance(links, RecordLinks):
        return step.before
    events = links.events
    if not any(event.do in CORRECTIONS for event in events[step.seq :]):
        return step.before
    game: Game = game_of(step.before.table.game)
    line = read_timeline(game, step.before.table, events[: step.seq - 1])
    then: State = game.start(step.before.table)
    for one in fold(game, step.before.table, line):
        then = one.after
    return then


def earlier_rounds(state: State, round: int) -> tuple[tuple[EarlierTable, ...], ...]:
    """The tables of the rounds before one."""
    numbers = sorted({one.round for one in state.tables.values() if one.round < round})
    return tuple(tuple(EarlierTable(one.game, one.players) for _, one in state.tables_of(number)) for number in numbers)


def to_be_seated(state: State, round: int, out: tuple[str, ...] | list[str] = ()) -> list[str]:
    """Everybody to be seated in a round: in, and neither disqualified, excluded nor out by name."""
    excluded = excluded_from(state, round)
    return [
        player
        for player, one in state.players.items()
        if one.is_in and not one.out and player not in excluded and player not in out
    ]


def seating_facts(
    state: State, round: int, seed: str, out: tuple[str, ...] | list[str] = (), games: tuple[str, ...] | None = None
) -> SeatingFacts:
    """All that the seating of a round follows from; `games` where they are others than those of the format."""
    format = state.format
    swiss = format.system == "swiss"
    ranked = swiss and round > 1
    return SeatingFacts(
        round=round,
        seed=seed,
        players=tuple(to_be_seated(state, round, out)),
        places={line.player: line.place for line in lines_of(state)} if ranked else None,
        swiss=swiss,
        want=format.want,
        least=format.least,
        most=format.most,
        games=tuple((name, game_of(name).players) for name in (games or format.games_of(round))),
        earlier=earlier_rounds(state, round),
        clubs={player: one.club for player, one in state.players.items() if one.club},
        weights=format.weights,
    )


def seating_of(state: State, action: Round) -> Seated | None:
    """The seating that follows from the log and the seed of a round; None if there is none."""
    try:
        facts = seating_facts(state, action.round, action.seed, action.out)
    except QuartermasterError:  # a game that is not known
        return None
    return searched(facts) if facts.players and facts.games else None


def searched(facts: SeatingFacts) -> Seated | None:
    """The seating that follows from facts. Several rules ask for the same one, and an audit for that of each round."""
    return _searched(msgspec.msgpack.encode(facts))


@lru_cache(128)
def _searched(facts: bytes) -> Seated | None:
    return seat(_FACTS.decode(facts))
