"""The routes, and nothing else."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp

from cli import __version__
from cli.serve.api import (
    desk_calls,
    desk_link_calls,
    dispute_calls,
    event_calls,
    game_calls,
    join_calls,
    kept_calls,
    link_calls,
    live_calls,
    new_record_calls,
    new_tournament_calls,
    notice_calls,
    organising_calls,
    passkey_calls,
    pen_calls,
    people_calls,
    photo_calls,
    record_calls,
    ruling_calls,
    seat_calls,
    second_record_calls,
    stats_calls,
    tournament_calls,
    trust_calls,
    wall_calls,
)
from cli.serve.calls import PREFIX, Call
from cli.serve.door import web_pages
from cli.serve.door.cookies import cookie_name
from cli.serve.door.dispatch import Endpoint
from cli.serve.door.shortcut import Shortcut
from cli.serve.door.web_guard import Guard, mistake_told
from cli.serve.links import link_about, watching
from cli.serve.messages.problems import WebProblem
from cli.serve.messages.wire import json_response, problem_response
from cli.serve.openapi.description import document
from cli.serve.service import Service

CALLS: tuple[Call, ...] = (
    *join_calls.CALLS,
    *kept_calls.CALLS,
    *link_about.CALLS,
    *watching.CALLS,
    *passkey_calls.CALLS,
    *game_calls.CALLS,
    *record_calls.CALLS,
    *live_calls.CALLS,
    *event_calls.CALLS,
    *pen_calls.CALLS,
    *seat_calls.CALLS,
    *desk_calls.CALLS,
    *new_record_calls.CALLS,
    *link_calls.CALLS,
    *desk_link_calls.CALLS,
    *people_calls.CALLS,
    *notice_calls.CALLS,
    *dispute_calls.CALLS,
    *photo_calls.CALLS,
    *second_record_calls.CALLS,
    *ruling_calls.CALLS,
    *trust_calls.CALLS,
    *tournament_calls.CALLS,
    *new_tournament_calls.CALLS,
    *organising_calls.CALLS,
    *wall_calls.CALLS,
    *stats_calls.CALLS,
)
OFTEN = ("events", "now", "live")
"""What phones ask of a record again and again: they are found without a search through all routes."""
PAGES = {
    "/": "start",
    "/j": "join",
    "/t/{id}": "board",
    "/t/{id}/log": "log",
    "/hall/{id}": "hall",
    "/desk": "desk",
    "/privacy": "privacy",
}
"""The pages that are shells, by their address."""


def app_of(service: Service) -> ASGIApp:
    """The whole application."""

    @asynccontextmanager
    async def living(_: Starlette) -> AsyncIterator[None]:
        await service.start()
        yield
        await service.stop()

    async def health(_: Request) -> Response:
        trouble = "the store cannot be read just now" if service.hub.trouble else ""  # anybody may ask: no paths
        told = {"ok": not trouble, "version": __version__, "tables": len(service.tables), "trouble": trouble}
        return json_response(told, 503 if trouble else 200)

    async def openapi(_: Request) -> Response:
        # It may load games that nobody plays, and the tables go on meanwhile.
        return json_response(await asyncio.to_thread(document, CALLS, cookie_name(service.settings)))

    async def replay(request: Request) -> Response:
        return await web_pages.replay_page(service, request)

    routes = [Route("/health", health)]
    routes += [Route(PREFIX + call.path, Endpoint(service, call), methods=[call.method]) for call in CALLS]
    routes += [Route(path, _shell(service, name)) for path, name in PAGES.items()]
    routes += [
        Route("/t/{id}/replay", replay),
        Route("/assets/{version}/{name}", web_pages.asset),
        Route("/openapi.json", openapi),
    ]
    handlers = {
        404: _no_such_page(service),
        405: _wrong_method_of(routes),
        Exception: _mistake,
    }
    inner = Starlette(routes=routes, lifespan=living, exception_handlers=handlers)  # type: ignore[arg-type] # its types are wider than what it calls
    larger = {PREFIX + call.path: call.limit for call in CALLS if call.limit is not None}
    return Guard(inner, service.settings, larger, Shortcut(routes, OFTEN))


def _shell(service: Service, name: str) -> Callable[[Request], Awaitable[Response]]:
    async def answer(request: Request) -> Response:
        return web_pages.shell(name, service, request)

    return answer


def _no_such_page(service: Service) -> Callable[[Request, HTTPException], Awaitable[Response]]:
    """The answer at an address that does not exist: a page for people, a problem for programs."""

    async def answer(request: Request, _: HTTPException) -> Response:
        if "text/html" in request.headers.get("accept", "") and not request.url.path.startswith(PREFIX):
            return web_pages.nowhere(service, request)
        return problem_response(
            WebProblem("not-found", "there is nothing at this address", mend="open your link again")
        )

    return answer


def _wrong_method_of(routes: list[Route]) -> Callable[[Request, HTTPException], Awaitable[Response]]:
    """The answer to a method that an address does not know; each method of an address is a route of its own."""
    methods: dict[str, set[str]] = {}
    for route in routes:
        methods.setdefault(route.path, set()).update(route.methods or ())

    async def answer(request: Request, _: HTTPException) -> Response:
        response = problem_response(WebProblem("wrong-method", "this address is asked in another way"))
        response.headers["Allow"] = ", ".join(sorted(methods[request.scope["route"].path]))
        return response

    return answer


async def _mistake(_: Request, error: Exception) -> Response:
    return problem_response(mistake_told(error))
