"""Stratego Lost Island: corner cases that only odd records reach."""

from records.record import of_bodies
from replay.library import game_of, table_of
from replay.session import Session
from tests.games.lost_island.helpers import SETUP, findings, header, observed
from tests.helpers.tools import Body


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
