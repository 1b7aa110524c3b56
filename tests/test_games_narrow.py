"""The table of every game in a narrow window, as on a phone: no line is too wide, and no fact is lost."""

import re

import pytest

from cli.machine.target import load
from replay.library import game_ids
from replay.reel import Eyes, Reel, played
from tests.helpers.tools import first_story

PHONE = 48
LABELS = {"NW", "NE", "SE", "SW", "treasures", "and", "hand", "top", "last"}
"""Corners of a map that is not drawn, and the heads of columns."""
FACT = re.compile(r"[\w?★◆▫▴●°⚑×]+")


def facts(lines: list[str]) -> set[str]:
    """The words and signs of a table; names that a narrow window breaks or a wide one shortens count as one."""
    text = re.sub(r"\s*[|│]\s*", " ", " ".join(lines)).replace("pirate-", "").replace("island-card", "card")
    return set(FACT.findall(text)) - LABELS


@pytest.mark.parametrize("game_id", game_ids())
def test_on_a_phone_no_line_is_too_wide_and_no_fact_is_lost(game_id: str) -> None:
    with load(str(first_story(game_id)), None) as loaded:
        reel = Reel(played(loaded.record), Eyes())
    for place in range(0, len(reel), 5):
        wide, narrow = (reel.board(place, width, marked=False) for width in (160, PHONE))
        assert max(map(len, narrow)) <= PHONE, max(narrow, key=len)
        assert not facts(wide) - facts(narrow), (place, facts(wide) - facts(narrow))
        assert "…" not in "".join(narrow)


def test_the_ships_and_captains_of_gold_island_can_be_seen_on_a_phone() -> None:
    with load(str(first_story("gold-island")), None) as loaded:
        reel = Reel(played(loaded.record), Eyes())
    shown = "\n".join(reel.board(reel.place(40), PHONE))
    assert "lighthouse <R B>" in shown
    assert "<R>" in shown
    assert "volcano-lower" in shown
    assert "<B>" in shown


def test_the_last_column_of_lost_island_is_inside_the_box() -> None:
    with load(str(first_story("lost-island")), None) as loaded:
        reel = Reel(played(loaded.record), Eyes())
    lines = reel.board(reel.place(40), PHONE)
    assert any(line.split() == list("abcdef") for line in lines)
    assert any(line.count("+") == 7 for line in lines)
