"""The games behind a number of the statistics: those that somebody won, that whoever started won, in which a rule was
broken."""

from typing import Any, NamedTuple

from cli.desk.index.index_file import Index
from cli.desk.index.index_stats_points import PLAYED
from cli.desk.index.index_stats_twice import told_twice
from cli.desk.index.stats_asked import StatsAsked
from records.store.read_half import fold

GAMES_MOST = 100
"""How many of them anybody looks through."""


class GamesWanted(NamedTuple):
    """Which of the games that are meant: by who took part, who won, from which place in the order of play it was
    won, which rule was broken, or of which game they are."""

    person: str | None = None
    winner: str | None = None
    order: int | None = None
    rule: str | None = None
    game: str | None = None


def wanted_by(link: str) -> GamesWanted:
    """The games that a bar leads to: `winner=Ann`, `order=1`, `rule=LI-PLACE-5`, `game=loot-island`."""
    kind, _, value = link.partition("=")
    named: dict[str, Any] = {kind: int(value) if kind == "order" else value}
    return GamesWanted(**named)


class GameBehind(NamedTuple):
    """One game: its record, what it was, when it was played, by whom, who won, and a line to look at."""

    record: str
    game: str
    title: str
    event: str
    played: str
    players: list[str]
    winners: str
    seq: int | None
    says: str
    """Where the rule was first broken, and its sentence, if one is asked for."""


class GamesFound(NamedTuple):
    """The newest of some games, and how many there are."""

    games: list[GameBehind]
    in_all: int


def games_behind(index: Index, asked: StatsAsked, behind: GamesWanted, most: int) -> GamesFound:
    """These games, the newest first, at most this many of them."""
    asked, _ = told_twice(index, asked if behind.game is None else asked._replace(game=behind.game))
    where, values = asked.where("r")
    for term, value in (
        ("results WHERE word = ?", fold(asked.player)),
        ("results WHERE word = ?", fold(behind.person)),
        ("results WHERE winner = 1 AND word = ?", fold(behind.winner)),
        ("results WHERE winner = 1 AND started = ?", behind.order if asked.player is None else None),
        ("findings WHERE answer = 'broken' AND rule = ?", behind.rule),
    ):
        if value is not None:
            where += f" AND r.record IN (SELECT record FROM {term})"
            values.append(value)
    if behind.order is not None and asked.player is not None:
        where += " AND r.record IN (SELECT record FROM results WHERE winner = 1 AND started = ? AND word = ?)"
        values += [behind.order, fold(asked.player)]
    rows = index.rows(
        f"SELECT record, game, title, event, {PLAYED}, winners, count(*) OVER () FROM records r"
        f" WHERE {where} AND plays > 0 ORDER BY 5 DESC, begun DESC, record DESC LIMIT ?",
        [*values, most],
    )
    games = [
        GameBehind(
            record,
            game,
            title or "",
            event or "",
            played,
            _players(index, record),
            winners,
            *_line(index, record, behind),
        )
        for record, game, title, event, played, winners, _ in rows
    ]
    return GamesFound(games, int(rows[0][-1]) if rows else 0)


def _players(index: Index, record: str) -> list[str]:
    return [name for (name,) in index.rows("SELECT name FROM results WHERE record = ? ORDER BY seat", (record,))]


def _line(index: Index, record: str, behind: GamesWanted) -> tuple[int | None, str]:
    """Where the rule was first broken, and what it says, if one is asked for."""
    if behind.rule is None:
        return None, ""
    found = index.rows(
        "SELECT seq, says FROM findings WHERE record = ? AND rule = ? AND answer = 'broken' ORDER BY number LIMIT 1",
        (record, behind.rule),
    )
    return (int(found[0][0]), str(found[0][1])) if found else (None, "")
