"""The rules of Smugglers' Dozen. The docstring of a rule is the sentence that users read."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from replay.action import UNKNOWN
from replay.rule import Answer, Broken, Open, derived, rule
from replay.step import Step
from smugglers.actions import ACTIONS, Lay, Pass, Setup, Show
from smugglers.kit import CRATES, HAND, NUMBER
from smugglers.state import State, is_seen


@rule("SM-DEAL-1", cite="The deal", judges=Setup)
def everybody_gets_three(step: Step[State, Setup]) -> Iterator[Answer]:
    """Every player is dealt three crates."""
    for seat, hand in (step.action.hands or {}).items():
        if len(hand) != HAND:
            yield Broken(f"{seat} was dealt {len(hand)} crates", {"seat": seat, "crates": len(hand)})


@rule("SM-DEAL-2", cite="The deal", judges=Setup)
def no_crate_is_dealt_twice(step: Step[State, Setup]) -> Iterator[Answer]:
    """No crate is dealt twice."""
    dealt = Counter(crate for hand in (step.action.hands or {}).values() for crate in hand if crate != UNKNOWN)
    for crate, times in dealt.items():
        if times > 1:
            yield Broken(f"{crate} was dealt {times} times", {"crate": crate, "times": times})


@rule("SM-DEAL-3", cite="The deal", judges=Setup)
def the_crates_are_dealt_once(step: Step[State, Setup]) -> Iterator[Answer]:
    """The crates are dealt once, before anything else."""
    if step.before.phase != "deal" and step.action.position is None:
        yield Broken("the crates had been dealt", {"phase": step.before.phase})


@rule("SM-TURN-1", cite="A turn", judges=(Lay, Pass))
def players_take_turns(step: Step[State, Any]) -> Iterator[Answer]:
    """The players take turns clockwise, until all of them have passed in a row."""
    turn = step.before.turn
    if turn != step.action.by:
        yield Broken(f"{step.action.by} acted; {turn or 'nobody'} was to act", {"by": step.action.by, "turn": turn})


@rule("SM-LAY-1", cite="Going up", judges=Lay, may_open=True)
def a_crate_goes_above_the_last(step: Step[State, Lay]) -> Iterator[Answer]:
    """A crate that is laid is higher than the one on top of the pier."""
    crate, height = step.action.crate, step.before.height
    if crate == UNKNOWN or height is None:
        yield Open("a crate on the pier was not noted", {"crate": crate})
    elif NUMBER[crate] <= height:
        yield Broken(f"{crate} was laid on {step.before.pier[-1]}", {"crate": crate, "top": step.before.pier[-1]})


@rule("SM-LAY-2", cite="Going up", judges=Lay)
def a_crate_comes_from_their_own_hand(step: Step[State, Lay]) -> Iterator[Answer]:
    """Players lay crates from their own hand."""
    seat, crate, hand = step.action.by, step.action.crate, step.before.hands[step.action.by]
    if crate not in (*hand, UNKNOWN) and (UNKNOWN not in hand or is_seen(step.before, crate)):
        yield Broken(f"{seat} did not hold {crate}", {"seat": seat, "crate": crate, "hand": sorted(hand)})


@rule("SM-PASS-1", cite="Going up", judges=Pass, may_open=True)
def whoever_can_go_up_must(step: Step[State, Pass]) -> Iterator[Answer]:
    """A player who holds a crate above the pier lays one and does not pass."""
    seat, height, hand = step.action.by, step.before.height, step.before.hands[step.action.by]
    higher = [crate for crate in hand if crate != UNKNOWN and height is not None and NUMBER[crate] > height]
    if higher:
        yield Broken(f"{seat} passed and held {' and '.join(higher)}", {"seat": seat, "higher": higher})
    elif height is None or (UNKNOWN in hand and height < len(CRATES)):
        yield Open(f"it is not known what {seat} held", {"seat": seat, "height": height})


@rule("SM-PASS-2", cite="The cave", judges=Pass)
def crates_are_taken_out_of_the_cave(step: Step[State, Pass]) -> Iterator[Answer]:
    """A crate that is taken comes out of the cave, while there is one in it."""
    took = step.action.took
    if took is not None and not step.before.cave:
        yield Broken("the cave was empty", {"took": took})
    elif took is not None and is_seen(step.before, took):
        yield Broken(f"{took} was not in the cave", {"took": took})


@rule("SM-SHOW-1", cite="The end", judges=Show)
def crates_are_shown_when_all_have_passed(step: Step[State, Show]) -> Iterator[Answer]:
    """The crates left are shown when all players have passed in a row."""
    if step.before.phase != "show":
        yield Broken(f"only {step.before.passes} in a row had passed", {"passes": step.before.passes})


@rule("SM-SHOW-2", cite="The end", judges=Show, may_open=True)
def everybody_shows_what_they_hold(step: Step[State, Show]) -> Iterator[Answer]:
    """Every player shows all the crates in their hand, and no others."""
    for seat, hand in step.before.hands.items():
        shown = step.action.hands.get(seat)
        facts = {"seat": seat, "hand": sorted(hand), "shown": shown}
        if shown is None or UNKNOWN in shown:
            yield Open(f"the crates of {seat} were not noted", facts)
        elif len(shown) != len(hand) or Counter(hand) - Counter([*shown, *[UNKNOWN] * len(hand)]):
            yield Broken(f"{seat} showed {' '.join(shown) or 'nothing'} and held {' '.join(hand) or 'nothing'}", facts)


@rule("SM-END-1", cite="The end", judges=ACTIONS)
def nothing_comes_after_the_end(step: Step[State, Any]) -> Iterator[Answer]:
    """Once the crates are shown, nothing more is played."""
    if step.before.phase == "over" and getattr(step.action, "position", None) is None:
        yield Broken("the crates had been shown", {"phase": "over"})


RULES = (
    everybody_gets_three,
    no_crate_is_dealt_twice,
    the_crates_are_dealt_once,
    players_take_turns,
    a_crate_goes_above_the_last,
    a_crate_comes_from_their_own_hand,
    whoever_can_go_up_must,
    crates_are_taken_out_of_the_cave,
    crates_are_shown_when_all_have_passed,
    everybody_shows_what_they_hold,
    nothing_comes_after_the_end,
    derived("SM-TURN-11", "The turn goes clockwise.", "A turn"),
    derived("SM-CAVE-11", "Whoever passes takes a crate out of the cave while there is one.", "The cave"),
    derived("SM-END-11", "The largest sum of the crates left in hand wins.", "The end"),
)


def gate(step: Step[State, Any]) -> frozenset[str] | None:
    """After the end only that is said, and not also whose turn it was not."""
    over = step.before.phase == "over" and isinstance(step.action, ACTIONS)
    return frozenset({"SM-END-1"}) if over else None
