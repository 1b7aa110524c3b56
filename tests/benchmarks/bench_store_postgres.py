"""The store on PostgreSQL against bare psycopg: `python -m tests.benchmarks.bench_store_postgres`.

The server is started for this run and syncs every commit (fsync on).
"""

import hashlib
from collections.abc import Callable, Sequence

import msgpack
import psycopg

from records.canonical import Json
from records.record import of_bodies
from tests.benchmarks.bench_store import BODIES, EVENTS, HEADER, ROUNDS, Ours, singles
from tests.benchmarks.timing import Target, medians, rate, report
from tests.helpers.pg import Server, empty_schema, running_server
from tests.helpers.store_samples import record_id

_pack = msgpack.Packer(autoreset=True).pack
_TABLE = """
CREATE TABLE bare (
    position bigint PRIMARY KEY, record bigint NOT NULL, seq integer NOT NULL, at bigint NOT NULL,
    payload bytea NOT NULL, leaf bytea NOT NULL, UNIQUE (record, seq)
)
"""
_COPY = "COPY bare FROM STDIN (FORMAT BINARY)"


class Bare:
    """The least that can be done with psycopg: pack, hash, one INSERT per event, or one COPY. No lock, no check."""

    def __init__(self, url: str) -> None:
        self._connection = psycopg.connect(url, autocommit=True)
        self._connection.execute(_TABLE)
        self._position = 0
        self._record = 0

    def append(self, body: Json) -> None:
        payload = _pack(body)
        leaf = hashlib.sha256(payload).digest()
        self._position += 1
        values = (self._position, 0, self._position, 1, payload, leaf)
        self._connection.execute("INSERT INTO bare VALUES (%b, %b, %b, %b, %b, %b)", values, prepare=True)

    def import_all(self, bodies: Sequence[Json]) -> None:
        self._record += 1
        with self._connection.transaction(), self._connection.cursor() as cursor, cursor.copy(_COPY) as copy:
            copy.set_types(("int8", "int8", "int4", "int8", "bytea", "bytea"))
            for seq, body in enumerate(bodies):
                payload = _pack(body)
                leaf = hashlib.sha256(payload).digest()
                self._position += 1
                copy.write_row((self._position, self._record, seq, 1, payload, leaf))

    def close(self) -> None:
        self._connection.close()


def bench_singles(url: str) -> bool:
    bare, ours = Bare(url), Ours(url).begin()
    cases = {"bare INSERT": lambda: singles(bare.append), "ours": lambda: singles(ours.append)}
    found = medians(cases, 20 * ROUNDS)
    bare.close()
    ours.close()
    return report("single durable append, PostgreSQL", found, [Target("ours", "bare INSERT", 0.7)])


def bench_import(url: str) -> bool:
    record = of_bodies(HEADER, BODIES)
    bare, ours = Bare(url), Ours(url)
    numbers = iter(range(10, 10_000))
    cases = {
        "bare COPY": lambda: rate(EVENTS, lambda: bare.import_all(BODIES)),
        "ours": lambda: rate(
            EVENTS, lambda: ours.store.import_record(record, record_id=record_id(next(numbers)), at=1)
        ),
    }
    found = medians(cases, 2 * ROUNDS)
    bare.close()
    ours.close()
    return report(f"import of {EVENTS:,} events, PostgreSQL", found, [Target("ours", "bare COPY", 0.5)])


def main() -> bool:
    """Run every comparison; whether all targets were met."""
    with running_server(fsync=True) as server:
        met = [_apart(server, bench) for bench in (bench_singles, bench_import)]
    return all(met)


def _apart(server: Server, bench: Callable[[str], bool]) -> bool:
    with empty_schema(server) as url:
        return bench(url)


if __name__ == "__main__":
    raise SystemExit(0 if main() else 1)
