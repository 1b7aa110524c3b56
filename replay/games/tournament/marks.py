"""What depends on things that are not decided yet: the places that each player may still have, matter by matter."""

from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from replay.disputes.cases import Case
from replay.games.tournament.counted import counted
from replay.games.tournament.own_rulings import cases_here
from replay.games.tournament.rules.common import ResultThere
from replay.games.tournament.standings import lines_of
from replay.games.tournament.state import State, TableState
from replay.outcome import Outcome, Outcomes, TableDispute, TableResult, TableRuling
from replay.playout import steps_of
from replay.read import read_timeline
from replay.reel import Played

_ABOUT_NO_RESULT = ("conduct", "rules-question")
"""The kinds of claim that leave the places of a table alone."""


class Matter(NamedTuple):
    """Something undecided, with the standings that each way to decide it would give."""

    label: str
    table: str | None
    about: str
    """What it is, in words."""
    seq: int
    ways: list[State]


class Mark(msgspec.Struct, frozen=True):
    """The lowest and the highest place that a player may have by one matter."""

    matter: str
    table: str | None
    player: str
    best: int
    worst: int


def undecided(found: Played, state: State, outcomes: Outcomes) -> list[Matter]:
    """The matters in the order of rounds, tables and events, then those of this record; each apart from the others."""
    made = [*_at_tables(state, outcomes), *_here(found, state)]
    return [matter._replace(label=f"D{number}") for number, matter in enumerate(made, 1)]


def marks_of(state: State, matters: Sequence[Matter]) -> list[Mark]:
    """Who may still move by which matter; who has the same place whatever is decided carries none."""
    now = {line.player: line.place for line in lines_of(state)}
    found = []
    for matter in matters:
        ways = [{line.player: line.place for line in lines_of(way)} for way in matter.ways]
        for player, place in now.items():
            places = [place, *(way.get(player, place) for way in ways)]
            if min(places) != max(places):
                found.append(Mark(matter.label, matter.table, player, min(places), max(places)))
    return found


def gone_on(state: State, outcomes: Outcomes) -> list[str]:
    """The tables whose record at hand gives another result by now than the one that counts."""
    found = []
    for name, table in in_order(state):
        newest = outcomes.newest.get(table.record or "")
        if newest is None or not newest.is_known or table.how != "record" or table.places is None:
            continue
        there = ResultThere(newest, table)
        if there.differences(table.places, table.winners, table.scores):
            found.append(name)
    return found


def in_order(state: State) -> list[tuple[str, TableState]]:
    """The tables by round and number."""
    return sorted(state.tables.items(), key=lambda item: (item[1].round, item[1].number))


def _at_tables(state: State, outcomes: Outcomes) -> Iterator[Matter]:
    for name, table in in_order(state):
        outcome = outcomes.newest.get(table.record or "")
        if outcome is None or not outcome.whole or not table.is_done:
            continue
        found = [
            *(_of_ruling(state, name, outcome, ruling) for ruling in outcome.rulings if not ruling.is_final),
            *(_of_claim(state, name, dispute) for dispute in outcome.disputes if dispute.ruling is None),
        ]
        yield from sorted((one for one in found if one is not None), key=lambda matter: matter.seq)
        if outcome.possible:
            ways = [_with_places(state, name, _by_player(table, outcome, places)) for places in outcome.possible]
            yield Matter("", name, "not all places are known", outcome.size, ways)


def _of_ruling(state: State, name: str, outcome: Outcome, ruling: TableRuling) -> Matter | None:
    """A ruling that may still be overturned: with it, and without it and what it ordered."""
    table = state.tables[name]
    without = state if ruling.without is None else _with_result(state, name, outcome, ruling.without)
    given = tuple(one for one in without.given if (one.record, one.ruling) != (table.record, ruling.seq))
    if without is state and given == state.given:
        return None
    about = f"the ruling of {ruling.by or 'an official'} ({ruling.label} there, event {ruling.seq}) is not final"
    return Matter("", name, about, ruling.seq, [counted(replace(without, given=given))])


def _of_claim(state: State, name: str, dispute: TableDispute) -> Matter | None:
    """A claim that nobody has decided: every strict order of those who sat there."""
    if dispute.kind in _ABOUT_NO_RESULT:
        return None
    about = f"{dispute.label} there is {dispute.state}: {dispute.claim}"
    return Matter("", name, about, dispute.seq, _every_order(state, name))


def _every_order(state: State, name: str) -> list[State]:
    players = state.tables[name].players
    orders = ({player: place for place, player in enumerate(order, 1)} for order in permutations(players))
    return [_with_places(state, name, places) for places in orders]


def _with_places(state: State, name: str, places: dict[str, int]) -> State:
    table = replace(state.tables[name], places=places, winners=None)
    return counted(replace(state, tables={**state.tables, name: table}))


def _with_result(state: State, name: str, outcome: Outcome, result: TableResult) -> State:
    table = state.tables[name]
    there = ResultThere(replace(outcome, result=result), table)
    if set(there.places) != set(table.players):
        return replace(state, tables={**state.tables, name: replace(table, places=None)})
    winners = tuple(player for player in table.players if player in there.winners)
    changed = replace(table, places=there.places, winners=winners, scores=dict(there.scores))
    return replace(state, tables={**state.tables, name: changed})


def _by_player(table: TableState, outcome: Outcome, places: dict[str, int]) -> dict[str, int]:
    return ResultThere(replace(outcome, result=TableResult(places)), table).places


def _here(found: Played, state: State) -> Iterator[Matter]:
    """The matters of this record: rulings that are not final, and claims about a result that nobody has decided."""
    for case in cases_here(state).cases:
        if case.is_ended:
            continue
        if case.standing is not None:
            yield _of_own_ruling(found, case, case.standing.seq)
        elif case.action.kind not in _ABOUT_NO_RESULT:
            table = _table_of(state, case.action.about)
            if table is not None:
                about = f"{case.label} is {case.state}: {case.action.claim}"
                yield Matter("", table, about, case.seq, _every_order(state, table))


def _table_of(state: State, about: Any) -> str | None:
    return next((name for name, one in in_order(state) if type(about) is int and about in one.results), None)


def _of_own_ruling(found: Played, case: Case, ruling: int) -> Matter:
    """The standings without a ruling of this record and the corrections that name it."""
    fixes = frozenset(
        event.seq for event in found.record.events if "ruling" in event.fields and event.fields["ruling"] == ruling
    )
    line = read_timeline(found.game, found.table, found.record.events, without=fixes)
    steps = list(steps_of(found.game, found.table, found.game.complete(found.table, line, False)))
    then: State = steps[-1].after
    without = counted(replace(then, rulings=tuple(one for one in then.rulings if one.seq != ruling)))
    about = f"the ruling of event {ruling} ({case.label}) is not final"
    return Matter("", _table_of(without, case.action.about), about, ruling, [without])
