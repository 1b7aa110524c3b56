"""Sea or Shore: nothing is certain over what is not known: scores, winners, and what a position leaves out."""

from typing import Any

import pytest

from replay.games.sea_or_shore import GAME
from replay.score import Score
from tests.games.sea_or_shore.bodies import DECKS, PLAYED, header, position, show
from tests.helpers.tools import Body, audit_of, dealt, final_state

TURN = {"do": "turn", "treasures": ["red-2", "green-2"]}


def score(head: Body, lines: list[Body]) -> Score:
    return GAME.score(final_state(head, lines)[1])


def totals(count: Score) -> dict[str, Any]:
    """Each seat's points, or the fewest and the most."""
    return {seat.seat: seat.between or seat.total for seat in count.seats}


def ended(**facts: Any) -> list[Body]:
    """The last trick of the game ends; round 1 brought everybody nothing."""
    noted = {"points": {f"p{number}": [0] for number in range(1, 5)}, **facts}
    return [position(round=2, trick=12, phase="act", played=PLAYED, **noted), {"do": "turn"}]


def test_ss_score_11_additions_below_none_count_as_none() -> None:
    lines = ended(additions={"p1": -3, "p2": 3})
    assert final_state(header(), lines)[1].points["p1"] == (0, 0)
    assert totals(score(header(), lines)) == {"p1": 0, "p2": 1, "p3": 0, "p4": 0}


def test_a_treasure_not_noted_is_worth_what_the_kit_has() -> None:
    lines = ended(piles={"p1": ["red-4", "?"], "p2": ["red-3"]})
    count = score(header(), lines)

    assert totals(count) == {"p1": (5, 9), "p2": 3, "p3": 0, "p4": 0}
    assert (count.over, count.winners) == (True, ())
    assert final_state(header(), lines)[1].points["p1"] == (0, "?")


def test_nothing_is_told_from_a_kit_that_is_only_assumed() -> None:
    count = score(header(kit="box"), ended(piles={"p1": ["red-4", "?"]}))
    assert totals(count)["p1"] == "?"
    assert count.winners == ()


def test_points_of_a_round_that_a_position_left_out_are_not_nothing() -> None:
    lines = ended(points={}, piles={"p1": ["red-4"]})
    count = score(header(), lines)

    assert set(totals(count).values()) == {"?"}
    assert count.winners == ()
    assert "the points of an earlier round were not noted" in count.notes
    observed = {"do": "observe", "facts": {"result.winner": ["p2"], "points.p1": [4]}}
    (finding,) = audit_of(header(), [*lines, observed]).findings
    assert (finding.rule, finding.answer) == ("SS-OBS-1", "open")


def test_a_position_after_the_end_has_a_winner_if_its_points_say_so() -> None:
    points = {"p1": [3, 4], "p2": [9, 9], "p3": [0, 0], "p4": [1, 1]}
    count = score(header(), [position(phase="over", round=2, trick=12, points=points)])
    assert (count.over, count.winners) == (True, ("p2",))
    assert score(header(), [position(phase="over", round=2, trick=12)]).winners == ()


def test_what_an_unresolved_trick_brought_is_limited_by_what_was_at_stake() -> None:
    """The red 4 or the green 1 may have gone to anybody, and up to four additions too."""
    lines = [position(additions={"p1": 1}, piles={"p2": ["red-2"]}), show(cards={**PLAYED, "p1": "?"}), TURN]
    count = score(header(), lines)
    assert totals(count) == {"p1": (0, 4 + 2), "p2": (2, 2 + 4 + 2), "p3": (0, 6), "p4": (0, 6)}
    assert any("not noted" in note for note in count.notes)


def test_a_steal_after_an_unresolved_trick_leaves_no_limits() -> None:
    """Which treasure was on top of the pile is not certain any more."""
    steal = show(cards={"p1": "red-8", "p2": "red-2", "p3": "green-4", "p4": "purple-6"}, steals={"p1": "p2"})
    start = position(piles={"p2": ["red-3"]})
    count = score(
        header(), [start, show(cards={**PLAYED, "p4": "?"}), {**TURN, "treasures": ["red-1", "green-2"]}, steal]
    )
    assert set(totals(count).values()) == {"?"}
    told = score(header(), [start, show(cards={**PLAYED, "p4": "?"}, steals={"p1": "p2"})])
    assert totals(told)["p1"] == (3, 3 + 4 + 2)


def test_an_open_treasure_not_noted_has_limits_only_in_a_known_kit() -> None:
    start = {"do": "setup", "position": {"decks": {**DECKS, "rb": {"up": "?"}}}}
    assert totals(score(header(), [start, show()]))["p1"] == (0, 5 + 2)
    assert totals(score(header(kit="box"), [start, show()]))["p1"] == "?"


def test_the_limits_of_a_round_stay_and_kept_additions_stay_in_doubt() -> None:
    lines = [
        position(trick=12, hands={}),
        show(cards={**PLAYED, "p1": "?"}),
        {"do": "turn"},
        {"do": "round", "starter": "p1", "treasures": ["red-1", "green-2"]},
    ]
    assert totals(score(header(), lines))["p1"] == (0, 6)
    assert totals(score(header(Q11="kept"), lines))["p1"] == (0, 6 + 2)
    assert totals(score(header(Q11="kept", Q15="end"), lines))["p1"] == (0, 4 + 2)


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("seed", range(3))
def test_the_true_score_is_always_within_the_limits(players: int, seed: int) -> None:
    """Cards and treasures are struck out of dealt games; what can still be told holds for the whole game."""
    simulated = dealt("sea-or-shore", players, seed)
    truth = {seat.seat: seat.total for seat in score(simulated.header, simulated.full).seats}
    told = 0
    for place, line in enumerate(simulated.full):
        if line["do"] not in ("show", "turn") or place % 3:
            continue
        lines = [dict(body) for body in simulated.full]
        if line["do"] == "show":
            lines[place]["cards"] = {**line["cards"], "p1": "?"}
        elif line.get("treasures"):
            lines[place]["treasures"] = ["?", *line["treasures"][1:]]
        count = score(simulated.header, lines)
        for seat in count.seats:
            if seat.between is not None:
                told += 1
                low, high = seat.between
                assert isinstance(points := truth[seat.seat], int)
                assert low <= points <= high, (place + 1, seat.seat)
            else:
                assert seat.total in ("?", truth[seat.seat])
        if lines != simulated.full:
            assert count.winners == ()
    assert told > 5


@pytest.mark.parametrize("players", [3, 4, 5])
def test_ss_set_6_every_state_of_a_dealt_game_is_a_position_without_a_fault(players: int) -> None:
    simulated = dealt("sea-or-shore", players, 7)
    for length in range(1, len(simulated.full), 5):
        document = GAME.document(final_state(simulated.header, simulated.full[:length])[1])
        again = audit_of(simulated.header, [{"do": "setup", "position": document}])
        assert again.findings == (), (length, again.findings)
        assert GAME.document(again.final) == document


def test_ss_set_6_names_the_first_fault_and_its_numbers() -> None:
    (finding,) = audit_of(header(), [position(trick=14, supply=99)]).findings
    assert (finding.rule, finding.why) == ("SS-SET-6", "there is no trick 14; a round has 12")
    assert finding.facts == {"trick": 14, "tricks": 12}
    for trick in (-(10**9), 10**9):  # what it leaves out is filled in all the same
        assert [item.rule for item in audit_of(header(), [position(trick=trick)]).findings] == ["SS-SET-6"]
