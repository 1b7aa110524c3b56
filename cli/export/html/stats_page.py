"""Statistics as a page with plots: to look at, and to print. It needs nothing from elsewhere."""

from collections.abc import Iterator, Mapping
from html import escape
from typing import NamedTuple

from cli.desk.index.index_games import GamesFound, wanted_by
from cli.desk.index.index_stats import RuleStats, Statistics
from cli.export.assets import style
from cli.export.html.page import fill
from cli.export.html.stats_games import game_title, games_section
from cli.export.plots import PLOT_STYLE, Bar, bars, lines
from cli.export.stats_words import (
    FEW,
    chance_words,
    day_labels,
    games_words,
    place_words,
    rounds_note,
    shown_of,
    stats_notes,
    stats_summary,
    stats_title,
)

MORE = "; --most N, or --csv, shows more"


class StatPlot(NamedTuple):
    """One plot: its name, what it shows, and bars, or lines by name."""

    name: str
    note: str
    bars: list[Bar]
    lines: dict[str, list[int | None]] = {}
    labels: list[str] = []
    """What stands below the lines, from left to right."""


def stat_plots(found: Statistics, more: str = "") -> list[StatPlot]:
    """All plots that have something to show; `more` says how more people and rules are seen.

    A bar leads to what is behind it: `winner=Ann`, `order=1`, `rule=LI-PLACE-5`.
    """
    people = shown_of(len(found.people), found.people_in_all, f" people{more}")
    rules = shown_of(len(found.rules), found.rules_in_all, f" rules{more}")
    plots = [
        StatPlot("Games won", _note("of those each took part in", people), _won(found)),
        StatPlot("Mean place", _note("1 is first; shorter is better", people), _places(found)),
        StatPlot("Won by seat", chance_words(found.order, found.total) if found.order else "", _order(found)),
        StatPlot(
            "Minutes a turn",
            _note("half of the turns of a game are shorter; the mean over games", people),
            _turns(found),
        ),
        StatPlot("Minutes a game", "from the first move to the last, by the scribe's times", _minutes(found)),
        StatPlot("Seconds a move", "the same time, by moves", _seconds(found)),
        *_rounds(found),
        *_points(found),
        StatPlot(
            "Rules that go wrong most",
            _note(f"moves against a rule, in {games_words(found.total)}", rules),
            _rules(found),
        ),
    ]
    return [plot for plot in plots if plot.bars or plot.lines]


def stats_page(found: Statistics, behind: Mapping[str, GamesFound]) -> bytes:
    """All plots that have something to show, then who is ahead of whom.

    A bar opens its games, which are `behind` it: no script is needed, for a browser shows what an address leads to.
    """
    title = stats_title(found, game_title)
    places = {link: f"#games-{number}" for number, link in enumerate(behind)}
    plots = "".join(
        _figure(
            plot.name,
            plot.note,
            bars([bar._replace(link=places.get(bar.link, "")) for bar in plot.bars]) or lines(plot.lines, plot.labels),
        )
        for plot in stat_plots(found, MORE)
    )
    opened = "".join(games_section(places[link][1:], wanted_by(link), games) for link, games in behind.items())
    said = (stats_summary(found), stats_notes(found))
    body = "".join(f"<p class=small>{escape(words)}</p>" for words in said)
    return fill(
        "audit_page.html",
        title=escape(title),
        style=style() + PLOT_STYLE,
        symbols="",
        heading=escape(title),
        body=f"{body}<section class=plots id=plots>{plots}</section>{opened}{_against(found)}"
        f"<p class=small>{_footnote(found)}",
    )


def _footnote(found: Statistics) -> str:
    if not found.total:
        return "No game of these is over yet."
    return (
        f"Every bar opens the games behind it. A mean of fewer than {FEW} games is drawn hollow. Level places count for"
        " nobody."
    )


