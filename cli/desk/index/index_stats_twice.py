"""Records that tell of one table: two scribes may keep a record each, and still one game was played.

Of such records the closed one counts, or else the one that was begun first. They are known by event, round, table, game
and who sits where, as `qm list` marks them; and by their times, for a club may call all its evenings by one name.
"""

from itertools import groupby

import msgspec

from cli.desk.index.index_file import Index
from cli.desk.index.index_stats_points import PLAYED
from cli.desk.index.stats_asked import StatsAsked
from records.clock import from_text
from records.errors import Refused

ONE_EVENING = 24 * 3600 * 1_000_000
"""Records whose games ended further apart are of two games."""


def told_twice(index: Index, asked: StatsAsked) -> tuple[StatsAsked, int]:
    """The same question without records whose table counts by another record; how many of those that are meant are."""
    every = _second_ones(index)
    if not every:
        return asked, 0
    but = msgspec.json.encode(every).decode()
    where, values = asked.games("r")
    ((amount,),) = index.rows(
        f"SELECT count(*) FROM records r WHERE {where} AND record IN (SELECT value FROM json_each(?))", [*values, but]
    )
    return asked._replace(but=but), amount


def _second_ones(index: Index) -> list[str]:
    words = index.rows(
        "SELECT table_word FROM records WHERE table_word <> '' AND over = 1 GROUP BY table_word HAVING count(*) > 1"
    )
    if not words:  # as a rule; no other row is looked at
        return []
    rows = index.rows(
        f"SELECT table_word, record, {PLAYED} FROM records WHERE over = 1 AND plays > 0 AND table_word <> ''"
        " AND table_word IN (SELECT value FROM json_each(?)) ORDER BY table_word, closed DESC, begun, record",
        [msgspec.json.encode([word for (word,) in words]).decode()],
    )
    found = []
    for _, records in groupby(rows, key=lambda row: row[0]):
        counted: list[int] = []
        for _, record, at in records:
            played = _time(at)
            if any(abs(played - one) < ONE_EVENING for one in counted):
                found.append(record)
            else:
                counted.append(played)
    return found


def _time(at: str) -> int:
    """In microseconds UTC; what is no time is that of every other such record."""
    try:
        return from_text(at)
    except Refused:
        return 0
