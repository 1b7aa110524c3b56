"""The games behind a number of the statistics: those that somebody won, that whoever started won, in which a rule was
broken."""

from typing import NamedTuple

from cli.desk.index.index_file import Index
from cli.desk.index.index_stats_twice import told_twice
from cli.desk.index.stats_asked import StatsAsked
from records.store.read_half import fold

GAMES_MOST = 100


class GamesWanted(NamedTuple):
    """Which of the games that are meant: by who took part, who won, from which place in the order of play it was
    won, or which rule was broken."""

    person: str | None = None
    winner: str | None = None
    order: int | None = None
    rule: str | None = None


class GameBehind(NamedTuple):
    """One game: its record, what it was, when it came into the store, who played and who won, and a line to look at."""

    record: str
    game: str
    title: str
    event: str
    begun: int
    players: list[str]
    winners: str
    seq: int | None
    says: str
    """Where the rule was first broken, and its sentence, if one is asked for."""


def games_behind(index: Index, asked: StatsAsked, behind: GamesWanted) -> list[GameBehind]:
    """These games, the newest first, at most `GAMES_MOST` of them."""
    asked, _ = told_twice(index, asked)
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
        f"SELECT record, game, title, event, begun, winners FROM records r WHERE {where} AND plays > 0"
        f" ORDER BY begun DESC, record DESC LIMIT {GAMES_MOST}",
        values,
    )
    return [
        GameBehind(
            record,
            game,
            title or "",
            event or "",
            begun,
            _players(index, record),
            winners,
            *_line(index, record, behind),
        )
        for record, game, title, event, begun, winners in rows
    ]


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
