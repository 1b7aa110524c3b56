"""Closed tables and statistics of the desk come from the index: nobody waits until thousands of games were judged."""

import threading
from collections.abc import Callable, Sequence
from typing import TypeVar

from cli import __version__
from cli.desk.index.index_current import bring_current, is_behind, looking_here, what_lacks
from cli.desk.index.index_file import INDEX_VERSION, Index
from cli.desk.index.index_sql import TABLES
from cli.desk.index.index_status import statuses_now
from cli.machine.derived_file import DerivedFile, DerivedLost, index_path
from cli.machine.game_files import game_files
from cli.serve.hall.room_facts import RoomFacts
from records.store import Info, Store

Answer = TypeVar("Answer")

LOOKED_AT_ONCE = 100
"""How many records are judged for one question, so that nobody waits long."""
AT_ONCE = 2000
"""How many closed tables are looked up in one go."""


class RoomIndex:
    """The index of the store, as the desk uses it; threads may share it."""

    def __init__(self, url: str, store: Store) -> None:
        self._store = store
        self._file = DerivedFile(index_path(url), TABLES, INDEX_VERSION)
        self._index = Index(self._file, __version__, game_files)
        self._lock = threading.Lock()

    def facts(self, infos: Sequence[Info]) -> dict[str, RoomFacts]:
        """The facts of those closed tables that need nobody. Their findings are those of the audit, with hindsight."""
        closed = [info for info in infos if info.closed][:AT_ONCE]
        with self._lock:
            try:
                known = statuses_now(self._index, self._store, closed)
            except DerivedLost:
                self._file.renew()
                return {}
        sizes = {info.id: info.head.size for info in closed}
        return {
            record_id: RoomFacts(
                sizes[record_id],
                broken=one.broken,
                open=one.open,
                settled=one.settled,
                closed=True,
                over=one.over,
                signed=one.signed,
                unsigned=one.unsigned,
            )
            for record_id, one in known.items()
            if one.closed and not (one.disputes_open or one.halted or one.waiting or one.damaged)
        }

    def ask(self, question: Callable[[Index], Answer]) -> tuple[Answer, int]:
        """The answer of the index, and how many records it has not looked at yet: each time it looks at some."""
        with self._lock:
            try:
                left = self._look_on()
                return question(self._index), left
            except DerivedLost:
                self._file.renew()
                return question(self._index), len(what_lacks(self._index, self._store).ids)

    def _look_on(self) -> int:
        if not is_behind(self._index, self._store):
            return 0
        lacks = what_lacks(self._index, self._store)
        if len(lacks.ids) + len(lacks.again) <= LOOKED_AT_ONCE:
            bring_current(self._index, self._store)
            return 0
        look = looking_here(self._index, self._store)
        some = [*lacks.ids, *lacks.again][:LOOKED_AT_ONCE]  # what is out of reach has its turn when the others had it
        self._index.write(list(look(some)), anyway=lacks.anyway)
        return max(0, len(lacks.ids) - LOOKED_AT_ONCE)

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._file.close()
