"""The points of a table: places as the penalties leave them, and what each place brings."""

from collections.abc import Mapping
from typing import NamedTuple

from replay.games.tournament.state import Format, PenaltyState, State, TableState
from replay.games.tournament.words import LOSSES, POINT, SEVERITY, SHARE


class TableCount(NamedTuple):
    """A table with a result, as it counts."""

    name: str
    players: tuple[str, ...]
    places: dict[str, int]
    winners: tuple[str, ...]
    points: dict[str, int]
    scores: Mapping[str, int | None] | None
    excluded: frozenset[str]
    """Who was excluded from it: it brings them nothing, and counts for none of their breaks."""


def table_counts(state: State) -> list[TableCount]:
    """Every table with a result, by round and number."""
    ordered = sorted(state.tables.items(), key=lambda item: (item[1].round, item[1].number))
    return [count_of(state.format, name, one, state.penalties) for name, one in ordered if one.is_done]


def count_of(format: Format, name: str, table: TableState, penalties: tuple[PenaltyState, ...]) -> TableCount:
    """What a table brings those who sat there. Two penalties that strike it count once, the higher."""
    struck = _struck(name, penalties)
    losers = {player for player, level in struck.items() if level in LOSSES}
    excluded = frozenset(player for player, level in struck.items() if level == "round-exclusion")
    given = {player: place for player, place in (table.places or {}).items() if player in table.players}
    places = with_losers(given, losers)
    winners = _winners(table, places, losers)
    points = _points(format, table, places, winners)
    if format.scoring == "share":
        points |= dict.fromkeys(losers & set(points), 0)
    points |= dict.fromkeys(excluded & set(points), 0)
    return TableCount(name, table.players, places, winners, points, table.scores, excluded)


def _struck(name: str, penalties: tuple[PenaltyState, ...]) -> dict[str, str]:
    """The most severe penalty of each player that strikes a table."""
    found: dict[str, str] = {}
    for one in penalties:
        strikes = one.level == "round-exclusion" or (one.level in LOSSES and one.strikes)
        if one.table == name and strikes and SEVERITY[one.level] > SEVERITY.get(found.get(one.player, ""), -1):
            found[one.player] = one.level
    return found


def with_losers(places: Mapping[str, int], losers: set[str]) -> dict[str, int]:
    """The places with some players last, level with each other; the others keep their order and move up.

    >>> with_losers({"ann": 1, "bob": 2, "cleo": 3}, {"ann"})
    {'ann': 3, 'bob': 1, 'cleo': 2}
    """
    if not losers.intersection(places):
        return dict(places)
    rank = {player: (player in losers, 0 if player in losers else place) for player, place in places.items()}
    return {player: 1 + sum(other < own for other in rank.values()) for player, own in rank.items()}


def _winners(table: TableState, places: dict[str, int], losers: set[str]) -> tuple[str, ...]:
    """The winners as given, or those on place 1; after a loss those on place 1, unless nobody had won."""
    firsts = tuple(player for player in table.players if places.get(player) == 1)
    if table.winners is None:
        return firsts
    if losers.intersection(places) and table.winners:
        return firsts
    return tuple(player for player in table.winners if player in table.players)


def _points(format: Format, table: TableState, places: dict[str, int], winners: tuple[str, ...]) -> dict[str, int]:
    if format.scoring == "wins":
        return {player: POINT // len(winners) if player in winners else 0 for player in places}
    if format.scoring == "share":
        return _shares(table.players, table.scores)
    row = format.points.get(str(len(table.players)), ())
    return by_places(places, row)


def by_places(places: Mapping[str, int], row: tuple[int, ...]) -> dict[str, int]:
    """The points of each place; players who are level share those of their places.

    >>> by_places({"ann": 1, "bob": 2, "cleo": 2, "dee": 2}, (300, 180, 120, 60))
    {'ann': 300, 'bob': 120, 'cleo': 120, 'dee': 120}
    """
    order = sorted(places.values())
    found = {}
    for player, place in places.items():
        first, level = order.index(place), order.count(place)
        found[player] = sum(row[first : first + level]) // level
    return found


def shares_of(players: tuple[str, ...], scores: Mapping[str, int | None]) -> dict[str, int]:
    """What each player brings into the sum of a table; who is out or below 0 brings nothing."""
    return {player: max(0, scores.get(player) or 0) for player in players}


def _shares(players: tuple[str, ...], scores: Mapping[str, int | None] | None) -> dict[str, int]:
    own = shares_of(players, scores or {})
    every = sum(own.values())
    return {player: (2 * SHARE * one + every) // (2 * every) if every else 0 for player, one in own.items()}
