"""Until when something may be contested at a table that agreed on it, in words for whoever would do so."""

from cli.serve.messages.wire_forms import Sent
from records.clock import from_text, to_text
from replay.disputes.cases import Cases
from replay.disputes.windows import in_words, policy_for, problem_with, seconds_of

KINDS = ("illegal", "misrecorded", "omitted", "score", "hidden", "conduct", "rules-question")
UNITS = ((86400, "day"), (3600, "hour"), (60, "minute"), (1, "second"))


class WindowOut(Sent, omit_defaults=False):
    """Until when a claim of a kind is in time."""

    kind: str
    words: str
    until: str | None
    """The time, once it is known."""


def windows_told(cases: Cases) -> list[WindowOut]:
    """For each kind of claim; nothing where the table agreed on nothing."""
    windows = cases.table.windows
    if not windows.keys() - {"undo"}:
        return []
    return [_told(cases, kind) for kind in KINDS]


def _told(cases: Cases, kind: str) -> WindowOut:
    policy = policy_for(cases.table.windows, kind)
    if problem_with(policy) or "after" not in policy:
        return WindowOut(kind, in_words(policy).replace("the claimant signs", "you sign"), None)
    seconds = seconds_of(policy["for"]) or 0
    known = cases.closed is not None and cases.closed_at is not None
    until = to_text(from_text(cases.closed_at or "") + seconds * 1_000_000) if known else None
    return WindowOut(kind, f"until {_length(seconds)} after the result", until)


def _length(seconds: int) -> str:
    """`1 hour 30 minutes`"""
    parts = []
    for length, name in UNITS:
        count, seconds = divmod(seconds, length)
        if count:
            parts.append(f"{count} {name}" + ("" if count == 1 else "s"))
    return " ".join(parts) or "no time"
