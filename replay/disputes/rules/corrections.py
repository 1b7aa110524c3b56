"""Rules about corrections: ordered by a ruling or a settlement, or made by the scribe while still allowed."""

from collections.abc import Iterator

from replay.action import Amend, Insert, Rewind, Ruling
from replay.disputes.cases import Cases
from replay.disputes.log import target_of
from replay.disputes.rules.common import CORRECTIONS, is_known, latest
from replay.disputes.rules.rulings import CARRIED_OUT, NEEDS_TARGETS
from replay.rule import Answer, Broken, Open, rule
from replay.step import Step

Correcting = Amend | Insert | Rewind


@rule("QM-FIX-1", cite=CORRECTIONS, judges=(Amend, Insert, Rewind), may_open=True, may_break=False)
def a_scribe_corrects_in_time(step: Step[Cases, Correcting]) -> Iterator[Answer]:
    """A correction that nothing orders is the scribe's, made within the undo window; a later one needs confirming."""
    if step.action.ruling is not None:
        return
    entry = step.after.corrections[-1]
    if not entry.in_window and not _is_confirmed(latest(step), step.seq):
        yield Open(
            f"the scribe corrected this alone: no ruling ordered it, and event {entry.target} could be corrected "
            f"{entry.window}",
            {"target": entry.target, "window": entry.window},
        )


def _is_confirmed(cases: Cases, seq: int) -> bool:
    """Whether a dispute about the correction itself was decided or settled."""
    about = [case for case in cases.cases if case.action.about == seq]
    return any(case.standing is not None or case.state == "settled" for case in about)


@rule("QM-FIX-2", cite=CORRECTIONS, judges=(Amend, Insert, Rewind))
def a_correction_does_what_was_ruled(step: Step[Cases, Correcting]) -> Iterator[Answer]:
    """A correction that names a ruling or settlement does what it ordered, while it stands."""
    seq = step.action.ruling
    if seq is None:
        return
    ruling = step.before.ruling(seq)
    if ruling is None:
        settled = any(entry.seq == seq for case in step.before.cases for entry in case.ended)
        if not settled:
            yield Broken(f"event {seq} is neither a ruling nor a settlement", {"ruling": seq})
        return
    case = step.before.case_of_ruling(seq)
    if case is None or case.standing is None or case.standing.seq != seq:
        yield Broken(f"the ruling at event {seq} no longer stands", {"ruling": seq})
        return
    yield from _as_ordered(step, ruling)


def _as_ordered(step: Step[Cases, Correcting], ruling: Ruling) -> Iterator[Answer]:
    action = step.action
    done = type(action).__struct_config__.tag
    if isinstance(action, Amend) and action.action is None and _takes_back(step.before, action.target):
        return  # a ruling that replaces another takes back what the other ordered
    if CARRIED_OUT.get(ruling.remedy) != done:
        yield Broken(f"the ruling orders {ruling.remedy}, but this is {done}", {"remedy": ruling.remedy, "do": done})
    elif ruling.remedy in NEEDS_TARGETS and target_of(action) not in ruling.targets:
        yield Broken(
            f"the ruling names {ruling.targets}, but this applies to event {target_of(action)}",
            {"targets": ruling.targets, "target": target_of(action)},
        )
    elif isinstance(action, Rewind) and action.to != ruling.to:
        yield Broken(f"the ruling goes back to event {ruling.to}, but this goes back to {action.to}", {"to": action.to})
    elif isinstance(action, Rewind) and sorted(action.also) != sorted(ruling.also):
        yield Broken(
            f"the ruling also takes back {ruling.also or 'nothing'}, but this {action.also or 'nothing'}",
            {"also": action.also, "ordered": ruling.also},
        )
    elif ruling.remedy == "void" and isinstance(action, Amend) and action.action is not None:
        yield Broken("the ruling strikes the event out, but this replaces it", {"target": action.target})


def _takes_back(cases: Cases, target: int) -> bool:
    return any(entry.seq == target for entry in cases.corrections)


@rule("QM-FIX-3", cite=CORRECTIONS, judges=(Amend, Insert, Rewind))
def somebody_known_corrects(step: Step[Cases, Correcting]) -> Iterator[Answer]:
    """A correction is made by the scribe, a seat or an official; nobody else may change the record."""
    by = step.action.by
    if by is not None and not is_known(step.before, by):
        yield Broken(f"{by} has no seat and is not an official", {"by": by})


CORRECTION_RULES = (a_scribe_corrects_in_time, a_correction_does_what_was_ruled, somebody_known_corrects)
