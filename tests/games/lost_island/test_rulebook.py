"""Stratego Lost Island: the examples of the rulebook and of the page, by rule id."""

from typing import Any

import pytest

from replay.games.lost_island.outcome import battle_outcome, bomb_fate
from tests.games.lost_island.helpers import SETUP, document, facts_of, findings, header, observed, position, secret
from tests.helpers.tools import Body, timeline


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


def test_w6_sl_shrink_2_a_player_who_was_knocked_off_reinforces_before_shrinking() -> None:
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
