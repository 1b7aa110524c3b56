"""Paper for a hall: who sits where by name and by table, slips, and standings to hang up. A4, nothing else needed."""

from collections.abc import Iterator, Sequence
from html import escape
from typing import NamedTuple

from cli.desk.tournaments.tournament_tables import Tournament
from cli.desk.tournaments.tournaments_standings import Standings, round_words, standings_of
from cli.export.assets import asset, style, without_spaces
from records.errors import NotFound
from records.record import Head
from records.tree import root_of
from replay.games.tournament.standings import lines_of
from replay.games.tournament.state import Line, RoundState, TableState
from replay.games.tournament.words import points_words
from replay.library import game_of
from replay.saying import listed

NAMES_MAX = 48
"""Names on a page, in two columns."""
TABLES_MAX = 12
"""Tables on a page."""
SLIPS = 4
USUAL_APPEAL = "15 minutes after a ruling"


class PaperFacts(NamedTuple):
    """What paper says besides what the log tells."""

    begins: str | None = None
    appeal: str | None = None
    table: int | None = None
    """slips: only that of this table."""


def paper_page(tournament: Tournament, what: str, number: int | None, facts: PaperFacts) -> bytes:
    """The page `names`, `pairings` or `slips` of a round, or `standings`."""
    if what == "standings":
        return standings_paper(standings_of(tournament))
    number = tournament.state.round if number is None else number
    seated = tournament.state.rounds.get(number)
    if seated is None:
        raise NotFound(f"round {number} is not seated yet", mend="`qm tournament round` seats it")
    make = {"names": _names, "pairings": _pairings, "slips": _slips}[what]
    return make(tournament, number, seated, facts)


def _whole(title: str, body: str) -> bytes:
    css = style() + without_spaces(asset("print.css"))
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{css}</style></head>\n"
        f'<body class="sheets"><main>{body}</main></body></html>\n'
    ).encode()


def seat_words(seat: str) -> str:
    """A seat as people look for it: a colour, or `seat 2`."""
    return f"seat {seat[1:]}" if seat[:1] == "p" and seat[1:].isdigit() else seat


def _seats(table: TableState) -> list[tuple[str, str]]:
    """The players of a table in seat order, each with the words for their seat."""
    named = zip(table.players, game_of(table.game).seats, strict=False)
    return [(player, seat_words(seat)) for player, seat in named]


def _under(tournament: Tournament, number: int, facts: PaperFacts) -> str:
    """The line under a heading: the event, the time, and which tables play what."""
    state = tournament.state
    games: dict[str, list[int]] = {}
    for _, table in state.tables_of(number):
        games.setdefault(game_of(table.game).title, []).append(table.number)
    minutes = f"{state.format.minutes} minutes" if state.format.minutes else ""
    told = [f"{'table' if len(tables) == 1 else 'tables'} {spans(tables)} {game}" for game, tables in games.items()]
    begins = f"begins {facts.begins}" if facts.begins else ""
    return " · ".join(part for part in (tournament.title, begins, minutes, *told) if part)


def spans(numbers: Sequence[int]) -> str:
    """`1, 2, 8–10`"""
    found: list[list[int]] = []
    for number in sorted(numbers):
        if found and number == found[-1][-1] + 1:
            found[-1].append(number)
        else:
            found.append([number])
    return ", ".join(f"{run[0]}–{run[-1]}" if len(run) > 2 else ", ".join(map(str, run)) for run in found)


def _drawn_from(tournament: Tournament, seated: RoundState) -> str:
    """How the seating came about, so that anybody can work it out again."""
    record = tournament.record
    event = record.events[seated.event - 1]
    if seated.by_hand:
        return f"Seated by hand: {escape(str(event.fields.get('hand', '')))}."
    head = Head(seated.event, root_of(record.leaves()[: seated.event]))
    nonce = event.fields.get("nonce")
    dice = f" and the dice {escape(str(nonce))}" if nonce else ""
    return f"Drawn from the day code <span class=code>{head.code}</span>{dice}. Anybody can work it out again."


