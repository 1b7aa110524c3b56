"""The standings as a page: for a browser, and to print; each line says why."""

from html import escape

from cli.desk.tournaments.tournaments_standings import Standings, round_words, why_lines
from cli.export.assets import style
from cli.export.html.page import fill
from cli.export.html.paper_pages import format_words, plain_points
from replay.games.tournament.standings import lines_of
from replay.games.tournament.state import Line, TableState
from replay.library import game_of

_STYLE = (
    ".standings th,.standings td{vertical-align:middle}"
    "@media screen and (max-width:640px){.standings .round{display:none}}"
    "@media print{.why{display:none}}"
)
"""A phone has no room for the rounds, which stand in `why` too; on paper nobody can open what is folded away."""


def standings_page(found: Standings) -> bytes:
    """Standings, tables by round, penalties and open matters, and the day code."""
    title = f"{found.tournament.title}: {found.heading.lower()}"
    body = _provisional(found) + _table(found) + _rounds(found) + _penalties(found) + _code(found)
    return fill(
        "audit_page.html", title=escape(title), style=style() + _STYLE, symbols="", heading=escape(title), body=body
    )


def _provisional(found: Standings) -> str:
    told = "".join(f"<li>{escape(note)}" for note in found.notes())
    state = "<p><b>Provisional.</b> Players who may still move carry the places that are possible." if told else ""
    return f"<p class=small>{escape(format_words(found))}{state}{f'<ul>{told}</ul>' if told else ''}"


def _table(found: Standings) -> str:
    rounds = found.rounds
    numbers = "".join(f"<th class='number round'>Round {number}" for number in rounds)
    head = f"<tr><th class=number>Place<th>Player{numbers}<th class=number>Points<th class=number>Wins<th class=why>Why"
    rows = "".join(_row(found, line, rounds) for line in lines_of(found.state))
    return f"<table class=standings><thead>{head}<tbody>{rows}</table>"


def _row(found: Standings, line: Line, rounds: list[int]) -> str:
    entrant = found.state.players[line.player]
    gone = " (out)" if entrant.out else " (dropped)" if not entrant.is_in else ""
    marks = found.mark_words(line.player)
    span = f" <span class=pill>{escape(marks)}</span>" if marks else ""
    cells = "".join(
        f"<td class='number round'>{round_words(found, line, number).removesuffix('.00')}" for number in rounds
    )
    why = "".join(f"<br>{escape(text.strip())}" for text in why_lines(found, line.player)[1:])
    told = f"<details><summary>why</summary>{why.removeprefix('<br>')}</details>" if why else ""
    return (
        f"<tr><td class=number>{line.place}<th>{escape(entrant.name)}{gone}{span}{cells}"
        f"<td class='number sum'>{plain_points(line.points, found.state.format.scoring)}"
        f"<td class=number>{plain_points(line.wins)}<td class=why>{told}"
    )


def _rounds(found: Standings) -> str:
    """Every table by round, with a link to its page where `qm export --deep --html` puts it."""
    parts = []
    for number in sorted(found.state.rounds):
        rows = "".join(_table_row(found, name, table) for name, table in found.state.tables_of(number))
        head = "<tr><th>Table<th>Game<th>Result<th>How"
        parts.append(f"<h2>Round {number}</h2><table><thead>{head}<tbody>{rows}</table>")
    return "".join(parts)


def _table_row(found: Standings, name: str, table: TableState) -> str:
    state = found.state
    places = table.places or {}
    order = sorted(table.players, key=lambda player: (places.get(player, 0), table.players.index(player)))
    told = ", ".join(f"{places[player]} {state.name(player)}" if places else state.name(player) for player in order)
    link = f"<a href='{name}.html'>{name}</a>" if table.record is not None else name
    how = table.how or "to come"
    return f"<tr><th>{link}<td>{escape(game_of(table.game).title)}<td>{escape(told)}<td>{escape(how)}"


def _penalties(found: Standings) -> str:
    state = found.state
    rows = "".join(
        f"<tr><th>{escape(state.name(one.player))}<td>{escape(one.level)}<td>{escape(one.infraction)}"
        f"<td>{one.table or ''}<td class=number>{one.event}"
        for one in state.penalties
    )
    head = "<tr><th>Player<th>Level<th>Infraction<th>Table<th class=number>Event"
    return f"<h2>Penalties</h2><table><thead>{head}<tbody>{rows}</table>" if rows else ""


def _code(found: Standings) -> str:
    return (
        f"<section class='record panel'><p>Day code <span class=code>{found.code}</span>. It stands for every line of"
        " every table that was collected. Read it out, and write it on the board.</section>"
    )
