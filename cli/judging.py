"""Judging while logging: each event is read and judged by its game before it is written, and never held up by it."""

from typing import TYPE_CHECKING, Any, NamedTuple

from records.errors import NotFound, Refused

if TYPE_CHECKING:
    from cli.appending import Batch
    from records.event import Event, Header
    from records.store import Store
    from replay.audit import Finding
    from replay.disputes.judge import Desk
    from replay.game import Game
    from replay.session import Judged, Session
    from replay.table import Table

DIGEST = "digest"
SNAPSHOT = "state"
SNAPSHOT_EVERY = 50
"""A state is kept once so many events have come since the last one, so that logging costs the same at any length."""


class Verdicts(NamedTuple):
    """The batch as it is to be written, and what the game says of each event."""

    batch: "Batch"
    judged: "list[Judged]"
    session: "Session | None"
    procedure: "list[list[Finding]] | None" = None
    """For a game that nobody knows: what the rules of the procedure say of each event."""

    def findings(self, index: int) -> "list[Finding]":
        """What the rules say of one event of the batch."""
        if self.session is None:
            return self.procedure[index] if self.procedure else []
        return self.judged[index].findings


class Counter:
    """Judges the events of a procedure, and reads the log for it only once one comes."""

    def __init__(
        self, store: "Store", record_id: str, header: "Header", game: "Game | None", table: "Table | None"
    ) -> None:
        self._store = store
        self._about = (header, record_id)
        self._game = (game, table)
        self._desk: Desk | None = None
        self._before: list[Event] = []

    def add(self, event: "Event") -> "list[Finding]":
        """What the rules of the procedure say of the event."""
        from replay.disputes.judge import Desk
        from replay.disputes.log import PROCEDURE

        if self._desk is None:
            if event.do not in PROCEDURE:
                self._before.append(event)
                return []
            self._desk = Desk(*self._about, [*_events(self._store, self._about[1], 1), *self._before], *self._game)
        return self._desk.add(event)


def _procedure(
    store: "Store", record_id: str, header: "Header", batch: "Batch", strict: bool, hint: str
) -> "list[list[Finding]]":
    """A game that nobody knows still has disputes."""
    counter = Counter(store, record_id, header, None, None)
    found = []
    for seq, entry in enumerate(batch.entries, start=store.head(record_id).size):
        findings = counter.add(_event(_stamped(entry.body, batch.stamp), seq))
        broken = [finding for finding in findings if finding.answer == "broken"]
        if strict and broken:
            raise _refused(broken[0], entry.where, hint)
        found.append(findings)
    return found


def _refused(finding: "Finding", where: str, hint: str, told: str = "") -> Refused:
    how = f"With {hint}" if hint else "Without --strict"
    mend = f"{finding.text} {how} it is recorded all the same."
    return Refused(f"{told}{finding.rule}: {finding.why}", where=where, mend=mend)


def judge(store: "Store", record_id: str, batch: "Batch", *, keep: bool, strict: bool, hint: str = "") -> Verdicts:
    """Read and judge the events. One that cannot be read is refused, or kept as `unread`.

    A game that nobody knows judges nothing; its disputes are judged all the same. With `hint`, the option that lets an
    event through, only rules of the procedure stop it.
    """
    from replay.session import Judged
    from replay.tell import tell

    header = store.info(record_id).header
    game = _known_game(header)
    if game is None:
        return Verdicts(batch, [], None, _procedure(store, record_id, header, batch, strict, hint))
    table = _table(game, header)
    session = resumed(store, record_id, game, table)
    entries, judged = [], []
    counter = Counter(store, record_id, header, game, table)
    prefix = "QM-" if hint else ""
    for seq, entry in enumerate(batch.entries, start=store.head(record_id).size):
        entry = _readable(game, table, entry, seq, keep)
        event = _event(_stamped(entry.body, batch.stamp), seq)
        one = session.add(event)
        one = Judged(one.step, [*one.findings, *counter.add(event)])
        broken = [item for item in one.findings if item.answer == "broken" and item.rule.startswith(prefix)]
        if strict and broken:
            raise _refused(broken[0], entry.where, hint, f"{tell(game, one.step)} ")
        entries.append(entry)
        judged.append(one)
    return Verdicts(batch._replace(entries=entries), judged, session)


