"""The version of the tables. It moves forward only when the user says so, and never silently.

A change of the tables raises VERSION and adds the SQL that leads there from the version before, for both databases.
"""

import sqlite3
from collections.abc import Iterator

from records.errors import NotFound, Refused

VERSION = 1

STEPS: dict[int, dict[str, str]] = {}
"""For each older version the SQL that leads to the next one: {1: {"sqlite": "…", "postgresql": "…"}}."""


def check_version(found: int, where: str) -> None:
    """Refuse tables of another version."""
    if found < VERSION:
        raise Refused(
            f"the database has tables of version {found}, this program uses version {VERSION}",
            where=where,
            mend="make a copy with the older program (`qm backup`), then run `qm migrate`",
        )
    if found > VERSION:
        raise Refused(
            f"the database has tables of version {found}, this program knows only version {VERSION}",
            where=where,
            mend="use a newer Quartermaster",
        )


def steps_from(found: int, database: str) -> str:
    """The script that leads from a version to this one."""
    steps = [STEPS[version][database] for version in range(found, VERSION)]
    return "\n".join([*steps, f"UPDATE schema_version SET version = {VERSION};"])


def statements(script: str) -> Iterator[str]:
    """The statements of a script for SQLite, one by one (a script run as a whole would commit by itself)."""
    waiting = ""
    for line in script.splitlines(keepends=True):
        waiting += line
        if sqlite3.complete_statement(waiting):
            yield waiting.strip()
            waiting = ""
    assert not waiting.strip(), "the last statement is complete"


def foreign(where: str) -> Refused:
    """A database that belongs to something else."""
    return Refused("this is not a database of Quartermaster", where=where, mend="look at --db")


def nothing_there(where: str) -> NotFound:
    """No database, or an empty one."""
    return NotFound("there is no database", where=where, mend="look at --db; `qm new` or `qm import` makes one")
