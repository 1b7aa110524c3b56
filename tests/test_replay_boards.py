"""Tables as text: marks, lines that fit a window, and player tables that fold when it is narrow."""

from records.event import Player
from replay.boards import (
    columns,
    fit,
    folded,
    headline,
    hidden,
    marked,
    marked_list,
    marked_row,
    player_table,
    side_by_side,
    who,
    wrapped,
)
from replay.table import Table

HEAD = ["player", "treasures (top last)", "hand"]
ROWS = [["p1", "r1 r2 r3", "blue-1 blue-2 blue-3"], ["p2", "–", "?×3"]]


def test_what_changed_has_a_star() -> None:
    assert (marked("3", "3"), marked("3", "2"), marked("", "2")) == ("3", "3*", "*")
    assert marked_row(["p1", "3", "a b"], ["p1", "2", "a b"]) == ["p1", "3*", "a b"]
    assert marked_row(["p1", "3"], None) == ["p1", "3*"]


def test_in_a_list_the_mark_sits_on_what_came() -> None:
    assert marked_list(["a", "b", "c"], ["a", "c"]) == ["a", "b*", "c"]
    assert marked_list(["a", "b", "c"], ["a", "b", "c"]) == ["a", "b", "c"]
    assert marked_list(["a", "a", "b"], ["a", "b"]) == ["a", "a*", "b"]
    assert marked_list(["a", "d"], ["a", "b"], str.upper) == ["A", "D*"]
    assert marked_list(["?×3"], ["?×4"]) == ["?×3*"]


def test_in_a_list_from_which_something_went_the_mark_sits_on_no_item() -> None:
    assert marked_list(["a"], ["a", "b"]) == ["a", "*"]
    assert marked_list([], ["a"]) == ["*"]
    assert marked_list(["b", "a"], ["a", "b"]) == ["b", "a", "*"]


def test_a_headline_leaves_out_empty_parts() -> None:
    assert headline("Tiny", "round 2 of 4", "", "red to act") == "Tiny · round 2 of 4 · red to act"


def test_a_player_is_named_by_seat_and_by_name_if_known() -> None:
    table = Table("tiny", (Player("red", name="Ada"), Player("blue")), ("red", "blue"), (), {})

    assert [who(table, seat) for seat in table.seats] == ["red Ada", "blue"]


def test_unknown_cards_are_counted() -> None:
    assert (hidden(0), hidden(3)) == ([], ["?×3"])


def test_a_text_that_is_too_wide_is_cut_or_folded_but_no_name_is_broken() -> None:
    assert (fit("a long line", 20), fit("a long line", 7)) == ("a long line", "a long…")
    assert folded("up isle-1 isle-2", 9) == ["up isle-1", "  isle-2"]
    assert folded("up", 9) == ["up"]


def test_lines_break_between_items_and_line_up_under_the_first() -> None:
    assert wrapped("crew ", ["2 black", "1 white", "3 violet"], 18, ", ") == [
        "crew 2 black,",
        "     1 white,",
        "     3 violet",
    ]
    assert wrapped("", ["one item that is wide", "two"], 12) == ["one item", "that is wide", "two"]


def test_a_column_is_as_wide_as_its_widest_cell() -> None:
    assert columns([["a", "b"], ["long", "c"]]) == ["a     b", "long  c"]


def test_in_a_narrow_window_the_long_columns_move_below_their_row() -> None:
    wide = player_table(HEAD, ROWS, 100, may_fold=(2, 1))
    narrow = player_table(HEAD, ROWS, 40, may_fold=(2, 1))
    narrowest = player_table(HEAD, ROWS, 20, may_fold=(2, 1))

    assert len(wide) == 3
    assert [line.rstrip() for line in narrow[1:3]] == ["p1      r1 r2 r3", "    hand blue-1 blue-2 blue-3"]
    assert [line.rstrip() for line in narrowest[1:4]] == ["p1", "    treasures r1 r2", "      r3"]
    assert max(len(line.rstrip()) for line in narrowest) <= 20


def test_two_blocks_go_side_by_side_whatever_their_heights() -> None:
    assert side_by_side(["+-+", "+"], ["a", "b", "c"], " ") == ["+-+ a", "+   b", "    c"]
