"""Stratego Lost Island: the rulebook's examples, the readings and the variants, by rule id."""

import io
import json
from typing import Any

import pytest

from records.canonical import canonical
from records.errors import Refused
from records.record import from_bytes
from records.verify import verify
from replay.games.lost_island.outcome import battle_outcome, bomb_fate
from replay.library import game_of
from replay.session import Session
from tests.lost_island import document, facts_of, findings, header, observed, position, reading
from tests.tools import Body, audit_of, timeline

SETUP: Body = {"do": "setup"}


def test_sl_set_11_the_state_after_a_plain_setup_is_the_one_on_the_page() -> None:
    state = document(header(), [SETUP])

    tiles = state.pop("tiles")
    assert len(tiles) == 36
    assert {cell: tile for cell, tile in tiles.items() if tile != "?"} == {
        "b2": "stone",
        "b5": "stone",
        "e2": "stone",
        "e5": "stone",
    }
    assert state == {
        "game": "lost-island",
        "seats": ["red", "purple"],
        "phase": "play",
        "winner": None,
        "turn": {
            "n": 1,
            "seat": "red",
            "used": 0,
            "step": "actions",
            "reinforced": False,
            "recruited": False,
            "won": False,
            "fresh": [],
        },
        "loot": {},
        "explorers": {"red": {"a": "a1", "b": "a2", "c": "b1"}, "purple": {"a": "f6", "b": "f5", "c": "e6"}},
        "boats": {"red": ["d", "e", "f"], "purple": ["d", "e", "f"]},
        "rings": {"red": [], "purple": []},
        "coins": {"red": 1, "purple": 1},
        "supply": {"coins": 22, "rings": 24},
        "lost": {"coins": 0, "rings": 0, "tiles": []},
        "flag": "hidden",
        "values": {"red": {}, "purple": {}},
        "seen": {"red": {}, "purple": {}},
        "blast": None,
    }


def test_a_document_is_a_position_that_gives_the_same_document_again() -> None:
    bodies: list[Body] = [
        SETUP,
        {"do": "flip", "by": "red", "cell": "a3", "tile": "loot-2"},
        {"do": "ring", "by": "red", "piece": "red.a"},
        {"do": "spy", "by": "red", "target": "purple.a", "value": 3},
        {"do": "shrink", "by": "red", "cell": "f1", "tile": "bomb-cross-2"},
    ]
    state = document(header(), bodies)

    assert document(header(), [{"do": "setup", "position": state}]) == state


# the worked examples

W1 = {
    "tiles": {"c4": "water"},
    "explorers": {
        "red": {"a": "b3"},
        "purple": {"a": "c2"},
        "orange": {"a": "c1", "b": "c5"},
        "turquoise": {},
    },
}
W1_FLIP: Body = {
    "do": "flip",
    "by": "red",
    "cell": "c3",
    "tile": "bomb-line-4",
    "axis": "ns",
    "order": ["s", "n"],
    "hits": {"purple.a": 3, "orange.a": 5, "orange.b": 4},
}


def test_w1_sl_bomb_13_a_bomb_of_4_sends_3_and_4_home_and_spares_5() -> None:
    bodies: list[Body] = [{"do": "setup", "position": W1}, W1_FLIP]

    assert findings(header(4), bodies) == []
    assert observed(header(4), bodies, "explorers.red.a", "boats.purple", "explorers.orange.a", "boats.orange") == [
        "b3",
        ["b", "c", "d", "e", "f", "a"],
        "c1",
        ["c", "d", "e", "f", "b"],
    ]
    assert observed(header(4), bodies, "tiles.c3", "blast.queue", "seen.orange.a", "values.orange.a") == [
        "bomb-line-4",
        [],
        ["red", "purple", "turquoise"],
        5,
    ]
    assert document(header(4), bodies)["blast"] is None


def test_w1_sl_mine_11_a_miner_saves_the_rest_and_shows_nothing() -> None:
    bodies: list[Body] = [
        {"do": "setup", "position": {**W1, "coins": {"orange": 2}}},
        {**W1_FLIP, "hits": {"purple.a": 3}},
        {"do": "miner", "by": "orange"},
    ]

    assert findings(header(4), bodies) == []
    paths = ("explorers.orange.a", "explorers.orange.b", "values.orange.a", "seen.orange.b", "coins.orange")
    assert observed(header(4), bodies, *paths) == ["c1", "c5", "?", [], 0]


