"""What the desk wants to know of one table that does not depend on the time of day. Kept until the table moves on."""

from collections.abc import Sequence

import msgspec

from cli.desk.index.play_facts import halted_by, last_play, signed_seats, won_words
from cli.machine.round_tables import TOURNAMENT
from records.event import Event, Header
from replay.disputes.cases import Case
from replay.disputes.log_reader import cases_of
from replay.finding_words import kind_of
from replay.notation.coming import coming, coming_words
from replay.result import adjustments, with_adjustments
from replay.saying import listed, person
from replay.watch import Watch

SILENT_AFTER = 10 * 60
"""After this many seconds without a line somebody should have a look."""


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
    won: str = ""
    """Who wins, in a sentence, once it is known."""
    last_play: int = 0
    """The last line that is play: when the game ended, if it is over."""
    signed: int = 0
    unsigned: tuple[str, ...] = ()
    """Who has not signed, by name."""
    cases: tuple[Case, ...] = ()
    halted: int = 0
    """The claim after which nobody has played on; 0 if there is none."""
    waiting: int = 0
    """Corrections of what was signed or closed that wait for somebody's word."""
    damaged: str = ""
    hall: bool = False
    """Whether it is a tournament, in which hours may pass between two lines."""


def facts_of(header: Header, record_id: str, events: Sequence[Event], watch: Watch) -> RoomFacts:
    """The facts of a table that was watched with an official's eyes."""
    game, table = watch.game, watch.table
    cases = cases_of(header, record_id, events)
    count = with_adjustments(game, watch.state, adjustments(cases))
    signed = signed_seats(cases)
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
        won=won_words(table, count),
        last_play=last_play(game, events),
        signed=len(signed),
        unsigned=tuple(person(table, seat) for seat in table.seats if seat not in signed),
        cases=cases.cases,
        halted=halted_by(game, cases, events),
        waiting=len(cases.waiting),
        hall=header.game == TOURNAMENT,
    )


def state_of(facts: RoomFacts, age: int, damaged: str) -> str:
    """In which state a table is; the one that matters most if there are several."""
    if damaged:
        return "damaged"
    if facts.halted:
        return "stopped"
    if any(not case.is_ended for case in facts.cases):
        return "contested"
    if facts.waiting or (facts.over and not facts.closed) or facts.size == 1:
        return "waiting"
    if facts.closed:
        return "closed"
    return "silent" if age >= SILENT_AFTER and not facts.hall else "playing"
