"""How people, lists, numbers and changes are said, the same in every game and on every screen."""

import pytest

from records.event import Header, Player, read_header
from replay.diff import Changed
from replay.game import as_written
from replay.path_words import PathSpeech, PathWord
from replay.saying import counted, listed, owner, person, plural, sentence, things
from replay.table import Table, people_at

WORDS = (
    PathWord("hands.<seat>", "{seat's} hand", "card"),
    PathWord("coins.<seat>", "{seat's} purse", "coin"),
    PathWord("tiles.<cell>", "tile {cell}"),
    PathWord("turn", "to play"),
)
SPEECH = PathSpeech(WORDS, as_written)


def table(*players: Player) -> Table:
    header = {"quartermaster": 1, "game": "tiny", "players": [{"seat": one.seat, "name": one.name} for one in players]}
    read: Header = read_header(header)
    return people_at(read)


ANN = table(Player("red", "Ann"), Player("p2", "Bob"), Player("blue"), Player("p4"))


def test_people_are_called_by_name_and_a_bare_colour_gets_a_noun() -> None:
    assert [person(ANN, seat) for seat in (*ANN.seats, "Kim", None, "?")] == [
        *("Ann", "Bob", "the blue player", "p4"),
        *("Kim", "somebody", "somebody"),
    ]


def test_two_people_of_one_name_are_told_apart() -> None:
    twins = table(Player("red", "Ann"), Player("blue", "ann"))
    assert [person(twins, seat) for seat in twins.seats] == ["Ann (red)", "ann (blue)"]


def test_whose_a_thing_is() -> None:
    james = table(Player("red", "James"), Player("blue"))
    assert [owner(james, seat) for seat in james.seats] == ["James'", "the blue player's"]


def test_lists_numbers_and_plurals_read_well() -> None:
    assert [listed([]), listed(["a"]), listed(["a", "b"]), listed(["a", "b", "c"])] == [
        *("nothing", "a", "a and b", "a, b and c"),
    ]
    assert [counted(amount, "card") for amount in (0, 1, 2, 7)] == ["no cards", "one card", "two cards", "7 cards"]
    assert [plural(word) for word in ("coin", "box", "berry", "play")] == ["coins", "boxes", "berries", "plays"]
    assert things(["red 7", "?", "?"]) == "red 7 and two unseen cards"
    assert sentence("the blue player lays red 7") == "The blue player lays red 7."


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (Changed("hands.red", ["?", "?"], ["?"]), "Ann's hand: one card fewer"),
        (Changed("hands.red", ["red-7", "?"], ["?", "blue-3"]), "Ann's hand: red 7 gone, blue 3 new"),
        (Changed("hands.red", ["red-7"], ["?"]), "Ann's hand: red 7 gone, one unseen card new"),
        (Changed("coins.p2", 3, 2), "Bob's purse: two coins, one fewer"),
        (Changed("coins.p2", 0, 1), "Bob's purse: one coin, one more"),
        (Changed("tiles.b5", "?", "loot-2"), "tile b5: loot 2"),
        (Changed("tiles.b5", "loot-2", None), "tile b5: no longer loot 2"),
        (Changed("turn", "red", "blue"), "to play: the blue player, was Ann"),
    ],
)
def test_a_change_is_a_sentence(change: Changed, words: str) -> None:
    assert SPEECH.changes(ANN, [change]) == [words]


def test_a_game_may_tell_a_change_in_its_own_way_and_a_list_that_was_not_known_has_lost_nothing() -> None:
    told = PathSpeech((PathWord("seen", "seen", change=lambda table, old, new: f"{old} then {new}"),), as_written)
    assert told.changes(ANN, [Changed("seen", 1, 2)]) == ["seen: 1 then 2"]
    assert SPEECH.changes(ANN, [Changed("hands.red", "?", ["red-7"])]) == ["Ann's hand: red 7 new"]


def test_what_nobody_talks_about_is_not_told() -> None:
    assert SPEECH.changes(ANN, [Changed("bookkeeping.count", 1, 2), Changed("hands.red", ["?"], ["?"])]) == []


def test_a_new_order_is_told_where_people_talk_about_it() -> None:
    boat = PathSpeech((PathWord("boats.<seat>", "{seat's} boat", "card", ordered=True),), as_written)

    assert boat.changes(ANN, [Changed("boats.red", ["d", "e"], ["e", "d"])]) == ["Ann's boat: now e and d"]
    assert SPEECH.changes(ANN, [Changed("hands.red", ["d", "e"], ["e", "d"])]) == []


def test_what_goes_without_saying_is_only_named_when_it_was_counted() -> None:
    quiet = PathSpeech((PathWord("turn", "turn number", quiet=True),), as_written)

    assert quiet.changes(ANN, [Changed("turn", 1, 2)]) == []
    assert (quiet.place(ANN, "turn"), quiet.value(ANN, "turn", 2)) == ("turn number", "2")


def test_what_was_counted_is_said_as_well() -> None:
    assert (SPEECH.place(ANN, "hands.red"), SPEECH.value(ANN, "hands.red", 5)) == ("Ann's hand", "five cards")
    assert SPEECH.value(ANN, "hands.red", []) == "no cards"
    assert SPEECH.place(ANN, "nowhere.at.all") == "nowhere.at.all"
