"""Why a line is not written as it is, and how to mend it."""

from typing import Any

from records.canonical import canonical
from records.errors import Refused
from records.event import Event, Header
from replay.action import Action, Unreadable
from replay.audit import Finding
from replay.disputes.log import PROCEDURE
from replay.table import Table
from replay.typed_lines import Unclear


def wordless(header: Header) -> Refused:
    """A game without rules here has no words in which it could be typed."""
    return Refused(
        f"there are no rules for {header.game!r} here, so it cannot be typed in words",
        mend="give its events as JSON: qm log RECORD --json -",
    )


def as_unread(body: dict[str, Any]) -> dict[str, Any]:
    """A line that nobody understands yet, kept as it was typed."""
    time = {"at": body["at"]} if "at" in body else {}
    return {"do": "unread", "said": canonical(body).decode(), **time}


def how_to_mend(error: Unclear) -> str:
    """What else the line can mean, or how to keep it."""
    readings = [reading.line for reading in error.readings]
    if readings:
        return f"it can be: {' | '.join(readings)}"
    return "; ".join(text for text in (error.mend, "mend it, or keep it as it is with --keep or a final !!") if text)


def refuse_broken(findings: list[Finding], where: str, hint: str, told: str = "") -> None:
    """Refuse an event that breaks a rule; with `hint`, the option that lets it through, only the procedure counts."""
    for finding in findings:
        if finding.answer == "broken" and (not hint or finding.rule.startswith("QM-")):
            how = f"With {hint}" if hint else "Without --strict"
            mend = f"{finding.text} {how} it is recorded all the same."
            raise Refused(f"{told}{finding.rule}: {finding.why}", where=where, mend=mend)


def wants_salt(event: Event) -> bool:
    """Whether a salt can be added: there is none yet, and it would not be taken for that of a seal."""
    return "salt" not in event.fields and not (event.do == "reveal" and "seal" in event.fields)


def why_unread(table: Table, event: Event, action: Action) -> str | None:
    """Why an event is not understood, in words; None for one that is."""
    if isinstance(action, Unreadable):
        return action.why
    if event.do in PROCEDURE:  # the rules of the procedure say who may act in it
        return None
    if event.by is None or event.by in (*table.seats, *table.officials, "scribe"):
        return None
    named = ", ".join((*table.seats, *table.officials))
    return f"by is {event.by!r}, who has no seat and is not an official; allowed: {named}, scribe"
