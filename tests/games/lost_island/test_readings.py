"""Stratego Lost Island: what readings and variants change, by question."""

from typing import Any

import pytest

from records.errors import Refused
from tests.games.lost_island.helpers import FLAGGED, SETUP, findings, header, observed, position, reading, secret
from tests.helpers.tools import Body, timeline

# readings that the software honours

FIGHT = position(purple={"a": "c3", "b": "f5"})


def test_sl_q4_loot_under_a_stone_may_be_laid_on_it_for_a_later_turn() -> None:
    bodies: list[Body] = [
        position(),
        {"do": "move", "by": "red", "piece": "red.a", "to": "b2", "stone": "loot-2"},
    ]

    assert observed(header(), bodies, "coins.red", "loot.b2") == [3, 0]
    assert observed(reading(Q4="later"), bodies, "coins.red", "loot.b2") == [1, 2]


@pytest.mark.parametrize(
    ("answer", "tile", "expected"),
    [
        ("never", "stone-flag", [(2, "SHRINK-3", "broken")]),
        ("flag-goes", "stone-flag", []),
        ("flag-goes", "stone-loot-1", [(2, "SHRINK-3", "broken")]),
        ("turned-go", "stone-loot-1", []),
        ("turned-go", "stone", [(2, "SHRINK-3", "broken")]),
    ],
)
def test_sl_q5_which_stones_may_be_taken(answer: str, tile: str, expected: list[Any]) -> None:
    outer = dict.fromkeys(_outer_ring(), "water")
    flag = "red.a" if tile == "stone-flag" else "hidden"
    bodies: list[Body] = [
        position(red={"a": "c3"}, purple={"a": "d4"}, tiles={**outer, "b2": tile}, flag=flag),
        {"do": "shrink", "by": "red", "cell": "b2", **({"tile": "loot-1"} if tile == "stone" else {})},
    ]

    assert findings(reading(Q5=answer), bodies) == expected


def _outer_ring() -> list[str]:
    return [f"{column}{row}" for column in "abcdef" for row in range(1, 7) if column in "af" or row in (1, 6)]


def test_sl_q6_and_q7_coins_laid_this_turn() -> None:
    walked: list[Body] = [
        position(),
        {"do": "flip", "by": "red", "cell": "b4", "tile": "loot-2"},
        {"do": "move", "by": "red", "piece": "red.a", "to": "b4"},
    ]
    blown: list[Body] = [
        position(red={"a": "b3", "b": "d4"}, purple={"a": "c4", "b": "f1"}),
        {"do": "flip", "by": "red", "cell": "b4", "tile": "loot-2"},
        {"do": "flip", "by": "red", "cell": "d3", "tile": "plain"},
    ]
    storm: Body = {"do": "flip", "by": "red", "cell": "d4", "tile": "storm", "dir": "w"}

    assert observed(header(), walked, "coins.red", "loot.b4") == [1, 2]
    assert observed(reading(Q6="take"), walked, "coins.red", "loot.b4") == [3, 0]
    assert observed(header(), [*blown, storm], "coins.purple") == [3]
    assert observed(reading(Q7="stay"), [*blown, storm], "coins.purple") == [1]


def test_sl_q11_a_bomb_may_reach_one_cell_only() -> None:
    bodies: list[Body] = [position(purple={"a": "c5", "b": "c4"}), _bomb("bomb-line-4", axis="ns")]

    assert observed(header(), bodies, "blast.queue") == [["purple.b", "purple.a"]]
    assert observed(reading(Q11="next"), bodies, "blast.queue") == [["purple.b"]]


def _bomb(tile: str, **more: Any) -> Body:
    return {"do": "flip", "by": "red", "cell": "c3", "tile": tile, **more}


def test_sl_q14_an_exploded_bomb_may_leave_water() -> None:
    bodies: list[Body] = [
        position(purple={"a": "c5", "b": "f5"}),
        _bomb("bomb-line-4", axis="ns"),
        {"do": "blast", "hits": {"purple.a": 5}},
    ]

    assert observed(reading(Q14="water"), bodies[:2], "tiles.c3") == ["bomb-line-4"]
    assert observed(reading(Q14="water"), bodies, "tiles.c3", "lost.tiles") == ["water", ["bomb-line-4"]]


def test_sl_q15_and_q32_where_the_flag_goes_when_a_bomb_takes_its_bearer() -> None:
    tiles = {**FLAGGED["tiles"], "c4": "water", "c6": "water"}
    bodies: list[Body] = [
        position(purple={"a": "c5", "b": "d5"}, tiles=tiles, flag="purple.a"),
        _bomb("bomb-line-4", axis="ns", hits={"purple.a": 3}),
    ]

    assert observed(header(), bodies, "flag") == ["c5"]
    assert observed(reading(Q15="nearest"), bodies, "flag") == ["b5"]
    occupied: list[Body] = [
        position(purple={"a": "c5", "b": "d5"}, tiles={**tiles, "b5": "water"}, flag="purple.a"),
        bodies[1],
    ]
    assert observed(reading(Q15="nearest"), occupied, "flag") == ["purple.b"]
    assert observed(reading(Q15="nearest", Q32="king"), occupied, "flag") == ["b4"]


def test_sl_q16_a_bomb_may_keep_values_hidden() -> None:
    told: list[Body] = [position(), _bomb("bomb-cross-4", hits={"red.a": "stay"})]
    number: list[Body] = [position(), _bomb("bomb-cross-4", hits={"red.a": 5})]

    assert observed(header(), told, "seen.red.a") == [["purple"]]
    assert observed(reading(Q16="hidden"), told, "seen.red.a") == [[]]
    assert observed(reading(Q16="hidden"), number, "seen.red.a") == [["purple"]]


