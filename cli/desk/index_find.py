"""Looking for a person, a rule or a card over all records, through the index."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from sqlalchemy import Engine
from sqlmodel import Session, col, select

from cli.desk.index_rows import DisputeRow, FindingRow, ResultRow, StatusRow, ThingRow, WhoRow
from records.errors import QuartermasterError
from records.store import Store
from records.store.read_half import fold

KINDS = ("person", "rule", "card")


class Hit(NamedTuple):
    """Something that was found in a record."""

    record: str
    kind: str
    """What it was found as: person, rule, card."""
    what: str
    seq: int | None
    words: str
    game: str
    occasion: str


class Sought(NamedTuple):
    """What is looked for: a text, as one of these kinds, in which records, and how many hits are enough."""

    text: str
    kinds: tuple[str, ...] = KINDS
    game: str | None = None
    event: str | None = None
    most: int = 100


def found_in(engine: Engine, store: Store, sought: Sought) -> list[Hit]:
    """Everything that fits, the newest records first, up to the number that is wanted."""
    hits: list[Hit] = []
    with Session(engine) as session:
        for kind, look in (("person", _people), ("rule", _rules), ("card", _cards)):
            if kind in sought.kinds:
                for hit in look(session, store, sought):
                    if len(hits) >= sought.most:
                        return hits
                    hits.append(hit)
    return hits


def _records(sought: Sought, *columns: Any) -> Any:
    """A query over the records that are meant, the newest first."""
    query = select(StatusRow, *columns).order_by(col(StatusRow.begun).desc(), col(StatusRow.record).desc())
    if sought.game is not None:
        query = query.where(StatusRow.game == sought.game)
    if sought.event is not None:
        query = query.where(col(StatusRow.event_word).contains(fold(sought.event) or "", autoescape=True))
    return query.limit(sought.most)


def _people(session: Session, store: Store, sought: Sought) -> Iterator[Hit]:
    word = fold(sought.text) or ""
    query = _records(sought, WhoRow).join(WhoRow, col(WhoRow.record) == StatusRow.record)
    for status, who in session.exec(query.where(col(WhoRow.word).contains(word, autoescape=True))):
        yield _hit(status, "person", who.name, None, _seated(session, status, who))


def _seated(session: Session, status: StatusRow, who: WhoRow) -> str:
    if who.role != "player":
        return who.role
    result = session.get(ResultRow, (status.record, who.seat))
    contested = session.exec(
        select(DisputeRow).where(DisputeRow.record == status.record, DisputeRow.by == who.seat)
    ).all()
    told = [f"sat at {who.seat}"]
    if result is not None and result.over:
        told += [f"place {result.place}"] if result.place is not None else []
        told += [f"{result.points} points"] if result.points.lstrip("-").isdigit() else []
    if contested:
        told.append(f"contested {', '.join(f'event {one.seq}' for one in contested)}")
    return ", ".join(told)


def _rules(session: Session, store: Store, sought: Sought) -> Iterator[Hit]:
    query = _records(sought, FindingRow).join(FindingRow, col(FindingRow.record) == StatusRow.record)
    for status, found in session.exec(query.where(FindingRow.rule == sought.text.upper())):
        whose = f"{found.name}: " if found.name else ""
        settled = ", settled" if found.settled else ""
        yield _hit(status, "rule", found.rule, found.seq, f"{found.answer}{settled}: {whose}{found.why}")


def _cards(session: Session, store: Store, sought: Sought) -> Iterator[Hit]:
    """The index knows which records name it; the events are looked up in the record itself."""
    if not sought.text.strip() or any(char.isspace() for char in sought.text):
        return
    named = col(ThingRow.names).contains(f" {sought.text.casefold()} ", autoescape=True)
    query = _records(sought, ThingRow).join(ThingRow, col(ThingRow.record) == StatusRow.record).where(named)
    for status, _ in session.exec(query):
        yield from _events_naming(store, status, sought.text.casefold())


def _events_naming(store: Store, status: StatusRow, word: str) -> Iterator[Hit]:
    try:
        record = store.load(status.record)
    except QuartermasterError:
        return
    for event in record.events:
        if any(word == name for value in event.fields.values() for name in _texts(value)):
            who = f"{event.by} " if event.by else ""
            yield _hit(status, "card", word, event.seq, f"{who}{event.do}")


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value.casefold()
    elif isinstance(value, list):
        for one in value:
            yield from _texts(one)
    elif isinstance(value, dict):
        for one in value.values():
            yield from _texts(one)


def _hit(status: StatusRow, kind: str, what: str, seq: int | None, words: str) -> Hit:
    parts = [status.title, status.event]
    parts += [f"{name} {value}" for name, value in (("round", status.round), ("table", status.table)) if value]
    return Hit(status.record, kind, what, seq, words, status.game, ", ".join(part for part in parts if part))