def _known_game(header: "Header") -> "Game | None":
    from replay.library import game_of

    try:
        return game_of(header.game)
    except NotFound:
        return None


def _table(game: "Game", header: "Header") -> "Table":
    from replay.library import table_of

    return table_of(game, header)


def _stamped(body: dict[str, Any], time: str | None) -> dict[str, Any]:
    return body if time is None or "at" in body else {**body, "at": time}


def _event(body: dict[str, Any], seq: int) -> Any:
    from records.event import event_of

    return event_of(body, seq)


def _readable(game: "Game", table: "Table", entry: Any, seq: int, keep: bool) -> Any:
    from records.canonical import canonical
    from replay.action import Unreadable
    from replay.disputes.log import PROCEDURE
    from replay.read import read_event

    action = read_event(game, table, _event(entry.body, seq))
    why = action.why if isinstance(action, Unreadable) else None
    if why is None and entry.body["do"] not in PROCEDURE:  # the rules of the procedure say who may act in it
        why = _stranger(table, entry.body.get("by"))
    if why is None:
        return entry
    if not keep:
        raise Refused(why, where=entry.where, mend="mend it, or keep it as it is with --keep and amend it later")
    time = {"at": entry.body["at"]} if "at" in entry.body else {}
    return entry._replace(body={"do": "unread", "said": canonical(entry.body).decode(), **time})


def _stranger(table: "Table", by: str | None) -> str | None:
    if by is None or by in (*table.seats, *table.officials, "scribe"):
        return None
    named = ", ".join((*table.seats, *table.officials))
    return f"by is {by!r}, who has no seat and is no official; allowed: {named}, scribe"


def resumed(store: "Store", record_id: str, game: "Game", table: "Table") -> "Session":
    """The state after what is stored, from the last state that was kept."""
    from records.timeline import CORRECTIONS
    from replay.session import Session

    size, state = _kept(store, record_id, game, table)
    later = _events(store, record_id, size)
    if state is None or any(event.do in CORRECTIONS for event in later):
        return Session.of(game, table, [*_events(store, record_id, 1)])
    session = Session(game, table, state, lambda: _events(store, record_id, 1, size))
    for event in later:
        session.add(event)
    return session


def _events(store: "Store", record_id: str, start: int, stop: int | None = None) -> list[Any]:
    from records.strict import read_json

    return [_event(read_json(line)[0], seq) for seq, line in enumerate(store.read(record_id, start, stop), start=start)]


def _kept(store: "Store", record_id: str, game: "Game", table: "Table") -> tuple[int, Any]:
    import msgspec

    from replay.snapshot import unpack_state

    for size, data in store.notes(record_id, SNAPSHOT, newest=True):
        version, packed = msgspec.msgpack.decode(data, type=tuple[str, bytes])
        if version == _version(game):
            return size, unpack_state(game, table, packed)
    return 1, None


def _version(game: "Game") -> str:
    from cli import __version__

    return f"{__version__}/{game.id}/{game.version}"


def keep_state(store: "Store", record_id: str, session: "Session", size: int) -> None:
    """Keep a digest of the state beside the record, and from time to time the state itself."""
    import msgspec

    from records.canonical import canonical
    from replay.replay import digest
    from replay.snapshot import pack_state

    game = session.game
    told = {"digest": digest(game, session.state), "program": _version(game)}
    store.put_note(record_id, DIGEST, size, canonical(told))
    last = [kept for kept, _ in store.notes(record_id, SNAPSHOT, newest=True)]
    if size - (last[0] if last else 1) >= SNAPSHOT_EVERY:
        packed = msgspec.msgpack.encode((_version(game), pack_state(game, session.state)))
        store.put_note(record_id, SNAPSHOT, size, packed)


def check_header(header: "Header") -> bool:
    """Refuse a header whose variants, readings or kit its game does not know. False for a game that nobody knows."""
    game = _known_game(header)
    if game is not None:
        _table(game, header)
    return game is not None
