"""What a remedy orders: whether a correction that names a ruling or a settlement does what that said."""

from typing import Any

from records.timeline import PROCEDURE, Places
from replay.action import Amend, Insert, Reopen, Rewind, Ruling, Settle
from replay.disputes.cases import Case, Cases, Flaw, Work
from replay.disputes.log import target_of
from replay.disputes.words import CARRIED_OUT, NEEDS_TARGETS
from replay.saying import listed

Correcting = Amend | Insert | Rewind


def work_of(cases: Cases, line: Places, action: Correcting) -> Work:
    """What a correction that is about to be logged has to do with the ruling or settlement that it names.

    It is judged by the ruling as it stands then, and by the line as it is before the correction.
    """
    if action.ruling is None:
        return Work()
    case = cases.case_of_ruling(action.ruling)
    if case is None:
        return Work(order="carries") if _is_settled(cases, action.ruling) else _flawed(_neither(action.ruling))
    standing = case.standing
    if standing is None or standing.seq != action.ruling:
        return _flawed(Flaw(f"the ruling at event {action.ruling} does not stand", {"ruling": action.ruling}))
    if action.by != standing.by:
        words = f"{standing.by} ruled, but {action.by or 'the scribe'} makes the correction"
        return _flawed(Flaw(words, {"by": action.by}))
    if _takes_back(cases, case, action):
        return Work(order="takes-back")
    flaw = _not_as_ordered(line, action, standing.action) or _once_more(cases, line, action, standing.action)
    return Work(order="carries") if flaw is None else _flawed(flaw)


def _flawed(flaw: Flaw) -> Work:
    return Work(order="flawed", flaw=flaw)


def _neither(seq: int) -> Flaw:
    return Flaw(f"event {seq} is neither a ruling nor a settlement", {"ruling": seq})


def _is_settled(cases: Cases, seq: int) -> bool:
    """Whether an event is a settlement that holds, and its matter was not reopened since."""
    for case in cases.cases:
        held = [entry for entry in case.ended if entry.holds and entry.seq >= seq]
        if held and held[0].seq == seq and isinstance(held[0].action, Settle):
            return not any(isinstance(entry.action, Reopen) for entry in held)
    return False


def _takes_back(cases: Cases, case: Case, action: Correcting) -> bool:
    """Whether a correction takes back what this ruling, or one that it replaced in its dispute, had ordered."""
    if not isinstance(action, Amend) or action.action is not None:
        return False
    rulings = [entry.seq for entry in case.rulings]
    return any(
        entry.seq == action.target and entry.ruling in rulings and entry.work.order != "flawed"
        for entry in cases.corrections
    )


def _not_as_ordered(line: Places, action: Correcting, ruling: Ruling) -> Flaw | None:
    done = type(action).__struct_config__.tag
    target = target_of(action)
    if CARRIED_OUT.get(ruling.remedy) != done:
        return Flaw(f"the ruling orders {ruling.remedy}, but this is {done}", {"remedy": ruling.remedy, "do": done})
    if isinstance(action, Rewind):
        return _not_that_far(action, ruling)
    if ruling.remedy == "resync":
        return _not_the_position(line, action, ruling)
    if ruling.remedy in NEEDS_TARGETS and target not in ruling.targets:
        named = {"targets": ruling.targets, "target": target}
        ordered = listed([f"event {seq}" for seq in ruling.targets], "no event")
        return Flaw(f"the ruling names {ordered}, but this applies to event {target}", named)
    if ruling.remedy == "void":
        if action.action is not None:
            return Flaw("the ruling strikes the event out, but this replaces it", {"target": target})
    elif action.action is None:
        return Flaw("the ruling replaces the event, but this strikes it out", {"target": target})
    elif ruling.action is not None and action.action != ruling.action:
        return Flaw("the ruling says what the event should be, but this is another", {"ordered": ruling.action})
    return None


def _not_that_far(action: Rewind, ruling: Ruling) -> Flaw | None:
    if action.to != ruling.to:
        return Flaw(f"the ruling goes back to event {ruling.to}, but this goes back to {action.to}", {"to": action.to})
    if sorted(action.also) != sorted(ruling.also):
        words = f"the ruling also takes back {ruling.also or 'nothing'}, but this {action.also or 'nothing'}"
        return Flaw(words, {"also": action.also, "ordered": ruling.also})
    return None


def _not_the_position(line: Places, action: Amend | Insert, ruling: Ruling) -> Flaw | None:
    """A position is set by an inserted setup, behind the last event that counts; procedure may stand behind it."""
    put_in: dict[str, Any] = action.action or {}
    if put_in.get("do") != "setup" or "position" not in put_in:
        return Flaw("the ruling sets the position, but this inserts something else", {"remedy": ruling.remedy})
    if ruling.position is not None and put_in["position"] != ruling.position:
        return Flaw("the ruling sets another position than this", {"remedy": ruling.remedy})
    after = target_of(action)
    counting = line.events_that_count()
    place = next((index for index, event in enumerate(counting) if event.seq == after), None)
    if place is None or any(event.do not in PROCEDURE for event in counting[place + 1 :]):
        return Flaw(f"event {after} is not the last that counts, behind which the position is set", {"after": after})
    return None


def _once_more(cases: Cases, line: Places, action: Correcting, ruling: Ruling) -> Flaw | None:
    """Each target is good for one correction, as long as that is not taken back."""
    for entry in cases.corrections:
        if entry.ruling != action.ruling or entry.work.order != "carries" or line.is_undone(entry.seq):
            continue
        if ruling.remedy not in NEEDS_TARGETS or entry.target == target_of(action):
            return Flaw(f"event {entry.seq} has carried the ruling out already", {"event": entry.seq})
    return None
