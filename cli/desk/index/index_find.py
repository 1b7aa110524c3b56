"""Looking for a person, a rule or a card over all records, through the index.

In driver SQL: importing SQLModel takes longer than looking through 100,000 records. Only keys are sorted; everything
else is read for the hits that are shown.
"""

from collections.abc import Iterator
from itertools import islice
from typing import Any, NamedTuple

from cli.desk.index.index_file import Index
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


class Hits(NamedTuple):
    """What was found, the newest records first."""

    shown: list[Hit]
    every: int | None
    """How many there are, shown or not; None if there are more of them, which were not counted."""


class _Fitting(NamedTuple):
    """The rows `t` of a table that fit, in the records that are meant."""

    asked: Index
    tables: str
    values: list[object]

    def keys(self, columns: str, room: int) -> list[tuple[Any, ...]]:
        """The record of each row and these columns, the newest records first."""
        order = f"ORDER BY r.begun DESC, r.record DESC, {columns}"
        return self.asked.rows(f"SELECT t.record, {columns} {self.tables} {order} LIMIT ?", [*self.values, room])

    def amount(self, found: int, room: int) -> int:
        """How many rows there are, if this many were found: they are counted only where there was no room for all."""
        return found if found < room else int(self.asked.rows(f"SELECT count(*) {self.tables}", self.values)[0][0])


def found_in(index: Index, store: Store, sought: Sought) -> Hits:
    """Everything that fits, up to the number that is wanted: people first, then rules, then cards.

    Events are read for cards, and only while there is room: they are not counted where people or rules fill it.
    """
    shown, every = list[Hit](), 0
    for kind, look in (("person", _people), ("rule", _rules)):
        if kind in sought.kinds:
            hits, amount = look(index, sought, sought.most - len(shown))
            shown, every = [*shown, *hits], every + amount
    if "card" in sought.kinds and (room := sought.most - len(shown)):
        cards = list(islice(_cards(index, store, sought, room), room + 1))
        if len(cards) > room:
            return Hits([*shown, *cards[:room]], None)
        shown, every = [*shown, *cards], every + len(cards)
    return Hits(shown, every)


def _fitting(index: Index, sought: Sought, table: str, term: str, word: str) -> _Fitting:
    terms, values = [term], list[object]([word])
    if sought.game is not None:
        terms.append("r.game = ?")
        values.append(sought.game)
    if sought.event is not None:
        terms.append("instr(r.event_word, ?) > 0")
        values.append(fold(sought.event) or "")
    where = " AND ".join(terms)
    return _Fitting(index, f"FROM {table} t JOIN records r ON r.record = t.record WHERE {where}", values)


def _people(index: Index, sought: Sought, room: int) -> tuple[list[Hit], int]:
    word = fold(sought.text) or ""
    fitting = _fitting(index, sought, "people", "instr(t.word, ?) > 0", word)
    hits = [
        _hit(index, record, "person", name, None, _seated(index, record, seat) if role == "player" else role)
        for record, role, seat, name in fitting.keys("t.role, t.seat, t.name", room)
    ]
    return hits, fitting.amount(len(hits), room)


def _seated(index: Index, record: str, seat: str) -> str:
    """How a player did: `sat at p1, place 2, 31 points, contested event 12`."""
    told = [f"sat at {seat}"]
    for over, place, points in index.rows(
        "SELECT over, place, points FROM results WHERE record = ? AND seat = ?", (record, seat)
    ):
        told += [f"place {place}"] if over and place is not None else []
        told += [f"{points} points"] if over and points.lstrip("-").isdigit() else []
    contested = index.rows('SELECT seq FROM disputes WHERE record = ? AND "by" = ? ORDER BY number', (record, seat))
    if contested:
        told.append(f"contested {', '.join(f'event {seq}' for (seq,) in contested)}")
    return ", ".join(told)


def _rules(index: Index, sought: Sought, room: int) -> tuple[list[Hit], int]:
    fitting = _fitting(index, sought, "findings", "t.rule = ?", sought.text.upper())
    hits = []
    for record, number in fitting.keys("t.number", room):
        ((seq, rule, answer, name, settled, why),) = index.rows(
            "SELECT seq, rule, answer, name, settled, why FROM findings WHERE record = ? AND number = ?",
            (record, number),
        )
        words = f"{answer}{', settled' if settled else ''}: {f'{name}: ' if name else ''}{why}"
        hits.append(_hit(index, record, "rule", rule, seq, words))
    return hits, fitting.amount(len(hits), room)


def _cards(index: Index, store: Store, sought: Sought, room: int) -> Iterator[Hit]:
    """The index knows which records name it; the events are looked up in the record itself."""
    word = sought.text.casefold()
    if not word.strip() or any(char.isspace() for char in word):
        return
    fitting = _fitting(index, sought, "things", "instr(t.names, ?) > 0", f" {word} ")
    for record_id, _ in fitting.keys("t.record", room + 1):
        try:
            record = store.load(record_id)
        except QuartermasterError:
            continue
        for event in record.events:
            if any(word == name for value in event.fields.values() for name in _texts(value)):
                who = f"{event.by} " if event.by else ""
                yield _hit(index, record_id, "card", word, event.seq, f"{who}{event.do}")


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value.casefold()
    elif isinstance(value, list):
        for one in value:
            yield from _texts(one)
    elif isinstance(value, dict):
        for one in value.values():
            yield from _texts(one)


def _hit(index: Index, record: str, kind: str, what: str, seq: int | None, words: str) -> Hit:
    ((game, title, event, number, table),) = index.rows(
        'SELECT game, title, event, round, "table" FROM records WHERE record = ?', (record,)
    )
    parts = [title, event, number and f"round {number}", table and f"table {table}"]
    return Hit(record, kind, what, seq, words, game, ", ".join(part for part in parts if part))
