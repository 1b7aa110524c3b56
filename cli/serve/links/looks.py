"""Whatever a session is shown of a record is noted. A look with an official's eyes is kept before it is shown: who had
them must not depend on whether the power stayed on. Other looks are written twice a minute.
"""

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from cli.serve.logs import log_line
from cli.serve.messages.shown_lines import Sizes
from cli.serve.patience import PATIENCE, PAUSE, is_busy
from cli.serve.register.sessions import DeviceSession
from cli.serve.tables.table_view import View
from records.errors import QuartermasterError, Unavailable
from replay.playout import OFFICIAL

if TYPE_CHECKING:  # SQLModel takes half a second to load, and a service answers before that
    from cli.serve.register.register import Register

REST = 0.05
"""Seconds between two writes. Who looks meanwhile is written with the next one, so that a busy hall costs no more."""
NOT_KEPT = "a look with an official's eyes is kept before it is shown, and that cannot be done just now"
REST_AFTER_FAILURE = 5.0
"""Everybody waits while a locked file is waited for, so it is not tried again at once."""


class OpenLook:
    """A stream that shows a table for as long as somebody watches."""

    def __init__(self, looks: "Looks", session: DeviceSession, view: View, address: str) -> None:
        self._looks = looks
        self._session = session
        self._view = view
        self._address = address
        self._noted = view.size

    async def shown(self) -> None:
        """More is about to be shown. That of many who watch a table is noted when somebody asks, not for each line."""
        if self._session.grant.eyes == OFFICIAL and self._view.size != self._noted:
            await self._looks.note(self._session, self._view.table.record_id, self._sizes(), self._address)

    def note(self) -> None:
        """Note what was shown until now."""
        self._looks.noted(self._session, self._view.table.record_id, self._sizes(), self._address)

    def _sizes(self) -> Sizes:
        before, self._noted = self._noted, self._view.size
        return before, self._noted


class LoggedLook(msgspec.Struct):
    """The lines that somebody logged and was shown, since this was noted last."""

    session: DeviceSession
    record: str
    address: str
    first: int
    last: int


class Looks:
    """Notes looks in the register."""

    def __init__(self, register: "Callable[[], Register]") -> None:
        self._register = register
        self._open: set[OpenLook] = set()
        self._logged: dict[tuple[str, str], LoggedLook] = {}
        self._write: asyncio.Task[bool] | None = None
        self._next = 0.0
        self._failed = False

    async def note(self, session: DeviceSession, record: str, sizes: Sizes, address: str) -> None:
        """Note what is about to be shown. Raises `Unavailable` where an official's look cannot be kept."""
        if self.noted(session, record, sizes, address):
            await self.kept()

    def noted(self, session: DeviceSession, record: str, sizes: Sizes, address: str) -> bool:
        """Note what was shown; whether it still has to be kept."""
        return self._register().visit(session, record, *sizes, address)

    async def begin(self, session: DeviceSession, view: View, address: str) -> OpenLook:
        """A stream is about to begin; `end` must follow."""
        await self.note(session, view.table.record_id, (view.size, view.size), address)
        look = OpenLook(self, session, view, address)
        self._open.add(look)
        return look

    def end(self, look: OpenLook) -> None:
        """A stream is over."""
        self._open.discard(look)
        look.note()

    def logged(self, session: DeviceSession, record: str, size: int, address: str) -> None:
        """Who logs is shown their own line. To note each by itself would cost as much as to read it."""
        known = self._logged.get((session.id, record))
        if known is None:
            self._logged[session.id, record] = LoggedLook(session, record, address, size, size)
        else:
            known.last = size

    def note_open(self) -> None:
        """Note what streams and answers to lines have shown until now, for whoever asks who looked."""
        for look in self._open:
            look.note()
        for one in self._logged.values():
            self.noted(one.session, one.record, (one.first, one.last), one.address)
        self._logged.clear()

    async def kept(self) -> None:
        """Wait until everything that was noted by now is on the disk."""
        loop = asyncio.get_running_loop()
        if self._failed and loop.time() < self._next:
            raise Unavailable(NOT_KEPT)
        if self._write is None:
            self._write = loop.create_task(self._keep(loop))
        if not await asyncio.shield(self._write):
            raise Unavailable(NOT_KEPT)

    async def _keep(self, loop: asyncio.AbstractEventLoop) -> bool:
        wait = self._next - loop.time()
        if wait > 0:
            await asyncio.sleep(wait)
        self._write = None  # who comes from now on is not in this one
        until = loop.time() + PATIENCE
        while True:
            try:
                self._register().keep_looks()
                self._failed = False
            except QuartermasterError as error:
                if is_busy(error) and loop.time() < until:  # another program writes, and nobody writes for long
                    await asyncio.sleep(PAUSE)
                    continue
                self._failed = True
                log_line("register", trouble=str(error))
            break
        self._next = loop.time() + (REST_AFTER_FAILURE if self._failed else REST)
        return not self._failed
