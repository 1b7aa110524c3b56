"""Slips of the hand at the real prompt, in every game: no question changes the record, no name is taken for a move."""

from string import ascii_lowercase
from typing import Any

import pytest

from tests.helpers.shell import Shell
from tests.helpers.slow import first_ones, many
from tests.helpers.tools import fixtures_of
from tests.helpers.typist import Typist

pytestmark = pytest.mark.slow

SEATS = {
    "gold-island": ("red", "blue", "green", "yellow"),
    "loot-island": ("blue", "red", "white", "yellow"),
    "lost-island": ("red", "purple", "orange", "turquoise"),
    "sea-or-shore": ("p1", "p2", "p3", "p4"),
}
NAMES = (
    *("Ann", "Bob", "Cleo", "Dee", "Ed", "Fay", "Gus", "Hal", "Ida", "Joe", "Kim", "Lee", "Max"),
    *("Nat", "Oli", "Pia", "Quin", "Rose", "Sue", "Tom", "Uma", "Vic", "Wes", "Xan", "Yul", "Zoe"),
)
EVENINGS = [(game_id, first) for first in range(0, many(8, len(NAMES) - 1), 4) for game_id in SEATS]
"""Every game with Ann to Dee, then with Ed to Hal, and so on; the first ones are quick."""
ASKED_AGAIN, AT_THE_PROMPT = "or type it again:", "? legal, u undo"
SLIPS = (
    *("s", "s {name}", "state", "state {name}", "w", "turn", "?", "legal", "list", "help", "o", "open"),
    *("who {name}", "what did {name} have?", "where is c5", "where r7", "where crown-52"),
    *("undoing", "x", "e", "i", "u 999", "x 999", "e 999 pass", "i 999 pass", "dispute", "d", "n", "note"),
    *("d c5", "a5 z9", "geen", "k3ch E1", "skul-60", "sett {name}", "s blue", "s p2", ";", ";;", "#", "!"),
)


def people(first: int) -> list[str]:
    return [NAMES[(first + place) % len(NAMES)] for place in range(4)]


def begin(qm: Shell, game_id: str, names: list[str]) -> str:
    """The first lines of the fixture, typed by a scribe whose players have these names."""
    seats = [f"{seat}={name}" for seat, name in zip(SEATS[game_id], names, strict=True)]
    record: str = qm("new", game_id, *seats, "--kit", "demo", "--json").json["id"]
    return record


def lines_of(game_id: str) -> list[str]:
    return (fixtures_of(game_id) / "four-players.lines").read_text().splitlines()[1:13]


def events(qm: Shell, record: str) -> list[dict[str, Any]]:
    """What was logged, without what depends on the clock and on chance."""
    told = [line["event"] for line in qm("show", record, "--json").json_lines[1:]]
    return [{name: value for name, value in event.items() if name not in ("at", "salt")} for event in told]


def type_and_drop(screen: Typist, line: str) -> None:
    """Type a line; where the prompt asks back, drop it."""
    screen.line(line)
    while screen.either(ASKED_AGAIN, "(y/n)?", "Enter, or n)?", AT_THE_PROMPT) != AT_THE_PROMPT:
        screen.line("" if screen.text.rstrip().endswith(ASKED_AGAIN) else "n")


@pytest.mark.parametrize("evening", first_ones(EVENINGS))
def test_slips_leave_the_record_as_it_is(qm: Shell, evening: tuple[str, int]) -> None:
    """The same lines give the same events whatever the players are called, and no slip in between changes them."""
    game_id, first = evening
    names = people(first)
    record, nameless = begin(qm, game_id, names), begin(qm, game_id, ["Zz1", "Zz2", "Zz3", "Zz4"])
    assert qm("log", nameless, stdin="\n".join(lines_of(game_id))).code == 0
    with Typist("log", record) as screen:
        screen.expect(AT_THE_PROMPT)
        slips = iter(SLIPS)
        for line in lines_of(game_id):
            type_and_drop(screen, line)
            for slip in (next(slips, ""), next(slips, ""), next(slips, "")):
                if slip:
                    type_and_drop(screen, slip.format(name=names[1]))
        for slip in slips:
            type_and_drop(screen, slip.format(name=names[1]))
        screen.line("q")
        assert screen.wait() == 0
    assert events(qm, record) == events(qm, nameless)


@pytest.mark.slow
@pytest.mark.parametrize("game_id", list(SEATS))
def test_no_letter_alone_sets_up_contests_or_takes_back_more_than_itself(qm: Shell, game_id: str) -> None:
    """A letter is a command, a move that is legal now, or refused. `u` takes back the last line and nothing else."""
    record = begin(qm, game_id, people(0))
    assert qm("log", record, stdin="\n".join(lines_of(game_id)[:6])).code == 0
    before = events(qm, record)
    with Typist("log", record) as screen:
        screen.expect(AT_THE_PROMPT)
        for letter in ascii_lowercase:
            if letter not in "qu":
                type_and_drop(screen, letter)
        screen.line("q")
        assert screen.wait() == 0
    added = events(qm, record)[len(before) :]
    assert events(qm, record)[: len(before)] == before
    assert not {event["do"] for event in added} & {"setup", "dispute", "rewind", "amend", "insert", "withdraw"}
    assert all(len(event["said"]) == 1 for event in added), "each is what was typed, and nothing else"
