"""An open stream as an answer: however it ends, its place is free again, and who does not read is not waited for."""

import asyncio
from collections.abc import AsyncIterator

from starlette.responses import StreamingResponse
from starlette.types import Message, Receive, Scope, Send

from cli.serve.listener import Listener

HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
READ_SECONDS = 20.0
"""How long a frame may wait until somebody reads it. A phone that is further away than that comes back by itself."""


class Stream(StreamingResponse):
    """Server-sent events for one listener."""

    def __init__(self, frames: AsyncIterator[bytes], listener: Listener) -> None:
        super().__init__(frames, 200, HEADERS, "text/event-stream")
        self._listener = listener

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send until the end. The frames are not asked for at all if the device is gone before the first one."""

        async def in_time(message: Message) -> None:
            async with asyncio.timeout(READ_SECONDS):
                await send(message)

        try:
            if scope["method"] == "HEAD":
                await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
                await send({"type": "http.response.body", "body": b""})
                return
            await super().__call__(scope, receive, in_time)
        except TimeoutError:
            self._listener.end()
        finally:
            self._listener.leave()
