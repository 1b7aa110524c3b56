"""Which decisions hold: a ruling, settlement, withdrawal, final, reopening or appointment that its rules allow."""

from typing import Any

from replay.action import Action, Appoint, Final, Reopen, Ruling, Settle, Sign, Withdraw
from replay.disputes.cases import Cases
from replay.disputes.log import Log
from replay.disputes.rules.appeals import an_appeal_goes_up, nobody_hears_an_appeal_against_themselves
from replay.disputes.rules.claims import (
    a_claim_is_taken_back_by_its_maker,
    a_closed_matter_stays_closed,
    those_who_settle_are_parties,
)
from replay.disputes.rules.rulings import (
    a_matter_is_closed_after_its_ruling,
    a_matter_is_reopened_by_the_head,
    an_official_rules,
    nobody_rules_at_their_own_table,
    officials_are_appointed_from_above,
    officials_keep_to_their_level,
)
from replay.disputes.rules.signing import a_seat_signs_for_itself, a_signature_holds
from replay.rule import Broken, Rule
from replay.step import Step

_DECIDING: dict[type[Action], tuple[Rule, ...]] = {
    Ruling: (
        a_closed_matter_stays_closed,
        an_official_rules,
        nobody_rules_at_their_own_table,
        officials_keep_to_their_level,
        an_appeal_goes_up,
        nobody_hears_an_appeal_against_themselves,
    ),
    Settle: (a_closed_matter_stays_closed, those_who_settle_are_parties),
    Withdraw: (a_closed_matter_stays_closed, a_claim_is_taken_back_by_its_maker),
    Final: (a_matter_is_closed_after_its_ruling,),
    Reopen: (a_matter_is_reopened_by_the_head,),
    Appoint: (officials_are_appointed_from_above,),
}
"""The rules that such an event must not break, or it changes nothing. They look at the disputes before it alone."""


def accepts(step: Step[Cases, Sign], log: Log) -> bool:
    """Whether a sign-off vouches for the lines of its head: in order, and with every correction before it in them."""
    sign = step.after.signs[-1]
    if sign.statement == "refuse" or sign.size is None:
        return False
    last = max((seq for seq in log.corrections if seq < step.seq), default=0)
    return last < sign.size and not _breaks(step, (a_seat_signs_for_itself, a_signature_holds))


def holds(before: Cases, seq: int, action: Action) -> bool:
    """Whether a decision breaks none of the rules on who may decide, and when."""
    return not _breaks(Step(seq, before, action, before), _DECIDING.get(type(action), ()))


def _breaks(step: Step[Cases, Any], rules: tuple[Rule, ...]) -> bool:
    return any(isinstance(answer, Broken) for rule in rules if rule.check is not None for answer in rule.check(step))
