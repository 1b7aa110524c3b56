"""The short way to the calls that phones make again and again, past the search through all routes."""

from collections.abc import Collection, Sequence

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from cli.serve.calls import PREFIX
from cli.serve.problems import WebProblem
from cli.serve.wire import problem_response

_RECORDS = f"{PREFIX}/records/"


class Shortcut:
    """Answers some calls about a record, as the routes would."""

    def __init__(self, routes: Sequence[Route], names: Collection[str]) -> None:
        """`names` are the last parts of the addresses: `events` for `/records/{id}/events`."""
        paths = {f"{_RECORDS}{{id}}/{name}": name for name in names}
        self._routes = {
            (method, paths[route.path]): route
            for route in routes
            if route.path in paths
            for method in route.methods or ()
        }

    async def answer(self, scope: Scope, receive: Receive, send: Send) -> Response | None:
        """The answer to a request; None if it is not one of these calls."""
        route, record_id = self._found(scope)
        if route is None:
            return None
        scope["route"], scope["path_params"] = route, {"id": record_id}
        try:
            response: Response = await route.endpoint(Request(scope, receive, send))
        except ClientDisconnect:
            response = broken_off()
        return response

    def _found(self, scope: Scope) -> tuple[Route | None, str]:
        path: str = scope["path"]
        if not path.startswith(_RECORDS):
            return None, ""
        record_id, _, name = path[len(_RECORDS) :].partition("/")
        return (self._routes.get((scope["method"], name)) if record_id else None), record_id


def broken_off() -> Response:
    """The device hung up while it was still asking: nobody reads this, and nothing was done."""
    return problem_response(WebProblem("malformed", "the request broke off"))
