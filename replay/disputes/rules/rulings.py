"""Rules about rulings: who may decide, at what level, and what a full ruling says."""

from collections.abc import Iterator

from replay.action import Appoint, Final, Reopen, Ruling
from replay.disputes.cases import Cases
from replay.disputes.rules.common import RULINGS, is_scribe, latest
from replay.disputes.words import (
    CARRIED_OUT,
    LEVELS,
    NEEDS_TARGETS,
    NEEDS_TO,
    PENALTIES,
    REMEDIES,
    STANDARDS,
    TAKES_EFFECT,
    VERDICTS,
    level_of,
    listed,
)
from replay.rule import Answer, Broken, Open, rule
from replay.step import Step


@rule("QM-RULE-1", cite=RULINGS, judges=Ruling)
def an_official_rules(step: Step[Cases, Ruling]) -> Iterator[Answer]:
    """A ruling is given by an official named in the header or appointed earlier."""
    by = step.action.by
    if step.before.level(by) is None:
        known = ", ".join(official.name for official in step.before.officials) or "nobody"
        yield Broken(f"{by or 'nobody'} is not an official here; the officials are: {known}", {"by": by})


@rule("QM-RULE-2", cite=RULINGS, judges=Ruling)
def nobody_rules_at_their_own_table(step: Step[Cases, Ruling]) -> Iterator[Answer]:
    """An official who plays at a table may neither rule there nor sit on a panel for it."""
    for name in (step.action.by, *step.action.panel):
        if step.before.plays(name):
            yield Broken(f"{name} plays at this table", {"by": name})


@rule("QM-RULE-3", cite=RULINGS, judges=Ruling)
def officials_keep_to_their_level(step: Step[Cases, Ruling]) -> Iterator[Answer]:
    """A ruling is given at the official's own level or below: floor, head, committee."""
    own, claimed = step.before.level(step.action.by), step.action.level
    if claimed is not None and claimed not in LEVELS:
        yield Broken(f"level is {claimed!r}; it must be {listed(LEVELS)}", {"level": claimed})
    elif own is not None and level_of(claimed or own) > level_of(own):
        yield Broken(f"{step.action.by} is {own}, but the ruling claims {claimed}", {"own": own, "level": claimed})


@rule("QM-RULE-4", cite=RULINGS, judges=Ruling)
def a_ruling_is_complete(step: Step[Cases, Ruling]) -> Iterator[Answer]:
    """A full ruling keeps facts (with their certainty), verdict and remedy apart, and says what the remedy affects."""
    action = step.action
    if action.deferred:
        return
    yield from _words(action)
    facts = action.facts or {}
    if facts.get("standard") not in STANDARDS:
        yield Broken(f"the facts have no standard: {listed(STANDARDS)}", {"facts": action.facts})
    if action.remedy in NEEDS_TARGETS and not action.targets:
        yield Broken(f"the remedy {action.remedy} names no event in targets", {"remedy": action.remedy})
    if action.remedy in NEEDS_TO and (action.to is None or not 1 <= action.to < step.seq):
        yield Broken(f"the remedy {action.remedy} names no event in to", {"remedy": action.remedy, "to": action.to})
    if action.remedy == "resync" and action.observe is None:
        yield Broken("the remedy resync names no count (observe)", {"remedy": "resync"})
    if action.remedy == "adjust" and action.adjust is None:
        yield Broken("the remedy adjust names no result (adjust)", {"remedy": "adjust"})


def _words(action: Ruling) -> Iterator[Answer]:
    if action.verdict not in VERDICTS:
        yield Broken(f"verdict is {action.verdict!r}; it must be {listed(VERDICTS)}", {"verdict": action.verdict})
    if action.remedy not in REMEDIES:
        yield Broken(f"remedy is {action.remedy!r}; it must be {listed(REMEDIES)}", {"remedy": action.remedy})
    if action.takes_effect is not None and action.takes_effect not in TAKES_EFFECT:
        yield Broken(
            f"when it takes effect ('takes_effect') is {action.takes_effect!r}; it must be {listed(TAKES_EFFECT)}", {}
        )


