"""All rules of Sea or Shore, in the order in which they are checked."""

from replay.games.sea_or_shore.rules import act, additions, deal, play, steal, turn
from replay.games.sea_or_shore.rules.derived import DERIVED

RULES = (
    *deal.RULES,
    *play.LAYING,
    *additions.RULES,
    *play.UNVEILING,
    *steal.RULES,
    *act.RULES,
    *turn.RULES,
    *DERIVED,
)
