"""Everything that one process of the service holds."""

import asyncio
import gc
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cached_property
from typing import TYPE_CHECKING, Any, cast

from cli.machine.photo_folder import PhotoFolder, photos_beside
from cli.serve.door.cookies import CookieAges
from cli.serve.door.rate_limits import Limits
from cli.serve.hall.desk_news import DeskNews
from cli.serve.hall.ended_links import EndedLinks
from cli.serve.hall.event_ends import EventEnds
from cli.serve.hall.halls import Halls, event_of
from cli.serve.hall.notices import Notices
from cli.serve.hall.rooms import Rooms
from cli.serve.links.fresh_links import FreshLinks
from cli.serve.links.looks import Looks
from cli.serve.links.passkey_questions import PasskeyQuestions
from cli.serve.logs import log_line
from cli.serve.messages.listener import Listener
from cli.serve.messages.problems import WebProblem
from cli.serve.messages.wire import frame
from cli.serve.messages.wire_forms import DeskTold, DeskWord, SessionOver, StreamClosing
from cli.serve.patience import REGISTER_SECONDS, by_register
from cli.serve.register.grants import AS_SERVED, Grant
from cli.serve.register.late_register import LateRegister
from cli.serve.register.sessions import DeviceSession
from cli.serve.settings import Settings
from cli.serve.tables.bell import Bell
from cli.serve.tables.hub import Hub
from cli.serve.tables.live import LiveTable, Surroundings
from cli.serve.tables.look_backs import LookBacks
from cli.serve.tables.photo_evidence import PhotoKeeper
from cli.serve.tables.shared_writes import SharedWrites
from cli.serve.tables.table_view import View, ViewKey
from cli.serve.tables.unstored import Unstored
from records.errors import Damaged, NotFound, QuartermasterError
from records.store import Store

if TYPE_CHECKING:  # SQLModel takes half a second to load, and a service answers before that
    from cli.serve.register.register import Register

TABLES_MAX = 300
"""How many tables are kept in memory; those that nobody watches are let go first."""
COLLECT_EVERY = 300 * 1_000_000
"""How often everything is searched for what is left of tables and streams that are gone, in microseconds. It takes a
tenth of a second with many tables; left to itself it would come every thousand lines or so, a tenth of their cost."""
FLUSH_EVERY = 30 * 1_000_000
"""How often what waits in the register is written, in microseconds: twice within the lease of a pen, so that another
service on the same register sees that its holder is still there."""
REMEMBERS = ("scribe", "official", "desk")
"""The roles that may look back while a game is open."""


