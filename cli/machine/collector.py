"""How rarely Python looks for garbage: what a command makes is mostly gone by itself, or stays until its end."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

COLLECT_AFTER = 50_000
"""Values made before the collector looks for garbage: importing makes many, all of which stay."""


@contextmanager
def collecting_rarely() -> Iterator[None]:
    """Around much work in a process that may be somebody else's, such as a worker of a cluster."""
    before = gc.get_threshold()
    gc.set_threshold(COLLECT_AFTER)
    try:
        yield
    finally:
        gc.set_threshold(*before)


@contextmanager
def without_collecting() -> Iterator[None]:
    """Around what is loaded and stays: nobody looks through it, neither meanwhile nor later."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()
