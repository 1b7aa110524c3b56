"""Statistics as a page with plots: to look at, and to print. It needs nothing from elsewhere."""

from collections.abc import Callable, Iterator
from html import escape
from typing import NamedTuple

from cli.desk.index_rounds import LastRounds
from cli.desk.index_stats import Statistics
from cli.export.assets import style
from cli.export.html.page import fill
from cli.export.plots import PLOT_STYLE, Bar, bars, lines
from records.clock import to_text

FEW = 10
"""A mean of fewer games is drawn hollow."""


class StatPlot(NamedTuple):
    """One plot: its name, what it shows, and bars, or lines by name."""

    name: str
    note: str
    bars: list[Bar]
    lines: dict[str, list[int]] = {}
    labels: list[str] = []
    """What stands below the lines, from left to right."""


def stat_plots(found: Statistics, title: Callable[[str], str] = str) -> list[StatPlot]:
    """All plots that have something to show; `title` says what a game is called.

    A bar leads to what is behind it: `winner=Ann`, `rule=LI-PLACE-5`.
    """
    plots = [
        StatPlot("Games won", "of those each took part in", _won(found)),
        StatPlot("Mean place", "1 is first; shorter is better", _places(found)),
        StatPlot("Won by seat", "of the games played there", _seats(found)),
        StatPlot("Minutes a turn", "half of the turns of a game are shorter; the mean over games", _turns(found)),
        StatPlot("Minutes a game", "from the first move to the last, by the scribe's times", _minutes(found)),
        StatPlot("Seconds a move", "the same time, by moves", _seconds(found)),
        StatPlot("Rules that go wrong most", f"moves against a rule, in {_games(found.total)}", _rules(found)),
        *_rounds(found, title),
        StatPlot("Points, game by game", "the last games of each", [], _points(found)),
    ]
    return [plot for plot in plots if plot.bars or plot.lines]


def stats_page(found: Statistics) -> bytes:
    """All plots that have something to show, then who is ahead of whom."""
    title = stats_title(found)
    rows = {f"winner={one.name}": f"#person-{number}" for number, one in enumerate(found.people)}
    plots = "".join(
        _figure(
            plot.name,
            plot.note,
            bars([bar._replace(link=rows.get(bar.link, "")) for bar in plot.bars]) or lines(plot.lines, plot.labels),
        )
        for plot in stat_plots(found)
    )
    body = f"<p class=small>{escape(stats_summary(found))}</p><section class=plots>{plots}</section>"
    return fill(
        "audit_page.html",
        title=escape(title),
        style=style() + PLOT_STYLE,
        symbols="",
        heading=escape(title),
        body=body + _against(found) + f"<p class=small>Means of fewer than {FEW} games are drawn hollow.",
    )


def stats_title(found: Statistics) -> str:
    """`Ann`, `loot-island, Autumn Open`, or `All games`."""
    return ", ".join(part for part in (found.player, found.game, found.event) if part) or "All games"


def stats_summary(found: Statistics) -> str:
    """One sentence about all of it."""
    turned = (
        f"hindsight changed {found.turned} answers, in {_games(found.turned_games)}"
        if found.turned
        else "hindsight changed no answer"
    )
    over = "1 game that is over" if found.total == 1 else f"{found.total} games that are over"
    return f"{over}; {turned}. Worked out from the records, nothing typed in."


def _games(amount: int) -> str:
    return f"{amount} game" if amount == 1 else f"{amount} games"


def _figure(name: str, note: str, plot: str) -> str:
    caption = f"<figcaption><h2>{escape(name)}</h2><p class=small>{escape(note)}</p></figcaption>"
    return f"<figure class=panel>{caption}{plot}</figure>"


def _won(found: Statistics) -> list[Bar]:
    return [
        Bar(f"{one.name}, {one.wins} of {one.games}", one.wins, str(one.wins), f"winner={one.name}")
        for one in found.people
    ]


def _places(found: Statistics) -> list[Bar]:
    known = [one for one in found.people if one.mean_place is not None]
    return [
        Bar(one.name, one.mean_place or 0, f"{one.mean_place:.1f}", f"person={one.name}", one.games < FEW)
        for one in known
    ]


def _seats(found: Statistics) -> list[Bar]:
    return [Bar(f"{seat}, {wins} of {games}", wins, str(wins), f"seat={seat}") for seat, wins, games in found.seats]


def _turns(found: Statistics) -> list[Bar]:
    timed = [(one, one.seconds_a_turn / 60) for one in found.people if one.seconds_a_turn is not None]
    return [
        Bar(one.name, minutes, f"{minutes:.1f} min", f"person={one.name}", one.games < FEW) for one, minutes in timed
    ]


def _minutes(found: Statistics) -> list[Bar]:
    timed = [one for one in found.games if one.mean_minutes is not None]
    return [
        Bar(one.game, one.mean_minutes or 0, f"{one.mean_minutes:.0f} min", f"game={one.game}", one.games < FEW)
        for one in timed
    ]


def _seconds(found: Statistics) -> list[Bar]:
    timed = [one for one in found.games if one.seconds_a_play is not None]
    return [
        Bar(one.game, one.seconds_a_play or 0, f"{one.seconds_a_play:.0f} s", f"game={one.game}", one.games < FEW)
        for one in timed
    ]


def _rules(found: Statistics) -> list[Bar]:
    rows = []
    for one in found.rules:
        whose = ", ".join(f"{name} {times}" for name, times in one.people[:2])
        rows.append(Bar(one.rule, one.times, f"{one.times}" + (f" ({whose})" if whose else ""), f"rule={one.rule}"))
    return rows


def _points(found: Statistics) -> dict[str, list[int]]:
    return {name: [points for _, points in games] for name, games in found.points.items()}


def _rounds(found: Statistics, title: Callable[[str], str]) -> Iterator[StatPlot]:
    if found.rounds is not None:
        labels = list(map(str, found.rounds.rounds))
        yield StatPlot(found.rounds.name, rounds_note(found.rounds, title), [], dict(found.rounds.people), labels)


def rounds_note(last: LastRounds, title: Callable[[str], str] = str) -> str:
    """Which game it was, and what its rounds tell: `loot-island, 2026-11-13: who carried the curse`."""
    return f"{title(last.game)}, {to_text(last.begun)[:10]}: {last.note}"


def _against(found: Statistics) -> str:
    """Everybody beside everybody: how often one was ahead of the other."""
    names = [one.name for one in found.people]
    if not names:
        return ""
    shown = names if found.against else []
    head = "".join(f"<th class=number>{escape(name)}" for name in shown)
    rows = ""
    for number, one in enumerate(found.people):
        cells = "".join(_cell(found, one.name, other) for other in shown)
        mean = "" if one.mean_place is None else f"{one.mean_place:.1f}"
        points = "" if one.mean_points is None else f"{one.mean_points:.1f}"
        rows += f"<tr id=person-{number}><th>{escape(one.name)}{cells}" + "".join(
            f"<td class=number>{figure}" for figure in (one.games, one.wins, mean, points)
        )
    title = "Ahead of each other" if shown else "People"
    return (
        f"<section class='panel scrolls'><h2>{title}</h2><table><thead><tr><th>{'ahead of →' if shown else ''}{head}"
        "<th class=number>games<th class=number>won<th class=number>mean place<th class=number>mean points"
        f"<tbody>{rows}</table></section>"
    )


def _cell(found: Statistics, one: str, other: str) -> str:
    ahead, games = found.against.get(one, {}).get(other, (0, 0))
    return f"<td class=number>{f'{ahead} of {games}' if games else '–'}"
