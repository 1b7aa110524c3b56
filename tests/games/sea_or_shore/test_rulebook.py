"""Sea or Shore: the rulebook's examples, readings, positions, and what hindsight closes."""

from typing import Any

import pytest

from replay.games.sea_or_shore.trick import value_of
from replay.games.sea_or_shore.words import CARDS
from replay.library import game_of
from tests.helpers.tools import Body, audit_of, dealt, final_state, found, look

GAME = game_of("sea-or-shore")


def header(players: int, kit: str = "demo", **readings: str) -> Body:
    return {
        "quartermaster": 1,
        "game": "sea-or-shore",
        "players": [{"seat": f"p{number}"} for number in range(1, players + 1)],
        "options": {
            "variants": [],
            "readings": {f"SS-{name}": answer for name, answer in readings.items()},
            "kit": kit,
        },
    }


def position(**facts: Any) -> Body:
    return {"do": "setup", "position": {"decks": {"rb": {"up": "red-4"}, "gp": {"up": "green-1"}}, **facts}}


def show(*cards: str, **fields: Any) -> Body:
    return {"do": "show", "cards": {f"p{number}": card for number, card in enumerate(cards, 1)}, **fields}


# --- the rulebook's own examples


def test_w1_a_blue_seven_with_three_additions_counts_ten() -> None:
    assert value_of("blue-7", 3) == 10


def test_w2_eric_steals_stephanies_red_treasure_and_both_face_up_ones_go_under() -> None:
    """Eric p1, Niels p2, Stephanie p3 play red; Marlou p4 plays green; red and purple are face up."""
    decks = {"rb": {"up": "red-2"}, "gp": {"up": "purple-3"}}
    start = {"do": "setup", "position": {"decks": decks, "piles": {"p3": ["red-4"]}}}
    unveiled = show("red-9", "red-3", "red-7", "green-5", steals={"p1": "p3"})
    lines = [start, unveiled]

    assert found(header(4), lines) == []
    assert look(header(4), lines, "piles.p1") == ["red-4"]
    assert look(header(4), lines, "piles.p3.count") == 0
    assert look(header(4), lines, "additions.p2") == 3
    assert look(header(4), lines, "pending") == ["p4"]
    assert look(header(4), lines, "decks.rb.up") == "red-2"

    ended = [
        *lines,
        {"do": "act", "by": "p4", "action": 3, "deck": "gp"},
        {"do": "turn", "treasures": ["blue-1", "green-2"]},
    ]
    assert found(header(4), ended) == []
    _, state = final_state(header(4), ended)
    assert state.decks["rb"].down[-1] == "red-2"
    assert state.decks["gp"].down[-1] == "purple-3"


def test_w3_ss_win_14_with_three_players_two_colours_without_a_treasure_count_as_one() -> None:
    lines = [{"do": "setup", "position": {"decks": {"all": {"up": "red-5"}}}}, show("red-4", "purple-7", "green-9")]

    assert found(header(3), lines) == []
    assert look(header(3), lines, "piles.p1") == ["red-5"]
    assert look(header(3), lines, "pending") == ["p3"]
    assert look(header(3), lines, "additions.p2") == 2


def test_w4_ss_win_13_a_tie_goes_to_the_player_closer_to_the_start() -> None:
    lines = [position(starter="p2", additions={"p3": 3}), show("red-10", "green-9", "red-7", "purple-2", add={"p3": 3})]

    assert look(header(4), lines, "piles.p3") == ["red-4"]
    assert look(header(4), lines, "additions.p1") == 2


# --- readings


@pytest.mark.parametrize(("reading", "earner"), [("near", "p2"), ("far", "p3")])
def test_ss_q9_who_earns_when_two_losers_tie(reading: str, earner: str) -> None:
    lines = [position(additions={"p3": 1}), show("red-9", "red-4", "red-3", "purple-2", add={"p3": 1})]

    assert look(header(4, Q9=reading), lines, f"additions.{earner}") == 3


