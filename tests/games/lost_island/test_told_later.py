"""Stratego Lost Island: what is told later counts from the event it belongs to (W11 to W13, and the fold after it)."""

from typing import Any

import pytest

from replay.library import game_of
from replay.playout import play_out
from replay.session import Session
from tests.games.lost_island.helpers import SETUP, document, findings, header, observed, position, reading
from tests.helpers.tools import Body, audit_of, timeline

W11: list[Body] = [
    position({"b": "d5"}, {"a": "f1"}),
    {"do": "move", "by": "red", "piece": "red.b", "to": "e5"},
    {"do": "shrink", "by": "red", "cell": "a6", "tile": "plain"},
    {"do": "reveal", "what": "@2.stone", "value": "flag"},
]
FLIP: Body = {"do": "flip", "by": "red", "cell": "d3"}
END: Body = {"do": "shrink", "by": "red", "cell": "a6", "tile": "plain"}


def told(cell: str, face: str) -> Body:
    return {"do": "reveal", "what": f"tiles.{cell}", "value": face}


def test_w11_sl_stone_1_a_face_told_later() -> None:
    assert findings(header(), W11[:3]) == [(2, "STONE-1", "open")]
    assert observed(header(), W11[:3], "tiles.e5", "flag") == ["stone-?", "hidden"]
    assert findings(header(), W11) == []
    assert observed(header(), W11, "tiles.e5", "flag") == ["stone-flag", "red.b"]
    steps = audit_of(header(), W11).steps
    assert [step.after.flag for step in steps] == ["hidden", "red.b", "red.b", "red.b"]


def test_w12_sl_bomb_4_a_bomb_told_later() -> None:
    bodies = [position({"b": "d4"}, {"c": "d1"}), FLIP, END, told("d3", "bomb-cross-2")]

    assert findings(header(), bodies[:3]) == [(2, "FLIP-6", "open")]
    assert findings(header(), bodies) == [(2, "BOMB-4", "open")]
    assert observed(header(), bodies, "explorers.red.b", "explorers.purple.c") == ["d4", "d1"]


def test_w13_sl_log_2_a_statement_that_does_not_fit() -> None:
    bodies: list[Body] = [SETUP, {"do": "move", "by": "red", "piece": "red.c", "to": "c1", "stone": "loot-1"}]

    assert findings(header(), bodies) == [(2, "LOG-2", "broken")]
    assert observed(header(), bodies, "tiles.c1", "coins.red") == ["?", 1]


@pytest.mark.parametrize(
    ("face", "extra", "paths", "expected"),
    [
        ("plain", {}, ("tiles.d3", "loot.d3"), ["plain", 0]),
        ("loot-2", {}, ("loot.d3", "supply.coins"), [2, 20]),
        ("storm", {"dir": "n"}, ("explorers.red.a", "tiles.d3"), ["d5", "storm"]),
        ("bomb-line-4", {"axis": "ns", "hits": {"red.a": 3}}, ("explorers.red.a", "values.red.a"), ["boat", 3]),
    ],
)
def test_sl_flip_6_a_face_told_later_takes_effect_at_its_flip(
    face: str, extra: Body, paths: tuple[str, ...], expected: list[Any]
) -> None:
    bodies = [position({"a": "d4", "b": "a1"}), {**FLIP, **extra}, END, told("d3", face)]

    assert observed(header(), bodies, *paths) == expected
    assert findings(header(), bodies) == []


def test_whoever_arrives_later_has_taken_the_coins_that_were_told_still_later() -> None:
    bodies: list[Body] = [
        position({"a": "d4"}, {"a": "d2", "b": "f6"}),
        FLIP,
        END,
        {"do": "move", "by": "purple", "piece": "purple.a", "to": "d3"},
        {"do": "observe", "facts": {"coins.purple": 4}},
    ]

    assert findings(header(), bodies) == [(2, "FLIP-6", "open"), (5, "OBS-1", "open")]
    assert findings(header(), [*bodies, told("d3", "loot-3")]) == []
    assert findings(header(), [*bodies, told("d3", "loot-1")]) == [(5, "OBS-1", "broken")]


