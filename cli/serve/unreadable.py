"""Requests that no parser of HTTP can read: they too are answered with a problem, not with a bare line of text."""

import asyncio

import msgspec
from uvicorn.protocols.http.h11_impl import H11Protocol

from cli.serve.problems import WebProblem


def unreadable_answer() -> bytes:
    """The whole answer, as it goes over the wire: there is no request that an application could answer."""
    problem = WebProblem(
        "malformed", "what was sent is no HTTP request that can be read", mend="send a request of HTTP/1.1"
    )
    body = msgspec.json.encode(problem.document())
    head = (
        "HTTP/1.1 400 Bad Request\r\ncontent-type: application/problem+json\r\ncache-control: no-store\r\n"
        f"content-length: {len(body)}\r\nconnection: close\r\n\r\n"
    )
    return head.encode("ascii") + body


class PlainHttp(H11Protocol):
    """The parser of the plain install."""

    def send_400_response(self, msg: str) -> None:
        """Answer in our form, and close."""
        self.transport.write(unreadable_answer())
        self.transport.close()


def http_protocol() -> type[asyncio.Protocol]:
    """The parser to use: the fast one where the extra `fast` is installed."""
    try:
        from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
    except ImportError:
        return PlainHttp

    class FastHttp(HttpToolsProtocol):
        """The parser of the extra `fast`, which also takes a method that it does not know for unreadable."""

        def send_400_response(self, msg: str) -> None:
            """Answer in our form, and close."""
            self.transport.write(unreadable_answer())
            self.transport.close()

    return FastHttp
