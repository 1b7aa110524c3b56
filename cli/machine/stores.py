"""Opening the store that a command line names. Its files are for their owner only: they may hold openings."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

from cli.machine.folders_and_clock import store_url
from records.errors import Damaged
from records.store import Filter, Info, Store, open_store

_AT_ONCE = 1000


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


def listed_whole(store: Store, wanted: Filter) -> tuple[list[Info], Damaged | None]:
    """The records that pass a filter and can be listed, and what is wrong with the others."""
    found: list[Info] = []
    try:
        for info in store.records(wanted):
            found.append(info)  # those that are whole come first
    except Damaged as error:
        return found, error
    return found, None


def damaged_ids(store: Store, wanted: Filter) -> list[str]:
    """The records that pass a filter, as far as that can be told, and cannot be listed; of the last N the first one."""
    damaged = listed_whole(store, wanted)[1]
    if damaged is None:
        return []
    if wanted.last is not None:
        return [str(damaged.where)]
    found, number = list[str](), 0
    while some := store.listed(number, _AT_ONCE, wanted):
        found += [one.id for one in some if one.info is None]
        number = some[-1].number
    return found
