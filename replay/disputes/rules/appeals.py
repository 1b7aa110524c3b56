"""Rules about appeals: after a full ruling, in time, once, to a higher level, and not to the one who ruled."""

from collections.abc import Iterator

from replay.action import Appeal, Ruling
from replay.disputes.cases import Cases
from replay.disputes.rules.common import RULINGS
from replay.disputes.windows import has_passed
from replay.disputes.words import GROUNDS, LEVELS, level_of, listed
from replay.rule import Answer, Broken, rule
from replay.step import Step


@rule("QM-APPEAL-1", cite=RULINGS, judges=Appeal)
def an_appeal_follows_a_full_ruling(step: Step[Cases, Appeal]) -> Iterator[Answer]:
    """An appeal names a full ruling that stands; a ruling that only defers the matter cannot be appealed."""
    ruling, case = step.before.ruling(step.action.ruling), step.before.case_of_ruling(step.action.ruling)
    if ruling is None or case is None:
        yield Broken(f"event {step.action.ruling} is not a ruling", {"ruling": step.action.ruling})
    elif ruling.deferred:
        yield Broken(f"event {step.action.ruling} only defers the matter", {"ruling": step.action.ruling})
    elif case.standing is None or case.standing.seq != step.action.ruling:
        yield Broken(f"the ruling at event {step.action.ruling} no longer stands", {"ruling": step.action.ruling})


@rule("QM-APPEAL-2", cite=RULINGS, judges=Appeal)
def an_appeal_comes_in_time(step: Step[Cases, Appeal]) -> Iterator[Answer]:
    """An appeal must be made before its time is up and before the matter is final."""
    ruling, case = step.before.ruling(step.action.ruling), step.before.case_of_ruling(step.action.ruling)
    if ruling is None or case is None:
        return
    if has_passed(ruling.appeal_until, step.action.at):
        yield Broken(
            f"an appeal could be made until {ruling.appeal_until}, but this one came at {step.action.at}",
            {"appeal_until": ruling.appeal_until, "at": step.action.at},
        )
    elif case.is_ended:
        yield Broken(f"{case.label} is {case.state} already", {"state": case.state})


@rule("QM-APPEAL-3", cite=RULINGS, judges=Appeal)
def one_appeal_at_a_time(step: Step[Cases, Appeal]) -> Iterator[Answer]:
    """A ruling has at most one open appeal; anybody who agrees with it may concur."""
    case = step.before.case_of_ruling(step.action.ruling)
    pending = case.open_appeal() if case is not None else None
    if pending is not None and pending.action.ruling == step.action.ruling:
        yield Broken(f"the appeal of event {pending.seq} is still open", {"appeal": pending.seq})


@rule("QM-APPEAL-4", cite=RULINGS, judges=Appeal)
def an_appeal_has_grounds(step: Step[Cases, Appeal]) -> Iterator[Answer]:
    """An appeal is made by a seat and says what it challenges: fact, rule, remedy, penalty or procedure."""
    grounds = step.action.grounds if isinstance(step.action.grounds, list) else [step.action.grounds]
    unknown = [ground for ground in grounds if ground not in GROUNDS]
    if unknown or not grounds:
        yield Broken(
            f"grounds are {', '.join(unknown) or 'missing'}; they must be {listed(GROUNDS)}", {"grounds": grounds}
        )
    if step.action.by not in step.before.table.seats:
        yield Broken(f"{step.action.by or 'nobody'} has no seat here", {"by": step.action.by})


@rule("QM-APPEAL-5", cite=RULINGS, judges=Ruling)
def an_appeal_goes_up(step: Step[Cases, Ruling]) -> Iterator[Answer]:
    """An appeal is decided at a higher level than the ruling it challenges."""
    heard = _appealed_ruling(step)
    if heard is None or step.action.deferred:
        return
    was, now = _level(step, heard), _level(step, step.action)
    if level_of(now) <= level_of(was) and was != LEVELS[-1]:
        yield Broken(f"the ruling under appeal was given at level {was}, this one at {now}", {"was": was, "now": now})


@rule("QM-APPEAL-6", cite=RULINGS, judges=Ruling)
def nobody_hears_an_appeal_against_themselves(step: Step[Cases, Ruling]) -> Iterator[Answer]:
    """Whoever gave the ruling under appeal may neither decide the appeal nor sit on its panel."""
    heard = _appealed_ruling(step)
    if heard is None:
        return
    judges = {name for name in (step.action.by, *step.action.panel) if name is not None}
    same = sorted(judges & {name for name in (heard.by, *heard.panel) if name is not None})
    if same:
        yield Broken(f"{', '.join(same)} gave the ruling under appeal", {"by": same})


def _appealed_ruling(step: Step[Cases, Ruling]) -> Ruling | None:
    """The ruling whose appeal this ruling decides."""
    case = step.before.case(step.action.dispute)
    pending = case.open_appeal() if case is not None else None
    return step.before.ruling(pending.action.ruling) if pending is not None else None


def _level(step: Step[Cases, Ruling], ruling: Ruling) -> str:
    return ruling.level or step.before.level(ruling.by) or LEVELS[0]


APPEAL_RULES = (
    an_appeal_follows_a_full_ruling,
    an_appeal_comes_in_time,
    one_appeal_at_a_time,
    an_appeal_has_grounds,
    an_appeal_goes_up,
    nobody_hears_an_appeal_against_themselves,
)
