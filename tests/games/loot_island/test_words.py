"""What players call things, how changes and reasons are said, and who is meant: by name, or by colour with a noun."""

from typing import Any

import pytest

from replay.diff import Changed
from replay.library import game_of
from replay.playout import fold
from replay.step import Step
from replay.tell import tell
from tests.games.loot_island.helpers import (
    event,
    header,
    island,
    loot,
    passes,
    play,
    position,
    state_of,
    take,
)
from tests.games.loot_island.sentences import named
from tests.helpers.tools import Body, audit_of, timeline

GAME = game_of("loot-island")
THREE = header(3)
NAMED = named(THREE)
TABLE = state_of(NAMED, position()).table


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("green-8-chest", "green 8 with a chest"),
        ("red-7-cube", "red 7 with a cube"),
        ("red-5-draw", "red 5 with a draw icon"),
        ("red-2-plus", "red 2 with a +1"),
        ("purple-wild", "purple wild"),
        ("orange-11", "orange 11"),
        ("skull-62", "skull 62"),
        ("coins-11", "coin bag 11"),
        ("healer-3", "healer for 1 per cube plus 2"),
        ("healer-1", "healer for 1 per cube"),
        ("healer-0+17", "healer for 17"),
        ("cubes-3", "three-cube tile"),
        ("bottom", "stack tile"),
        ("ship", "ship tile"),
        ("B14", "event B14"),
        ("N", "north coast"),
        ("SW", "south-west corner"),
        ("N1", "N1"),
        ("aaron", "Aaron"),
        ("big_hat-7x", "big hat 7x"),
    ],
)
def test_every_thing_has_the_name_that_players_use(name: str, words: str) -> None:
    assert GAME.say(TABLE, name) == words


def steps_of(head: Body, bodies: list[Body]) -> list[Step[Any, Any]]:
    game, table, line, _ = timeline(head, bodies)
    return list(fold(game, table, line))


def said(head: Body, *bodies: Body) -> str:
    """The last step of a record, told."""
    return tell(GAME, steps_of(head, list(bodies))[-1])


def why(head: Body, *bodies: Body) -> list[str]:
    return [finding.why for finding in audit_of(head, list(bodies)).findings]


def test_copies_of_a_card_and_unseen_cards_are_counted() -> None:
    assert said(NAMED, position(), play("blue", "N1", "red-1 red-1 ? ?")) == (
        "Ann lays two red 1s and two unseen cards at N1; Bob and Cleo each take two cubes."
    )


def test_those_who_do_the_same_are_named_together() -> None:
    begin = position(N1=("red-2", "red white"))
    assert said(NAMED, begin, play("blue", "N1", "red-5-draw")) == (
        "Ann lays a red 5 with a draw icon at N1 and draws one card; Bob and Cleo each draw one card."
    )


def test_a_colour_without_a_name_gets_a_noun() -> None:
    assert said(THREE, position(), play("red", "N1", "blue-3")) == "The red player lays a blue 3 at N1."


def test_what_followed_from_a_pass_stands_in_the_same_sentence() -> None:
    begin = position(event="B8", first="red", turn="blue")
    assert said(NAMED, begin, passes("blue")) == (
        "Ann passes first and takes the first-player tile; Bob and Cleo each take two cubes."
    )


def test_no_loot_and_no_landing_are_told_in_words() -> None:
    """`At no landing, no loot:` is how a program would say it."""
    begin = position(phase="loot", loot=None)
    assert said(NAMED, begin, loot("")) == "No treasure is turned up."
    assert said(NAMED, begin, loot("coins-11")) == "Though no loot is due, coin bag 11 is turned up."


def test_one_treasure_laid_out_is_one() -> None:
    begin = position(phase="ready", round=0)
    assert said(NAMED, begin, event("A2", reveal=["coins-11"])).endswith("; coin bag 11 is laid out.")


def test_a_take_where_nothing_is_left_names_no_empty_list() -> None:
    begin = position(phase="loot", loot={"queue": [], "at": "N1", "takers": ["blue"]}, treasure={"open": []})
    assert why(NAMED, begin, take("blue", "crown-50")) == ["crown 50 is not face up; none is"]


