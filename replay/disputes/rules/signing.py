"""Rules about seals and signatures: who opens what and why, and what a sign-off is worth."""

from collections.abc import Iterator

from records.errors import QuartermasterError
from records.ruling_signature import ruling_signature
from records.seal import check
from records.signoff import key_id
from records.store.interface import Opening
from replay.action import Access, Close, Key, Reveal, Ruling, Seal, Sign, body_of
from replay.disputes.cases import Cases
from replay.disputes.rules.common import SIGNING, is_scribe, latest
from replay.disputes.words import OPEN_BY, STATEMENTS, level_of, listed
from replay.rule import Answer, Broken, Open, rule
from replay.step import Step


@rule("QM-SEAL-1", cite=SIGNING, judges=Reveal)
def an_opening_fits_its_seal(step: Step[Cases, Reveal]) -> Iterator[Answer]:
    """An opened seal shows what was sealed: the same value, slot, seat and record."""
    action = step.action
    if action.seal is None or action.salt is None:
        return
    sealed = [item for item in step.before.seals if item.seal == action.seal]
    owners = [action.seat] if action.seat else [item.seat for item in sealed if item.seat] or [action.by or ""]
    opening = Opening(step.before.table.record_id, action.seal, owners[0] or "", action.what, action.salt, action.value)
    try:
        check(opening, seats=step.before.table.seats, slots=[item.what for item in step.before.seals])
    except QuartermasterError as error:
        if error.kind == "seat" and not sealed:
            return  # the event names no owner, and the seal belongs to a seat at the table
        yield Broken(error.what, {"what": action.what, "value": action.value, "seal": action.seal})


@rule("QM-SEAL-2", cite=SIGNING, judges=(Reveal, Access))
def hidden_facts_are_opened_for_a_reason(step: Step[Cases, Reveal | Access]) -> Iterator[Answer]:
    """Only an official may open or look at somebody else's sealed fact, for a dispute and with a reason."""
    if not any(look.seq == step.seq for look in step.after.looks):
        return
    action = step.action
    if step.before.level(action.by) is None:
        yield Broken(f"{action.by or 'nobody'} is not an official", {"by": action.by})
    elif step.before.plays(action.by):
        yield Broken(f"{action.by} plays at this table", {"by": action.by})
    case = step.before.case(action.dispute)
    if case is None:
        yield Broken("no dispute asks for it", {"dispute": action.dispute})
    elif case.is_ended:
        yield Broken(f"{case.label} is {case.state} already", {"dispute": case.seq})
    if not action.why:
        yield Broken("no reason is given", {})


@rule("QM-SEAL-3", cite=SIGNING, judges=Close)
def sealed_facts_are_opened_when_due(step: Step[Cases, Close]) -> Iterator[Answer]:
    """Whatever was sealed until the end of the game must be open by the time the record is closed."""
    for sealed in step.before.seals:
        if sealed.open_by == "game-end" and sealed.opened is None:
            stated = f"; its value was only stated, by event {sealed.stated}" if sealed.stated else ""
            yield Broken(
                f"{sealed.seat or 'nobody'}'s {sealed.what} should have been opened by the end but was not{stated}",
                {"what": sealed.what, "seat": sealed.seat, "seal": sealed.seal},
                sealed.seq,
            )


@rule("QM-SEAL-4", cite=SIGNING, judges=Reveal, may_open=True, may_break=False)
def a_sealed_value_is_opened_not_stated(step: Step[Cases, Reveal]) -> Iterator[Answer]:
    """A sealed value is opened with its salt; one only stated, because the salt is lost, proves nothing."""
    action = step.action
    if action.seal is not None and action.salt is None:
        opened = [item for item in latest(step).seals if item.seal == action.seal and item.opened is not None]
        if not opened:
            yield Open(f"'{action.what}' was said to be '{action.value}', but without the salt", {"seal": action.seal})


@rule("QM-SEAL-5", cite=SIGNING, judges=Seal)
def a_seal_has_an_owner_and_a_duty(step: Step[Cases, Seal]) -> Iterator[Answer]:
    """A seal belongs to a seat, appears in the log once, and has a known duty if it has any."""
    action = step.action
    owner = action.seat or action.by
    if owner not in step.before.table.seats:
        yield Broken(f"{owner or 'nobody'} has no seat here", {"seat": owner})
    if action.open_by is not None and action.open_by not in OPEN_BY:
        yield Broken(
            f"when it may be opened ('open_by') is {action.open_by!r}; it must be {listed(OPEN_BY)}",
            {"open_by": action.open_by},
        )
    if any(item.seal == action.seal for item in step.before.seals):
        yield Broken("the same seal is already in the log", {"seal": action.seal})


