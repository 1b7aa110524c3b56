"""What the rules share: answers with reasons, and the turn an event belongs to."""

from typing import Any

from replay.action import UNKNOWN, Reveal
from replay.games.gold_island.actions import Draw, Gamble, Move, Redraw, Take, Use
from replay.games.gold_island.hindsight import Facts
from replay.games.gold_island.state import State
from replay.rule import OK, Answers, Cite, Open, broken
from replay.saying import counted, owner, person
from replay.step import Step

TURN_EVENTS = (Redraw, Move, Take, Gamble, Use, Draw)

KIT, HIDDEN, LOG = "kit", "hidden", "log"
"""Why a rule stays open: the kit does not settle it, a hidden fact is not known, or the log left it out."""

NO_FACTS = Facts()

MoveStep = Step[State, Move]
TakeStep = Step[State, Take]
GambleStep = Step[State, Gamble]
UseStep = Step[State, Use]
DrawStep = Step[State, Draw]
RevealStep = Step[State, Reveal]
AnyStep = Step[State, Any]


def unsure(why: str, reason: str, **facts: Any) -> Answers:
    """One answer: the rule cannot be judged, for this reason. Only what is broken rests on a reading."""
    return (Open(why, {"reason": reason, **facts}, rests_on=()),)


def at(section: str, lines: str) -> Cite:
    """Where a rule is found in the translated rulebook."""
    return Cite(section, line=lines)


def facts_of(step: AnyStep) -> Facts:
    """What hindsight learned from the rest of the record."""
    facts: Facts | None = step.facts
    if facts is None:
        return NO_FACTS
    return facts.games.get(step.seq, NO_FACTS) if facts.games else facts


def reading(step: AnyStep, question: str) -> str:
    """The table's answer to an open question."""
    return step.before.table.readings[question]


def who(step: AnyStep, seat: str | None = None) -> str:
    """A player by name; without a seat, whoever acts."""
    return person(step.before.table, step.action.by if seat is None else seat)


def whose(step: AnyStep, seat: str | None = None) -> str:
    """The same as an owner: `Ann's`."""
    return owner(step.before.table, step.action.by if seat is None else seat)


def only(amount: int, unit: str) -> str:
    """Too few of something: `no island cards`, `only one island card`."""
    return counted(0, unit) if amount <= 0 else f"only {counted(amount, unit)}"


def too_few(place: dict[str, int], wanted: tuple[str, ...] | list[str], where: str) -> Answers:
    """Whether the pirates taken from a place were there. A pirate whose colour was not seen may be any colour."""
    unseen = UNKNOWN in place or UNKNOWN in wanted
    if unseen and sum(place.values()) < len(wanted):
        there = only(sum(place.values()), "pirate")
        return broken(f"{where} had {there}", pirates=dict(place), wanted=list(wanted))
    for colour in dict.fromkeys(wanted):
        if colour == UNKNOWN or place.get(colour, 0) >= wanted.count(colour):
            continue
        if unseen:
            why = f"the colour of a pirate was not seen; {where} may have had the {colour} one"
            return unsure(why, HIDDEN, colour=colour)
        return broken(
            f"{where} had {only(place.get(colour, 0), f'{colour} pirate')}",
            colour=colour,
            there=place.get(colour, 0),
            wanted=list(wanted),
        )
    return OK
