"""The SQL of the index: its tables, as `index_rows.create_statements` makes them, and how rows are written and removed.

Kept as text because making it at run time would cost every answer half a second. A test holds both equal.
"""

import re

OUT_OF_REACH = ""
"""In the place of the rules: nothing of the record itself stood in the way, so it is asked again the next time."""
DEADLY = "died"
"""The same, but every process that looked at it died: it is asked again only by a process that may."""

TABLES = """
CREATE TABLE marks (
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (name)
)
 WITHOUT ROWID,
 STRICT;
CREATE TABLE records (
    record TEXT NOT NULL,
    size INTEGER NOT NULL,
    root BLOB NOT NULL,
    rules TEXT NOT NULL,
    game TEXT NOT NULL,
    title TEXT,
    event TEXT,
    event_word TEXT,
    round TEXT,
    round_word TEXT,
    "table" TEXT,
    place TEXT,
    begun INTEGER NOT NULL,
    changed INTEGER NOT NULL,
    closed INTEGER NOT NULL,
    over INTEGER NOT NULL,
    turn TEXT NOT NULL,
    next TEXT NOT NULL,
    winners TEXT NOT NULL,
    won TEXT NOT NULL,
    last_play INTEGER NOT NULL,
    signed INTEGER NOT NULL,
    unsigned TEXT NOT NULL,
    last_do TEXT NOT NULL,
    last_by TEXT NOT NULL,
    last_at TEXT NOT NULL,
    ok INTEGER NOT NULL,
    broken INTEGER NOT NULL,
    open INTEGER NOT NULL,
    settled INTEGER NOT NULL,
    turned INTEGER NOT NULL,
    hindsight INTEGER NOT NULL,
    disputes INTEGER NOT NULL,
    disputes_open INTEGER NOT NULL,
    halted INTEGER NOT NULL,
    waiting INTEGER NOT NULL,
    plays INTEGER NOT NULL,
    seconds INTEGER,
    won_from TEXT NOT NULL,
    table_word TEXT NOT NULL,
    series TEXT NOT NULL,
    series_note TEXT NOT NULL,
    damaged TEXT NOT NULL,
    unpinned INTEGER NOT NULL,
    PRIMARY KEY (record)
)
 WITHOUT ROWID,
 STRICT;
CREATE INDEX records_by_game ON records (game, over, won_from, plays, seconds, turned, last_at, begun);
CREATE INDEX records_by_round ON records (event_word, round_word);
CREATE INDEX records_by_rules ON records (game, rules);
CREATE INDEX records_by_series ON records (last_at, begun) WHERE series <> '';
CREATE INDEX records_by_table ON records (table_word, over) WHERE table_word <> '';
CREATE TABLE results (
    record TEXT NOT NULL,
    seat TEXT NOT NULL,
    size INTEGER NOT NULL,
    root BLOB NOT NULL,
    rules TEXT NOT NULL,
    game TEXT NOT NULL,
    name TEXT NOT NULL,
    word TEXT NOT NULL,
    over INTEGER NOT NULL,
    place INTEGER,
    total INTEGER,
    seats INTEGER NOT NULL,
    started INTEGER,
    points TEXT NOT NULL,
    winner INTEGER NOT NULL,
    turn_seconds INTEGER,
    rounds TEXT,
    PRIMARY KEY (record, seat)
)
 WITHOUT ROWID,
 STRICT;
CREATE INDEX results_by_person ON results (word, game, over, place, total, winner, turn_seconds);
CREATE TABLE findings (
    record TEXT NOT NULL,
    number INTEGER NOT NULL,
    size INTEGER NOT NULL,
    root BLOB NOT NULL,
    rules TEXT NOT NULL,
    seq INTEGER NOT NULL,
    rule TEXT NOT NULL,
    answer TEXT NOT NULL,
    over INTEGER NOT NULL,
    settled INTEGER NOT NULL,
    says TEXT NOT NULL,
    why TEXT NOT NULL,
    closed_by INTEGER,
    seat TEXT NOT NULL,
    name TEXT NOT NULL,
    word TEXT NOT NULL,
    PRIMARY KEY (record, number)
)
 WITHOUT ROWID,
 STRICT;
CREATE INDEX findings_by_rule ON findings (answer, over, rule, word);
CREATE TABLE penalties (
    record TEXT NOT NULL,
    number INTEGER NOT NULL,
    size INTEGER NOT NULL,
    root BLOB NOT NULL,
    rules TEXT NOT NULL,
    person TEXT,
    seat TEXT,
    level TEXT,
    infraction TEXT,
    usual TEXT,
    why TEXT,
    "by" TEXT,
    dispute TEXT NOT NULL,
    ruling INTEGER,
    event TEXT,
    PRIMARY KEY (record, number)
)
 WITHOUT ROWID,
 STRICT;
CREATE TABLE disputes (
    record TEXT NOT NULL,
    number INTEGER NOT NULL,
    size INTEGER NOT NULL,
    root BLOB NOT NULL,
    rules TEXT NOT NULL,
    seq INTEGER NOT NULL,
    state TEXT NOT NULL,
    kind TEXT NOT NULL,
    "by" TEXT NOT NULL,
    name TEXT NOT NULL,
    claim TEXT NOT NULL,
    ruling INTEGER,
    verdict TEXT NOT NULL,
    remedy TEXT NOT NULL,
    appeal_until TEXT NOT NULL,
    PRIMARY KEY (record, number)
)
 WITHOUT ROWID,
 STRICT;
CREATE INDEX disputes_by_state ON disputes (state);
CREATE TABLE people (
    record TEXT NOT NULL,
    role TEXT NOT NULL,
    seat TEXT NOT NULL,
    name TEXT NOT NULL,
    size INTEGER NOT NULL,
    root BLOB NOT NULL,
    rules TEXT NOT NULL,
    word TEXT NOT NULL,
    PRIMARY KEY (record, role, seat, name)
)
 WITHOUT ROWID,
 STRICT;
CREATE INDEX people_by_word ON people (word);
CREATE TABLE things (
    record TEXT NOT NULL,
    size INTEGER NOT NULL,
    root BLOB NOT NULL,
    rules TEXT NOT NULL,
    names TEXT NOT NULL,
    PRIMARY KEY (record)
)
 WITHOUT ROWID,
 STRICT;
CREATE TABLE links (
    record TEXT NOT NULL,
    linked TEXT NOT NULL,
    size INTEGER NOT NULL,
    root BLOB NOT NULL,
    rules TEXT NOT NULL,
    linked_size INTEGER NOT NULL,
    linked_root BLOB NOT NULL,
    PRIMARY KEY (record, linked)
)
 WITHOUT ROWID,
 STRICT;
CREATE INDEX links_by_linked ON links (linked);
"""

_TABLE = re.compile(r"CREATE TABLE (\w+) \((.*?)\n\)", re.DOTALL)
_COLUMN = re.compile(r'^    "?(\w+)"? (?:TEXT|INTEGER|BLOB)', re.MULTILINE)

COLUMNS = {found[1]: tuple(_COLUMN.findall(found[2])) for found in _TABLE.finditer(TABLES)}
"""The columns of every table, in their order."""


def _quoted(name: str) -> str:
    return f'"{name}"'


OF_RECORD = tuple(table for table in COLUMNS if table != "marks")
"""The tables whose rows belong to a record."""

INSERT = {
    table: f"INSERT INTO {table} ({', '.join(map(_quoted, names))}) VALUES ({', '.join('?' * len(names))})"
    for table, names in COLUMNS.items()
}
