"""Sea or Shore: corners of the rules that only odd records reach."""

from typing import Any

import pytest

from replay.action import Reveal, Ruling
from replay.view import mask
from tests.helpers.tools import Body, final_state, found, timeline

COLOURS = {1: "red", 2: "blue", 3: "green", 4: "purple"}
REST = ["blue-1", "blue-2", "blue-3", "green-1", "green-2", "green-3", "purple-1"]


def header(players: int = 4, **readings: str) -> Body:
    return {
        "quartermaster": 1,
        "game": "sea-or-shore",
        "players": [{"seat": f"p{number}"} for number in range(1, players + 1)],
        "options": {"readings": {f"SS-{question}": answer for question, answer in readings.items()}, "kit": "demo"},
    }


def position(**document: Any) -> Body:
    return {"do": "setup", "position": document}


def rules(head: Body, bodies: list[Body]) -> set[str]:
    return {rule for _, rule, answer in found(head, bodies) if answer == "broken"}


def test_ss_steal_2_a_tie_by_value_may_be_robbed_even_if_printed_numbers_count() -> None:
    decks = {"rb": {"up": "red-4"}, "gp": {"up": "green-1"}}
    start = position(trick=5, additions={"p1": 3}, piles={"p2": ["red-2"]}, decks=decks)
    cards = {"p1": "red-7", "p2": "red-10", "p3": "green-1", "p4": "blue-2"}
    show = {"do": "show", "cards": cards, "add": {"p1": 3}, "steals": {"p1": "p2"}}

    assert "SS-STEAL-2" in rules(header(Q4="printed"), [start, show])
    assert "SS-STEAL-2" in rules(header(), [start, show])
    assert "SS-STEAL-2" not in rules(header(Q3="yes", Q4="printed"), [start, show])


def test_ss_steal_3_an_empty_pile_cannot_be_robbed_whatever_the_thief_played() -> None:
    start = position(trick=5, decks={"rb": {"up": "red-4"}, "gp": {"up": "green-1"}})
    cards = {"p1": "?", "p2": "red-10", "p3": "green-1", "p4": "blue-2"}

    assert "SS-STEAL-3" in rules(header(), [start, {"do": "show", "cards": cards, "steals": {"p1": "p2"}}])


def test_with_three_players_the_treasure_that_was_named_comes_up() -> None:
    game, state = final_state(header(3), [{"do": "setup", "starter": "p1", "treasures": ["?", "red-4"]}])
    assert game.document(state)["decks"]["all"]["up"] == "red-4"


@pytest.mark.parametrize("phase", ["lay", "deal", "over"])
def test_ss_set_7_a_second_setup_begins_anew_whenever_it_comes(phase: str) -> None:
    again = {"do": "setup", "starter": "p3", "treasures": ["red-4", "red-3"], "actions": {"rb": 1, "gp": 1}}
    lines = [position(phase=phase, trick=12), again]

    assert found(header(), lines) == [[2, "SS-SET-7", "broken"]]
    game, state = final_state(header(), lines)
    assert game.document(state) == game.document(final_state(header(), [again])[1])


def test_ss_add_1_nobody_is_blamed_for_adding_nothing() -> None:
    cards = {"p1": "red-7", "p2": "red-10", "p3": "green-1", "p4": "blue-2"}
    show = {"do": "show", "cards": cards, "add": {"p1": 0}}
    assert "SS-ADD-1" not in rules(header(), [position(additions={"p1": -1}), show])


def test_ss_obs_1_a_hand_may_be_revealed_in_any_order() -> None:
    hand = [f"red-{number}" for number in range(1, 13)]
    setup = {"do": "setup", "starter": "p1", "treasures": ["red-4", "green-3"], "hands": {"p1": hand}}

    assert rules(header(), [setup, {"do": "reveal", "what": "@1.hands.p1", "value": hand[::-1]}]) == set()
    other = {"do": "reveal", "what": "@1.hands.p1", "value": [*hand[:-1], "blue-1"]}
    assert rules(header(), [setup, other]) == {"SS-OBS-1"}


