"""What later events answered: findings that were open when they were made, or were not there at all."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from records.event import Event
from replay.audit import audit
from replay.game import Game
from replay.playout import OFFICIAL
from replay.read import read_timeline
from replay.rule import Cite
from replay.salting import mask_line
from replay.step_rules import STEP_RULES
from replay.table import Table


class LaterAnswer(NamedTuple):
    """What is known by now of a rule at an event that nobody could answer there."""

    seq: int
    rule: str
    answer: Literal["ok", "broken"]
    by: int | None
    """The later event that answered it."""
    text: str
    why: str
    cite: Cite


class Hindsight(NamedTuple):
    """What later events answered, and how much is open still."""

    answers: dict[tuple[int, str], LaterAnswer]
    open: int


def answered(game: Game, table: Table, events: Sequence[Event], eyes: str) -> Hindsight:
    """What later events answered, as far as somebody knows those events and may be told.

    Who does not see everything was not told what stayed open because of that, so they are told only what turned out
    to be against a rule, and what became of lines that could not be read.
    """
    line = mask_line(game, table, read_timeline(game, table, events), events, "effective", eyes)
    audited = audit(game, table, line)
    rules = {rule.id: rule for rule in (*STEP_RULES, *game.rules)}
    own = {rule.id for rule in STEP_RULES}
    reasons = {(finding.seq, finding.rule): finding.why for finding in audited.findings}
    found = {}
    for change in audited.changes:
        place = (change.seq, change.rule)
        if change.now == "open" or (eyes != OFFICIAL and change.now == "ok" and change.rule not in own):
            continue
        rule = rules[change.rule]
        why = reasons.get(place, "")
        found[place] = LaterAnswer(*place, change.now, change.by, rule.text, why, rule.cite)
    return Hindsight(found, audited.answers.open)
