"""When boards look back at what later lines answered: one view at a time, beside the loop, and with rests."""

import asyncio
import time
from collections.abc import Mapping

from cli.serve.logs import log_mistake
from cli.serve.tables.hindsight_told import HindsightTold
from cli.serve.tables.live import LiveTable

REST = 9
"""A look takes as long as an audit. The rest after it is this many times as long: lines are stored meanwhile."""


class LookBacks:
    """Lets every view that somebody listens through tell what the lines since its last look answered."""

    def __init__(self, tables: Mapping[str, LiveTable]) -> None:
        self._tables = tables
        self._round: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """Begin a round through all views that are due, unless one is under way."""
        if self._round is not None and not self._round.done():
            return
        due = [view for table in self._tables.values() for view in table.views if view.hindsight.is_due]
        if due:
            self._round = asyncio.get_running_loop().create_task(self._look([view.hindsight for view in due]))

    async def done(self) -> None:
        """Wait until the round that is under way has ended."""
        if self._round is not None:
            await self._round

    def stop(self) -> None:
        """Leave the rest of a round: the service ends."""
        if self._round is not None:
            self._round.cancel()

    async def _look(self, due: list[HindsightTold]) -> None:
        for one in due:
            begun = time.perf_counter()
            try:
                await one.look()
            except Exception as error:  # what was judged when it was logged still stands
                log_mistake(error)
            await asyncio.sleep(REST * (time.perf_counter() - begun))
