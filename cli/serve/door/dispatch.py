"""A request becomes a call: who asks, whether they may, what they sent; and every error becomes an answer."""

from typing import Any

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from cli.serve.calls import Call, Incoming, not_here
from cli.serve.door.cookies import cookie_name, cookies_of, renewed
from cli.serve.links.answers_noted import note_look
from cli.serve.messages.problems import WebProblem, problem_of
from cli.serve.messages.shown_lines import table_now
from cli.serve.messages.wire import BY_NAME, JsonAnswer, address_of, problem_response, read_body, read_query
from cli.serve.register.sessions import DeviceSession
from cli.serve.service import Service
from records.errors import QuartermasterError

BEARER = b"bearer "
MAPPED = "::ffff:"
"""How an address of the fourth version is written where both versions are listened to."""
LOOPBACK = ("127.0.0.1", "::1", "localhost")


class Endpoint:
    """Answers the requests of a call; an ASGI application."""

    def __init__(self, service: Service, call: Call) -> None:
        self._service = service
        self._call = call
        self._is_of_record = "{id}" in call.path

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        response = await self.answer(scope, receive)
        await response(scope, receive, send)

    async def answer(self, scope: Scope, receive: Receive) -> Response:
        """The answer to a request."""
        service, call = self._service, self._call
        try:
            session = session_of(service, scope)
            if call.may:
                session = _let_in(service, call, scope, session)
            query = read_query(scope, call.query) if call.query is not None else None
            body: Any = await read_body(scope, receive, call.takes) if call.takes is not None else None
            value = await self._answered(Incoming(service, scope, session, body, query))
        except WebProblem as problem:
            return problem_response(problem)
        except QuartermasterError as error:
            return problem_response(problem_of(error))
        answered = value if isinstance(value, Response) else JsonAnswer(value)
        return answered if session is None else renewed(service, scope, session.id, answered)

    async def _answered(self, asked: Incoming) -> Any:
        """The answer, once it is noted what it shows. Who is refused because lines were missed is shown these."""
        call = self._call
        shows = call.shows if self._is_of_record and asked.session_or_none is not None else None
        try:
            value = await call.answer(asked)
        except WebProblem as problem:
            if "since" in problem.more:
                await note_look(asked, shows or table_now, may_refuse=False)
            raise
        if shows is not None:
            await note_look(asked, shows, may_refuse=call.method == "GET")
        return value


def session_of(service: Service, scope: Scope) -> DeviceSession | None:
    """The session of a request, from its cookie or its Authorization."""
    secret = secret_of(service, scope)
    return service.register.session(secret) if secret else None


def secret_of(service: Service, scope: Scope) -> str | None:
    """What a request shows to prove its session."""
    given: bytes | None = scope[BY_NAME].get(b"authorization")
    if given is not None and given[: len(BEARER)].lower() == BEARER:
        return given[len(BEARER) :].decode("latin-1")
    return cookies_of(scope).get(cookie_name(service.settings))


def _let_in(service: Service, call: Call, scope: Scope, session: DeviceSession | None) -> DeviceSession:
    if session is None:
        raise WebProblem("no-session", "no link was opened on this device", mend="open your link, or scan it again")
    if call.may != "session" and not session.allowed:
        raise WebProblem("not-allowed", "this device waits until the other one, or the desk, lets it in")
    check_reach(service, scope, session)
    if call.may != "session" and call.may not in session.grant.may:
        raise WebProblem("not-allowed", f"this link is for {_words(session)}, not for that", mend="ask the desk")
    return session


def check_reach(service: Service, scope: Scope, session: DeviceSession) -> None:
    """Refuse the desk where it may not come from, and records that a link is not for."""
    if "desk" in session.grant.may and not _desk_may_come(service, scope):
        raise WebProblem(
            "not-allowed", "the desk opens on the machine of the service only", mend="start it with --desk-from lan"
        )
    record_id = scope["path_params"].get("id")
    if record_id is not None and not service.may_reach(session, record_id):
        raise not_here()


def _desk_may_come(service: Service, scope: Scope) -> bool:
    if service.settings.desk_from == "lan" or service.settings.behind_proxy:
        return True
    address = address_of(scope).removeprefix(MAPPED)
    asked, _ = scope.get("server") or ("", 0)
    # Who comes from the very address that they ask is on this machine.
    return bool(address) and address in (*LOOPBACK, asked.removeprefix(MAPPED))


def _words(session: DeviceSession) -> str:
    return {
        "spectator": "watching",
        "seat": "a seat at the table",
        "scribe": "logging",
        "official": "an official",
        "desk": "the desk",
    }[session.grant.role]
