"""Rules about a result and the record it comes from: TO-RESULT-2 to 4, TO-RESULT-6 and TO-TIME-1."""

from collections.abc import Iterator
from typing import Any

from replay.game import Game
from replay.games.tournament.actions import Result
from replay.games.tournament.rules.common import (
    RESULTS,
    RULINGS,
    ResultThere,
    is_unpinned,
    known_game,
    order_words,
    outcome_at,
)
from replay.games.tournament.rules.results import table_of
from replay.games.tournament.state import State, TableState
from replay.games.tournament.words import table_id
from replay.outcome import Outcome
from replay.rule import Answer, Broken, Open, rule
from replay.saying import listed
from replay.step import Step

LONGEST_PAUSE = 60
"""Seconds that a ruling may take without being given back."""


def _not_at_hand(step: Step[State, Result]) -> Open:
    name = table_id(step.action.round, step.action.table)
    return Open(f"the record of {name} is not at hand", {"record": step.action.record, "head": step.action.head})


@rule("TO-RESULT-2", cite=RESULTS, judges=Result, may_open=True)
def the_places_are_those_of_the_record(step: Step[State, Result]) -> Iterator[Answer]:
    """Its places are those of the record at that head."""
    action, table = step.action, table_of(step)
    if action.how != "record" or table is None:
        return
    outcome = outcome_at(step, action.record, action.head)
    if outcome is None:
        yield _not_at_hand(step)
        return
    if not outcome.whole or not outcome.is_known:
        yield Open("the places of the record are not known at that head", {"record": action.record})
        return
    there = ResultThere(outcome, table)
    winners = None if action.winners is None else tuple(action.winners)
    differing = there.differences(action.places, winners, action.scores)
    if differing:
        words = f"the {listed(differing)} differ: the record says {order_words(step.before, there.places)}"
        yield Broken(words, {"differing": differing, "places": there.places, "scores": there.scores})


@rule("TO-RESULT-3", cite=RESULTS, judges=Result, may_open=True)
def the_record_is_whole_and_that_tables(step: Step[State, Result]) -> Iterator[Answer]:
    """The record is whole and is that table's."""
    action, table = step.action, table_of(step)
    if action.how != "record" or table is None:
        return
    if table.record is not None and action.record != table.record:
        yield Broken(f"the record of the table is {table.record}", {"record": action.record, "table": table.record})
    outcome = outcome_at(step, action.record, action.head)
    if outcome is None:
        yield _not_at_hand(step)
        return
    if not outcome.whole:
        yield Broken(f"the record is not whole: {outcome.trouble}", {"record": action.record, "head": action.head})
        return
    if is_unpinned(action.head):
        yield Open("the head does not pin the record: a salt is missing there", {"head": action.head})
    for field, there, here in _header_differences(step.before, table, outcome):
        yield Broken(f"the {field} of the record is {there!r}; here it is {here!r}", {"field": field})


def _header_differences(state: State, table: TableState, outcome: Outcome) -> Iterator[tuple[str, Any, Any]]:
    """Where the header of a record is not that of a table: the field, what it is there, and what it is here."""
    header = outcome.header
    assert header is not None, "a record that is whole has its header"
    names = [player.name or player.seat for player in header.players]
    title = state.table.header.title if state.table.header is not None else None
    compared: list[tuple[str, Any, Any]] = [
        ("game", header.game, table.game),
        ("names", names, [state.name(player) for player in table.players]),
        ("event", header.event, title),
        ("round", str(header.round), str(table.round)),
        ("table", str(header.table), str(table.number)),
        ("kit", header.options.kit, state.format.kits.get(table.game, "box")),
    ]
    game = known_game(table.game)
    if game is not None and header.game == table.game:
        readings = readings_of(state, table.game, table.seated)
        compared.append(("readings", _answers(game, header.options.readings), _answers(game, readings)))
    yield from (one for one in compared if one[1] != one[2])


def readings_of(state: State, game: str, seated: int) -> dict[str, str]:
    """The readings with which a table begins: those of the set-up, and those ruled before its round."""
    ruled = {one.question: one.answer for one in state.readings if one.game == game and one.event < seated}
    return {**state.format.readings.get(game, {}), **ruled}


def _answers(game: Game, given: dict[str, str]) -> dict[str, str]:
    return {question.id: given.get(question.id, question.default) for question in game.questions}


@rule("TO-RESULT-4", cite=RESULTS, judges=Result, may_open=True)
def a_newer_head_goes_on_from_the_older(step: Step[State, Result]) -> Iterator[Answer]:
    """A newer head goes on from the older."""
    action, table = step.action, table_of(step)
    if action.how != "record" or table is None or action.head is None:
        return
    for older in dict.fromkeys(head for head in table.heads if head != action.head):
        facts = {"older": older, "newer": action.head}
        if _size(older) > _size(action.head):
            yield Broken(f"the older head has {_size(older)} lines, the newer {_size(action.head)}", facts)
        elif is_unpinned(older) or is_unpinned(action.head):
            yield Open("a head does not pin the record: a salt is missing there", facts)
        else:
            yield from _prefix(step, older)


def _prefix(step: Step[State, Result], older: str) -> Iterator[Answer]:
    """Whether the record that has the newer head has the older one too."""
    first, last = (outcome_at(step, step.action.record, head) for head in (older, step.action.head))
    if first is None or last is None:
        yield _not_at_hand(step)
    elif last.whole and not first.whole:
        facts = {"older": older, "newer": step.action.head}
        yield Broken(f"the record does not go on from the older head: {first.trouble}", facts)


def _size(head: str) -> int:
    return int(head.partition(":")[0])


@rule("TO-RESULT-6", cite=RESULTS, judges=Result, may_open=True, may_break=False)
def nothing_is_undecided_there(step: Step[State, Result]) -> Iterator[Answer]:
    """Nothing is undecided there."""
    action = step.action
    outcome = outcome_at(step, action.record, action.head) if action.how == "record" else None
    if outcome is None:
        return
    for dispute in outcome.disputes:
        yield Open(f"{dispute.label} is {dispute.state}: {dispute.claim}", {"dispute": dispute.seq})
    for held in outcome.waiting:
        yield Open(f"the {held.do} of event {held.seq} waits there", {"waits": held.seq})


@rule("TO-TIME-1", cite=RULINGS, judges=Result, may_open=True)
def time_is_given_back(step: Step[State, Result]) -> Iterator[Answer]:
    """Time that a ruling took, over a minute, was given back."""
    action, table = step.action, table_of(step)
    if action.how != "record" or table is None:
        return
    outcome = outcome_at(step, action.record, action.head)
    if outcome is None:
        yield _not_at_hand(step)
        return
    taken = sum(one.time for one in outcome.rulings if one.time is not None and one.time > LONGEST_PAUSE)
    name = table_id(action.round, action.table)
    given = sum(one.seconds for one in step.before.extensions if one.table == name)
    if taken > given:
        yield Broken(
            f"rulings took {taken} seconds at {name}, {given} were given back", {"taken": taken, "given": given}
        )


RULES = (
    the_places_are_those_of_the_record,
    the_record_is_whole_and_that_tables,
    a_newer_head_goes_on_from_the_older,
    nothing_is_undecided_there,
    time_is_given_back,
)
