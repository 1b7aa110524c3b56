"""The hub: whatever is appended, by whomever, reaches the boards by one path, the feed of the store."""

import asyncio
import contextlib
from typing import TYPE_CHECKING

from cli.serve.logs import log_line
from records.errors import QuartermasterError
from records.store.interface import FeedEntry

if TYPE_CHECKING:
    from cli.serve.service import Service

PAUSE = 0.5
"""How long the hub sleeps, in seconds, unless something of our own was appended."""
BATCH = 1000


class Hub:
    """Follows the feed. It is woken by our own appends, and looks by itself every half second."""

    def __init__(self, service: "Service") -> None:
        self._service = service
        self._after = service.store.feed_end()
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
            self.look()

    def look(self) -> None:
        """Take in everything new, and let time pass for those who see it late."""
        service = self._service
        try:
            while entries := service.store.feed(self._after, BATCH):
                self._hand_out(entries)
                self._after = entries[-1].position
            self.trouble = ""
        except QuartermasterError as error:
            if self.trouble != str(error):
                log_line("feed", trouble=str(error))
            self.trouble = str(error)
        service.let_time_pass()

    def _hand_out(self, entries: list[FeedEntry]) -> None:
        by_record: dict[str, list[FeedEntry]] = {}
        for entry in entries:
            by_record.setdefault(entry.record, []).append(entry)
        for record_id, news in by_record.items():
            self._service.news(record_id, [entry.event for entry in news])
