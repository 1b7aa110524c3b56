"""A table as one row of the desk: its state as a shape and a word, its clocks, and what it needs from whom."""

from cli.desk.games_known import known_game
from cli.serve.hall.room_facts import RoomFacts, state_of
from cli.serve.messages.notice_forms import NoticeTold, ScribeSeen
from cli.serve.messages.wire_forms import Counts, PlayerOut, Sent
from cli.serve.service import Service
from cli.serve.tables.disputes_told import line_of
from cli.serve.tables.shown_seating import told_apart
from records.clock import from_text
from records.errors import Refused
from records.store import Info
from replay.disputes.cases import Case
from replay.saying import counted, listed, sentence

STATES = ("damaged", "stopped", "contested", "silent", "waiting", "playing", "closed")
"""The states of a table; what needs somebody stands first."""
SIGNED = "signed by all"
"""In words the state of a table whose record can be closed; nobody has to go there for that."""
_SECOND = 1_000_000


class ClaimClock(Sent, omit_defaults=False):
    """A dispute that is not over, and its clock."""

    seq: int
    label: str
    by: str
    text: str
    kind: str
    state: str
    line: int | None
    """The line that it is about, if it is about one."""
    since: int | None
    """Seconds since the claim."""
    window: str
    late: bool | None
    until: str | None
    """Until when its ruling may be appealed."""


class RoomOut(Sent, omit_defaults=False):
    """One table."""

    id: str
    game: str
    title: str
    """That of the game."""
    called: str | None
    """What people call this game, if they gave it a title."""
    event: str | None
    round: int | str | None
    table: int | str | None
    players: list[PlayerOut]
    line: int
    age: int
    """Seconds since its last line."""
    state: str
    words: str
    """The state in words."""
    turn: str
    next: str
    pen: str | None
    counts: Counts
    settled: int
    claims: list[ClaimClock]
    need: str
    """What is to be done there, in a sentence; empty if nothing is."""
    since: int
    """Seconds for which it has needed somebody: since the claim, the end of the game, or the last line."""
    notices: list[NoticeTold]
    """What the desk has said to its people."""
    officials: list[str]
    """Who can be sent there, where there is a claim."""
    scribe: ScribeSeen | None
    """Who logs there, if it is silent."""
    known: bool
    """Whether the rules have been asked; else only what the list of records tells is there."""


