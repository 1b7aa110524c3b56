"""The short way to the calls that phones make again and again, past the search through all routes."""

import re
from collections.abc import Collection, Sequence

from starlette.routing import Route
from starlette.types import Scope

from cli.serve.calls import PREFIX
from cli.serve.door.dispatch import Endpoint

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

    def find(self, scope: Scope) -> Endpoint | None:
        """What answers a request; None if it is not one of these calls."""
        path = self._path.fullmatch(scope["path"])
        if path is None:
            return None
        record_id, name = path.groups()
        found = self._routes.get((name, scope["method"]))
        if found is None:
            return None
        scope["route"], endpoint = found
        scope["path_params"] = {"id": record_id}
        return endpoint