def test_w2_sl_storm_13_a_storm_blows_orange_onto_loot_and_turquoise_into_the_sea() -> None:
    bodies: list[Body] = [
        {
            "do": "setup",
            "position": {
                "tiles": {"e3": "loot-1"},
                "loot": {"e3": 1},
                "explorers": {
                    "red": {"a": "b3"},
                    "purple": {},
                    "orange": {"a": "d3"},
                    "turquoise": {"a": "f3"},
                },
            },
        },
        {"do": "flip", "by": "red", "cell": "c3", "tile": "storm", "dir": "e"},
    ]

    assert findings(header(4), bodies) == []
    paths = ("explorers.orange.a", "coins.orange", "loot.e3", "boats.turquoise", "explorers.red.a", "tiles.c3")
    assert observed(header(4), bodies, *paths) == ["e3", 2, 0, ["b", "c", "d", "e", "f", "a"], "b3", "storm"]


@pytest.mark.parametrize(
    ("attacker", "ring", "defender", "other", "result"),
    [
        (5, 0, 3, 0, "attacker"),
        (4, 0, 4, 0, "draw"),
        (1, 0, 6, 0, "attacker"),
        (6, 0, 1, 0, "defender"),
        (1, 0, 6, 1, "attacker"),
        (1, 1, 6, 0, "attacker"),
        (1, 0, 5, 1, "defender"),
        (5, 1, 1, 0, "attacker"),
        (5, 1, 6, 0, "draw"),
        (6, 1, 6, 0, "attacker"),
        (1, 1, 2, 0, "draw"),
        (2, 0, 1, 1, "draw"),
        (3, 1, 3, 1, "draw"),
    ],
)
def test_w3_sl_battle_11_to_14_outcomes(attacker: int, ring: int, defender: int, other: int, result: str) -> None:
    assert battle_outcome(attacker, ring, defender, other) == result
    rings = {"red": ["a"] if ring else [], "purple": ["a"] if other else []}
    bodies: list[Body] = [
        position(purple={"a": "c3", "b": "f5"}, rings=rings),
        {"do": "battle", "by": "red", "piece": "red.a", "target": "purple.a", "values": [attacker, defender]},
    ]
    stays = {"attacker": ["c3", "boat"], "defender": ["boat", "c3"], "draw": ["boat", "boat"]}[result]
    paths = ("explorers.red.a", "explorers.purple.a", "rings.red", "rings.purple", "lost.rings")
    assert observed(header(), bodies, *paths) == [*stays, [], [], ring + other]


@pytest.mark.parametrize(
    ("value", "ring", "bomb", "fate"),
    [
        (3, 0, 4, "out"),
        (4, 0, 4, "out"),
        (4, 1, 4, "stay"),
        (5, 0, 4, "stay"),
        (1, 0, 6, "out"),
        (1, 1, 1, "stay"),
        (6, 0, 6, "out"),
        (6, 1, 6, "stay"),
    ],
)
def test_w4_sl_bomb_13_and_14_bombs(value: int, ring: int, bomb: int, fate: str) -> None:
    assert bomb_fate(value, ring, bomb) == fate


def test_w5_sl_rein_1_and_2_one_reinforcement_as_an_action_and_one_bought() -> None:
    bodies: list[Body] = [
        SETUP,
        {"do": "reinforce", "by": "red", "to": "a3"},
        {"do": "reinforce", "by": "red", "to": "a4", "pay": True},
        {"do": "shrink", "by": "red", "cell": "f1", "tile": "plain"},
    ]

    assert findings(header(), bodies) == []
    paths = ("explorers.red.d", "explorers.red.e", "boats.red", "coins.red", "supply.coins", "turn.seat")
    assert observed(header(), bodies, *paths) == ["a3", "a4", ["f"], 0, 23, "purple"]


def test_w6_sl_shrink_2_who_was_knocked_off_reinforces_before_shrinking() -> None:
    start = position(purple={}, turn={"seat": "purple"})
    shrink: Body = {"do": "shrink", "by": "purple", "cell": "f1", "tile": "plain"}
    back: Body = {"do": "reinforce", "by": "purple", "to": "d4"}

    assert findings(header(), [start, shrink]) == [(2, "SHRINK-2", "broken")]
    assert findings(header(), [start, back, shrink]) == []
    assert findings(header(), [start, {"do": "end", "by": "purple"}]) == []


def test_w7_sl_stone_12_blown_onto_the_flag() -> None:
    bodies: list[Body] = [
        position(red={"a": "b2"}, purple={"a": "d2", "b": "f5"}, tiles={"b2": "stone-loot-1"}),
        {"do": "flip", "by": "red", "cell": "c2", "tile": "storm", "dir": "e", "stones": {"e2": "flag"}},
    ]

    assert findings(header(), bodies) == []
    assert observed(header(), bodies, "explorers.purple.a", "tiles.e2", "flag") == ["e2", "stone-flag", "purple.a"]


