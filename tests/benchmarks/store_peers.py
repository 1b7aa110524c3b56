"""What the store is measured against: the same work by hand, and the eventsourcing package."""

import hashlib
import os
import sqlite3
from collections.abc import Sequence
from typing import Any
from uuid import UUID

import msgpack
from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event
from eventsourcing.persistence import JSONTranscoder

from records.canonical import Json

_pack = msgpack.Packer(autoreset=True).pack

_TABLE = """
CREATE TABLE event (
    record TEXT NOT NULL, seq INTEGER NOT NULL, at INTEGER NOT NULL, payload BLOB NOT NULL, hash BLOB NOT NULL,
    PRIMARY KEY (record, seq)
)
"""
_INSERT = "INSERT INTO event VALUES (?, ?, ?, ?, ?)"
_ID = "01JCQ7Z0000000000000000001"
_START = bytes(32)


class ByHand:
    """Raw sqlite3: read the tip, pack, hash, insert; one durable transaction."""

    def __init__(self, path: str) -> None:
        self._db = sqlite3.connect(path, isolation_level=None)
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("PRAGMA synchronous = FULL")
        self._db.execute(_TABLE)

    def append(self, body: Json) -> None:
        db = self._db
        db.execute("BEGIN IMMEDIATE")
        tip = db.execute("SELECT seq, hash FROM event WHERE record = ? ORDER BY seq DESC LIMIT 1", (_ID,)).fetchone()
        seq, before = tip or (0, _START)
        payload = _pack(body)
        db.execute(_INSERT, (_ID, seq + 1, 1, payload, hashlib.sha256(before + payload).digest()))
        db.execute("COMMIT")

    def import_all(self, bodies: Sequence[Json]) -> None:
        rows, before = [], _START
        for seq, body in enumerate(bodies):
            payload = _pack(body)
            before = hashlib.sha256(before + payload).digest()
            rows.append((_ID, seq + 1, 1, payload, before))
        self._db.execute("BEGIN IMMEDIATE")
        self._db.executemany(_INSERT, rows)
        self._db.execute("COMMIT")

    def close(self) -> None:
        self._db.close()


class MsgpackTranscoder(JSONTranscoder):
    """For eventsourcing with msgpack in place of the JSON it comes with: a little faster and shorter."""

    def encode(self, obj: Any) -> bytes:
        packed: bytes = msgpack.packb(obj, default=self._encode_obj)
        return packed

    def decode(self, data: bytes) -> Any:
        return msgpack.unpackb(data, object_hook=self._decode_obj)


class Table(Aggregate):
    """A game as an aggregate of the eventsourcing package. Its state is kept trivial on purpose."""

    @event("Started")
    def __init__(self) -> None:
        self.moves = 0

    @event("Played")
    def play(self, at: str, by: str, landing: str, cards: list[str]) -> None:
        self.moves += 1


class EventSourcing:
    """The same games in the eventsourcing package, with its SQLite recorder (WAL, synchronous=FULL by default)."""

    def __init__(self, path: str, *, packed: bool = False) -> None:
        settings = {"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": path}
        if packed:
            settings["TRANSCODER_TOPIC"] = f"{MsgpackTranscoder.__module__}:{MsgpackTranscoder.__qualname__}"
        self._app: Application[UUID] = Application(env={**os.environ, **settings})
        self.table = Table()
        self._app.save(self.table)

    def append(self, body: Json) -> None:
        self.table.play(body["at"], body["by"], body["landing"], body["cards"])
        self._app.save(self.table)

    def import_all(self, bodies: Sequence[Json]) -> None:
        for body in bodies:
            self.table.play(body["at"], body["by"], body["landing"], body["cards"])
        self._app.save(self.table)

    def rebuild(self) -> int:
        found: Table = self._app.repository.get(self.table.id)
        return found.moves

    def close(self) -> None:
        self._app.close()
