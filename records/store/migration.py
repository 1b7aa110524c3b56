"""Bringing the tables of a database to this version, whichever database it is."""

from records.store import schema


def migrate(url: str) -> tuple[int, int]:
    """Bring the tables of a database to this version, in one transaction. The versions before and after."""
    if url.startswith(("postgresql://", "postgres://")):
        from records.store.postgres.database import migrate_postgres

        return migrate_postgres(url), schema.VERSION
    from records.store.sqlite.file import migrate_sqlite

    return migrate_sqlite(url), schema.VERSION
