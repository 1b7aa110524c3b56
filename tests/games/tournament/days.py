"""Dealt days: with their outcomes, their audit, and the plain facts that the second model counts."""

from random import Random
from typing import Any

from records.record import Record, of_bodies
from replay.audit import Audit
from replay.deal import header_for
from replay.games.tournament.dealer import DealtDay, deal_day
from replay.games.tournament.standings import excluded_from, lines_of
from replay.games.tournament.state import State
from replay.library import game_of
from replay.outcome import Outcomes
from replay.read import read_timeline
from replay.reel import played
from replay.whole_record import audit_line
from tests.games.tournament.standings_model import standings

GAME = game_of("tournament")
SIZES = (0, 3, 4, 5, 6, 7, 8, 9, 11, 13, 16, 17, 19, 24, 30, 45, 60)


def day_of(seed: int, players: int | None = None) -> tuple[Record, DealtDay]:
    """A dealt day, as a record, and what goes with it."""
    count = Random(seed).choice(SIZES) if players is None else players
    header = header_for(GAME, count, title="Harbour Open")
    table = played(of_bodies(header, [])).table
    day = deal_day(table, Random(seed))
    return of_bodies(header, day.bodies), day


def audit_day(record: Record, outcomes: Outcomes | None) -> Audit:
    """The whole audit: play, procedure, the close."""
    found = played(record, outcomes)
    return audit_line(found, read_timeline(found.game, found.table, record.events), "effective")


def by_the_model(state: State) -> list[tuple[str, int, int]]:
    """The standings as the second model counts them."""
    form: dict[str, Any] = {
        "scoring": state.format.scoring,
        "points": {size: list(row) for size, row in state.format.points.items()},
        "breaks": list(state.format.breaks),
        "bye": state.format.bye,
    }
    rounds = [(one.seed, one.out, excluded_from(state, number)) for number, one in sorted(state.rounds.items())]
    ordered = sorted(state.tables.items(), key=lambda item: (item[1].round, item[1].number))
    tables = {
        name: (one.players, one.places, one.winners, one.scores) for name, one in ordered if one.places is not None
    }
    penalties = [(one.player, one.level, one.points, one.table, one.strikes) for one in state.penalties]
    return standings(list(state.players), form, rounds, tables, penalties)


def by_the_game(state: State) -> list[tuple[str, int, int]]:
    """The same as the game has them."""
    return [(line.player, line.place, line.points) for line in lines_of(state)]
