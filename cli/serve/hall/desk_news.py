"""What the desk is told by name: a claim, a new finding, a table that has fallen silent. Each is told once.

Whoever hears it has the eyes of an official, or none of it: a link that may follow the desk has no others.
"""

import asyncio
from collections.abc import Callable, Collection, Coroutine, Mapping, Sequence

import msgspec

from cli.desk.games_known import known_game
from cli.desk.kept_states import events_of
from cli.serve.hall.room_facts import SILENT_AFTER, state_of
from cli.serve.hall.rooms import Rooms
from cli.serve.logs import log_mistake
from cli.serve.messages.wire_forms import FindingNamed
from cli.serve.tables.live import LiveTable, Surroundings
from cli.serve.tables.shown_seating import shown_seating
from cli.serve.tables.table_view import ViewKey
from records.errors import QuartermasterError
from records.event import Event
from records.store import Filter, Info
from records.timeline import CORRECTIONS, PROCEDURE
from replay.playout import OFFICIAL
from replay.watch import Watch

LOOK_EVERY = 30 * 1_000_000
"""How often the tables that have said nothing are looked for, in microseconds."""
NAMED_MAX = 20
"""How many findings of one moment are named; an import may bring hundreds."""
KEPT_MAX = 5000
FindingKey = tuple[int, str, str]
"""Line, rule and answer of a finding."""


class KnownTable(msgspec.Struct, frozen=True):
    """A table as far as the desk was told about it."""

    size: int
    findings: frozenset[FindingKey]


class DeskNews:
    """Compares every table that moved on with what the desk knows of it. Nothing is worked out while nobody listens."""

    def __init__(self, around: Surroundings, tables: Mapping[str, LiveTable], rooms: Rooms) -> None:
        self._around = around
        self._tables = tables
        self._rooms = rooms
        self.tell: Callable[..., None] = lambda what, record_id, **more: None
        """Say something of a record to those who may know of it."""
        self.heard_by: Collection[object] = ()
        """Who listens."""
        self._known: dict[str, KnownTable] = {}
        self._waiting: dict[str, int] = {}
        """Records that moved on and are not open here, with the first line that the desk has not heard of."""
        self._silent: dict[str, int] | None = None
        """The size at which a table was found silent; None while nobody listens."""
        self._looked_at = 0
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def moved_on(self, record_id: str, first: int) -> None:
        """A record has new lines, this one and perhaps more."""
        if not self.heard_by:
            self._known.pop(record_id, None)
            return
        first = min(first, self._waiting.get(record_id, first))
        table = self._tables.get(record_id)
        if table is None:
            self._waiting[record_id] = first
            self._begin("moved", self._look_at_waiting)
            return
        self._waiting.pop(record_id, None)
        if known_game(table.header) is None:
            return
        try:
            self._compare(record_id, table.events, table.view(ViewKey(OFFICIAL)).watch, first)
        except Exception as error:  # what is stored is stored: a mistake here must not look like a refusal
            log_mistake(error)

    def let_time_pass(self) -> None:
        """Now and then, look for tables that have fallen silent."""
        now = self._around.clock()
        if not self.heard_by:
            self._silent, self._looked_at = None, 0
        elif now - self._looked_at >= LOOK_EVERY:
            self._looked_at = now
            self._begin("silent", self._look_at_silent)

    async def done(self) -> None:
        """Wait until what is under way has ended."""
        await asyncio.gather(*self._tasks.values())

    def stop(self) -> None:
        """Leave what is under way: the service ends."""
        for task in self._tasks.values():
            task.cancel()

    def _begin(self, name: str, work: Callable[[], Coroutine[None, None, None]]) -> None:
        if name not in self._tasks or self._tasks[name].done():
            self._tasks[name] = asyncio.get_running_loop().create_task(self._guarded(work))

    async def _guarded(self, work: Callable[[], Coroutine[None, None, None]]) -> None:
        try:
            await work()
        except Exception as error:  # the desk still hears which tables have moved on
            log_mistake(error)

    def _compare(self, record_id: str, events: Sequence[Event], watch: Watch, first: int) -> None:
        known = self._known.get(record_id) or _known_before(events, watch, first)
        if watch.size <= known.size:
            return
        if len(self._known) > KEPT_MAX:
            self._known.clear()
        found = watch.unsettled
        self._known[record_id] = KnownTable(watch.size, known.findings | found)
        for event in events[known.size - 1 : watch.size - 1]:
            self._tell_claim(record_id, events, event)
        new = sorted(found - known.findings)
        if new:
            named = [FindingNamed(*one) for one in new[-NAMED_MAX:]]
            self.tell("finding", record_id, findings=named, more=len(new) - len(named))

    def _tell_claim(self, record_id: str, events: Sequence[Event], event: Event) -> None:
        if event.do == "dispute":
            self.tell("claim", record_id, seq=event.seq, line=event.seq, kind="dispute")
        elif event.do == "appeal":
            ruling = event.fields.get("ruling")
            about = events[ruling - 1].fields.get("dispute") if isinstance(ruling, int) and ruling < event.seq else None
            self.tell("claim", record_id, seq=about, line=event.seq, kind="appeal")

    async def _look_at_waiting(self) -> None:
        while self._waiting and self.heard_by:
            record_id, first = next(iter(self._waiting.items()))
            names = self._around.names(record_id)
            seen = await asyncio.to_thread(self._watched, record_id, names)
            if self._waiting.get(record_id) == first:
                del self._waiting[record_id]
            if seen is not None:
                self._compare(record_id, seen[0], seen[1], first)
        self._waiting.clear()

    def _watched(self, record_id: str, names: dict[str, str]) -> tuple[list[Event], Watch] | None:
        """A record that is not open here; None if there is nothing to be said of it but that it moved on."""
        store = self._around.store
        try:
            header = store.info(record_id).header
            game = known_game(header)
            if game is None:
                return None
            events = events_of(store, record_id, 1)
            return events, Watch(game, shown_seating(game, header, names), OFFICIAL, events)
        except QuartermasterError:  # the list of tables says that it is damaged
            return None

    async def _look_at_silent(self) -> None:
        """A table that was silent before anybody listened is no news: the list shows it."""
        now = self._around.clock()
        infos = await asyncio.to_thread(self._rooms.infos, Filter(closed=False))
        quiet = [info for info in infos if (now - info.changed) // 1_000_000 >= SILENT_AFTER]
        if self._silent is None:
            self._silent = {info.id: info.head.size for info in quiet}
            return
        fresh = [info for info in quiet if self._silent.get(info.id) != info.head.size]
        await self._rooms.look(fresh)
        for info in fresh:
            self._tell_silent(info)

    def _tell_silent(self, info: Info) -> None:
        facts = self._rooms.known(info)
        if facts is None or self._silent is None:  # it is looked at the next time
            return
        self._silent[info.id] = info.head.size
        table = self._tables.get(info.id)
        damaged = facts.damaged or (table.damaged if table is not None else None) or ""
        if state_of(facts, SILENT_AFTER, damaged) == "silent":
            self.tell("silent", info.id, line=info.head.size - 1)


def _known_before(events: Sequence[Event], watch: Watch, first: int) -> KnownTable:
    """What an official could know before a line. What corrects may change what was found in earlier ones."""
    fresh = events[first - 1 : watch.size - 1]
    if any(event.do in CORRECTIONS or event.do in PROCEDURE for event in fresh):
        before = Watch(watch.game, watch.table, OFFICIAL, events[: first - 1])
        return KnownTable(first, frozenset(before.unsettled))
    return KnownTable(first, frozenset(one for one in watch.unsettled if one[0] < first))