def _names(tournament: Tournament, number: int, seated: RoundState, facts: PaperFacts) -> bytes:
    """By name: for the wall at the door."""
    state = tournament.state
    rows = []
    for _, table in state.tables_of(number):
        for place, (player, seat) in enumerate(_seats(table)):
            starts = ", starts" if place == 0 else ""
            rows.append((state.name(player), str(table.number), f"{seat}{starts}"))
    rows += [(state.name(player), "–", "out this round") for player in seated.out]
    rows.sort(key=lambda row: (row[0].casefold(), row[1]))
    head = "<tr><th>Name<th class=num>Table<th>Seat"
    cells = [
        f"<tr><td><b>{escape(name)}</b><td class=num><b>{table}</b><td>{escape(seat)}" for name, table, seat in rows
    ]
    title = f"Round {number}: where do I sit?"
    foot = _drawn_from(tournament, seated)
    return _whole(title, "".join(_two_columns(title, escape(_under(tournament, number, facts)), head, cells, foot)))


def _two_columns(title: str, under: str, head: str, rows: list[str], foot: str) -> Iterator[str]:
    """Pages with two columns of rows each."""
    pages = [rows[start : start + NAMES_MAX] for start in range(0, len(rows), NAMES_MAX)] or [[]]
    for number, page in enumerate(pages, 1):
        half = NAMES_MAX // 2 if len(pages) > 1 else max(1, -(-len(page) // 2))
        columns = "".join(
            f"<table><thead>{head}<tbody>{''.join(part)}</table>" for part in (page[:half], page[half:]) if part
        )
        yield (
            f"<section class=a4><h1>{escape(title)}</h1><p class=sub>{under}<div class=columns>{columns}</div>"
            f"<div class=foot><span>{foot}</span><span class=nowrap>{number} of {len(pages)}</span></div></section>"
        )


