"""The results of all tables as a table or as plain data: one row for each player at each table."""

from collections.abc import Mapping
from typing import Any

from cli.desk.tournaments.tournament_tables import Tournament
from replay.games.tournament.table_points import TableCount, table_counts
from replay.games.tournament.words import points_words

Body = dict[str, Any]

RESULT_COLUMNS = (
    "round",
    "table",
    "game",
    "seat",
    "player",
    "name",
    "place",
    "points",
    "score",
    "winner",
    "signed",
    "how",
    "event",
    "minutes",
    "record",
    "head",
)
"""`points` are those of the tournament, `score` is what was counted at the table."""


def result_fields(tournament: Tournament, minutes: Mapping[str, int] | None = None) -> list[Body]:
    """Every player at every table with a result, by round, table and seat. `minutes` are those of play, by record."""
    state, minutes = tournament.state, minutes or {}
    counts: dict[str, TableCount] = {one.name: one for one in table_counts(state)}
    found = []
    for name, table in tournament.tables():
        count = counts.get(name)
        if count is None:
            continue
        for seat, player in enumerate(table.players, 1):
            score = (table.scores or {}).get(player, "")
            values = (
                table.round,
                table.number,
                table.game,
                seat,
                player,
                state.name(player),
                count.places.get(player, ""),
                points_words(count.points.get(player, 0), state.format.scoring),
                "out" if score is None else score,
                player in count.winners,
                (table.signed or {}).get(player, ""),
                table.how,
                table.results[-1],
                minutes.get(table.record or "", ""),
                table.record or "",
                table.head or "",
            )
            found.append(dict(zip(RESULT_COLUMNS, values, strict=True)))
    return found
