"""Points, game by game: what people had in the last games of one kind, from the index."""

from collections.abc import Mapping

import msgspec

from cli.desk.index.index_file import Index
from cli.desk.index.stats_asked import StatsAsked
from records.store.read_half import fold

GAMES_MOST = 12
PEOPLE_MOST = 4
"""A plot of more lines is not read."""
PLAYED = "CASE WHEN last_at <> '' THEN last_at ELSE strftime('%Y-%m-%dT%H:%M:%SZ', begun / 1000000, 'unixepoch') END"
"""When a game was played: by the scribe's times, or else when its record came into the store."""


class PointSeries(msgspec.Struct, frozen=True):
    """The last games, oldest first, and the points that people had in each of them."""

    game: str = ""
    records: list[str] = []
    days: list[str] = []
    people: dict[str, list[int | None]] = {}
    """For each game; nothing where they did not play, or where points are not known."""


def point_series(index: Index, asked: StatsAsked, names: Mapping[str, str], game: str) -> PointSeries:
    """The last games of one kind of the first of these people: points of different games do not compare."""
    asked = asked._replace(game=game)
    where, values = asked.games("r")
    words = msgspec.json.encode([fold(asked.player)] if asked.player is not None else list(names)[:PEOPLE_MOST])
    games = index.rows(
        f"SELECT record, {PLAYED} FROM records r WHERE {where} AND plays > 0 AND record IN"
        " (SELECT record FROM results WHERE word IN (SELECT value FROM json_each(?)) AND total IS NOT NULL)"
        f" ORDER BY 2 DESC, begun DESC, record DESC LIMIT {GAMES_MOST}",
        [*values, words.decode()],
    )[::-1]
    records = [record for record, _ in games]
    people: dict[str, list[int | None]] = {}
    for word in list(names)[:PEOPLE_MOST]:
        rows = index.rows(
            "SELECT record, total FROM results WHERE word = ? AND record IN (SELECT value FROM json_each(?))",
            (word, msgspec.json.encode(records).decode()),
        )
        totals = dict(rows)
        points = [totals.get(record) for record in records]
        if sum(one is not None for one in points) > 1:
            people[names[word]] = points
    return PointSeries(game, records, [at[:10] for _, at in games], people) if people else PointSeries()
