"""Which lines of a record an answer shows, as sizes: what is noted of a look. A size is one more than its last line."""

from collections.abc import Callable
from typing import Any, Protocol

from starlette.types import Scope


class AskedFor(Protocol):
    """What a request asks for."""

    @property
    def query(self) -> Any:
        """The query of its address."""

    @property
    def scope(self) -> Scope:
        """The request itself."""


Sizes = tuple[int, int]
Shows = Callable[[AskedFor, int], Sizes]
"""From the request and the size that its eyes may know: the sizes from and to which it is shown lines."""


def table_now(_: AskedFor, size: int) -> Sizes:
    """The table as it lies, and what was logged last."""
    return size, size


def every_line(_: AskedFor, size: int) -> Sizes:
    """All lines so far."""
    return min(2, size), size


def lines_asked(asked: AskedFor, size: int) -> Sizes:
    """Those from `first` to `last` of the query, as far as they are there."""
    first = min(max(1, asked.query.first) + 1, size)
    return first, max(first, min(asked.query.last + 1, size))


def line_named(asked: AskedFor, size: int) -> Sizes:
    """The one whose number stands in the address."""
    told = asked.scope["path_params"]["seq"]
    at = min(int(told) + 1, size) if told.isdecimal() else size
    return at, at
