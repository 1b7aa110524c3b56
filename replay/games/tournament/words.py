"""The words of a tournament: systems, ways of scoring, breaks, defaults, and what tables and points are called."""

import re
from fractions import Fraction
from math import floor

from replay.action import UNKNOWN
from replay.disputes.words import PENALTIES
from replay.table import Table

SYSTEMS = ("swiss", "spread", "fixed")
SCORINGS = ("places", "wins", "share")
BREAKS = ("wins", "seconds", "share", "opponents", "meeting", "penalties", "lot")
USUAL_BREAKS = ("wins", "seconds", "opponents", "meeting", "penalties")
HOWS = ("record", "slip", "ruling", "forfeit")
LIFTED = "lifted"
"""What a `penalty` says where its ruling stands no longer."""

USUAL_POINTS: dict[str, tuple[int, ...]] = {
    "2": (300, 60),
    "3": (300, 180, 60),
    "4": (300, 180, 120, 60),
    "5": (300, 180, 120, 60, 0),
}
"""Points of each place, in sixtieths, by the number of players at a table."""
USUAL_DEDUCTION = 60
WANT, LEAST, MOST = 4, 3, 5
"""The usual size of a table."""

POINT = 60
"""Sixtieths in a point."""
SHARE = 10_000
"""A table's points, all of them, where shares are scored."""

LOSSES = ("game-loss", "match-loss")
"""Penalties that put a player last at a table."""
SEVERITY = {level: place for place, level in enumerate(PENALTIES)}
"""Penalties from the mildest to the most severe."""

_TABLE = re.compile(r"r(\d{1,4})t(\d{1,4})", re.ASCII)
_PLAYER = re.compile(r"[a-z0-9-]{1,24}", re.ASCII)
_NOT_IN_AN_ID = re.compile(r"[^a-z0-9]+", re.ASCII)


def table_id(round: int, table: int) -> str:
    """`r2t3` for table 3 of round 2."""
    return f"r{round}t{table}"


def round_and_table(name: str) -> tuple[int, int] | None:
    """Round and table of `r2t3`; None for a name of another form."""
    found = _TABLE.fullmatch(name)
    return (int(found[1]), int(found[2])) if found else None


def is_player_id(text: str) -> bool:
    """Whether a text may be the id of a player: small letters, digits and `-`, at most 24, not like `r1t1`."""
    return _PLAYER.fullmatch(text) is not None and round_and_table(text) is None


def player_id(name: str, taken: frozenset[str]) -> str:
    """The id of a player who enters under a name, with `-2`, `-3` … behind one that is taken.

    >>> player_id("Jo Ann", frozenset()), player_id("Bob", frozenset({"bob", "bob-2"}))
    ('jo-ann', 'bob-3')
    """
    plain = _NOT_IN_AN_ID.sub("-", name.casefold()).strip("-")[:20].strip("-") or "player"
    base = plain if is_player_id(plain) else f"{plain[:18]}-p"
    found, number = base, 2
    while found in taken:
        found, number = f"{base}-{number}", number + 1
    return found


def points_words(points: int | str | None, scoring: str = "places") -> str:
    """Points as people read them: sixtieths as `5.00`, shares as `0.4210`."""
    if not isinstance(points, int):
        return UNKNOWN if points is not None else "out"
    if scoring == "share":
        return f"{'-' if points < 0 else ''}{abs(points) // SHARE}.{abs(points) % SHARE:04d}"
    hundredths = floor(Fraction(abs(points) * 100, POINT) + Fraction(1, 2))
    return f"{'-' if points < 0 else ''}{hundredths // 100}.{hundredths % 100:02d}"


def say(table: Table, name: str) -> str:
    """A game, a table or a word as people say it."""
    found = round_and_table(name)
    if found is not None:
        return f"table {found[1]} of round {found[0]}"
    return name.replace("-", " ")
