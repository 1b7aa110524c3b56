"""Another program writes to a database of the service: how long is waited for it, and by whom.

A phone gives an answer up after 25 seconds, and a service that is to stop has three. So every attempt is short, and
what may be tried again is, until patience ends or the service stops.
"""

import asyncio
import time
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Protocol, TypeVar

from records.errors import BUSY, Unavailable

PATIENCE = 3.0
"""For how many seconds something is tried again."""
STORE_SECONDS = 0.5
"""How long one attempt to write to the store takes at most. It is made beside the loop."""
REGISTER_SECONDS = 0.01
"""The same of the register, for which everybody waits: it is written in the loop."""
PAUSE = 0.05
"""How many seconds there are between two attempts."""

Done = TypeVar("Done")


class WaitingService(Protocol):
    """What is asked of the service that waits."""

    stopping: bool
    register: Any
    register_gate: asyncio.Lock


def is_busy(error: BaseException) -> bool:
    """Whether another program writes just now, so that it may soon be possible."""
    return isinstance(error, Unavailable) and error.kind == BUSY


async def by_register(service: WaitingService, work: Callable[[], Done]) -> Done:
    """Write to the register, as soon as it is free. Whoever waits does so in turn, and holds nobody else up."""
    until = time.monotonic() + PATIENCE
    async with service.register_gate:
        while True:
            try:
                return work()
            except Unavailable as error:
                if not _may_wait(service, error, until):
                    raise
            await asyncio.sleep(PAUSE)


async def by_store(service: WaitingService, work: Callable[[], Done]) -> Done:
    """Write to the store beside the loop, as soon as it is free. Lines of a table go through its writer instead."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            return await asyncio.to_thread(work)
        except Unavailable as error:
            if not _may_wait(service, error, until):
                raise
        await asyncio.sleep(PAUSE)


async def put_names(service: WaitingService, record_id: str, names: Mapping[str, str]) -> None:
    """Keep the names of players beside a record."""
    for seat, name in names.items():
        await by_register(service, partial(service.register.put_person, record_id, seat, name))


def _may_wait(service: WaitingService, error: Unavailable, until: float) -> bool:
    return is_busy(error) and not service.stopping and time.monotonic() < until
