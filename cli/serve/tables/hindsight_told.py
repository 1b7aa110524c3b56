"""Tells those who listen once a later line answers what nobody could know at an earlier one."""

import asyncio
from collections.abc import Sequence
from typing import Protocol

from cli.serve.messages.wire import frame
from cli.serve.messages.wire_forms import ClosedOut
from cli.serve.tables.board import Board
from records.event import Event
from replay.answered import Hindsight, LaterAnswer, answered
from replay.game import Game
from replay.table import Table
from replay.watch import Watch


class SeatedTable(Protocol):
    """The table that is looked at."""

    @property
    def seating(self) -> Table:
        """Who sits where, by the names they want shown."""


class LookedThrough(Protocol):
    """What is asked of a view."""

    game: Game
    watch: Watch
    boards: dict[tuple[str, bool], Board]

    @property
    def table(self) -> SeatedTable:
        """The table that is looked at."""

    @property
    def size(self) -> int:
        """How many lines these eyes may know."""

    @property
    def events(self) -> Sequence[Event]:
        """The events they may know."""

    @property
    def is_heard(self) -> bool:
        """Whether anybody listens."""

    @property
    def hides(self) -> bool:
        """Whether only what lies on the table now may be seen."""


class HindsightTold:
    """What the listeners of one view were told about earlier lines. Nothing is worked out while nobody listens."""

    def __init__(self, view: LookedThrough) -> None:
        self._view = view
        self._size = 0
        """The lines that were looked at last."""
        self._known: Hindsight | None = None
        self._told: tuple[int, list[ClosedOut]] = (0, [])
        """What was told last, and the size that was looked at."""

    @property
    def standing(self) -> list[ClosedOut]:
        """What boards say of earlier lines now, until the next line: somebody who was cut off hears it again."""
        size, told = self._told
        return list(told) if size == self._view.size else []

    def begin(self) -> None:
        """Somebody begins to listen. What was answered before is no news to them."""
        if not self._size:
            self._size, self._known = self._view.size, None

    @property
    def is_due(self) -> bool:
        """Whether lines came since the last look that may have answered something for somebody who listens."""
        if not self._view.is_heard:
            self._size = 0
        return 0 < self._size < self._view.size

    async def look(self) -> None:
        """Tell what the lines since the last look answered. It is worked out beside the loop."""
        before, size = self._size, self._view.size
        self._size = size
        if not self._view.watch.leaves_open:
            return
        known = await self._at(before) if self._known is None else self._known
        now = await self._at(size)
        if self._size != size:  # whoever listened is gone meanwhile
            return
        self._known = now
        if self._told[0] != size:
            self._told = size, []
        for place, answer in sorted(now.answers.items()):
            if place not in known.answers or known.answers[place].answer != answer.answer:
                self._tell(answer)

    async def _at(self, size: int) -> Hindsight:
        view = self._view
        events = tuple(view.events[: size - 1])
        return await asyncio.to_thread(answered, view.game, view.table.seating, events, view.watch.eyes)

    def _tell(self, answer: LaterAnswer) -> None:
        why = "" if self._view.hides else answer.why
        out = ClosedOut(answer.seq, answer.rule, answer.answer, answer.text, why, str(answer.cite), answer.by)
        self._told[1].append(out)
        data = frame("closed", out)
        for board in self._view.boards.values():
            for listener in tuple(board.listeners):
                listener.tell(data)
