"""The one interface of every store, and the values it speaks in."""

from collections.abc import Iterator, Sequence
from types import TracebackType
from typing import NamedTuple, Protocol, Self

import msgspec

from records.canonical import Json
from records.errors import QuartermasterError
from records.event import Event, Header
from records.record import Head, Record
from records.store.packing import PackedBatch


class Info(msgspec.Struct, frozen=True):
    """A record as a list shows it."""

    id: str
    header: Header
    head: Head
    created: int
    """When the record was created, in microseconds UTC."""
    changed: int
    """When the last event was appended, in microseconds UTC."""
    closed: bool
    """Whether a `close` event ended it."""


class Filter(msgspec.Struct, frozen=True, kw_only=True):
    """Which records to list. None means: no filter."""

    game: str | None = None
    title: str | None = None
    """A part of the title, in any case."""
    since: int | None = None
    """Created at this time or later, in microseconds UTC."""
    until: int | None = None
    """Created before this time."""
    closed: bool | None = None
    place: str | None = None
    event: str | None = None
    """A part of the event's name, in any case."""
    round: int | str | None = None
    table: int | str | None = None
    last: int | None = None
    """Of those that pass, only this many that came into the store last."""


class Made(NamedTuple):
    """A record by the order in which records came into the store, with its head."""

    number: int
    id: str
    head: Head


class Listed(NamedTuple):
    """A record by the order in which records came into the store, with its list entry; None if that is damaged."""

    number: int
    id: str
    info: Info | None


EVERY_RECORD = Filter()


class Appended(msgspec.Struct, frozen=True):
    """What an append answers: the first and last seq it gave out, and the head after it."""

    first: int
    last: int
    head: Head
    repeated: bool = False
    """True when every event was there already under its key, so that nothing was written."""


class Opening(msgspec.Struct, frozen=True):
    """Salt and value of a seal, kept outside the record."""

    record: str
    seal: str
    seat: str
    what: str
    salt: str
    value: Json


class FeedPlace(NamedTuple):
    """Where an event stands: in the order in which the store committed all of them, and in its record."""

    position: int
    record: str
    seq: int


class FeedEntry(msgspec.Struct, frozen=True):
    """One event in the order in which the store committed it, over all records."""

    position: int
    record: str
    event: Event
    at: int = 0
    """When the store took it in, in microseconds UTC (`event.at` is what the scribe wrote)."""


