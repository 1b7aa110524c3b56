"""Loot Island: a short way that most lines of a scribe's record take leads to the same as the long one."""

from typing import Any

from msgspec.structs import replace

from replay.games.loot_island.actions import Island, Play
from replay.games.loot_island.draft import draft_of
from replay.games.loot_island.hands import out_of_slots
from replay.games.loot_island.kit import Kit, readable
from replay.games.loot_island.state import State, actor_of, kit_of
from replay.library import game_of
from replay.playout import fold
from replay.step import Step
from tests.games.loot_island.helpers import header, position, state_of
from tests.helpers.tools import dealt, shaken, well_formed

GAME = game_of("loot-island")
ABOUT_CARDS = ("hands", "slots", "sight", "last_full", "over")


def test_every_thing_of_the_box_is_called_what_it_would_be_without_its_words_in_the_kit() -> None:
    table = state_of(header(5), position()).table
    kit: Kit = table.kit
    bare = replace(table, kit=replace(kit, said={}, a_card={}))

    assert kit.said == {name: GAME.say(bare, name) for name in kit.said}
    assert {*kit.map, *kit.treasure, *kit.healers, *kit.islands} == kit.said.keys()


def taken_both_ways(step: Step[State, Any]) -> bool:
    """Whether cards of this step may leave their hand the short way; then it is the same as the long one."""
    state, action = step.before, step.action
    actor, cards = actor_of(state, action), readable(kit_of(state), action.cards)
    if out_of_slots(state, actor, cards) is None:
        return False
    short, long = draft_of(state), draft_of(state)
    short.leave_hand(actor, cards)
    long.leave_unknown(actor, cards)
    ended, other = short.finished(), long.finished()
    assert [getattr(ended, name) for name in ABOUT_CARDS] == [getattr(other, name) for name in ABOUT_CARDS], action
    assert ended.just == other.just, action
    return True


def test_cards_leave_a_hand_the_short_way_as_they_do_the_long_one() -> None:
    games = [(game.header, game.scribe) for game in (dealt("loot-island", players, 5) for players in (2, 3, 5))]
    senseless = [shaken("loot-island", seed) for seed in range(10)]
    taken = 0
    for head, bodies in [*games, *senseless]:
        _, table, line = well_formed(head, bodies)
        taken += sum(
            taken_both_ways(step) for step in fold(GAME, table, line) if isinstance(step.action, Play | Island)
        )
    assert taken > 100


def test_a_card_paid_first_is_the_first_of_those_that_are_too_many() -> None:
    head, hands = header(3), {"blue": ["?"] * 5}
    single = [card.name for card in state_of(head, position()).table.kit.map.values() if card.copies == 1][:2]
    paid, other = single
    refill = {"do": "refill", "discard": {"blue": [paid]}, "draw": {"blue": [other, other, paid]}}

    state = state_of(head, position(round=2, phase="preparation", hands=hands), refill)

    assert state.over == (paid, other)
