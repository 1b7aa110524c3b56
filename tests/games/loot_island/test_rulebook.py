"""Loot Island: the rulebook's own examples, and a whole round of a record."""

import pytest

from replay.games.loot_island.geometry import by_the_bow, coast_ahead, final_walk, moved, next_coast
from tests.games.loot_island.helpers import clean, event, header, island, loot, passes, play, position, state_of, take
from tests.helpers.tools import found

FOUR = header(("blue", "red", "yellow", "black"))
TWO = header(("blue", "red"))


def test_w1_li_place_4_black_lays_a_3_and_a_5_on_a_column() -> None:
    state = clean(
        FOUR,
        position(turn="black", hands={"black": ["red-3", "red-5", "red-9"]}, N1=("red-2", "blue")),
        play("black", "N1", "red-3 red-5"),
    )

    assert state.columns["N1"] == ("red-2", "red-3", "red-5")
    assert state.stacks["N1"] == ("blue", "black")
    assert set(state.cubes.values()) == {3}
    assert state.hands["black"] == ("red-9",)


def test_w2_li_fx_1_and_2_all_who_are_there_shed_and_draw() -> None:
    state = clean(
        FOUR,
        position(turn="red", N1=("red-3", "yellow blue red")),
        play("red", "N1", "red-5-draw red-9-cube"),
    )

    assert state.stacks["N1"] == ("yellow", "blue", "red")
    assert state.cubes == {"red": 2, "yellow": 2, "blue": 2, "black": 3}
    assert {seat: len(hand) for seat, hand in state.hands.items()} == {"red": 6, "yellow": 8, "blue": 8, "black": 7}


def test_w3_li_one_2_blue_starts_a_column_with_a_1_and_moves_a_disc() -> None:
    state = clean(
        FOUR,
        position(E1=("", "blue"), S1=("", "blue"), W1=("", "blue")),
        play("blue", "N1", "red-1 red-3 red-7-cube", come_from="S1"),
    )

    assert state.cubes == {"blue": 2, "red": 4, "yellow": 4, "black": 4}
    assert state.stacks["S1"] == ()
    assert state.stacks["N1"] == ("blue",)


def test_w4_li_one_5_yellow_inserts_a_1_and_copies_a_draw() -> None:
    state = clean(
        FOUR,
        position(turn="yellow", N1=("red-5-draw red-7-cube", "blue red")),
        play("yellow", "N1", "red-1 red-10 red-wild", copy="red-5-draw"),
    )

    assert state.columns["N1"] == ("red-1", "red-5-draw", "red-7-cube", "red-10", "red-wild")
    assert {seat: len(hand) for seat, hand in state.hands.items()} == {"blue": 7, "red": 7, "yellow": 5, "black": 7}
    assert set(state.cubes.values()) == {3}


def test_w5_li_loot_5_6_7_a_big_and_a_small_loot_are_shared_out() -> None:
    five = header(("blue", "red", "white", "yellow", "black"))
    begin = position(
        phase="loot",
        N1=("red-2 red-3-chest red-4-chest red-6-chest red-7 red-8-chest red-9", "blue red yellow"),
        N2=("blue-2 blue-3-chest blue-4-chest blue-6-chest blue-7 blue-8", "red blue black yellow"),
    )
    big = loot("coins-11 coins-12 coins-13 coins-14 coins-15 book-27 book-28")
    state = clean(five, begin, big)
    assert state.loot is not None
    assert state.loot.takers == ("blue", "red", "yellow", "blue", "red", "yellow", "blue")

    taken = [take(seat, name) for seat, name in zip(state.loot.takers, state.open, strict=True)]
    state = clean(five, begin, big, *taken, loot("book-29 jewel-36 jewel-37"))

    assert state.loot is not None
    assert (state.loot.at, state.loot.takers) == ("N2", ("red", "blue", "black"))


def test_w6_li_take_4_and_5_keep_bury_and_shed_cubes() -> None:
    five = header(("blue", "red", "white", "yellow", "black"))
    begin = position(
        phase="loot",
        cubes={"red": 6, "blue": 3},
        kept={"red": ["amulet-2", "amulet-3", "amulet-4"]},
        treasure={"deck": [["I", 1], ["IV", 2]]},
        N1=("blue-3 blue-4", ""),
        N2=("red-2-plus red-3 red-4-chest red-5 red-6", "blue red"),
    )
    shown = loot("coins-24 jewel-49 amulet-1")

    assert clean(five, begin).loot.queue == (("N2", "big"),)  # type: ignore[union-attr]  # phase loot has a plan
    assert clean(five, begin, shown).loot.takers == ("blue", "red", "blue")  # type: ignore[union-attr]  # likewise
    assert clean(five, begin, shown, take("blue", "coins-24")).cubes["blue"] == 7
    buried = (shown, take("blue", "coins-24"), take("red", "jewel-49", keep=False))
    assert clean(five, begin, *buried).cubes["red"] == 1
    state = clean(five, begin, *buried, take("blue", "amulet-1"), {"do": "cleanup"})
    assert state.cubes["blue"] == 6
    assert state.treasure_discard == ("jewel-49",)


def test_w13_li_fx_2_aarons_draw_icon_serves_blue_but_not_aaron() -> None:
    state = clean(TWO, position(N1=("red-2", "blue")), play("blue", "N1", "red-3 red-5-draw", for_="aaron"))

    assert state.stacks["N1"] == ("blue", "aaron")
    assert len(state.hands["blue"]) == 7
    assert len(state.hands["aaron"]) == 4


