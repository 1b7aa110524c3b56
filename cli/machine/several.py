"""Several records at once: files, folders, ids, or what a store holds; each can be loaded in another process."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from cli.machine.folders_and_clock import store_url
from cli.machine.stores import opened
from cli.machine.target import STDIN, Found, find, record_files
from records.errors import NotFound, Refused
from records.record import Record
from records.store import Filter, Store, open_store


class Item(NamedTuple):
    """Where a record is: a file, a record in a store, or stdin if neither is named."""

    name: str
    path: str | None = None
    url: str | None = None
    """The store that holds it, under its name."""

    def load(self) -> Record:
        """The whole record. A store is opened once in each process."""
        if self.url is not None:
            return _store(self.url).load(self.name)
        return Found(self.name, path=None if self.path is None else Path(self.path)).load()


_OPEN: dict[str, Store] = {}
"""The stores that this process has opened for its items."""


def _store(url: str) -> Store:
    if url not in _OPEN:
        _OPEN[url] = open_store(url, create=False)
    return _OPEN[url]


@contextmanager
def stores_closed() -> Iterator[None]:
    """Around work on items in this process: lets go of the stores that were opened for them."""
    try:
        yield
    finally:
        while _OPEN:
            _OPEN.popitem()[1].close()


class Several(NamedTuple):
    """The records that targets name, and whether that is a list even if it has only one."""

    items: list[Item]
    many: bool


def several(targets: list[str], db: str | None, wanted: Filter | None) -> Several:
    """The records in the order of the targets; a folder stands for all in it, a filter for all that a store holds."""
    if targets and wanted is not None:
        raise Refused("targets and filters of the store exclude each other", mend="give one or the other")
    if wanted is not None:
        return Several(_stored(db, wanted), True)
    if not targets:
        raise Refused(
            "no record is named",
            mend="name files, folders or record ids; --all means every record in the store, --event and --round some",
        )
    items: list[Item] = []
    for target in targets:
        if target != STDIN and _is_folder(target):
            items += [Item(path, path=path) for path in record_files(Path(target))]
        else:
            items.append(_item(target, db))
    return Several(items, len(targets) > 1 or _is_folder(targets[0]))


def _is_folder(target: str) -> bool:
    try:
        return Path(target).is_dir()
    except (OSError, ValueError):
        return False


def _item(target: str, db: str | None) -> Item:
    found = find(target, db)
    found.close()
    if found.record_id is not None:
        return Item(found.record_id, url=store_url(db))
    return Item(found.name, path=None if found.path is None else str(found.path))


def _stored(db: str | None, wanted: Filter) -> list[Item]:
    url = store_url(db)
    with opened(db) as store:
        items = [Item(info.id, url=url) for info in store.records(wanted)]
    if not items:
        raise NotFound(f"no record in {url} is like that", mend="`qm list` shows the records, and takes the same words")
    return items
