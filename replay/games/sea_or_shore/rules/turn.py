"""Rules about the end of a trick and of the game."""

from collections import Counter
from typing import Any

from replay.action import UNKNOWN
from replay.games.sea_or_shore.actions import ACTIONS, Act, Round, Setup, Turn
from replay.games.sea_or_shore.kit import Kit
from replay.games.sea_or_shore.rules.common import wrong_treasures
from replay.games.sea_or_shore.state import State
from replay.games.sea_or_shore.words import WHEN, deck_words, treasure_words
from replay.rule import OK, Answer, Answers, Broken, Open, broken, rule, unsure
from replay.saying import counted, number
from replay.step import Step


@rule("SS-TURN-1", cite="TRICK END", judges=Turn)
def a_trick_ends_after_the_unveiling(step: Step[State, Turn]) -> Answers:
    """A trick ends only after its cards are unveiled."""
    phase = step.before.phase
    return OK if phase == "act" else broken(f"the trick was ended {WHEN[phase]}", phase=phase)


@rule("SS-TURN-2", cite="TRICK END", judges=Turn, may_open=True)
def one_new_treasure_for_each_deck(step: Step[State, Turn]) -> Answers:
    """One treasure is turned up on each deck; none after the last trick of a round."""
    treasures = step.action.treasures
    if step.before.is_last_trick:
        return broken("treasures were turned up after the last trick", treasures=treasures) if treasures else OK
    if treasures is None:
        return unsure("the new treasures were not noted", treasures=treasures)
    why = wrong_treasures(step.before, treasures)
    if why is not None:
        return broken(why, treasures=treasures)
    return unsure("a new treasure was not noted", treasures=treasures) if UNKNOWN in treasures else OK


@rule("SS-TURN-3", cite="Contents", judges=(Setup, Round, Turn, Act), may_open=True)
def no_treasure_too_often(step: Step[State, Any]) -> Answers:
    """In a round, a treasure comes up at most as often as there are copies of it."""
    if type(step.action) is Act and step.action.action != 3:
        return OK
    kit: Kit = step.before.table.kit
    answers: list[Answer] = []
    for treasure, times in _came_up(step).items():
        copies = kit.copies.get(treasure, 0)
        if times > copies:
            facts = {"treasure": treasure, "opened": times, "copies": copies}
            often = "once" if times == 1 else f"{number(times)} times"
            why = f"{treasure_words(treasure)} came up {often} in this round, but the box has {counted(copies, 'copy')}"
            answers.append(Open(f"{why}; that number is only assumed", facts) if kit.assumed else Broken(why, facts))
    return tuple(answers)


def _came_up(step: Step[State, Any]) -> dict[str, int]:
    """How often each treasure that a step names has come up in this round."""
    action, opened = step.action, step.after.opened
    if type(action) is Act:
        # What lies on top of a deck was never face up in this round, so it counts besides what was.
        seen = Counter(action.saw if action.saw is not None else action.order)
        return {treasure: opened.get(treasure, 0) + times for treasure, times in seen.items() if treasure != UNKNOWN}
    if isinstance(action, Setup) and action.position is not None:
        below = Counter(treasure for deck in step.after.decks.values() for treasure in deck.down if treasure != UNKNOWN)
        return dict(below + Counter(opened))
    if not action.treasures or (isinstance(action, Turn) and step.before.is_last_trick):
        return {}
    return {treasure: opened.get(treasure, 0) for treasure in action.treasures if treasure != UNKNOWN}


@rule("SS-TURN-4", cite="TRICK END", judges=Turn)
def the_treasure_on_top_comes_up(step: Step[State, Turn]) -> Answers:
    """If the top treasure of a deck is known, that is the one turned up."""
    if step.before.is_last_trick:
        return OK
    answers: list[Answer] = []
    for name, deck in step.before.decks.items():
        down = deck.down if deck.up is None else (*deck.down, deck.up)
        top = down[0] if down else UNKNOWN
        up = step.after.decks[name].up
        if UNKNOWN not in (top, up) and top != up:
            facts = {"deck": name, "up": up, "top": top}
            why = f"{treasure_words(up)} came up from {deck_words(name)}, but {treasure_words(top)} was on top"
            answers.append(Broken(why, facts))
    return tuple(answers)


@rule("SS-FLOW-1", cite="GAME END", judges=ACTIONS)
def nothing_is_played_after_the_end(step: Step[State, Any]) -> Answers:
    """Nothing is played after the last trick of round 2."""
    return broken("the game was over", phase="over") if step.before.phase == "over" else OK


RULES = (
    a_trick_ends_after_the_unveiling,
    one_new_treasure_for_each_deck,
    no_treasure_too_often,
    the_treasure_on_top_comes_up,
    nothing_is_played_after_the_end,
)
