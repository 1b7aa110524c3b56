"""Stratego Lost Island: kits of a table's own, and what is wrong with one."""

from typing import Any

import pytest

from records.errors import Refused
from replay.games.lost_island.kit import check_kit, kit_template, read_kit

FAULTS = {
    "it is a kit of 'chess'": {"game": "chess"},
    "1 to 99 rows": {"rows": 100},
    "columns named by letters": {"columns": "ABC"},
    "each column has a letter of its own": {"columns": "aabcde"},
    "z9 is no cell of the board": {"stones": ["z9"]},
    "starts.b2: g1 is no cell of the board": {"starts": {"b2": ["g1"]}, "seating": {}},
    "'two' is no number of players": {"seating": {"two": ["b2"]}},
    "seating.2: there are no starts at c3": {"seating": {"2": ["c3"]}},
    "places is 'guessed'": {"places": "guessed"},
    "cannot be negative": {"coins": -1},
    "tiles.sand: allowed are": {"tiles": {"sand": {}}},
    "no tile shows 'whale'": {"tiles": {"ordinary": {"whale": 1}}},
    "no tile shows 'plain'": {"tiles": {"stone": {"plain": 1}}},
    "tiles.ordinary.plain is -1": {"tiles": {"ordinary": {"plain": -1}}},
    "deal.ordinary.plain is -1": {"deal": {"ordinary": {"plain": -1}}},
    "tiles.stone has 9 tiles, totals.stone says 4": {"tiles": {"stone": {"flag": 1, "loot-1": 8}}},
}


@pytest.mark.parametrize(("words", "kit"), FAULTS.items(), ids=list(FAULTS))
def test_a_fault_of_a_kit_is_named_by_the_check_and_refused_in_a_header(words: str, kit: dict[str, Any]) -> None:
    assert any(words in fault for fault in check_kit(kit)), check_kit(kit)
    with pytest.raises(Refused) as refused:
        read_kit(kit, 2)
    assert refused.value.mend


def test_a_kit_of_another_form_is_refused() -> None:
    assert check_kit({"rows": "six"}) != []
    with pytest.raises(Refused, match="kit"):
        read_kit({"rows": "six"}, 2)


def test_the_template_is_a_kit_without_faults() -> None:
    import tomllib

    assert check_kit(tomllib.loads(kit_template())) == []


def test_places_come_from_the_nearest_number_of_players_that_the_kit_has() -> None:
    places = {"2": ["b2", "e5"], "4": ["b2", "b5", "e5", "e2"]}

    assert read_kit({"seating": places}, 2).seating == ("b2", "e5")
    assert read_kit({"seating": places}, 3).seating == ("b2", "e5")
    assert read_kit({"seating": places}, 4).seating == ("b2", "b5", "e5", "e2")
    assert read_kit({"seating": {}}, 2).seating == ()
