"""The table of calls: what can be asked of the service, by whom, in which form. Routes and OpenAPI are made of it."""

from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

import msgspec
from starlette.requests import Request
from starlette.types import Scope

from cli.serve.messages.problems import WebProblem
from cli.serve.messages.shown_lines import Shows, table_now
from cli.serve.messages.wire import BodyLimit, address_of
from cli.serve.register.sessions import DeviceSession
from cli.serve.service import Service

PREFIX = "/api/v1"


class Incoming(msgspec.Struct, frozen=True):
    """A request that was let in: who asks, and what was sent, already read."""

    service: Service
    scope: Scope
    session_or_none: DeviceSession | None
    body: Any = None
    query: Any = None

    @property
    def session(self) -> DeviceSession:
        """The session; a call that needs one is not answered without."""
        assert self.session_or_none is not None, "a call without `may` asked for the session"
        return self.session_or_none

    @property
    def id(self) -> str:
        """The record that the address names."""
        found: str = self.scope["path_params"]["id"]
        return found

    @property
    def request(self) -> Request:
        """The request, for those who ask for more of it; the calls that are made most often do not."""
        return Request(self.scope)

    @property
    def address(self) -> str:
        """Where the request comes from."""
        return address_of(self.scope)


Answer = Callable[[Incoming], Awaitable[Any]]


class Call(NamedTuple):
    """One call. `answer` gives a value of type `gives`, or a whole response."""

    method: str
    path: str
    """Below /api/v1."""
    answer: Answer
    may: str
    """`""` anybody, `session` whoever opened a link, else what the link must allow: look, claim, log, rule, desk."""
    says: str
    takes: type | None = None
    query: type | None = None
    gives: Any = None
    media: tuple[str, ...] = ()
    """The kinds of file or stream that it gives, where that is not JSON. Without this and `gives` there is no body."""
    limit: BodyLimit | None = None
    """How much may be sent, where that is more than usual."""
    shows: Shows | None = table_now
    """Which lines of the record in its address it shows, noted as a look; None for none, or if it notes that itself."""


def not_here() -> WebProblem:
    """The answer for what is not there, and for what one may not know to be there: they must not differ."""
    return WebProblem("not-found", "there is no such record here", mend="ask for the link again")
