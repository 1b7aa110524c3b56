"""Phrases that several rules share."""

from collections.abc import Iterable
from typing import Any

from replay.action import UNKNOWN
from replay.games.loot_island.state import State, discs_too_many
from replay.games.loot_island.words import who
from replay.rule import Answers, Broken, Cite, Open


def broken_unless(doubt: bool, doubting: str, why: str, **facts: Any) -> Answers:
    """Broken; or open, if there is a doubt."""
    return (Open(f"{why}; however, {doubting}", facts),) if doubt else (Broken(why, facts),)


def broken_or_open(doubt: str | None, why: str, **facts: Any) -> Answers:
    """Broken; or open, if there is a reason for doubt."""
    return broken_unless(doubt is not None, doubt or "", why, **facts)


def cubes_in_doubt(state: State, seat: str) -> str | None:
    """Why it is not certain how many cubes and amulets a player has; None if it is."""
    if UNKNOWN in state.kept.get(seat, ()):
        return f"a treasure that {who(state.table, seat)} keeps was never named"
    return hand_in_doubt(state, seat)


def hand_in_doubt(state: State, seat: str) -> str | None:
    """Why it is not certain how many cards a player holds; None if it is."""
    if seat not in state.memory.unsure:
        return None
    return f"a card that was played and never named may have concerned {who(state.table, seat)}"


def discs_in_doubt(state: State, actor: str) -> str | None:
    """Why it is not certain where a player's discs lie; None if it is."""
    return _moved(state, actor) if discs_too_many(state, actor) else None


def landings_in_doubt(state: State, places: Iterable[str | None]) -> str | None:
    """Why it is not certain which discs lie at one of these landings; None if it is."""
    there = dict.fromkeys(actor for place in places if place is not None for actor in state.stacks[place])
    return next((_moved(state, actor) for actor in there if discs_too_many(state, actor)), None)


def _moved(state: State, actor: str) -> str:
    return f"nobody noted from where {who(state.table, actor)} moved a disc"


ASSUMED = "the kit only assumes this; count the box to be sure"
UNNAMED = "one of the cards played was never named"


def were(words: str, number: int) -> str:
    """What was listed, with its verb: `crown 1 was`, `N1 and N2 were`."""
    return f"{words} {'was' if number == 1 else 'were'}"


def en(section: str) -> Cite:
    """A place in the English rulebook."""
    return Cite(section, language="EN")


def nl_fr(section: str) -> Cite:
    """A place in the Dutch and French rulebooks; that page of the English one is missing."""
    return Cite(section, language="NL, FR")
