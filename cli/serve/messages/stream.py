"""An open stream as an answer: however it ends, its place is free again, and who does not read is not waited for."""

import asyncio
from collections.abc import AsyncGenerator

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from cli.serve.messages.listener import Listener

HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
READ_SECONDS = 20.0
"""How long a frame may wait until somebody reads it. A phone that is further away than that comes back by itself."""


class Stream(Response):
    """Server-sent events for one listener."""

    def __init__(self, frames: AsyncGenerator[bytes, None], listener: Listener) -> None:
        super().__init__(None, 200, HEADERS, "text/event-stream")
        del self.headers["content-length"]  # its length is not known
        self._frames = frames
        self._listener = listener
        self._sending_since: float | None = None
        self._is_stuck = False
        self._clock: asyncio.TimerHandle | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send until the end. The frames are not asked for at all if the device is gone before the first one."""
        task = asyncio.current_task()
        assert task is not None, "an answer is sent by a task"
        loop = asyncio.get_running_loop()
        hearing = loop.create_task(self._hear_the_end(receive))
        self._look(loop, task)
        try:
            await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
            if scope["method"] != "HEAD":
                await self._send_all(loop, send)
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        except asyncio.CancelledError:
            if not self._is_stuck:
                raise
            task.uncancel()
            self._listener.end()
        finally:
            if self._clock is not None:
                self._clock.cancel()
            hearing.cancel()
            self._listener.leave()
            await self._frames.aclose()

    async def _send_all(self, loop: asyncio.AbstractEventLoop, send: Send) -> None:
        async for frame in self._frames:
            self._sending_since = loop.time()
            await send({"type": "http.response.body", "body": frame, "more_body": True})
            self._sending_since = None

    async def _hear_the_end(self, receive: Receive) -> None:
        """Wait until the device hangs up."""
        while (await receive())["type"] != "http.disconnect":
            pass
        self._listener.end()

    def _look(self, loop: asyncio.AbstractEventLoop, task: "asyncio.Task[None]") -> None:
        """Cut off whoever does not read. Nearly every frame is gone at once, so that none has a clock of its own."""
        if self._sending_since is not None and loop.time() - self._sending_since > READ_SECONDS:
            self._is_stuck = True
            task.cancel()
        else:
            self._clock = loop.call_later(READ_SECONDS / 2, self._look, loop, task)