def test_sl_q22_a_storm_may_end_at_water() -> None:
    bodies: list[Body] = [
        position(purple={"a": "e3", "b": "f5"}, tiles={"d3": "water"}),
        {"do": "flip", "by": "red", "cell": "c3", "tile": "storm", "dir": "e"},
    ]

    assert observed(header(), bodies, "explorers.purple.a") == ["f3"]
    assert observed(reading(Q22="to-water"), bodies, "explorers.purple.a") == ["e3"]


def test_sl_q23_the_flag_of_an_attacker_that_draws_may_fall_where_it_came_from() -> None:
    start = position(purple={"a": "c3", "b": "f5"}, flag="red.a", **FLAGGED)
    bodies: list[Body] = [start, {**secret("red.a", "purple.a", "draw"), "values": [4, 4]}]

    assert observed(header(), bodies, "flag") == ["c3"]
    assert observed(reading(Q23="origin"), bodies, "flag") == ["b3"]


def test_sl_q26_paid_coins_may_leave_the_game() -> None:
    bodies: list[Body] = [SETUP, {"do": "ring", "by": "red", "piece": "red.a"}]

    assert observed(header(), bodies, "supply.coins", "lost.coins") == [23, 0]
    assert observed(reading(Q26="out"), bodies, "supply.coins", "lost.coins") == [22, 1]


def test_sl_q29_outside_may_mean_the_coast() -> None:
    bodies: list[Body] = [
        position(tiles={"c1": "water"}),
        {"do": "shrink", "by": "red", "cell": "c2", "tile": "plain"},
    ]

    assert findings(header(), bodies) == [(2, "SHRINK-5", "broken")]
    assert findings(reading(Q29="coast"), bodies) == []


def test_sl_q35_and_q36_what_wins_and_when() -> None:
    fight = {**secret("red.a", "purple.a", "attacker"), "values": [5, 3]}
    lying: list[Body] = [position(purple={"a": "c3"}, flag="d5", **FLAGGED), fight]
    carried: list[Body] = [position(purple={"a": "c3"}, flag="red.a", **FLAGGED), fight]
    shrink: Body = {"do": "shrink", "by": "red", "cell": "f1", "tile": "plain"}

    assert observed(header(), lying, "winner") == [None]
    assert observed(reading(Q35="there"), lying, "winner", "phase") == ["red", "over"]
    assert observed(header(), carried, "winner") == ["red"]
    assert observed(reading(Q36="turn-end"), carried, "winner") == [None]
    assert observed(reading(Q36="turn-end"), [*carried, shrink], "winner") == ["red"]


def test_sl_q49_the_bearer_may_have_to_be_the_last() -> None:
    outer = {cell: "water" for cell in _outer_ring() if cell not in ("f4", "f5")}
    bodies: list[Body] = [
        position(
            red={"a": "b3"},
            purple={"a": "f5", "b": "f4"},
            tiles={**outer, "e2": "stone-flag"},
            flag="purple.a",
        ),
        {"do": "shrink", "by": "red", "cell": "f5", "tile": "plain", "flagTo": "f4"},
    ]

    assert findings(header(), bodies) == []
    assert findings(reading(Q49="last"), bodies) == [(2, "SHRINK-6", "broken")]


# variants


def test_variant_landscape_and_free_landing_exclude_each_other() -> None:
    with pytest.raises(Refused, match="cannot be combined"):
        timeline(header(variants=["landscape", "free-landing"]), [SETUP])


def test_variant_bonus_loot_pays_a_winner_who_finds_loot_while_shrinking() -> None:
    bodies: list[Body] = [
        FIGHT,
        {**secret("red.a", "purple.a", "attacker"), "values": [5, 3]},
        {"do": "shrink", "by": "red", "cell": "f1", "tile": "loot-2"},
    ]

    assert observed(header(), bodies, "coins.red") == [1]
    assert observed(header(variants=["bonus-loot"]), bodies, "coins.red", "supply.coins") == [3, 20]


def test_variant_shrink_storms_blow_from_the_cell_that_is_gone() -> None:
    bodies: list[Body] = [
        position(red={"a": "b3"}, purple={"a": "f4", "b": "d4"}),
        {"do": "shrink", "by": "red", "cell": "f1", "tile": "storm", "dir": "n"},
    ]

    assert observed(header(), bodies, "explorers.purple.a") == ["f4"]
    head = header(variants=["shrink-storms"])
    assert observed(head, bodies, "explorers.purple.a", "tiles.f1", "turn.seat") == ["f5", "water", "purple"]
    assert findings(head, bodies) == []


def test_variant_storm_sinks_and_sl_q37() -> None:
    bodies: list[Body] = [position(), {"do": "flip", "by": "red", "cell": "c3", "tile": "storm", "dir": "e"}]

    assert observed(header(variants=["storm-sinks"]), bodies, "tiles.c3", "lost.tiles") == ["water", ["storm"]]
    deep = header(variants=["storm-sinks"], readings={"SL-Q37": "deep"})
    assert observed(deep, bodies, "tiles.c3") == ["deep"]


def test_variant_secret_battles_show_values_to_the_two_owners_only() -> None:
    start: Body = {
        "do": "setup",
        "position": {"explorers": {"red": {"a": "b3"}, "purple": {"a": "c3"}, "orange": {"a": "f5"}}},
    }
    bodies: list[Body] = [start, {**secret("red.a", "purple.a", "attacker"), "values": [5, 3]}]

    assert observed(header(3), bodies, "seen.red.a") == [["purple", "orange"]]
    head = header(3, variants=["secret-battles"])
    assert observed(head, bodies, "seen.red.a", "seen.purple.a") == [["purple"], ["red"]]
