"""Rules about corrections: ordered by a ruling or a settlement, or made by the scribe while still allowed."""

from collections.abc import Iterator

from replay.action import Amend, Insert, Rewind
from replay.disputes.cases import Cases
from replay.disputes.rules.common import CORRECTIONS, is_known, is_scribe, latest
from replay.rule import Answer, Broken, Open, rule
from replay.step import Step

Correcting = Amend | Insert | Rewind


@rule("QM-FIX-1", cite=CORRECTIONS, judges=(Amend, Insert, Rewind), may_open=True, may_break=False)
def a_scribe_corrects_in_time(step: Step[Cases, Correcting]) -> Iterator[Answer]:
    """A correction that nothing orders is the scribe's, made within the undo window; a later one needs confirming."""
    final = latest(step)
    if step.action.ruling is not None or step.seq in final.taken_back or final.held_at(step.seq) is not None:
        return
    entry = step.after.corrections[-1]
    by_scribe = entry.by is None or is_scribe(step.before, entry.by) or not is_known(step.before, entry.by)
    if (by_scribe and entry.in_window) or _is_confirmed(final, step.seq):
        return
    if by_scribe:
        why = f"the scribe corrected this alone: no ruling ordered it, and event {entry.work.first} could be corrected "
        why += entry.window
    else:
        why = f"{entry.by} corrected this: no ruling ordered it, and only the scribe corrects alone"
    yield Open(why, {"target": entry.target, "window": entry.window})


def _is_confirmed(cases: Cases, seq: int) -> bool:
    """Whether a ruling confirms the correction, or a dispute about it was decided or settled."""
    return any(
        (case.action.about == seq and (case.standing is not None or case.state == "settled"))
        or (case.standing is not None and seq in case.standing.action.confirms)
        for case in cases.cases
    )


@rule("QM-FIX-2", cite=CORRECTIONS, judges=(Amend, Insert, Rewind))
def a_correction_does_what_was_ruled(step: Step[Cases, Correcting]) -> Iterator[Answer]:
    """A correction that names a ruling or settlement does what that ordered, by the one who ruled, and once."""
    flaw = step.after.corrections[-1].work.flaw
    if flaw is not None:
        yield Broken(flaw.why, flaw.facts)


@rule("QM-FIX-3", cite=CORRECTIONS, judges=(Amend, Insert, Rewind))
def somebody_known_corrects(step: Step[Cases, Correcting]) -> Iterator[Answer]:
    """A correction is made by the scribe, a seat or an official; nobody else may change the record."""
    by = step.action.by
    if by is not None and not is_known(step.before, by):
        yield Broken(f"{by} has no seat and is not an official", {"by": by})


CORRECTION_RULES = (a_scribe_corrects_in_time, a_correction_does_what_was_ruled, somebody_known_corrects)
