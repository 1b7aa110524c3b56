"""Where records are kept: one interface, on SQLite or PostgreSQL. Rows never leave this package."""

from os import PathLike, fspath

from records.store.interface import Appended, Filter, Info, Made, Opening, Store

__all__ = ["Appended", "Filter", "Info", "Made", "Opening", "Store", "open_store"]


def open_store(url: str | PathLike[str], *, create: bool = True, patience: float | None = None) -> Store:
    """The store at a path (SQLite) or a `postgresql://` URL.

    With `create`, a missing SQLite file or an empty database gets its tables; without it, that is `NotFound`.
    A schema of another version is refused and says how to migrate; it is never migrated silently. `patience`: for how
    many seconds a write waits for another program that writes, unless for as long as is usual.
    """
    url = fspath(url)
    if url.startswith(("postgresql://", "postgres://")):
        from records.store.postgres.store import PostgresStore

        return PostgresStore.open(url, create=create, patience=patience)
    from records.store.sqlite.store import SqliteStore

    return SqliteStore.open(url, create=create, patience=patience)