@pytest.mark.parametrize(("reading", "earned"), [("rest", 1), ("none", 0)])
def test_ss_q10_a_short_supply(reading: str, earned: int) -> None:
    assert (
        look(
            header(4, Q10=reading), [position(supply=1), show("red-9", "red-4", "green-3", "purple-2")], "additions.p2"
        )
        == earned
    )


@pytest.mark.parametrize(("reading", "held"), [("returned", 0), ("kept", 5)])
def test_ss_q11_additions_between_the_rounds(reading: str, held: int) -> None:
    lines = [
        position(phase="deal", additions={"p1": 5}),
        {"do": "round", "starter": "p1", "treasures": ["red-1", "green-2"]},
    ]

    assert look(header(4, Q11=reading), lines, "additions.p1") == held


@pytest.mark.parametrize(("reading", "winner"), [("near", ["p3"]), ("shared", ["p1", "p3"])])
def test_ss_q12_a_tie_at_the_end(reading: str, winner: list[str]) -> None:
    played = {"p1": "red-1", "p2": "red-2", "p3": "blue-3", "p4": "blue-4"}
    points = {"p1": [9], "p2": [1], "p3": [9], "p4": [2]}
    start = position(round=2, trick=12, phase="act", starter="p2", played=played, points=points)

    assert look(header(4, Q12=reading), [start, {"do": "turn"}], "result.winner") == winner


@pytest.mark.parametrize(("reading", "points"), [("each-round", [2]), ("end", [0])])
def test_ss_q15_when_additions_score(reading: str, points: list[int]) -> None:
    played = {"p1": "red-1", "p2": "red-2", "p3": "blue-3", "p4": "blue-4"}
    start = position(trick=12, phase="act", played=played, additions={"p1": 5})

    assert look(header(4, Q15=reading), [start, {"do": "turn"}], "points.p1") == points


@pytest.mark.parametrize(("reading", "earned"), [("yes", 2), ("no", 0)])
def test_ss_q16_whether_a_lost_tie_loses_the_colour(reading: str, earned: int) -> None:
    lines = [position(additions={"p2": 2}), show("red-9", "red-7", "green-3", "purple-2", add={"p2": 2})]

    assert look(header(4, Q16=reading), lines, "additions.p2") == earned


def test_ss_q8_once_the_second_round_begins_without_a_pass() -> None:
    lines = [position(phase="deal"), {"do": "round", "starter": "p3", "treasures": ["red-1", "green-2"]}]

    assert look(header(4, Q8="once"), lines, "phase") == "lay"
    assert look(header(4, Q8="once"), lines, "turn") == "p3"


# --- positions


def test_a_position_is_filled_in() -> None:
    lines = [position(trick=10, starter="p2", additions={"p2": 2}, lays=[{"seat": "p2", "shows": "red", "add": 1}])]

    assert look(header(4), lines, "turn") == "p3"
    assert look(header(4), lines, "supply") == 19
    assert look(header(4), lines, "hands.p1.count") == 3
    assert look(header(4), lines, "decks.rb.count") == 15
    assert look(header(4), lines, "discard.count") == 36
    assert look(header(5), [{"do": "setup", "position": {"phase": "deal"}}], "discard.count") == 45


def test_the_document_of_a_state_is_a_position_that_gives_the_same_state() -> None:
    simulated = dealt("sea-or-shore", 4, 5)
    for length in (3, 20, 60):
        _, state = final_state(simulated.header, simulated.full[:length])
        document = GAME.document(state)

        _, again = final_state(simulated.header, [{"do": "setup", "position": document}])

        assert GAME.document(again) == document


# --- hindsight