class Service:
    """The store, the register, the open tables, and everybody who listens."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        register: "Register | LateRegister",
        *,
        clock: Callable[[], int],
        random: Callable[[int], bytes],
    ) -> None:
        self.settings = settings
        self.store = store
        self.register = cast("Register", register)  # a late one stands for it until it is there
        self._late = register if isinstance(register, LateRegister) else None
        self.clock = clock
        self.random = random
        self.writer = SharedWrites(store)
        self.limits = Limits(clock)
        self.cookies = CookieAges(clock)
        self.surroundings = Surroundings(store, clock, random, self._names, self.tell_desk)
        self.tables: dict[str, LiveTable] = {}
        self.listeners: set[Listener] = set()
        self.desk_listeners: set[Listener] = set()
        self.look_backs = LookBacks(self.tables)
        self.looks = Looks(lambda: self.register)
        self.hub = Hub(store, self.news, self.let_time_pass)
        self.rooms = Rooms(self.surroundings, self.tables)
        self.desk_news = DeskNews(self.surroundings, self.tables, self.rooms)
        self.desk_news.tell, self.desk_news.heard_by = self.tell_desk, self.desk_listeners
        self.unstored = Unstored(clock, self.tell_desk)
        self.halls = Halls(store)
        self.fresh_links = FreshLinks(clock)
        self.questions = PasskeyQuestions()
        self.replay_pages: dict[tuple[object, ...], bytes] = {}
        """Pages to step through that were made lately; to make one takes a second."""
        self.bell: Bell | None = None
        """How other services on the same store are told, where a store can do that."""
        self.stopping = False
        self.register_gate = asyncio.Lock()
        """Whoever has to wait for the register does so in turn; see `patience.py`."""
        self._flushed = 0
        self._collected = clock()
        self._register_trouble = ""
        self.beside: Callable[[], asyncio.Task[None]] | None = None
        """What else begins with the service: a demo that plays."""
        self._tasks: list[asyncio.Task[None]] = []

    def _names(self, record_id: str) -> dict[str, str]:
        return self.register.people(record_id)

    @cached_property
    def notices(self) -> Notices:
        """What the desk says to people at tables."""

        def tell(record_id: str) -> None:
            self.tell_desk("notice", record_id)

        return Notices(self.clock, self.random, self.table, tell, lambda: self.register.grants())

    @cached_property
    def photos(self) -> PhotoKeeper:
        """The photos of evidence, which lie beside the register."""
        return PhotoKeeper(PhotoFolder(photos_beside(self.register.path)))

    @cached_property
    def ended_links(self) -> EndedLinks:
        """What ends the links of officials with their event."""
        return EndedLinks(EventEnds(self.store, self.halls), self.clock, self._end_with_event)

    async def start(self) -> None:
        """Begin to follow the store."""
        if self.bell is not None:
            loop = asyncio.get_running_loop()
            self.bell.start(lambda: self._woken(loop))
        if self._late is not None:
            opening = asyncio.get_running_loop().run_in_executor(None, self._late.open)  # at once: somebody may wait
            self._tasks.append(asyncio.create_task(self._register_opens(self._late, opening)))
        else:
            self.register.wait_at_most(REGISTER_SECONDS)
        self._tasks.append(asyncio.create_task(self.hub.run()))
        if self.beside is not None:
            self._tasks.append(self.beside())

    async def _register_opens(self, late: LateRegister, opening: "asyncio.Future[Register]") -> None:
        """The register is opened beside the loop; whoever asks for it before that holds up the loop until it is."""
        try:
            self.register, self._late = await opening, None
            late.on_open(self.register)
            self.register.wait_at_most(REGISTER_SECONDS)
        except Exception as error:  # whoever runs the service tells it, once it has stopped
            late.on_failure(error)

    def _woken(self, loop: asyncio.AbstractEventLoop) -> None:
        """Another thread heard the bell; one that outlives the service by a moment is not listened to."""
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(self.hub.wake)

    def appended(self, record_id: str, first: int, *, ends: bool = False) -> None:
        """Something of our own was appended, from this line on, and its table has taken it in: let others look.

        The hub comes upon it by itself, with whatever else was appended meanwhile: to wake it for each line would cost
        as much as the line. It is woken for what may end an event (`ends`), and its links.
        """
        if self.unstored.tables:
            self.unstored.works()
        self._moved_on(record_id, first)
        if self.bell is not None:
            self.bell.ring()
        if ends:
            self.hub.wake()

    def say_goodbye(self) -> None:
        """Tell everybody who listens that the service stops, so that their streams end."""
        self.stopping = True
        self.writer.hurry()
        for listener in (*self.listeners, *self.desk_listeners):
            listener.end(frame("bye", StreamClosing(1000)))

    async def stop(self) -> None:
        """Let go of everything."""
        self.say_goodbye()
        self.look_backs.stop()
        self.ended_links.stop()
        self.desk_news.stop()
        for task in self._tasks:
            task.cancel()
        if self.bell is not None:
            await asyncio.to_thread(self.bell.stop)
        await self.writer.close()
        if self._late is not None:
            return
        try:
            self.looks.note_open()
            self.register.close()
        except QuartermasterError as error:
            log_line("register", trouble=str(error))

    def table(self, record_id: str) -> LiveTable:
        """A record, open in memory."""
        found = self.tables.get(record_id)
        if found is None:
            found = self.tables[record_id] = LiveTable(self.surroundings, record_id)
            self._let_go()
        return found

    def _let_go(self) -> None:
        idle = [table for table in self.tables.values() if not table.is_watched and not table.lock.locked()]
        for table in sorted(idle, key=lambda table: table.used_at)[: max(0, len(self.tables) - TABLES_MAX)]:
            del self.tables[table.record_id]

    def view(self, session: DeviceSession, record_id: str) -> View:
        """A record as a session may see it now."""
        return self.table(record_id).view(self.eyes_of(session))

    def view_if_open(self, session: DeviceSession, record_id: str) -> View | None:
        """The same where it was looked through already; None if nothing was asked of it."""
        table = self.tables.get(record_id)
        return None if table is None else table.views_by_key.get(self.eyes_of(session))

    def eyes_of(self, session: DeviceSession) -> ViewKey:
        """Whose eyes a session has, how late, and whether they may look back."""
        grant = session.grant
        hides = self.settings.memory == "closed" and grant.role not in REMEMBERS
        return ViewKey(grant.eyes, self.delay_of(grant), hides)

    def delay_of(self, grant: Grant) -> str:
        """How late a link shows what happens: as late as it says itself, or as late as the service does."""
        return self.settings.delay if grant.delay == AS_SERVED else grant.delay

    def may_reach(self, session: DeviceSession, record_id: str) -> bool:
        """Whether a session's link is for this record."""
        grant = session.grant
        if grant.record is not None:
            return grant.record == record_id
        return self.exists(record_id) and (grant.event is None or grant.covers(record_id, self._event_of(record_id)))

    def _event_of(self, record_id: str) -> str | None:
        """To which event a record belongs. Of one that is damaged only the desk may know that it is there."""
        if record_id in self.tables:
            return event_of(self.tables[record_id].header)
        try:
            return event_of(self.store.info(record_id).header)
        except Damaged:
            return None

    def exists(self, record_id: str) -> bool:
        """Whether there is such a record."""
        if record_id in self.tables:
            return True
        if not record_id.isascii() or not record_id.isalnum():  # not every store can be asked about any text
            return False
        try:
            self.store.head(record_id)
        except NotFound:
            return False
        return True

    def news(self, record_id: str, first: int, last: int) -> None:
        """Events were stored, by whomever."""
        table = self.tables.get(record_id)
        if table is not None:
            if last < table.size:
                return  # our own, of which everybody was told
            with suppress(Damaged):  # the table knows, and has told everybody; the others go on
                table.catch_up()
        self._moved_on(record_id, first)

    def _moved_on(self, record_id: str, first: int) -> None:
        self.tell_desk("table", record_id)
        self.notices.moved_on(record_id)
        self.desk_news.moved_on(record_id, first)

    def tell_desk(self, what: DeskWord, record_id: str, **more: Any) -> None:
        """Let the desk know that something happened at a table."""
        if not self.desk_listeners:
            return
        data = frame("desk", DeskTold(what, record_id, **more))
        for listener in tuple(self.desk_listeners):
            if listener.reaches(record_id):
                listener.tell(data)

    def let_time_pass(self) -> None:
        """Show what time alone allows to be seen, and notice what other processes changed in the register."""
        for table in list(self.tables.values()):
            if table.is_delayed:
                table.follow()
        if self.clock() - self._collected >= COLLECT_EVERY:
            self._collected = self.clock()
            gc.collect()
        self.look_backs.begin()
        self.desk_news.let_time_pass()
        try:
            self._look_after_register()
            self._register_trouble = ""
        except QuartermasterError as error:  # what waits is kept, and written once it can be
            if self._register_trouble != str(error):
                log_line("register", trouble=str(error))
            self._register_trouble = str(error)

    def _look_after_register(self) -> None:
        if self._late is not None:
            return
        ended = self.register.refresh()
        if ended:
            self.end_sessions(ended, "the link was taken back, or its time is over")
        self.ended_links.begin(self.hub.place, self.register.officials)
        if self.clock() - self._flushed >= FLUSH_EVERY:
            self._flushed = self.clock()
            self.looks.note_open()
            self.register.flush()

    def end_sessions(self, ids: Iterable[str], why: str = "the link was taken back") -> None:
        """Close every stream of these sessions at once."""
        gone = set(ids)
        for listener in (*self.listeners, *self.desk_listeners):
            if listener.session_id in gone:
                listener.end(frame("ended", SessionOver(why)))
        self.notices.links_ended()

    async def _end_with_event(self, grant: Grant) -> None:
        """The event of a link is over, and so is the link."""
        ended = await by_register(self, lambda: self.register.end_with_event(grant.id))
        self.end_sessions(ended, "the link ended with its event")
        tables = [name for name, table in self.tables.items() if grant.covers(name, event_of(table.header))]
        for record_id in [grant.record] if grant.record is not None else tables:
            self.tell_desk("links", record_id)

    def check_writable(self, table: LiveTable) -> None:
        """Refuse to write where it cannot be done well."""
        if self.stopping:
            raise WebProblem(
                "unavailable", "the service is stopping; nothing was written", mend="try again in a moment"
            )
        if table.damaged is not None:
            raise WebProblem("damaged", f"the record is damaged and can only be read: {table.damaged}")
