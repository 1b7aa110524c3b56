"""Colours on a terminal that has them. A colour says nothing that a letter or a word does not say too."""

import pytest

from cli.terminal.colours import COLOURS, in_colour, painted
from replay.library import game_ids, game_of
from tests.helpers.shell import Shell
from tests.helpers.tools import FIXTURES
from tests.helpers.typist import Typist

SEA = {"r": "red", "b": "blue", "g": "green", "p": "purple"}


def parts(line: str, letters: dict[str, str]) -> list[tuple[str, str]]:
    return [(text, colour) for text, colour in painted(line, letters, ("p1", "p2")) if colour]


def test_a_red_card_is_red_and_a_seat_is_not_a_purple_card() -> None:
    assert parts("▸p1 Ann   r3 g2* p2   –  ?×8", SEA) == [("r3", "red"), ("g2", "green"), ("p2", "purple")]
    assert parts("N1 red 3/5, blue-7-cube, shredded, infra-red", {}) == [("red", "red"), ("blue-7-cube", "blue")]
    assert parts("|Pa=?  |Oc=4  |", {"P": "purple", "O": "orange"}) == [("Pa", "purple"), ("Oc", "orange")]
    assert parts("port <RB> R B* GB Bob", {"R": "red", "B": "blue"}) == [("R", "red"), ("B", "blue")]


@pytest.mark.parametrize("line", ["", "p1", "▸ red", "r7 b3", "red-7*", "–", "  ·  ", "\x07r7"])
def test_nothing_is_lost_by_painting(line: str) -> None:
    assert "".join(text for text, _ in painted(line, SEA, ("p1",))) == line


def test_every_letter_of_a_game_stands_for_a_colour_that_can_be_shown() -> None:
    for game_id in game_ids():
        assert set(game_of(game_id).colour_letters.values()) <= set(COLOURS)


def test_terminals_with_few_colours_and_with_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("COLORTERM", raising=False)
    assert in_colour("r7", "red") == "\x1b[31mr7\x1b[0m"
    monkeypatch.setenv("TERM", "xterm-256color")
    assert in_colour("r7", "red") == "\x1b[38;5;167mr7\x1b[0m"
    assert in_colour("r7", "") == "r7"


def test_a_table_is_in_colour_on_a_terminal_and_plain_in_a_pipe(qm: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    story = str(FIXTURES / "sea-or-shore" / "clean-evening.jsonl")
    assert "\x1b" not in qm("state", story, "--at", "40").out
    monkeypatch.setenv("TERM", "xterm-256color")
    with Typist("state", story, "--at", "40") as screen:
        screen.expect("treasures (top last)")
        assert screen.wait() == 0
        assert b"\x1b[38;5;" in screen.raw
    monkeypatch.setenv("NO_COLOR", "1")
    with Typist("state", story, "--at", "40") as screen:
        screen.expect("treasures (top last)")
        assert screen.wait() == 0
        assert b"\x1b[38;5;" not in screen.raw
