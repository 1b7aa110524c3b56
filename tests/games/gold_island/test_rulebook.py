"""Gold Island: the worked examples of its rules page."""

import pytest

from tests.games.gold_island.helpers import SEATS, SETTLED, act, document, header, moved, position, reveal, settlement
from tests.helpers.tools import Body, found, look

# --- worked examples ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "deck"), [(2, 9), (3, 8), (4, 7)])
def test_gi_setup_2_e1_setup_lays_out_what_the_number_of_players_calls_for(players: int, deck: int) -> None:
    state = document({"do": "setup"}, head=header(players))

    assert state["houses"] == dict.fromkeys(("black", "white", "violet", "natural"), players)
    assert state["islandCards"]["deck"] == deck
    for seat in SEATS[:players]:
        assert state["permits"][seat] == {"gained": ["?"], "held": 1, "nest": 5, "volcano": 1}
        assert (len(state["hands"][seat]), state["draw"][seat]) == (4, 12)


def test_the_state_of_the_page_is_the_document_after_setup() -> None:
    none = {"black": 0, "white": 0, "violet": 0, "natural": 0}
    state = document({"do": "setup"}, head=header(kit="box"))

    assert list(state) == [
        "phase", "turn", "captains", "ships", "hands", "draw", "discard", "houses", "crew", "permits", "islandCards",
        "relics", "islands", "end", "result",
    ]  # fmt: skip
    assert state["turn"] == {"seat": "red", "moved": False, "field": None, "used": False, "redrawn": False}
    assert state["islandCards"] == {"deck": 9, "gold": "?", "held": {"red": ["?"], "blue": ["?"]}, "named": []}
    assert state["relics"]["redraw"] == {"at": "volcano", "gold": "?"}
    assert state["islands"]["isle-1"] == {"colour": "?", "chest": "?", "peeked": {}, "stack": [], "pirates": none}
    assert state["islands"]["volcano-upper"] == {"pirates": none}
    assert len(state["islands"]) == 14


def test_firm_lines_of_a_kit_are_in_the_state_and_assumed_ones_are_not() -> None:
    firm, assumed = document({"do": "setup"}), document({"do": "setup"}, head=header(kit="box"))

    assert (firm["islands"]["isle-1"]["colour"], assumed["islands"]["isle-1"]["colour"]) == ("black", "?")
    assert (firm["relics"]["redraw"]["gold"], assumed["relics"]["redraw"]["gold"]) == (3, "?")


def test_gi_move_3_e2_five_points_as_two_and_three() -> None:
    lines = [
        position(captains={"red": "pirate-black"}),
        act("move", card="ashore-5", path=["island-card-1", "lighthouse", "isle-1", "isle-4", "isle-7"]),
    ]

    assert found(header(), lines) == []
    assert look(header(), lines, "captain.red") == "lighthouse"
    assert look(header(), lines, "ship.red") == "isle-7"


@pytest.mark.parametrize(("chest", "paid"), [(6, [6, 5, 4, 3]), (3, [3, 2, 1, 0])])
def test_gi_score_3_e3_coins_behind_the_winner(chest: int, paid: list[int]) -> None:
    stack = [["red", "?"], ["blue", "?"], ["green", "?"], ["yellow", "?"]]
    lines = [
        position(**SETTLED, islands={"isle-5": {"stack": stack}}),
        reveal("permits.isle-5", [4, 7, 4, 2]),
        reveal("chest.isle-5", chest),
    ]
    result = document(*lines, head=header(4))["result"]

    assert result["islands"]["isle-5"]["order"] == ["blue", "red", "green", "yellow"]
    assert [result["islands"]["isle-5"]["pay"][seat] for seat in ("blue", "red", "green", "yellow")] == paid
    assert result["chests"]["blue"] == chest
    assert [result["coins"][seat] for seat in SEATS] == [paid[1], 0, paid[2], paid[3]]


def test_gi_move_9_e4_a_lighthouse_card_brings_the_ship_home() -> None:
    lines = [position(ships={"red": "isle-9"}), act("move", card="robbery-light")]

    assert found(header(), lines) == []
    assert look(header(), lines, "ship.red") == "port"
    assert document(*lines)["turn"]["field"] is None


