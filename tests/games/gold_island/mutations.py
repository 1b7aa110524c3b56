"""What the mutations of Gold Island are made with: places in a dealt game, and changes there."""

import copy
from typing import Any

from replay.games.gold_island.words import card_of
from tests.helpers.mutations import Mutated, Play
from tests.helpers.tools import Body


def owned(step: Any) -> Any:
    """What the acting seat owned before the step."""
    return step.before.owned[step.action.by]


def placing(step: Any) -> bool:
    """Whether a second card places a permit on a treasure island."""
    return step.action.permit is not None and step.after.landings > step.before.landings


def with_path(step: Any) -> bool:
    return step.action.path is not None and card_of(step.action.card).points is not None


def in_play(step: Any) -> bool:
    return bool(step.before.phase == "play")


def changed_at(play: Play, at: int | None, **fields: Any) -> Mutated | None:
    """One line with other fields; the index is None if nothing fits."""
    return None if at is None else Mutated(play.changed(at, **fields), at + 1)


def replaced(play: Play, at: int | None, **fields: Any) -> Mutated | None:
    """Replace a second card by another one of the same seat."""
    if at is None:
        return None
    line = {"by": play.lines[at]["by"], "do": "use", **fields}
    return Mutated([*play.lines[:at], line, *play.lines[at + 1 :]], at + 1)


def inserted(play: Play, at: int | None, *lines: Body) -> Mutated | None:
    """Further lines before an index; the last of them is to blame."""
    if at is None:
        return None
    return Mutated([*play.lines[:at], *lines, *play.lines[at:]], at + len(lines))


def with_reading(play: Play, mutated: Mutated | None, question: str, answer: str) -> Mutated | None:
    if mutated is None:
        return None
    header = copy.deepcopy(play.header)
    header["options"]["readings"] = {question: answer}
    return Mutated(mutated.lines, mutated.seq, header)


def as_placed(play: Play, at: int | None, value: int | None, also_turned_up: bool = True) -> Mutated | None:
    """A permit of another value, where it is placed and (if wanted) where it is turned up."""
    if at is None or value is None:
        return None
    lines = play.changed(at, permit=value)
    step = play.steps[at]
    island = owned(step).ship
    place = len(step.before.islands[island].stack)
    for line in lines[at:]:
        if also_turned_up and line.get("what") == f"permits.{island}":
            line["value"][place] = value
    return Mutated(lines, at + 1)


def turned_up(play: Play, at: int) -> bool:
    ship = owned(play.steps[at]).ship
    return any(line.get("what") == f"permits.{ship}" for line in play.lines)


def another(step: Any) -> str:
    """Some other seat."""
    seats: list[str] = [seat for seat in step.before.owned if seat != step.action.by]
    return seats[0]
