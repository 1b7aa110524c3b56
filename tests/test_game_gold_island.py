"""Gold Island: the rulebook's examples, the page's worked examples, positions, hindsight, readings and kits."""

import tomllib
from typing import Any

import msgspec
import pytest

from records.errors import Refused
from records.record import of_bodies
from replay.action import body_of
from replay.audit import audit
from replay.game import Frame
from replay.games.gold_island import GAME
from replay.games.gold_island.kit import shipped_kit
from replay.games.gold_island.names import PROPERTIES, read_card
from replay.games.gold_island.suggest import suggest
from replay.library import table_of
from replay.replay import fold, play_out
from tests.tools import Body, audit_of, cases, dealt, final_state, found, look, timeline

SEATS = ("red", "blue", "green", "yellow")


def header(players: int = 2, kit: Any = "demo", variants: list[str] | None = None, **readings: str) -> Body:
    return {
        "quartermaster": 1,
        "game": "gold-island",
        "players": [{"seat": seat} for seat in SEATS[:players]],
        "options": {
            "variants": variants or [],
            "readings": {f"GI-{question}": answer for question, answer in readings.items()},
            "kit": kit,
        },
    }


def position(**document: Any) -> Body:
    return {"do": "setup", "position": document}


def moved(seat: str = "red", field: str | None = None, **document: Any) -> Body:
    """A position in which the seat has moved already."""
    return position(turn={"seat": seat, "moved": True, "field": field}, **document)


def act(do: str, by: str = "red", **fields: Any) -> Body:
    return {"by": by, "do": do, **fields}


def reveal(what: str, value: Any) -> Body:
    return {"do": "reveal", "what": what, "value": value}


def document(*lines: Body, head: Body | None = None) -> Body:
    game, state = final_state(head or header(), list(lines))
    return dict(game.document(state))


SETTLED: Body = {"phase": "settle", "end": {"by": "red", "left": []}}


# --- worked examples ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "deck"), [(2, 9), (3, 8), (4, 7)])
def test_e1_setup_lays_out_what_the_number_of_players_asks_for(players: int, deck: int) -> None:
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


def test_firm_lines_of_a_kit_stand_in_the_state_assumed_ones_do_not() -> None:
    firm, assumed = document({"do": "setup"}), document({"do": "setup"}, head=header(kit="box"))

    assert (firm["islands"]["isle-1"]["colour"], assumed["islands"]["isle-1"]["colour"]) == ("black", "?")
    assert (firm["relics"]["redraw"]["gold"], assumed["relics"]["redraw"]["gold"]) == (3, "?")


def test_e2_five_points_as_two_and_three() -> None:
    lines = [
        position(captains={"red": "pirate-black"}),
        act("move", card="ashore-5", path=["island-card-1", "lighthouse", "isle-1", "isle-4", "isle-7"]),
    ]

    assert found(header(), lines) == []
    assert look(header(), lines, "captain.red") == "lighthouse"
    assert look(header(), lines, "ship.red") == "isle-7"


@pytest.mark.parametrize(("chest", "paid"), [(6, [6, 5, 4, 3]), (3, [3, 2, 1, 0])])
def test_e3_coins_behind_the_winner(chest: int, paid: list[int]) -> None:
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


def test_e4_a_lighthouse_card_brings_the_ship_home() -> None:
    lines = [position(ships={"red": "isle-9"}), act("move", card="robbery-light")]

    assert found(header(), lines) == []
    assert look(header(), lines, "ship.red") == "port"
    assert document(*lines)["turn"]["field"] is None


def test_e5_gambling_with_a_full_crew_or_an_empty_nest() -> None:
    at = {"captains": {"red": "gamble-1"}, "field": "gamble-1"}
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


def test_e6_with_the_deck_empty_a_captain_on_a_card_field_robs_anyone() -> None:
    places = {"captains": {"red": "island-card-2", "blue": "permit-3"}}
    empty = moved(**places, islandCards={"held": {"red": ["?"] * 9, "blue": ["?"] * 2}})
    one_left = moved(**places, islandCards={"held": {"red": ["?"] * 8, "blue": ["?"] * 2}})
    robbery = act("use", card="robbery-3", rob={"blue": 1})

    assert found(header(), [empty, robbery]) == []
    assert found(header(), [one_left, robbery]) == [[2, "GI-ROB-1", "broken"]]


