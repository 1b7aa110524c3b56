"""Which corrections of what was signed or closed count, and which wait for somebody's word.

What was accepted is an event and everything before it, so one number says what a correction touches: it concerns every
acceptance that reaches at least as far as the correction reaches back.
"""

from records.event import Event
from records.timeline import Places
from replay.disputes.cases import Acceptance, Cases, Held, Logged
from replay.disputes.words import SCRIBE

_NAMES = {"amend": "target", "insert": "after", "rewind": "to"}


Decided = dict[int, Held | None]
"""What was decided about each correction; None where nobody need be asked."""


def decide(cases: Cases, line: Places, granted: frozenset[int], known: Decided) -> tuple[Held, ...]:
    """Every correction of what was accepted, as it stands now; those that do not count become `line.idle`.

    `granted` are corrections that count as if a ruling had ordered them. `known` holds what was decided earlier by the
    same rulings and signatures, and is added to.
    """
    closes = {one.seq: line.corrections_of(one.seq) for one in cases.acceptances if one.seat is None}
    if not any(closes.values()):
        known.update(
            {seq: _held(cases, line, seq, {}) for seq in line.reach if seq not in known and seq not in granted}
        )
        held = tuple(one for one in known.values() if one is not None)
        line.idle = frozenset(one.seq for one in held if one.state != "counts")
        return held
    known.clear()
    return _decide_with_closes(cases, line, [seq for seq in line.reach if seq not in granted], closes)


def _decide_with_closes(
    cases: Cases, line: Places, corrections: list[int], closes: dict[int, set[int]]
) -> tuple[Held, ...]:
    """A close is an acceptance only while it counts, and a correction may take it away.

    So this begins with all corrections waiting, and goes on until nothing changes. Whether a close counts is asked
    without the correction that is being decided: none frees itself by taking away what it would have to wait for.
    """
    idle = frozenset(seq for seq in corrections if _concerned(cases, line, seq))
    held: tuple[Held, ...] = ()
    for _ in range(len(corrections) + 2):
        gone = {close: _does_not_count(line, idle, close) for close in closes}
        found = []
        for seq in corrections:
            own = {close: _does_not_count(line, idle | {seq}, close) for close in closes if seq in closes[close]}
            found.append(_held(cases, line, seq, {**gone, **own}))
        held = tuple(one for one in found if one is not None)
        now = frozenset(one.seq for one in held if one.state != "counts")
        if now == idle:
            break
        idle = now
    line.idle = idle
    return held


def _does_not_count(line: Places, idle: frozenset[int], close: int) -> bool:
    line.idle = idle
    event = line.event_at(close)
    return event is None or event.do != "close"


def _concerned(cases: Cases, line: Places, seq: int) -> list[Acceptance]:
    """The acceptances, logged before a correction, that cover what it touches; a close also if it no longer counts."""
    return [one for one in cases.acceptances if one.seq < seq and one.upto >= line.reach[seq]]


def _held(cases: Cases, line: Places, seq: int, gone: dict[int, bool]) -> Held | None:
    """A correction as it stands while some closes do not count; None if nobody need be asked."""
    event = line.events[seq]
    concerned = [
        one
        for one in _concerned(cases, line, seq)
        if not gone.get(one.seq) and not (one.seat is None and is_slip(cases, event, one.seq))
    ]
    if not concerned:
        return None
    first = min(one.seq for one in concerned)
    seats = _seats(cases, concerned)
    again = tuple(seat for seat in seats if _accepted_again(cases, concerned, seat, seq))
    named = event.fields.get(_NAMES[event.do])
    refused = _refusing(cases, seq)
    word = refused or _word(cases, seq, first)
    return Held(
        seq=seq,
        do=event.do,
        target=named if type(named) is int else None,
        state="refused" if refused else "counts" if word or len(again) == len(seats) else "waits",
        accepted=first,
        seats=seats,
        again=again,
        ruling=word.seq if word else None,
    )


def is_slip(cases: Cases, event: Event, close: int) -> bool:
    """Whether the scribe takes a close back with the very next event."""
    by_scribe = event.by in (None, SCRIBE, cases.table.scribe)
    voids = event.do == "amend" and event.fields.get("action", "") is None and event.fields.get("target") == close
    return voids and by_scribe and event.seq == close + 1


def _seats(cases: Cases, concerned: list[Acceptance]) -> tuple[str, ...]:
    """For whom it was accepted, in the order of the table."""
    if any(one.seat is None for one in concerned):
        return cases.table.seats
    signed = {one.seat for one in concerned}
    return tuple(seat for seat in cases.table.seats if seat in signed)


def _accepted_again(cases: Cases, concerned: list[Acceptance], seat: str, seq: int) -> bool:
    """Whether a seat has signed under a head that holds the correction, with its own key if it had done so before."""
    own_key = any(one.seat == seat and one.grade == "A" for one in concerned)
    return any(one.seat == seat and one.upto >= seq and (one.grade == "A" or not own_key) for one in cases.acceptances)


def _refusing(cases: Cases, seq: int) -> Logged | None:
    """The standing ruling that refuses a correction: it voids it, or is final, is about it, and does not confirm it."""
    for case in cases.cases:
        standing = case.standing
        if standing is None:
            continue
        ruling = standing.action
        named = seq in ruling.targets
        about = named or case.action.about == seq
        if (named and ruling.remedy == "void") or (about and case.state == "final" and seq not in ruling.confirms):
            return standing
    return None


def _word(cases: Cases, seq: int, first: int) -> Logged | None:
    """The ruling by which a correction counts: it ordered or confirms it, has taken effect, by somebody known."""
    ordered = next((entry for entry in cases.corrections if entry.seq == seq), None)
    carried = ordered.ruling if ordered is not None and ordered.work.order in ("carries", "takes-back") else None
    for case in cases.cases:
        ruling = case.in_effect
        if ruling is None or not is_known(cases, ruling.by, ruling.seq, first):
            continue
        if ruling.seq == carried or seq in ruling.action.confirms:
            return ruling
    return None


def is_known(cases: Cases, name: str | None, before: int, first: int) -> bool:
    """Whether an official is in the header, or was appointed before the event `first`, or by one who is known."""
    return any(
        official.since == 0 or official.since < first or is_known(cases, official.by, official.since, first)
        for official in cases.officials
        if official.name == name and official.since < before
    )
