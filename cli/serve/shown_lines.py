"""Which lines of a record an answer shows, as sizes: what is noted of a look. A size is one more than its last line."""

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cli.serve.calls import Incoming

Sizes = tuple[int, int]
Shows = Callable[["Incoming", int], Sizes]
"""From the request and the size that its eyes may know: the sizes from and to which it is shown lines."""


def table_now(_: "Incoming", size: int) -> Sizes:
    """The table as it lies, and what was logged last."""
    return size, size


def every_line(_: "Incoming", size: int) -> Sizes:
    """All lines so far."""
    return min(2, size), size


def lines_asked(asked: "Incoming", size: int) -> Sizes:
    """Those from `first` to `last` of the query, as far as they are there."""
    first = min(max(1, asked.query.first) + 1, size)
    return first, max(first, min(asked.query.last + 1, size))


def line_named(asked: "Incoming", size: int) -> Sizes:
    """The one whose number stands in the address."""
    told = asked.request.scope["path_params"]["seq"]
    at = min(int(told) + 1, size) if told.isdecimal() else size
    return at, at
