"""Sea or Shore: kits of a table's own, and what is wrong with one."""

import tomllib
from typing import Any

import pytest

from records.errors import Refused
from replay.games.sea_or_shore.kit import check_kit, kit_template, read_kit

EIGHT = [1, 2, 2, 3, 3, 4, 4, 5]
FAULTS: dict[str, dict[str, Any]] = {
    "it is a kit for 'chess'": {"game": "chess", "treasure": {"values_per_colour": EIGHT}},
    "[treasure] is missing": {"treasure": 7},
    "treasure.values_per_colour must be a list of points": {"treasure": {"values_per_colour": ["one"] * 8}},
    "treasure.values_per_colour has 2 entries": {"treasure": {"values_per_colour": [1, 2]}},
    "treasure.left_out_at_3_players has 1 entries": {
        "treasure": {"values_per_colour": EIGHT, "left_out_at_3_players": [2]}
    },
    "has no 4": {"treasure": {"values_per_colour": [1, 2, 2, 3, 3, 3, 3, 5]}},
}


@pytest.mark.parametrize(("words", "kit"), FAULTS.items(), ids=list(FAULTS))
def test_a_fault_of_a_kit_is_named_by_the_check_and_refused_in_a_header(words: str, kit: dict[str, Any]) -> None:
    assert any(words in fault for fault in check_kit(kit)), check_kit(kit)
    with pytest.raises(Refused):
        read_kit(kit, 4)


def test_the_template_is_a_kit_without_faults() -> None:
    assert check_kit(tomllib.loads(kit_template())) == []


def test_three_players_play_without_the_cards_that_the_kit_leaves_out() -> None:
    kit: dict[str, Any] = {"treasure": {"values_per_colour": EIGHT, "left_out_at_3_players": [2, 3, 4]}}

    assert read_kit(kit, 4).copies["red-2"] == 2
    assert read_kit(kit, 3).copies["red-2"] == 1
