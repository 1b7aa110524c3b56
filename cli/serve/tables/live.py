"""One record that is open in the service: its events in memory, its pen, and everybody's view of it."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from cli.desk.games_known import known_game
from cli.desk.kept_states import events_of
from cli.desk.logbook import Logbook, LoggedEvent, RandomBytes
from cli.serve.logs import log_mistake
from cli.serve.messages.problems import WebProblem
from cli.serve.messages.wire import frame
from cli.serve.messages.wire_forms import DeskWord, PenMoved
from cli.serve.tables.shown_seating import shown_seating
from cli.serve.tables.table_view import View, ViewKey
from records.clock import Clock
from records.errors import Damaged
from records.event import Event
from records.record import Head
from records.store import Store
from records.tree import root_of
from replay.delay import Rounds, released
from replay.game import Game
from replay.playout import LoggedLine
from replay.salting import may_see_head
from replay.session import Judged
from replay.table import Table
from replay.view import TABLE
from replay.watch import Watch

UNUSED = 60 * 1_000_000
"""For how long a view is kept up to date after somebody looked through it, in microseconds."""
WITHHELD = "an event of this record has no salt: its code would let others try out what is hidden there"


class Surroundings(NamedTuple):
    """What a table needs of the service around it."""

    store: Store
    clock: Clock
    random: RandomBytes
    names: Callable[[str], dict[str, str]]
    """The names at a table that are kept outside its record, by seat."""
    tell_desk: Callable[[DeskWord, str], None]
    """Say what happened at a record."""


class LiveTable:
    """A record in memory. Whoever appends, its events come in through `take` or `catch_up`, and go out to all views."""

    def __init__(self, around: Surroundings, record_id: str) -> None:
        self.around = around
        self.record_id = record_id
        info = around.store.info(record_id)
        self.header = info.header
        self.lock = asyncio.Lock()
        self.events: list[Event] = events_of(around.store, record_id, 1)
        self.size = len(self.events) + 1
        """How many lines the record has, as far as this process has seen."""
        self.damaged: str | None = None
        self._game = known_game(self.header)
        self._book: Logbook | None = None
        self._seating: Table | None = None
        self._times: list[int] = []
        self._views: dict[ViewKey, View] = {}
        self._whole: Watch | None = None
        self._logged: dict[int, LoggedLine] = {}
        """Lines by size, while views follow them."""
        self._rounds: Rounds
        self._may_see_code: dict[str, bool] = {}
        self.writing: list[LoggedEvent] = []
        """What this process gave the store last; the feed may bring it before the store has answered."""
        self._head_official_at: int | None = None
        self._searched = 0
        self._head: Head | None = info.head
        self.used_at = around.clock()

    @property
    def game(self) -> Game:
        """The game; a record without rules here has no board."""
        if self._game is None:
            raise WebProblem("refused", f"there are no rules for {self.header.game!r} here", mend="update the service")
        return self._game

    @property
    def seating(self) -> Table:
        """The table with the names that its people want shown."""
        if self._seating is None:
            names = self.around.names(self.record_id)
            self._seating = shown_seating(self.game, self.header, names)
        return self._seating

    def had_head_official(self, size: int) -> bool:
        """Whether somebody was there to appoint others, when the record had a size."""
        if any(official.level == "head" for official in self.header.officials):
            return True
        for event in self.events[self._searched :]:
            if self._head_official_at is None and event.do == "appoint" and event.fields.get("level") == "head":
                self._head_official_at = event.seq
        self._searched = len(self.events)
        return self._head_official_at is not None and self._head_official_at < size

    def renamed(self) -> None:
        """The names of the people have changed: everything is told anew."""
        self._seating = None
        self._logged.clear()
        for key in list(self._views):
            self._views[key].restart(self.around.clock())

    @property
    def book(self) -> Logbook:
        """The record, open for logging."""
        if self._book is None:
            around = self.around
            self._book = Logbook(around.store, self.record_id, around.random, digests=False)
        if self._book.size != self.size:
            self._book.resume()
        return self._book

    def log_with(self, book: Logbook) -> None:
        """Log the next lines with this book, which knows more than the record by itself."""
        self._book = book

    def forget_book(self) -> None:
        """Nothing is known of what was being written: what is stored is read again."""
        self._book = None

    @property
    def times(self) -> Sequence[int]:
        """When the store took in each event."""
        if len(self._times) < len(self.events):
            self._times += self.around.store.taken_in(self.record_id, len(self._times) + 1)
        return self._times[: len(self.events)]

    def view(self, key: ViewKey) -> View:
        """The table through some eyes, as late as they may see it; up to date."""
        now = self.around.clock()
        view = self._views.get(key)
        if view is None:
            view = self._views[key] = View(self, self.game, key)
        self.used_at = view.used_at = now
        if view.watch.size != self.size:
            view.follow(now)
            self._logged.clear()
        return view

    def take(self, events: Sequence[Event], head: Head | None = None) -> None:
        """Take in events that are stored, and tell everybody. What is known already is passed over."""
        fresh = events if events and events[0].seq == self.size else [one for one in events if one.seq >= self.size]
        if not fresh:
            if head is not None and head.size == self.size:  # the feed was faster than the answer of the store
                self._head = head
            return
        if fresh[0].seq != self.size:
            self.catch_up()
            return
        if head is None and fresh != [one.event for one in self.writing]:  # logged elsewhere, perhaps without salts
            self._may_see_code.clear()
        self.events += fresh
        self.size = len(self.events) + 1
        self._head = head
        self.follow()

    def logged(self, size: int) -> LoggedLine:
        """The line of the first lines, read once for all who have to see it anew at this moment."""
        if size not in self._logged:
            self._logged[size] = LoggedLine(self.game, self.seating, self.events[: size - 1], "effective")
        return self._logged[size]

    def judged(self, event: Event) -> Judged | None:
        """How an event was judged when this process logged it, if that was just now."""
        for one in self.writing:  # mostly it is one line
            if one.event is event:
                return one.judged
        return None

    def catch_up(self) -> None:
        """Take in whatever was stored since."""
        try:
            self.take(events_of(self.around.store, self.record_id, self.size))
        except Damaged as error:
            self.found_damaged(error)
            raise

    def found_damaged(self, error: Damaged) -> None:
        """What is in memory can still be looked at, and nothing more is written; everybody is told once."""
        if self.damaged is None:
            self.damaged = error.what
            self.around.tell_desk("damaged", self.record_id)
            for view in self._views.values():
                view.show_anew()

    def follow(self) -> None:
        """Let every view see what it may know by now. A mistake of ours in one of them does not hold up the others.

        A view through which nobody has looked for a while follows when somebody does.
        """
        now = self.around.clock()
        for key, view in list(self._views.items()):
            if now - view.used_at > UNUSED and not view.is_heard:
                continue
            try:
                view.follow(now)
            except Exception as error:  # what is stored is stored: a mistake in a view must not look like a refusal
                log_mistake(error)
                del self._views[key]
                view.end()
        self._logged.clear()

    @property
    def views(self) -> list[View]:
        """Those through which somebody looks, or looked lately."""
        return list(self._views.values())

    @property
    def views_by_key(self) -> Mapping[ViewKey, View]:
        """The same by whose eyes they are."""
        return self._views

    def released(self, delay: str, now: int) -> int:
        """How many lines somebody may know now who sees everything late."""
        if delay == "0":
            return self.size
        if self._whole is None or self._whole.size != self.size:
            self._whole = self._followed()
        return released(delay, self.times, now, round_began=self._rounds.began, closed=self._whole.closed)

    def _followed(self) -> Watch:
        """Somebody who knows every line: whether the game is over, and where its round began."""
        fresh = self.events[self._whole.size - 1 :] if self._whole is not None else self.events
        if self._whole is None or len(fresh) > 1 or (seen := self._whole.add(fresh[0])) is None:
            self._rounds = Rounds(self.game, self.seating, self.events)
            return Watch(self.game, self.seating, TABLE, self.events)
        self._rounds.add(seen.step)
        return self._whole

    def pen_moved(self) -> None:
        """Let those who may log ask who has the pen now. To others it would tell that somebody begins to write."""
        data = frame("pen", PenMoved())
        for view in self._views.values():
            for board in view.boards.values():
                for listener in tuple(board.listeners):
                    if listener.logs:
                        listener.tell(data)

    @property
    def is_watched(self) -> bool:
        """Whether anybody listens."""
        return any(view.is_heard for view in self._views.values())

    @property
    def is_delayed(self) -> bool:
        """Whether somebody sees it late, so that time alone may show more."""
        return any(view.key.delay != "0" and view.size < self.size for view in self._views.values())

    def code(self, eyes: str, size: int) -> str | None:
        """The code of the first lines, as these eyes may be told it. Later lines have no say in it."""
        if size != self.size:
            known = may_see_head(self.game, self.seating, self.events[: size - 1], eyes)
            return self.head(size).code if known else None
        if eyes not in self._may_see_code:
            self._may_see_code[eyes] = may_see_head(self.game, self.seating, self.events, eyes)
        return self.head(size).code if self._may_see_code[eyes] else None

    def head(self, size: int) -> Head:
        """Size and root of the first lines."""
        if size == self.size:
            if self._head is None or self._head.size != size:
                self._head = self.around.store.head(self.record_id)
            if self._head.size == size:
                return self._head
        leaves = [leaf for _, _, leaf in self.around.store.leaves(self.record_id)][:size]
        return Head(size, root_of(leaves))
