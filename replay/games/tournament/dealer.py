"""Whole days by chance: who enters late, drops out or is penalised, what is ruled and appealed, and how tables end."""

from random import Random
from typing import Any, NamedTuple

from replay.dealer import Body
from replay.games.tournament.dealer_day import Day
from replay.games.tournament.dealer_events import (
    answer_question,
    appoint,
    come_and_go,
    conduct,
    correct,
    enter,
    penalise,
)
from replay.games.tournament.dealer_tables import Tables
from replay.games.tournament.scoring import score
from replay.games.tournament.seating import allowed_sizes, seed_of, sizes_of
from replay.games.tournament.standings import lines_of
from replay.games.tournament.state import TableState
from replay.games.tournament.the_round import searched, seating_facts, to_be_seated
from replay.games.tournament.words import BREAKS
from replay.library import game_of
from replay.outcome import Outcomes
from replay.table import Table

GAMES = ("loot-island", "sea-or-shore", "gold-island", "lost-island")
LEAST = 3


class DealtDay(NamedTuple):
    """A day, and the outcomes of the tables that its results come from."""

    bodies: list[Body]
    outcomes: Outcomes


def deal(table: Table, rng: Random) -> list[Body]:
    """A day on paper: every result is a slip, for no record of a table goes with it."""
    day = Day(table, rng)
    _play(day, None)
    return day.lines


def deal_day(table: Table, rng: Random) -> DealtDay:
    """A day whose results come from records, with the outcomes of these, penalties, appeals and corrections."""
    day = Day(table, rng)
    tables = Tables(day)
    _play(day, tables)
    return DealtDay(day.lines, tables.outcomes)


def _play(day: Day, tables: Tables | None) -> None:
    day.log("setup", **_format(day.rng, len(day.state.players)))
    appoint(day)
    while len(day.state.players) < LEAST or day.chance(2):
        enter(day)
    for round in range(1, day.state.format.rounds + 1):
        if round > 1:
            come_and_go(day)
            if day.chance(3):
                conduct(day)
            if day.chance(4):
                answer_question(day)
        _seat(day, tables, round)
        _end(day, tables, round)
    _close(day)


def _format(rng: Random, players: int) -> dict[str, Any]:
    """A format by chance."""
    games = rng.sample(GAMES, rng.randint(1, len(GAMES)))
    rounds = rng.randint(1, 4 if players < 30 else 2)
    with_points = all(game_of(game).has_points for game in games)
    given: dict[str, Any] = {
        "rounds": rounds,
        "games": games if rng.random() < 0.6 else [games, rng.sample(GAMES, 2)],
        "system": rng.choice(("swiss", "swiss", "spread", "fixed")),
        "scoring": rng.choice(("places", "places", "wins")),
    }
    if with_points and given["games"] is games and rng.random() < 0.3:
        given["scoring"] = "share"
    if rng.random() < 0.5:
        given["breaks"] = rng.sample(BREAKS, rng.randint(0, len(BREAKS)))
    if rng.random() < 0.5:
        given |= {"bye": rng.choice((0, 60, 120)), "deduct": rng.choice((30, 60, 90))}
    if rng.random() < 0.5:
        given["ladder"] = {"*": {"times": 3, "then": "points"}, "slow play": {"times": 2, "then": "warning"}}
    return given


def _seat(day: Day, tables: Tables | None, round: int) -> None:
    """A round is seated by the head before it and by dice; who does not fit in sits out by name."""
    nonce = " ".join(str(day.rng.randint(1, 6)) for _ in range(3)) if day.chance(2) else None
    while len(to_be_seated(day.state, round)) < LEAST:
        enter(day)
    out: list[str] = []
    facts = seating_facts(day.state, round, "", out)
    while sizes_of(len(facts.players), facts.want, allowed_sizes(facts)) is None:
        if len(facts.players) <= LEAST:
            enter(day)
        else:
            out.append(day.rng.choice(facts.players))
        facts = seating_facts(day.state, round, "", out)
    seed = seed_of(day.head(), round, nonce)
    seated = searched(seating_facts(day.state, round, seed, out))
    assert seated is not None, "there are sizes"
    made = [
        {
            "table": number,
            "game": one.game,
            "players": list(one.players),
            "record": tables.new_id() if tables is not None else None,
        }
        for number, one in enumerate(seated.tables, 1)
    ]
    laid = [{name: value for name, value in one.items() if value is not None} for one in made]
    day.log("round", round=round, seed=seed, nonce=nonce, tables=laid, out=out or None)


def _end(day: Day, tables: Tables | None, round: int) -> None:
    """The tables of a round end, in any order; some results are corrected."""
    names = [name for name, _ in day.state.tables_of(round)]
    for name in day.rng.sample(names, len(names)):
        _result(day, tables, day.state.tables[name])
    for name in names:
        if tables is not None and day.chance(8):
            correct(day, tables, name)
    if day.chance(2):
        day.log("observe", facts=_read_off_the_wall(day))


def _result(day: Day, tables: Tables | None, table: TableState) -> None:
    fields: dict[str, Any] = {"round": table.round, "table": table.number}
    if tables is None:
        how = "forfeit" if day.chance(8) else "slip"
        day.log("result", **fields, how=how, **Tables(day).played(table).fields())
        return
    ended = tables.played(table)
    if day.chance(4):
        penalise(day, tables, table, ended)
    if day.chance(6):  # players brought a slip first, with the same result
        day.log("result", **fields, how="slip", **ended.fields())
    outcome = tables.go_on(table, ended)
    day.log("result", **fields, **tables.result_fields(table, outcome, ended))
    if day.chance(6):  # a ruling there changed it later
        ended = tables.played(table)
        outcome = tables.go_on(table, ended)
        day.log("result", **fields, **tables.result_fields(table, outcome, ended))


def _read_off_the_wall(day: Day) -> dict[str, int]:
    line = day.rng.choice(lines_of(day.state))
    return {f"points.{line.player}": line.points, f"place.{line.player}": line.place, "round": day.state.round}


def _close(day: Day) -> None:
    """The standings are declared."""
    count = score(day.state)
    scores = {seat.seat: seat.total for seat in count.seats}
    places = {seat.seat: seat.place for seat in count.seats}
    day.log("close", result={"winners": list(count.winners), "scores": scores, "places": places})
