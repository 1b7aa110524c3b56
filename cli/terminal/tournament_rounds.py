"""Seating a round from the command line: the plan on the screen, and the records of its tables in the store."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from cli.desk.tournaments.tournament_tables import Tournament
from cli.desk.tournaments.tournaments_cost import costs_of
from cli.desk.tournaments.tournaments_round import (
    RoundPlan,
    games_amended,
    plan_by_hand,
    plan_round,
    plan_warnings,
    record_ids,
    table_headers,
    tables_by_hand,
    troubles,
)
from cli.machine.folders_and_clock import random_bytes
from cli.machine.input_files import file_text
from cli.terminal.screen import Screen
from cli.terminal.tournament_filing import Organising
from records.errors import NotFound, Refused
from records.text import counted
from replay.library import game_of


class RoundWords(NamedTuple):
    """What `qm tournament round` was told."""

    nonce: str | None
    out: Sequence[str]
    games: Sequence[str]
    tables: Path | None
    why: str | None
    anyway: bool


def seat_round(opened: Organising, screen: Screen, words: RoundWords) -> None:
    """Seat the next round, show it, and begin its tables."""
    wrong = troubles(opened.tournament)
    if wrong and not words.anyway:
        raise Refused(wrong[0], mend="`qm tournament board` shows what is missing; --anyway seats it all the same")
    for trouble in wrong:
        screen.words(f"look: {trouble}")
    if words.games:
        amended = games_amended(opened.tournament, words.games)
        opened.write([amended], screen)
        if opened.dry_run:
            opened.suppose(amended)
            screen.words("look: the change of games becomes a line of its own, and the seating follows from it")
        else:
            opened.read()
    plan = _plan(opened, words)
    odd = plan_warnings(opened.tournament, plan)
    for trouble in odd:
        screen.words(f"look: {trouble}")
    if opened.dry_run:
        _show(screen, opened.tournament, plan)
        screen.words("a dry run: nothing was written")
        return
    opened.write([plan.body(record_ids(plan, opened.moment, random_bytes))], screen)
    opened.read()
    if screen.for_people:
        _show(screen, opened.tournament, plan)
    begin_tables(opened, screen)


def _plan(opened: Organising, words: RoundWords) -> RoundPlan:
    tournament = opened.tournament
    if words.tables is None:
        return plan_round(tournament, words.nonce, words.out)
    if not words.why:
        raise Refused("a round that is seated by hand says why", mend='give --why "TEXT"')
    tables = tables_by_hand(file_text(words.tables))
    return plan_by_hand(tournament, tables, words.why, words.nonce, words.out)


def _show(screen: Screen, tournament: Tournament, plan: RoundPlan) -> None:
    if screen.as_json:
        screen.value(plan.fields())
        return
    state = tournament.state
    rows = []
    for number, table in enumerate(plan.tables, 1):
        seats = zip(game_of(table.game).seats, table.players, strict=False)
        sitting = ", ".join(f"{state.name(player)} ({seat})" for seat, player in seats)
        rows.append([f"r{plan.round}t{number}", game_of(table.game).title, sitting])
    screen.table(["", "game", "players; the first starts"], rows)
    if plan.out:
        screen.line(f"out: {', '.join(state.name(player) for player in plan.out)}")
    costs = ", ".join(f"{one.words} {one.times}" for one in costs_of(tournament, plan))
    screen.words(f"seed {plan.seed[:8]}…, cost {plan.cost}: {costs}")


def begin_tables(opened: Organising, screen: Screen) -> None:
    """Begin the records of the last round that are not in the store yet."""
    tournament = opened.tournament
    number = max(tournament.state.rounds, default=0)
    begun = []
    for header in table_headers(tournament, number):
        try:
            opened.store.find(header["id"])
        except NotFound:
            opened.store.create(header, record_id=header["id"], at=opened.moment)
            begun.append(f"r{number}t{header['table']}")
    if begun:
        screen.words(f"begun: {counted(len(begun), 'table')}, {', '.join(begun)}; next: qm log {begun[0]}")
    elif screen.for_people:
        screen.words("every table of the last round has its record already")
