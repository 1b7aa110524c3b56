"""Hands and piles in games: what is left when a card leaves one, seen or unseen."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from replay.zones import blur, but_one, put, same_cards, take, unseen, without, without_at

HAND = ("red-1", "?", "blue-2", "red-1")
CARDS = st.lists(st.sampled_from(("red-1", "blue-2", "green-3", "?")), max_size=8).map(tuple)


def test_the_first_card_of_a_name_is_left_out_and_a_card_that_is_not_there_changes_nothing() -> None:
    assert without(HAND, "red-1") == ("?", "blue-2", "red-1")
    assert without(HAND, "green-3") is HAND
    assert without_at(HAND, 2) == ("red-1", "?", "red-1")


def test_an_unexpected_card_takes_the_place_of_an_unknown_one() -> None:
    assert but_one(HAND, "blue-2") == ("red-1", "?", "red-1")
    assert but_one(HAND, "green-3") == ("red-1", "blue-2", "red-1")
    assert but_one(("red-1",), "green-3") == ("red-1",)


def test_a_card_that_leaves_a_hand_unseen_makes_all_the_others_uncertain() -> None:
    assert take(HAND, "?") == ("?", "?", "?")
    assert take((), "?") == ()
    assert take(HAND, "blue-2") == ("red-1", "?", "red-1")


def test_a_card_that_turned_out_to_be_elsewhere_is_unknown_wherever_it_was_thought_to_be() -> None:
    assert blur(HAND, "red-1") == ("?", "?", "blue-2", "?")


def test_cards_are_put_on_top_and_the_zones_before_stay_as_they_were() -> None:
    piles = {"red": ("a",), "blue": ()}

    assert put(piles, "red", "b", "c") == {"red": ("a", "b", "c"), "blue": ()}
    assert piles == {"red": ("a",), "blue": ()}


@pytest.mark.parametrize(
    ("cards", "others", "same"),
    [
        (["a", "b"], ["b", "a"], True),
        (["a", "a"], ["a", "b"], False),
        (["a", "?"], ["b", "a"], True),
        (["a", "?"], ["b", "c"], False),
        (["?", "?"], ["?", "a"], True),
    ],
)
def test_two_lists_can_hold_the_same_cards_where_unknown_ones_fill_the_gaps(
    cards: list[str], others: list[str], same: bool
) -> None:
    assert same_cards(cards, others) is same
    assert same_cards(others, cards) is same


@given(CARDS, st.sampled_from(("red-1", "blue-2", "?")))
def test_a_card_that_leaves_never_makes_another_one_known(hand: tuple[str, ...], card: str) -> None:
    left = take(hand, card)

    assert len(hand) - 1 <= len(left) <= len(hand)
    assert set(left) <= {*hand, "?"}
    assert take(unseen(len(hand)), card) == unseen(len(hand) - 1)
