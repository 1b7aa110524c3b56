"""Rules about the record itself, the same for every game: ids `QM-…`."""

from collections.abc import Iterator
from typing import Any

from replay.action import Unread, Unreadable
from replay.disputes.rules import PROCEDURE_RULES
from replay.disputes.rules.closes import CLOSING_RULES
from replay.rule import Answer, Cite, Open, Rule, report, rule
from replay.step import Step

_RECORD = Cite("The form of a record")


@rule("QM-READ-1", cite=_RECORD, judges=Unread, may_open=True, may_break=False)
def every_line_is_understood(step: Step[Any, Unread]) -> Iterator[Answer]:
    """Every line of the log can be understood; one that cannot waits for an amendment."""
    said = step.action.said
    words = "a line" if said is None else repr(said)  # what was typed may be hidden from these eyes
    yield Open(f"the scribe wrote {words}, which has not been explained yet", {"said": said})


@rule("QM-READ-2", cite=_RECORD, judges=Unreadable, may_open=True, may_break=False)
def every_event_has_a_form(step: Step[Any, Unreadable]) -> Iterator[Answer]:
    """Every event has the fields of its action, with values its game can read."""
    yield Open(step.action.why, {"field": step.action.field, "event": step.action.body})


STEP_RULES: tuple[Rule, ...] = (every_line_is_understood, every_event_has_a_form)
"""Judged with the game's own rules, at each step of a timeline."""

SALTED = report(
    "QM-SALT-1",
    "An event with a hidden part carries a salt of its own; `qm verify` says where one is missing, never an audit.",
    _RECORD,
)

ENGINE_RULES: tuple[Rule, ...] = (*STEP_RULES, SALTED, *PROCEDURE_RULES, *CLOSING_RULES)
"""All of them. Those of the procedure judge the recorded timeline (replay/disputes/judge.py), those about the end what
the table declared beside the count (replay/closing.py)."""
