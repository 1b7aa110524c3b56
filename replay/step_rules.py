"""Rules about the record itself that are judged with the game's own rules; the others are in `engine_rules`."""

from collections.abc import Iterator
from typing import Any

from replay.action import Unread, Unreadable
from replay.rule import Answer, Cite, Open, Rule, rule
from replay.step import Step

RECORD = Cite("The form of a record")


@rule("QM-READ-1", cite=RECORD, judges=Unread, may_open=True, may_break=False)
def every_line_is_understood(step: Step[Any, Unread]) -> Iterator[Answer]:
    """Every line of the log can be understood; one that cannot waits for an amendment."""
    said = step.action.said
    words = "a line" if said is None else repr(said)  # what was typed may be hidden from these eyes
    yield Open(f"the scribe wrote {words}, which has not been explained yet", {"said": said})


@rule("QM-READ-2", cite=RECORD, judges=Unreadable, may_open=True, may_break=False)
def every_event_has_a_form(step: Step[Any, Unreadable]) -> Iterator[Answer]:
    """Every event has the fields of its action, with values its game can read."""
    yield Open(step.action.why, {"field": step.action.field, "event": step.action.body})


STEP_RULES: tuple[Rule, ...] = (every_line_is_understood, every_event_has_a_form)
"""Judged with the game's own rules, at each step of a timeline."""
