"""What `qm tournament print` writes: pages for paper, and lists for spreadsheets and apps."""

import json
from typing import NamedTuple

from cli.desk.tournaments.tournament_tables import Tournament
from cli.desk.tournaments.tournaments_entrants import OUT_COLUMNS, entrant_rows
from cli.desk.tournaments.tournaments_results import RESULT_COLUMNS, result_fields
from cli.export.bgstats import bgstats_of_all, play_times
from cli.export.csv_tables import table
from cli.export.html.paper_pages import PaperFacts, paper_page
from cli.machine.linked_records import linked_to
from cli.machine.target import Found
from cli.terminal.tournament_filing import looking_at
from records.errors import Refused
from replay.games.tournament.state import TableState
from replay.reel import Eyes, Reel, played
from replay.view import TABLE

PAGES = ("pairings", "names", "slips", "standings")
LISTS = ("entrants", "results")
FORMATS = ("csv", "json", "bgstats")


class PaperWords(NamedTuple):
    """What `qm tournament print` was told."""

    what: str
    round: int | None
    form: str | None
    begins: str | None
    appeal: str | None


def paper(name: str, db: str | None, words: PaperWords) -> bytes:
    """The page or the list."""
    if words.what not in (*PAGES, *LISTS):
        raise Refused(f"there is no page {words.what!r}", mend=f"one of {', '.join((*PAGES, *LISTS))}")
    if words.form is not None and (words.what in PAGES or words.form not in FORMATS):
        mend = "entrants and results are written as csv or json, results as bgstats too"
        raise Refused(f"--format {words.form!r}", mend=mend)
    with looking_at(name, db) as (tournament, found):
        if words.what in PAGES:
            return paper_page(tournament, words.what, words.round, PaperFacts(words.begins, words.appeal))
        if words.what == "entrants":
            return _entrants(tournament, words.form or "csv")
        return _results(tournament, words.form or "csv", _reels(tournament, found))


def _reels(tournament: Tournament, found: Found) -> list[tuple[Reel, str]]:
    """The tables at hand as everybody saw them, by round and number."""
    load = linked_to(found)
    newest = tournament.outcomes.newest
    ids = [table.record for _, table in tournament.tables() if table.record in newest]
    return [(Reel(played(load(one)), Eyes(TABLE)), one) for one in ids if one is not None and newest[one].whole]


def _entrants(tournament: Tournament, form: str) -> bytes:
    rows = entrant_rows(tournament.state)
    if form == "csv":
        return table(OUT_COLUMNS, rows)
    if form != "json":
        raise Refused("entrants are written as csv or json", mend="give one of them")
    return _json([dict(zip(OUT_COLUMNS, row, strict=True)) for row in rows])


def _results(tournament: Tournament, form: str, reels: list[tuple[Reel, str]]) -> bytes:
    if form == "bgstats":
        done = {table.record for _, table in tournament.tables() if table.is_done or _is_over(tournament, table)}
        return bgstats_of_all((reel, record_id) for reel, record_id in reels if record_id in done)
    minutes = {record_id: play_times(reel)[1] for reel, record_id in reels}
    fields = result_fields(tournament, minutes)
    if form == "json":
        return _json(fields)
    return table(RESULT_COLUMNS, [[row[name] for name in RESULT_COLUMNS] for row in fields])


def _is_over(tournament: Tournament, table: TableState) -> bool:
    outcome = tournament.newest(table)
    return outcome is not None and outcome.over


def _json(value: object) -> bytes:
    return (json.dumps(value, ensure_ascii=False, indent=1) + "\n").encode()