def test_e7_the_relic_for_five_cards_counts_at_once() -> None:
    lines = [
        position(ships={"red": "isle-5"}, crew={"red": {"black": 1}}),
        act("move", card="double-robbery-1", path=["volcano-lower"]),
        act("use", card="ashore-4", pirates=["black"], relic="hand-5", gold=2),
        act("draw"),
    ]

    assert found(header(), lines) == []
    assert look(header(), lines, "hand.red") == 5
    assert document(*lines)["relics"]["hand-5"] == {"at": "red", "gold": 2}


def test_e8_after_the_sixth_permit_everybody_else_has_one_turn() -> None:
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


def settlement(gold: str) -> list[Body]:
    islands = {"isle-1": {"stack": [["red", "?"]]}, "isle-2": {"stack": [["blue", "?"], ["red", "?"]]}}
    return [
        position(**SETTLED, islands=islands, relics={"hand-5": {"at": "red"}}),
        reveal("chest.isle-1", 5),
        reveal("permits.isle-2", [6, 3]),
        reveal("chest.isle-2", 4),
        reveal("gold", gold),
    ]


def test_section_8_the_result_of_the_page() -> None:
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


def test_e9_whoever_has_no_permit_on_the_gold_island_is_out() -> None:
    result = document(*settlement("isle-1"))["result"]

    assert result["eliminated"] == ["blue"]
    assert result["score"] == {"red": 13}
    assert result["winners"] == ["red"]
    assert look(header(), settlement("isle-1"), "score.blue") is None


# --- what is known and what is not ---------------------------------------------------------------------------------


def test_sums_with_an_unknown_part_are_unknown() -> None:
    result = document(*settlement("isle-2")[:3])["result"]

    assert result["islands"]["isle-2"] == {"chest": "?", "order": ["blue", "red"], "pay": {"blue": "?", "red": "?"}}
    assert result["chests"] == {"red": 5, "blue": "?"}
    assert result["coins"] == {"red": "?", "blue": 0}
    assert result["score"] == result["winners"] == result["eliminated"] == "?"


def test_a_stack_with_an_unseen_permit_has_no_order() -> None:
    lines = [*settlement("isle-2")[:2], reveal("permits.isle-2", [6, "?"]), *settlement("isle-2")[3:]]
    result = document(*lines)["result"]

    assert result["islands"]["isle-2"] == {"chest": 4, "order": "?", "pay": "?"}
    assert result["chests"] == {"red": "?", "blue": "?"}
    assert result["winners"] == "?"


def test_a_card_leaves_the_hand_as_far_as_one_can_tell() -> None:
    def hand(named: list[str], played: str) -> list[str]:
        lines = [{"do": "setup", "hands": {"red": named}}, act("move", card=played)]
        return list(document(*lines)["hands"]["red"])

    assert hand(["ashore-3-poker", "seer-2", "?", "?"], "ashore-3") == ["seer-2", "?", "?"]
    assert hand(["?", "?-5", "seer-2", "?"], "ashore-5") == ["?", "seer-2", "?"]
    assert hand(["seer-2", "?", "seer-4", "?"], "ashore-5") == ["seer-2", "seer-4", "?"]
    assert hand(["seer-2", "seer-4", "pirate-3", "pirate-5"], "ashore-5") == ["?", "?", "?"]
    assert hand(["seer-2", "seer-4", "pirate-3", "pirate-5"], "seer-?") == ["?", "pirate-3", "pirate-5"]
    assert hand(["ashore-4", "ashore-4", "pirate-3", "pirate-5"], "?-4") == ["ashore-4", "pirate-3", "pirate-5"]


