"""The rules of procedure: who may do what in a dispute. They judge the recorded timeline of any game."""

from replay.disputes.rules.appeals import APPEAL_RULES
from replay.disputes.rules.claims import CLAIM_RULES
from replay.disputes.rules.corrections import CORRECTION_RULES
from replay.disputes.rules.naming import NAMING_RULES
from replay.disputes.rules.results import RESULT_RULES
from replay.disputes.rules.rulings import RULING_RULES
from replay.disputes.rules.signing import SIGNING_RULES
from replay.disputes.rules.waiting import WAITING_RULES
from replay.rule import Rule

PROCEDURE_RULES: tuple[Rule, ...] = (
    *CLAIM_RULES,
    *RULING_RULES,
    *NAMING_RULES,
    *RESULT_RULES,
    *APPEAL_RULES,
    *CORRECTION_RULES,
    *WAITING_RULES,
    *SIGNING_RULES,
)