def room_of(service: Service, info: Info, facts: RoomFacts | None) -> RoomOut:
    """The row of a table."""
    header, known = info.header, facts is not None
    facts = facts or RoomFacts(info.head.size, closed=info.closed)
    age = max(0, (service.clock() - info.changed) // _SECOND)
    names, game = _names(service, info), known_game(header)
    table = service.tables.get(info.id)
    damaged = facts.damaged or (table.damaged if table is not None else None) or ""
    state = state_of(facts, age, damaged)
    claims = [_clock(service, info, case, names) for case in facts.cases if not case.is_ended]
    return RoomOut(
        id=info.id,
        game=header.game,
        title=game.title if game is not None else header.game,
        called=header.title,
        event=header.event,
        round=header.round,
        table=header.table,
        players=[PlayerOut(seat, name) for seat, name in names.items()],
        line=info.head.size - 1,
        age=age,
        state=state,
        words=words_of(facts, state),
        turn=facts.turn,
        next=facts.next,
        pen=_pen(service, info.id),
        counts=Counts(facts.broken, facts.open),
        settled=facts.settled,
        claims=claims,
        need=need_of(facts, state, damaged, claims),
        since=_needed_for(service, info, facts, state, claims, age),
        notices=[],
        officials=[],
        scribe=None,
        known=known,
    )


def _needed_for(service: Service, info: Info, facts: RoomFacts, state: str, claims: list[ClaimClock], age: int) -> int:
    if state in ("stopped", "contested"):
        return max((claim.since or 0 for claim in claims), default=age)
    if state == "waiting" and facts.over and not facts.waiting:
        return _since_line(service, info, facts.last_play, None) or age
    return age


def words_of(facts: RoomFacts, state: str) -> str:
    """The state in a few words."""
    seats = facts.signed + len(facts.unsigned)
    match state:
        case "stopped":
            return "stopped: claim"
        case "contested":
            return "over, claim" if facts.over or facts.closed else "plays on, claim"
        case "waiting" if facts.size == 1:
            return "not begun"
        case "waiting" if facts.waiting:
            return f"{counted(facts.waiting, 'correction')} waiting"
        case "waiting":
            return SIGNED if not facts.unsigned else f"over, {facts.signed} of {seats} signed"
        case "playing":
            return "plays"
        case _:
            return state


def need_of(facts: RoomFacts, state: str, damaged: str, claims: list[ClaimClock]) -> str:
    """What somebody should know who is asked to go there."""
    match state:
        case "damaged":
            return f"The record is damaged and can only be read: {damaged}"
        case "stopped" | "contested":
            stopped = " Play has stopped." if state == "stopped" else " Play goes on."
            return f"{claims[0].by}: “{claims[0].text}”{stopped}"
        case "silent":
            return sentence(f"{facts.turn}’s turn") if facts.turn else "Nobody has logged anything."
        case "waiting" if facts.waiting:
            return "A correction of what was signed or closed waits for a ruling, or for new signatures."
        case "waiting" if facts.over and facts.unsigned:
            verb = "has" if len(facts.unsigned) == 1 else "have"
            won = f" {facts.won}" if facts.won else ""
            return sentence(f"{listed(list(facts.unsigned))} {verb} not signed.{won} Nobody has claimed anything.")
        case "waiting" if facts.over:
            return "Everybody has signed. The record can be closed."
        case _:
            return ""


def rank(room: RoomOut) -> tuple[object, ...]:
    """What needs somebody first, the longest waiting before others; then by round and table."""
    urgent = bool(room.need) and room.words != SIGNED
    place = STATES.index(room.state) if urgent or room.state == "closed" else STATES.index("playing")
    return (place, -room.since if urgent else 0, *natural(room.round), *natural(room.table), room.id)


def natural(value: int | str | None) -> tuple[int, int, str]:
    """Numbers in their order, then names."""
    if isinstance(value, int):
        return (0, value, "")
    return (1, 0, value) if value is not None else (2, 0, "")


def _names(service: Service, info: Info) -> dict[str, str]:
    """Who sits where, by the names to show; a seat without one by itself."""
    kept = service.register.people(info.id)
    shown = told_apart({one.seat: kept.get(one.seat) or one.name or "" for one in info.header.players})
    return {seat: name or seat for seat, name in shown.items()}


def _pen(service: Service, record_id: str) -> str | None:
    pen = service.register.pen(record_id)
    holder = service.register.look_up(pen.holder) if pen is not None else None
    return holder.device if holder is not None else None


def _clock(service: Service, info: Info, case: Case, names: dict[str, str]) -> ClaimClock:
    standing = case.standing
    by = case.action.by or "somebody"
    return ClaimClock(
        seq=case.seq,
        label=case.label,
        by=names.get(by, by),
        text=case.action.claim,
        kind=case.action.kind,
        state=case.state,
        line=line_of(case),
        since=_since_line(service, info, case.seq, case.action.at),
        window=case.window.words,
        late=case.window.late,
        until=standing.action.appeal_until if standing is not None else None,
    )


def _since_line(service: Service, info: Info, seq: int, at: str | None) -> int | None:
    """Seconds since a line, by the clock of the store where the table is open, else by what the scribe wrote."""
    table = service.tables.get(info.id)
    if table is not None and 1 <= seq <= len(table.times):
        return max(0, (service.clock() - table.times[seq - 1]) // _SECOND)
    if at is None:
        return None
    try:
        return max(0, (service.clock() - from_text(at)) // _SECOND)
    except Refused:
        return None
