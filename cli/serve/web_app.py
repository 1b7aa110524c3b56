"""The routes, and nothing else."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp

from cli import __version__
from cli.serve import (
    api_desk,
    api_disputes,
    api_events,
    api_games,
    api_join,
    api_links,
    api_live,
    api_new,
    api_pen,
    api_people,
    api_records,
    api_rulings,
    api_seat,
    api_trust,
    web_pages,
)
from cli.serve.calls import PREFIX, Call
from cli.serve.dispatch import cookie_name, endpoint
from cli.serve.openapi import document
from cli.serve.problems import WebProblem
from cli.serve.service import Service
from cli.serve.web_guard import Guard, mistake_told
from cli.serve.wire import json_response, problem_response

CALLS: tuple[Call, ...] = (
    *api_join.CALLS,
    *api_games.CALLS,
    *api_records.CALLS,
    *api_live.CALLS,
    *api_events.CALLS,
    *api_pen.CALLS,
    *api_seat.CALLS,
    *api_desk.CALLS,
    *api_new.CALLS,
    *api_links.CALLS,
    *api_people.CALLS,
    *api_disputes.CALLS,
    *api_rulings.CALLS,
    *api_trust.CALLS,
)
OFTEN = ("/records/{id}/events", "/records/{id}/now", "/records/{id}/live")
"""What phones ask for again and again. Routes are tried one after the other, so these come first."""
PAGES = {"/": "start", "/j": "join", "/t/{id}": "board", "/t/{id}/log": "log", "/desk": "desk", "/privacy": "privacy"}
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
        return json_response(document(CALLS, cookie_name(service)))

    async def replay(request: Request) -> Response:
        return await web_pages.replay_page(service, request)

    often_first = sorted(CALLS, key=lambda call: call.path not in OFTEN)
    routes = [Route("/health", health)]
    routes += [Route(PREFIX + call.path, endpoint(service, call), methods=[call.method]) for call in often_first]
    routes += [Route(path, _shell(service, name)) for path, name in PAGES.items()]
    routes += [
        Route("/t/{id}/replay", replay),
        Route("/assets/{version}/{name}", web_pages.asset),
        Route("/openapi.json", openapi),
    ]
    handlers = {
        404: _no_such_page,
        405: _wrong_method_of(routes),
        ClientDisconnect: _broken_off,
        Exception: _mistake,
    }
    inner = Starlette(routes=routes, lifespan=living, exception_handlers=handlers)  # type: ignore[arg-type] # its types are wider than what it calls
    return Guard(inner, service.settings)


def _shell(service: Service, name: str) -> Callable[[Request], Awaitable[Response]]:
    async def answer(_: Request) -> Response:
        return web_pages.shell(name, service)

    return answer


async def _no_such_page(_: Request, __: HTTPException) -> Response:
    return problem_response(WebProblem("not-found", "there is nothing at this address", mend="open your link again"))


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


async def _broken_off(_: Request, __: ClientDisconnect) -> Response:
    """The device hung up while it was still asking: nobody reads this, and nothing was done."""
    return problem_response(WebProblem("malformed", "the request broke off"))


async def _mistake(_: Request, error: Exception) -> Response:
    return problem_response(mistake_told(error))