class Store(Protocol):
    """Append-only storage of records. Sizes count lines: a new record, which has only its header, has size 1.

    A store is closed by `close`, or by leaving a `with open_store(…) as store:`.
    """

    def __enter__(self) -> Self:
        """The store itself."""

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the store."""

    def create(self, header: Json, *, record_id: str, at: int) -> Info:
        """Store a new record. `record_id` (a ULID) is the header's `id` if that has one. `Conflict` if there is one."""

    def append(
        self,
        record_id: str,
        events: Sequence[Json | Event],
        *,
        at: int,
        expect: int | None = None,
        keys: Sequence[str | None] = (),
        notes: Sequence[tuple[str, bytes]] = (),
    ) -> Appended:
        """Append events in one durable transaction.

        `expect` is the size the caller saw; another size is a `Conflict` and nothing is written. `keys` are idempotency
        keys, one for each event: if all are known for the same events, nothing is written and the answer is the one
        given before; known for other events, or only some of them: `Conflict`. `notes` (kind, data) are derived data
        for the size after these events; they are kept in the same transaction, and only if the events are written.
        """

    def find_key(self, record_id: str, key: str) -> int | None:
        """The seq of the event that was appended under an idempotency key; None for a key that is new."""

    def append_batches(self, batches: Sequence[PackedBatch]) -> list[Appended | QuartermasterError]:
        """Append prepared batches in one durable transaction, for a writer that serves many clients.

        Each is judged by itself, in order, and gets its own answer: a conflict of one does not hold up the others.
        What stops the transaction itself (`Unavailable`) is raised, and then nothing of any batch was written.
        """

    def import_record(self, record: Record, *, record_id: str, at: int) -> tuple[Info, bool]:
        """Store a whole record, all or nothing.

        False if the same record was there already; a longer one extends a stored prefix; one that differs from what is
        stored is a `Conflict`.
        """

    def find(self, prefix: str) -> str:
        """The id of the only record that begins with `prefix` (any case). None: `NotFound`; several: `Refused`."""

    def ids(self, prefix: str = "", limit: int = 1000) -> list[str]:
        """The ids that begin with `prefix` (any case), those that came into the store last first. Reads no header."""

    def logged_last(self) -> str | None:
        """The id of the record that grew last among those that are not closed; None if there is none."""

    def made(self, after: int = 0, limit: int = 1000) -> list[Made]:
        """Records with a number above `after`, in the order in which they came into the store, with their heads."""

    def info(self, record_id: str) -> Info:
        """One record's list entry."""

    def records(self, wanted: Filter = EVERY_RECORD) -> Iterator[Info]:
        """The records that pass the filter, oldest first."""

    def listed(self, after: int = 0, limit: int = 1000, wanted: Filter = EVERY_RECORD) -> list[Listed]:
        """The next records with a number above `after` that pass the filter; its `last` does not count."""

    def read(self, record_id: str, start: int = 0, stop: int | None = None) -> Iterator[bytes]:
        """Canonical lines `start` ≤ seq < `stop`, rebuilt from the stored bytes; the header is line 0."""

    def load(self, record_id: str) -> Record:
        """The whole record."""

    def leaves(self, record_id: str) -> Iterator[tuple[int, bytes, bytes]]:
        """(seq, stored packed bytes, stored leaf hash), for `verify`."""

    def head(self, record_id: str) -> Head:
        """Size and root as stored, without reading the events."""

    def feed(self, after: int = 0, limit: int = 1000) -> list[FeedEntry]:
        """Events in commit order with a position above `after`. Never skips one that commits later."""

    def feed_places(self, after: int = 0, limit: int = 1000) -> list[FeedPlace]:
        """As `feed`, without the events themselves: for somebody who knows most of them already."""

    def feed_end(self) -> int:
        """The position of the newest event in the feed; 0 while there is none."""

    def taken_in(self, record_id: str, start: int = 1) -> list[int]:
        """When the store took in each event from `start` on, in microseconds UTC, in the order of the events."""

    def add_openings(self, openings: Sequence[Opening]) -> None:
        """Keep openings, outside the record."""

    def openings(self, record_id: str) -> list[Opening]:
        """The openings kept for a record."""

    def put_note(self, record_id: str, kind: str, size: int, data: bytes) -> None:
        """Keep derived data beside a record (a state digest, a snapshot, a checkpoint). It may be replaced or lost."""

    def notes(self, record_id: str, kind: str, *, newest: bool = False) -> list[tuple[int, bytes]]:
        """(size, data) of the derived data of one kind, rising; only the newest if asked."""

    def archive(self, record_id: str, folder: str) -> int:
        """Move the events of a closed record into a compressed file of a folder; the bytes of the file.

        The header, the head and the last event stay, and the record can be read, and grow, as before. Nothing is
        removed before the file was synced and read back with the same root. An archive that somebody moved to this
        folder stays there, and is known from then on. `Refused` if the record is not closed.
        """

    def unarchive(self, record_id: str) -> bool:
        """Bring the events of a record back from its archive, each at its old place; False if all are here."""

    def archived(self, record_id: str) -> tuple[str, int] | None:
        """The folder that holds the first lines of a record, and how many they are; None if all are here."""

    def shrink(self) -> None:
        """Give the space of what was moved away back to the disk; it may take a while."""

    def backup(self, target: str) -> None:
        """Copy the live database to a file (SQLite) in a consistent state."""

    def close(self) -> None:
        """Let go of the database."""
