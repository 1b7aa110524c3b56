"""Follow the procedure: what each event does to the disputes. Pure and total.

Whatever was logged is kept. But a decision that breaks a rule on who may decide, or when, changes nothing (`holding`).
"""

from msgspec.structs import replace

from records.event import Event, Header, Player
from records.signoff import bound, revoked
from replay.action import (
    Access,
    Action,
    Amend,
    Appeal,
    Appoint,
    Close,
    Dispute,
    Evidence,
    Final,
    Insert,
    Key,
    Reopen,
    Reveal,
    Rewind,
    Ruling,
    Seal,
    Settle,
    Sign,
    Withdraw,
)
from replay.disputes.cases import (
    NO_WORK,
    Acceptance,
    Case,
    Cases,
    Correction,
    HeaderFacts,
    Logged,
    Look,
    OfficialAt,
    Sealed,
    Work,
)
from replay.disputes.grades import sign_off
from replay.disputes.holding import accepts, holds
from replay.disputes.log import Log, read_shared, target_of
from replay.disputes.windows import claim_window, has_passed, undo_window, windows_of
from replay.disputes.words import CaseState
from replay.entering import entrant_in
from replay.game import Game
from replay.step import Step


def start(header: Header, record_id: str, game: Game | None = None) -> Cases:
    """Before the first event: nothing is contested. What only a game knows can be judged if it is given."""
    table = HeaderFacts(
        record_id=record_id,
        seats=header.seats,
        names={player.seat: player.name for player in header.players if player.name},
        windows=windows_of(header.windows),
        scribe=header.scribe,
        questions={question.id: question.answers for question in game.questions} if game is not None else None,
    )
    return Cases(table, tuple(OfficialAt(official.name, official.level) for official in header.officials))


def follow(cases: Cases, log: Log, event: Event, work: Work = NO_WORK) -> Cases:
    """The disputes after one more event of the recorded timeline; `work` is what it does if it is a correction."""
    if event.at is not None:
        cases = lapsed(cases, event.at)
    cases = entered(cases, entrant_in(event))
    action = read_shared(event)
    return cases if action is None else reduce(cases, log, event.seq, action, work)


def entered(cases: Cases, entrant: Player | None) -> Cases:
    """Whoever enters has a seat from here on; one that somebody has already stays theirs."""
    if entrant is None or entrant.seat in cases.table.seats:
        return cases
    names = {**cases.table.names, **({entrant.seat: entrant.name} if entrant.name else {})}
    return replace(cases, table=replace(cases.table, seats=(*cases.table.seats, entrant.seat), names=names))


def lapsed(cases: Cases, at: str) -> Cases:
    """At the time `at`, rulings become final by themselves if their time for an appeal is over."""
    changed = cases
    for case in cases.cases:
        ruling = case.standing
        if case.state == "ruled" and ruling is not None and has_passed(ruling.action.appeal_until, at):
            changed = _with_case(changed, replace(case, state="final"))
    return changed


def reduce(cases: Cases, log: Log, seq: int, action: Action, work: Work = NO_WORK) -> Cases:
    """What an action that every game has does to the disputes."""
    match action:
        case Dispute():
            window = claim_window(cases, log, seq, action)
            return replace(cases, cases=(*cases.cases, Case(seq, len(cases.cases) + 1, action, window)))
        case Evidence() | Settle() | Withdraw() | Ruling() | Final() | Reopen():
            case_ = cases.case(action.dispute)
            entry = Logged(seq, action, holds(cases, seq, action))
            return cases if case_ is None else _with_case(cases, _case_after(case_, entry))
        case Appeal():
            case_ = cases.case_of_ruling(action.ruling)
            return cases if case_ is None else _with_case(cases, _appealed(case_, Logged(seq, action)))
        case Amend() | Insert() | Rewind():
            return _corrected(cases, log, seq, action, work)
        case Appoint():
            if not holds(cases, seq, action):
                return cases
            return replace(cases, officials=(*cases.officials, OfficialAt(action.name, action.level, seq, action.by)))
        case Key():
            return _keyed(cases, seq, action)
        case Sign():
            return _signed(cases, log, seq, action)
        case Seal():
            sealed = Sealed(seq, action.seat or action.by, action.what, action.seal, action.open_by)
            return replace(cases, seals=(*cases.seals, sealed))
        case Reveal():
            return _revealed(cases, seq, action)
        case Access():
            look = Look(seq, action.by, action.seat, action.what, action.dispute, action.why, False, action.at)
            return replace(cases, looks=(*cases.looks, look))
        case Close():
            accepted = (*cases.acceptances, Acceptance(seq, seq))
            return replace(cases, closed=seq, closed_at=action.at, acceptances=accepted)
        case _:
            return cases  # observations, notes and unread lines change no dispute


