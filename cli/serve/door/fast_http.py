"""The parser of the extra `fast`. Without the extra this module cannot be imported."""

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from cli.serve.door.connections import Connections, hang_up, unreadable
from cli.serve.door.web_guard import HEADER_BYTES
from cli.serve.messages.problems import WebProblem


def fast_http(connections: Connections) -> type[asyncio.Protocol]:
    """The fast parser."""

    class FastHttp(HttpToolsProtocol):
        """It also takes a method that it does not know for unreadable."""

        unread = 0
        """Bytes that came since a head, or a part of a body, was whole: this parser takes headers without end."""

        def connection_made(self, transport: Any) -> None:
            """Count it."""
            super().connection_made(transport)
            connections.made(self)

        def connection_lost(self, exc: Exception | None) -> None:
            """Forget it."""
            connections.lost(self)
            super().connection_lost(exc)

        def data_received(self, data: bytes) -> None:
            """Read on, unless too much came that was no request yet."""
            if self.unread > HEADER_BYTES:
                hang_up(self, WebProblem("headers-too-large", f"more than {HEADER_BYTES // 1024} KiB before the body"))
                return
            self.unread += len(data)
            super().data_received(data)

        def on_headers_complete(self) -> None:
            """A head is whole."""
            self.unread = 0
            super().on_headers_complete()

        def on_body(self, body: bytes) -> None:
            """A part of a body is here."""
            self.unread = 0
            super().on_body(body)

        def send_400_response(self, msg: str) -> None:
            """Answer in our form, and close."""
            hang_up(self, unreadable())

    return FastHttp
