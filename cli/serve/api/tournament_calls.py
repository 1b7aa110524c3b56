"""Calls that look at a tournament: who is in, the control room, the standings and why, penalties, and paper."""

import asyncio

import msgspec
from starlette.responses import Response

from cli.desk.tournaments.tournament_tables import Tournament, end_of_round
from cli.desk.tournaments.tournaments_board import BoardRow, board
from cli.desk.tournaments.tournaments_clock import round_clock
from cli.desk.tournaments.tournaments_codes import place_of_code
from cli.desk.tournaments.tournaments_collect import collect
from cli.desk.tournaments.tournaments_entrants import OUT_COLUMNS, entrant_rows
from cli.desk.tournaments.tournaments_penalties import (
    PENALTY_COLUMNS,
    GivenPenalty,
    ordinal,
    penalty_rows,
    penalty_table,
)
from cli.desk.tournaments.tournaments_results import RESULT_COLUMNS, result_fields
from cli.desk.tournaments.tournaments_round import next_round, troubles
from cli.desk.tournaments.tournaments_standings import (
    Standings,
    round_words,
    standing_rows,
    standings_fields,
    why_lines,
)
from cli.export.csv_tables import table as csv_table
from cli.export.html.paper_pages import PaperFacts, paper_page
from cli.serve.calls import Call, Incoming
from cli.serve.door.web_pages import policy_of
from cli.serve.hall.halls import event_of
from cli.serve.messages.problems import WebProblem
from cli.serve.messages.tournament_forms import (
    BoardLine,
    ClockOut,
    CodeOut,
    EntrantOut,
    HallBoard,
    HallPenalty,
    HallSummary,
    PenaltiesOut,
    StandingShown,
    StandingsOut,
    TournamentList,
    TournamentOut,
    TournamentShort,
    WhyOut,
)
from cli.serve.messages.wire_forms import Given
from records.b64 import from_base64
from records.errors import NotFound, Refused
from records.record import read_code, short_code
from replay.games.tournament.standings import lines_of, opponents_of
from replay.games.tournament.state import State
from replay.games.tournament.words import POINT, SHARE, points_words
from replay.library import game_of
from replay.outcome import UNPINNED

PAPER = ("names", "pairings", "slips", "standings")
LISTS = ("entrants", "results", "standings", "penalties")


class HallQuery(Given):
    """Of which round."""

    round: int | None = None


class StandingsQuery(Given):
    """As they were after an event, or after a round."""

    at: int | None = None
    round: int | None = None


class WhyQuery(StandingsQuery):
    """Whose place."""

    player: str = ""


class CodeQuery(Given):
    """A short code as it was written down."""

    code: str = ""


class PaperQuery(HallQuery):
    """What paper says besides."""

    begins: str | None = None
    appeal: str | None = None
    table: int | None = None
    """Only the slip of this table."""


async def get_tournaments(asked: Incoming) -> TournamentList:
    """The tournaments that the link reaches, the newest that is still open first."""
    grant = asked.session.grant
    every = [info for info in asked.service.halls.every() if grant.covers(info.id, event_of(info.header))]
    every.sort(key=lambda info: (not info.closed, info.id), reverse=True)
    return TournamentList(
        [TournamentShort(info.id, info.header.title or info.id, info.closed, info.head.size) for info in every]
    )


async def get_tournament(asked: Incoming) -> TournamentOut:
    """A tournament: format, entrants, and what the next round waits for."""
    tournament = (await asyncio.to_thread(asked.service.halls.log_of, asked.id)).tournament
    state, head = tournament.state, tournament.record.head()
    return TournamentOut(
        id=asked.id,
        title=tournament.title,
        size=head.size,
        code=head.code,
        closed=tournament.is_closed,
        round=state.round,
        rounds=state.format.rounds,
        games=[game_of(game).title for game in state.format.games_of(next_round(tournament))],
        system=state.format.system,
        scoring=state.format.scoring,
        minutes=state.format.minutes,
        officials=[official.name for official in tournament.record.header.officials],
        entrants=_entrants(state),
        troubles=troubles(tournament),
        over=state.phase == "over",
    )


def _entrants(state: State) -> list[EntrantOut]:
    tables = {player: name for name, one in state.tables_of(state.round) for player in one.players}
    return [
        EntrantOut(
            player=player,
            name=one.name,
            club=one.club,
            number=one.number,
            state="disqualified" if one.out else "in" if one.is_in else "dropped",
            late=_late(state, one.since),
            table=tables.get(player),
            playing=player in tables and not state.tables[tables[player]].is_done,
        )
        for player, one in sorted(state.players.items(), key=lambda item: (item[1].name.casefold(), item[0]))
    ]


