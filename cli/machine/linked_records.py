"""The records that another one names, wherever they are at hand: in its store, or in files beside it."""

from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

from cli.machine.target import RECORD_FILES, Found
from records.codec import read_lines
from records.errors import NotFound, QuartermasterError
from records.event import read_header
from records.ids import id_from
from records.record import Record
from records.store import Store

LoadRecord = Callable[[str], Record]
"""Gives the record with an id; `NotFound` if it is not at hand."""


def from_store(store: Store) -> LoadRecord:
    """Records of a store."""
    return lambda record_id: store.load(store.find(record_id))


def from_folder(folder: Path) -> LoadRecord:
    """Records in the files of a folder and below it; it is looked through when the first one is asked for."""
    index: dict[str, Path] = {}
    looked: list[bool] = []

    def load(record_id: str) -> Record:
        if not looked:
            looked.append(True)
            index.update(records_in(folder))
        if record_id not in index:
            raise NotFound(f"the record {record_id} is not in {folder}", mend="put its file there")
        return Found(str(index[record_id]), path=index[record_id]).load()

    return load


@lru_cache(4)
def records_in(folder: Path) -> dict[str, Path]:
    """The record files of a folder by the id of their record; only first lines are read, and damaged ones skipped."""
    found: dict[str, Path] = {}
    for path in sorted(folder.rglob("*")):
        if path.suffix in RECORD_FILES and path.is_file():
            with suppress(QuartermasterError, OSError), path.open("rb") as file:
                header = read_header(next(read_lines(file, str(path))).body, str(path))
                found.setdefault(header.id or id_from(header.leaf), path)
    return found


def linked_to(found: Found) -> LoadRecord:
    """Where the records are that one names: in its store, in files beside it, or (from stdin) nowhere."""
    if found.store is not None:
        return from_store(found.store)
    if found.path is not None:
        return from_folder(found.path.parent)
    return _nowhere


def _nowhere(record_id: str) -> Record:
    raise NotFound(f"the record {record_id} is not at hand", mend="name a record in the store, or a file")
