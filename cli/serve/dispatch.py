"""A request becomes a call: who asks, whether they may, what they sent; and every error becomes an answer."""

from collections.abc import Awaitable, Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from cli.serve.calls import Call, Incoming, not_here
from cli.serve.cookies import cookie_name, renewed
from cli.serve.looks import note_look
from cli.serve.problems import WebProblem, problem_of
from cli.serve.register.sessions import DeviceSession
from cli.serve.service import Service
from cli.serve.wire import JsonAnswer, headers_of, problem_response, read_body, read_query
from records.errors import QuartermasterError

BEARER = b"bearer "
MAPPED = "::ffff:"
"""How an address of the fourth version is written where both versions are listened to."""
LOOPBACK = ("127.0.0.1", "::1", "localhost")


def endpoint(service: Service, call: Call) -> Callable[[Request], Awaitable[Response]]:
    """The function that answers the requests of a call."""

    async def answer(request: Request) -> Response:
        try:
            session = session_of(service, request)
            if call.may:
                session = _let_in(service, call, request, session)
            query = read_query(request, call.query) if call.query is not None else None
            body: Any = await read_body(request, call.takes) if call.takes is not None else None
            value = await _answered(call, Incoming(service, request, session, body, query))
        except WebProblem as problem:
            return problem_response(problem)
        except QuartermasterError as error:
            return problem_response(problem_of(error))
        answered = value if isinstance(value, Response) else JsonAnswer(value)
        return answered if session is None else renewed(service, request, session.id, answered)

    return answer


async def _answered(call: Call, asked: Incoming) -> Any:
    """The answer, once it is noted what it shows. Who is refused because lines were missed is shown these."""
    try:
        value = await call.answer(asked)
    except WebProblem as problem:
        if "since" in problem.more:
            await note_look(call, asked)
        raise
    await note_look(call, asked)
    return value


def session_of(service: Service, request: Request) -> DeviceSession | None:
    """The session of a request, from its cookie or its Authorization."""
    secret = secret_of(service, request)
    return service.register.session(secret) if secret else None


def secret_of(service: Service, request: Request) -> str | None:
    """What a request shows to prove its session."""
    given = headers_of(request.scope).get(b"authorization", b"")
    if given[: len(BEARER)].lower() == BEARER:
        return given[len(BEARER) :].decode("latin-1")
    return request.cookies.get(cookie_name(service.settings))


def _let_in(service: Service, call: Call, request: Request, session: DeviceSession | None) -> DeviceSession:
    if session is None:
        raise WebProblem("no-session", "no link was opened on this device", mend="open your link, or scan it again")
    if call.may != "session" and not session.allowed:
        raise WebProblem("not-allowed", "this device waits until the other one, or the desk, lets it in")
    check_reach(service, request, session)
    if call.may != "session" and call.may not in session.grant.may:
        raise WebProblem("not-allowed", f"this link is for {_words(session)}, not for that", mend="ask the desk")
    return session


def check_reach(service: Service, request: Request, session: DeviceSession) -> None:
    """Refuse the desk where it may not come from, and records that a link is not for."""
    if "desk" in session.grant.may and not _desk_may_come(service, request):
        raise WebProblem(
            "not-allowed", "the desk opens on the machine of the service only", mend="start it with --desk-from lan"
        )
    record_id = request.scope.get("path_params", {}).get("id")
    if record_id is not None and not service.may_reach(session, record_id):
        raise not_here()


def _desk_may_come(service: Service, request: Request) -> bool:
    if service.settings.desk_from == "lan" or service.settings.behind_proxy:
        return True
    address = request.client.host.removeprefix(MAPPED) if request.client else ""
    asked, _ = request.scope.get("server") or ("", 0)
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
