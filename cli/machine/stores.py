"""Opening the store that a command line names. Its files are for their owner only: they may hold openings."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

from cli.machine.folders_and_clock import store_url
from records.store import Store, open_store


@contextmanager
def opened(db: str | None, *, create: bool = False, patience: float | None = None) -> Iterator[Store]:
    """The store; made, if asked, where it is not there yet. `patience`: see `open_store`."""
    with owner_only():
        store = open_store(store_url(db), create=create, patience=patience)
        try:
            yield store
        finally:
            store.close()


@contextmanager
def owner_only() -> Iterator[None]:
    """Files made inside are readable by their owner only."""
    before = os.umask(0o077)
    try:
        yield
    finally:
        os.umask(before)
