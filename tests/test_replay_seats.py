"""Who sees what of a hand, and which names are no seat of the table."""

from records.event import Player
from replay.action import Note
from replay.game import Problem
from replay.seats import actor, cover_hands, everybody, no_seat, nobody, owner, seats_in
from replay.table import Table
from replay.view import TABLE

SEATS = ("red", "blue")
AT_TABLE = Table("tiny", tuple(Player(seat) for seat in SEATS), SEATS, (), {})
SAID = Note(by="red", text="a card was drawn")


def test_a_field_is_seen_by_its_owner_its_actor_by_all_or_by_nobody() -> None:
    assert tuple(owner(AT_TABLE, SAID, "blue")) == ("blue",)
    assert tuple(actor(AT_TABLE, SAID, "blue")) == ("red",)
    assert tuple(everybody(AT_TABLE, SAID, None)) == ("red", "blue", TABLE)
    assert tuple(nobody(AT_TABLE, SAID, "red")) == ()


def test_a_field_without_a_key_or_an_actor_is_seen_by_nobody() -> None:
    assert tuple(owner(AT_TABLE, SAID, None)) == ()
    assert tuple(actor(AT_TABLE, Note(text="somebody drew"), None)) == ()


def test_others_see_how_many_cards_a_hand_holds() -> None:
    hands = {"red": ["a", "b"], "blue": ["c"], "green": ("d",)}

    assert cover_hands(hands, ("blue",)) == {"red": ["?", "?"], "blue": ["c"], "green": ("?",)}
    assert hands == {"red": ["a", "b"], "blue": ["c"], "green": ("d",)}


def test_what_names_no_card_is_not_covered() -> None:
    assert cover_hands({"red": 2, "blue": "seal"}, ()) == {"red": 2, "blue": "seal"}


def test_the_first_name_that_is_no_seat_is_told_with_its_field() -> None:
    assert seats_in(AT_TABLE, hands={"red": []}, draw=None) is None
    assert seats_in(AT_TABLE, hands={"red": []}, draw=["blue", "pink"]) == no_seat(AT_TABLE, "draw", "pink")
    assert no_seat(AT_TABLE, "draw", "pink") == Problem("draw", "pink", "the seats red, blue")


def test_a_game_may_have_names_beside_the_seats() -> None:
    assert seats_in(AT_TABLE, "robot", hands={"robot": []}) is None


def test_nobody_is_no_stranger() -> None:
    assert seats_in(AT_TABLE, starter=(None,), hands=None) is None