@rule("QM-RULE-5", cite=RULINGS, judges=Ruling, may_open=True, may_break=False)
def a_remedy_is_carried_out(step: Step[Cases, Ruling]) -> Iterator[Answer]:
    """Whatever a standing ruling orders is carried out by corrections that name it."""
    action, final = step.action, latest(step)
    case = final.case_of_ruling(step.seq)
    if case is None or action.deferred or action.remedy not in CARRIED_OUT:
        return
    if step.facts is None:
        return  # just logged; the corrections come next
    if case.in_effect is None or case.in_effect.seq != step.seq:
        return
    carried = [
        item.target
        for item in final.corrections
        if item.ruling == step.seq and item.work.order == "carries" and item.seq not in final.taken_back
    ]
    left = [seq for seq in dict.fromkeys(action.targets) if seq not in carried]
    if not carried or (action.remedy in NEEDS_TARGETS and left):
        where = f" of event {', '.join(map(str, left))}" if carried else ""
        yield Open(
            f"the ruling orders {action.remedy}{where}, but no {CARRIED_OUT[action.remedy]} has carried it out yet",
            {"remedy": action.remedy},
        )


@rule("QM-RULE-6", cite=RULINGS, judges=Ruling)
def a_penalty_is_for_a_person(step: Step[Cases, Ruling]) -> Iterator[Answer]:
    """A penalty names a person at the table, the infraction, and a known level; an unusual one says why."""
    seats, names = step.before.table.seats, set(step.before.table.names.values())
    for penalty in step.action.penalties:
        person, level, usual = penalty.get("person"), penalty.get("level"), penalty.get("usual")
        if person not in seats and person not in names:
            yield Broken(f"{person or 'nobody'} does not sit at this table", {"penalty": penalty})
        if level not in PENALTIES:
            yield Broken(f"level is {level!r}; it must be {listed(PENALTIES)}", {"penalty": penalty})
        if not penalty.get("infraction"):
            yield Broken("the penalty names no infraction", {"penalty": penalty})
        if usual is not None and usual != level and not penalty.get("why"):
            yield Broken(f"the usual penalty is {usual}, and no reason is given for {level}", {"penalty": penalty})


@rule("QM-FINAL-1", cite=RULINGS, judges=Final)
def a_matter_is_closed_after_its_ruling(step: Step[Cases, Final]) -> Iterator[Answer]:
    """An official declares a matter final after a full ruling, settlement or withdrawal, if no appeal is open."""
    case, by = step.before.case(step.action.dispute), step.action.by
    if step.before.level(by) is None:
        yield Broken(f"{by or 'nobody'} is not an official", {"by": by})
    if case is not None and case.state not in ("ruled", "settled", "withdrawn", "final"):
        yield Broken(f"{case.label} is {case.state}: nothing has been decided yet", {"state": case.state})


@rule("QM-FINAL-2", cite=RULINGS, judges=Reopen)
def a_matter_is_reopened_by_the_head(step: Step[Cases, Reopen]) -> Iterator[Answer]:
    """A closed matter is reopened only by the head official or one above, who must say why."""
    case, by = step.before.case(step.action.dispute), step.action.by
    if level_of(step.before.level(by)) < level_of("head"):
        yield Broken(f"{by or 'nobody'} is not the head official", {"by": by, "level": step.before.level(by)})
    if not step.action.why:
        yield Broken("no reason is given", {})
    if case is not None and not case.is_ended:
        yield Broken(f"{case.label} is {case.state}, so there is nothing to reopen", {"state": case.state})


@rule("QM-OFFICIAL-1", cite=RULINGS, judges=Appoint)
def officials_are_appointed_from_above(step: Step[Cases, Appoint]) -> Iterator[Answer]:
    """Officials are appointed by the head official (by the scribe if there is none) and must not play at this table."""
    before, action = step.before, step.action
    if action.level not in LEVELS:
        yield Broken(f"level is {action.level!r}; it must be {listed(LEVELS)}", {"level": action.level})
    has_head = any(level_of(official.level) >= level_of("head") for official in before.officials)
    from_above = level_of(before.level(action.by)) >= level_of("head")
    if not from_above and (has_head or not is_scribe(before, action.by)):
        yield Broken(f"{action.by or 'nobody'} may not appoint officials", {"by": action.by})
    if before.plays(action.name):
        yield Broken(f"{action.name} plays at this table", {"name": action.name})


RULING_RULES = (
    an_official_rules,
    nobody_rules_at_their_own_table,
    officials_keep_to_their_level,
    a_ruling_is_complete,
    a_remedy_is_carried_out,
    a_penalty_is_for_a_person,
    a_matter_is_closed_after_its_ruling,
    a_matter_is_reopened_by_the_head,
    officials_are_appointed_from_above,
)
