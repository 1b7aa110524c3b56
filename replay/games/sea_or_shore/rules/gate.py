"""Which rules judge a step (few between the rounds, after the end, at a second setup), and which it plainly keeps."""

from collections.abc import Callable
from functools import cache
from typing import Any

from replay.action import Action
from replay.games.sea_or_shore.actions import ACTIONS, Act, Lay, Pass, Setup, Show, Turn
from replay.games.sea_or_shore.rules.plain import is_low_enough, show_plain
from replay.games.sea_or_shore.words import COLOUR_OF
from replay.rule import Gate
from replay.step import Step

_ONLY_THE_END = frozenset({"SS-FLOW-1"})
_ANOTHER_GAME = frozenset({"SS-SET-6", "SS-SET-7", "SS-TURN-3"})

_BETWEEN_ROUNDS: dict[type[Action], frozenset[str]] = {
    Pass: frozenset({"SS-PASS-1"}),
    Lay: frozenset({"SS-LAY-2"}),
    Show: frozenset({"SS-SHOW-4"}),
    Act: frozenset({"SS-ACT-1"}),
    Turn: frozenset({"SS-TURN-1"}),
}


def gate(step: Step[Any, Any]) -> Gate | frozenset[str] | None:
    """After the end the only finding is that the game was over; between the rounds, that the action came too early.

    A second setup begins another game, whenever it comes. Of the others, an ordinary step plainly keeps most.
    """
    action, before = step.action, step.before
    kind, phase = type(action), before.phase
    if kind is Setup:
        return _ANOTHER_GAME if before.past.is_set_up else None
    if phase == "over" and kind in ACTIONS:
        return _ONLY_THE_END
    if phase == "deal":
        return _BETWEEN_ROUNDS.get(kind)
    look = _LOOKS.get(kind)
    return None if look is None else look(step)


def _at_lay(step: Step[Any, Lay]) -> Gate | None:
    before, action = step.before, step.action
    if before.phase != "lay" or action.by != before.turn or action.shows in COLOUR_OF:
        return None
    if not action.add:
        return _LAID
    return _of_additions(action.add <= before.additions[action.by], is_low_enough(action.shows, action.add))


def _at_show(step: Step[Any, Show]) -> Gate | None:
    phase, action = step.before.phase, step.action
    if phase not in ("lay", "pass"):
        return None
    return _of_show(phase == "lay", not action.steals, not action.add, *show_plain(step))


def _at_act(step: Step[Any, Act]) -> Gate:
    before, action = step.before, step.action
    return _of_act(action.action, before.phase == "act" and _is_due(before, action))


def _at_turn(step: Step[Any, Turn]) -> Gate:
    return _of_turn(step.before.phase == "act", not step.before.pending)


_LOOKS: dict[type[Action], Callable[[Step[Any, Any]], Gate | None]] = {
    Lay: _at_lay,
    Show: _at_show,
    Act: _at_act,
    Turn: _at_turn,
}


def _ids(prefix: str, *numbers: int) -> frozenset[str]:
    return frozenset(f"SS-{prefix}-{number}" for number in numbers)


_NONE = _ids("FLOW")
_GOES_ON = _ids("FLOW", 1)
_LAID = Gate(None, _GOES_ON | _ids("PASS", 1) | _ids("LAY", 1, 2, 3) | _ids("ADD", 1, 2))
"""A card laid on one's own turn, half covered and without additions."""


@cache
def _of_additions(enough: bool, low: bool) -> Gate:
    """The same with additions: whether the player has this many, and they cannot raise the card above 12."""
    kept = _LAID.kept - _ids("ADD", 1, 2)
    return Gate(None, kept | (_ids("ADD", 1) if enough else _NONE) | (_ids("ADD", 2) if low else _NONE))


@cache
def _of_show(passed: bool, no_steals: bool, no_additions: bool, as_laid: bool, held: bool, none_laid: bool) -> Gate:
    kept = _GOES_ON | _ids("SHOW", 4) | (_ids("PASS", 1) if passed else _NONE)
    kept |= _ids("STEAL", 1, 2, 3) if no_steals else _NONE
    kept |= (_ids("SHOW", 1, 2, 3) | _ids("CARD", 1) if as_laid else _NONE) | (_ids("CARD", 2) if held else _NONE)
    kept |= _ids("ADD", 2) if no_additions and none_laid else _NONE
    return Gate(None, kept | (_ids("ADD", 1, 3) if no_additions else _NONE))


def _is_due(before: Any, action: Act) -> bool:
    """Whether somebody who won an action carries it out, the one face up, in their order."""
    for entry in before.pending:
        if entry.seat == action.by:
            due: bool = before.actions[entry.pair] == action.action
            return due and (before.acted < 0 or before.table.distance(before.starter, action.by) >= before.acted)
    return False


_OF_ACTION = {1: _ids("ACT", 5), 2: _ids("ACT", 6, 7), 3: _ids("ACT", 8) | _ids("TURN", 3), 4: _ids("ACT", 9, 10)}


@cache
def _of_act(number: int, due: bool) -> Gate:
    """Each of the four actions has rules of its own."""
    others = frozenset[str]().union(*(ids for other, ids in _OF_ACTION.items() if other != number))
    return Gate(None, _GOES_ON | others | (_ids("ACT", 1, 3, 4) if due else _NONE))


@cache
def _of_turn(unveiled: bool, nothing_pending: bool) -> Gate:
    kept = _GOES_ON | (_ids("TURN", 1) if unveiled else _NONE)
    return Gate(None, kept | (_ids("ACT", 2) if nothing_pending else _NONE))