def test_w8_sl_bomb_14_a_1_does_not_beat_a_bomb_of_6() -> None:
    bodies: list[Body] = [
        position(purple={"a": "d3", "b": "f5"}),
        {
            "do": "flip",
            "by": "red",
            "cell": "c3",
            "tile": "bomb-cross-6",
            "hits": {"purple.a": 1, "red.a": 6},
        },
    ]

    assert observed(header(), bodies, "explorers.purple.a", "explorers.red.a") == ["boat", "boat"]


def secret(piece: str, target: str, result: str) -> Body:
    return {"do": "battle", "by": piece[:-2], "piece": piece, "target": target, "result": result}


W9: list[Body] = [
    position(
        red={"a": "b3", "b": "b4"},
        purple={"a": "c3", "b": "d6", "c": "e6", "d": "f6", "e": "f5", "f": "f4"},
    ),
    secret("red.a", "purple.a", "draw"),
    {"do": "shrink", "by": "red", "cell": "f1", "tile": "plain"},
    {"do": "reinforce", "by": "purple", "to": "d5"},
    {"do": "move", "by": "purple", "piece": "purple.a", "to": "d4"},
    {"do": "shrink", "by": "purple", "cell": "f2", "tile": "plain"},
    {"do": "move", "by": "red", "piece": "red.b", "to": "c4"},
    secret("red.b", "purple.a", "draw"),
]


def test_w9_sl_hid_4_one_explorer_cannot_draw_with_two_of_one_colour() -> None:
    head = header(variants=["secret-battles"])

    assert findings(head, W9) == [(2, "BATTLE-3", "open"), (8, "BATTLE-3", "open"), (8, "HID-4", "broken")]
    assert facts_of(head, W9, "SL-HID-4") == {"events": [2, 8], "seats": ["red", "purple"]}


def test_w10_sl_hid_5_three_bombs_force_a_value() -> None:
    def bomb(cell: str, value: int, piece: str) -> Body:
        face = f"bomb-line-{value}"
        return {"do": "flip", "by": "red", "cell": cell, "tile": face, "axis": "ns", "hits": {piece: "stay"}}

    bodies: list[Body] = [
        position(red={"a": "a3", "b": "c3", "c": "e3"}),
        bomb("a4", 4, "red.a"),
        bomb("c4", 4, "red.b"),
        bomb("e4", 3, "red.c"),
    ]
    report = knowledge(header(), bodies)

    assert [report["candidates"][f"red.{letter}"] for letter in "abc"] == [[5, 6], [5, 6], [4]]
    assert report["forced"] == {"red.c": 4}
    assert report["candidates"]["red.d"] == [1, 2, 3]
    assert report["candidates"]["purple.a"] == [1, 2, 3, 4, 5, 6]


def knowledge(head: Body, bodies: list[Body], seat: str | None = None) -> dict[str, Any]:
    game, table, line, _ = timeline(head, bodies)
    assert game.knowledge is not None
    return game.knowledge(table, line, seat)


# readings that the software honours

FIGHT = position(purple={"a": "c3", "b": "f5"})
FLAGGED: Body = {"tiles": {"e2": "stone-flag"}}


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
        {"do": "shrink", "by": "red", "cell": "b2", "tile": "loot-1"},
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


# events that cannot be carried out, and names from elsewhere


def test_sl_turn_12_who_is_no_seat_does_not_get_the_turn() -> None:
    bodies: list[Body] = [SETUP, {"do": "move", "by": "green", "piece": "red.b", "to": "a3"}]

    assert findings(header(), bodies) == [(2, "TURN-1", "broken"), (2, "PIECE-1", "broken")]
    assert observed(header(), bodies, "turn.seat", "turn.used", "explorers.red.b") == ["red", 1, "a3"]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({"do": "swim", "piece": "red.a", "to": "h1"}, [(2, "SWIM-1", "broken")]),
        ({"do": "flip", "cell": "h1", "tile": "plain"}, [(2, "FLIP-1", "broken"), (2, "FLIP-2", "broken")]),
        ({"do": "reinforce", "to": "h1"}, [(2, "REIN-4", "broken")]),
        ({"do": "shrink", "cell": "h1", "tile": "plain"}, [(2, "SHRINK-7", "broken")]),
        ({"do": "ring", "piece": "green.a"}, [(2, "RING-1", "broken")]),
        ({"do": "spy", "target": "green.a"}, [(2, "SPY-1", "broken")]),
        ({"do": "battle", "piece": "red.a", "target": "green.a", "values": [5, 3]}, [(2, "BATTLE-1", "broken")]),
    ],
)
def test_a_place_off_the_grid_or_a_strange_explorer_is_judged_and_changes_nothing(
    body: Body, expected: list[Any]
) -> None:
    before = observed(header(), [SETUP], "explorers.red.a", "boats.red", "islandTiles", "values.red.a")

    assert findings(header(), [SETUP, body]) == expected
    assert observed(header(), [SETUP, body], "explorers.red.a", "boats.red", "islandTiles", "values.red.a") == before


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"do": "move", "piece": "red", "to": "a3"}, "piece"),
        ({"do": "move", "piece": "red.a", "to": "the beach"}, "to"),
        ({"do": "blast", "hits": {"red.a": "perhaps"}}, "hits.red.a"),
        ({"do": "reveal", "what": "weather", "value": 3}, "what"),
    ],
)
def test_a_name_that_is_no_place_and_no_explorer_cannot_be_read(body: Body, field: str) -> None:
    audited = audit_of(header(), [SETUP, body])

    assert [(item.rule, item.facts["field"]) for item in audited.findings] == [("QM-READ-2", field)]