def test_ss_pass_3_hindsight_judges_a_pass_after_a_position_too() -> None:
    """Five players with nine cards each; p1 passes the lower of two reds."""
    hands = {f"p{seat}": [f"{colour}-{number}" for number in range(4, 13)] for seat, colour in COLOURS.items()}
    hands["p1"], hands["p5"] = [*hands["p1"][:-1], "red-3"], ["red-1", "red-2", *REST]
    passed = {"p1": "red-4", "p2": "blue-12", "p3": "green-12", "p4": "purple-12", "p5": "red-2"}
    right = {"p1": "p5", "p2": "p1", "p3": "p2", "p4": "p3", "p5": "p4"}
    after = {seat: [card for card in hand if card != passed[seat]] for seat, hand in hands.items()}
    for seat, card in passed.items():
        after[right[seat]].append(card)
    tricks: list[Body] = []
    for number in range(9):
        tricks += [{"do": "show", "cards": {seat: hand[number] for seat, hand in after.items()}}, {"do": "turn"}]
    bodies = [position(phase="pass"), {"do": "pass", "cards": passed}, *tricks]

    assert "SS-PASS-3" in rules(header(5), bodies)


def test_what_a_pending_ruling_orders_tells_nobody_what_they_may_not_know() -> None:
    meant = {"do": "pass", "cards": {"p1": "red-11", "p2": "blue-3"}}
    bodies: list[Body] = [
        {"do": "setup", "starter": "p1", "treasures": ["red-4", "green-3"]},
        {"do": "pass"},
        {"do": "dispute", "about": 2, "claim": "x", "by": "p1"},
        {
            "do": "ruling",
            "by": "Ref",
            "level": "head",
            "dispute": 3,
            "verdict": "upheld",
            "remedy": "amend",
            "takes_effect": "when-final",
            "targets": [2],
            "action": meant,
            "position": {"phase": "lay", "hands": {"p1": ["red-1"]}},
        },
    ]
    game, table, line, _ = timeline({**header(), "officials": [{"name": "Ref", "level": "head"}]}, bodies)
    actions, positions = {}, {}
    for viewer in ("table", "p1", "p3"):
        ruling = mask(game, table, line, viewer)[3].action
        assert isinstance(ruling, Ruling) and ruling.action and ruling.position
        actions[viewer], positions[viewer] = ruling.action, ruling.position
    assert actions["p3"] == {"do": "pass", "cards": {"p1": "?", "p2": "?"}}
    assert positions["table"]["hands"] == {"p1": ["?"]}
    assert actions["p1"]["cards"]["p1"] == "red-11"
    assert positions["p1"]["hands"] == {"p1": ["red-1"]}


def test_what_was_revealed_to_one_seat_stays_hidden_from_the_others() -> None:
    bodies: list[Body] = [
        {"do": "setup", "starter": "p1", "treasures": ["red-4", "green-3"]},
        {"do": "pass"},
        {"do": "reveal", "by": "p1", "what": "@2.cards.p1", "value": "red-9", "to": ["p2"]},
    ]
    game, table, line, _ = timeline(header(), bodies)
    seen = {}
    for viewer in ("table", "p1", "p2", "p3"):
        reveal = mask(game, table, line, viewer)[2].action
        assert isinstance(reveal, Reveal)
        seen[viewer] = reveal.value

    assert seen == {"table": "?", "p1": "red-9", "p2": "red-9", "p3": "?"}


def test_a_correction_that_cannot_be_read_is_kept_back_from_every_seat() -> None:
    bodies: list[Body] = [
        {"do": "setup", "starter": "p1", "treasures": ["red-4", "green-3"]},
        {"do": "pass"},
        {"do": "dispute", "about": 2, "claim": "x", "by": "p1"},
    ]
    ruling: Body = {"do": "ruling", "by": "Ref", "level": "head", "dispute": 3, "verdict": "upheld", "remedy": "amend"}
    head = {**header(), "officials": [{"name": "Ref", "level": "head"}]}
    for unreadable in ({"do": "pass", "cards": 7}, {"by": "p1"}):
        ordered = {**ruling, "takes_effect": "when-final", "targets": [2], "action": unreadable}
        game, table, line, _ = timeline(head, [*bodies, ordered])
        seen = mask(game, table, line, "p2")[3].action
        assert isinstance(seen, Ruling)
        assert seen.action == {}
