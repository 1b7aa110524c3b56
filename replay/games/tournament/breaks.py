"""Breaks: what decides between players whose totals are equal. All of them are exact; more is better."""

from collections.abc import Sequence
from fractions import Fraction
from hashlib import sha256
from math import lcm
from typing import NamedTuple

from records.canonical import canonical
from replay.games.tournament.state import State
from replay.games.tournament.table_points import TableCount, shares_of
from replay.games.tournament.words import POINT, SEVERITY

Exact = int | Fraction


class Tally(NamedTuple):
    """What is counted of every player over all results."""

    state: State
    counts: list[TableCount]
    totals: dict[str, Exact]
    sat: dict[str, list[TableCount]]
    """The tables with a result at which each player sat."""

    def tables(self, player: str) -> list[TableCount]:
        """The tables with a result at which somebody sat, and that count for their breaks."""
        return [one for one in self.sat.get(player, ()) if player not in one.excluded]


def by_player(counts: Sequence[TableCount]) -> dict[str, list[TableCount]]:
    """The tables with a result at which each player sat, in their order."""
    found: dict[str, list[TableCount]] = {}
    for one in counts:
        for player in one.places:
            found.setdefault(player, []).append(one)
    return found


def wins(tally: Tally, player: str) -> int:
    """A whole point for each table won, shared with those who won it too."""
    return sum(POINT // len(one.winners) for one in tally.tables(player) if player in one.winners)


def seconds(tally: Tally, player: str) -> int:
    """The tables at which the player has place 2."""
    return sum(one.places[player] == 2 for one in tally.tables(player))


def decides(name: str, tally: Tally) -> bool:
    """Whether a break can tell anybody from anybody yet: most of them need a table with a result."""
    if name == "penalties":
        return bool(tally.state.penalties)
    return bool(tally.counts) or name == "lot"


def break_of(name: str, tally: Tally, level: Sequence[str]) -> dict[str, Exact]:
    """What a break says of players who are level so far."""
    match name:
        case "wins":
            return {player: wins(tally, player) for player in level}
        case "seconds":
            return {player: seconds(tally, player) for player in level}
        case "share":
            return {player: _share(tally, player) for player in level}
        case "opponents":
            return _opponents(tally, level)
        case "meeting":
            return _meeting(tally, level)
        case "penalties":
            return {player: -_penalties(tally, player) for player in level}
        case "lot":
            return {player: -_lot(tally.state, player) for player in level}
        case _:
            return dict.fromkeys(level, 0)  # an unknown break decides nothing


def _mean(values: Sequence[Exact]) -> Fraction:
    return Fraction(sum(values)) / len(values) if values else Fraction(0)


def _share(tally: Tally, player: str) -> Fraction:
    """The mean of the player's part in the points of each table whose points are known."""
    parts: list[Exact] = []
    for one in tally.tables(player):
        if one.scores is not None and all(other in one.scores for other in one.players):
            own = shares_of(one.players, one.scores)
            every = sum(own.values())
            parts.append(Fraction(own[player], every) if every else 0)
    return _mean(parts)


def _opponents(tally: Tally, level: Sequence[str]) -> dict[str, Exact]:
    """How well the others at each player's tables did: the mean of their points for each of their tables.

    All of it is counted in one small part of a point, so that whole numbers are added up and not fractions.
    """
    own = {player: tally.tables(player) for player in level}
    there = {one.name: one for counts in own.values() for one in counts}
    everybody = {player for one in there.values() for player in one.places}
    by_tables = lcm(*(len(tally.sat[player]) for player in everybody))
    by_others = lcm(*(max(1, len(one.places) - 1) for one in there.values()))
    parts = {player: tally.totals.get(player, 0) * (by_tables // len(tally.sat[player])) for player in everybody}
    sums = {name: sum(parts[player] for player in one.places) for name, one in there.items()}
    found: dict[str, Exact] = {}
    for player, counts in own.items():
        others = [
            (sums[one.name] - parts[player]) * (by_others // (len(one.places) - 1))
            for one in counts
            if len(one.places) > 1
        ]
        found[player] = Fraction(sum(others)) / (by_tables * by_others * len(counts)) if others else Fraction(0)
    return found


def _meeting(tally: Tally, level: Sequence[str]) -> dict[str, Exact]:
    """The points at tables where all who are level sat together."""
    first = tally.sat.get(level[0], ())
    together = [one for one in first if all(player in one.places for player in level)]
    return {player: sum(one.points[player] for one in together if player not in one.excluded) for player in level}


def _penalties(tally: Tally, player: str) -> int:
    return sum(one.player == player and SEVERITY.get(one.level, 0) > 0 for one in tally.state.penalties)


def _lot(state: State, player: str) -> int:
    """A number that nobody could choose, from the seed of the last round."""
    if not state.rounds:
        return 0
    seed = state.rounds[max(state.rounds)].seed
    return int(sha256(canonical(["quartermaster/lot/1", seed, player])).hexdigest(), 16)
