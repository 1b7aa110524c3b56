"""Making, recognising and migrating the tables of a PostgreSQL store."""

from records.errors import QuartermasterError
from records.store import schema
from records.store.postgres.append import FUNCTIONS
from records.store.postgres.connection import PostgresConnections
from records.store.postgres.sql import GUARDS, TABLES
from records.store.schema import check_version, foreign, nothing_there, steps_from

_ONE_AT_A_TIME = "SELECT pg_advisory_xact_lock(x'514d'::bigint << 32)"


def open_database(url: str, *, create: bool, patience: float | None = None) -> PostgresConnections:
    """Connections to a store of this version; an empty database is made into one if asked."""
    connections = PostgresConnections(url, patience)
    try:
        found = _version(connections)
        if found is None:
            if not create:
                raise nothing_there(connections.place)
            _create(connections)
        else:
            check_version(found, connections.place)
    except QuartermasterError:
        connections.close()
        raise
    return connections


def migrate_postgres(url: str) -> int:
    """Bring the tables to this version; the version before."""
    connections = PostgresConnections(url)
    try:
        found = _version(connections)
        if found is None:
            raise nothing_there(connections.place)
        if found < schema.VERSION:
            with connections.writer as connection, connection.transaction():
                connection.execute(_ONE_AT_A_TIME)
                connection.execute(steps_from(found, "postgresql").encode())
        else:
            check_version(found, connections.place)
        return found
    finally:
        connections.close()


def _version(connections: PostgresConnections) -> int | None:
    """The version of the tables, None where there are none."""
    tables = "SELECT to_regclass('schema_version')::text, to_regclass('records')::text, to_regclass('events')::text"
    ((versions, *others),) = connections.rows(tables)
    if versions is None:
        if any(others):
            raise foreign(connections.place)
        return None
    rows = connections.rows("SELECT version FROM schema_version")
    if len(rows) != 1 or type(rows[0][0]) is not int:
        raise foreign(connections.place)
    found: int = rows[0][0]
    return found


def _create(connections: PostgresConnections) -> None:
    with connections.writer as connection, connection.transaction():
        connection.execute(_ONE_AT_A_TIME)
        if _version(connections) is not None:
            return  # another program was faster
        script = f"{TABLES}{GUARDS}{FUNCTIONS}INSERT INTO schema_version VALUES ({schema.VERSION});"
        connection.execute(script.encode())
