"""Every table of the statistics for a spreadsheet, always whole."""

from collections.abc import Callable, Iterator
from typing import Any

from cli.desk.index.index_stats import Statistics
from cli.export.csv_tables import table

Rows = Iterator[list[Any]]


def stats_csv(found: Statistics, part: str) -> bytes:
    """One part of the statistics; `PARTS` names them."""
    columns, rows = PARTS[part]
    return table(columns, rows(found))


def _people(found: Statistics) -> Rows:
    for one in found.people:
        yield [getattr(one, name) for name in _PEOPLE]


def _opponents(found: Statistics) -> Rows:
    """Whoever played together, each once as the one and once as the other; with a player, only that one's games."""
    for person, others in found.against.items():
        for other, (ahead, games) in others.items():
            yield [person, other, ahead, games]


def _seats(found: Statistics) -> Rows:
    for one in found.order:
        yield [one.order, one.wins, one.games, one.chance]


def _lengths(found: Statistics) -> Rows:
    for one in found.games:
        yield [one.game, one.games, one.mean_plays, one.mean_minutes, one.seconds_a_play]


def _hindsight(found: Statistics) -> Rows:
    for one in found.games:
        yield [one.game, one.games, one.turned, one.turned_games]


def _rules(found: Statistics) -> Rows:
    for one in found.rules:
        yield [one.rule, one.game, one.says, one.times, "; ".join(f"{name} {times}" for name, times in one.people)]


def _rounds(found: Statistics) -> Rows:
    """One row for each person and round."""
    last = found.rounds
    for name, values in last.people if last is not None else ():
        for number, value in zip(last.rounds if last is not None else (), values, strict=True):
            yield [last.record if last is not None else "", name, number, value]


_PEOPLE = ("name", "games", "wins", "mean_place", "mean_points", "seconds_a_turn")

PARTS: dict[str, tuple[tuple[str, ...], Callable[[Statistics], Rows]]] = {
    "people": (_PEOPLE, _people),
    "opponents": (("name", "opponent", "ahead", "games"), _opponents),
    "seats": (("order", "wins", "games", "chance"), _seats),
    "lengths": (("game", "games", "mean_moves", "mean_minutes", "seconds_a_move"), _lengths),
    "hindsight": (("game", "games", "answers_changed", "games_changed"), _hindsight),
    "rules": (("rule", "game", "says", "times", "most_by"), _rules),
    "rounds": (("record", "name", "round", "value"), _rounds),
}
"""The columns of every part, and its rows."""
