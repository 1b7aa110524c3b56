"""Judging while logging: each event is read and judged by its game before it is written, and never held up by it."""

from typing import TYPE_CHECKING, Any, NamedTuple

from records.errors import NotFound, Refused

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cli.desk.batch import Batch
    from cli.desk.entries import Entry
    from records.event import Header
    from records.store import Store
    from replay.audit import Finding
    from replay.game import Game
    from replay.session import Judged, Session
    from replay.table import Table
    from replay.typed_lines import Scribe, Unclear

DIGEST = "digest"
SNAPSHOT = "state"
SNAPSHOT_EVERY = 50
"""A state is kept once so many events have come since the last one, so that logging costs the same at any length."""


class Verdicts(NamedTuple):
    """The batch as it is to be written, and what the game says of each event."""

    batch: "Batch"
    judged: "list[Judged]"
    session: "Session | None"
    asides: dict[int, list[str]] = {}
    """What was asked among the lines (whose turn, the state …), by the number of events before it."""
    disputes: "list[list[Finding]] | None" = None
    """For a game that nobody knows: what the rules of the procedure say of each event."""

    def findings(self, index: int) -> "list[Finding]":
        """What the rules say of one event of the batch."""
        if self.session is None:
            return self.disputes[index] if self.disputes else []
        return self.judged[index].findings


def judge(
    store: "Store",
    record_id: str,
    batch: "Batch",
    *,
    keep: bool,
    strict: bool,
    width: int = 80,
    hint: str = "",
) -> Verdicts:
    """Read and judge the events. One that cannot be read is refused, or kept as `unread`.

    A game that nobody knows judges nothing; its disputes are judged all the same. With `hint`, the option that lets an
    event through, only rules of the procedure stop it.
    """
    from cli.desk.procedure import Counter, judge_disputes
    from cli.desk.what_may_come import aside
    from replay.typed_lines import Scribe

    header = store.info(record_id).header
    game = known_game(header)
    if game is None:
        batch = _only_json(batch)
        return Verdicts(batch, [], None, {}, judge_disputes(store, record_id, batch, strict=strict, hint=hint))
    table = _table(game, header)
    size = _retried(store, record_id, batch)
    session = resumed(store, record_id, game, table, size)
    counter = Counter(store, record_id, game, table)
    scribe = Scribe(session)
    entries: list[Entry] = []
    judged: list[Judged] = []
    asides: dict[int, list[str]] = {}
    first = size or store.head(record_id).size
    for spoken in _spoken(scribe, batch.entries, keep):
        if isinstance(spoken, str):
            asides.setdefault(len(entries), []).extend(aside(session, spoken, width))
            continue
        entry = readable(game, table, spoken, first + len(entries), keep)
        one = counter.judged(session.add(event_at(entry.body, first + len(entries))), batch.stamped(entry.body))
        if strict and not entry.sure:
            _refuse_broken(game, one, entry, hint)
        entries.append(entry)
        judged.append(one)
    return Verdicts(batch._replace(entries=entries), judged, session, asides)


def _retried(store: "Store", record_id: str, batch: "Batch") -> int | None:
    """The size of the record at the first try of this call: words are read as they were read then."""
    from cli.desk.batch import first_place

    return first_place(store, record_id, batch) if any(entry.typed for entry in batch.entries) else None


def _refuse_broken(game: "Game", one: "Judged", entry: "Entry", hint: str) -> None:
    from cli.desk.procedure import refuse_broken
    from replay.tell import tell

    refuse_broken(one.findings, entry.where, hint, f"{tell(game, one.step)} ")


def _only_json(batch: "Batch") -> "Batch":
    typed = [entry for entry in batch.entries if entry.typed]
    if typed:
        raise Refused("nobody here knows the words of this game", where=typed[0].where, mend="give its events as JSON")
    return batch


def _spoken(scribe: "Scribe", entries: "list[Entry]", keep: bool) -> "Iterator[Entry | str]":
    """The events that the lines stand for, one after the other, and what they ask to see, up to a `q`.

    Each is read only once the one before it has been folded: whose turn it is depends on it.
    """
    from replay.notation.tokens import statements
    from replay.typed_lines import Mistaken, Unclear, kept

    for entry in entries:
        if not entry.typed:
            yield entry
        for text in statements(entry.typed):
            try:
                heard = scribe.hear(text)
            except Unclear as error:
                if not keep and not error.keep:
                    raise Refused(error.what, where=entry.where, mend=_mend(error)) from None
                yield entry._replace(body=kept(text))
                continue
            except Mistaken as error:
                raise Refused(error.what, where=entry.where, mend=error.mend) from None
            if heard.ask == "quit":
                return
            if heard.ask is not None:
                yield heard.ask
            for body in heard.bodies:
                yield entry._replace(body=body, sure=heard.mark == "!")


def _mend(error: "Unclear") -> str:
    readings = [reading.line for reading in error.readings]
    return (
        f"it can be: {' | '.join(readings)}" if readings else "mend it, or keep it as it is with --keep or a final !!"
    )


def known_game(header: "Header") -> "Game | None":
    """The game of a record, or None where nobody knows it."""
    from replay.library import game_of

    try:
        return game_of(header.game)
    except NotFound:
        return None


def _table(game: "Game", header: "Header") -> "Table":
    from replay.library import table_of

    return table_of(game, header)


def event_at(body: dict[str, Any], seq: int) -> Any:
    """The event that a body is at its place."""
    from records.event import event_of

    return event_of(body, seq)


def readable(game: "Game", table: "Table", entry: "Entry", seq: int, keep: bool) -> "Entry":
    """The entry, if its game can read it; as `unread` where it is to be kept all the same."""
    from records.canonical import canonical
    from replay.action import Unreadable
    from replay.disputes.log import PROCEDURE
    from replay.read import read_event

    action = read_event(game, table, event_at(entry.body, seq))
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


def resumed(store: "Store", record_id: str, game: "Game", table: "Table", upto: int | None = None) -> "Session":
    """The state after what is stored, from the last state that was kept; or after so many lines of it."""
    from records.timeline import CORRECTIONS
    from replay.session import Session

    if upto is not None:
        return Session.of(game, table, events_of(store, record_id, 1, upto))
    size, state = _kept(store, record_id, game, table)
    later = events_of(store, record_id, size)
    if state is None or any(event.do in CORRECTIONS for event in later):
        return Session.of(game, table, [*events_of(store, record_id, 1)])
    session = Session(game, table, state, lambda: events_of(store, record_id, 1, size))
    for event in later:
        session.add(event)
    return session


def events_of(store: "Store", record_id: str, start: int, stop: int | None = None) -> list[Any]:
    """The events that are stored, from one place to another."""
    from records.strict import read_json

    return [
        event_at(read_json(line)[0], seq) for seq, line in enumerate(store.read(record_id, start, stop), start=start)
    ]


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
    from replay.playout import digest
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
    game = known_game(header)
    if game is not None:
        _table(game, header)
    return game is not None
