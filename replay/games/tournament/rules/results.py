"""Rules about a result by itself: who sat there, who signed, and whether it is still that of its table."""

from collections.abc import Iterator
from typing import Any

from replay.games.tournament.actions import Result
from replay.games.tournament.hindsight import Facts
from replay.games.tournament.rules.common import (
    RESULTS,
    ResultThere,
    firsts,
    is_ranking,
    newest_outcome,
    officials_of,
    order_words,
    outcome_at,
    players_by_seat,
)
from replay.games.tournament.state import State, TableState
from replay.games.tournament.words import table_id
from replay.rule import Answer, Broken, Open, rule
from replay.saying import listed
from replay.step import Step


def table_of(step: Step[State, Result]) -> TableState | None:
    """The table of a result, as it was before it."""
    return step.before.tables.get(table_id(step.action.round, step.action.table))


@rule("TO-RESULT-1", cite=RESULTS, judges=Result)
def a_result_is_of_those_who_sat_there(step: Step[State, Result]) -> Iterator[Answer]:
    """A result is of those who sat there."""
    state, action, table = step.before, step.action, table_of(step)
    name = table_id(action.round, action.table)
    if table is None:
        yield Broken(f"there is no table {name}", {"table": name})
        return
    missing = [player for player in table.players if player not in action.places]
    if missing:
        yield Broken(f"{_names(state, missing)} sat there and has no place", {"missing": missing})
    told = (*action.places, *(action.winners or ()), *(action.scores or ()))
    strangers = list(dict.fromkeys(player for player in told if player not in table.players))
    if strangers:
        yield Broken(f"{_names(state, strangers)} did not sit there", {"strangers": strangers})
    if not is_ranking(action.places):
        yield Broken(f"the places are no ranking: {order_words(state, action.places)}", {"places": action.places})
    wrong = [player for player in action.winners or () if player not in firsts(action.places)]
    if wrong:
        yield Broken(f"{_names(state, wrong)} is named as a winner and not on place 1", {"winners": action.winners})
    if action.how == "ruling" and not is_standing(step, action.ruling):
        yield Broken("it names no ruling that stands", {"ruling": action.ruling})


def is_standing(step: Step[State, Any], ruling: int | None) -> bool:
    """Whether a ruling of this record stands. A correction may name one that was logged later."""
    if isinstance(step.facts, Facts):
        return ruling in step.facts.standing
    return ruling is not None and (ruling > step.seq or any(one.seq == ruling for one in step.after.rulings))


def _names(state: State, players: list[str]) -> str:
    return listed([state.name(player) for player in players])


@rule("TO-RESULT-5", cite=RESULTS, judges=Result, may_open=True, may_break=False)
def all_who_sat_there_have_signed(step: Step[State, Result]) -> Iterator[Answer]:
    """All who sat there have signed, or an official says why not."""
    action, table = step.action, table_of(step)
    if action.how != "record" or table is None:
        return
    if action.why and action.by in officials_of(step.before):
        return
    there = outcome_at(step, action.record, action.head)
    by_record = {}
    if there is not None and there.whole:
        by_record = {player: there.grades.get(seat) for seat, player in players_by_seat(there, table).items()}
    grades = {player: (action.signed or {}).get(player, "none") for player in table.players}
    lacking = [player for player in table.players if {grades[player], by_record.get(player)} & {"refuse", "none"}]
    if lacking:
        words = [f"{step.before.name(player)} {_said(grades[player])}" for player in lacking]
        yield Open(listed(words), {"players": lacking})


def _said(grade: str) -> str:
    return "refuses to sign" if grade == "refuse" else "has not signed"


@rule("TO-RESULT-7", cite=RESULTS, judges=Result, may_open=True, may_break=False)
def the_result_is_that_of_the_table_now(step: Step[State, Result]) -> Iterator[Answer]:
    """The result is that of the table as it stands now."""
    action, table = step.action, table_of(step)
    name = table_id(action.round, action.table)
    if table is None or (isinstance(step.facts, Facts) and step.facts.last_results.get(name) != step.seq):
        return
    newest = newest_outcome(step, action.record or table.record)
    if newest is None or not newest.whole or not newest.is_known:
        return
    if action.how == "ruling" and action.head == newest.head:
        return  # whoever ruled knew it
    there = ResultThere(newest, table)
    winners = None if action.winners is None else tuple(action.winners)
    differing = there.differences(action.places, winners, action.scores)
    if differing:
        now = order_words(step.before, there.places)
        yield Open(f"{name} has gone on: now {now}", {"differing": differing, "head": newest.head})


RULES = (a_result_is_of_those_who_sat_there, all_who_sat_there_have_signed, the_result_is_that_of_the_table_now)
