"""Stratego Lost Island: corner cases that only odd records reach."""

import pytest

from records.record import of_bodies
from replay.library import game_of, table_of
from replay.session import Session
from tests.games.lost_island.helpers import SETUP, findings, header, observed
from tests.helpers.tools import Body, audit_of


def begun(**document: object) -> Body:
    return {"do": "setup", "position": document}


def test_what_a_reveal_tells_about_an_earlier_event_counts_while_the_game_is_logged() -> None:
    explorers = {"red": {"a": "c3", "b": "a3"}, "purple": {"a": "c4", "b": "f6"}}
    bodies: list[Body] = [
        begun(explorers=explorers, coins={"red": 3}),
        {"do": "spy", "by": "red", "target": "purple.a"},
        {"do": "reveal", "what": "@2.value", "value": 5},
        {"do": "battle", "by": "red", "piece": "red.a", "target": "purple.a", "values": [6, "?"]},
    ]
    head = header(variants=["anytime-power-ups"])
    record = of_bodies(head, bodies)
    game = game_of("lost-island")
    table = table_of(game, record.header)
    live = Session.of(game, table, record.events[:2])
    told = [finding for event in record.events[2:] for finding in live.add(event).findings]

    assert (told, findings(head, bodies)) == ([], [])
    again = Session.of(game, table, record.events)
    for state in (live.state, again.state):
        assert state.where["red.a"] == "c4"
        assert "a" in state.boats["purple"]


def test_sl_tile_3_and_4_a_face_of_a_position_that_is_told_later_counts_too() -> None:
    flag = {"do": "move", "by": "red", "piece": "red.b", "to": "b2", "stone": "flag"}
    told = {"do": "reveal", "what": "tiles.b5", "value": "flag"}
    stones = begun(tiles={"b5": "stone-?"})
    assert (3, "TILE-3", "broken") in findings(header(), [stones, told, flag])
    assert (2, "TILE-3", "broken") in findings(header(), [stones, flag, told])
    assert (2, "TILE-3", "broken") not in findings(header(), [stones, flag])

    loot = {"do": "flip", "by": "red", "cell": "a3", "tile": "loot-3"}
    other = {"do": "reveal", "what": "tiles.d1", "value": "loot-3"}
    tiles = begun(tiles={"d1": "up-?"})
    assert (3, "TILE-4", "broken") in findings(header(kit="demo"), [tiles, other, loot])
    assert (2, "TILE-4", "broken") in findings(header(kit="demo"), [tiles, loot, other])


def test_sl_tile_4_a_tile_that_is_turned_again_is_one_tile() -> None:
    unseen: Body = {"do": "flip", "by": "red", "cell": "a3", "tile": "?"}
    told = {"do": "reveal", "what": "tiles.a3", "value": "loot-3"}

    assert not [entry for entry in findings(header(), [SETUP, unseen, unseen, told]) if entry[1] == "TILE-4"]
    assert not [
        entry
        for entry in findings(header(), [SETUP, unseen, {**unseen, "tile": "loot-3"}, told])
        if entry[1] == "TILE-4"
    ]


def test_the_front_of_a_boat_leaves_it_also_where_it_should_have_been_ashore_already() -> None:
    bodies: list[Body] = [
        {"do": "setup", "boats": {"red": ["a", "e", "f"]}},
        {"do": "reinforce", "by": "red", "to": "a3"},
    ]

    assert observed(header(), bodies, "boats.red", "explorers.red.a") == [["e", "f"], "a3"]


@pytest.mark.parametrize(
    ("setup", "rule"),
    [
        ({"start": {"blue": {"a": "c3"}}}, "SET-4"),
        ({"boats": {"blue": ["a"]}}, "SET-4"),
        ({"values": {"blue": {"a": 3}}}, "SET-4"),
        ({"values": {"red": {"g": 3}}}, "SET-4"),
        ({"seals": {"blue": "s1.x"}}, "SET-4"),
        ({"position": {"rings": {"blue": ["a"]}}}, "SET-7"),
        ({"position": {"values": {"blue": {"a": 3}}}}, "SET-7"),
        ({"position": {"turn": {"seat": "blue"}}}, "SET-7"),
        ({"position": {"tiles": {"h9": "plain"}}}, "SET-7"),
        ({"position": {"seats": ["blue", "red"]}}, "SET-7"),
    ],
)
def test_a_name_that_the_table_does_not_have_is_a_finding(setup: Body, rule: str) -> None:
    assert findings(header(), [{"do": "setup", **setup}]) == [(1, rule, "broken")]


@pytest.mark.parametrize(("what", "value"), [("values.blue.a", 3), ("values.red.g", 3), ("values.red", {"g": 3})])
def test_a_value_of_an_explorer_that_nobody_has_cannot_be_read(what: str, value: object) -> None:
    audited = audit_of(header(), [SETUP, {"do": "reveal", "what": what, "value": value}])

    assert [(item.rule, item.facts["field"]) for item in audited.findings] == [("QM-READ-2", "what")]


def test_an_empty_list_or_map_says_nothing() -> None:
    start = begun(explorers={"red": {"a": "a1"}, "purple": {"a": "f5"}}, tiles={"b1": "water"})
    swim: Body = {"do": "swim", "by": "red", "piece": "red.a", "to": "c1", "via": []}
    bomb: Body = {"do": "flip", "by": "red", "cell": "a2", "tile": "bomb-diagonal-3", "order": [], "hits": {}}

    assert findings(header(), [start, swim]) == []
    assert findings(header(), [start, bomb]) == []
    assert findings(header(), [{"do": "setup", "stones": [], "start": {}, "boats": {}}]) == []


def test_coins_that_an_unnoted_face_may_have_brought_leave_a_payment_open() -> None:
    start = begun(explorers={"red": {"a": "d4"}, "purple": {"a": "d2", "b": "f6"}}, coins={"red": 0, "purple": 0})
    bodies: list[Body] = [
        start,
        {"do": "flip", "by": "red", "cell": "d3"},
        {"do": "shrink", "by": "red", "cell": "a6", "tile": "plain"},
        {"do": "move", "by": "purple", "piece": "purple.a", "to": "d3"},
        {"do": "ring", "by": "purple", "piece": "purple.a"},
    ]

    assert findings(header(), bodies) == [(2, "FLIP-6", "open"), (5, "PAY-1", "open")]
    assert findings(header(), [*bodies, {"do": "reveal", "what": "tiles.d3", "value": "loot-1"}]) == []
    plain = {"do": "reveal", "what": "tiles.d3", "value": "plain"}
    assert findings(header(), [*bodies, plain]) == [(5, "PAY-1", "broken")]


def test_a_finding_of_the_counting_rule_cites_the_rule_of_a_variant_only_where_that_is_played() -> None:
    bodies: list[Body] = [SETUP, {"do": "observe", "facts": {"coins.red": 7}}]
    plain, bonus = (
        {cited.rule for cited in audit_of(header(variants=variants), bodies).findings[0].cites}
        for variants in ([], ["bonus-loot"])
    )

    assert bonus - plain == {"SL-VAR-14"}
