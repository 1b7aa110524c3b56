"""Which decisions hold: a ruling, settlement, withdrawal, final, reopening or appointment that its rules allow."""

from replay.action import Action, Appoint, Final, Reopen, Ruling, Settle, Withdraw
from replay.disputes.cases import Cases
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


def holds(before: Cases, seq: int, action: Action) -> bool:
    """Whether a decision breaks none of the rules on who may decide, and when."""
    step = Step(seq, before, action, before)
    return not any(
        isinstance(answer, Broken)
        for rule in _DECIDING.get(type(action), ())
        if rule.check is not None
        for answer in rule.check(step)
    )
