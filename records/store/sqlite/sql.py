"""The SQL of a SQLite store: the tables, as `tables.create_statements("sqlite")` makes them, and the guards.

It is kept as text because making it at run time would cost a user's first command half a second. A test holds both
equal.
"""

ADD_EVENT = "INSERT INTO events (record, seq, at, payload, leaf) VALUES (?, ?, ?, ?, ?)"
MOVE_TIP = "UPDATE tips SET size = ?, peaks = ?, changed = ?, closed = ? WHERE id = ?"

TABLES = """
CREATE TABLE schema_version (
    version INTEGER NOT NULL,
    PRIMARY KEY (version)
)
 STRICT;
CREATE TABLE records (
    "key" INTEGER NOT NULL,
    id TEXT NOT NULL,
    created INTEGER NOT NULL,
    header BLOB NOT NULL,
    leaf BLOB NOT NULL,
    game TEXT NOT NULL,
    title TEXT,
    event TEXT,
    round TEXT,
    "table" TEXT,
    place TEXT,
    PRIMARY KEY ("key"),
    UNIQUE (id),
    CHECK (length(leaf) = 32)
)
 STRICT;
CREATE TABLE events (
    position INTEGER NOT NULL,
    record INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    at INTEGER NOT NULL,
    payload BLOB NOT NULL,
    leaf BLOB NOT NULL,
    PRIMARY KEY (position),
    UNIQUE (record, seq),
    CHECK (position > 0 AND seq > 0),
    CHECK (length(leaf) = 32)
)
 STRICT;
CREATE TABLE tips (
    id TEXT NOT NULL,
    record INTEGER NOT NULL,
    size INTEGER NOT NULL,
    peaks BLOB NOT NULL,
    changed INTEGER NOT NULL,
    closed INTEGER NOT NULL,
    PRIMARY KEY (id)
)
 WITHOUT ROWID,
 STRICT;
CREATE TABLE event_keys (
    record INTEGER NOT NULL,
    name TEXT NOT NULL,
    seq INTEGER NOT NULL,
    PRIMARY KEY (record, name)
)
 WITHOUT ROWID,
 STRICT;
CREATE TABLE openings (
    record INTEGER NOT NULL,
    seal TEXT NOT NULL,
    seat TEXT NOT NULL,
    what TEXT NOT NULL,
    salt TEXT NOT NULL,
    value BLOB NOT NULL,
    PRIMARY KEY (record, seal),
    FOREIGN KEY(record) REFERENCES records ("key")
)
 WITHOUT ROWID,
 STRICT;
CREATE TABLE notes (
    record INTEGER NOT NULL,
    kind TEXT NOT NULL,
    size INTEGER NOT NULL,
    data BLOB NOT NULL,
    PRIMARY KEY (record, kind, size),
    FOREIGN KEY(record) REFERENCES records ("key")
)
 STRICT;
"""

# Plain triggers stop UPDATE and DELETE but not INSERT OR REPLACE, which deletes without firing them. So an insert is
# stopped as well wherever its key is taken or it is not the next one. (A rowid that is not given reads as -1.)
GUARDS = """
CREATE TRIGGER records_insert BEFORE INSERT ON records
WHEN EXISTS (SELECT 1 FROM records WHERE key = NEW.key OR id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'records are append-only'); END;
CREATE TRIGGER records_update BEFORE UPDATE ON records
BEGIN SELECT RAISE(ABORT, 'records are append-only'); END;
CREATE TRIGGER records_delete BEFORE DELETE ON records
BEGIN SELECT RAISE(ABORT, 'records are append-only'); END;

CREATE TRIGGER events_insert BEFORE INSERT ON events
WHEN NEW.seq IS NOT (SELECT 1 + coalesce(max(seq), 0) FROM events WHERE record = NEW.record)
  OR (NEW.position IS NOT -1 AND NEW.position IS NOT (SELECT 1 + coalesce(max(position), 0) FROM events))
BEGIN SELECT RAISE(ABORT, 'events are append-only'); END;
CREATE TRIGGER events_update BEFORE UPDATE ON events
BEGIN SELECT RAISE(ABORT, 'events are append-only'); END;
CREATE TRIGGER events_delete BEFORE DELETE ON events
BEGIN SELECT RAISE(ABORT, 'events are append-only'); END;

CREATE TRIGGER event_keys_insert BEFORE INSERT ON event_keys
WHEN EXISTS (SELECT 1 FROM event_keys WHERE record = NEW.record AND name = NEW.name)
BEGIN SELECT RAISE(ABORT, 'keys are append-only'); END;
CREATE TRIGGER event_keys_update BEFORE UPDATE ON event_keys
BEGIN SELECT RAISE(ABORT, 'keys are append-only'); END;
CREATE TRIGGER event_keys_delete BEFORE DELETE ON event_keys
BEGIN SELECT RAISE(ABORT, 'keys are append-only'); END;

CREATE TRIGGER tips_insert BEFORE INSERT ON tips
WHEN EXISTS (SELECT 1 FROM tips WHERE id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'a tip only grows'); END;
CREATE TRIGGER tips_update BEFORE UPDATE ON tips
WHEN NEW.id IS NOT OLD.id OR NEW.record IS NOT OLD.record OR NEW.size <= OLD.size
BEGIN SELECT RAISE(ABORT, 'a tip only grows'); END;
CREATE TRIGGER tips_delete BEFORE DELETE ON tips
BEGIN SELECT RAISE(ABORT, 'a tip only grows'); END;
"""
