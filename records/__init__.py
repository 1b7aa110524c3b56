"""Bytes, order and integrity of a record. Nothing in here knows a game.

Scripts may use it: `import records` offers the names listed at the end, and loads each part only when it is needed.

Read a file. A record is a header and its events. Its head is the size and the root of one hash tree over all of them;
the short code is the beginning of the root, for people to write on paper.

>>> import records
>>> record = records.read("fixtures/sea-or-shore/hurried-table.jsonl")
>>> record.header.title, record.size
('A hurried table', 155)
>>> record.head().code
'GAMH-3Z5L'
>>> event = record.events[2]
>>> event.seq, event.by, event.do, event.fields
(3, 'p1', 'lay', {'shows': 4})

Check that the file is whole, and that it is still the one whose code was noted at the table. The report also lists
what no check can find.

>>> report = records.verify_file("fixtures/sea-or-shore/hurried-table.jsonl", code="gamh 3z5l")
>>> report.ok, report.compared
(True, ['the short code GAMH-3Z5L'])

Make a record from plain data, and keep it in a store. A store never asks for the time; you give it, in microseconds
since 1970, UTC: `time.time_ns() // 1000` is now.

>>> header = {"quartermaster": 1, "game": "draughts", "players": [{"seat": "black"}, {"seat": "white"}]}
>>> small = records.of_bodies(header, [{"do": "move", "by": "black", "from": 11, "to": 15}])
>>> with records.open_store("records.db") as store:
...     info, is_new = store.import_record(small, record_id=records.id_of(small), at=1_767_225_600_000_000)
>>> is_new, info.head.size
(True, 2)

Append. `expect` is the size that you saw: if somebody else was faster, nothing is written and you get a `Conflict`. A
store takes any well-formed event and judges none: `replay.audit_of` does that afterwards, `qm log` while logging.

>>> with records.open_store("records.db", create=False) as store:
...     answer = store.append(info.id, [{"do": "move", "by": "white", "from": 22, "to": 18}], at=info.changed, expect=2)
...     late = {"do": "move", "by": "white", "from": 23, "to": 19}
...     try:
...         store.append(info.id, [late], at=info.changed, expect=2)
...     except records.Conflict as conflict:
...         print("refused with exit code", conflict.code)
...     kept = store.load(info.id)
refused with exit code 5
>>> answer.first, answer.last, kept.head() == answer.head
(2, 2, True)

Begin an empty record under a fresh id, and list what the store holds, all of it or by a filter.

>>> import secrets
>>> now = info.changed + 1
>>> with records.open_store("records.db") as store:
...     begun = store.create(header, record_id=records.new_id(now, secrets.token_bytes(10)), at=now)
...     for found in store.records(records.Filter(game="draughts", closed=False)):
...         print(found.header.game, found.head.size)
draughts 3
draughts 1

Errors. Whatever is wrong with a file, a store or an argument is one of these, with the exit code that `qm` gives it.
Each error says `what` happened, `where`, and how to `mend` it. An illegal move is never an error: it is a finding.

    QuartermasterError      any of them
    ├── Refused        2    the input is not allowed, and nothing was written
    ├── Damaged        3    a record, a proof or a checkpoint does not hold together
    ├── NotFound       4    no such record, event, file or game
    ├── Conflict       5    somebody else appended first, or a key was used for something else
    └── Unavailable   75    the file or the store cannot be used now: disk full, locked, read-only

>>> try:
...     records.from_bytes(b'{"quartermaster":1,"game":"draughts"}', "draft.jsonl")
... except records.QuartermasterError as error:
...     print(type(error).__name__, error.where)
Damaged draft.jsonl line 1

Functions

    read                a record from a file
    from_bytes          a record held in memory
    of_bodies           a record made of plain data
    id_of               the id under which a store keeps a record
    new_id              a fresh id, from a time and ten random bytes
    open_store          a store: a SQLite file, or PostgreSQL by URL
    verify_file         is a record file whole and unchanged?
    verify_in_store     is a record in a store whole and unchanged?

Values

    Record              header, events and head of a game
    Header              line 0: game, players, options
    Player              a seat and a name
    Event               one logged line: seq, at, by, do, fields
    Head                size and root of a record's tree, and its short code
    Store               where records are kept: create, append, load, list, feed
    Info                a record in a list
    Filter              which records to list
    Appended            what an append answers
    Report              what a check found
    Defect              one thing that is wrong

Everything else in this package is the inside, and may change.
"""

from importlib import import_module
from typing import TYPE_CHECKING

__all__ = [
    "Appended",
    "Conflict",
    "Damaged",
    "Defect",
    "Event",
    "Filter",
    "Head",
    "Header",
    "Info",
    "NotFound",
    "Player",
    "QuartermasterError",
    "Record",
    "Refused",
    "Report",
    "Store",
    "Unavailable",
    "from_bytes",
    "id_of",
    "new_id",
    "of_bodies",
    "open_store",
    "read",
    "verify_file",
    "verify_in_store",
]

if TYPE_CHECKING:  # what a type checker sees; the table below says the same to the running program
    from records.errors import Conflict, Damaged, NotFound, QuartermasterError, Refused, Unavailable
    from records.event import Event, Header, Player
    from records.ids import id_of, new_id
    from records.record import Head, Record, from_bytes, of_bodies
    from records.scripting import read, verify_file, verify_in_store
    from records.store import Appended, Filter, Info, Store, open_store
    from records.verify import Defect, Report
else:
    # Every command of `qm` runs this file, so importing the parts here would slow down each of them. Instead, a name is
    # looked up when it is asked for (PEP 562). None may be the name of a module in this package: importing the module
    # would put it in the place of the function.
    _HOMES = {
        "records.errors": ("Conflict", "Damaged", "NotFound", "QuartermasterError", "Refused", "Unavailable"),
        "records.event": ("Event", "Header", "Player"),
        "records.ids": ("id_of", "new_id"),
        "records.record": ("Head", "Record", "from_bytes", "of_bodies"),
        "records.scripting": ("read", "verify_file", "verify_in_store"),
        "records.store": ("Appended", "Filter", "Info", "Store", "open_store"),
        "records.verify": ("Defect", "Report"),
    }

    def __getattr__(name: str) -> object:
        for home, names in _HOMES.items():
            if name in names:
                return getattr(import_module(home), name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    def __dir__() -> list[str]:
        return __all__