def test_a_robbery_unseen_blurs_what_the_victim_has_left() -> None:
    def after(held: list[str], rob: Any) -> tuple[list[str], list[str]]:
        lines = [moved(islandCards={"held": {"blue": held}}), act("use", card="double-robbery-1", rob={"blue": rob})]
        cards = document(*lines)["islandCards"]["held"]
        return cards["blue"], cards["red"]

    assert after(["isle-3", "isle-4"], 1) == (["?"], ["?", "?"])
    assert after(["isle-3", "isle-4"], 2) == ([], ["?", "isle-3", "isle-4"])
    assert after(["isle-3", "isle-4"], ["isle-4"]) == (["isle-3"], ["?", "isle-4"])
    assert after(["isle-3", "?"], ["isle-5", "?"]) == ([], ["?", "isle-5", "isle-3"])
    assert after([], 1) == ([], ["?", "?"])


def test_pirates_of_unseen_colour_are_counted_apart_and_in_every_total() -> None:
    lines = [moved(captains={"red": "pirate-black"}, field="pirate-black"), act("take", pirate="?")]
    state = document(*lines)

    assert state["crew"]["red"] == {"black": 0, "white": 0, "violet": 0, "natural": 0, "?": 1}
    assert state["houses"]["?"] == -1
    assert look(header(), lines, "crew.red") == 1


def test_counters_are_never_clamped() -> None:
    at = {"captains": {"red": "pirate-black"}, "field": "pirate-black"}
    lines = [moved(**at, crew={"blue": {"black": 2}}), act("take")]

    assert look(header(), lines, "houses.black") == -1


def test_the_discard_pile_becomes_the_draw_pile_in_the_middle_of_drawing() -> None:
    discards = ["ashore-2", "ashore-3", "ashore-3", "ashore-4", "ashore-4", "ashore-5", "robbery-3", "robbery-light",
                "seer-4", "seer-2", "pirate-3"]  # fmt: skip
    lines = [moved(discard={"red": discards}, hands={"red": ["?"] * 2}, draw={"red": 1}), act("draw")]

    assert look(header(), lines, "draw.red") == 10
    assert look(header(), lines, "discardTop.red") is None


def test_a_strange_island_gets_an_empty_entry() -> None:
    state = document({"do": "setup"}, act("move", card="ashore-2", path=["isle-1", "tortuga"]))

    assert state["islands"]["tortuga"]["stack"] == []
    assert state["ships"]["red"] == "tortuga"


# --- hindsight -----------------------------------------------------------------------------------------------------


def last_landing(**fields: Any) -> list[Body]:
    """blue's last turn: a landing on isle-1, where red has a permit already."""
    start = position(
        turn={"seat": "blue", "moved": True},
        end={"by": "red", "left": ["blue"]},
        ships={"blue": "isle-1"},
        crew={"blue": {"black": 1}},
        islands={"isle-1": {"stack": [["red", "?"]]}, "isle-2": {"stack": [["blue", 5]]}},
    )
    landing = act("use", "blue", card="ashore-4", pirates=["black"], **fields)
    return [start, landing, act("draw", "blue")]


def test_gi_permit_2_only_the_end_shows_that_a_value_was_placed_twice() -> None:
    lines = [*last_landing(), reveal("permits.isle-1", [3, 5])]

    assert found(header(), lines, forward=True) == [[2, "GI-PERMIT-3", "open"]]
    audited = audit_of(header(), lines)
    assert [(item.seq, item.rule, item.answer) for item in audited.findings] == [(2, "GI-PERMIT-2", "broken")]
    assert audited.findings[0].opened_by == 4


def test_gi_permit_3_counts_permits_that_nobody_saw() -> None:
    hidden = [*last_landing(), reveal("permits.isle-1", [3, 6])]
    known = [
        {**hidden[0], "position": {**hidden[0]["position"], "permits": {"blue": {"gained": [5, 4]}}}},
        *hidden[1:],
    ]

    assert found(header(), hidden) == []
    assert found(header(), known) == [[2, "GI-PERMIT-3", "broken"]]


def test_gi_permit_4_a_permit_counts_as_what_was_turned_up() -> None:
    lines = [*last_landing(permit=4), reveal("permits.isle-1", [3, 6])]

    assert found(header(), lines) == [[2, "GI-PERMIT-4", "broken"]]
    assert document(*lines)["islands"]["isle-1"]["stack"] == [["red", 3], ["blue", 6]]