@rule("QM-KEY-1", cite=SIGNING, judges=Key)
def a_key_belongs_to_one_person(step: Step[Cases, Key]) -> Iterator[Answer]:
    """A public key is readable, belongs to one seat or official, and is given to them by the scribe or an official."""
    action, before = step.action, step.before
    if action.seat not in before.table.seats and before.level(action.seat) is None:
        yield Broken(f"{action.seat} has no seat here and is not an official", {"seat": action.seat})
    try:
        key_id(action.key)
    except QuartermasterError as error:
        yield Broken(error.what, {"key": action.key})
    if not is_scribe(before, action.by) and not level_of(before.level(action.by)):
        yield Broken(f"{action.by or 'nobody'} is neither scribe nor official", {"by": action.by})
    others = [key.seat for key in before.keys if key.key == action.key and key.seat != action.seat]
    if others:
        yield Broken(f"the key already belongs to {others[0]}", {"seat": others[0]})


@rule("QM-SIGN-1", cite=SIGNING, judges=Sign)
def a_seat_signs_for_itself(step: Step[Cases, Sign]) -> Iterator[Answer]:
    """A sign-off is that of a seat, made by it or ticked by the scribe, under the head of lines before it."""
    action, before = step.action, step.before
    if action.seat not in before.table.seats:
        yield Broken(f"{action.seat} has no seat here", {"seat": action.seat})
    if action.by not in (None, action.seat) and not is_scribe(before, action.by):
        yield Broken(f"{action.by} signs for {action.seat}", {"by": action.by, "seat": action.seat})
    if action.statement not in STATEMENTS:
        yield Broken(
            f"statement is {action.statement!r}; it must be {listed(STATEMENTS)}", {"statement": action.statement}
        )
    sign = step.after.signs[-1]
    if sign.wrong_head:
        yield Broken(f"the head {action.head[:60]!r} is wrong: {sign.wrong_head}", {"head": action.head})


@rule("QM-SIGN-2", cite=SIGNING, judges=Sign, may_open=True, may_break=False)
def a_signature_leaves_nothing_open(step: Step[Cases, Sign]) -> Iterator[Answer]:
    """A seat may sign while a dispute is open; what it accepts then stays open until that is decided."""
    sign, final = step.after.signs[-1], latest(step)
    still = [label for label in sign.open_disputes if any(case.label == label for case in final.open_cases)]
    if still and step.action.statement != "refuse":
        yield Open(f"signed with {', '.join(still)} open", {"disputes": still})


@rule("QM-SIGN-3", cite=SIGNING, judges=(Sign, Ruling))
def a_signature_holds(step: Step[Cases, Sign | Ruling]) -> Iterator[Answer]:
    """A signature is made with a key of that seat or official that was not revoked, and covers what the event says."""
    if isinstance(step.action, Ruling):
        found = ruling_signature(step.before.keys, step.before.table.record_id, step.seq, body_of(step.action))
        if found is not None and found.trouble:
            yield Broken(f"{found.by}'s signature is not valid: {found.trouble}", {"by": found.by})
        return
    sign = step.after.signs[-1]
    if sign.trouble:
        yield Broken(f"{sign.seat}'s signature is not valid: {sign.trouble}", {"seat": sign.seat})


@rule("QM-SIGN-4", cite=SIGNING, judges=Sign)
def accepting_with_a_dispute_names_it(step: Step[Cases, Sign]) -> Iterator[Answer]:
    """A seat that accepts with reservations names the open disputes."""
    action = step.action
    named = [step.before.case(seq) for seq in action.disputes]
    if action.statement == "accept-with" and (not named or None in named):
        yield Broken("accept-with names no open dispute", {"disputes": action.disputes})


SIGNING_RULES = (
    an_opening_fits_its_seal,
    hidden_facts_are_opened_for_a_reason,
    sealed_facts_are_opened_when_due,
    a_sealed_value_is_opened_not_stated,
    a_seal_has_an_owner_and_a_duty,
    a_key_belongs_to_one_person,
    a_seat_signs_for_itself,
    a_signature_leaves_nothing_open,
    a_signature_holds,
    accepting_with_a_dispute_names_it,
)
