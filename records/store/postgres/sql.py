"""The SQL of a PostgreSQL store: the tables, as `tables.create_statements("postgresql")` makes them, and the guards.

A test holds the tables equal to their classes, as for SQLite. The append functions are in append.py.
"""

TABLES = """
CREATE TABLE schema_version (
    version INTEGER NOT NULL,
    PRIMARY KEY (version)
);
CREATE TABLE records (
    key BIGINT NOT NULL,
    id TEXT COLLATE "C" NOT NULL,
    created BIGINT NOT NULL,
    header BYTEA NOT NULL,
    leaf BYTEA NOT NULL,
    game TEXT NOT NULL,
    title TEXT,
    event TEXT,
    round TEXT,
    "table" TEXT,
    place TEXT,
    PRIMARY KEY (key),
    UNIQUE (id),
    CHECK (length(leaf) = 32)
);
CREATE TABLE events (
    position BIGINT NOT NULL,
    record BIGINT NOT NULL,
    seq INTEGER NOT NULL,
    at BIGINT NOT NULL,
    payload BYTEA NOT NULL,
    leaf BYTEA NOT NULL,
    PRIMARY KEY (position),
    UNIQUE (record, seq),
    CHECK (position > 0 AND seq > 0),
    CHECK (length(leaf) = 32)
);
CREATE TABLE tips (
    id TEXT COLLATE "C" NOT NULL,
    record BIGINT NOT NULL,
    size INTEGER NOT NULL,
    peaks BYTEA NOT NULL,
    changed BIGINT NOT NULL,
    closed INTEGER NOT NULL,
    PRIMARY KEY (id)
)
 WITH (fillfactor = 50);
CREATE TABLE event_keys (
    record BIGINT NOT NULL,
    name TEXT COLLATE "C" NOT NULL,
    seq INTEGER NOT NULL,
    PRIMARY KEY (record, name)
);
CREATE TABLE openings (
    record BIGINT NOT NULL,
    seal TEXT COLLATE "C" NOT NULL,
    seat TEXT NOT NULL,
    what TEXT NOT NULL,
    salt TEXT NOT NULL,
    value BYTEA NOT NULL,
    PRIMARY KEY (record, seal),
    FOREIGN KEY(record) REFERENCES records (key)
);
CREATE TABLE notes (
    record BIGINT NOT NULL,
    kind TEXT COLLATE "C" NOT NULL,
    size INTEGER NOT NULL,
    data BYTEA NOT NULL,
    PRIMARY KEY (record, kind, size),
    FOREIGN KEY(record) REFERENCES records (key)
);
"""

# Tips may be updated: every append does it, and a trigger on each would slow appends down by a twentieth. The service's
# account may do so only through the functions, and `load` and `qm verify` find a wrong tip.
GUARDS = """
CREATE FUNCTION stop_change() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION '% is append-only', TG_TABLE_NAME; END $$;

CREATE TRIGGER records_change BEFORE UPDATE OR DELETE OR TRUNCATE ON records EXECUTE FUNCTION stop_change();
CREATE TRIGGER events_change BEFORE UPDATE OR DELETE OR TRUNCATE ON events EXECUTE FUNCTION stop_change();
CREATE TRIGGER event_keys_change BEFORE UPDATE OR DELETE OR TRUNCATE ON event_keys EXECUTE FUNCTION stop_change();
CREATE TRIGGER tips_change BEFORE DELETE OR TRUNCATE ON tips EXECUTE FUNCTION stop_change();
"""

ROLE = """
GRANT USAGE ON SCHEMA {schema} TO {role};
GRANT SELECT ON schema_version, records, events, tips, event_keys, openings, notes TO {role};
GRANT INSERT ON records, events, tips, openings, notes TO {role};
GRANT UPDATE ON notes TO {role};
GRANT EXECUTE ON FUNCTION append_event, append_events, move_tip TO {role};
"""
"""What the account of the service needs, and no more. Run it as the owner of the tables.

The owner makes the tables (`qm new` once, or `qm migrate`); the service then uses an account that may read and insert,
but can neither change, delete nor truncate records and events, nor switch the guards off. Tips are moved by those
functions only, which run with the owner's rights. Notes are derived data and may be replaced.
"""

READ_ROLE = """
GRANT USAGE ON SCHEMA {schema} TO {role};
GRANT SELECT ON schema_version, records, events, tips, event_keys, notes TO {role};
"""
"""What an account needs that only reads, as the workers of an audit do. It sees every event, but no openings."""
