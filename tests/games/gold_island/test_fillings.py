"""Gold Island, GI-REV-1: which permits a player can show, compared with the words of the page tried out one by one."""

from collections.abc import Iterator
from itertools import permutations, product
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from replay.games.gold_island.fillings import can_show
from replay.games.gold_island.state import Isle, Permit, State
from tests.games.gold_island.helpers import header, position
from tests.helpers.slow import first_ones, many
from tests.helpers.tools import final_state

Value = int | str


def every_filling(gained: list[Value], volcano: int) -> Iterator[tuple[int, ...]]:
    """Every gain gets a value, all different: a named one its own, every other one of 1 to 6, or the fetched seven."""
    for values in product(*([value] if value != "?" else range(1, 8) for value in gained)):
        sevens = [value for value, named in zip(values, gained, strict=True) if value == 7 and named == "?"]
        needed = 1 if volcano == 0 and 7 not in gained else 0
        if len(set(values)) == len(values) and len(sevens) == needed and not (volcano == 1 and 7 in values):
            yield tuple(int(value) for value in values)


def every_front(values: tuple[int, ...], placed: list[tuple[Value, int]]) -> Iterator[list[int]]:
    """Every placement gets a gain made before it, each gain to one at most; the others are in front."""
    for gains in permutations(range(len(values)), len(placed)):
        pairs = list(zip(gains, placed, strict=True))
        if all(gain < before and value in ("?", values[gain]) for gain, (value, before) in pairs):
            yield [value for place, value in enumerate(values) if place not in gains]


def fits(front: list[int], shown: list[Value]) -> bool:
    return any(
        all(told in ("?", value) for told, value in zip(shown, order, strict=True)) for order in permutations(front)
    )


def by_the_page(gained: list[Value], volcano: int, placed: list[tuple[Value, int]], shown: list[Value]) -> bool | None:
    fronts = [front for values in every_filling(gained, volcano) for front in every_front(values, placed)]
    if not fronts:
        return None
    return any(fits(front, shown) for front in fronts if len(front) == len(shown))


def state_with(gained: list[Value], volcano: int, placed: list[tuple[Value, int]]) -> State:
    _, start = final_state(header(), [position()])
    owned = replace(start.owned["red"], gained=tuple(gained), volcano=volcano)
    isles: dict[str, Isle] = dict(start.islands)
    for number, (value, gains) in enumerate(placed, 1):
        name = f"isle-{number}"
        isles[name] = replace(isles[name], stack=(Permit("red", value, gains=gains),))
    changed: State = replace(start, owned={**start.owned, "red": owned}, islands=isles)
    return changed


@pytest.mark.parametrize("rounds", first_ones([400, many(1_500, 20_000)]))
def test_gi_rev_1_what_can_be_shown_is_what_the_page_allows(rounds: int) -> None:
    rng = Random(rounds)
    answers: dict[bool | None, int] = {True: 0, False: 0, None: 0}
    for _ in range(rounds):
        gained: list[Any] = [rng.choice(["?", "?", rng.randint(1, 7)]) for _ in range(rng.randint(1, 4))]
        placed: list[Any] = [
            (rng.choice(["?", rng.randint(1, 7)]), rng.randint(1, len(gained)))
            for _ in range(rng.randint(0, len(gained)))
        ]
        values = rng.sample(range(1, 8), len(gained) - len(placed))
        shown: list[Any] = [rng.choice(["?", value, value]) for value in values]
        volcano = rng.choice((0, 1, 1))
        expected = by_the_page(gained, volcano, placed, shown)
        answers[expected] += 1
        assert can_show(state_with(gained, volcano, placed), "red", shown) == expected, (gained, volcano, placed, shown)
    assert min(answers.values()) > rounds // 50