def test_w14_li_aar_5_aaron_buries_an_amulet_without_effect() -> None:
    state = clean(TWO, position(), island("blue", "treasure", "red-3 red-5", reveal="amulet-1", for_="aaron"))

    assert state.treasure_discard == ("amulet-1",)
    assert state.cubes == {"blue": 3, "red": 3}


def test_w15_li_isl_8_the_ship_tile_is_turned_for_aaron_and_the_ship_stays() -> None:
    state = clean(
        TWO, position(turn="red", ship="NE cw"), island("red", "ship", "red-3 red-5", use=False, for_="aaron")
    )

    assert (state.corner, state.islands["ship"]) == ("NE", "down")


@pytest.mark.parametrize(
    ("players", "deck", "treasures", "tiles", "healers"),
    [(2, 70, 44, 6, 2), (3, 67, 44, 6, 3), (4, 60, 59, 6, 4), (5, 53, 74, 7, 5)],
)
def test_w16_li_set_8_to_10_the_set_up(players: int, deck: int, treasures: int, tiles: int, healers: int) -> None:
    aaron = {"aaron": {"color": "black"}} if players == 2 else {}
    ship = {"corner": "NE", "facing": "cw"}
    state = clean(header(players), {"do": "setup", "first": "blue", "ship": ship, **aaron})

    assert state.deck == deck
    assert sum(size for _, size in state.treasure_deck) == treasures
    assert len(state.islands) == tiles
    assert len(state.pile) == healers


def test_w17_li_ship_1_to_3_the_ship_and_the_coasts() -> None:
    assert coast_ahead("NE", "cw") == "E"
    assert by_the_bow("E", "cw")[0] == "E1"
    assert moved("NE", "cw") == "SE"
    assert next_coast("NE", "cw") == "S"
    assert coast_ahead("NE", "ccw") == "N"
    assert by_the_bow("N", "ccw")[0] == "N2"
    assert moved("NE", "ccw") == "NW"
    assert next_coast("NE", "ccw") == "W"


def test_li_end_2_the_final_exploration_goes_round_from_the_bow() -> None:
    assert final_walk("NE", "cw", "bow", "ahead") == ("E1", "E2", "S1", "S2", "W1", "W2", "N1", "N2")
    assert final_walk("NE", "ccw", "bow", "ahead") == ("N2", "N1", "W2", "W1", "S2", "S1", "E2", "E1")
    assert final_walk("NE", "cw", "bow", "adjacent")[0] == "N2"
    assert final_walk("NE", "ccw", "bow", "adjacent")[0] == "E1"
    assert final_walk("NE", "ccw", "clockwise", "ahead")[:3] == ("N2", "E1", "E2")


def test_li_b2_1_after_a_move_the_ship_turns_back_to_the_coast_of_the_round_before() -> None:
    state = clean(header(3), position(phase="ready", event="A3", ship="NE cw"), event("B2"))

    assert (state.corner, state.facing) == ("SE", "ccw")
    assert coast_ahead(state.corner, state.facing) == "E"


ROUND = [
    {"do": "setup", "first": "blue", "ship": {"corner": "NW", "facing": "cw"}},
    event("A3"),
    play("blue", "N1", "red-1 red-3-chest"),
    play("red", "N1", "red-4 red-7-cube"),
    island("yellow", "cubes-3", "green-2 green-6"),
    passes("blue"),
    passes("red"),
    passes("yellow"),
    loot("coins-14 jewel-36 crown-51"),
    take("blue", "coins-14"),
    take("red", "crown-51"),
    take("blue", "jewel-36", keep=False),
    {"do": "cleanup"},
]


def test_a_whole_round_has_no_finding_and_leaves_the_cubes_of_the_page() -> None:
    state = clean(header(("blue", "red", "yellow")), *ROUND)

    assert state.cubes == {"blue": 1, "red": 4, "yellow": 2}
    assert state.first == "blue"
    assert state.phase == "ready"
    assert state.treasure_discard == ("jewel-36",)
    assert state.columns["N1"] == ()


def test_li_seq_1_what_comes_out_of_its_phase_is_judged_for_that_alone() -> None:
    record = [*ROUND, passes("black")]
    assert found(header(("blue", "red", "yellow")), record)[0][1] == "QM-READ-2"

    record = [*ROUND, passes("yellow", take="nothing-such")]
    assert found(header(("blue", "red", "yellow")), record) == [[14, "LI-SEQ-1", "broken"]]

    # the stray pass ends nothing: the next round opens as usual
    assert found(header(("blue", "red", "yellow")), [*record, event("B1")]) == [[14, "LI-SEQ-1", "broken"]]


def test_a_name_that_cannot_be_read_counts_as_unknown() -> None:
    state = state_of(header(3), position(), play("blue", "N1", "hat"))

    assert state.columns["N1"] == ("?",)
    assert len(state.hands["blue"]) == 6


def test_a_healer_may_be_named_by_its_cost() -> None:
    begin = position(phase="healer", cubes={"blue": 5, "red": 0, "white": 0}, healers={"open": ["healer-3"]})
    state = clean(header(3), begin, {"do": "healer", "by": "blue", "card": "healer-1+2"})

    assert state.result is not None
    assert state.result["parts"]["blue"]["healer"] == -7
