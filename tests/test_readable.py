"""The reading test itself: it sees each fault, and lets good sentences pass."""

import pytest

from tests.helpers.readable import unreadable

GOOD = (
    "Ann lays red 6 at N2.",
    "Bob's hand: one card fewer.",
    "Ann's explorer on a1 swims to b1.",
    "Cleo has 2 coins, one fewer.",
    "No cards are left; the deck is empty.",
    "Counted at the table: Bob's hand, four cards.",
    "Event 12 is taken back, with #13 and #14.",
)
BAD = {
    "a word of the program": "Bob takes None.",
    "a bracket of the program": "allowed: ['a', 'b']",
    "an underscore": "the not_seen card",
    "a path": "hands.p1 is 3",
    "a wire name": "Ann plays red-7-cube.",
    "a change in signs": "Bob's hand: −?",
    "one of many": "Ann draws 1 cards.",
    "many of one": "Ann draws two card.",
    "a space before a stop": "Ann takes .",
    "a stop after a stop": "Ann shows, .".replace(", .", ",."),
    "two spaces": "Ann  takes a coin.",
    "a doubled word": "Ann takes the the coin.",
}


@pytest.mark.parametrize("text", GOOD)
def test_a_good_sentence_passes(text: str) -> None:
    assert unreadable(text) == []


@pytest.mark.parametrize(("what", "text"), BAD.items())
def test_each_fault_is_seen(what: str, text: str) -> None:
    assert [found for found in unreadable(text) if found.startswith(what)]
