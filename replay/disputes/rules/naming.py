"""Rules about names: the rules that claims and rulings rely on exist."""

from collections.abc import Iterable, Iterator
from difflib import get_close_matches

from replay.action import Dispute, Ruling
from replay.disputes.cases import Cases
from replay.disputes.rules.common import CLAIMS, RULINGS
from replay.rule import Answer, Broken, rule
from replay.step import Step

_NEAR = 3
"""How many names are offered in place of a wrong one."""


@rule("QM-CLAIM-5", cite=CLAIMS, judges=Dispute)
def a_claim_names_a_rule_that_exists(step: Step[Cases, Dispute]) -> Iterator[Answer]:
    """A rule that a claim names exists, in its game or for every record; a rules-question may name a question."""
    named = [step.action.rule] if step.action.rule is not None else []
    yield from _unknown(step.before, named, step.action.kind)


@rule("QM-RULE-9", cite=RULINGS, judges=Ruling)
def a_ruling_names_rules_that_exist(step: Step[Cases, Ruling]) -> Iterator[Answer]:
    """The rules that a ruling names exist, in the game or for every record; a rules-question may name questions."""
    case = step.before.case(step.action.dispute)
    yield from _unknown(step.before, step.action.rules, case.action.kind if case is not None else "")


def _unknown(cases: Cases, named: Iterable[str], kind: str) -> Iterator[Answer]:
    """An answer for each name that is none. The rules of a game that is not known here cannot be looked up."""
    known = cases.table.named
    names = known.rules | known.questions if kind == "rules-question" else known.rules
    for name in named:
        if name not in names and (known.has_game or name.startswith("QM-")):
            near = get_close_matches(name.upper(), sorted(names), _NEAR, 0.6)
            question = "; only a rules-question names a question" if name in known.questions else ""
            perhaps = f"; perhaps {', '.join(near)}" if near else ""
            yield Broken(f"there is no rule {name!r} here{question or perhaps}", {"rule": name, "near": near})


NAMING_RULES = (a_claim_names_a_rule_that_exists, a_ruling_names_rules_that_exist)