def _late(state: State, since: int) -> int | None:
    """The first round that was seated, or will be, after somebody came; None if that is the first of all."""
    missed = [number for number, one in state.rounds.items() if one.event < since]
    return max(missed) + 1 if missed else None


async def get_hall_board(asked: Incoming) -> HallBoard:
    """The control room: one line for each table, and what it waits for."""
    service = asked.service

    def look() -> HallBoard:
        tournament = service.halls.read(asked.id).tournament
        rows = board(tournament, _changed(asked, tournament), service.clock(), asked.query.round)
        state = tournament.state
        lines = [_line(tournament, row) for row in rows]
        return HallBoard(
            title=tournament.title,
            size=tournament.record.size,
            round=state.round,
            rounds=state.format.rounds,
            tables=lines,
            ready=_ready(tournament),
            officials=[official.name for official in tournament.record.header.officials],
        )

    return await asyncio.to_thread(look)


async def get_summary(asked: Incoming) -> HallSummary:
    """Counts for the menu, and the clock of the round."""
    service = asked.service

    def look() -> HallSummary:
        tournament = service.halls.read(asked.id).tournament
        state, clock = tournament.state, round_clock(tournament, service.clock())
        return HallSummary(
            round=state.round,
            rounds=state.format.rounds,
            ready=_ready(tournament),
            entrants=sum(one.is_in and not one.out for one in state.players.values()),
            penalties=len(state.penalties),
            clock=None if clock is None else ClockOut(clock.round, clock.minutes, clock.left, dict(clock.given)),
        )

    return await asyncio.to_thread(look)


def _ready(tournament: Tournament) -> int:
    """How many tables can be collected now."""
    return sum(body["do"] == "result" for body in collect(tournament).bodies)


def _changed(asked: Incoming, tournament: Tournament) -> dict[str, int]:
    """When each record of a table was written to last, by the clock of the store."""
    store, newest = asked.service.store, tournament.outcomes.newest
    return {record: store.info(record).changed for record, outcome in newest.items() if outcome.whole}


def _line(tournament: Tournament, row: BoardRow) -> BoardLine:
    head = tournament.state.tables[row.table].head
    root = from_base64(head.partition(":")[2]) if head is not None and not head.endswith(f":{UNPINNED}") else None
    fields = {**row.fields(), "code": short_code(root) if root is not None else None}
    return msgspec.convert(fields, BoardLine)


def _standings(asked: Incoming) -> Standings:
    """The standings that a query asks for."""
    halls, query = asked.service.halls, asked.query
    if query.at is not None and query.round is not None:
        raise Refused("as of an event, or after a round; not both", where="at", mend="give one of them")
    at = query.at
    if query.round is not None:
        at = end_of_round(halls.log_of(asked.id).tournament, query.round)
    return halls.read(asked.id, at).standings


async def get_standings(asked: Incoming) -> StandingsOut:
    """The standings with the places that are possible where a matter is open."""
    return standings_out(await asyncio.to_thread(_standings, asked))


def standings_out(found: Standings) -> StandingsOut:
    """The standings as they are sent."""
    opponents = opponents_of(found.state)
    scale = SHARE if found.state.format.scoring == "share" else POINT
    shown = {
        line.player: StandingShown(
            found.points(line.points),
            [round_words(found, line, number) for number in found.rounds],
            points_words(line.wins),
            f"{float(opponents[line.player]) / scale:.2f}",
            found.mark_words(line.player),
        )
        for line in lines_of(found.state)
    }
    return StandingsOut(
        **standings_fields(found),
        title=found.tournament.title,
        heading=found.heading,
        notes=found.notes(),
        rounds=found.rounds,
        shown=shown,
    )


async def get_why(asked: Incoming) -> WhyOut:
    """Why somebody has their place."""
    return WhyOut(await asyncio.to_thread(lambda: why_lines(_standings(asked), asked.query.player)))


async def get_penalties(asked: Incoming) -> PenaltiesOut:
    """The penalties that stand and those that no longer do, and the ladder."""
    rows, state = await asyncio.to_thread(_penalties, asked)
    return PenaltiesOut(
        standing=[_penalty(state, row) for row in rows if row.times],
        lifted=[_penalty(state, row) for row in rows if not row.times],
        ladder=[
            f"{'anything' if name == '*' else name}: from the {ordinal(rung.times)} time on {rung.then}"
            for name, rung in sorted(state.format.ladder.items())
        ],
    )


