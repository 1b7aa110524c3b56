"""Judging the end of a record: each close that counts, beside the count, and what was played behind it."""

from bisect import bisect_right
from collections.abc import Sequence
from typing import Any, NamedTuple

from records.event import Event, Header
from records.timeline import CORRECTIONS
from replay.action import Action, Close, name_of
from replay.audit import Finding, ask, in_order
from replay.disputes.line import line_of
from replay.disputes.rules.closes import nothing_is_played_after_the_end, the_result_is_what_the_count_gives
from replay.game import Game, State
from replay.playout import OFFICIAL, steps_of
from replay.read import read_timeline
from replay.result import as_ruled
from replay.rule import Rule
from replay.salting import mask_line
from replay.score import Score
from replay.step import Step
from replay.table import Table

Steps = Sequence[Step[Any, Any]]


class ClosedLog(NamedTuple):
    """What is judged: a header, the id of its record, and the events so far."""

    header: Header
    record_id: str
    events: Sequence[Event]


class Closing(NamedTuple):
    """What the rules about the end say, and how often they were asked."""

    findings: list[Finding]
    asked: int


def may_close(event: Event) -> bool:
    """Whether an event is a close, or a correction that brings one."""
    action = event.fields.get("action") if event.do in CORRECTIONS else None
    return event.do == "close" or (isinstance(action, dict) and action.get("do") == "close")


def judge_closing(
    game: Game,
    table: Table,
    log: ClosedLog,
    *,
    viewer: str = OFFICIAL,
    hindsight: bool = True,
    steps: Steps | None = None,
) -> Closing:
    """Judge every close of the effective timeline, by what these eyes may know.

    `steps` are the steps of that timeline through these eyes, if they were folded already.
    """
    if not any(may_close(event) for event in log.events):
        return Closing([], 0)
    eyes = _Eyes(game, table, viewer, hindsight)
    every = eyes.steps(log.events) if steps is None else steps
    findings: list[Finding] = []
    asked = 0
    plays = [place for place, step in enumerate(every) if _is_play(game, step.action)]
    for place, step in enumerate(every):
        if type(step.action) is Close:
            count = _count_at(eyes, log, step)
            asked += _ask(the_result_is_what_the_count_gives, step, count, findings)
            later = bisect_right(plays, place)
            if later < len(plays):
                asked += _ask(nothing_is_played_after_the_end, every[plays[later]], step.seq, findings)
    return Closing(in_order(findings), asked)


def _ask(rule: Rule, step: Step[Any, Any], before: Any, findings: list[Finding]) -> int:
    assert rule.check is not None
    return ask(((rule, rule.check),), Step(step.seq, before, step.action, before), findings)


def _is_play(game: Game, action: Action) -> bool:
    """Whether an action is play: the game's own, apart from laying the table."""
    return type(action) in game.actions and name_of(action) != "setup"


class _Eyes(NamedTuple):
    """Whose eyes a timeline is folded for."""

    game: Game
    table: Table
    viewer: str
    hindsight: bool

    def steps(self, events: Sequence[Event], without: frozenset[int] = frozenset()) -> Steps:
        line = read_timeline(self.game, self.table, events, without=without)
        line = mask_line(self.game, self.table, line, events, "effective", self.viewer)
        completed = self.game.complete(self.table, line, not self.hindsight)
        return list(steps_of(self.game, self.table, completed))


def _count_at(eyes: _Eyes, log: ClosedLog, step: Step[Any, Any]) -> Score:
    """The result by which a close is judged: what was known of corrections and rulings when it was given."""
    placed = line_of(log.header, log.events).placed()
    given = next((item.corrected_by for item in placed if item.event.seq == step.seq), None) or step.seq
    state = _state_at(eyes, log.events, step, given)
    return as_ruled(eyes.game, state, log.header, log.record_id, log.events[: given - 1])


def _state_at(eyes: _Eyes, events: Sequence[Event], step: Step[Any, Any], given: int) -> State:
    """The state before a close, without the corrections that came after its result was given."""
    later = frozenset(event.seq for event in events if event.do in CORRECTIONS and event.seq > given)
    if not later:
        return step.before
    return next(one.before for one in eyes.steps(events, later) if one.seq == step.seq)