def test_sl_ring_events_against_the_rules_are_paid_all_the_same() -> None:
    twice: list[Body] = [position(rings={"red": ["a"]}), {"do": "ring", "by": "red", "piece": "red.a"}]
    gift: list[Body] = [position(), {"do": "ring", "by": "red", "piece": "purple.a"}]

    assert observed(header(), twice, "coins.red", "rings.red", "lost.rings", "supply.rings") == [0, ["a"], 1, 22]
    assert observed(header(), gift, "coins.red", "rings.purple", "lost.rings") == [0, ["a"], 0]


def test_sl_end_11_the_first_winner_stays() -> None:
    fight = {**secret("red.a", "purple.a", "attacker"), "values": [5, 3]}
    bodies: list[Body] = [
        position(purple={"a": "c3"}, flag="red.a", **FLAGGED),
        fight,
        {"do": "reinforce", "by": "purple", "to": "d4"},
    ]

    assert observed(header(), bodies, "winner", "phase", "explorers.purple.b") == ["red", "over", "d4"]
    score = game_of("lost-island").score(audit_of(header(), bodies).final)
    assert score.winners == ("red",)
    assert score.over


# seals


def sealed_record(told: str) -> bytes:
    """Red seals six values at setup and opens them at the end with these."""
    from records.seal import seal

    record_id, salt, values = "01JCMQ5J8Z0000000000000000", "AAAAAAAAAAAAAAAAAAAAAA", "a=4,b=1,c=6,d=2,e=5,f=3"
    red = seal(record_id, "red", "values.red", salt, values)
    bodies: list[Body] = [
        {"do": "setup", "seals": {"red": red}},
        {"do": "flip", "by": "red", "cell": "a3", "tile": "bomb-line-3", "axis": "ns", "hits": {"red.b": "out"}},
        {"do": "reveal", "by": "red", "what": "values.red", "value": told, "seal": red, "salt": salt},
    ]
    lines = [{**header(), "id": record_id}, *bodies]
    return b"".join(canonical(line) + b"\n" for line in lines)


def test_sealed_values_that_are_opened_close_what_was_open() -> None:
    record = from_bytes(sealed_record("a=4,b=1,c=6,d=2,e=5,f=3"))
    head, *bodies = [json.loads(line) for line in record.lines]

    assert findings(head, bodies[:2]) == [(2, "BOMB-4", "open"), (2, "BOMB-5", "open")]
    assert findings(head, [*bodies[:2], {"do": "blast", "hits": {"red.a": 4}}, bodies[2]]) == []
    assert verify(io.BytesIO(sealed_record("a=4,b=1,c=6,d=2,e=5,f=3"))).ok


def test_a_value_that_contradicts_its_seal_is_named() -> None:
    report = verify(io.BytesIO(sealed_record("a=4,b=6,c=1,d=2,e=5,f=3")))

    assert [(problem.kind, problem.seq) for problem in report.problems] == [("seal", 3)]


def test_an_opening_told_to_one_seat_shows_the_others_that_it_was_told() -> None:
    from replay.replay import play_out

    reveal: Body = {"do": "reveal", "what": "values.red", "value": "a=4,b=1,c=6,d=2,e=5,f=3", "to": ["purple"]}
    game, table, _, record = timeline(header(3), [SETUP, reveal])

    purple, orange = (play_out(game, table, record.events, viewer=seat).state_at() for seat in ("purple", "orange"))

    assert purple.values["red.c"] == 6
    assert orange.values == {}
    assert purple.seen == orange.seen


# logging


def test_a_line_is_judged_at_once_by_what_was_shown_before_it() -> None:
    _, table, _, record = timeline(
        header(),
        [
            position(purple={"a": "c3", "b": "f5"}),
            {"do": "reveal", "what": "values.red.a", "value": 5},
            {"do": "battle", "by": "red", "piece": "red.a", "target": "purple.a", "values": [4, 3]},
        ],
    )
    session = Session.of(game_of("lost-island"), table, record.events[:2])

    judged = session.add(record.events[2])

    assert [finding.rule for finding in judged.findings] == ["SL-HID-2"]
