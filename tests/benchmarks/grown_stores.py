"""Large stores made quickly, for benchmarks: a few dealt games, over and over under other ids, with their index."""

import sqlite3
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from cli import __version__
from cli.desk.index.index_entries import IndexEntry, entry_of
from cli.desk.index.index_file import INDEX_VERSION, Index
from cli.desk.index.index_sql import COLUMNS, INSERT, TABLES
from cli.machine.derived_file import DerivedFile, index_path
from records.codec import pack_line
from records.ids import id_of, new_id
from records.record import Record, of_bodies
from records.store import Info, open_store
from records.store.read_half import fold
from records.tree import grow
from replay.deal import deal, header_for
from replay.library import game_of

GAMES = ("gold-island", "loot-island", "lost-island", "sea-or-shore")
NAMES = (
    "Ann",
    "Bob",
    "Cleo",
    "Dan",
    "Eve",
    "Fay",
    "Gus",
    "Hal",
    "Ida",
    "Jon",
    "Kim",
    "Lea",
    "Max",
    "Nora",
    "Ole",
    "Pia",
)
BEGUN = 1_763_000_000_000_000
LINES = 6
"""How many events of each game a large store holds; the index rows are those of the whole games."""


class Sample(NamedTuple):
    """A dealt game: whole, and its beginning."""

    whole: Record
    begun: Record


def samples(amount: int) -> list[Sample]:
    """Games of all kinds with changing players, one in three as a scribe with holes saw it."""
    found = []
    for number in range(amount):
        game = game_of(GAMES[number % len(GAMES)])
        header = header_for(game, 4)
        names = [NAMES[(number * 3 + seat * 5) % len(NAMES)] for seat in range(4)]
        players = [{**player, "name": name} for player, name in zip(header["players"], names, strict=True)]
        header = {**header, "players": players, "title": f"Game {number}", "event": f"Open {number % 20}"}
        dealt = deal(game, header, number)
        lines = dealt.scribe if number % 3 == 0 else dealt.full
        found.append(Sample(of_bodies(dealt.header, lines), of_bodies(dealt.header, lines[:LINES])))
    return found


def grown(path: Path, records: int, games: list[Sample]) -> list[str]:
    """A store of many short records, written in one transaction; the ids, in order."""
    with open_store(path):
        pass
    ids = [new_id(BEGUN + number * 1000, number.to_bytes(10, "big")) for number in range(records)]
    with sqlite3.connect(path) as raw:
        raw.execute("PRAGMA synchronous = OFF")
        for (name,) in raw.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            raw.execute(f'DROP TRIGGER "{name}"')
        raw.executemany("INSERT INTO records VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", _record_rows(ids, games))
        raw.executemany("INSERT INTO tips VALUES (?, ?, ?, ?, ?, ?)", _tip_rows(ids, games))
        raw.executemany("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?)", _event_rows(ids, games))
    return ids


def _record_rows(ids: list[str], games: list[Sample]) -> Any:
    packed = [pack_line(game.begun.lines[0]) for game in games]
    for number, record_id in enumerate(ids):
        header = games[number % len(games)].begun.header
        words = map(fold, (header.title, header.event, header.round, header.table, header.place))
        leaf = header.leaf
        yield (number + 1, record_id, BEGUN + number, packed[number % len(games)], leaf, header.game, *words)


def _tip_rows(ids: list[str], games: list[Sample]) -> Any:
    peaks = [grow(0, b"", game.begun.leaves()) for game in games]
    for number, record_id in enumerate(ids):
        size = games[number % len(games)].begun.size
        yield (record_id, number + 1, size, peaks[number % len(games)], BEGUN + number, 0)


def _event_rows(ids: list[str], games: list[Sample]) -> Any:
    rows = [
        [(pack_line(line), leaf) for line, leaf in zip(game.begun.lines[1:], game.begun.leaves()[1:], strict=True)]
        for game in games
    ]
    position = count(1)
    for number in range(len(ids)):
        for seq, (packed, leaf) in enumerate(rows[number % len(games)], 1):
            yield next(position), number + 1, seq, BEGUN + number, packed, leaf


def indexed_whole(path: Path, ids: list[str], games: list[Sample]) -> None:
    """The index of such a store, with the rows of whole games under the heads of the short records."""
    file = DerivedFile(index_path(str(path)), TABLES, INDEX_VERSION)
    index = Index(file, __version__)
    known = [_entry(game) for game in games]
    heads = [game.begun.head() for game in games]
    with file.writing() as cursor:
        for table in known[0].rows:
            record, size, root = (COLUMNS[table].index(name) for name in ("record", "size", "root"))

            def rows(record: int, size: int, root: int, table: str) -> Any:
                for number, record_id in enumerate(ids):
                    head = heads[number % len(games)]
                    for row in known[number % len(games)].rows.get(table, ()):
                        cells = list(row)
                        cells[record], cells[size], cells[root] = record_id, head.size, head.root
                        yield cells

            cursor.executemany(INSERT[table], rows(record, size, root, table))
    from cli.desk.index.index_current import bring_current

    with open_store(path) as store:
        assert bring_current(index, store) == 0, "the index is current"
    file.close()


def _entry(game: Sample) -> IndexEntry:
    whole = game.whole
    return entry_of(whole, Info(id_of(whole), whole.header, whole.head(), BEGUN, BEGUN, False), __version__)
