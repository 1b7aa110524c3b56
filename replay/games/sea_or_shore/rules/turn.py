"""Rules about the end of a trick and of the game."""

from collections.abc import Iterator
from typing import Any

from replay.action import UNKNOWN
from replay.games.sea_or_shore.actions import ACTIONS, Round, Setup, Turn
from replay.games.sea_or_shore.rules.common import wrong_treasures
from replay.games.sea_or_shore.state import State
from replay.rule import Answer, Broken, Open, rule
from replay.step import Step


@rule("SS-TURN-1", cite="TRICK END", judges=Turn)
def a_trick_ends_after_the_unveiling(step: Step[State, Turn]) -> Iterator[Answer]:
    """A trick ends only after its cards are unveiled."""
    phase = step.before.phase
    if phase != "act":
        yield Broken(f"the trick was ended in phase {phase!r}", {"phase": phase})


@rule("SS-TURN-2", cite="TRICK END", judges=Turn, may_open=True)
def one_new_treasure_for_each_deck(step: Step[State, Turn]) -> Iterator[Answer]:
    """One treasure is turned up on each deck; none after the last trick of a round."""
    treasures = step.action.treasures
    facts = {"treasures": treasures}
    if step.before.is_last_trick:
        if treasures:
            yield Broken("treasures were turned up after the last trick", facts)
    elif treasures is None:
        yield Open("the new treasures were not noted", facts)
    elif (why := wrong_treasures(step.before, treasures)) is not None:
        yield Broken(why, facts)
    elif UNKNOWN in treasures:
        yield Open("a new treasure was not noted", facts)


@rule("SS-TURN-3", cite="Contents", judges=(Setup, Round, Turn), may_open=True)
def no_treasure_too_often(step: Step[State, Any]) -> Iterator[Answer]:
    """In a round, no treasure comes up more often than there are copies of it."""
    action = step.action
    if not action.treasures or (isinstance(action, Turn) and step.before.is_last_trick):
        return
    kit, opened = step.before.table.kit, step.after.opened
    for treasure in dict.fromkeys(action.treasures):
        copies = kit.copies.get(treasure, 0)
        if treasure != UNKNOWN and opened.get(treasure, 0) > copies:
            facts = {"treasure": treasure, "opened": opened[treasure], "copies": copies}
            why = f"{treasure} came up {opened[treasure]} times in this round, but the kit has {copies}"
            yield Open(f"{why}; that number is only assumed", facts) if kit.assumed else Broken(why, facts)


@rule("SS-TURN-4", cite="TRICK END", judges=Turn)
def the_treasure_on_top_comes_up(step: Step[State, Turn]) -> Iterator[Answer]:
    """If the top treasure of a deck is known, that is the one turned up."""
    if step.before.is_last_trick:
        return
    for name, deck in step.before.decks.items():
        down = deck.down if deck.up is None else (*deck.down, deck.up)
        top = down[0] if down else UNKNOWN
        up = step.after.decks[name].up
        if UNKNOWN not in (top, up) and top != up:
            yield Broken(f"{up} came up on {name}, but {top} was on top", {"deck": name, "up": up, "top": top})


@rule("SS-FLOW-1", cite="GAME END", judges=ACTIONS)
def nothing_is_played_after_the_end(step: Step[State, Any]) -> Iterator[Answer]:
    """Nothing is played after the last trick of round 2."""
    if step.before.phase == "over":
        yield Broken("the game was over", {"phase": "over"})


RULES = (
    a_trick_ends_after_the_unveiling,
    one_new_treasure_for_each_deck,
    no_treasure_too_often,
    the_treasure_on_top_comes_up,
    nothing_is_played_after_the_end,
)