def _penalties(asked: Incoming) -> tuple[list[GivenPenalty], State]:
    halls = asked.service.halls
    tournament = halls.log_of(asked.id).tournament
    return penalty_rows(tournament, halls.load, asked.service.clock()), tournament.state


def _penalty(state: State, row: GivenPenalty) -> HallPenalty:
    one = row.given
    return HallPenalty(
        player=one.player,
        name=row.name,
        level=one.level,
        infraction=one.infraction,
        points=points_words(one.points, state.format.scoring) if one.level == "points" else "",
        table=one.table,
        record=one.record,
        ruling=one.ruling,
        event=one.event,
        times=row.times,
        next=row.next,
        by=row.by,
        dispute=row.dispute,
        label=row.label,
        state=row.state,
        until=row.until,
        ended_by=row.ended_by,
        ended_at=row.ended_at,
        on_appeal=row.on_appeal,
    )


async def get_code(asked: Incoming) -> CodeOut:
    """Of which line of the tournament, or of one of its tables, a code is that somebody wrote down."""
    code = read_code(asked.query.code)
    halls = asked.service.halls

    def look() -> str | None:
        return place_of_code(halls.log_of(asked.id).tournament, code, halls.leaves_of)

    found = await asyncio.to_thread(look)
    odd = f"{code} is no code of this event or of its tables: it was misread, or something is not as it was."
    return CodeOut(found is not None, found or odd)


async def get_paper(asked: Incoming) -> Response:
    """A page for paper."""
    what, query = asked.request.path_params["what"], asked.query
    if what not in PAPER:
        raise NotFound(f"there is no page {what!r}", mend=f"one of {', '.join(PAPER)}")
    facts = PaperFacts(query.begins, query.appeal, query.table)

    def made() -> bytes:
        return paper_page(asked.service.halls.read(asked.id).tournament, what, query.round, facts)

    page = await asyncio.to_thread(made)
    return Response(page, 200, {"Cache-Control": "no-store", "Content-Security-Policy": policy_of(page)}, "text/html")


async def get_hall_list(asked: Incoming) -> Response:
    """A list as CSV."""
    what = asked.request.path_params["what"]
    if what not in LISTS:
        raise WebProblem("not-found", f"there is no list {what!r}", mend=f"one of {', '.join(LISTS)}")

    def made() -> bytes:
        hall = asked.service.halls.read(asked.id)
        if what == "entrants":
            return csv_table(OUT_COLUMNS, entrant_rows(hall.tournament.state))
        if what == "standings":
            return csv_table(*standing_rows(hall.standings))
        if what == "penalties":
            found = penalty_rows(hall.tournament, asked.service.halls.load, asked.service.clock())
            return csv_table(PENALTY_COLUMNS, penalty_table(hall.tournament, found))
        rows = result_fields(hall.tournament)
        return csv_table(RESULT_COLUMNS, [[row[name] for name in RESULT_COLUMNS] for row in rows])

    headers = {"Cache-Control": "no-store", "Content-Disposition": f'attachment; filename="{what}.csv"'}
    return Response(await asyncio.to_thread(made), 200, headers, "text/csv")


HALL = "/tournaments/{id}"
CALLS = (
    Call("GET", "/tournaments", get_tournaments, "rule", "The tournaments.", gives=TournamentList),
    Call("GET", HALL, get_tournament, "rule", "A tournament: format and entrants.", gives=TournamentOut),
    Call("GET", f"{HALL}/board", get_hall_board, "rule", "The control room.", query=HallQuery, gives=HallBoard),
    Call("GET", f"{HALL}/summary", get_summary, "rule", "Counts for the menu, and the clock.", gives=HallSummary),
    Call("GET", f"{HALL}/standings", get_standings, "rule", "The standings.", query=StandingsQuery, gives=StandingsOut),
    Call("GET", f"{HALL}/why", get_why, "rule", "Why somebody has their place.", query=WhyQuery, gives=WhyOut),
    Call("GET", f"{HALL}/code", get_code, "rule", "Of what a code is.", query=CodeQuery, gives=CodeOut),
    Call("GET", f"{HALL}/penalties", get_penalties, "rule", "Penalties and their ladder.", gives=PenaltiesOut),
    Call(
        "GET", f"{HALL}/paper/{{what}}", get_paper, "rule", "A page to print.", query=PaperQuery, media=("text/html",)
    ),
    Call("GET", f"{HALL}/csv/{{what}}", get_hall_list, "rule", "A list as CSV.", media=("text/csv",)),
)
