"""The routes, and nothing else."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp

from cli import __version__
from cli.serve import api_events, api_games, api_join, api_live, api_pen, api_records, api_seat, web_pages
from cli.serve.calls import PREFIX, Call
from cli.serve.dispatch import endpoint
from cli.serve.openapi import document
from cli.serve.problems import WebProblem
from cli.serve.service import Service
from cli.serve.web_guard import Guard
from cli.serve.wire import json_response, problem_response

CALLS: tuple[Call, ...] = (
    *api_join.CALLS,
    *api_games.CALLS,
    *api_records.CALLS,
    *api_live.CALLS,
    *api_events.CALLS,
    *api_pen.CALLS,
    *api_seat.CALLS,
)
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
        trouble = service.hub.trouble
        told = {"ok": not trouble, "version": __version__, "tables": len(service.tables), "trouble": trouble}
        return json_response(told, 503 if trouble else 200)

    async def openapi(_: Request) -> Response:
        return json_response(document(CALLS))

    async def replay(request: Request) -> Response:
        return await web_pages.replay_page(service, request)

    routes = [Route(PREFIX + call.path, endpoint(service, call), methods=[call.method]) for call in CALLS]
    routes += [Route(path, _shell(service, name)) for path, name in PAGES.items()]
    routes += [
        Route("/t/{id}/replay", replay),
        Route("/assets/{version}/{name}", web_pages.asset),
        Route("/health", health),
        Route("/openapi.json", openapi),
    ]
    handlers = {404: _no_such_page, 405: _wrong_method}
    inner = Starlette(routes=routes, lifespan=living, exception_handlers=handlers)  # type: ignore[arg-type] # its types are wider than what it calls
    return Guard(inner, service.settings)


def _shell(service: Service, name: str) -> Callable[[Request], Awaitable[Response]]:
    async def answer(_: Request) -> Response:
        return web_pages.shell(name, service)

    return answer


async def _no_such_page(_: Request, __: HTTPException) -> Response:
    return problem_response(WebProblem("not-found", "there is nothing at this address", mend="open your link again"))


async def _wrong_method(_: Request, error: HTTPException) -> Response:
    response = problem_response(WebProblem("wrong-method", "this address is asked in another way"))
    response.headers.update(error.headers or {})
    return response
