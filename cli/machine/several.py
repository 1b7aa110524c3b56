"""Several records at once: files, folders, ids, or what a store holds; each can be loaded in another process."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from cli.machine.folders_and_clock import is_file_store, store_url
from cli.machine.linked_records import LoadRecord, from_store, linked_to, records_in
from cli.machine.os_errors import from_os
from cli.machine.round_tables import TOURNAMENT, collected_heads, seated_tables
from cli.machine.stores import damaged_ids, listed_whole, opened
from cli.machine.target import STDIN, Found, find, record_files
from records.errors import NotFound, Refused
from records.record import Head, Record
from records.store import Filter, Store, open_store


class Item(NamedTuple):
    """Where a record is: a file, a record in a store, or stdin if neither is named."""

    name: str
    path: str | None = None
    url: str | None = None
    """The store that holds it, under its name."""
    short: str = ""
    """What a table of a tournament is called: `r1t3`."""
    heads: tuple[Head, ...] = ()
    """The heads that its tournament names."""

    @property
    def target(self) -> str:
        """The word that names it on a command line."""
        return STDIN if self.path is None and self.url is None else self.name

    def linked(self) -> LoadRecord:
        """Where the records are that this one names."""
        if self.url is not None:
            return from_store(store_of(self.url))
        return linked_to(Found(self.name, path=None if self.path is None else Path(self.path)))

    def beside(self, record_id: str, short: str) -> "Item | None":
        """The record with this id where this one is: in the same store, or in a file beside it."""
        if self.url is not None:
            try:
                return Item(store_of(self.url).find(record_id), url=self.url, short=short)
            except NotFound:
                return None
        path = records_in(Path(self.path).parent).get(record_id) if self.path is not None else None
        return None if path is None else Item(str(path), path=str(path), short=short)

    def load(self) -> Record:
        """The whole record. A store is opened once in each process."""
        if self.url is not None:
            return store_of(self.url).load(self.name)
        return Found(self.name, path=None if self.path is None else Path(self.path)).load()


_OPEN: dict[str, Store] = {}
"""The stores that this process has opened for its items."""


def store_of(url: str) -> Store:
    """The store at a URL, opened once in each process; see `stores_closed`."""
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
    missing: tuple[str, ...] = ()
    """Tables of a tournament whose records are not at hand, by name."""


def several(targets: list[str], db: str | None, wanted: Filter | None, *, deep: bool = False) -> Several:
    """The records in the order of the targets; a folder stands for all in it, a filter for all that a store holds.

    With `deep`, each tournament is followed by its tables, by round and number.
    """
    found = _named(targets, db, wanted)
    return _with_tables(found) if deep else found


def _with_tables(found: Several) -> Several:
    """Each tournament with its tables behind it; a table that was named too is not there twice."""
    missing: list[str] = []
    tables = {item: list(_tables_of(item, missing)) for item in found.items}
    below = {table.name for linked in tables.values() for table in linked}
    items = [one for item in found.items if item.name not in below for one in (item, *tables[item])]
    return Several(items, True, tuple(missing))


def _tables_of(item: Item, missing: list[str]) -> Iterator[Item]:
    """The tables of a tournament that are at hand, with the heads that were collected; nothing for another record."""
    record = item.load()
    if record.header.game != TOURNAMENT:
        return
    heads = collected_heads(record)
    for name, record_id in seated_tables(record).items():
        table = item.beside(record_id, name.short) if record_id is not None else None
        if table is None:
            missing.append(name.short)
        else:
            yield table._replace(heads=tuple(heads.get(record_id or "", ())))


def _named(targets: list[str], db: str | None, wanted: Filter | None) -> Several:
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
        return Item(found.record_id, url=everywhere(db))
    return Item(found.name, path=None if found.path is None else str(found.path))


def everywhere(db: str | None) -> str:
    """The store by a name that another process, in another folder, understands too."""
    url = store_url(db)
    return str(Path(url).absolute()) if is_file_store(url) else url


def _stored(db: str | None, wanted: Filter) -> list[Item]:
    url = everywhere(db)
    with opened(db) as store:
        infos, damaged = listed_whole(store, wanted)
        ids = [info.id for info in infos] + (damaged_ids(store, wanted) if damaged is not None else [])
        items = [Item(record_id, url=url) for record_id in ids]
    if not items:
        raise NotFound(f"no record in {url} is like that", mend="`qm list` shows the records, and takes the same words")
    return items


def occasion_filter(event: str | None, round_: int | str | None) -> Filter | None:
    """The records of an event or a round in a store; None if neither is asked for."""
    return Filter(event=event, round=round_) if event is not None or round_ is not None else None


def chosen(records: Several, say: Callable[[str], None]) -> Several:
    """The records, after saying which tables are not at hand; the stores opened to find them are let go."""
    with stores_closed():
        for name in records.missing:
            say(f"{name}: not at hand")
    return records


def file_for(folder: Path | None, item: Item, suffix: str) -> Path | None:
    """The file of one record among several, in a folder that is made if it is not there; None for stdout."""
    if folder is None or folder == Path(STDIN):
        return folder
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise from_os(error, str(folder)) from None
    name = item.short or (Path(item.path).stem if item.path is not None else item.name)
    return folder / f"{name}{suffix}"
