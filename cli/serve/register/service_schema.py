"""The versions of `service.db`: what the first one is made of, and the steps from each to the next.

A file of an older version is brought up to date when it is opened; one of a newer version is refused and left alone.
"""

import sqlite3

from records.store.schema import statements

APPLICATION_ID = 0x514D5352
"""`QMSR`, in the header of the file: what belongs to another program is never taken for ours."""

FIRST = """
CREATE TABLE grants (
    id TEXT NOT NULL,
    token_sha256 TEXT NOT NULL,
    role TEXT NOT NULL,
    record TEXT,
    event TEXT,
    may TEXT NOT NULL,
    eyes TEXT NOT NULL,
    acts_as TEXT,
    delay TEXT NOT NULL,
    until INTEGER,
    uses_left INTEGER,
    device TEXT,
    bound_at INTEGER,
    made_by TEXT NOT NULL,
    made_at INTEGER NOT NULL,
    revoked_at INTEGER,
    PRIMARY KEY (id),
    UNIQUE (token_sha256)
)
 STRICT;
CREATE TABLE sessions (
    sha256 TEXT NOT NULL,
    grant TEXT NOT NULL,
    device TEXT NOT NULL,
    begun_at INTEGER NOT NULL,
    seen_at INTEGER NOT NULL,
    allowed INTEGER NOT NULL,
    PRIMARY KEY (sha256)
)
 STRICT;
CREATE TABLE visits (
    day TEXT NOT NULL,
    grant TEXT NOT NULL,
    record TEXT NOT NULL,
    device TEXT NOT NULL,
    address_cut TEXT NOT NULL,
    eyes TEXT NOT NULL,
    from_size INTEGER NOT NULL,
    to_size INTEGER NOT NULL,
    last_at INTEGER NOT NULL,
    PRIMARY KEY (day, grant, record, device, address_cut)
)
 STRICT;
CREATE TABLE people (
    record TEXT NOT NULL,
    seat TEXT NOT NULL,
    name TEXT NOT NULL,
    PRIMARY KEY (record, seat)
)
 STRICT;
CREATE TABLE pens (
    record TEXT NOT NULL,
    session TEXT NOT NULL,
    since INTEGER NOT NULL,
    until INTEGER NOT NULL,
    asked_by TEXT,
    asked_at INTEGER,
    PRIMARY KEY (record)
)
 STRICT;
CREATE TABLE facts (
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (name)
)
 STRICT;
"""

PASSKEYS = """
CREATE TABLE passkeys (
    grant TEXT NOT NULL,
    credential TEXT NOT NULL,
    site TEXT NOT NULL,
    device TEXT NOT NULL,
    made_at INTEGER NOT NULL,
    PRIMARY KEY (grant, credential)
)
 STRICT;
"""

FOLLOWING = "UPDATE grants SET delay = 'service' WHERE role = 'spectator' AND delay = '0';"
"""What was written of links without a delay could not be told from a delay of 0; now they follow the service."""

ENDING = "ALTER TABLE grants ADD COLUMN over_at INTEGER;"
"""A link of an official ends with its event."""

STEPS: tuple[str, ...] = (FIRST, PASSKEYS, FOLLOWING, ENDING)
"""The SQL that leads from each version to the next; version 0 is an empty file."""


def bring_up_to_date(connection: sqlite3.Connection) -> None:
    """Run the steps that are missing, in one transaction; another program may have been faster."""
    connection.execute("BEGIN IMMEDIATE")
    (found,) = connection.execute("PRAGMA user_version").fetchone()
    for step in STEPS[found:]:
        for statement in statements(step):
            connection.execute(statement)
    if found < len(STEPS):
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {len(STEPS)}")
    connection.execute("COMMIT")
