"""A finding says on which readings of unclear sentences it rests: those whose other answers would have changed it."""

from collections.abc import Iterator
from typing import Any

from records.event import read_header
from replay.action import Note
from replay.audit import Finding, ask
from replay.deal import header_for
from replay.game import Question
from replay.library import game_of, table_of
from replay.rule import Answer, Broken, Open, resting, rule
from replay.step import Step

GAME = game_of("sea-or-shore")
QUESTION = next(question for question in GAME.questions if len(question.answers) > 1)
OTHER = next(question for question in GAME.questions if len(question.answers) > 1 and question is not QUESTION)


def judged(check: Any) -> Finding:
    """What a rule with this check says about a note at a table with the default readings."""
    state = GAME.start(table_of(GAME, read_header(header_for(GAME, 3))))
    made = rule("SS-TEST-1", cite="nowhere", judges=Note, rests_on=(QUESTION.id, OTHER.id))(check)
    findings: list[Finding] = []
    ask(((made, check),), Step(1, state, Note(text="x"), state), findings, GAME)
    return findings[0]


def by_default(step: Step[Any, Note]) -> Iterator[Answer]:
    """Broken by the default reading only."""
    if step.before.table.readings[QUESTION.id] == QUESTION.default:
        yield Broken("so we read it")


def open_or_broken(step: Step[Any, Note]) -> Iterator[Answer]:
    """Broken by the default reading, open by the others."""
    yield Broken("sure") if step.before.table.readings[QUESTION.id] == QUESTION.default else Open("unsure")


def always(step: Step[Any, Note]) -> Iterator[Answer]:
    """Broken however it is read."""
    yield Broken("in any case")


def named(step: Step[Any, Note]) -> Iterator[Answer]:
    """Broken, and the rule itself says on what it rests."""
    yield from resting((Broken("in this case"),), OTHER.id)


def test_a_finding_rests_on_the_question_whose_other_answers_change_it() -> None:
    assert judged(by_default).rests_on == {QUESTION.id: QUESTION.default}
    assert judged(open_or_broken).rests_on == {QUESTION.id: QUESTION.default}


def test_a_finding_that_no_reading_changes_rests_on_none() -> None:
    assert not judged(always).rests_on


def test_what_a_rule_names_itself_is_taken_as_it_is() -> None:
    assert judged(named).rests_on == {OTHER.id: OTHER.default}


def test_a_record_of_an_earlier_version_is_judged_by_the_defaults_of_that_version() -> None:
    question = Question("XX-Q1", "Which?", ("new", "middle", "old"), defaults_before={2: "old", 4: "middle"})
    assert [question.default_in(version) for version in (1, 2, 3, 4, 5)] == ["old", "middle", "middle", "new", "new"]
