"""Stratego Lost Island: what a field of an earlier event stands for, when it is revealed later (`@3.values.0`)."""

from typing import Any

import pytest

from tests.games.lost_island.helpers import document, findings, header, position
from tests.helpers.tools import Body

DUEL = position({"a": "b3"}, {"a": "c3"})
BATTLE: Body = {"do": "battle", "by": "red", "piece": "red.a", "target": "purple.a", "result": "attacker"}


def told(setup: Body, event: Body, what: str, value: Any) -> Body:
    """The state after an event of which a field is revealed at the end."""
    return document(header(), [setup, event, {"do": "reveal", "what": f"@2.{what}", "value": value}])


@pytest.mark.parametrize(
    ("what", "value", "values"),
    [
        ("values", [5, 3], {"red": {"a": 5}, "purple": {"a": 3}}),
        ("values.0", 5, {"red": {"a": 5}, "purple": {}}),
        ("values.1", 3, {"red": {}, "purple": {"a": 3}}),
    ],
)
def test_the_values_of_a_battle_are_those_of_its_fighters(what: str, value: Any, values: Body) -> None:
    assert told(DUEL, BATTLE, what, value)["values"] == values


@pytest.mark.parametrize(("what", "value"), [("values", [5]), ("values", 5), ("values.2", 5), ("values.0.1", 5)])
def test_values_that_fit_no_fighter_change_nothing(what: str, value: Any) -> None:
    assert told(DUEL, BATTLE, what, value)["values"] == {"red": {}, "purple": {}}


def test_the_result_of_a_battle_is_judged_once_its_values_are_told() -> None:
    right, wrong = ({"do": "reveal", "what": "@2.values", "value": value} for value in ([5, 3], [2, 3]))

    assert findings(header(), [DUEL, BATTLE]) == [(2, "BATTLE-3", "open")]
    assert findings(header(), [DUEL, BATTLE, right]) == []
    assert findings(header(), [DUEL, BATTLE, wrong]) == [(2, "BATTLE-3", "broken")]
