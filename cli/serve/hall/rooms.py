"""The tables as the desk sees them: what needs somebody first, then the others. Nothing is worked out twice."""

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress

from cli.desk.games_known import known_game
from cli.desk.kept_states import events_of
from cli.serve.hall.room_facts import RoomFacts, facts_of
from cli.serve.hall.room_index import RoomIndex
from cli.serve.tables.live import LiveTable, Surroundings
from cli.serve.tables.shown_seating import shown_seating, told_apart
from cli.serve.tables.table_view import ViewKey
from records.errors import Damaged, QuartermasterError
from records.store import Filter, Info
from replay.playout import OFFICIAL
from replay.watch import Watch

PAGE = 100
"""How many tables are shown at once, and how many are looked at anew in one go."""
KEPT_MAX = 5000


class Rooms:
    """The facts of tables, kept by their size: a table is looked at again only when it has moved on."""

    def __init__(self, around: Surroundings, tables: Mapping[str, LiveTable]) -> None:
        """`tables` are those that are open in memory."""
        self._around = around
        self._tables = tables
        self._facts: dict[str, RoomFacts] = {}
        self.index: RoomIndex | None = None
        """Answers about tables that rest, where the service has an index."""

    def infos(self, wanted: Filter) -> list[Info]:
        """The records that are wanted; a damaged list is cut where it can no longer be read."""
        found: list[Info] = []
        with suppress(Damaged):
            found.extend(self._around.store.records(wanted))
        return found

    def known(self, info: Info) -> RoomFacts | None:
        """What is known of a table as it is now, without looking at it."""
        kept = self.kept(info)
        if kept is not None and kept.closed and info.closed:
            return kept
        table = self._tables.get(info.id)
        if table is not None and table.damaged is None and known_game(info.header) is not None:
            return self._live(info)
        return kept

    def kept(self, info: Info) -> RoomFacts | None:
        """What was found out about a table as it is now."""
        kept = self._facts.get(info.id)
        return kept if kept is not None and kept.size == info.head.size else None

    async def look(self, infos: Sequence[Info]) -> int:
        """Look at those that are not known, as many as a page holds; how many are left."""
        unknown = [info for info in infos if self.known(info) is None]
        index = self.index
        if unknown and index is not None:
            asked = [info for info in unknown if info.closed or not self._is_shown_otherwise(info)]
            self._keep(await asyncio.to_thread(index.facts, asked))
            unknown = [info for info in unknown if self.known(info) is None]
        if unknown:
            now = unknown[:PAGE]
            names = {info.id: self._around.names(info.id) for info in now}
            found = await asyncio.to_thread(lambda: [self._looked(info, names[info.id]) for info in now])
            self._keep({info.id: facts for info, facts in zip(now, found, strict=True)})
        return max(0, len(unknown) - PAGE)

    def _keep(self, facts: Mapping[str, RoomFacts]) -> None:
        if len(self._facts) > KEPT_MAX:
            self._facts.clear()
        self._facts.update(facts)

    def forget(self, record_id: str) -> None:
        """Look at a table again: its names have changed."""
        self._facts.pop(record_id, None)

    def _is_shown_otherwise(self, info: Info) -> bool:
        """Whether people are called by other names than those of the header, which the index has."""
        names = {player.seat: player.name or "" for player in info.header.players}
        return bool(self._around.names(info.id)) or told_apart(names) != names

    def _live(self, info: Info) -> RoomFacts:
        """A table that is open in memory is followed there, event by event."""
        table = self._tables[info.id]
        view = table.view(ViewKey(OFFICIAL))
        kept = self._facts.get(info.id)
        if kept is None or kept.size != view.size:
            kept = facts_of(table.header, info.id, view.events, view.watch)
            self._facts[info.id] = kept
        return kept

    def _looked(self, info: Info, names: dict[str, str]) -> RoomFacts:
        size, game = info.head.size, known_game(info.header)
        if game is None:
            return RoomFacts(size, closed=info.closed)
        try:
            events = events_of(self._around.store, info.id, 1, size)
            table = shown_seating(game, info.header, names)
            return facts_of(info.header, info.id, events, Watch(game, table, OFFICIAL, events))
        except QuartermasterError as error:
            return RoomFacts(size, closed=info.closed, damaged=str(error))
