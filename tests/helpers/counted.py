"""How often functions are called while something is done: work that is the same on every machine, busy or not."""

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import CodeType, FrameType
from typing import Any

ALL = "all"
"""The count of every function of Python that was called."""


@contextmanager
def calls_of(**functions: Callable[..., Any]) -> Iterator[Counter[str]]:
    """Counts the calls of functions by the names given here, from wherever and under whatever name they are called."""
    named: dict[CodeType, str] = {function.__code__: name for name, function in functions.items()}
    found: Counter[str] = Counter()

    def see(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            found[ALL] += 1
            if frame.f_code in named:
                found[named[frame.f_code]] += 1

    sys.setprofile(see)
    try:
        yield found
    finally:
        sys.setprofile(None)
