"""Disputes that were tampered with, or broke the rules: `qm verify` finds and names each case."""

import io

import pytest

from cli.desk.verification import check_content
from records.record import of_bodies
from records.verify import Known
from tests.helpers.dispute_samples import CASES, HEADER, PLAY, Body, RuleCase
from tests.helpers.tamper_corpus import CASES as TAMPER_CORPUS

FOUND = [case for case in CASES if case.expect]
DAMAGE = {"QM-SEAL-1": "seal", "QM-SIGN-3": "signature"}
"""A signature or seal that fails is damage, whoever did it; the rest is a finding of procedure."""


def written(case: RuleCase) -> bytes:
    bodies: list[Body] = [
        {key: value for key, value in body.items() if value is not None or key == "action"}
        for body in (*PLAY, *case.events)
    ]
    file = io.BytesIO()
    of_bodies(HEADER, bodies).write(file)
    return file.getvalue()


@pytest.mark.parametrize("case", FOUND, ids=[f"{case.rule}-{at}" for at, case in enumerate(FOUND)])
def test_verify_names_the_rule_or_the_damage(case: RuleCase) -> None:
    outcome = check_content(written(case), "game.jsonl", Known())
    told = [text for word, text in outcome.lines if word not in ("cannot find", "compared with")]
    ((seq, rule, answer),) = case.expect
    if outcome.ok:
        assert any(text.startswith(f"event {seq}: {rule} {answer}, ") for text in told), told
    else:
        expected = DAMAGE.get(rule, "sign-off")
        assert any(expected in text and f"event {seq}" in text for text in told), told


@pytest.mark.parametrize("case", [case for case in CASES if not case.expect], ids=lambda case: str(case.rule))
def test_verify_has_nothing_against_what_went_by_the_rules(case: RuleCase) -> None:
    outcome = check_content(written(case), "game.jsonl", Known())
    assert outcome.ok
    assert [text for word, text in outcome.lines if word == "procedure"] == []


def test_there_are_far_more_than_sixty_named_cases_in_all() -> None:
    assert len(FOUND) >= 60
    assert len(TAMPER_CORPUS) >= 60
