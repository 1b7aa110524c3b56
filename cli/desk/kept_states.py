"""States kept beside a record, so that logging costs the same at any length. They may be lost, but never be wrong."""

from typing import Any, NamedTuple

import msgspec

from cli import __version__
from records.canonical import canonical
from records.event import Event, event_of
from records.store import Store
from records.strict import read_json
from records.timeline import CORRECTIONS
from replay.diff import digest_of
from replay.disputes.readings import sets_reading
from replay.game import Game
from replay.session import Session
from replay.snapshot import pack_state, unpack_state
from replay.table import Table

DIGEST = "digest"
SNAPSHOT = "state"
SNAPSHOT_EVERY = 50
"""A state is kept once this many events have come since the last one."""


class Resumed(NamedTuple):
    """A session on a stored record, and the size for which a state was kept last."""

    session: Session
    kept: int


def resume(store: Store, record_id: str, game: Game, table: Table, size: int) -> Resumed:
    """The session after the first `size` lines of a record, from the last state that was kept for fewer."""
    kept, state = _kept(store, record_id, game, table, size)
    later = events_of(store, record_id, kept, size)
    if state is None or any(event.do in CORRECTIONS or sets_reading(event) for event in later):
        return Resumed(Session.of(game, table, events_of(store, record_id, 1, size)), kept)
    session = Session(game, table, state, lambda: events_of(store, record_id, 1, kept))
    for event in later:
        session.add(event)
    return Resumed(session, kept)


def events_of(store: Store, record_id: str, start: int, stop: int | None = None) -> list[Event]:
    """The stored events from one place to another."""
    lines = store.read(record_id, start, stop)
    return [event_of(read_json(line)[0], seq) for seq, line in enumerate(lines, start=start)]


def notes_for(session: Session, size: int, kept: int, digests: bool = True) -> list[tuple[str, bytes]]:
    """What to keep of the state for a size: a digest, and from time to time the state itself.

    Without `digests`, a digest is kept only beside a state.
    """
    game = session.game
    due = size - kept >= SNAPSHOT_EVERY
    notes = []
    if digests or due:
        told = {"digest": digest_of(session.document(session.state)), "program": _program(game)}
        notes.append((DIGEST, canonical(told)))
    if due and not session.contested:  # what counts may change with any later event
        packed = msgspec.msgpack.encode((_program(game), pack_state(game, session.state)))
        notes.append((SNAPSHOT, packed))
    return notes


def _kept(store: Store, record_id: str, game: Game, table: Table, most: int) -> tuple[int, Any]:
    """The newest state that this program kept for at most `most` lines; the header alone has none."""
    newest = store.notes(record_id, SNAPSHOT, newest=True)
    if newest and newest[0][0] > most:
        newest = [note for note in store.notes(record_id, SNAPSHOT) if note[0] <= most][-1:]
    for size, data in newest:
        program, packed = msgspec.msgpack.decode(data, type=tuple[str, bytes])
        if program == _program(game):
            return size, unpack_state(game, table, packed)
    return 1, None


def _program(game: Game) -> str:
    return f"{__version__}/{game.id}/{game.version}"
