"""The parsers of HTTP: what they cannot read is answered with a problem too, not with a bare line of text."""

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

from cli.serve.connections import Connections, hang_up
from cli.serve.problems import WebProblem
from cli.serve.web_guard import HEADER_BYTES


def http_protocol(connections: Connections) -> type[asyncio.Protocol]:
    """The parser to use: the fast one where the extra `fast` is installed."""
    try:
        from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
    except ImportError:
        return plain_http(connections)

    class FastHttp(HttpToolsProtocol):
        """The parser of the extra `fast`, which also takes a method that it does not know for unreadable."""

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
            hang_up(self, _unreadable())

    return FastHttp


def plain_http(connections: Connections) -> type[asyncio.Protocol]:
    """The parser of the plain install. It counts what comes before a request by itself."""

    class PlainHttp(H11Protocol):
        """That parser, looked after."""

        def connection_made(self, transport: Any) -> None:
            """Count it."""
            super().connection_made(transport)
            connections.made(self)

        def connection_lost(self, exc: Exception | None) -> None:
            """Forget it."""
            connections.lost(self)
            super().connection_lost(exc)

        def send_400_response(self, msg: str) -> None:
            """Answer in our form, and close."""
            hang_up(self, _unreadable())

    return PlainHttp


def _unreadable() -> WebProblem:
    return WebProblem(
        "malformed", "what was sent is no HTTP request that can be read", mend="send a request of HTTP/1.1"
    )