def test_gi_seer_2_is_closed_by_the_chest() -> None:
    lines = [
        position(turn={"seat": "blue", "moved": True}, end={"by": "red", "left": ["blue"]}),
        act("use", "blue", card="seer-2", island="isle-8", value=5),
        act("draw", "blue"),
        reveal("chest.isle-8", 6),
    ]
    audited = audit_of(header(), lines)

    assert [(item.rule, item.answer, item.closed_by) for item in audited.findings] == [("GI-SEER-2", "broken", 4)]
    assert found(header(), lines[:3]) == [[2, "GI-SEER-2", "open"]]


def test_a_reveal_names_one_card_of_a_robbery_logged_as_a_number() -> None:
    lines = [
        moved(islandCards={"held": {"blue": ["?", "?"]}}),
        act("use", card="double-robbery-1", rob={"blue": 2}),
        reveal("@2.rob.blue.1", "isle-4"),
    ]

    assert document(*lines)["islandCards"]["held"]["red"] == ["?", "isle-4", "?"]


def test_a_reveal_fills_the_blanks_of_a_list_and_may_not_change_the_rest() -> None:
    start = moved(islandCards={"held": {"blue": ["?", "?"]}})
    robbery = act("use", card="double-robbery-1", rob={"blue": ["isle-3", "?"]})
    agreeing = [start, robbery, reveal("@2.rob.blue", ["isle-3", "isle-4"])]
    contrary = [start, robbery, reveal("@2.rob.blue", ["isle-5", "isle-4"])]

    assert found(header(), agreeing) == []
    assert document(*agreeing)["islandCards"]["held"]["red"] == ["?", "isle-3", "isle-4"]
    assert found(header(), contrary) == [[3, "GI-OBS-1", "broken"]]
    assert document(*contrary)["islandCards"]["held"]["red"] == ["?", "isle-3", "?"]


# --- readings ------------------------------------------------------------------------------------------------------


def tied(**readings: str) -> Body:
    """red and blue level; both have a four on the gold island, red's lies lower."""
    islands = {
        "isle-1": {"stack": [["red", "?"], ["blue", "?"]]},
        "isle-2": {"stack": [["blue", "?"]]},
        "isle-3": {"stack": [["red", "?"]]},
    }
    lines = [
        position(**SETTLED, islands=islands),
        reveal("chest.isle-2", 7),
        reveal("chest.isle-3", 3),
        reveal("permits.isle-1", [4, 4]),
        reveal("chest.isle-1", 3),
        reveal("gold", "isle-1"),
    ]
    return dict(document(*lines, head=header(**readings))["result"])


def test_gi_q23_equal_sums_and_equal_permits() -> None:
    assert tied()["score"] == {"red": 9, "blue": 9}
    assert tied()["winners"] == ["red", "blue"]
    assert tied(Q23="lowest-placed")["winners"] == ["red"]


def test_gi_score_6_a_tie_goes_to_the_higher_permit_on_the_gold_island() -> None:
    islands = {"isle-1": {"stack": [["red", 2], ["blue", 6]]}, "isle-3": {"stack": [["red", "?"]]}}
    lines = [
        position(**SETTLED, islands=islands),
        reveal("chest.isle-3", 4),
        reveal("permits.isle-1", [2, 6]),
        reveal("chest.isle-1", 3),
        reveal("gold", "isle-1"),
    ]
    result = document(*lines)["result"]

    assert result["score"] == {"red": 6, "blue": 6}
    assert result["winners"] == ["blue"]


def stacked(chest: int, values: list[int], **readings: str) -> Body:
    stack = [[seat, "?"] for seat in SEATS]
    lines = [
        position(**SETTLED, islands={"isle-5": {"stack": stack}}),
        reveal("permits.isle-5", values),
        reveal("chest.isle-5", chest),
    ]
    return dict(document(*lines, head=header(4, kit={"id": "club"}, **readings))["result"]["coins"])


