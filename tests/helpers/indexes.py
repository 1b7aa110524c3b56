"""An index of a store for tests, and whether it is what a rebuild would give."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from cli.desk.index.index_check import IndexFault, index_engine, index_faults
from cli.desk.index.index_current import looking_here
from cli.desk.index.index_file import INDEX_VERSION, Index
from cli.desk.index.index_sql import OF_RECORD, TABLES
from cli.machine.derived_file import DerivedFile
from records.store import Store

PROGRAM = "test"


@contextmanager
def index_at(path: Path) -> Iterator[tuple[Index, DerivedFile]]:
    """An index in a file."""
    file = DerivedFile(str(path), TABLES, INDEX_VERSION)
    try:
        yield Index(file, PROGRAM), file
    finally:
        file.close()


def faults(index: Index, file: DerivedFile, store: Store) -> list[IndexFault]:
    """What is wrong with an index."""
    return list(index_faults(index_engine(file.connection, file.failure), store, looking_here(index, store), []))


def every_row(index: Index) -> dict[str, list[tuple[object, ...]]]:
    """All rows of all records."""
    return {table: sorted(index.rows(f"SELECT * FROM {table}"), key=repr) for table in OF_RECORD}