def test_reasons_name_people_and_cards() -> None:
    assert why(NAMED, position(turn="blue"), passes("red")) == ["it is Ann's turn, not Bob's"]
    assert why(THREE, position(turn="blue"), passes("red")) == ["it is the blue player's turn, not the red player's"]
    held = position(hands={"blue": ["red-3"]})
    assert why(NAMED, held, play("blue", "N1", "green-8-chest")) == ["Ann did not hold a green 8 with a chest"]
    paid = island("blue", "ship", "red-3 blue-4")
    assert why(NAMED, position(), paid) == ["no two have the same colour: a red 3 and a blue 4"]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (Changed("turn", "blue", None), "to play: nobody"),
        (Changed("cubes.blue", 3, 4), "Ann: four cubes, one more"),
        (Changed("compasses.red", 2, 1), "Bob's area: one disc, one fewer"),
        (Changed("hands.blue", ["?"] * 3, ["?"] * 2), "Ann's hand: one card fewer"),
        (Changed("islands.cubes-3", "up", "down"), "three-cube tile: face down"),
        (Changed("landings.W1.cards", [], ["red-2-plus"]), "W1: red 2 with a +1 new"),
        (Changed("landings.W1.stack", ["blue"], ["blue", "aaron"]), "W1: Aaron's disc new"),
        (
            Changed("landings.W1.stack", ["blue", "red"], ["red", "blue"]),
            "W1: from the bottom now Bob's disc and Ann's disc",
        ),
        (Changed("treasure.deck", [["I", 2], ["IV", 21]], [["IV", 21]]), "treasure deck: 21 treasures, two fewer"),
        (Changed("treasure.deck", [["IV", 0]], [["mix", 3]]), "treasure deck: three treasures, three more"),
        (Changed("loot", None, {"queue": [["N1", "big"]]}), "loot to be found: the big loot at N1"),
        (Changed("loot", None, {"queue": []}), "loot to be found: none"),
        (Changed("loot.queue", [["N1", "big"]], []), "loot to be found: no more"),
        (Changed("loot.takers", ["blue"], ["red", "white"]), "next to take: Bob and Cleo"),
        (Changed("healers.taken.blue", None, "healer-3"), "Ann's healer: healer for 1 per cube plus 2"),
        (Changed("phase", "actions", "loot"), "stage: the loot phase"),
        (Changed("ship.corner", "NW", "NE"), "the ship: at the north-east corner"),
        (Changed("event", None, "B5"), "event in force: B5 (hands are one card smaller)"),
        (Changed("out", [], ["white"]), "out of the game: Cleo"),
        (
            Changed("result", None, {"scores": {"blue": 5, "red": None, "white": {"min": 1, "max": 9}}, "winner": "?"}),
            "the count: Ann 5, Bob out and Cleo 1 to 9; who wins is not certain",
        ),
    ],
)
def test_a_change_is_told_in_words(change: Changed, words: str) -> None:
    assert GAME.speech.changes(TABLE, [change]) == [words]


@pytest.mark.parametrize(
    "change", [Changed("turns", 1, 2), Changed("renewed.map", None, ["red-3"]), Changed("loot", {}, None)]
)
def test_what_nobody_talks_about_is_not_told(change: Changed) -> None:
    assert GAME.speech.changes(TABLE, [change]) == []


@pytest.mark.parametrize("path", [doc.path for doc in GAME.paths])
def test_every_place_that_can_be_counted_has_words(path: str) -> None:
    keys = {"<seat>": "blue", "<tile>": "ship", "<landing>": "N1", "<part>": "crown"}
    real = ".".join(keys.get(key, key) for key in path.split("."))
    assert "." not in GAME.speech.place(TABLE, real)
    assert "{" not in GAME.speech.place(TABLE, real)


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"cubes.blue": 1}, "Counted at the table: Ann, one cube."),
        ({"landings.N1.cards": []}, "Counted at the table: N1, no cards."),
        ({"landings.N1.stack": ["red", "blue"]}, "Counted at the table: N1, Bob's disc and Ann's disc."),
        ({"result.winner": None}, "Counted at the table: the winner, nobody."),
    ],
)
def test_what_was_counted_is_told_in_words(facts: dict[str, Any], words: str) -> None:
    assert tell(GAME, steps_of(NAMED, [position(), {"do": "observe", "facts": facts}])[-1]) == words
