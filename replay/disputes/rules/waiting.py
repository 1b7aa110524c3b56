"""Rules about corrections of what was signed or closed: they wait for an official, or until all accept again."""

from collections.abc import Iterator

from replay.action import Amend, Insert, Rewind, Ruling
from replay.disputes.cases import Cases
from replay.disputes.rules.common import CORRECTIONS, RULINGS, latest
from replay.disputes.waiting_words import why_it_waits
from replay.rule import Answer, Broken, Open, rule
from replay.step import Step


@rule("QM-FIX-4", cite=CORRECTIONS, judges=(Amend, Insert, Rewind), may_open=True, may_break=False)
def what_was_accepted_is_corrected_with_authority(step: Step[Cases, Amend | Insert | Rewind]) -> Iterator[Answer]:
    """A correction of what was signed or closed counts by an official's ruling, or when all have accepted again."""
    final = latest(step)
    held = final.held_at(step.seq)
    if held is not None and held in final.waiting:
        facts = {"accepted": held.accepted, "seats": list(held.seats), "again": list(held.again)}
        yield Open(why_it_waits(held), facts)


@rule("QM-RULE-10", cite=RULINGS, judges=Ruling)
def a_ruling_confirms_corrections(step: Step[Cases, Ruling]) -> Iterator[Answer]:
    """Whatever a ruling confirms is a correction logged before it and not taken back."""
    known = {entry.seq for entry in step.before.corrections}
    for seq in step.action.confirms:
        if seq not in known:
            yield Broken(f"event {seq} is no correction logged before it", {"confirms": seq})
        elif seq in step.before.taken_back:
            yield Broken(f"the correction of event {seq} was taken back", {"confirms": seq})


WAITING_RULES = (what_was_accepted_is_corrected_with_authority, a_ruling_confirms_corrections)
