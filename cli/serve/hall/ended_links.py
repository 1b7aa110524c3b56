"""Ends the links of officials whose event is over, as soon as it is."""

import asyncio
from collections.abc import Awaitable, Callable

from cli.serve.hall.event_ends import EventEnds
from cli.serve.logs import log_line, log_mistake
from cli.serve.register.grants import Grant
from records.clock import Clock
from records.errors import Damaged, NotFound, QuartermasterError

AGAIN = 5 * 1_000_000
"""After how many microseconds it is looked again where something could not be read or written."""
REST = 0.4
"""For how many seconds nothing is looked at after a look: lines come much more often than events end."""


class EndedLinks:
    """Looks whenever the store, the links or the time make it worth it, some times a second at most."""

    def __init__(self, ends: EventEnds, clock: Clock, end: Callable[[Grant], Awaitable[None]]) -> None:
        """`end` ends a link."""
        self._ends = ends
        self._clock = clock
        self._end = end
        self._seen: object = None
        """The place in the feed, and the links, that were looked at last."""
        self._due: int | None = None
        """When time alone may end something."""
        self._round: asyncio.Task[None] | None = None
        self.rest = REST
        self._rests_until = 0.0
        self._trouble = ""

    def begin(self, place: int, officials: Callable[[], list[Grant]]) -> None:
        """Begin to look, if anything has moved. `place`: how far the feed was followed; `officials` gives the links."""
        loop = asyncio.get_running_loop()
        if loop.time() < self._rests_until or (self._round is not None and not self._round.done()):
            return
        self._rests_until = loop.time() + self.rest
        links = officials()
        now, seen = self._clock(), (place, [grant.id for grant in links])
        if seen == self._seen and (self._due is None or now < self._due):
            return
        self._seen, self._due = seen, None
        if links:
            self._round = loop.create_task(self._look(links))

    async def done(self) -> None:
        """Wait until what is under way has ended."""
        if self._round is not None:
            await self._round

    def stop(self) -> None:
        """Leave what is under way: the service ends."""
        if self._round is not None:
            self._round.cancel()

    async def _look(self, links: list[Grant]) -> None:
        for grant in links:
            try:
                moments = await asyncio.to_thread(self._ends.moments, grant)
                moments = [moment for moment in moments if moment >= grant.made_at]  # one made later is for what comes
                if any(moment <= self._clock() for moment in moments):
                    await self._end(grant)
                else:
                    self._look_again(*moments)
            except (NotFound, Damaged):  # what nobody can read is not over, and the desk knows of it
                continue
            except QuartermasterError as error:
                if self._trouble != str(error):
                    log_line("links", trouble=str(error))
                self._trouble = str(error)
                self._look_again(self._clock() + AGAIN)
            except Exception as error:  # the other links end all the same
                log_mistake(error)

    def _look_again(self, *moments: int) -> None:
        self._due = min([*moments, *([] if self._due is None else [self._due])], default=None)
