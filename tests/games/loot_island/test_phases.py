"""Loot Island: an action out of its phase still happened, but it ends nothing and plans nothing unless it must."""

from typing import Any

import pytest

from tests.games.loot_island.helpers import event, header, island, loot, passes, play, position, state_of, take
from tests.helpers.tools import Body, found

THREE = header(3)
ENOUGH = ("red-2 red-3 red-4 red-6-chest", "blue red")


def after(phase: str, *bodies: Body, **given: Any) -> Any:
    """The state after lines that are out of their phase from a position in this one."""
    begin = position(phase=phase, **{"round": 2, "event": "B1", **given})
    for seq, body in enumerate(bodies, 2):
        if body["do"] != "reveal":
            assert [seq, "LI-SEQ-1", "broken"] in found(THREE, [begin, *bodies]), body
    return state_of(THREE, begin, *bodies)


@pytest.mark.parametrize("phase", ["preparation", "actions", "loot"])
def test_an_event_in_the_middle_of_a_round_opens_a_new_one(phase: str) -> None:
    state = after(phase, event("B5"))

    assert (state.round, state.event, state.phase, state.spent) == (3, "B5", "preparation", ("B1",))


@pytest.mark.parametrize(("phase", "number"), [("final", 3), ("healer", 5), ("over", 5), ("ready", 5), ("loot", 5)])
def test_an_event_at_the_end_changes_nothing(phase: str, number: int) -> None:
    state = after(phase, event("B5"), round=number)

    assert (state.round, state.event, state.phase, state.spent) == (number, "B1", phase, ())


def test_a_refill_out_of_its_phase_leaves_phase_and_turn() -> None:
    refill = {"do": "refill", "discard": {"red": ["blue-2"]}, "draw": {"red": ["?", "?"]}}
    state = after("loot", refill)

    assert (state.phase, state.turn, len(state.hands["red"])) == ("loot", None, 8)
    assert state.discard == ("blue-2",)


def test_a_play_out_of_its_phase_leaves_the_turn() -> None:
    state = after("loot", play("blue", "E1", "red-1"))

    assert (state.phase, state.turn, state.turns) == ("loot", None, 0)
    assert state.columns["E1"] == ("red-1",)
    assert state.cubes == {"blue": 3, "red": 4, "white": 4}


def test_a_treasure_tile_out_of_its_phase_is_no_cutoff() -> None:
    state = after("ready", island("blue", "treasure", "red-3 red-5", reveal=None), treasure={"deck": []})

    assert (state.phase, state.cutoff, state.cubes["blue"], state.turns) == ("ready", False, 4, 0)


def test_a_tile_under_b9_out_of_its_phase_makes_its_user_pass_and_ends_nothing() -> None:
    state = after("ready", island("red", "ship", "red-3", use=False), event="B9", passed=["blue", "white"])

    assert (state.phase, state.passed, state.loot, state.turn) == ("ready", ("blue", "white", "red"), None, None)


def test_the_last_pass_out_of_its_phase_plans_no_loot() -> None:
    passing = [passes("blue"), passes("red"), passes("white")]
    state = after("ready", *passing, event="B8", N1=ENOUGH)

    assert (state.phase, state.loot, state.turn, state.turns) == ("ready", None, None, 0)
    assert (state.first, state.passed) == ("blue", ("blue", "red", "white"))
    assert state.cubes == {"blue": 3, "red": 5, "white": 5}


def test_a_loot_out_of_its_phase_turns_up_treasures_and_cuts_nothing_short() -> None:
    state = after("actions", loot("coins-11 coins-12", landing="N1"), N1=ENOUGH)
    assert (state.phase, state.open, state.cutoff, state.loot) == ("actions", ("coins-11", "coins-12"), False, None)
    assert state.treasure_deck[0] == ("I", 21)

    taken = after("actions", loot("coins-11", landing="N1"), take("red", "coins-11"), N1=ENOUGH)
    assert (taken.phase, taken.kept["red"]) == ("actions", ("coins-11",))


def test_a_loot_after_the_treasures_failed_leaves_the_queue() -> None:
    plan = {"queue": [["E1", "small"]], "at": None, "takers": []}
    state = after("final", loot("coins-24", landing="N1"), cutoff=True, loot=plan, N1=ENOUGH)

    assert state.loot is not None
    assert (state.loot.queue, state.open) == ((("E1", "small"),), ("coins-24",))


def test_a_clean_up_in_the_action_phase_ends_the_round() -> None:
    state = after("actions", {"do": "cleanup"}, N1=ENOUGH)

    assert (state.phase, state.turn, state.loot, state.columns["N1"]) == ("ready", None, None, ())


@pytest.mark.parametrize("phase", ["ready", "preparation", "final", "healer", "over"])
def test_a_clean_up_in_another_phase_only_clears_the_coast(phase: str) -> None:
    plan = {"queue": [["E1", "small"]], "at": None, "takers": []}
    state = after(phase, {"do": "cleanup"}, N1=ENOUGH, loot=plan)

    assert (state.phase, state.columns["N1"], state.compasses["blue"]) == (phase, (), 3)
    assert state.loot is not None
    assert state.loot.queue == (("E1", "small"),)


@pytest.mark.parametrize("phase", ["ready", "preparation", "actions", "loot"])
def test_healers_before_the_end_end_the_game(phase: str) -> None:
    state = after(phase, {"do": "healers"}, N1=ENOUGH)

    assert (state.phase, state.turn, state.order) == ("healer", None, ("blue", "red", "white"))


def test_healers_turned_up_twice_change_nothing() -> None:
    open_now = {"open": ["healer-1", "healer-2", "healer-3"], "pile": []}
    state = after("healer", {"do": "healers", "cards": ["healer-4", "healer-5", "healer-6"]}, healers=open_now)

    assert (state.phase, state.healers) == ("healer", ("healer-1", "healer-2", "healer-3"))


def test_a_healer_after_the_count_is_taken_and_not_counted() -> None:
    begin: dict[str, Any] = {"cubes": {"blue": 2, "red": 0, "white": 0}, "first": "red"}
    over = {**begin, "kept": {"blue": ["coins-14"]}}
    state = after("over", {"do": "healer", "by": "blue", "card": "healer-1"}, **over)

    assert state.taken == {"blue": "healer-1"}
    assert state.result is not None
    assert state.result["scores"]["blue"] == 7


def test_li_end_4_healers_come_at_once_where_no_treasure_is_left() -> None:
    begin = position(phase="loot", treasure={"deck": []}, N1=ENOUGH)
    assert found(THREE, [begin, {"do": "healers"}]) == []
    state = state_of(THREE, begin, {"do": "healers"})

    assert (state.phase, state.cutoff) == ("healer", True)
    assert state.loot is not None
    assert state.loot.queue == ()


def test_li_q32_the_game_goes_on_to_the_end_of_the_phase_and_then_to_the_healers() -> None:
    head = header(3, readings={"LI-Q32": "end-of-phase"})
    begin = position(treasure={"deck": []}, N1=ENOUGH)
    used = island("blue", "treasure", "red-3 red-5", reveal=None)
    state = state_of(head, begin, used, passes("red"), passes("white"), passes("blue"))

    assert (state.phase, state.cutoff, state.turn) == ("final", True, None)
    assert state.loot is not None
    assert state.loot.queue == ()
