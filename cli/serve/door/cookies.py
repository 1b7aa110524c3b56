"""The cookie that holds a session. It slides as its session does: who uses a link for a day keeps it for the day."""

from typing import Protocol

from starlette.requests import Request, cookie_parser
from starlette.responses import Response
from starlette.types import Scope

from cli.serve.messages.wire import BY_NAME
from cli.serve.register.sessions import SECOND
from cli.serve.settings import Settings
from records.clock import Clock

SECONDS = 12 * 3600
DUE_AFTER = 3600 * SECOND
"""A cookie as old as this is set again with the next answer."""
OLD_AFTER = 6 * 3600 * SECOND
"""A stream is one answer, and can set none later: one with a cookie as old as this ends, and its page comes back."""
KNOWN_MAX = 10_000


class CookieAges:
    """When each session was given its cookie, as far as this process knows; after a restart all are given it again."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._given: dict[str, int] = {}
        self._over: set[str] = set()

    def given(self, session_id: str) -> None:
        """A browser is given the cookie of a session, now."""
        if len(self._given) > KNOWN_MAX:
            self._given.clear()
        self._given[session_id] = self._clock()
        self._over.discard(session_id)

    def replaced(self, session_id: str) -> None:
        """A browser has the cookie of another session now: an answer to an earlier question must not undo that."""
        if len(self._over) > KNOWN_MAX:
            self._over.clear()
        self._over.add(session_id)

    def is_due(self, session_id: str) -> bool:
        """Whether the cookie is to be set again with the next answer."""
        given = self._given.get(session_id)
        return (given is None or self._clock() - given >= DUE_AFTER) and session_id not in self._over

    def is_old(self, session_id: str) -> bool:
        """Whether a stream should end, so that its page comes back and is given the cookie again."""
        given = self._given.get(session_id)
        return given is not None and self._clock() - given >= OLD_AFTER and session_id not in self._over


class HasCookies(Protocol):
    """What is asked of a service that sets cookies."""

    settings: Settings
    cookies: CookieAges


def cookie_name(settings: Settings) -> str:
    """The name of the cookie; over https browsers keep its prefix from being set by anybody else."""
    return "__Host-qm" if settings.secure else "qm"


def with_cookie(service: HasCookies, response: Response, session_id: str, secret: str) -> Response:
    """The answer with a session for this browser; no script can read it, no other site can use it."""
    service.cookies.given(session_id)
    response.set_cookie(
        cookie_name(service.settings),
        secret,
        max_age=SECONDS,
        path="/",
        secure=service.settings.secure,
        httponly=True,
        samesite="strict",
    )
    return response


def cookies_of(scope: Scope) -> dict[str, str]:
    """The cookies of a request."""
    headers: dict[bytes, bytes] = scope[BY_NAME]
    if len(headers) < len(scope["headers"]):  # something was sent twice, and that may be cookies
        return Request(scope).cookies
    return cookie_parser(headers.get(b"cookie", b"").decode("latin-1"))


def renewed(service: HasCookies, scope: Scope, session_id: str, response: Response) -> Response:
    """The answer with the cookie set again, if it is due and came as a cookie; what an answer sets itself stays."""
    if b"cookie" not in scope[BY_NAME] or not service.cookies.is_due(session_id):
        return response
    secret = cookies_of(scope).get(cookie_name(service.settings))
    sets_itself = any(name == b"set-cookie" for name, _ in response.raw_headers)
    if secret is None or sets_itself or b"authorization" in scope[BY_NAME]:
        return response
    return with_cookie(service, response, session_id, secret)


def without_cookie(service: HasCookies, response: Response) -> Response:
    """The answer that lets the browser forget its session."""
    response.delete_cookie(
        cookie_name(service.settings), path="/", secure=service.settings.secure, httponly=True, samesite="strict"
    )
    return response
