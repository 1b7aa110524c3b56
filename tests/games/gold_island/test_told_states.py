"""Gold Island: the states that hindsight hands on are those that playing out its line gives."""

import json
from collections.abc import Sequence
from itertools import count, cycle
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from records.event import Event, Header, event_of
from records.record import of_bodies
from replay.games.gold_island import GAME
from replay.library import table_of
from replay.playout import fold
from replay.read import read_timeline
from tests.games.gold_island.helpers import act, header, position, reveal
from tests.helpers.slow import many, shares
from tests.helpers.stirred import WORDS, Choice, choices, stirred
from tests.helpers.tools import Body, cases, dealt, stories_of


def states_agree(start: Body, bodies: list[Body]) -> bool:
    """Holds the states beside those of a fold; whether there were any."""
    record = of_bodies(start, bodies)
    return agree(record.header, record.events)


def agree(start: Header, events: Sequence[Event]) -> bool:
    """The same for events."""
    table = table_of(GAME, start)
    line = read_timeline(GAME, table, events)
    found = GAME.complete(table, line, False)
    if found.states is None:
        return False
    after = {step.seq: step.after for step in fold(GAME, table, found.line)}
    told = {seq: state for (seq, _), state in zip(found.line, found.states, strict=True) if seq in after}
    assert told == after
    return True


@pytest.mark.parametrize("seeds", shares(4, many(20, 200)))
def test_of_a_scribes_record(seeds: range) -> None:
    for seed in seeds:
        game = dealt("gold-island", 2 + seed % 3, seed)
        assert states_agree(game.header, game.scribe)
        states_agree(game.header, game.revealed)


@pytest.mark.parametrize("seeds", shares(2, many(10, 100)))
def test_where_permits_are_turned_up_one_by_one(seeds: range) -> None:
    """The scribe names whose permit it is, so that the lowest unknown one of theirs is meant."""
    for seed in seeds:
        game = dealt("gold-island", 2 + seed % 3, seed)
        states_agree(game.header, [body for line in game.scribe for body in _one_by_one(game.header, line)])


def _one_by_one(start: Body, line: Body) -> list[Body]:
    if not line.get("what", "").startswith("permits."):
        return [line]
    seats = [player["seat"] for player in start["players"]]
    what = line["what"].replace("permits.", "permit.")
    named = zip(cycle(seats), line["value"], strict=False)
    return [{**line, "what": f"{what}.{seat}", "value": value} for seat, value in named]


def test_of_every_case_and_story() -> None:
    for case in cases("gold-island"):
        states_agree(case.record[0], case.record[1:])
    for story in stories_of("gold-island"):
        first, *bodies = [json.loads(line) for line in story.read_text("utf-8").splitlines()]
        states_agree(first, bodies)


@settings(deadline=None)
@given(st.integers(0, 40), st.integers(1, 260), choices(WORDS, 20), st.integers(1, 60))
def test_of_a_record_in_which_anything_happened(seed: int, begin: int, chosen: list[Choice], last: int) -> None:
    record = stirred("gold-island", seed, begin, chosen, full=False)
    settled = dealt("gold-island", 2, seed).scribe[-last:]
    agree(record.header, [*record.events, *map(event_of, settled, count(record.size))])


def ashore(permit: Any) -> list[Body]:
    """red goes ashore on the isle where its ship is."""
    return [act("use", card="ashore-4", pirates=["black"], permit=permit), act("draw")]


LANDED = position(
    turn={"seat": "red", "moved": True},
    ships={"red": "isle-1"},
    crew={"red": {"black": 3}},
    permits={"red": {"held": 3, "gained": [2, 5, "?"]}},
)
TWICE: list[Body] = [LANDED, *ashore("?"), *ashore("?")]


def test_a_permit_that_is_turned_up_was_that_one_when_it_was_placed() -> None:
    assert states_agree(header(), [LANDED, *ashore("?"), reveal("permits.isle-1", [5])])
    assert states_agree(header(), [LANDED, *ashore(2), reveal("permit.isle-1.red", 5)])


def test_with_two_of_a_player_each_reveal_means_another() -> None:
    for first, second in ((2, 5), (5, "?"), (2, 2)):
        states_agree(header(), [*TWICE, reveal("permit.isle-1.red", first), reveal("permit.isle-1.red", second)])


def test_a_stack_turned_up_in_part_and_again() -> None:
    told = [reveal("permits.isle-1", ["?", 5]), reveal("permits.isle-1", [2, 3])]
    assert states_agree(header(), [*TWICE, *told])


@pytest.mark.parametrize("stack", [["?", 3], [2, 3]])
def test_permits_of_a_position(stack: list[Any]) -> None:
    lying = {"isle-1": {"stack": [["red", value] for value in stack]}}
    states_agree(header(), [position(ships={"red": "isle-1"}, islands=lying), reveal("permits.isle-1", [5, 4])])
