"""Which ruling stands and has taken effect, and which decisions change nothing."""

from typing import Any

from records.record import of_bodies
from replay.disputes.cases import Cases
from replay.disputes.judge import judge_procedure
from tests.helpers.dispute_samples import (
    FINAL,
    HEADER,
    PLAY,
    RECORD_ID,
    REOPEN,
    WITHDRAW,
    D,
    R,
    appeal,
    ruling,
    settle,
)

Body = dict[str, Any]


def after(*bodies: Body) -> Cases:
    record = of_bodies(HEADER, [*PLAY, *bodies])
    return judge_procedure(record.header, RECORD_ID, record.events).cases


def standing(*bodies: Body) -> tuple[int | None, int | None, str]:
    """The standing ruling, the one in effect, and the state of the dispute."""
    (case,) = after(*bodies).cases
    return (
        case.standing.seq if case.standing else None,
        case.in_effect.seq if case.in_effect else None,
        case.state,
    )


def test_the_last_full_ruling_stands() -> None:
    assert standing(D) == (None, None, "open")
    assert standing(D, R) == (5, 5, "ruled")
    assert standing(D, R, appeal(), ruling(by="Lee")) == (7, 7, "ruled")
    assert standing(D, ruling(deferred=True)) == (None, None, "deferred")


def test_a_ruling_that_its_official_could_not_give_changes_nothing() -> None:
    """QM-RULE-1 to 3, QM-APPEAL-5 and 6, QM-CASE-2."""
    assert standing(D, ruling(by="Max")) == (None, None, "open")
    assert standing(D, ruling(by="Max", deferred=True)) == (None, None, "open")
    assert standing(D, R, ruling(by="Max")) == (5, 5, "ruled")
    assert standing(D, ruling(panel=["Ann"])) == (None, None, "open")
    assert standing(D, ruling(level="head")) == (None, None, "open")
    assert standing(D, R, appeal(), ruling(by="Lee", level="floor")) == (5, 5, "appealed")
    assert standing(D, R, appeal(), ruling(by="Lee", panel=["Kim"])) == (5, 5, "appealed")
    assert standing(D, R, FINAL, ruling(by="Lee")) == (5, 5, "final")


def test_a_ruling_that_only_says_too_little_stands() -> None:
    """QM-RULE-4 is a finding, and no more."""
    assert standing(D, ruling(facts=None, verdict="guilty")) == (5, 5, "ruled")


def test_a_settlement_or_withdrawal_ends_a_ruling_until_the_matter_is_reopened() -> None:
    assert standing(D, R, settle()) == (None, None, "settled")
    assert standing(D, R, WITHDRAW) == (None, None, "withdrawn")
    assert standing(D, R, settle(), FINAL) == (None, None, "final")
    assert standing(D, R, settle(), REOPEN) == (5, 5, "reopened")
    assert standing(D, settle(), REOPEN, ruling(by="Lee")) == (7, 7, "ruled")


def test_what_breaks_its_rule_ends_and_reopens_nothing() -> None:
    assert standing(D, R, settle(seats=["p3"])) == (5, 5, "ruled")
    assert standing(D, R, {**WITHDRAW, "by": "p1"}) == (5, 5, "ruled")
    assert standing(D, R, {**FINAL, "by": "p1"}) == (5, 5, "ruled")
    assert standing(D, R, {**FINAL, "by": "scribe"}) == (5, 5, "ruled"), "only an official declares it final"
    assert standing(D, FINAL) == (None, None, "open")
    assert standing(D, R, FINAL, {**REOPEN, "by": "Kim"}) == (5, 5, "final")
    assert standing(D, settle(), WITHDRAW) == (None, None, "settled")


def test_a_ruling_may_take_effect_only_while_the_matter_is_final() -> None:
    waits = ruling(takes_effect="when-final")
    assert standing(D, waits) == (5, None, "ruled")
    assert standing(D, waits, FINAL) == (5, 5, "final")
    assert standing(D, waits, FINAL, REOPEN) == (5, None, "reopened")


def test_somebody_appointed_unlawfully_is_no_official() -> None:
    """QM-OFFICIAL-1: what such a person rules breaks QM-RULE-1, and nobody they appoint is one either."""
    eve: Body = {"do": "appoint", "by": "p1", "name": "Eve", "level": "head"}
    assert after(eve).level("Eve") is None
    assert standing(eve, {**D, "by": "p3"}, ruling(5, by="Eve")) == (None, None, "open")
    assert after(eve, {"do": "appoint", "by": "Eve", "name": "Max"}).level("Max") is None
    assert after({**eve, "by": "Lee"}, {"do": "appoint", "by": "Eve", "name": "Max"}).level("Max") == "floor"
