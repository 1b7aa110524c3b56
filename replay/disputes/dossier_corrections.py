"""The parts of a report that tell of corrections: who ordered them, and which wait."""

from replay.disputes.cases import Cases, Correction
from replay.disputes.dossier_findings import Section
from replay.disputes.waiting_words import accepted_words, state_words, waits_words


def corrections_section(cases: Cases) -> Section:
    """Corrections, with those by ruling kept apart from the scribe's."""
    rows = [
        (f"event {entry.seq}", f"{entry.do} of event {entry.target}: {_who(cases, entry)}")
        for entry in cases.corrections
    ]
    return Section("Corrections", tuple(rows))


def _who(cases: Cases, entry: Correction) -> str:
    held = cases.held_at(entry.seq)
    if entry.seq in cases.taken_back:
        return "taken back"
    if held is not None:
        return f"of what was accepted; {state_words(held)}"
    if entry.ruling is not None:
        return f"ordered by event {entry.ruling}"
    return "the scribe, within the undo window" if entry.in_window else "the scribe alone, AFTER the undo window"


def waiting_section(cases: Cases) -> Section:
    """Corrections of what was signed or closed that change nothing yet, and who has accepted them again."""
    rows = [(f"event {held.seq}", waits_words(held)) for held in cases.waiting]
    rows += [(f"event {held.seq}", accepted_words(held)) for held in cases.waiting if held.again]
    return Section("Waiting", tuple(rows))
