"""Lines typed at a table of Stratego Lost Island: explorers by letter, or by where they stand."""

import re

import msgspec
import pytest

from replay.action import Action, Reveal, name_of
from replay.games.lost_island import GAME
from replay.notation.coming import form_of
from replay.notation.reading import Line, Misread, read_line
from replay.notation.writing import write_line
from tests.games.lost_island.helpers import SETUP, header, position
from tests.games.lost_island.sentences import with_names
from tests.helpers.readable import unreadable
from tests.helpers.tools import Body, final_state

SIGNS = re.compile(r"[<>](?=\w)")
"""To be typed before a word."""
NEAR = position({"a": "b3", "b": "d1"}, {"a": "b4", "b": "f5"}, tiles={"c1": "water", "c2": "water"}, coins={"red": 2})


def read(text: str, *bodies: Body) -> Line | Misread:
    _, state = final_state(with_names(header()), list(bodies))
    return read_line(GAME, state.table, state, text)


def body_of(text: str, *bodies: Body) -> Body:
    line = read(text, *bodies)
    assert isinstance(line, Line), line
    return line.body


@pytest.mark.parametrize(
    ("from_to", "by_letter"),
    [
        ("b3 b2", "a b2"),
        ("b3 c3", "a c3"),
        ("move b3 c3", "move a c3"),
        ("d1 b1", "b b1"),
        ("b3 b4 4v2", "a pa 4v2"),
        ("b3 b4", "a pa"),
        ("attack b3 b4 4v2", "battle a pa 4v2"),
        ("ring b3", "ring a"),
        ("spy b4 3 <b3", "spy pa 3 <a"),
        ("flip c3 bc4 <b3 b3:5", "flip c3 bc4 <a a:5"),
        ("B3 C3", "a c3"),
        ("bob move f5 f4", "bob move b f4"),
    ],
)
def test_an_explorer_is_named_by_where_it_stands(from_to: str, by_letter: str) -> None:
    assert body_of(from_to, NEAR) == body_of(by_letter, NEAR)


def test_the_explorer_a_is_not_taken_for_an_article() -> None:
    assert body_of("a c3", NEAR) == {"do": "move", "by": "red", "piece": "red.a", "to": "c3"}
    assert body_of("flip c3 a storm", NEAR) == {"do": "flip", "by": "red", "cell": "c3", "tile": "storm"}


def test_the_explorer_of_somebody_else_is_taken_if_only_that_stands_there() -> None:
    """The record follows the table; the rules say that it was not theirs."""
    assert body_of("move f5 f4", NEAR) == {"do": "move", "by": "red", "piece": "purple.b", "to": "f4"}


def test_a_cell_where_nobody_stands_is_no_explorer() -> None:
    assert isinstance(read("ring c3", NEAR), Misread)
    assert isinstance(read("e6 e5", NEAR), Misread)


def test_what_may_come_is_read_as_it_is_written() -> None:
    _, state = final_state(header(), [NEAR])
    for action in GAME.suggest(state):
        line = read_line(GAME, state.table, state, write_line(GAME, state.table, state, action))
        assert isinstance(line, Line)
        assert line.action == action


REFUSED = ("zz", "b3", "ring", "ring zz", "flip c3 boom", "b3 b4 4x2", "spy", "a", "shrink", "reinforce", "a zz")


@pytest.mark.parametrize("text", REFUSED)
def test_a_refusal_reads_well(text: str) -> None:
    line = read(text, NEAR)

    assert isinstance(line, Misread)
    assert unreadable(re.sub(SIGNS, "", line.what)) == []


def test_what_a_verb_takes_reads_well() -> None:
    assert GAME.notation is not None
    forms = [form for verb in GAME.notation.verbs if verb.slots for form in form_of(GAME, verb.do)]

    assert len(forms) == len(GAME.actions) - 1  # all but `end`
    assert [fault for form in forms for fault in unreadable(re.sub(SIGNS, "", form))] == []


@pytest.mark.parametrize(
    "body",
    [
        {"do": "move", "piece": "red", "to": "a3"},
        {"do": "move", "piece": "red.a", "to": "the beach"},
        {"do": "setup", "boats": {"red": ["12"]}},
        {"do": "setup", "position": {"flag": "lost"}},
        {"do": "flip", "cell": "c3", "hits": {"red.a": "perhaps"}},
        {"do": "reveal", "what": "weather", "value": 3},
        {"do": "reveal", "what": "values.green.a", "value": 3},
    ],
)
def test_what_is_allowed_reads_well(body: Body) -> None:
    """What is to be typed as it stands is in backticks."""
    _, state = final_state(header(), [SETUP])
    kinds: tuple[type[Action], ...] = (*GAME.actions, Reveal)
    kind = next(kind for kind in kinds if name_of(kind) == body["do"])
    found = GAME.problem(state.table, msgspec.convert(body, kind))

    assert found is not None
    assert unreadable(re.sub(r"`[^`]*`", "this", found.allowed)) == []
