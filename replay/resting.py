"""On which open questions an answer rests: those whose other answers would have changed it.

A judge must never take our reading of an unclear sentence for the word of the rulebook, so a finding names the readings
that decide it.
"""

from typing import Any

from msgspec.structs import replace

from replay.game import Game, State
from replay.rule import Answer, Broken, Rule
from replay.step import Step, follow


def rests_on(game: Game, rule: Rule, step: Step[Any, Any], answers: tuple[Answer, ...]) -> dict[str, str]:
    """The questions that decide the answers of one kind, and how the table reads them.

    What an answer names itself counts; for one that names nothing, each question of the rule is tried.
    """
    if not rule.rests_on and not any(answer.rests_on for answer in answers):
        return {}
    readings: dict[str, str] = step.before.table.readings
    named = [question for answer in answers for question in answer.rests_on or ()]
    if any(answer.rests_on is None for answer in answers):
        kind = type(answers[0])
        named += [question for question in rule.rests_on if _decides(game, rule, step, kind, question)]
    return {question: readings[question] for question in dict.fromkeys(named)}


def _decides(game: Game, rule: Rule, step: Step[Any, Any], kind: type[Answer], question: str) -> bool:
    """Whether with another answer to this one question the same event would not have got an answer of this kind."""
    asked = game.question(question)
    assert asked is not None and rule.check is not None, f"{rule.id} rests on {question}, which is no question"
    taken = step.before.table.readings[question]
    for other in asked.answers:
        if other != taken:
            before = with_reading(step.before, question, other)
            tried = Step(step.seq, before, step.action, follow(game.reduce, before, step.action), step.facts)
            if _kind_of(tuple(rule.check(tried))) is not kind:
                return True
    return False


def with_reading(state: State, question: str, answer: str) -> State:
    """The same state at a table that reads a question in another way."""
    readings = {**state.table.readings, question: answer}
    return replace(state, table=replace(state.table, readings=readings))


def _kind_of(answers: tuple[Answer, ...]) -> type[Answer] | None:
    """The kind that a finding made of these answers has: broken outranks open."""
    if any(type(answer) is Broken for answer in answers):
        return Broken
    return type(answers[0]) if answers else None
