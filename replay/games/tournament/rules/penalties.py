"""Rules about penalties and readings: TO-PEN-1, TO-PEN-2, TO-READ-1."""

from collections.abc import Iterator
from typing import Any

from replay.games.tournament.actions import Penalty, SetReading
from replay.games.tournament.hindsight import Facts, penalty_key
from replay.games.tournament.rules.common import (
    PENALTIES_CITE,
    RULINGS,
    known_game,
    newest_outcome,
    outcome_at,
    players_by_seat,
)
from replay.games.tournament.rules.results import is_standing
from replay.games.tournament.state import State
from replay.games.tournament.words import LIFTED, SEVERITY
from replay.outcome import Outcome, TablePenalty
from replay.rule import Answer, Broken, Open, rule
from replay.step import Step


def _held(step: Step[State, Penalty], outcome: Outcome) -> list[TablePenalty]:
    """The penalties for this player and infraction in the ruling that an event names, if that ruling stands."""
    action = step.action
    ruling = outcome.ruling(action.from_.seq)
    if ruling is None:
        return []
    name = step.before.table_of_record(action.from_.record)
    table = step.before.tables[name] if name is not None else None
    seats = players_by_seat(outcome, table) if table is not None else {}
    called = step.before.name(action.player).casefold()
    return [
        one
        for one in ruling.penalties
        if one.infraction == action.infraction
        and (seats.get(one.seat or "") == action.player or one.person.casefold() == called)
    ]


@rule("TO-PEN-1", cite=PENALTIES_CITE, judges=Penalty, may_open=True)
def a_penalty_stands_in_its_ruling(step: Step[State, Penalty]) -> Iterator[Answer]:
    """A penalty stands in the ruling it names."""
    action, source = step.action, step.action.from_
    facts = {"record": source.record, "ruling": source.seq}
    outcome = outcome_at(step, source.record, source.head)
    if outcome is None:
        yield Open("the record of the ruling is not at hand", facts)
        return
    held = _held(step, outcome)
    if action.level == LIFTED:
        if held:
            yield Broken(f"the ruling of event {source.seq} still holds it there", facts)
        return
    if not any(one.level == action.level for one in held):
        words = f"no ruling that stands at event {source.seq} there gives {step.before.name(action.player)}"
        yield Broken(f"{words} {action.level} for {action.infraction}", facts)
        return
    newest = newest_outcome(step, source.record)
    last = not isinstance(step.facts, Facts) or step.facts.last_penalties[penalty_key(action)] == step.seq
    if newest is None or not newest.whole or not last:
        return
    if not any(one.level == action.level for one in _held(step, newest)):
        yield Open("the ruling stands no longer, and the penalty was not lifted", facts)


@rule("TO-PEN-2", cite=PENALTIES_CITE, judges=Penalty, may_open=True)
def the_step_of_the_ladder_was_taken(step: Step[State, Penalty]) -> Iterator[Answer]:
    """The ladder's step was taken, or the ruling says why not."""
    action = step.action
    found = missed_step(step.after, action.player, action.infraction, action.level)
    if found is None:
        return
    outcome = outcome_at(step, action.from_.record, action.from_.head)
    facts = {"player": action.player, "infraction": action.infraction, **found}
    words = f"it is the {found['times']}. penalty of {step.before.name(action.player)}: {found['then']} is due"
    if outcome is None:
        yield Open(f"{words}, and the record of the ruling is not at hand", facts)
        return
    ruling = outcome.ruling(action.from_.seq)
    explained = ruling is not None and (ruling.deviates or any(one.why for one in _held(step, outcome)))
    if not explained:
        yield Broken(f"{words}, and the ruling does not say why it gives {action.level}", facts)


def missed_step(state: State, player: str, infraction: str, level: str) -> dict[str, Any] | None:
    """How often a player was penalised, and the level that the ladder wants for that; None where it was taken.

    `state` is the one with this penalty counted.
    """
    ladder = state.format.ladder
    own = next((rung for name, rung in ladder.items() if name.casefold() == infraction.casefold()), None)
    rung = own if own is not None else ladder.get("*")
    if rung is None or level == LIFTED:
        return None
    times = sum(
        one.player == player
        and SEVERITY.get(one.level, 0) > 0
        and (own is None or one.infraction.casefold() == infraction.casefold())
        for one in state.penalties
    )
    if times < rung.times or SEVERITY.get(level, 0) >= SEVERITY.get(rung.then, 0):
        return None
    return {"times": times, "then": rung.then}


@rule("TO-READ-1", cite=RULINGS, judges=SetReading)
def a_reading_answers_a_question(step: Step[State, SetReading]) -> Iterator[Answer]:
    """A reading answers a question of its game, by a ruling."""
    action = step.action
    game = known_game(action.game)
    question = game.question(action.question) if game is not None else None
    if game is None:
        yield Broken(f"there is no game {action.game!r}", {"game": action.game})
    elif question is None:
        yield Broken(f"{game.title} has no question {action.question!r}", {"question": action.question})
    elif action.answer not in question.answers:
        allowed = ", ".join(question.answers)
        yield Broken(f"{action.answer!r} does not answer {action.question}: {allowed}", {"answer": action.answer})
    if not is_standing(step, action.ruling):
        yield Broken(f"event {action.ruling} is not a ruling that stands", {"ruling": action.ruling})


RULES = (a_penalty_stands_in_its_ruling, the_step_of_the_ladder_was_taken, a_reading_answers_a_question)