def test_gi_gamb_2_e5_gambling_with_a_full_crew_or_an_empty_nest() -> None:
    at: Body = {"captains": {"red": "gamble-1"}, "field": "gamble-1"}
    full = [
        moved(**at, crew={"red": {"black": 1, "white": 2}}, permits={"red": {"held": 4}}),
        act("gamble", card="seer-4-poker"),
    ]
    empty = [
        moved(**at, crew={"red": {"black": 1}}, permits={"red": {"held": 6}}),
        act("gamble", card="seer-4-poker", pirate="white"),
    ]
    lost = [moved(**at), act("gamble", card="ashore-4")]

    assert found(header(), full) == found(header(), empty) == found(header(), lost) == []
    assert (look(header(), full, "held.red"), look(header(), full, "crew.red")) == (5, 3)
    assert (look(header(), empty, "held.red"), look(header(), empty, "crew.red")) == (6, 2)
    assert (look(header(), lost, "held.red"), look(header(), lost, "crew.red")) == (1, 0)


def test_gi_rob_1_e6_with_the_deck_empty_a_captain_on_a_card_field_robs_anyone() -> None:
    places: Body = {"captains": {"red": "island-card-2", "blue": "permit-3"}}
    empty = moved(**places, islandCards={"held": {"red": ["?"] * 9, "blue": ["?"] * 2}})
    one_left = moved(**places, islandCards={"held": {"red": ["?"] * 8, "blue": ["?"] * 2}})
    robbery = act("use", card="robbery-3", rob={"blue": 1})

    assert found(header(), [empty, robbery]) == []
    assert found(header(), [one_left, robbery]) == [[2, "GI-ROB-1", "broken"]]


def test_gi_draw_1_e7_the_relic_for_five_cards_counts_at_once() -> None:
    lines = [
        position(ships={"red": "isle-5"}, crew={"red": {"black": 1}}),
        act("move", card="double-robbery-1", path=["volcano-lower"]),
        act("use", card="ashore-4", pirates=["black"], relic="hand-5", gold=2),
        act("draw"),
    ]

    assert found(header(), lines) == []
    assert look(header(), lines, "hand.red") == 5
    assert document(*lines)["relics"]["hand-5"] == {"at": "red", "gold": 2}


def test_gi_end_2_e8_after_the_sixth_permit_everybody_else_has_one_turn() -> None:
    five = {f"isle-{number}": {"stack": [["blue", "?"]]} for number in range(2, 7)}
    lines = [
        moved("blue", ships={"blue": "isle-1"}, crew={"blue": {"black": 1}}, islands=five),
        act("use", "blue", card="ashore-4", pirates=["black"], permit=6),
        act("draw", "blue"),
    ]
    assert look(header(4), lines[:2], "left") == ["green", "yellow", "red"]
    assert look(header(4), lines, "turn") == "green"

    for seat in ("green", "yellow", "red"):
        lines += [act("move", seat, card="monument-light"), act("draw", seat)]
    assert found(header(4), lines) == []
    assert document(*lines, head=header(4))["phase"] == "settle"
    assert look(header(4), lines, "turn") is None


def test_gi_score_6_section_8_the_result_of_the_page() -> None:
    assert document(*settlement("isle-2"))["result"] == {
        "islands": {
            "isle-1": {"chest": 5, "order": ["red"], "pay": {"red": 5}},
            "isle-2": {"chest": 4, "order": ["blue", "red"], "pay": {"blue": 4, "red": 3}},
        },
        "chests": {"red": 5, "blue": 4},
        "coins": {"red": 3, "blue": 3},
        "relic": {"red": 2, "blue": 0},
        "eliminated": [],
        "score": {"red": 10, "blue": 7},
        "winners": ["red"],
    }


def test_gi_score_5_e9_whoever_has_no_permit_on_the_gold_island_is_out() -> None:
    result = document(*settlement("isle-1"))["result"]

    assert result["eliminated"] == ["blue"]
    assert result["score"] == {"red": 13}
    assert result["winners"] == ["red"]
    assert look(header(), settlement("isle-1"), "score.blue") is None
