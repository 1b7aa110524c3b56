"""Notices: what the desk says to people at one table, told at once, until they act on it or it is no longer true.

They are kept in memory only. Who is told what: an official that the desk sends them; a table that is called out, and
the wall of its hall; a seat that it has not signed. Nothing here is told to whoever sees late.
"""

from collections.abc import Callable, Iterator
from typing import Literal

import msgspec

from cli.machine.round_tables import TOURNAMENT
from cli.serve.hall.notice_causes import Notice, is_over_for, stands, unsigned_at
from cli.serve.hall.notice_words import told_words
from cli.serve.logs import log_mistake
from cli.serve.messages.listener import Listener
from cli.serve.messages.notice_forms import NoticeOut, NoticesOut
from cli.serve.messages.wire import frame
from cli.serve.register.grants import Grant
from cli.serve.register.sessions import DeviceSession
from cli.serve.tables.live import LiveTable
from cli.serve.tables.table_view import View
from records.b64 import to_base64
from records.clock import Clock, to_text
from records.errors import QuartermasterError

ID_BYTES = 9
"""Of a name that tells nothing: a number would say how many notices others were given."""
KNOWN_MAX = 10_000
AT_THE_TABLE = ("seat", "scribe")
Reaches = Callable[[str], bool]
ShownAs = Literal["sent", "coming", "called", "wall", "unsigned"]
OF_KIND: dict[str, ShownAs] = {"send": "sent", "call": "called", "remind": "unsigned"}
"""As what each kind is told to those who act on it."""


class Hearer(msgspec.Struct):
    """A stream that notices may be told on."""

    listener: Listener
    session: DeviceSession
    view: View | None
    """The table that it follows; none for the desk's stream."""
    reaches: Reaches
    """For which records its link is."""
    last: bytes
    """What it was told last; empty if it was told nothing yet."""

    @property
    def place(self) -> tuple[str, str]:
        """Whose stream it is, and of which table."""
        return self.session.id, self.view.table.record_id if self.view is not None else ""