def test_a_later_arrival_or_the_taking_of_the_tile_tells_a_face_too() -> None:
    arrival: list[Body] = [
        *W11[:3],
        {"do": "end", "by": "purple"},
        {"do": "move", "by": "red", "piece": "red.b", "to": "e4"},
        {"do": "move", "by": "red", "piece": "red.b", "to": "e5", "stone": "loot-2"},
    ]
    assert (2, "STONE-1", "open") not in findings(header(), arrival)
    assert audit_of(header(), arrival).steps[1].after.coins["red"] == 3
    taken: list[Body] = [
        position({"a": "a4"}),
        {"do": "flip", "by": "red", "cell": "a5"},
        {"do": "shrink", "cell": "a5"},
    ]
    told_when_taken = [*taken[:2], {**taken[2], "tile": "loot-1"}]
    assert findings(header(), taken) == [(2, "FLIP-6", "open")]
    assert findings(header(), told_when_taken) == []
    assert observed(header(), told_when_taken, "lost.tiles", "lost.coins") == [["loot-1"], 1]


def _to_stone(piece: str, cell: str, **more: str) -> Body:
    return {"do": "move", "by": piece[:-2], "piece": piece, "to": cell, **more}


def test_the_fourth_stone_is_the_flag_if_three_show_loot_unless_something_else_is_told() -> None:
    tiles = {"b2": "stone-loot-1", "b5": "stone-loot-1"}
    bodies: list[Body] = [
        position({"a": "e3", "b": "e4"}, {"a": "a1"}, tiles=tiles),
        _to_stone("red.a", "e2"),
        _to_stone("red.b", "e5", stone="loot-3"),
    ]

    assert findings(header(), bodies[:2]) == [(2, "STONE-1", "open")]
    assert findings(header(), bodies) == []
    assert observed(header(), bodies, "tiles.e2", "flag") == ["stone-flag", "red.a"]
    other = [*bodies, told("e2", "loot-1")]
    assert findings(header(), other) == [(3, "TILE-3", "broken")]
    assert observed(header(), other, "tiles.e2", "flag", "coins.red") == ["stone-loot-1", "hidden", 5]


def test_a_win_that_is_told_later_stands_at_its_event() -> None:
    bodies: list[Body] = [
        position({"b": "d5"}, {}),
        _to_stone("red.b", "e5"),
        {"do": "shrink", "by": "red", "cell": "a6", "tile": "plain"},
        told("e5", "stone-flag"),
    ]

    assert observed(header(), bodies, "winner", "phase") == ["red", "over"]
    assert findings(header(), bodies) == [(3, "END-1", "broken")]


@pytest.mark.parametrize(
    ("event", "field", "value", "path", "expected"),
    [
        ({"tile": "storm"}, "dir", "n", "explorers.red.a", "d5"),
        ({"tile": "bomb-line-2", "hits": {"red.a": 1}}, "axis", "ns", "explorers.red.a", "boat"),
        ({"tile": "bomb-cross-2"}, "hits.red.a", 1, "explorers.red.a", "boat"),
        ({"tile": "bomb-cross-2"}, "hits", {"red.a": 2}, "explorers.red.a", "boat"),
        ({"tile": "plain"}, "piece", "red.a", "tiles.d3", "plain"),
    ],
)
def test_a_field_that_was_left_out_is_filled_in(event: Body, field: str, value: Any, path: str, expected: Any) -> None:
    start = position({"a": "d4", "b": "f1"})
    bodies = [start, {**FLIP, **event}, {"do": "reveal", "what": f"@2.{field}", "value": value}]

    assert observed(header(), bodies, path) == [expected]
    assert findings(header(), bodies) == []


