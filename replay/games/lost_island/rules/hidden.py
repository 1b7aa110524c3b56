"""Checks of observations and of hidden values, and the reports of what is known."""

from collections.abc import Iterable, Iterator
from typing import Any

from replay.action import Observe, Reveal
from replay.game import Seen
from replay.games.lost_island.actions import Battle, Blast, Flip, Setup, Spy
from replay.games.lost_island.paths import PATHS, look
from replay.games.lost_island.questions import OBSERVED, doubts
from replay.games.lost_island.rules.common import AnyStep, told
from replay.games.lost_island.state import State
from replay.games.lost_island.words import STONE_UNKNOWN, UP_UNKNOWN
from replay.observe import Difference, as_facts, in_words
from replay.rule import Answer, Broken, Open, Rule, report, rule
from replay.step import Step

_SHOWING = (Setup, Battle, Flip, Blast, Spy, Reveal)
_CITED = {path.path.split(".<")[0]: path.rules for path in PATHS}


@rule("SL-OBS-1", cite="the shared page: observe", judges=Observe, may_open=True)
def the_table_shows_what_the_record_says(step: Step[State, Observe]) -> Iterator[Answer]:
    """The table shows what follows from the record."""
    parted: list[Difference] = []
    unclear: list[Difference] = []
    doubted: list[str] = []
    questions = doubts(step.before.table.readings, "SL-OBS-1", 0)
    for path, counted in step.action.facts.items():
        in_question = [id for id in questions if id not in OBSERVED or path.split(".")[0] in OBSERVED[id]]
        if in_question:
            doubted += in_question
            unclear.append(Difference(path, counted, "?", False))
            continue
        difference = _compared(path, look(step.before, path), counted)
        if difference is not None:
            (parted if difference.known else unclear).append(difference)
    if parted:
        rules = [id for item in parted for id in _cited(item.path)]
        yield Broken(in_words(parted), {**as_facts(parted), "rules": list(dict.fromkeys(rules))})
    elif unclear:
        reason = f" ({', '.join(dict.fromkeys(doubted))} is read in another way)" if doubted else ""
        yield Open(in_words(unclear) + reason, as_facts(unclear))


def _compared(path: str, seen: Seen | None, counted: Any) -> Difference | None:
    """The difference between what was counted and what the state holds, if there is one."""
    if seen is None:
        return Difference(path, counted, None, False)
    value = seen.value
    if path == "lost.tiles" and isinstance(counted, list) and len(counted) == len(value):
        unlike = [mine for mine, other in zip(value, counted, strict=True) if mine != other]
        if unlike and all(mine in ("?", STONE_UNKNOWN) for mine in unlike):
            return Difference(path, counted, value, False)
    elif (path.startswith("values.") and value == "?") or value in (UP_UNKNOWN, STONE_UNKNOWN):
        return Difference(path, counted, value, False)
    same = type(value) is type(counted) and value == counted
    return None if same else Difference(path, counted, value, True)


def _cited(path: str) -> tuple[str, ...]:
    """The derived rules that lead to what stands at a path."""
    return _CITED.get(path) or _CITED.get(path.split(".")[0], ())


@rule("SL-HID-1", cite="Set up 4", judges=_SHOWING)
def values_are_one_to_six(step: AnyStep) -> Iterable[Answer]:
    """An explorer's value is 1 to 6."""
    return told(step, "SL-HID-1")


@rule("SL-HID-2", cite="Set up 4", judges=_SHOWING)
def a_value_never_changes(step: AnyStep) -> Iterable[Answer]:
    """An explorer's value never changes."""
    return told(step, "SL-HID-2")


@rule("SL-HID-3", cite="Set up 3–4", judges=_SHOWING)
def six_different_values(step: AnyStep) -> Iterable[Answer]:
    """A player's six explorers have six different values."""
    return told(step, "SL-HID-3")


@rule("SL-HID-4", cite="Set up 4; Battle; Bomb; Power Ring", judges=_SHOWING)
def some_dealing_out_explains_it_all(step: AnyStep) -> Iterable[Answer]:
    """Some dealing-out of the values explains everything so far."""
    return told(step, "SL-HID-4")


RULES: tuple[Rule, ...] = (
    the_table_shows_what_the_record_says,
    values_are_one_to_six,
    a_value_never_changes,
    six_different_values,
    some_dealing_out_explains_it_all,
    report("SL-HID-5", "The values that are still possible for each explorer, and those that are forced.", "Set up 4"),
    report("SL-HID-6", "The same, from what one seat has seen.", "Set up 4"),
)
