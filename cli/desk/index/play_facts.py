"""What a record says about its play, in official's eyes: whose turn it is, the result, findings, lengths."""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, NamedTuple

import msgspec

from cli.desk.index.turn_times import TimedPlay, turn_seconds
from records.clock import from_text
from records.errors import Refused
from records.event import Event
from records.record import Record
from records.store.read_half import fold
from replay.action import Action, Close, name_of
from replay.audit import Audit
from replay.disputes.cases import Cases
from replay.disputes.judge import Procedure
from replay.game import Game
from replay.notation.coming import coming, coming_words
from replay.read import read_timeline
from replay.reel import Played
from replay.result import adjustments, with_adjustments
from replay.round_series import ByRound, by_round
from replay.saying import listed, person, sentence
from replay.score import Score, SeatScore
from replay.step import Placed
from replay.table import Table
from replay.whole_record import audit_line

_ACCEPTS = ("accept", "accept-with")
_STOPS = ("open", "reopened")
"""The states of a dispute in which nobody has said how to go on."""
_SECOND = 1_000_000


class PlayFacts(NamedTuple):
    """The play of a record; the fields of findings and results are columns of the index."""

    closed: bool = False
    over: bool = False
    turn: str = ""
    next: str = ""
    winners: str = ""
    won: str = ""
    last_play: int = 0
    signed: int = 0
    unsigned: str = ""
    ok: int = 0
    broken: int = 0
    open: int = 0
    settled: int = 0
    turned: int = 0
    hindsight: int = 0
    halted: int = 0
    plays: int = 0
    seconds: int | None = None
    won_from: str = ""
    series: str = ""
    series_note: str = ""
    results: Sequence[dict[str, Any]] = ()
    findings: Sequence[dict[str, Any]] = ()


def play_facts(record: Record, procedure: Procedure, game: Game | None, table: Table | None) -> PlayFacts:
    """The play of a record. Of a game without rules here only what its procedure says is known."""
    cases = procedure.cases
    signed = signed_seats(cases)
    if game is None or table is None:
        return PlayFacts(closed=cases.closed is not None, signed=len(signed))
    line = read_timeline(game, table, record.events)
    audited = audit_line(Played(record, game, table), line, "effective", procedure=procedure)
    count = with_adjustments(game, audited.final, adjustments(cases))
    line_facts = _line_facts(game, line, record.events)
    resting = line_facts.closed or count.over or not record.events
    turn = dict.fromkeys(one.seat for one in coming(game, audited.final) if one.seat is not None) if not resting else {}
    turns = turn_seconds(line_facts.moves)
    rounds = by_round(game.rounds, audited.steps) if game.rounds is not None else {}
    order = _order(game, table, line_facts.setup)
    return PlayFacts(
        closed=line_facts.closed,
        over=count.over,
        turn=listed([person(table, seat) for seat in turn], ""),
        next="" if resting else coming_words(game, table, audited.final),
        winners=listed([person(table, seat) for seat in count.winners], "") if count.over else "",
        won=won_words(table, count),
        last_play=last_play(game, record.events),
        signed=len(signed),
        unsigned="\n".join(person(table, seat) for seat in table.seats if seat not in signed),
        ok=audited.answers.ok,
        broken=audited.answers.broken,
        open=audited.answers.open,
        settled=audited.answers.settled,
        turned=len(audited.changes),
        hindsight=int(audited.hindsight),
        halted=halted_by(game, cases, record.events),
        plays=len(line_facts.played_at),
        seconds=_seconds(line_facts.played_at),
        won_from=_won_from(order, count),
        series=game.rounds.name if rounds and game.rounds is not None else "",
        series_note=game.rounds.note if rounds and game.rounds is not None else "",
        results=[
            {
                **_result(table, count, seat),
                "started": order.get(seat.seat),
                "turn_seconds": turns.get(seat.seat),
                "rounds": _told(rounds, seat.seat),
            }
            for seat in count.seats
        ],
        findings=_findings(record, game, table, audited, count.over),
    )


def won_words(table: Table, count: Score) -> str:
    """`Hal wins by 3.`, `Gus and Hal win.`, or nothing while that is not known."""
    if not count.over or not count.winners:
        return ""
    names = listed([person(table, seat) for seat in count.winners])
    if len(count.winners) > 1:
        return sentence(f"{names} win")
    ahead = _ahead(count)
    return sentence(f"{names} wins by {ahead}" if ahead else f"{names} wins")


def _ahead(count: Score) -> int:
    """By how many points the winner has won; 0 if that is not known, or points did not decide it."""
    totals = {one.seat: one.total for one in count.seats if not one.out}
    won, others = totals.pop(count.winners[0], None), list(totals.values())
    if isinstance(won, int) and others and all(isinstance(one, int) for one in others):
        return max(0, won - max(one for one in others if isinstance(one, int)))
    return 0