def _note(says: str, shown: str) -> str:
    return "; ".join(part for part in (says, shown) if part)


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


def _order(found: Statistics) -> list[Bar]:
    return [
        Bar(f"{place_words(one.order)}, {one.wins} of {one.games}", one.wins, str(one.wins), f"order={one.order}")
        for one in found.order
    ]


def _turns(found: Statistics) -> list[Bar]:
    timed = [(one, one.seconds_a_turn / 60) for one in found.people if one.seconds_a_turn is not None]
    return [
        Bar(one.name, minutes, f"{minutes:.1f} min", f"person={one.name}", one.games < FEW) for one, minutes in timed
    ]


def _minutes(found: Statistics) -> list[Bar]:
    timed = [(one, one.mean_minutes) for one in found.games if one.mean_minutes is not None]
    return [
        Bar(game_title(one.game), minutes, f"{minutes:.0f} min", f"game={one.game}", one.games < FEW)
        for one, minutes in timed
    ]


def _seconds(found: Statistics) -> list[Bar]:
    timed = [(one, one.seconds_a_play) for one in found.games if one.seconds_a_play is not None]
    return [
        Bar(game_title(one.game), seconds, f"{seconds:.0f} s", f"game={one.game}", one.games < FEW)
        for one, seconds in timed
    ]


def _rules(found: Statistics) -> list[Bar]:
    return [
        Bar(one.says or one.rule, one.times, str(one.times), f"rule={one.rule}", small=_small(one))
        for one in found.rules
    ]


def _small(rule: RuleStats) -> str:
    """Below the sentence of a rule: the game, who broke it most, and its id last."""
    whose = ", ".join(f"{name} {times}" for name, times in rule.people[:2])
    return " · ".join(part for part in (game_title(rule.game), whose, rule.rule) if part)


def _rounds(found: Statistics) -> Iterator[StatPlot]:
    if found.rounds is not None:
        labels = list(map(str, found.rounds.rounds))
        people: dict[str, list[int | None]] = {name: list(values) for name, values in found.rounds.people}
        yield StatPlot(found.rounds.name, rounds_note(found.rounds, game_title), [], people, labels)


def _points(found: Statistics) -> Iterator[StatPlot]:
    points = found.points
    if points.people:
        note = f"{game_title(points.game)}, the last {games_words(len(points.records))}"
        yield StatPlot("Points, game by game", note, [], dict(points.people), day_labels(points.days))


def _against(found: Statistics) -> str:
    """Everybody beside everybody: how often one was ahead of the other."""
    names = [one.name for one in found.people]
    if not names:
        return ""
    shown = names if found.against else []
    head = "".join(f"<th class=number>{escape(name)}" for name in shown)
    rows = ""
    for one in found.people:
        cells = "".join(_cell(found, one.name, other) for other in shown)
        figures = [
            str(one.games),
            str(one.wins),
            _mean(one.mean_place),
            *([_mean(one.mean_points)] if found.game else []),
        ]
        rows += f"<tr><th>{escape(one.name)}{cells}" + "".join(f"<td class=number>{figure}" for figure in figures)
    title = "Against each other" if shown else "People"
    more = shown_of(len(names), found.people_in_all, f" people{MORE}")
    return (
        f"<section class='panel scrolls against'><h2>{title}</h2>{f'<p class=small>{escape(more)}</p>' if more else ''}"
        f"<table><thead><tr><th>{'ahead of →' if shown else ''}{head}<th class=number>games<th class=number>won"
        f"<th class=number>mean place{'<th class=number>mean points' if found.game else ''}"
        f"<tbody>{rows}</table></section>"
    )


def _mean(value: float | None) -> str:
    return "" if value is None else f"{value:.1f}"


def _cell(found: Statistics, one: str, other: str) -> str:
    ahead, games = found.against.get(one, {}).get(other, (0, 0))
    return f"<td class=number>{f'{ahead} of {games}' if games else '–'}"
