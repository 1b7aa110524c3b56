"""What the desk wants to know of one table that does not depend on the time of day. Kept until the table moves on."""

from collections.abc import Sequence

import msgspec

from records.event import Event, Header
from replay.action import name_of
from replay.disputes.cases import Case, Cases
from replay.disputes.log_reader import cases_of
from replay.finding_words import kind_of
from replay.game import Game
from replay.notation.coming import coming, coming_words
from replay.result import count_of
from replay.saying import listed, person
from replay.watch import Watch

_STOPS = ("open", "reopened")
"""The states of a dispute in which nobody has said how to go on."""
_ACCEPTS = ("accept", "accept-with")


class RoomFacts(msgspec.Struct, frozen=True):
    """A table in an official's eyes, at a size."""

    size: int
    turn: str = ""
    next: str = ""
    broken: int = 0
    open: int = 0
    settled: int = 0
    closed: bool = False
    over: bool = False
    """Whether the game has reached its end."""
    winners: str = ""
    signed: int = 0
    unsigned: tuple[str, ...] = ()
    """Who has not signed, by name."""
    cases: tuple[Case, ...] = ()
    halted: int = 0
    """The claim after which nobody has played on; 0 if there is none."""
    waiting: int = 0
    """Corrections of what was signed or closed that wait for somebody's word."""
    damaged: str = ""


def facts_of(header: Header, record_id: str, events: Sequence[Event], watch: Watch) -> RoomFacts:
    """The facts of a table that was watched with an official's eyes."""
    game, table = watch.game, watch.table
    count = count_of(game, watch.state)
    cases = cases_of(header, record_id, events)
    signed = _signed(cases)
    told = [finding for found in watch.findings.values() for finding in found]
    turn = dict.fromkeys(one.seat for one in coming(game, watch.state) if one.seat is not None)
    resting = watch.closed or count.over or not events
    return RoomFacts(
        size=len(events) + 1,
        turn="" if resting else listed([person(table, seat) for seat in turn], ""),
        next="" if resting else coming_words(game, table, watch.state),
        broken=watch.broken,
        open=watch.open,
        settled=sum(kind_of(finding) == "settled" for finding in told),
        closed=watch.closed,
        over=count.over,
        winners=listed([person(table, seat) for seat in count.winners], "") if count.over else "",
        signed=len(signed),
        unsigned=tuple(person(table, seat) for seat in table.seats if seat not in signed),
        cases=cases.cases,
        halted=halted_by(game, cases, events),
        waiting=len(cases.waiting),
    )


def _signed(cases: Cases) -> set[str]:
    """The seats whose last word on the result is that they accept it."""
    last = {sign.seat: sign for sign in cases.signs}
    return {seat for seat, sign in last.items() if sign.statement in _ACCEPTS and not sign.trouble}


def halted_by(game: Game, cases: Cases, events: Sequence[Event]) -> int:
    """The claim that stopped play: nobody has ruled, and nothing was played since."""
    plays = {name_of(kind) for kind in game.actions}
    last = max((event.seq for event in events if event.do in plays), default=0)
    return next((case.seq for case in cases.cases if case.state in _STOPS and case.seq > last), 0)
