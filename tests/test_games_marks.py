"""The mark of a change on the table of every game: on what changed, and on nothing else."""

from collections import Counter

import pytest

from cli.machine.target import load
from replay.library import game_ids
from replay.reel import Eyes, Reel, played
from tests.helpers.shell import Shell
from tests.helpers.tools import first_story

WIDTH = 160


def reel_of(game_id: str) -> Reel:
    """The first story of a game, as the official sees it."""
    with load(str(first_story(game_id)), None) as loaded:
        return Reel(played(loaded.record), Eyes())


def marked_lines(game_id: str, seq: int) -> list[str]:
    """The lines of a table that have a mark."""
    reel = reel_of(game_id)
    return [line.strip() for line in reel.board(reel.place(seq), WIDTH) if "*" in line]


@pytest.mark.parametrize("game_id", game_ids())
def test_a_mark_takes_the_place_of_nothing(game_id: str) -> None:
    """Marks take room, so lines may break elsewhere; but nothing is lost, and nothing comes but the marks."""
    reel = reel_of(game_id)
    marks = 0
    for place in range(0, len(reel), 3):
        shown, plain = (Counter("".join(reel.board(place, WIDTH, marked=marked))) for marked in (True, False))
        marks += shown["*"] - plain["*"]
        for sign in " ─│*|·":
            shown[sign] = plain[sign] = 0
        assert plain == shown, place
    assert marks > 0


def test_sea_or_shore_marks_the_card_that_came_and_no_card_where_one_went() -> None:
    assert marked_lines("sea-or-shore", 40) == [
        "Treasures  rb [–*] over 11   gp [–*] over 11   additions left 15*",
        "p1 Ann   blue-8*     3*    p4                    –       b9 g10 p2 r4 r6 r9 *",
        "p2 Bob   green-3*    2     p3 g2*                –       b7 g9 p8 r1 r8 r11 *",
        "p3 Cleo  purple-12*  2     r3 g2 p5              –       b5 b10 g5 g8 p9 r2 *",
        "▸p4 Dirk  blue-12*    0     r5 b3 b2 b3*          –       b1 b2 b6 b11 p3 r10 *",
    ]


def test_loot_island_marks_the_card_and_the_disc_at_a_landing() -> None:
    lines = marked_lines("loot-island", 12)
    assert [line.split("  ")[0] for line in lines] == ["N1 red 2/5* ◆1*", "3 ★*", "blue red*", "red Bob"]
    assert "5*     – · ?×5*" in lines[-1]


def test_lost_island_marks_the_explorer_who_came_and_the_tile_they_left() -> None:
    shown = "\n".join(marked_lines("lost-island", 20))
    for words in ("| Pa=?    | *       | Pf=?    |", "▓flag*", "| Pc=?⚑*  |", "flag with Bob on b5*"):
        assert words in shown


def test_gold_island_marks_pirate_permit_and_colour_each_where_it_is() -> None:
    lines = marked_lines("gold-island", 40)
    assert lines[0].startswith("isle-4 natural* <R> ")
    assert lines[1].startswith("chest ? R?* ")
    assert lines[2] == "1 natural*"
    assert lines[3].startswith(
        "> red    hand ?×2* · draw 4 · discard 10*, top ashore-3* · crew –* · permits 1*: ?* · nest 3"
    )


def test_a_hand_seen_in_full_has_the_mark_on_the_cards_that_were_drawn(qm: Shell) -> None:
    qm("simulate", "gold-island", "-p", "3", "-o", ".")
    path = next(qm.folder.glob("*.full.jsonl"), None) or next(qm.folder.glob("*.jsonl"))
    with load(str(path), None) as loaded:
        reel = Reel(played(loaded.record), Eyes())
    drawn = 0
    for place in range(len(reel)):
        came = [
            str(change).partition(": ")[2].split()
            for change in reel.changes(place)
            if str(change).startswith("hands.") and "{" not in str(change)
        ]
        names = [word.removeprefix("+") for words in came for word in words if word[0] == "+" and word[1] != "?"]
        if not names or "×" in "".join(names):
            continue
        hands = " ".join(line for line in reel.board(place, 400) if " hand " in line)
        assert all(f" {name}* " in f"{hands} " for name in names), (reel.seq(place), names, hands)
        drawn += 1
    assert drawn > 10


def test_state_has_the_same_marks(qm: Shell) -> None:
    shown = qm("state", first_story("sea-or-shore"), "--at", "40").out
    assert "r5 b3 b2 b3* " in shown
    assert " p3 g2* " in shown
