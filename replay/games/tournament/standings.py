"""The standings: totals, breaks, and places."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import floor
from typing import NamedTuple

from replay.adjusting import Adjust, adjust_problems, read_adjust
from replay.games.tournament.breaks import Exact, Tally, break_of, by_player, decides, seconds, wins
from replay.games.tournament.state import Line, State, TablePoints
from replay.games.tournament.table_points import TableCount, table_counts


class _Ruled(NamedTuple):
    """What rulings of this record say of the standings."""

    totals: dict[str, tuple[Exact, int]]
    """Points as ruled, and the ruling."""
    places: dict[str, int]
    winners: tuple[str, ...] | None


def opponents_of(state: State) -> dict[str, Exact]:
    """How well everybody's opponents did, as the break counts it: points for each of their tables."""
    counts = table_counts(state)
    totals: dict[str, Exact] = {line.player: line.points for line in lines_of(state)}
    return break_of("opponents", Tally(state, counts, totals, by_player(counts)), list(state.players))


def lines_of(state: State) -> tuple[Line, ...]:
    """Everybody who entered, first to last; who is level is listed by id.

    They are counted once for a state, and only if somebody asks: an audit folds a day several times, and looks at the
    standings at a few events of it.
    """
    kept: dict[str, tuple[Line, ...]] = vars(state)
    if "standings" not in kept:
        kept["standings"] = _counted(state)
    return kept["standings"]


def line_of_player(state: State, player: str) -> Line | None:
    """The line of a player in the standings."""
    return next((line for line in lines_of(state) if line.player == player), None)


def _counted(state: State) -> tuple[Line, ...]:
    counts = table_counts(state)
    sat = by_player(counts)
    byes = _byes(state)
    taken = _taken(state)
    plain: dict[str, Exact] = {
        player: sum(one.points[player] for one in sat.get(player, ())) + byes.get(player, 0) - taken.get(player, 0)
        for player in state.players
    }
    ruled = _as_ruled(state, plain)
    totals = {**plain, **{player: points for player, (points, _) in ruled.totals.items()}}
    tally = Tally(state, counts, totals, sat)
    places = _places(state, tally, ruled)
    listed = sorted(places, key=lambda player: (places[player], player))
    return tuple(
        Line(
            player,
            places[player],
            _whole(totals[player]),
            wins(tally, player) if player in sat else 0,
            seconds(tally, player) if player in sat else 0,
            _tables(sat.get(player, ()), player),
            byes.get(player, 0),
            taken.get(player, 0),
            ruled.totals[player][1] if player in ruled.totals else None,
            int(plain[player]),
        )
        for player in listed
    )


def _whole(points: Exact) -> int:
    """Points without their part: a ruling by weight may give some, and half a point or more is one."""
    return points if isinstance(points, int) else floor(points + Fraction(1, 2))


def _tables(counts: Sequence[TableCount], player: str) -> tuple[TablePoints, ...]:
    return tuple(TablePoints(one.name, one.places[player], one.points[player]) for one in counts)


def _byes(state: State) -> dict[str, int]:
    """The points for the rounds that players sat out by name; none for one from which they were excluded."""
    found: dict[str, int] = {}
    for number, one in state.rounds.items():
        for player in set(one.out) - excluded_from(state, number):
            found[player] = found.get(player, 0) + state.format.bye
    return found


def _taken(state: State) -> dict[str, int]:
    """What penalties take from the totals."""
    found: dict[str, int] = {}
    for one in state.penalties:
        if one.level == "points":
            found[one.player] = found.get(one.player, 0) + one.points
    return found


def excluded_from(state: State, round: int) -> frozenset[str]:
    """Who is not seated in a round because an exclusion was given after the one before, without a table."""
    return frozenset(
        one.player
        for one in state.penalties
        if one.level == "round-exclusion" and one.table is None and one.round + 1 == round
    )


def _as_ruled(state: State, counted: dict[str, Exact]) -> _Ruled:
    """Totals and places that rulings of this record set, each what it names, in the order of the log."""
    totals: dict[str, tuple[Exact, int]] = {}
    places: dict[str, int] = {}
    winners: tuple[str, ...] | None = None
    for ruling in sorted(state.rulings, key=lambda one: one.seq):
        there = [player for player, one in state.players.items() if one.since < ruling.seq]
        if ruling.adjust is None or not ruling.counts or adjust_problems(ruling.adjust, there):
            continue
        adjust = read_adjust(ruling.adjust)
        now = {**counted, **{player: points for player, (points, _) in totals.items()}}
        totals |= {player: (points, ruling.seq) for player, points in _means(adjust, now)}
        result = adjust.outcomes[0].result
        if result.places is not None:
            places, winners = dict(result.places), None
        elif result.winners is not None:
            places, winners = {}, tuple(result.winners)
    return _Ruled(totals, places, winners)


def _means(adjust: Adjust, now: dict[str, Exact]) -> Iterator[tuple[str, Exact]]:
    """The points that an adjustment gives, by weight; where an outcome names none, a player has those they had."""
    weight = sum(one.weight for one in adjust.outcomes)
    named = dict.fromkeys(player for one in adjust.outcomes for player in one.result.scores or {})
    for player in named:
        points = [Fraction((one.result.scores or {}).get(player, now[player])) * one.weight for one in adjust.outcomes]
        yield player, sum(points, Fraction(0)) / weight


def _places(state: State, tally: Tally, ruled: _Ruled) -> dict[str, int]:
    """Everybody's place: by total, then by the breaks in turn; who is disqualified shares the last."""
    out = [player for player, one in state.players.items() if one.out and player not in ruled.totals]
    first = [player for player in ruled.winners or () if player in state.players]
    rest = [player for player in state.players if player not in out and player not in first]
    groups = [group for group in (first, *_split(state, tally, rest), out) if group]
    places: dict[str, int] = {}
    for group in groups:
        places |= dict.fromkeys(group, 1 + len(places))
    return {**places, **{player: place for player, place in ruled.places.items() if player in places}}


def _split(state: State, tally: Tally, players: Sequence[str]) -> list[list[str]]:
    """Groups of players who stay level, best first."""
    groups = _parted(players, tally.totals)
    for name in state.format.breaks:
        if not decides(name, tally):
            continue
        groups = [
            part
            for group in groups
            for part in (_parted(group, break_of(name, tally, group)) if len(group) > 1 else [group])
        ]
    return groups


def _parted(players: Sequence[str], by: dict[str, Exact]) -> list[list[str]]:
    groups: dict[Exact, list[str]] = {}
    for player in players:
        groups.setdefault(by[player], []).append(player)
    return [groups[value] for value in sorted(groups, reverse=True)]