def test_gi_q20_a_chest_smaller_than_the_rank() -> None:
    assert stacked(2, [7, 6, 5, 4]) == {"red": 0, "blue": 1, "green": 0, "yellow": 0}
    assert stacked(2, [7, 6, 5, 4], Q20="one") == {"red": 0, "blue": 1, "green": 1, "yellow": 1}


def test_gi_q21_equal_permits_behind_the_winner() -> None:
    assert stacked(6, [7, 5, 5, 4]) == {"red": 0, "blue": 5, "green": 4, "yellow": 3}
    assert stacked(6, [7, 5, 5, 4], Q21="both-lower") == {"red": 0, "blue": 4, "green": 4, "yellow": 3}


def test_gi_q19_the_coins_run_out_in_the_order_turned_up() -> None:
    islands = {f"isle-{number}": {"stack": [["red", 7], ["blue", 6]]} for number in range(1, 4)}
    lines = [position(**SETTLED, islands=islands), *(reveal(f"chest.isle-{number}", 21) for number in (3, 1, 2))]
    head = header(kit={"id": "club"}, Q19="stock")
    pay = document(*lines, head=head)["result"]["islands"]

    assert [pay[f"isle-{number}"]["pay"]["blue"] for number in (3, 1, 2)] == [20, 20, 4]


def test_gi_q22_nobody_on_the_gold_island() -> None:
    lines = [*settlement("isle-12")]

    assert document(*lines)["result"]["eliminated"] == ["red", "blue"]
    assert document(*lines)["result"]["winners"] == []
    assert document(*lines, head=header(Q22="highest-sum"))["result"]["winners"] == ["red"]


def test_gi_q18_the_own_seven_on_the_volcano_may_count() -> None:
    four = {f"isle-{number}": {"stack": [["red", "?"]]} for number in range(2, 6)}
    lines = [
        moved(ships={"red": "isle-1"}, crew={"red": {"black": 1}}, islands=four),
        act("use", card="ashore-4", pirates=["black"], permit=6),
    ]

    assert document(*lines)["end"] is None
    assert document(*lines, head=header(Q18="with-seven"))["end"] == {"by": "red", "left": ["blue"]}


def test_gi_q12_the_pile_may_be_shuffled_at_once() -> None:
    lines = [moved(discard={"red": ["seer-2"] * 12}, hands={"red": ["?"] * 3}, draw={"red": 1}), act("draw")]

    assert look(header(), lines, "draw.red") == 0
    assert look(header(Q12="at-once"), lines, "draw.red") == 12


def test_gi_q1_and_q3_change_no_answer() -> None:
    lines = [moved(), act("use", card="robbery-3", rob={"blue": 1})]

    for readings in ({"Q1": "must-not"}, {"Q3": "victim"}, {"Q3": "random"}):
        assert found(header(**readings), lines) == found(header(), lines) == []


READINGS = [(question.id, answer) for question in GAME.questions for answer in question.answers[1:]]


@pytest.mark.parametrize(("question", "answer"), READINGS, ids=[f"{one}-{other}" for one, other in READINGS])
def test_games_dealt_under_every_reading_have_no_finding(question: str, answer: str) -> None:
    for players in (2, 4):
        simulated = dealt("gold-island", players, 5, readings={question: answer}, variants=["notes"])

        assert found(simulated.header, simulated.full) == []
        assert [item for item in found(simulated.header, simulated.scribe) if item[2] == "broken"] == []
        assert found(simulated.header, simulated.revealed) == []


@pytest.mark.parametrize("kit", ["box", {"id": "club"}, {"id": "club", "chests": {"values": [5] * 12}}])
def test_a_legal_game_is_never_broken_whatever_the_kit_says(kit: Any) -> None:
    for seed in range(5):
        simulated = dealt("gold-island", 3, seed, kit=kit)

        assert [item for item in found(simulated.header, simulated.full) if item[2] == "broken"] == []


# --- kits ----------------------------------------------------------------------------------------------------------