def _with_case(cases: Cases, changed: Case) -> Cases:
    return replace(cases, cases=tuple(changed if case.seq == changed.seq else case for case in cases.cases))


def _case_after(case: Case, entry: Logged) -> Case:
    state: CaseState = case.state
    match entry.action:
        case Evidence():
            return replace(case, evidence=(*case.evidence, entry))
        case Ruling():
            state = ("deferred" if entry.action.deferred else "ruled") if entry.holds else state
            return replace(case, rulings=(*case.rulings, entry), state=state)
        case Settle():
            state = "settled"
        case Withdraw():
            state = "withdrawn"
        case Final():
            state = "final"
        case _:
            state = "reopened"
    return replace(case, ended=(*case.ended, entry), state=state if entry.holds else case.state)


def _appealed(case: Case, entry: Logged) -> Case:
    """An appeal against a ruling that only defers, or in a closed matter, is kept but changes nothing."""
    standing = case.standing
    moves = standing is not None and standing.seq == entry.action.ruling and case.state == "ruled"
    return replace(case, appeals=(*case.appeals, entry), state="appealed" if moves else case.state)


def _signed(cases: Cases, log: Log, seq: int, action: Sign) -> Cases:
    sign = sign_off(cases, log, seq, action)
    signed = replace(cases, signs=(*cases.signs, sign))
    if not accepts(Step(seq, cases, action, signed), log):
        return signed
    assert sign.size is not None, "it has a head"
    accepted = Acceptance(seq, sign.size - 1, sign.seat, sign.grade)
    return replace(signed, acceptances=(*cases.acceptances, accepted))


def _corrected(cases: Cases, log: Log, seq: int, action: Amend | Insert | Rewind, work: Work) -> Cases:
    target = target_of(action)
    in_window, words = (True, "") if work.first is None else undo_window(cases, log, seq, work.first)
    done = {Amend: "amend", Insert: "insert", Rewind: "rewind"}[type(action)]
    # An unread entry waits for its amendment, however long that takes.
    waits = isinstance(action, Amend) and target in log.unread
    entry = Correction(seq, done, target, action.ruling, in_window or waits, words, work, action.by)
    cases = replace(cases, corrections=cases.corrections.plus(entry))
    for case in cases.cases:
        ordered = [item.seq for item in (*case.rulings, *case.ended)]
        if action.ruling in ordered:
            return _with_case(cases, replace(case, corrections=(*case.corrections, seq)))
    return cases


def _keyed(cases: Cases, seq: int, action: Key) -> Cases:
    change = revoked if action.revoked else bound
    return replace(cases, keys=change(cases.keys, action.seat, action.key, seq))


def _revealed(cases: Cases, seq: int, action: Reveal) -> Cases:
    """A reveal opens the seal it names; without the salt the value is stated, not opened."""
    mine = [sealed for sealed in cases.seals if action.seal is not None and sealed.seal == action.seal]
    owner = action.seat or (mine[0].seat if mine else None)
    if mine:
        word = "opened" if action.salt is not None else "stated"
        seals = tuple(
            replace(sealed, **{word: seq}) if sealed.seal == action.seal and getattr(sealed, word) is None else sealed
            for sealed in cases.seals
        )
        cases = replace(cases, seals=seals)
    if action.seal is None or owner is None or action.by in (None, owner):
        return cases
    look = Look(seq, action.by, owner, action.what, action.dispute, action.why, True, action.at)
    return replace(cases, looks=(*cases.looks, look))
