"""The dealer's table: what is logged takes effect, and piles are drawn from until nothing is left to shuffle in."""

from random import Random
from typing import Any

from records.event import Player
from replay.action import Action, Note, Reveal
from replay.dealer import Dealer
from replay.table import Table

TABLE = Table("tiny", (Player("red"),), ("red",), (), {})


class Draw(Action, frozen=True, tag="draw"):
    """A seat draws cards."""

    cards: tuple[str, ...] = ()


def follow(state: tuple[Action, ...], action: Any) -> tuple[Action, ...]:
    return (*state, action)


def dealer(seed: int = 1) -> Dealer[tuple[Action, ...]]:
    return Dealer(TABLE, Random(seed), start=(), reduce=follow, actions=(Draw, Note))


def test_what_is_logged_happens_as_it_will_be_read_from_the_record() -> None:
    table = dealer()
    table.log(Draw(by="red", cards=("a",)))
    table.log({"do": "draw", "by": "red", "cards": ["b"]})
    table.log(Reveal(what="@1.cards", value=["a"]))

    assert table.lines == [
        {"do": "draw", "by": "red", "cards": ["a"]},
        {"do": "draw", "by": "red", "cards": ["b"]},
        {"do": "reveal", "what": "@1.cards", "value": ["a"]},
    ]
    assert table.state[:2] == (Draw(by="red", cards=("a",)), Draw(by="red", cards=("b",)))


def test_the_same_seed_shuffles_alike_and_leaves_what_was_given_as_it_was() -> None:
    cards = ("a", "b", "c", "d", "e", "f")

    assert dealer(7).shuffled(cards) == dealer(7).shuffled(cards)
    assert sorted(dealer().shuffled(cards)) == list(cards)


def test_cards_come_off_the_top_and_the_discard_pile_is_shuffled_in_when_they_run_out() -> None:
    pile, discard = ["a", "b"], ["c", "d"]
    drawn = dealer().draw(pile, 3, discard)

    assert drawn[:2] == ["b", "a"]
    assert {drawn[2], *pile} == {"c", "d"}
    assert discard == []


def test_fewer_cards_come_if_both_piles_run_out() -> None:
    pile = ["a"]

    assert dealer().draw(pile, 3, []) == ["a"]
    assert pile == []
