"""Tables by round and number: `r2t3` names the record of table 3 in round 2, `T:r2t3` that of the tournament T.

Only the log of the tournament is read for it, not the rules of its game: every command may be given such a name.
"""

import re
from contextlib import suppress
from typing import NamedTuple

from records.errors import Damaged, NotFound, QuartermasterError, Refused
from records.event import Event
from records.record import Head, Record
from records.store import Filter, Info, Store

TOURNAMENT = "tournament"
"""The game whose record names the records of its tables."""

_TABLE = re.compile(r"r([1-9]\d{0,3})t([1-9]\d{0,3})", re.ASCII)


class TableName(NamedTuple):
    """A table that somebody named: its tournament (None: the one that is going on), round and number."""

    tournament: str | None
    round: int
    table: int

    @property
    def short(self) -> str:
        """`r2t3`"""
        return f"r{self.round}t{self.table}"


def table_name(text: str) -> TableName | None:
    """The table that `r2t3` or `T:r2t3` names; None for anything else."""
    tournament, colon, short = text.rpartition(":")
    found = _TABLE.fullmatch(short)
    if found is None or (colon and not tournament):
        return None
    return TableName(tournament if colon else None, int(found[1]), int(found[2]))


def tournaments(store: Store) -> list[Info]:
    """The tournaments of a store, oldest first; a damaged record does not hide them."""
    found = []
    try:
        for info in store.records(Filter(game=TOURNAMENT)):
            found.append(info)
    except Damaged:
        pass
    return sorted(found, key=lambda info: info.id)


def tournament_id(store: Store, name: str | None) -> str:
    """The tournament that is meant: by its title or the beginning of its id; without a name the newest still open."""
    every = tournaments(store)
    if not every:
        raise NotFound("there is no tournament in this store", mend='`qm tournament new "NAME"` begins one')
    if name is None:
        return max(every, key=lambda info: (not info.closed, info.id)).id
    if (titled := titled_id(every, name)) is not None:
        return titled
    record_id = store.find(name)
    if record_id not in {info.id for info in every}:
        raise Refused(f"{name} is not a tournament", mend=f"name one of {_listed(every)}")
    return record_id


def titled_id(every: list[Info], title: str) -> str | None:
    """The tournament with a title, in any case of letters: the newest that is still open, else the newest."""
    wanted = title.strip().casefold()
    same = [info for info in every if (info.header.title or "").strip().casefold() == wanted]
    return max(same, key=lambda info: (not info.closed, info.id)).id if same else None


def tournament_of_event(store: Store, event: str | None) -> Record | None:
    """The record of the tournament to which the tables of an event belong; None if there is none that can be read."""
    found = None if event is None else titled_id(tournaments(store), event)
    if found is None:
        return None
    try:
        return store.load(found)
    except QuartermasterError:
        return None


def _listed(every: list[Info]) -> str:
    return ", ".join(info.header.title or info.id for info in every[-5:])


def record_of_table(store: Store, wanted: TableName) -> str:
    """The id of the record of a table, which is in the store."""
    tournament = tournament_id(store, wanted.tournament)
    record_id = _seated(store, tournament, wanted)
    try:
        return store.find(record_id)
    except NotFound:
        raise NotFound(
            f"{wanted.short} is the record {record_id}, which is not in this store",
            mend="import it: qm import FILE",
        ) from None


def _seated(store: Store, tournament: str, wanted: TableName) -> str:
    """The record that the last seating of the round names for a table."""
    record = store.load(tournament)
    title = record.header.title or tournament
    tables = seated_tables(record)
    rounds = {name.round for name in tables}
    if wanted.round not in rounds:
        raise NotFound(f"round {wanted.round} of {title} is not seated yet", mend="`qm tournament round` seats it")
    name = TableName(None, wanted.round, wanted.table)
    if name not in tables:
        raise NotFound(f"round {wanted.round} of {title} has no table {wanted.table}")
    record_id = tables[name]
    if record_id is None:
        raise NotFound(f"{wanted.short} of {title} has no record: its result comes on a slip")
    return record_id


def seated_tables(record: Record) -> dict[TableName, str | None]:
    """The tables of a tournament by round and number, each with the id of its record, if it has one."""
    rounds: dict[int, Event] = {}
    for event in _counting(record):
        number = event.fields.get("round")
        if event.do == "round" and type(number) is int:
            rounds[number] = event
    found: dict[TableName, str | None] = {}
    for number, event in rounds.items():
        tables = event.fields.get("tables")
        for table in tables if isinstance(tables, list) else ():
            if isinstance(table, dict) and type(table.get("table")) is int:
                record_id = table.get("record")
                name = TableName(None, number, table["table"])
                found[name] = record_id if isinstance(record_id, str) else None
    return dict(sorted(found.items(), key=lambda item: (item[0].round, item[0].table)))


def collected_heads(record: Record) -> dict[str, list[Head]]:
    """The heads that the results of a tournament name, by record; one that is kept back is left out."""
    found: dict[str, list[Head]] = {}
    for event in _counting(record):
        record_id, head = event.fields.get("record"), event.fields.get("head")
        if event.do == "result" and isinstance(record_id, str) and isinstance(head, str):
            with suppress(QuartermasterError):
                found.setdefault(record_id, []).append(Head.from_text(head))
    return found


def _counting(record: Record) -> list[Event]:
    from replay.disputes.line import line_of  # most targets need nothing of the engine

    return line_of(record.header, record.events).events_that_count()