def test_the_reason_of_an_open_answer_stands_in_its_facts() -> None:
    step = act("move", card="ashore-2", path=["island-card-1", "permit-1"])
    by_kit = audit_of(header(kit="box"), [{"do": "setup"}, step]).findings
    hidden = audit_of(header(), [{"do": "setup"}, act("move", card="ashore-?", path=["isle-1"])]).findings
    log = audit_of(header(), [{"do": "setup"}, act("move", card="ashore-3")]).findings

    assert [item.facts["reason"] for item in (*by_kit, *hidden, *log)] == ["kit", "hidden", "log"]


@pytest.mark.parametrize(
    ("kit", "message"),
    [
        ({"chests": {"values": [3, 4]}}, "2 chests"),
        ({"sea": {"islands": [{"id": "isle-1", "pirate": "black"}]}}, "1 islands"),
        ({"sea": {"lines": [["port", "tortuga"]]}}, "no 'tortuga'"),
        ({"nest": {"ring": ["lighthouse", "tavern"]}}, "'tavern'"),
        ({"relics": {"cards": [{"id": "hand-5", "gold": 2}]}}, "relics.cards"),
        ({"pirate_cards": {"cards": [{"property": "seer", "move": 2, "copies": 16}]}}, "0 ashore"),
        ({"coins": {"ones": 18}}, "coins.ones"),
        ({"game": "loot-island"}, "loot-island"),
        ({"nest": {"ring": "round"}}, "ill-formed"),
    ],
)
def test_a_kit_that_contradicts_the_box_or_itself_is_refused(kit: Body, message: str) -> None:
    with pytest.raises(Refused, match=message):
        GAME.read_kit({"id": "club", **kit}, 2)


def test_the_kit_to_fill_in_is_a_kit_and_is_drawn() -> None:
    assert GAME.kit_template is not None and GAME.check_kit is not None and GAME.draw_kit is not None
    raw = tomllib.loads(GAME.kit_template())
    drawn = GAME.draw_kit(raw)

    assert GAME.check_kit(raw) == []
    assert GAME.read_kit(raw, 2).cards == GAME.read_kit("box", 2).cards
    assert any("isle-1 black ──" in line for line in drawn)
    assert any("still a guess: nest, sea" in line for line in drawn)


def test_a_slip_in_a_kit_is_seen() -> None:
    assert GAME.check_kit is not None and GAME.draw_kit is not None
    raw = shipped_kit("demo")
    raw["sea"]["lines"] = [line for line in raw["sea"]["lines"] if "isle-3" not in line]
    raw["nest"]["ring"] = raw["nest"]["ring"][:-2]
    drawn = GAME.draw_kit(raw)

    assert "look again: no line leads to isle-3" in drawn
    assert "look again: the ring has 11 fields; 12 or 13 were expected" in drawn
    assert "look again: no field gives pirate-natural" in drawn
    assert GAME.check_kit({**raw, "chest": {}}) == [
        "there is no table [chest]; they are nest, sea, pirate_cards, chests, relics"
    ]


def test_the_box_has_the_published_numbers_of_properties() -> None:
    deck = GAME.read_kit("box", 2).deck
    kinds = [card.property for name in deck if (card := read_card(name)) is not None]

    assert {kind: kinds.count(kind) for kind in PROPERTIES} == PROPERTIES


def test_a_board_with_too_many_ways_leaves_the_end_of_a_movement_open() -> None:
    islands = [f"isle-{number}" for number in range(1, 13)]
    lines = [[one, other] for place, one in enumerate(islands) for other in islands[place + 1 :]]
    kit = {"id": "maze", "nest": {"ring": shipped_kit("demo")["nest"]["ring"]}, "sea": {"lines": lines}}
    moves = [position(ships={"red": "isle-1"}), act("move", card="ashore-7", to="volcano-upper")]
    findings = audit_of(header(kit=kit), moves).findings

    assert [(item.rule, item.answer, item.facts["reason"]) for item in findings] == [("GI-MOVE-3", "open", "kit")]


# --- what a player sees, and what he may do --------------------------------------------------------------------------


def shown(viewer: str, variants: list[str]) -> str:
    lines = [
        moved(islandCards={"held": {"blue": ["isle-3"]}}),
        act("use", card="seer-2", island="isle-8", value=5),
        act("draw"),
    ]
    record = of_bodies(header(variants=variants), lines)
    replay = play_out(GAME, table_of(GAME, record.header), record.events, viewer=viewer)
    return "\n".join(GAME.render(Frame(replay.state_at(), None, 100, viewer)))