def _pairings(tournament: Tournament, number: int, seated: RoundState, facts: PaperFacts) -> bytes:
    """By table: for the officials and for the tables themselves."""
    state = tournament.state
    tables = []
    for _, table in state.tables_of(number):
        rows = "".join(
            f"<tr><td><b>{escape(state.name(player))}</b><td>{escape(seat)}{', starts' if place == 0 else ''}"
            for place, (player, seat) in enumerate(_seats(table))
        )
        heading = f"<h2><span>Table {table.number}</span><span>{escape(game_of(table.game).title)}</span></h2>"
        tables.append(f"<article class=seated>{heading}<table><tbody>{rows}</table></article>")
    out = f"<p>Out this round: {escape(listed([state.name(player) for player in seated.out]))}." if seated.out else ""
    title = f"Round {number}: tables"
    under, foot = escape(_under(tournament, number, facts)), _drawn_from(tournament, seated)
    pages = [tables[start : start + TABLES_MAX] for start in range(0, len(tables), TABLES_MAX)]
    sheets = []
    for place, page in enumerate(pages, 1):
        half = -(-len(page) // 2)
        columns = "".join(f"<div>{''.join(part)}</div>" for part in (page[:half], page[half:]))
        sheets.append(
            f"<section class=a4><h1>{title}</h1><p class=sub>{under}<div class=columns>{columns}</div>"
            f"{out if place == len(pages) else ''}"
            f"<div class=foot><span>{foot}</span><span class=nowrap>{place} of {len(pages)}</span></div></section>"
        )
    return _whole(title, "".join(sheets))


def _slips(tournament: Tournament, number: int, seated: RoundState, facts: PaperFacts) -> bytes:
    """Four to a page, one for each table: places, points, signatures, code, and until when to appeal."""
    tables = [table for _, table in tournament.state.tables_of(number) if facts.table in (None, table.number)]
    if facts.table is not None and not tables:
        raise NotFound(f"there is no table {facts.table} in round {number}", mend="look at the seating")
    slips = [_slip(tournament, table, facts) for table in tables]
    pages = [slips[start : start + SLIPS] for start in range(0, len(slips), SLIPS)]
    title = f"Slips, round {number}"
    sheets = "".join(f"<section class=slips>{''.join(page)}</section>" for page in pages)
    return _whole(title, f"<h1 class=hide>{title}</h1>{sheets}")


def _slip(tournament: Tournament, table: TableState, facts: PaperFacts) -> str:
    state = tournament.state
    rows = "".join(
        f"<tr><td><b>{escape(state.name(player))}</b> <span class=nowrap>{escape(seat)}</span>"
        "<td class=place><td class=place><td class=sig>"
        for player, seat in _seats(table)
    )
    blank = "<span class=blank></span>"
    appeal = facts.appeal or USUAL_APPEAL
    told = f"{game_of(table.game).title} · starts: {state.name(table.players[0])} · {tournament.title}"
    return (
        f"<article class=slip><h2><span>Table {table.number}</span><span>Round {table.round}</span></h2>"
        f"<p>{escape(told)}"
        f"<table><thead><tr><th>Player<th>Place<th>Points<th>Signature<tbody>{rows}</table>"
        f"<p>Last line no. <span class='blank few'></span> Code {blank}<p>Official, if called {blank}"
        f"<p>Whoever signs agrees to the places. Appeal: until {escape(appeal)}. Whoever does not sign says so to an"
        " official. Level players write the same place.</article>"
    )


def standings_paper(found: Standings) -> bytes:
    """The standings to hang up, with the day code at the foot."""
    state = found.state
    rounds = found.rounds
    head = "<tr><th class=num>#<th>Player" + "".join(f"<th class=num>R{number}" for number in rounds)
    head += "<th class=num>Sum<th class=num>Wins"
    rows = [_standing_row(found, line, rounds) for line in lines_of(state)]
    title = found.heading
    open_ = "; ".join(note for note in found.notes())
    foot = f"{f'Open: {escape(open_)}.<br>' if open_ else ''}Official: ____________________"
    code = f"Day code<br><span class=code>{found.code}</span>"
    under = escape(f"{found.tournament.title} · {format_words(found)}")
    if found.is_provisional:
        under += " · <b>provisional</b>: a span such as (1–10) can still move"
    return _whole(title, "".join(_two_columns(title, under, head, rows, f"{foot}</span><span>{code}")))


def format_words(found: Standings) -> str:
    """How points and ties are counted, in a few words."""
    form = found.state.format
    if form.scoring == "places":
        sizes = sorted(form.points, key=int)
        usual = form.points.get("4") or (form.points[sizes[-1]] if sizes else ())
        scoring = f"points by place {' '.join(plain_points(one) for one in usual)}, level players share"
    else:
        scoring = {"wins": "a point for a win, shared", "share": "each player's share of the table's points"}[
            form.scoring
        ]
    return f"{scoring} · ties: {', then '.join(form.breaks) or 'shared'}"


def plain_points(points: int, scoring: str = "places") -> str:
    """Points without a fraction that says nothing: `5`, `8.50`."""
    return points_words(points, scoring).removesuffix(".00")


def _standing_row(found: Standings, line: Line, rounds: Sequence[int]) -> str:
    entrant = found.state.players[line.player]
    marks = found.marks_for(line.player)
    span = f" ({min(one.best for one in marks)}–{max(one.worst for one in marks)})" if marks else ""
    gone = ", out" if entrant.out else ", dropped" if not entrant.is_in else ""
    cells = "".join(f"<td class=num>{round_words(found, line, number).removesuffix('.00')}" for number in rounds)
    total = plain_points(line.points, found.state.format.scoring)
    return (
        f"<tr><td class=num><b>{line.place}</b><td><b>{escape(entrant.name)}</b>{span}{gone}{cells}"
        f"<td class=num><b>{total}</b><td class=num>{plain_points(line.wins)}"
    )
