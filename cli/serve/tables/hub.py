"""The hub: whatever is appended, by whomever, reaches the boards by one path, the feed of the store."""

import asyncio
import contextlib
from collections.abc import Callable

from cli.serve.logs import log_line, log_mistake
from records.errors import QuartermasterError
from records.store import Store

PAUSE = 0.5
"""How long the hub sleeps, in seconds, unless something of our own was appended."""
BATCH = 1000


class Hub:
    """Follows the feed. It is woken by our own appends, and looks by itself every half second."""

    def __init__(self, store: Store, news: Callable[[str, int, int], None], time_passes: Callable[[], None]) -> None:
        """`news` is told the first and the last new event of a record, `time_passes` is called after every look."""
        self._store = store
        self._news = news
        self._time_passes = time_passes
        self._after = store.feed_end()
        self._bell = asyncio.Event()
        self.trouble = ""
        """Why the store cannot be read just now."""

    @property
    def place(self) -> int:
        """How far the feed was followed."""
        return self._after

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
            while places := self._store.feed_places(self._after, BATCH):
                first = {place.record: place.seq for place in reversed(places)}
                for record_id, last in {place.record: place.seq for place in places}.items():
                    self._news(record_id, first[record_id], last)
                self._after = places[-1].position
            self.trouble = ""
        except QuartermasterError as error:
            if self.trouble != str(error):
                log_line("feed", trouble=str(error))
            self.trouble = str(error)
        self._time_passes()
