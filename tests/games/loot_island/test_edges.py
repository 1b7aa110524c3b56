"""Loot Island: corner cases that only odd records reach."""

from tests.games.loot_island.helpers import event, header, loot, play
from tests.helpers.tools import Body, found, look

THREE = header(3)


def begun(**document: object) -> Body:
    return {"do": "setup", "position": document}


def broken(head: Body, *bodies: Body) -> set[str]:
    return {rule.removeprefix("LI-") for _, rule, answer in found(head, list(bodies)) if answer == "broken"}


def test_li_a1_1_fewer_than_two_cards_are_drawn_only_if_there_are_no_more() -> None:
    scarce = begun(phase="ready", round=0, map={"deck": 1, "discard": []})
    plenty = begun(phase="ready", round=0)

    assert "A1-1" not in broken(THREE, scarce, event("A1", draw={"blue": ["?"]}))
    assert "A1-1" not in broken(THREE, scarce, event("A1", draw={"blue": ["?", "?"]}))
    assert "A1-1" in broken(THREE, plenty, event("A1", draw={"blue": ["?"]}))


def test_w23_li_fx_3_under_b6_each_icon_is_used_in_full_or_not_at_all() -> None:
    head = header(3, readings={"LI-Q9": "all-or-none"})
    start = begun(event="B6", cubes={"red": 3}, landings={"N1": {"cards": ["red-2"], "stack": ["red"]}})
    shed = {
        number: broken(head, start, play("blue", "N1", "red-7-cube red-9-cube", shed={"red": number}))
        for number in range(5)
    }

    assert [number for number, found_broken in shed.items() if "FX-3" not in found_broken] == [0, 2, 3]


def test_li_ref_1_a_card_put_away_that_was_not_held_lies_on_the_pile_all_the_same() -> None:
    hands = {
        "blue": ["red-3", "red-4"],
        "red": [f"red-{n}" for n in (5, 6, 7, 8, 9, 10)],
        "aaron": ["blue-2", "blue-3"],
    }
    start = begun(phase="preparation", round=2, event="B1", hands=hands, map={"deck": 1, "discard": []})
    refill = {"do": "refill", "discard": {"red": ["green-5"]}, "draw": {"blue": ["?"] * 4}}

    assert broken(header(("blue", "red")), start, refill) & {"HAND-1", "REF-1"} == {"HAND-1"}


def test_a_wild_has_its_chest_whatever_icon_was_written() -> None:
    column = {"N1": {"cards": ["red-3", "red-4", "red-5", "red-wild-plus"], "stack": ["blue"]}}
    start = begun(phase="loot", landings=column)

    assert "LOOT-2" not in broken(THREE, start, loot("coins-14 jewel-36"))
    assert "LOOT-2" in broken(THREE, start, loot("coins-14"))


def test_the_healer_that_is_named_is_taken_before_one_of_the_same_cost() -> None:
    offered = ["healer-0+17", "healer-14", "healer-1"]
    start = begun(phase="healer", healers={"open": offered, "pile": [], "order": ["blue", "red"]})

    left = look(THREE, [start, {"do": "healer", "by": "blue", "card": "healer-14"}], "healers.open")
    assert left == ["healer-0+17", "healer-1"]
