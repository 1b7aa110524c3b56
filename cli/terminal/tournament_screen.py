"""What an organiser sees on the terminal: the control room, what was collected, and the standings."""

import time
from pathlib import Path
from typing import NamedTuple

from cli.desk.tournaments.tournament_tables import Tournament, cut_after, end_of_round, tournament_of
from cli.desk.tournaments.tournaments_board import BoardRow, board
from cli.desk.tournaments.tournaments_clock import clock_words, round_clock
from cli.desk.tournaments.tournaments_collect import Unsigned, collect
from cli.desk.tournaments.tournaments_kept import KeptOutcomes
from cli.desk.tournaments.tournaments_standings import (
    Standings,
    round_words,
    standing_rows,
    standings_fields,
    standings_of,
    summary,
    why_lines,
)
from cli.machine.folders_and_clock import now
from cli.machine.linked_records import linked_to
from cli.machine.target import Found
from cli.terminal.screen import Screen
from cli.terminal.tournament_filing import Organising, looking_at
from records.errors import NotFound, Refused
from replay.games.tournament.standings import lines_of
from replay.games.tournament.words import points_words
from replay.saying import listed

WATCH_SECONDS = 5


def collect_and_tell(opened: Organising, screen: Screen, why: str | None, by: str | None) -> None:
    """Write what the tables at hand say, and name what is not written."""
    found = collect(opened.tournament, _unsigned(opened.tournament, why, by))
    if found.bodies:
        opened.write(found.bodies, screen)
    elif screen.as_json:
        screen.value({"id": opened.tournament.record_id, "written": False})
    for line in found.moved:
        screen.words(line)
    for line in found.left:
        screen.words(line)
    if not found.bodies:
        screen.words("nothing new to write")


def _unsigned(tournament: Tournament, why: str | None, by: str | None) -> Unsigned | None:
    if why is None:
        return None
    names = [official.name for official in tournament.record.header.officials]
    same = [name for name in names if by is not None and name.casefold() == by.casefold()]
    if not same:
        mend = f"give --by with one of {', '.join(names)}" if names else "the tournament names no officials"
        raise Refused("an official takes a result that is not signed", where="--unsigned", mend=mend)
    return Unsigned(same[0], why)


def show_board(
    screen: Screen, name: str | None, db: str | None, number: int | None, *, every: bool, watch: bool
) -> None:
    """The tables of the last round, and those of earlier rounds that are not done."""
    kept = KeptOutcomes()
    while True:
        with looking_at(name, db, kept) as (tournament, found):
            rows = board(tournament, _changed(tournament, found), now(), number)
            last = tournament.state.round
            if number is None and not every:
                rows = [row for row in rows if _round(row) == last or row.state != "collected"]
            _show_rows(screen, tournament, rows)
        if not watch:
            return
        screen.flush()
        time.sleep(WATCH_SECONDS)
        screen.anew()


def _round(row: BoardRow) -> int:
    return int(row.table[1:].partition("t")[0])


def _changed(tournament: Tournament, found: Found) -> dict[str, int]:
    """When each record of a table was written to last, by the clock of the store."""
    if found.store is None:
        return {}
    changed = {}
    for _, table in tournament.tables():
        if table.record is not None:
            try:
                changed[table.record] = found.store.info(table.record).changed
            except NotFound:
                continue
    return changed


def _show_rows(screen: Screen, tournament: Tournament, rows: list[BoardRow]) -> None:
    for row in rows if not screen.for_people else ():
        if screen.as_json:
            screen.value(row.fields())
        else:
            screen.cells(row.table, row.state, row.words, row.game, ", ".join(row.players), row.record)
    if not screen.for_people:
        return
    if not rows:
        screen.words("no table to show: `qm tournament round` seats the next round")
        return
    shown = [[row.table, row.game, ", ".join(row.players), _mark(row), _words(row)] for row in rows]
    screen.table(["", "game", "players", "state", ""], shown)
    done = sum(row.state == "collected" for row in rows)
    screen.words(f"{done} of {len(rows)} collected; round {tournament.state.round} of {tournament.state.format.rounds}")
    clock = round_clock(tournament, now())
    if clock is not None:
        screen.words(f"{clock_words(clock.left)} left of {clock_words(clock.minutes * 60)} minutes")


def _words(row: BoardRow) -> str:
    """What is said of a table, and the time that it was given while it plays."""
    given = f"{clock_words(row.given)} given" if row.given and row.state in ("waiting", "playing") else ""
    return ", ".join(part for part in (row.words, given) if part)


def _mark(row: BoardRow) -> str:
    return f"! {row.state}" if row.silent or row.state in ("disputed", "gone on", "not at hand") else row.state


class StandingsWords(NamedTuple):
    """What `qm standings` was told."""

    at: int | None
    round: int | None
    why: str | None
    csv: bool
    html: bool
    output: Path | None
    force: bool


def show_standings(screen: Screen, name: str | None, db: str | None, words: StandingsWords) -> None:
    """The standings now, or as they were."""
    with looking_at(name, db) as (now_, found):
        seq = words.at if words.round is None else end_of_round(now_, words.round)
        tournament = now_ if seq is None else _as_it_was(now_, found, seq)
        standings = standings_of(tournament)
    if words.why is not None:
        for line in why_lines(standings, words.why):
            screen.line(line)
    elif words.csv or words.html:
        _write(standings, words)
    elif screen.as_json:
        screen.value(standings_fields(standings))
    elif screen.plain:
        for row in standing_rows(standings)[1]:
            screen.cells(*row)
    else:
        _show_standings(screen, standings)


def _as_it_was(tournament: Tournament, found: Found, seq: int) -> Tournament:
    """The tournament after an event: its own log up to there, and the tables as they are at hand now."""
    return tournament_of(cut_after(tournament.record, seq), tournament.record_id, linked_to(found))


def _write(standings: Standings, words: StandingsWords) -> None:
    from cli.export.csv_tables import table
    from cli.export.html.standings_page import standings_page
    from cli.machine.files import write_output

    content = standings_page(standings) if words.html else table(*standing_rows(standings))
    write_output(words.output, content, force=words.force)


def _show_standings(screen: Screen, found: Standings) -> None:
    state = found.state
    rounds = found.rounds
    rows = []
    for line in lines_of(state):
        entrant = state.players[line.player]
        gone = " (out)" if entrant.out else " (dropped)" if not entrant.is_in else ""
        marks = found.mark_words(line.player)
        rows.append(
            [
                str(line.place),
                f"{entrant.name}{gone}{f' ({marks})' if marks else ''}",
                *(round_words(found, line, number) for number in rounds),
                found.points(line.points),
                points_words(line.wins),
                str(line.seconds),
            ]
        )
    if rows:
        screen.table(["", "player", *(f"round {number}" for number in rounds), "points", "wins", "seconds"], rows)
    else:
        screen.words("nobody has entered yet")
    for note in found.notes():
        screen.words(note)
    provisional = "provisional: " + listed(_reasons(found)) if found.is_provisional else "nothing is open"
    screen.words(f"{summary(found)}; {provisional}")


def _reasons(found: Standings) -> list[str]:
    told = [f"{len(found.matters)} {'matter' if len(found.matters) == 1 else 'matters'}"] if found.matters else []
    told += [f"{len(found.gone_on)} gone on"] if found.gone_on else []
    told += [f"{len(found.to_come)} to come"] if found.to_come else []
    return told
