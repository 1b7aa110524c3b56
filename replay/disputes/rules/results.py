"""Rules about a result that a ruling adjusts, and about a reading that one sets."""

from collections.abc import Iterator

from replay.action import Ruling
from replay.adjusting import adjust_problems
from replay.disputes.cases import Cases
from replay.disputes.readings import reading_problems
from replay.disputes.rules.common import RULINGS
from replay.rule import Answer, Broken, rule
from replay.step import Step


@rule("QM-RULE-7", cite=RULINGS, judges=Ruling)
def an_adjusted_result_can_be_counted(step: Step[Cases, Ruling]) -> Iterator[Answer]:
    """An adjusted result has a known kind, whole numbers, as many outcomes as that needs, and seats of the table."""
    if step.action.adjust is not None:
        for why in adjust_problems(step.action.adjust, step.before.table.seats):
            yield Broken(why, {"adjust": step.action.adjust})


@rule("QM-RULE-8", cite=RULINGS, judges=Ruling)
def a_reading_answers_a_question(step: Step[Cases, Ruling]) -> Iterator[Answer]:
    """A reading that a ruling sets gives one of the answers to a question of the game, from an event before it."""
    if step.action.reading is not None:
        for why in reading_problems(step.action.reading, step.seq, step.before.table.questions):
            yield Broken(why, {"reading": step.action.reading})


RESULT_RULES = (an_adjusted_result_can_be_counted, a_reading_answers_a_question)
