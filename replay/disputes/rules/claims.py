"""Rules about claims: who may contest what, when, with what evidence; and how players settle a matter themselves."""

import re
from collections.abc import Iterator
from typing import Any

from replay.action import Dispute, Evidence, Final, Reopen, Ruling, Settle, Withdraw
from replay.disputes.cases import Cases
from replay.disputes.rules.common import CLAIMS, is_known, latest, place_words
from replay.disputes.words import ABOUT, EVIDENCE, KINDS, SEE, listed
from replay.rule import Answer, Broken, Open, rule
from replay.step import Step

_SHA256 = re.compile(r"[0-9a-f]{64}", re.ASCII)


@rule("QM-CLAIM-1", cite=CLAIMS, judges=Dispute)
def a_claim_names_what_it_contests(step: Step[Cases, Dispute]) -> Iterator[Answer]:
    """A claim says what it is about: an earlier event, a range of them, setup, result, conduct, or what is missing."""
    about = step.action.about
    if isinstance(about, str):
        if about not in ABOUT:
            yield Broken(f"about is {about!r}; it must be {listed(ABOUT)}", {"about": about})
        return
    events = about if isinstance(about, list) else [about]
    if isinstance(about, list) and (len(about) != 2 or about[0] > about[1]):
        named = " and ".join(map(str, about))
        why = f"a claim about several events names the first and the last one, not {named or 'nothing'}"
        yield Broken(why, {"about": about})
    elif not all(1 <= seq < step.seq for seq in events):
        named = " to ".join(map(str, events))
        yield Broken(f"it names {named}, but the events before the claim are 1 to {step.seq - 1}", {"about": about})


@rule("QM-CLAIM-2", cite=CLAIMS, judges=Dispute, may_open=True, may_break=False)
def a_claim_comes_in_time(step: Step[Cases, Dispute]) -> Iterator[Answer]:
    """A claim is made within its window; a late one stays marked until an official has heard it."""
    case = step.after.case(step.seq)
    assert case is not None, "a dispute opens a case"
    window, final = case.window, latest(step).case(step.seq)
    if final is not None and (final.full_rulings or final.is_ended):
        return
    if window.late is None:
        yield Open(f"the log does not show whether the claim came in time: {window.words}", {"window": window.policy})
    elif window.late:
        yield Open(
            f"the claim is late: it could be made {window.words}, that is, until {place_words(window.ended)}",
            {"window": window.policy, "ended": window.ended},
        )


@rule("QM-CLAIM-3", cite=CLAIMS, judges=Dispute)
def a_claim_has_a_kind(step: Step[Cases, Dispute]) -> Iterator[Answer]:
    """A claim is of a known kind, so that its window can be found."""
    if step.action.kind not in KINDS:
        yield Broken(f"kind is {step.action.kind!r}; it must be {listed(KINDS)}", {"kind": step.action.kind})


@rule("QM-CLAIM-4", cite=CLAIMS, judges=Dispute)
def a_claim_comes_from_the_table(step: Step[Cases, Dispute]) -> Iterator[Answer]:
    """A claim is made by a seat, an official or the scribe; an onlooker's is brought by the official they told."""
    by, via = step.action.by, step.action.via
    if by is not None and not is_known(step.before, by) and step.before.level(via) is None:
        yield Broken(f"{by} has no seat and is not an official, and no official brings the claim", {"by": by})


@rule("QM-CASE-1", cite=CLAIMS, judges=(Evidence, Settle, Withdraw, Ruling, Final, Reopen))
def it_belongs_to_a_dispute(step: Step[Cases, Any]) -> Iterator[Answer]:
    """Evidence, settlements, rulings and whatever else belongs to a dispute must name one opened earlier."""
    if step.before.case(step.action.dispute) is None:
        known = ", ".join(f"{case.seq} ({case.label})" for case in step.before.cases) or "none"
        yield Broken(
            f"no dispute was opened by event {step.action.dispute}; the disputes are: {known}",
            {"dispute": step.action.dispute},
        )


@rule("QM-CASE-2", cite=CLAIMS, judges=(Evidence, Settle, Withdraw, Ruling))
def a_closed_matter_stays_closed(step: Step[Cases, Any]) -> Iterator[Answer]:
    """Once a matter is settled, withdrawn or final, nothing is added to it unless the head official reopens it."""
    case = step.before.case(step.action.dispute)
    if case is not None and case.is_ended:
        yield Broken(f"{case.label} is already {case.state}", {"dispute": case.seq, "state": case.state})


@rule("QM-EVID-1", cite=CLAIMS, judges=Evidence)
def evidence_can_be_found_again(step: Step[Cases, Evidence]) -> Iterator[Answer]:
    """Evidence is a text, or a file named by its SHA-256 digest, size and type, of a known kind."""
    action = step.action
    if action.kind not in EVIDENCE:
        yield Broken(f"kind is {action.kind!r}; it must be {listed(EVIDENCE)}", {"kind": action.kind})
    if action.see is not None and action.see not in SEE:
        yield Broken(f"see is {action.see!r}; it must be {listed(SEE)}", {"see": action.see})
    if action.text is None and action.attachment is None:
        yield Broken("there is neither a text nor a file", {})
    file = action.attachment
    if file is not None:
        digest, size = file.get("sha256"), file.get("bytes")
        if not isinstance(digest, str) or not _SHA256.fullmatch(digest) or type(size) is not int or size < 0:
            yield Broken("the file is not named by sha256 (64 hexadecimal digits) and bytes", {"attachment": file})


@rule("QM-SETTLE-1", cite=CLAIMS, judges=Settle)
def those_who_settle_are_parties(step: Step[Cases, Settle]) -> Iterator[Answer]:
    """Players may settle a matter themselves: at least two seats agree, including the one who made the claim."""
    seats = step.action.seats
    strangers = [seat for seat in seats if seat not in step.before.table.seats]
    if strangers:
        yield Broken(f"{', '.join(strangers)} has no seat here", {"seats": seats})
    case = step.before.case(step.action.dispute)
    claimant = case.action.by if case is not None else None
    if claimant in step.before.table.seats and claimant not in seats:
        yield Broken(f"{claimant}, who made the claim, has not agreed", {"seats": seats, "claimant": claimant})
    if len(set(seats)) < 2 and len(step.before.table.seats) > 1:
        yield Broken("one seat alone cannot settle", {"seats": seats})


@rule("QM-WITHDRAW-1", cite=CLAIMS, judges=Withdraw)
def a_claim_is_taken_back_by_its_maker(step: Step[Cases, Withdraw]) -> Iterator[Answer]:
    """Only the one who made a claim can take it back."""
    case = step.before.case(step.action.dispute)
    if case is not None and step.action.by != case.action.by:
        yield Broken(
            f"{step.action.by or 'nobody'} takes back what {case.action.by or 'nobody'} claimed",
            {"by": step.action.by, "claimant": case.action.by},
        )


CLAIM_RULES = (
    a_claim_names_what_it_contests,
    a_claim_comes_in_time,
    a_claim_has_a_kind,
    a_claim_comes_from_the_table,
    it_belongs_to_a_dispute,
    a_closed_matter_stays_closed,
    evidence_can_be_found_again,
    those_who_settle_are_parties,
    a_claim_is_taken_back_by_its_maker,
)