class Notices:
    """The notices of all tables, and the streams that hear of them."""

    def __init__(
        self,
        clock: Clock,
        random: Callable[[int], bytes],
        table: Callable[[str], LiveTable],
        tell: Callable[[str], None],
        grants: Callable[[], list[Grant]],
    ) -> None:
        """`tell` tells the desk that what is said at a table has changed; `grants` gives all links: who can be sent."""
        self._clock = clock
        self._random = random
        self._table = table
        self._tell = tell
        self._grants = grants
        self._notices: dict[str, dict[str, Notice]] = {}
        """By record and id."""
        self._hearers: dict[Listener, Hearer] = {}
        self._known: dict[tuple[str, str], bool] = {}
        """The sessions that had a stream, by record, and whether anything was ever said there."""

    # what the desk does

    def add(self, notice: Notice) -> Notice:
        """Say something. The same said again begins anew."""
        self._prune(notice.record)
        notice.id = to_base64(self._random(ID_BYTES)).replace("+", "-").replace("/", "_")
        held = self._notices.setdefault(notice.record, {})
        for old in [one for one in held.values() if one.is_like(notice)]:
            del held[old.id]
        held[notice.id] = notice
        self._changed(notice.record)
        return notice

    def take_back(self, notice: Notice) -> None:
        """It is no longer said."""
        self._drop(notice)
        self._changed(notice.record)

    def of_table(self, record_id: str) -> list[Notice]:
        """What is said to a table now, the oldest first."""
        self._prune(record_id)
        return list(self._notices.get(record_id, {}).values())

    def find(self, record_id: str, notice_id: str) -> Notice | None:
        """A notice that stands."""
        return next((one for one in self.of_table(record_id) if one.id == notice_id), None)

    def here(self, notice: Notice) -> int:
        """How many devices that it is for are connected."""
        heard = [one for one in self._hearers.values() if not one.listener.ended]
        mine = {one.session.id for one in heard if self.is_for(notice, one.session, one.view, one.reaches)}
        return len(mine)

    # what those do whom it is for

    def is_for(self, notice: Notice, session: DeviceSession, view: View | None, reaches: Reaches) -> bool:
        """Whether a session is one of those who act on a notice; being told about it is another matter."""
        grant, at_table = session.grant, view is not None and view.table.record_id == notice.record
        match notice.kind:
            case "send":
                return grant.role == "official" and grant.acts_as == notice.official and reaches(notice.record)
            case "call":
                return at_table and grant.role in AT_THE_TABLE
            case "remind":
                return (
                    view is not None
                    and at_table
                    and grant.role == "seat"
                    and grant.acts_as in unsigned_at(view.table.header, view.table.record_id, view.events)
                    and is_over_for(view)
                )

    def see(self, notice: Notice, who: str) -> None:
        """A page showed it."""
        if who not in notice.seen:
            notice.seen[who] = self._clock()
            self._tell(notice.record)

    def answer(self, notice: Notice, who: str) -> None:
        """Somebody did what it asks for; whoever did so first counts."""
        if notice.answered is None:
            notice.seen.setdefault(who, self._clock())
            notice.answered, notice.by = self._clock(), who
            self._changed(notice.record)

    # streams

    def begin(self, listener: Listener, session: DeviceSession, view: View | None, reaches: Reaches) -> None:
        """A stream begins; `end` must follow."""
        if len(self._known) > KNOWN_MAX:
            self._known.clear()
        self._hearers[listener] = Hearer(listener, session, view, reaches, b"")

    def end(self, listener: Listener) -> None:
        """A stream is over."""
        self._hearers.pop(listener, None)

    def first(self, listener: Listener, *, comes_back: bool = False) -> bytes:
        """What stands, as a frame. Whoever comes back may show what is gone by now, so they are told nothing too,
        unless they were never told anything: of pages from before a restart that is not known."""
        hearer = self._hearers.get(listener)
        if hearer is None:
            return b""
        may_show = comes_back and self._known.get(hearer.place, True)
        data = self._frame(hearer)
        if data != NOTHING or may_show:
            self._note(hearer, data)
        self._known.setdefault(hearer.place, False)
        return hearer.last

    def _note(self, hearer: Hearer, data: bytes) -> None:
        hearer.last = data
        if data != NOTHING:
            self._known[hearer.place] = True

    def again(self, listener: Listener) -> bytes:
        """The same, once the whole table is shown anew: what waited in the queue was left out."""
        hearer = self._hearers.get(listener)
        return self.first(listener, comes_back=True) if hearer is not None and hearer.last else b""

    def moved_on(self, record_id: str) -> None:
        """A record has new lines: what they settle is no longer said."""
        if record_id in self._notices:
            try:
                self._prune(record_id)
                self._tell_hearers(record_id)
            except Exception as error:  # what is stored is stored: a mistake here must not look like a refusal
                log_mistake(error)

    def links_ended(self) -> None:
        """Somebody's link was taken back: who has none any more is sent nowhere."""
        for record_id in list(self._notices):
            self.moved_on(record_id)

    def _changed(self, record_id: str) -> None:
        self._tell(record_id)
        self._tell_hearers(record_id)

    def _tell_hearers(self, record_id: str) -> None:
        for hearer in tuple(self._hearers.values()):
            if not _may_hear_of(hearer, record_id):
                continue
            data = self._frame(hearer)
            if data != (hearer.last or NOTHING):
                self._note(hearer, data)
                hearer.listener.tell(data)

    def told(self, session: DeviceSession, view: View | None, reaches: Reaches) -> NoticesOut:
        """What stands for somebody: at the table that they look at, for an official at all that their link reaches."""
        found = [
            NoticeOut(
                id=one.id,
                record=view.table.record_id if kind == "wall" and view is not None else one.record,
                kind=kind,
                words=words,
                at=to_text(one.at),
                dispute=one.dispute if kind == "sent" else None,
            )
            for one in self._all_standing()
            if (kind := self._kind_for(one, session, view, reaches)) is not None
            and (table := self._readable(one.record)) is not None
            and (words := told_words(one, kind, table, view))
        ]
        return NoticesOut(found)

    def _frame(self, hearer: Hearer) -> bytes:
        return frame("notice", self.told(hearer.session, hearer.view, hearer.reaches))

    def _readable(self, record_id: str) -> LiveTable | None:
        """A table; None if its record cannot be read."""
        try:
            return self._table(record_id)
        except QuartermasterError:
            return None

    def _kind_for(self, notice: Notice, session: DeviceSession, view: View | None, reaches: Reaches) -> ShownAs | None:
        """As what somebody is told a notice; None if they are not."""
        role = session.grant.role
        if view is not None and view.key.delay != "0":
            return None
        if notice.kind == "send" and notice.answered is not None:
            here = view is not None and view.table.record_id == notice.record
            return "coming" if here and role in AT_THE_TABLE else None
        if notice.answered is not None:
            return None
        if notice.kind == "call" and role == "spectator" and view is not None:
            return "wall" if _is_wall_of(view, notice) else None
        if not self.is_for(notice, session, view, reaches):
            return None
        return OF_KIND[notice.kind]

    def _all_standing(self) -> Iterator[Notice]:
        for held in self._notices.values():
            yield from held.values()

    def _prune(self, record_id: str) -> None:
        """Drop what is no longer true. A record that cannot be read keeps what is said to its table."""
        held = self._notices.get(record_id)
        table = self._readable(record_id) if held else None
        if not held or table is None:
            return
        for one in list(held.values()):
            if not stands(one, table, self._grants(), self._clock()):
                self._drop(one)

    def _drop(self, notice: Notice) -> None:
        held = self._notices.get(notice.record, {})
        held.pop(notice.id, None)
        if not held:
            self._notices.pop(notice.record, None)


NOTHING = frame("notice", NoticesOut([]))


def _may_hear_of(hearer: Hearer, record_id: str) -> bool:
    """Whether a stream could be told anything of a table; most of them are of other tables."""
    view = hearer.view
    if view is None or hearer.session.grant.role == "official":
        return True
    return view.table.record_id == record_id or view.table.header.game == TOURNAMENT


def _is_wall_of(view: View, notice: Notice) -> bool:
    header = view.table.header
    if header.game == TOURNAMENT:
        return header.title is not None and header.title == notice.event
    return view.table.record_id == notice.record