def test_flag_to_told_later_moves_the_flag() -> None:
    outer = {
        f"{c}{r}": "water" for c in "abcdef" for r in range(1, 7) if (c in "af" or r in (1, 6)) and f"{c}{r}" != "a3"
    }
    bodies: list[Body] = [
        position({"a": "a3"}, {"a": "d4"}, tiles={**outer, "e2": "stone-flag", "b3": "water"}, flag="red.a"),
        {"do": "shrink", "by": "red", "cell": "a3", "tile": "plain"},
        {"do": "reveal", "what": "@2.flagTo", "value": "b4"},
    ]

    assert findings(header(), bodies[:2]) == [(2, "FLAG-1", "open")]
    assert findings(header(), bodies) == []
    assert observed(header(), bodies, "flag") == ["b4"]


def test_a_miner_named_later_closes_sl_mine_2() -> None:
    bodies: list[Body] = [
        position(purple={"a": "c5", "b": "f5"}, coins={"red": 2}),
        {"do": "flip", "by": "red", "cell": "c3", "tile": "bomb-line-4", "axis": "ns"},
        {"do": "miner", "by": "red"},
        {"do": "reveal", "what": "@3.piece", "value": "red.a"},
    ]

    assert findings(reading(Q19="named"), bodies[:3]) == [(3, "MINE-2", "open")]
    assert findings(reading(Q19="named"), bodies) == []


@pytest.mark.parametrize(
    ("what", "value"),
    [("@2.dir", "w"), ("@2.weather", "rain"), ("@2.order", 5), ("@7.tile", "plain"), ("@2.cell", "a1"), ("@2.at", "x")],
)
def test_sl_log_2_what_cannot_be_filled_in_is_a_finding(what: str, value: Any) -> None:
    storm: Body = {"do": "flip", "by": "red", "cell": "d3", "tile": "storm", "dir": "e"}
    bodies = [position({"a": "d4"}), storm, {"do": "reveal", "what": what, "value": value}]

    assert findings(header(), bodies) == [(3, "LOG-2", "broken")]


def test_a_face_of_a_position_is_told_by_its_word_only() -> None:
    bodies = [position(tiles={"d3": "up-?", "b2": "stone-?"}), told("d3", "loot-2"), told("b2", "loot-1")]

    assert observed(header(), bodies, "tiles.d3", "tiles.b2", "loot.d3", "coins.red") == [
        "loot-2",
        "stone-loot-1",
        0,
        1,
    ]
    assert findings(header(), bodies) == []


def test_what_is_told_after_a_second_flip_belongs_to_that() -> None:
    bodies = [position({"a": "d4"}), FLIP, FLIP, told("d3", "plain")]

    assert findings(header(), bodies) == [(2, "FLIP-6", "open"), (3, "FLIP-2", "broken")]


def test_the_live_log_and_a_replay_without_hindsight_follow_what_was_told_so_far() -> None:
    game, table, _, record = timeline(header(), W11)
    session = Session.of(game, table, record.events[:3])
    assert session.state.flag == "hidden"
    judged = session.add(record.events[3])

    assert (session.state.flag, judged.findings) == ("red.b", [])
    assert Session.of(game, table, record.events).state == session.state
    then = play_out(game, table, record.events, hindsight=False)
    assert [step.after.flag for step in then.steps] == ["hidden", "hidden", "hidden", "red.b"]
    whole = play_out(game, table, record.events)
    assert [step.after.flag for step in whole.steps] == ["hidden", "red.b", "red.b", "red.b"]


def test_the_score_says_that_a_win_may_hide_under_a_stone_nobody_noted() -> None:
    game = game_of("lost-island")
    notes = game.score(audit_of(header(), W11[:2]).final).notes

    assert notes == ("It is not known whether somebody has won: nobody noted what e5 showed.",)


def test_a_second_setup_keeps_values_and_forgets_tiles() -> None:
    bodies: list[Body] = [position({"a": "d4"}), FLIP, SETUP, told("d3", "loot-1")]

    assert findings(header(), bodies) == [(2, "FLIP-6", "open"), (3, "SET-9", "broken"), (4, "LOG-2", "open")]
    assert document(header(), bodies)["tiles"]["d3"] == "?"
