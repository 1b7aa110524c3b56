"""The hub: whatever is appended, by whomever, reaches the boards by one path, the feed of the store."""

import asyncio
import contextlib
from collections.abc import Callable, Sequence

from cli.serve.logs import log_line, log_mistake
from records.errors import QuartermasterError
from records.event import Event
from records.store import Store
from records.store.interface import FeedEntry

PAUSE = 0.5
"""How long the hub sleeps, in seconds, unless something of our own was appended."""
BATCH = 1000


class Hub:
    """Follows the feed. It is woken by our own appends, and looks by itself every half second."""

    def __init__(
        self, store: Store, news: Callable[[str, Sequence[Event]], None], time_passes: Callable[[], None]
    ) -> None:
        """`news` is told about the new events of a record, `time_passes` is called after every look."""
        self._store = store
        self._news = news
        self._time_passes = time_passes
        self._after = store.feed_end()
        self._bell = asyncio.Event()
        self.trouble = ""
        """Why the store cannot be read just now."""

    def wake(self) -> None:
        """Something was appended."""
        self._bell.set()

    async def run(self) -> None:
        """Follow until the service stops."""
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(PAUSE):
                    await self._bell.wait()
            self._bell.clear()
            try:
                self.look()
            except Exception as error:  # whatever it is, the boards must not stand still from now on
                log_mistake(error)

    def look(self) -> None:
        """Take in everything new, and let time pass for those who see it late."""
        try:
            while entries := self._store.feed(self._after, BATCH):
                self._hand_out(entries)
                self._after = entries[-1].position
            self.trouble = ""
        except QuartermasterError as error:
            if self.trouble != str(error):
                log_line("feed", trouble=str(error))
            self.trouble = str(error)
        self._time_passes()

    def _hand_out(self, entries: list[FeedEntry]) -> None:
        by_record: dict[str, list[FeedEntry]] = {}
        for entry in entries:
            by_record.setdefault(entry.record, []).append(entry)
        for record_id, news in by_record.items():
            self._news(record_id, [entry.event for entry in news])
