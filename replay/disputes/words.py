"""The words that the events of a dispute may use, each list in its order."""

from typing import Literal

KINDS = ("illegal", "misrecorded", "omitted", "score", "hidden", "time", "conduct", "rules-question")
"""What a claim is about."""

ABOUT = ("setup", "result", "conduct", "missing")
"""What a dispute may be about, if not one event or a range of them."""

EVIDENCE = ("statement", "witness", "photo", "recount", "other-record", "seal-opening", "replay")
SEE = ("officials", "parties", "public")
STANDARDS = ("agreed", "probable", "undetermined")
VERDICTS = ("upheld", "dismissed", "partly", "none")
REMEDIES = ("stand", "amend", "void", "insert", "rewind", "redo", "resync", "adjust")
GROUNDS = ("fact", "rule", "remedy", "penalty", "procedure")
STATEMENTS = ("accept", "accept-with", "refuse")
OPEN_BY = ("never", "reveal", "game-end", "dispute")
TAKES_EFFECT = ("now", "when-final")

NEEDS_TARGETS = frozenset({"amend", "void", "insert"})
NEEDS_TO = frozenset({"rewind", "redo"})
CARRIED_OUT = {
    "amend": "amend",
    "void": "amend",
    "insert": "insert",
    "rewind": "rewind",
    "redo": "rewind",
    "resync": "insert",
}
"""The correction that carries out each remedy; the others need none."""

LEVELS = ("floor", "head", "committee")
"""Officials, from the lowest level to the highest."""

PENALTIES = (
    "note",
    "caution",
    "warning",
    "time",
    "points",
    "game-loss",
    "match-loss",
    "round-exclusion",
    "disqualification",
)
"""Penalties, from the mildest to the most severe."""

SCRIBE = "scribe"
"""Names for whoever logs, allowed as `by`."""

CaseState = Literal["open", "deferred", "ruled", "appealed", "settled", "withdrawn", "final", "reopened"]
"""The states a dispute can be in."""

ENDED: frozenset[str] = frozenset({"settled", "withdrawn", "final"})
"""The states in which nothing is left to decide."""


def level_of(name: str | None) -> int:
    """The rank of a level; 0 for an unknown one."""
    return LEVELS.index(name) + 1 if name in LEVELS else 0


def listed(words: tuple[str, ...]) -> str:
    """`a, b or c`"""
    return f"{', '.join(words[:-1])} or {words[-1]}"