def test_hands_of_a_finished_round_are_rebuilt_from_the_cards_played() -> None:
    """A game as the scribe saw it, with the four passed cards revealed afterwards: nothing is left open."""
    simulated = dealt("sea-or-shore", 4, 2)
    passes = [seq for seq, line in enumerate(simulated.full, 1) if line["do"] == "pass"]
    swaps = [seq for seq, line in enumerate(simulated.full, 1) if line["do"] == "act" and line["action"] == 2]
    assert not swaps, "this seed has no action 2, so the cards played tell everything"
    told = [
        {"do": "reveal", "what": f"@{seq}.cards.{seat}", "value": card}
        for seq in passes
        for seat, card in simulated.full[seq - 1]["cards"].items()
    ]

    audited = audit_of(simulated.header, [*simulated.scribe, *told])

    assert audited.findings == ()
    closed = [(change.seq, change.rule, change.now) for change in audited.changes]
    assert closed == [(seq, rule, "ok") for seq in passes for rule in ("SS-PASS-2", "SS-PASS-3")]
    assert all(change.by is not None and change.by > len(simulated.scribe) for change in audited.changes)


def test_a_wrong_pass_comes_out_when_the_round_has_ended() -> None:
    """p1 passes a card from a shorter colour; only the rest of the round shows it."""
    hands = {
        "p1": [f"red-{number}" for number in range(1, 8)] + [f"blue-{number}" for number in range(8, 13)],
        "p2": [f"blue-{number}" for number in range(1, 8)] + [f"red-{number}" for number in range(8, 13)],
        "p3": [f"green-{number}" for number in range(1, 13)],
        "p4": [f"purple-{number}" for number in range(1, 13)],
    }
    passed = {"p1": "blue-12", "p2": "blue-7", "p3": "green-12", "p4": "purple-12"}
    after = {seat: [card for card in hand if card != passed[seat]] for seat, hand in hands.items()}
    for seat, right in (("p1", "p4"), ("p2", "p1"), ("p3", "p2"), ("p4", "p3")):
        after[right].append(passed[seat])
    lines: list[Body] = [
        {"do": "setup", "starter": "p1", "treasures": ["red-1", "green-1"]},
        {"do": "pass", "cards": passed},
    ]
    for trick in range(12):
        lines.append({"do": "show", "cards": {seat: hand[trick] for seat, hand in after.items()}})
        lines.append({"do": "turn"} if trick == 11 else {"do": "turn", "treasures": ["?", "?"]})
    forward = [entry for entry in found(header(4), lines, forward=True) if entry[1].startswith("SS-PASS")]

    audited = audit_of(header(4), lines)

    passes = [(item.seq, item.rule, item.answer, item.closed_by) for item in audited.findings if "PASS" in item.rule]
    assert forward == [[2, "SS-PASS-2", "open"], [2, "SS-PASS-3", "open"]]
    assert passes == [(2, "SS-PASS-2", "broken", len(lines))]


def test_a_reveal_that_contradicts_a_named_field_is_a_finding_and_changes_nothing() -> None:
    hand = list(CARDS[:12])
    lines: list[Body] = [
        {"do": "setup", "starter": "p1", "treasures": ["red-4", "green-1"], "hands": {"p1": hand}},
        {"do": "reveal", "what": "@1.hands.p1", "value": list(CARDS[1:13])},
    ]

    assert found(header(4), lines) == [[2, "SS-OBS-1", "broken"]]
    assert look(header(4), lines, "hands.p1") == sorted(hand)


def test_an_observation_says_since_when_table_and_record_may_have_differed() -> None:
    lines = [
        position(),
        {"do": "observe", "facts": {"supply": 22}},
        show("red-9", "red-3", "green-2", "purple-5"),
        {"do": "observe", "facts": {"supply": 22}},
    ]

    (finding,) = audit_of(header(4), lines).findings

    assert (finding.seq, finding.rule, finding.answer) == (4, "SS-OBS-1", "broken")
    assert finding.facts["differences"] == [
        {"path": "supply", "table": 22, "record": 20, "known": True, "rules": ["SS-ADD-12", "SS-ADD-13"]}
    ]
    assert finding.facts["agreed"] == {"supply": 2}
