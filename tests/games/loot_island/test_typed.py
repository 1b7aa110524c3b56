"""Treasures typed by their picture, what Tab offers for them, and refusals that say what there is instead."""

import pytest

from replay.notation.coming import continuations
from tests.helpers.typed import Pad

LOOT = ("setup blue NWcw", "A3", "r3 N1", "pass", "pass", "r456 N1", "pass")
"""Blue lays four red cards at N1, and the loot is due."""


def at_loot(*more: str) -> Pad:
    return Pad("loot-island", 3, *LOOT, *more)


def tab(pad: Pad, typed: str) -> list[str]:
    return continuations(pad.game, pad.table, pad.state, typed, 20)


def test_a_picture_names_the_only_treasure_of_its_sort_that_is_face_up() -> None:
    taken = {"do": "take", "by": "blue", "treasure": "skull-62"}
    assert at_loot("loot skull-62")("skull") == taken
    assert at_loot("loot skull-62")("take sku bury") == {**taken, "keep": False}


def test_a_picture_that_does_not_decide_is_asked_for_by_number() -> None:
    asked = "which skull? its number is printed on it:"
    assert at_loot().why("loot skull") == f"{asked} skull-62 or skull-63 or skull-64, …"
    assert at_loot("loot skull-62 skull-63").why("take skull") == f"{asked} skull-62 or skull-63"


def test_a_picture_that_is_not_there_is_refused_with_what_is() -> None:
    pad = at_loot("loot skull-62 jewel-36")
    assert pad.why("crown") == "no crown is face up; only skull 62 and jewel 36 are"
    assert at_loot("loot skull-62").why("take crown") == "no crown is face up; only skull 62 is"


def test_a_picture_with_another_treasures_number_is_put_right() -> None:
    pad = at_loot()
    assert pad.why("loot skull-60") == "skull-60: number 60 is crown 60"
    assert pad.why("loot skull-99") == "skull-99: there is no treasure with number 99"


def test_under_a2_a_picture_names_the_only_one_laid_out() -> None:
    pad = Pad("loot-island", 3, "setup blue NWcw", "A2 turned skull-62 jewel-36 coins-11")
    assert pad.why("pass crown") == "no crown is laid out; only skull 62, jewel 36 and coin bag 11 are"
    assert pad("pass jewel") == {"do": "pass", "by": "blue", "take": "jewel-36"}


def test_tab_offers_the_treasures_that_may_come_up_and_those_that_are_face_up() -> None:
    pad = at_loot()
    assert tab(pad, "loot s") == ["loot skull-62", "loot skull-63", "loot skull-64", "loot skull-65"]
    assert tab(pad, "loot skull-62 je") == [f"loot skull-62 jewel-{number}" for number in (36, 37, 38, 39)]
    pad("loot skull-62 jewel-36")
    assert tab(pad, "take sk") == ["take skull-62"]
    assert tab(pad, "jew") == ["jewel-36"]
    assert tab(pad, "loot s") == [], "nothing is turned up while treasures are face up"


@pytest.mark.parametrize(
    ("kit", "line", "why"),
    [
        ("box", "p3 E1", "p3: this kit has no colour that begins with p; its colours are red, blue, green and yellow"),
        (
            "demo",
            "y3c E1",
            "y3c: this kit has no colour that begins with y; its colours are red, blue, green and purple",
        ),
        ("demo", "draw yellow-3 yw", "yellow-3: this kit has no colour that begins with yellow"),
        ("demo", "r3 E7", "E7 is no landing; they are N1, N2, E1, E2, S1, S2, W1 and W2"),
    ],
)
def test_a_refusal_says_what_the_kit_and_the_island_have(kit: str, line: str, why: str) -> None:
    assert Pad("loot-island", 3, "setup blue NWcw", "A3", kit=kit).why(line).startswith(why)
