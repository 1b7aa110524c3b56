"""Whom or what statistics are about, and the records that are meant by it."""

from typing import NamedTuple

from records.clock import to_text
from records.store.read_half import fold

_HIDDEN = "!%_"
_PLAYED_SINCE = "CASE WHEN last_at <> '' THEN last_at >= ? ELSE begun >= ? END"
"""When a game was played: by the scribe's times, or else when its record came into the store."""


class StatsAsked(NamedTuple):
    """Whom or what the statistics are about; None: everybody, every game, every event."""

    player: str | None = None
    game: str | None = None
    event: str | None = None
    within: str | None = None
    """Only records of exactly this event, as a link for one event reaches them."""
    since: int | None = None
    """Only games that were played then or later, in microseconds UTC."""
    but: str = ""
    """Records that do not count, because another one tells of their table: their ids as JSON."""

    def not_counted(self, table: str) -> str:
        """The condition that leaves out what does not count; its value is `but`."""
        return f"{table}.record NOT IN (SELECT value FROM json_each(?))"

    def where(self, table: str) -> tuple[str, list[object]]:
        """The games that are meant, as SQL over a table with `game` and `record`."""
        terms, values = [f"{table}.over = 1"], list[object]()
        if self.game is not None:
            terms.append(f"{table}.game = ?")
            values.append(self.game)
        if self.event is not None:
            part = fold(self.event) or ""
            for special in _HIDDEN:
                part = part.replace(special, f"!{special}")
            terms.append(f"{table}.record IN (SELECT record FROM records WHERE event_word LIKE ? ESCAPE '!')")
            values.append(f"%{part}%")
        if self.within is not None:
            terms.append(f"{table}.record IN (SELECT record FROM records WHERE event = ?)")
            values.append(self.within)
        if self.since is not None:
            terms.append(f"{table}.record IN (SELECT record FROM records WHERE {_PLAYED_SINCE})")
            values += [to_text(self.since), self.since]
        if self.but:
            terms.append(self.not_counted(table))
            values.append(self.but)
        return " AND ".join(terms), values

    def games(self, table: str) -> tuple[str, list[object]]:
        """As `where`; only games with the player, if one is named."""
        where, values = self.where(table)
        if self.player is not None:
            where += f" AND {table}.record IN (SELECT record FROM results WHERE word = ?)"
            values.append(fold(self.player))
        return where, values