def test_a_player_has_to_remember_what_he_saw_unless_the_table_keeps_notes() -> None:
    assert "R:5" not in shown("red", [])
    assert "R:5" in shown("red", ["notes"])
    assert "R:5" not in shown("blue", ["notes"])
    assert "isle-3 ·" in shown("blue", []) and "isle-3 ·" not in shown("red", [])


@pytest.mark.parametrize("width", [80, 100])
def test_the_table_keeps_within_its_width(width: int) -> None:
    for players in (2, 3, 4):
        simulated = dealt("gold-island", players, 2)
        game, table, line, _ = timeline(simulated.header, simulated.full)
        for step in fold(game, table, line):
            assert max(map(len, game.render(Frame(step.after, step.before, width)))) <= width


def test_every_suggested_action_breaks_no_rule() -> None:
    simulated = dealt("gold-island", 3, 8)
    bodies = simulated.full
    for size in range(1, len(bodies), 7):
        _, state = final_state(simulated.header, bodies[:size])
        for action in suggest(state)[:12]:
            lines = [*bodies[:size], body_of(action)]
            assert [item for item in found(simulated.header, lines) if item[2] == "broken"] == [], action


def test_rules_that_an_event_gives_nothing_to_judge_would_be_silent_anyway() -> None:
    """The gate only saves time: with every rule asked, the audit finds the same."""
    open_gate = msgspec.structs.replace(GAME, gate=None)
    records = [(case.record[0], case.record[1:]) for case in cases("gold-island")]
    for players in (2, 4):
        simulated = dealt("gold-island", players, 4)
        records += [(simulated.header, simulated.full), (simulated.header, simulated.scribe)]

    for head, bodies in records:
        _, table, line, _ = timeline(head, bodies)
        assert audit(GAME, table, line).findings == audit(open_gate, table, line).findings


def test_eleven_cards_seen_name_the_gold_island() -> None:
    held = {"red": [f"isle-{number}" for number in range(1, 7)], "blue": [f"isle-{number}" for number in range(7, 12)]}
    _, table, line, _ = timeline(header(), [position(islandCards={"held": held})])
    assert GAME.knowledge is not None

    assert GAME.knowledge(table, line, None)["gold"] == "isle-12"
    assert GAME.knowledge(table, line, "red")["possible"] == [f"isle-{number}" for number in range(7, 13)]


def test_a_victim_knows_the_card_that_was_stolen_from_him() -> None:
    lines = [
        moved(islandCards={"held": {"blue": ["isle-3"]}}, permits={"blue": {"gained": [4]}}),
        act("use", card="robbery-3", rob={"blue": ["isle-3"]}),
    ]
    _, table, line, _ = timeline(header(3), lines)
    assert GAME.knowledge is not None

    assert GAME.knowledge(table, line, "red")["excluded"] == ["isle-3"]
    assert GAME.knowledge(table, line, "blue")["excluded"] == ["isle-3"]
    assert GAME.knowledge(table, line, "green")["excluded"] == []
    assert GAME.knowledge(table, line, None)["permits"]["blue"] == [1, 2, 3, 5, 6]
    assert GAME.knowledge(table, line, "red")["permits"]["blue"] == [1, 2, 3, 4, 5, 6]


def test_sealed_values_are_judged_as_unseen() -> None:
    sealed = {"seal": "b64"}
    lines = [
        {"do": "setup", "hands": {"red": sealed, "blue": [sealed] * 4}, "permits": {"red": sealed}, "gold": sealed,
         "islandCards": {"red": sealed, "blue": sealed}, "chests": {"isle-1": sealed}, "first": "red"},
        act("move", card="ashore-3", path=["island-card-1", "pirate-black", "permit-1"]),
        act("take", permit=sealed),
        act("use", card="seer-2", island="isle-8", value=sealed),
        act("draw", cards=[sealed, sealed]),
        act("move", "blue", card="ashore-3", path=["island-card-1", "pirate-black", "permit-1"]),
        act("use", "blue", card="robbery-3", rob={"red": sealed}),
        act("draw", "blue", cards=sealed),
        {"do": "reveal", "what": "@3.permit", "value": 5, "seal": "b64", "salt": "b64"},
    ]  # fmt: skip
    state = document(*lines)

    assert found(header(), lines) == []
    assert state["hands"] == {"red": ["?"] * 4, "blue": ["?"] * 4}
    assert state["permits"]["red"]["gained"] == ["?", 5]
    assert state["islandCards"]["held"] == {"red": [], "blue": ["?", "?"]}


