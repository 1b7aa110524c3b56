"""Gold Island: what is not known, and what hindsight does about it."""

from typing import Any

from tests.games.gold_island.helpers import act, document, header, moved, position, reveal, settlement
from tests.helpers.tools import Body, audit_of, found, look

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


def test_a_card_leaves_the_hand_as_far_as_that_is_known() -> None:
    def hand(named: list[str], played: str) -> list[str]:
        lines = [{"do": "setup", "hands": {"red": named}}, act("move", card=played)]
        return list(document(*lines)["hands"]["red"])

    assert hand(["ashore-3-poker", "seer-2", "?", "?"], "ashore-3") == ["seer-2", "?", "?"]
    assert hand(["?", "?-5", "seer-2", "?"], "ashore-5") == ["?", "seer-2", "?"]
    assert hand(["seer-2", "?", "seer-4", "?"], "ashore-5") == ["seer-2", "seer-4", "?"]
    assert hand(["seer-2", "seer-4", "pirate-3", "pirate-5"], "ashore-5") == ["?", "?", "?"]
    assert hand(["seer-2", "seer-4", "pirate-3", "pirate-5"], "seer-?") == ["?", "pirate-3", "pirate-5"]
    assert hand(["ashore-4", "ashore-4", "pirate-3", "pirate-5"], "?-4") == ["ashore-4", "pirate-3", "pirate-5"]


def test_an_unseen_robbery_blurs_what_the_victim_has_left() -> None:
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
    at: Body = {"captains": {"red": "pirate-black"}, "field": "pirate-black"}
    lines = [moved(**at, crew={"blue": {"black": 2}}), act("take")]

    assert look(header(), lines, "houses.black") == -1


def test_the_discard_pile_becomes_the_draw_pile_in_the_middle_of_drawing() -> None:
    discards = ["ashore-2", "ashore-3", "ashore-3", "ashore-4", "ashore-4", "ashore-5", "robbery-3", "robbery-light",
                "seer-4", "seer-2", "pirate-3"]  # fmt: skip
    lines = [moved(discard={"red": discards}, hands={"red": ["?"] * 2}, draw={"red": 1}), act("draw")]

    assert look(header(), lines, "draw.red") == 10
    assert look(header(), lines, "discardTop.red") is None


def test_an_unknown_island_gets_an_empty_entry() -> None:
    state = document({"do": "setup"}, act("move", card="ashore-2", path=["isle-1", "tortuga"]))

    assert state["islands"]["tortuga"]["stack"] == []
    assert state["ships"]["red"] == "tortuga"


# --- hindsight -----------------------------------------------------------------------------------------------------


def last_landing(**fields: Any) -> list[Body]:
    """blue's last turn: a landing on isle-1, where red already has a permit."""
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
