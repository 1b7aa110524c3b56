"""Gold Island: what the answers to open questions change."""

from typing import Any

import pytest

from replay.games.gold_island import GAME
from tests.games.gold_island.helpers import SEATS, SETTLED, act, document, header, moved, position, reveal, settlement
from tests.helpers.slow import first_ones, many
from tests.helpers.tools import Body, dealt, found, look

# --- readings ------------------------------------------------------------------------------------------------------


def tied(**readings: Any) -> Body:
    """red and blue are tied; both have a four on the gold island, red's lower in the stack."""
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


def stacked(chest: int, values: list[int], **readings: Any) -> Body:
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


def test_gi_q18_the_players_seven_on_the_volcano_may_count() -> None:
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

    for head in (header(Q1="must-not"), header(Q3="victim"), header(Q3="random")):
        assert found(head, lines) == found(header(), lines) == []


READINGS = [(question.id, answer) for question in GAME.questions for answer in question.answers[1:]]


@pytest.mark.parametrize("reading", first_ones(READINGS, quick=10), ids=str)
@pytest.mark.parametrize("players", first_ones([2, 4]))
def test_games_dealt_under_every_reading_have_no_finding(reading: tuple[str, str], players: int) -> None:
    question, answer = reading
    simulated = dealt("gold-island", players, 5, readings={question: answer}, variants=["notes"])

    assert found(simulated.header, simulated.full) == []
    assert [item for item in found(simulated.header, simulated.scribe) if item[2] == "broken"] == []
    assert found(simulated.header, simulated.revealed) == []


@pytest.mark.parametrize("kit", ["box", {"id": "club"}, {"id": "club", "chests": {"values": [5] * 12}}])
def test_a_legal_game_is_never_broken_whatever_the_kit_says(kit: Any) -> None:
    for seed in range(many(2, 5)):
        simulated = dealt("gold-island", 3, seed, kit=kit)

        assert [item for item in found(simulated.header, simulated.full) if item[2] == "broken"] == []
