"""Who sits where: one person twice at a table, or at two tables of a round, and a table that is there twice.

These may be meant (two scribes at one table, two people of one name), so they are said and never refused.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from records.event import Header


class Seated(NamedTuple):
    """A record with its header."""

    id: str
    header: Header


def warnings_of(records: Iterable[Seated]) -> dict[str, list[str]]:
    """What is odd about the seating, by record; records without anything odd are left out."""
    every = list(records)
    rounds: dict[tuple[str, str], list[Seated]] = {}
    for one in every:
        if one.header.event is not None and one.header.round is not None:
            rounds.setdefault((_word(one.header.event), _word(one.header.round)), []).append(one)
    found = {one.id: list(_twice_at_table(one.header)) for one in every}
    for together in rounds.values():
        for record_id, words in _in_round(together):
            found[record_id].append(words)
    return {record_id: words for record_id, words in found.items() if words}


def _word(text: str | int) -> str:
    return str(text).casefold()


def _names(header: Header) -> dict[str, str]:
    """The names at a table, by the form in which they are compared."""
    names: dict[str, str] = {}
    for player in header.players:
        if player.name:
            names.setdefault(_word(player.name), player.name)
    return names


def _twice_at_table(header: Header) -> Iterator[str]:
    for name, shown in _names(header).items():
        seats = [player.seat for player in header.players if player.name and _word(player.name) == name]
        if len(seats) > 1:
            yield f"{shown} sits at {' and '.join(seats)}"


def _in_round(together: list[Seated]) -> Iterator[tuple[str, str]]:
    """What the records of one round have in common and should not: a table, or else a player."""
    tables: dict[str, list[Seated]] = {}
    people: dict[str, list[Seated]] = {}
    for one in together:
        if one.header.table is not None:
            tables.setdefault(_word(one.header.table), []).append(one)
        for name in _names(one.header):
            people.setdefault(name, []).append(one)
    for one in together:
        here, table = one.header, one.header.table
        twins = [] if table is None else [other for other in tables[_word(table)] if other.id != one.id]
        for other in twins:
            yield one.id, f"round {here.round}, table {table} is also the record {other.id}"
        for name, shown in _names(here).items():
            for other in people[name]:
                if other.id != one.id and other not in twins:
                    where = f"table {other.header.table}" if other.header.table is not None else "another table"
                    yield one.id, f"{shown} also sits at {where} in round {here.round}: the record {other.id}"
