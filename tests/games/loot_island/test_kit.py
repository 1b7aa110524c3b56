"""Loot Island: kits, and what a kit check says about a box that was counted wrong."""

import tomllib
from typing import Any

import pytest

from records.errors import Refused
from replay.games.loot_island.kit import card_of, healer_of, tile_of
from replay.games.loot_island.kit_file import read_kit
from replay.kit import shipped
from replay.library import game_of
from tests.games.loot_island.helpers import clean, header, play, position
from tests.helpers.tools import found

GAME = game_of("loot-island")
PACKAGE = "replay.games.loot_island"


def box() -> dict[str, Any]:
    return shipped(PACKAGE, "box")


def faults(raw: dict[str, Any]) -> list[str]:
    assert GAME.check_kit is not None
    return GAME.check_kit(raw)


@pytest.mark.parametrize("name", ["box", "demo"])
def test_the_shipped_kits_hold_what_the_box_holds(name: str) -> None:
    assert faults(shipped(PACKAGE, name)) == []
    kit = read_kit(name, 5)

    assert kit.map_total == 88
    assert len(kit.treasure) == 74
    assert len(kit.healers) == 14
    assert len(kit.in_play) == 7
    assert len(read_kit(name, 4).in_play) == 6


def test_the_demo_kit_has_the_piles_of_the_page() -> None:
    assert read_kit("demo", 5).piles == (("I", 23), ("II", 15), ("III", 15), ("IV", 21))
    assert read_kit("demo", 4).piles == (("I", 23), ("II", 15), ("IV", 21))
    assert read_kit("demo", 2).piles == (("I", 23), ("IV", 21))


def test_each_line_of_the_box_keeps_its_basis() -> None:
    kit = read_kit("box", 5)

    assert all(card.assumed for card in kit.map.values())
    assert all(treasure.relief_assumed for treasure in kit.treasure.values())
    assert [healer.name for healer in kit.healers.values() if not healer.assumed] == ["healer-2", "healer-14"]
    assert all(tile.assumed for tile in kit.islands.values())
    demo = read_kit("demo", 5)
    assert not any(card.assumed for card in demo.map.values())


def test_names_the_kit_lacks_are_read_by_their_words() -> None:
    kit = read_kit("demo", 3)

    orange = card_of(kit, "orange-5-draw")
    assert orange is not None
    assert (orange.color, orange.value, orange.draw, orange.copies) == ("orange", 5, 1, 0)
    wild = card_of(kit, "orange-wild")
    assert wild is not None
    assert (wild.value, wild.chest) == (0, 1)
    assert card_of(kit, "hat") is None
    assert card_of(kit, "?") is None
    cost = healer_of(kit, "healer-2+9")
    assert cost is not None
    assert (cost.per, cost.fixed) == (2, 9)
    assert healer_of(kit, "healer-99") is None
    assert (tile_of(kit, "cubes-5").kind, tile_of(kit, "cubes-5").n) == ("cubes", 5)
    assert tile_of(kit, "volcano").kind == "none"


def test_a_counted_box_settles_what_the_published_one_leaves_open() -> None:
    two_draws = [position(E1=("red-5-draw", "")), play("blue", "N1", "red-5-draw")]
    assert found(header(3, kit="box"), two_draws) == [[2, "LI-CARD-1", "open"]]

    counted = box()
    del counted["map"]["basis"]
    assert found(header(3, kit=counted), two_draws) == [[2, "LI-CARD-1", "broken"]]

    for card in counted["map"]["cards"]:
        if card["name"] == "red-5-draw":
            card["copies"] = 2
    clean(header(3, kit=counted), *two_draws)


def test_a_kit_that_cannot_be_read_is_refused_with_the_place() -> None:
    with pytest.raises(Refused, match="no kit 'shoebox'"):
        read_kit("shoebox", 3)
    lacking = box()
    del lacking["crowns"]
    with pytest.raises(Refused, match=r"crowns\.bonus is missing"):
        read_kit(lacking, 3)
    strange = box()
    strange["treasure"]["cards"][0]["type"] = "hat"
    with pytest.raises(Refused, match="hat"):
        read_kit(strange, 3)


def test_the_check_says_what_is_missing_or_contradicts_the_box() -> None:
    counted = box()
    counted["map"]["cards"][0]["copies"] = 3
    counted["treasure"]["cards"].pop()
    counted["treasure"]["cards"][1]["ref"] = 1
    counted["healers"]["cards"][1]["fixed"] = 3
    counted["islands"]["tiles"][1]["five"] = True
    counted["crowns"]["bonus"] = [25, 18, 10]
    counted["map"]["basis"] = "guessed"

    told = "\n".join(faults(counted))

    assert "89 cards in all, but the box has 88 map cards" in told
    assert "73 cards, but the box has 74 treasures" in told
    assert "treasure.cards lists 1 twice" in told
    assert "none with 1 per cube and 2 fixed" in told
    assert "tiles for five players only: 2" in told
    assert "crowns.bonus has 3 places" in told
    assert "begin with 25, 18, 11" in told
    assert "basis is 'guessed'" in told


def test_the_check_names_a_missing_part_and_a_foreign_kit() -> None:
    assert faults({"game": "chess"})[:2] == ["it is a kit for 'chess'", "the table [map] is missing"]


def test_the_template_is_a_kit_to_correct() -> None:
    assert GAME.kit_template is not None
    text = GAME.kit_template()

    assert faults(tomllib.loads(text)) == []
    assert 'id = "my-box"' in text
