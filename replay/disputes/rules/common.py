"""What the rules of procedure share."""

from typing import Any

from replay.disputes.cases import Cases
from replay.disputes.words import SCRIBE
from replay.rule import Cite
from replay.step import Step

CLAIMS = Cite("Disputes: claims (qm help disputes)")
RULINGS = Cite("Disputes: rulings and appeals (qm help disputes)")
CORRECTIONS = Cite("Disputes: corrections (qm help disputes)")
SIGNING = Cite("Disputes: seals and signatures (qm help disputes)")


def latest(step: Step[Cases, Any]) -> Cases:
    """The disputes at the end of the log if that is known, else just after the step."""
    later: Cases | None = step.facts
    return step.after if later is None else later


def is_known(cases: Cases, by: str | None) -> bool:
    """Whether somebody has a seat, is an official, or is the scribe."""
    return by in cases.table.seats or cases.level(by) is not None or is_scribe(cases, by)


def is_scribe(cases: Cases, by: str | None) -> bool:
    """Whether `by` is the scribe."""
    return by is not None and by in (SCRIBE, cases.table.scribe)


def place_words(place: int | str | None) -> str:
    """An event or a time, in words."""
    return f"event {place}" if isinstance(place, int) else str(place)
