"""Loot Island: takes that are logged for Aaron, and the renewed decks (W21)."""

from typing import Any

import pytest

from replay.library import game_of
from replay.notation.reading import Line, read_line
from replay.notation.writing import write_line
from replay.playout import fold
from tests.games.loot_island.helpers import at, clean, header, island, loot, play, position, state_of, take
from tests.helpers.tools import Body, audit_of, found, timeline

GAME = game_of("loot-island")
TWO = header(("blue", "red"))
BEGIN = position(phase="loot", N1=("red-2 red-3 red-4 red-6-chest", "blue aaron"))
SHOWN = loot("coins-11 coins-12 jewel-36")
BLUE = take("blue", "coins-11")


def test_aarons_takes_are_remembered_until_the_next_line_of_the_loot() -> None:
    assert at(TWO, BEGIN, SHOWN, path="aaron.given") == []
    assert at(TWO, BEGIN, SHOWN, BLUE, path="aaron.given") == ["jewel-36"]
    assert at(TWO, BEGIN, SHOWN, BLUE, take("blue"), path="aaron.given") == []


@pytest.mark.parametrize("named", [{"treasure": "jewel-36"}, {}, {"treasure": "jewel-36", "keep": False, "shed": 1}])
def test_li_aar_8_what_is_said_of_aaron_changes_nothing_if_it_is_so(named: dict[str, Any]) -> None:
    told = {"do": "take", "by": "aaron", **named}
    before, state = clean(TWO, BEGIN, SHOWN, BLUE), clean(TWO, BEGIN, SHOWN, BLUE, told)

    assert state.memory.given == ()
    assert (state.open, state.kept, state.treasure_discard) == (before.open, before.kept, before.treasure_discard)
    assert state.cubes == before.cubes


def test_li_aar_8_the_table_is_followed_where_aaron_took_another_one() -> None:
    record = [BEGIN, SHOWN, BLUE, take("aaron", "coins-12")]
    assert found(TWO, record) == [[4, "LI-AAR-8", "broken"]]
    state = state_of(TWO, *record)

    assert (state.open, state.treasure_discard, state.memory.given) == (("jewel-36",), ("coins-12",), ())
    assert found(TWO, [*record, take("blue", "jewel-36")]) == [[4, "LI-AAR-8", "broken"]]


def test_li_aar_8_a_crown_that_aaron_did_not_take_goes_back() -> None:
    record = [BEGIN, loot("coins-11 coins-12 crown-50"), BLUE]
    assert state_of(TWO, *record).kept["aaron"] == ("crown-50",)

    followed = state_of(TWO, *record, take("aaron", "coins-12"))
    assert (followed.kept["aaron"], followed.open, followed.treasure_discard) == ((), ("crown-50",), ("coins-12",))


def test_li_take_2_one_that_is_not_there_tells_nothing() -> None:
    record = [BEGIN, SHOWN, BLUE]
    before, state = state_of(TWO, *record), state_of(TWO, *record, take("aaron", "skull-62"))

    assert (state.open, state.memory.given, state.kept) == (before.open, before.memory.given, before.kept)


def test_li_take_1_aaron_out_of_turn_gains_what_is_there() -> None:
    state = state_of(TWO, BEGIN, SHOWN, take("aaron", "coins-12"))

    assert state.loot is not None
    assert (state.open, state.loot.takers) == (("coins-11", "jewel-36"), ("blue", "blue"))
    assert state.treasure_discard == ("coins-12",)


def test_li_aar_5_an_unseen_treasure_that_aaron_takes_is_buried_and_counted() -> None:
    begin = position(phase="loot", N1=("red-2 red-3 red-4 red-6", "aaron"))
    state = state_of(TWO, begin, loot("?"))
    assert (state.treasure_discard, state.memory.unseen) == (("?",), 1)
    assert found(TWO, [begin, loot("?")]) == [[2, "LI-AAR-5", "open"]]

    told = state_of(TWO, begin, loot("?"), take("aaron", "crown-50"))
    assert (told.treasure_discard, told.memory.unseen, told.kept["aaron"]) == ((), 0, ("crown-50",))
    assert found(TWO, [begin, loot("?"), {"do": "reveal", "what": "@2.reveal", "value": ["crown-50"]}]) == []


