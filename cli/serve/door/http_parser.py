"""The parser of HTTP: what it cannot read is answered with a problem too, not with a bare line of text."""

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

from cli.serve.door.connections import Connections, hang_up, unreadable


def http_protocol(connections: Connections) -> type[asyncio.Protocol]:
    """The parser to use: the fast one where the extra `fast` is installed."""
    try:
        from cli.serve.door.fast_http import fast_http
    except ImportError:
        return plain_http(connections)
    return fast_http(connections)


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
            hang_up(self, unreadable())

    return PlainHttp
