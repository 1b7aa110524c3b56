"""Checks on hidden values, and the reports of what is known."""

from collections.abc import Iterable

from replay.action import Reveal
from replay.games.lost_island.actions import Battle, Blast, Flip, Setup, Spy
from replay.games.lost_island.rules.common import AnyStep, told
from replay.rule import Answer, Rule, report, rule

_SHOWING = (Setup, Battle, Flip, Blast, Spy, Reveal)


@rule("SL-HID-1", cite="Set up 4", judges=_SHOWING)
def values_are_one_to_six(step: AnyStep) -> Iterable[Answer]:
    """An explorer's value is from 1 to 6."""
    return told(step, "SL-HID-1")


@rule("SL-HID-2", cite="Set up 4", judges=_SHOWING)
def a_value_never_changes(step: AnyStep) -> Iterable[Answer]:
    """An explorer's value never changes."""
    return told(step, "SL-HID-2")


@rule("SL-HID-3", cite="Set up 3–4", judges=_SHOWING)
def six_different_values(step: AnyStep) -> Iterable[Answer]:
    """A player's six explorers have six different values."""
    return told(step, "SL-HID-3")


@rule("SL-HID-4", cite="Set up 4; Battle; Bomb; Power Ring", judges=_SHOWING, rests_on=("SL-Q25",))
def some_deal_explains_it_all(step: AnyStep) -> Iterable[Answer]:
    """At least one deal of the values explains everything so far."""
    return told(step, "SL-HID-4")


RULES: tuple[Rule, ...] = (
    values_are_one_to_six,
    a_value_never_changes,
    six_different_values,
    some_deal_explains_it_all,
    report("SL-HID-5", "The values that are still possible for each explorer, and those that are forced.", "Set up 4"),
    report("SL-HID-6", "The same, from what one seat has seen.", "Set up 4"),
)