def last_play(game: Game, events: Sequence[Event]) -> int:
    """The last line that is play; 0 before the first."""
    plays = {name_of(kind) for kind in game.actions}
    return next((event.seq for event in reversed(events) if event.do in plays), 0)


class _LineFacts(NamedTuple):
    """What one walk over the line tells, without its states."""

    closed: bool
    setup: Action | None
    """The first action that lays the table."""
    moves: list[TimedPlay]
    """Every action of the game, that one too."""
    played_at: list[str | None]
    """When each of them was, without those that lay the table."""


def _line_facts(game: Game, line: Sequence[Placed], events: Sequence[Event]) -> _LineFacts:
    kinds, lays = frozenset(game.actions), _lays_table(game)
    closed, setup, moves, played_at = False, None, list[TimedPlay](), list[str | None]()
    for seq, action in line:
        kind = type(action)
        if kind in kinds:
            at = events[seq - 1].at
            moves.append((action.by, at))
            if kind is not lays:
                played_at.append(at)
            elif setup is None:
                setup = action
        elif kind is Close:
            closed = True
    return _LineFacts(closed, setup, moves, played_at)


@cache
def _lays_table(game: Game) -> type[Action] | None:
    return next((kind for kind in game.actions if name_of(kind) == "setup"), None)


def _order(game: Game, table: Table, setup: Action | None) -> dict[str, int]:
    """The place of each seat in the order of play at the start, clockwise from who starts: 1 starts. Empty if the
    record does not tell who does."""
    first = game.starter(setup) if game.starter is not None and setup is not None else None
    return {seat: place for place, seat in enumerate(table.clockwise(first), 1)} if first in table.seats else {}


def _won_from(order: dict[str, int], count: Score) -> str:
    if not (count.over and order):
        return ""
    return f"{' '.join(str(place) for seat, place in order.items() if seat in count.winners)}/{len(order)}"


def signed_seats(cases: Cases) -> set[str]:
    """The seats whose last word on the result is that they accept it."""
    last = {sign.seat: sign for sign in cases.signs}
    return {seat for seat, sign in last.items() if sign.statement in _ACCEPTS and not sign.trouble}


def halted_by(game: Game, cases: Cases, events: Sequence[Event]) -> int:
    """The claim that stopped play: nobody has ruled, and nothing was played since. 0 if there is none."""
    waiting = [case.seq for case in cases.cases if case.state in _STOPS]
    if not waiting:
        return 0
    plays = {name_of(kind) for kind in game.actions}
    last = max((event.seq for event in events if event.do in plays), default=0)
    return next((seq for seq in waiting if seq > last), 0)


def _result(table: Table, count: Score, seat: SeatScore) -> dict[str, Any]:
    name = table.name(seat.seat)
    return {
        "seat": seat.seat,
        "game": table.game,
        "name": name,
        "word": fold(name),
        "over": int(count.over),
        "place": None if seat.place is msgspec.UNSET else seat.place,
        "total": seat.total if isinstance(seat.total, int) else None,
        "seats": len(count.seats),
        "points": seat.words,
        "winner": int(count.over and seat.seat in count.winners),
    }


def _told(rounds: ByRound, seat: str) -> str | None:
    """What a seat had at the end of each round, as JSON."""
    known = {str(number): values[seat] for number, values in rounds.items() if seat in values}
    return msgspec.json.encode(known).decode() if known else None


def _findings(record: Record, game: Game, table: Table, audited: Audit, over: bool) -> list[dict[str, Any]]:
    if not audited.findings:
        return []
    acting = {step.seq: step.action.by for step in audited.steps}
    says = {rule.id: rule.text for rule in game.rules}
    found = []
    for number, one in enumerate(audited.findings, 1):
        logged = record.events[one.seq - 1].by if 0 < one.seq <= len(record.events) else None
        seat = acting.get(one.seq) or logged or ""
        name = table.name(seat) if seat in table.seats else seat
        found.append(
            {
                "number": number,
                "seq": one.seq,
                "rule": one.rule,
                "answer": one.answer,
                "over": int(over),
                "settled": int(one.settled is not msgspec.UNSET),
                "says": says.get(one.rule, "") if one.answer == "broken" else "",
                "why": one.why,
                "closed_by": one.closed_by,
                "seat": seat,
                "name": name,
                "word": fold(name),
            }
        )
    return found


def _seconds(times: Iterable[str | None]) -> int | None:
    """From the earliest to the latest of some times; None if they do not tell."""
    known = [one for one in times if one is not None]
    if len(known) < 2:
        return None
    try:
        return (from_text(max(known)) - from_text(min(known))) // _SECOND
    except Refused:
        return None
