"""Widths of words in a picture, names cut to fit, and the checks that the pictures of all games share."""

import pytest

from replay.deal import header_for
from replay.draw.elements import text
from replay.lettering import fitted, head_looks, in_lines, size_of, turn_room, turn_words, width_of
from replay.library import game_of
from replay.playout import OFFICIAL
from replay.scene import PHONE, WIDE, Box, Piece, Scene, ScenePart, Text, Zone
from tests.helpers import scenes

MAT = Zone("p1", Box(0, 60, 100, 100), "mat", "Ann's place")
CARD = Piece("red-7", "p1", "island-card", Box(10, 90, 50, 60), "red 7", "red", "7")


def _scene(*things: Zone | Piece, texts: tuple[Text, ...] = (), turn: str = "") -> Scene:
    zones = tuple(thing for thing in things if isinstance(thing, Zone))
    pieces = tuple(thing for thing in things if isinstance(thing, Piece))
    return Scene(PHONE, 400, "Sea or Shore", "", turn, groups=([ScenePart(zones, pieces, texts)],))


def _anything(piece: Piece) -> bool:
    return True


def test_a_number_stays_behind_a_name_that_is_written_from_right_to_left() -> None:
    """A mark that nobody sees, where browsers would draw "2 :name actions left"."""
    shown = text(0, 0, "محمد علي: 2 actions left", "b t14")

    assert ">محمد علي\u200e: 2 actions left<" in shown
    assert "\u200e" not in text(0, 0, "Zoë: 2 actions left", "b t14") + text(0, 0, "محمد علي: card or draw", "b t14")


def test_wide_letters_bold_ones_and_larger_ones_take_more_room() -> None:
    assert width_of("ill", "t14") < width_of("WWW", "t14") < width_of("WWW", "b t14") < width_of("WWW", "b t16")
    assert width_of("Ann", "t14", "p1") > width_of("Ann", "t14")
    assert size_of("mid b t12 soft") == 12


@pytest.mark.parametrize(
    ("title", "wide"),
    [("Stratego Lost Island", 11.4), ("Lost Island", 6.23), ("Sea or Shore", 7.18), ("Gold Island", 6.43)],
)
def test_titles_have_room_in_the_widest_of_usual_fonts(title: str, wide: float) -> None:
    """Measured in a browser with DejaVu Serif, in parts of the size."""
    assert wide * 20 <= width_of(title, "serif b t20") <= wide * 20 * 1.1


def test_what_does_not_fit_is_cut_and_says_so() -> None:
    assert fitted("Bob", "b t14", 60) == "Bob"
    cut = fitted("Maximiliane", "b t14", 60)
    assert cut.startswith("Max")
    assert cut.endswith("…")
    assert width_of(cut, "b t14") <= 60


def test_words_are_broken_into_lines_that_fit() -> None:
    lines = in_lines("each loot one smaller, Maximiliane-Josepha", "t12", 80)
    assert " ".join(lines[:-1]) == "each loot one smaller,"
    assert len(lines) == 3
    assert lines[-1].endswith("…")
    assert all(width_of(line, "t12") <= 80 for line in lines)
    assert in_lines("", "t12", 80) == []


def test_of_a_turn_the_name_is_cut_and_never_what_they_do() -> None:
    told = turn_words("Lost Island", "", PHONE, "Maximiliane-Josepha", ": 1 action left")
    assert told.endswith("…: 1 action left")
    assert width_of(told, head_looks(True)[2]) <= turn_room("Lost Island", "", PHONE)
    assert turn_words("Sea or Shore", "round 1 of 2", WIDE, "Maximiliane", " lays") == "Maximiliane lays"


def test_the_shared_checks_find_things_out_of_place() -> None:
    assert not scenes.misplaced(_scene(MAT, CARD))
    assert scenes.misplaced(_scene(MAT, Piece("a", "p1", "card", Box(80, 90, 50, 60), "a card")))
    assert scenes.misplaced(_scene(Zone("p2", Box(350, 60, 100, 100), "mat", "Bob's place")))
    assert scenes.misplaced(_scene(MAT, Piece("a", "p9", "card", Box(10, 90, 50, 60), "a card")))
    over = Piece("a", "p1", "back", Box(15, 92, 50, 60), "a card")
    assert scenes.covering(_scene(MAT, CARD, over))
    assert not scenes.covering(_scene(MAT, CARD, over), frozenset({frozenset(("back", "island-card"))}))
    assert scenes.ids_repeated(_scene(MAT, CARD, CARD)) == ["two things are called red-7"]


def test_the_shared_checks_find_words_that_cannot_be_read() -> None:
    assert not scenes.words_that_do_not_fit(_scene(MAT, texts=(Text(8, 80, "Ann"),)))
    assert scenes.words_that_do_not_fit(_scene(texts=(Text(370, 80, "Maximiliane"),)))
    assert scenes.words_that_do_not_fit(_scene(texts=(Text(8, 80, "Ann"), Text(12, 84, "Bob"))))
    assert scenes.words_that_do_not_fit(_scene(MAT, CARD, texts=(Text(20, 120, "Ann"),)))
    assert scenes.words_that_do_not_fit(_scene(turn="Maximiliane-Josepha lays one more card"))
    assert scenes.unsaid(_scene(Zone("p1", Box(0, 0, 10, 10), "mat", " ")))
    assert scenes.unsaid(_scene(Zone("p1", Box(0, 0, 10, 10), "mat", "1 cards")))


def test_the_shared_checks_find_things_that_have_other_words_in_the_game() -> None:
    header = header_for(game_of("loot-island"), 2, options={"kit": "box"})
    game, table, states = scenes.states_of(header, [], OFFICIAL)
    for says, wrong in (("red 9 with a cube", False), ("a red 9", True)):
        card = Piece("red-9-cube#2", "p1", "colour-card", Box(10, 90, 50, 60), says)
        item = scenes.Shown("here", game, table, states[0], _scene(MAT, card), None, {})
        assert bool(scenes.said_otherwise(item, lambda table, name: name in table.kit.map)) is wrong
        assert not scenes.said_otherwise(item, scenes.PLAIN.is_named)


def test_the_shared_checks_find_small_targets_and_wrong_marks() -> None:
    near = Piece("red-8", "p1", "island-card", Box(40, 90, 50, 60), "red 8", "red", "8")
    assert scenes.small_targets(_scene(MAT, CARD, near), _anything) == ["red-7 and red-8 leave no room for a finger"]
    assert scenes.small_targets(_scene(Zone("p1", Box(0, 0, 30, 60), "mat", "Ann's place")), _anything)
    assert not scenes.wrong_marks(_scene(MAT, CARD), _scene(MAT))


def test_the_shared_checks_find_what_an_svg_must_not_hold() -> None:
    svg = '<svg xmlns="http://www.w3.org/2000/svg">{}</svg>'
    assert not scenes.svg_faults(svg.format('<g class="zone"><use href="#ship" class="sym"/></g>'))
    for bad in (
        "<script/>",
        '<rect fill="red"/>',
        '<rect style="x"/>',
        '<use href="#dragon"/>',
        '<use href="ship"/>',
        '<g class="no-such-look"/>',
    ):
        assert scenes.svg_faults(svg.format(bad)), bad