def test_a_take_for_aaron_is_read_only_with_two_players() -> None:
    record = [position(phase="loot", N1=("red-2 red-3 red-4 red-6", "blue")), take("aaron", "coins-11")]

    assert [rule for _, rule, _ in found(header(3), record)] == ["QM-READ-2"]


def test_a_take_for_aaron_can_be_typed_and_is_told_in_a_sentence() -> None:
    record = [BEGIN, SHOWN, BLUE, take("aaron", "jewel-36"), take("blue")]
    game, table, line, _ = timeline(TWO, record)
    steps = list(fold(game, table, line))

    typed = write_line(game, table, steps[2].after, record[3])
    assert typed == "aaron j36"
    read = read_line(game, table, steps[2].after, "take aaron jewel-36")
    assert isinstance(read, Line)
    assert read.body == record[3]
    assert game.tell(steps[3]) == "Aaron takes jewel 36."
    other = state_of(TWO, *record[:3])
    assert other.memory.given == ("jewel-36",)
    game, table, line, _ = timeline(TWO, [*record[:3], take("aaron", "coins-12")])
    assert game.tell(list(fold(game, table, line))[3]) == "Aaron takes coin bag 12; jewel 36 is face up again."


# --- renewed decks -----------------------------------------------------------------------------------------------

W21 = position(
    phase="loot",
    N1=("red-2 red-3 red-4 red-5 red-6-chest", "blue"),
    treasure={"deck": [["IV", 1]], "discard": ["jewel-36", "skull-62"]},
)
FOUR = header(4)


def test_w21_li_deck_4_a_renewed_deck_holds_only_what_went_into_it() -> None:
    state = clean(FOUR, W21, loot("coins-22 jewel-36"))
    assert (state.treasure_deck, state.memory.renewed_treasure) == ((("mix", 1),), ("skull-62",))

    assert found(FOUR, [W21, loot("coins-22 jewel-37")]) == [[2, "LI-DECK-4", "broken"]]
    audited = audit_of(FOUR, [W21, loot("coins-22 jewel-37")])
    assert audited.findings[0].facts["treasures"] == ["jewel-37"]


def test_li_deck_6_what_went_into_the_map_deck_is_remembered_until_it_comes_out() -> None:
    begin = position(map={"deck": 0, "discard": ["green-10", "?"]})
    drawn = island("blue", "draw", "red-3 red-5", draw=["green-10", "?"])
    state = state_of(header(3), begin, drawn)
    assert (state.deck, state.memory.renewed_map) == (2, ("?", "red-3", "red-5"))
    again = state_of(
        header(3),
        begin,
        drawn,
        island("red", "ship", "? ?", use=False),
        play("white", "N1", "green-5-draw", draw={"white": ["blue-2"]}),
    )
    assert again.memory.renewed_map == ("red-3", "red-5"), "a named card that is not in the list uses up an unknown one"


def test_a_position_keeps_what_was_renewed_and_what_aaron_took() -> None:
    given: Body = {
        "renewed": {"map": ["red-3", "?"], "treasure": ["coins-11"]},
        "aaron": {"color": "white", "done": False, "given": ["crown-50"], "unseen": 2},
    }
    state = state_of(TWO, position(**given))
    document = GAME.document(state)

    assert document["renewed"] == given["renewed"]
    assert document["aaron"] == given["aaron"]
    plain = GAME.document(state_of(TWO, position()))
    assert plain["renewed"] == {"map": None, "treasure": None}
    assert plain["aaron"] == {"color": None, "done": False, "given": [], "unseen": 0}
