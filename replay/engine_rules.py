"""Rules about the record itself, the same for every game: ids `QM-…`."""

from replay.disputes.rules import PROCEDURE_RULES
from replay.disputes.rules.closes import CLOSING_RULES
from replay.rule import Rule, report
from replay.step_rules import RECORD, STEP_RULES

SALTED = report(
    "QM-SALT-1",
    "An event with a hidden part carries a salt of its own; `qm verify` says where one is missing, never an audit.",
    RECORD,
)

ENGINE_RULES: tuple[Rule, ...] = (*STEP_RULES, SALTED, *PROCEDURE_RULES, *CLOSING_RULES)
"""All of them. Those of the procedure judge the recorded timeline (replay/disputes/judge.py), those about the end what
the table declared beside the count (replay/closing.py)."""
