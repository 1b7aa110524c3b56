"""Tables that rest and statistics of the desk come from the index: nobody waits for thousands of games to be judged."""

import threading
from collections.abc import Callable, Sequence
from typing import TypeVar

from cli import __version__
from cli.desk.games_known import known_game
from cli.desk.index.index_current import bring_current, is_behind, looking_here, what_lacks
from cli.desk.index.index_file import INDEX_VERSION, Index
from cli.desk.index.index_sql import TABLES
from cli.desk.index.index_status import Status, statuses_held, statuses_now, with_procedure_findings
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
        """The facts of those tables that need nobody: closed ones, with the findings of the audit, with hindsight; and
        open ones that are over, where they are what a look at the table would give."""
        closed = [info for info in infos if info.closed][:AT_ONCE]
        others = {info.id: info.head for info in infos if not info.closed and not _is_linked(info)}
        with self._lock:
            try:
                known = statuses_now(self._index, self._store, closed)
                over = {name: one for name, one in statuses_held(self._index, others).items() if _rests(one)}
                spoken = with_procedure_findings(self._index, over)
            except DerivedLost:
                self._file.renew()
                return {}
        sizes = {info.id: info.head.size for info in infos}
        held = {name: one for name, one in known.items() if one.closed and not _needs_somebody(one)}
        held |= {name: one for name, one in over.items() if name not in spoken}
        return {record_id: _facts(sizes[record_id], one) for record_id, one in held.items()}

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


def _is_linked(info: Info) -> bool:
    """Whether a record is judged by others, as a tournament is."""
    game = known_game(info.header)
    return game is None or game.is_linked


def _needs_somebody(one: Status) -> bool:
    return bool(one.disputes_open or one.halted or one.waiting or one.damaged)


def _rests(one: Status) -> bool:
    """Whether an open table is over and was never contested, and hindsight adds nothing: then its audit says what
    whoever follows it is told."""
    return one.over and not (one.closed or one.hindsight or one.disputes or _needs_somebody(one))


def _facts(size: int, one: Status) -> RoomFacts:
    return RoomFacts(
        size,
        broken=one.broken,
        open=one.open,
        settled=one.settled,
        closed=one.closed,
        over=one.over,
        won=one.won,
        last_play=one.last_play,
        signed=one.signed,
        unsigned=one.unsigned,
    )
