"""The short way to the calls that phones make again and again, past the search through all routes."""

import re
from collections.abc import Collection, Sequence

from starlette.requests import ClientDisconnect
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope

from cli.serve.calls import PREFIX
from cli.serve.dispatch import Endpoint
from cli.serve.problems import WebProblem
from cli.serve.wire import problem_response

_RECORDS = f"{PREFIX}/records"


class Shortcut:
    """Answers some calls about a record, as the routes would."""

    def __init__(self, routes: Sequence[Route], names: Collection[str]) -> None:
        """`names` are the last parts of the addresses: `events` for `/records/{id}/events`."""
        self._path = re.compile(f"{_RECORDS}/([^/]+)/({'|'.join(names)})")
        self._routes = {
            (route.path.rpartition("/")[2], method): (route, route.endpoint)
            for route in routes
            if isinstance(route.endpoint, Endpoint) and self._path.fullmatch(route.path)
            for method in route.methods or ()
        }

    async def answer(self, scope: Scope, receive: Receive) -> Response | None:
        """The answer to a request; None if it is not one of these calls."""
        path = self._path.fullmatch(scope["path"])
        if path is None:
            return None
        record_id, name = path.groups()
        found = self._routes.get((name, scope["method"]))
        if found is None:
            return None
        scope["route"], endpoint = found
        scope["path_params"] = {"id": record_id}
        try:
            return await endpoint.answer(scope, receive)
        except ClientDisconnect:
            return broken_off()


def broken_off() -> Response:
    """The device hung up while it was still asking: nobody reads this, and nothing was done."""
    return problem_response(WebProblem("malformed", "the request broke off"))