@pytest.mark.parametrize(
    ("line", "field"),
    [
        (act("move", "purple", card="ashore-3"), "by"),
        (act("move", card="ashore"), "card"),
        (act("move", card="ashore-3", path=["?"]), "path"),
        (act("take", pirate="pink"), "pirate"),
        (act("take", permit="five"), "permit"),
        (act("use", card="ashore-3", relic="compass"), "relic"),
        (act("use", card="robbery-3", rob={"blue": -1}), "rob.blue"),
        (act("use", card="?", **{"as": "flying"}), "as"),
        (act("draw", count=-2), "count"),
        (reveal("treasure.isle-1", 3), "what"),
        (reveal("hand.purple", []), "what"),
        (reveal("permits.isle-1", 3), "value"),
        (position(hands={"red": ["joker"]}), "position.hands.red"),
        (position(crew={"red": {"pink": 1}}), "position.crew.red"),
    ],
)
def test_what_cannot_be_read_is_named_by_its_field(line: Body, field: str) -> None:
    findings = audit_of(header(), [{"do": "setup"}, line]).findings

    assert [item.rule for item in findings] == ["QM-READ-2"]
    assert findings[0].facts["field"] == field


@pytest.mark.parametrize("kit", ["box", {"id": "club"}, "demo"])
def test_the_table_is_drawn_whatever_the_kit_says_and_whatever_the_islands_are_called(kit: Any) -> None:
    names = ["tortuga", "nassau", "roatan", "saba", "nevis", "aruba", "bonaire", "curacao", "utila", "jamaica", "cuba"]
    for islands in (None, [*names, "cozumel"]):
        lines = [{"do": "setup", "islands": islands}, act("move", card="ashore-2", path=["madagascar"])]
        game, state = final_state(header(4, kit=kit), lines)
        drawn = game.render(Frame(state, None, 80))

        assert max(map(len, drawn)) <= 80
        assert any("madagascar <R>" in line for line in drawn)
        assert any((islands or ["isle-1"])[0] in line for line in drawn)


def test_of_a_position_a_player_sees_what_lies_open_and_what_is_his() -> None:
    lines = [
        position(
            hands={"red": ["ashore-5", "seer-2"], "blue": ["pirate-5", "pirate-3"]},
            permits={"red": {"held": 1, "gained": [3, 4]}},
            islandCards={
                "held": {"red": ["isle-1"], "blue": ["isle-2"]},
                "named": ["isle-1", "isle-2"],
                "gold": "isle-9",
            },
            islands={"isle-5": {"stack": [["red", 3]], "chest": 6, "peeked": {"red": 6, "blue": 5}}},
            result={"winners": ["red"]},
        )
    ]
    record = of_bodies(header(), lines)
    replay = play_out(GAME, table_of(GAME, record.header), record.events, viewer="blue")
    state = GAME.document(replay.state_at())

    assert state["hands"] == {"red": ["?", "?"], "blue": ["pirate-5", "pirate-3"]}
    assert state["permits"]["red"]["gained"] == ["?", "?"]
    assert state["islandCards"] == {
        "deck": 9,
        "gold": "?",
        "held": {"red": ["?"], "blue": ["isle-2"]},
        "named": ["isle-2"],
    }
    assert state["islands"]["isle-5"]["stack"] == [["red", "?"]]
    assert state["islands"]["isle-5"]["chest"] == "?"
    assert state["islands"]["isle-5"]["peeked"] == {"red": "?", "blue": 5}
