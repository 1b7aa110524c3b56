"""The audit: fold a timeline once, let every rule judge its steps, and say what hindsight changed."""

from collections.abc import Iterable
from functools import cache
from typing import Any, Literal

import msgspec

from replay.action import NEVER_REDUCED, Action, Observe
from replay.engine_rules import STEP_RULES
from replay.game import Completed, Game, State
from replay.observe import compare
from replay.rule import Answer, Broken, Check, Cite, Rule
from replay.step import Placed, Step
from replay.table import Table

Verdict = Literal["ok", "broken", "open"]


class Finding(msgspec.Struct, frozen=True):
    """An answer that is not ok, with the facts that prove it."""

    seq: int
    rule: str
    answer: Literal["broken", "open"]
    why: str
    facts: dict[str, Any]
    cite: Cite
    text: str
    closed_by: int | None = None
    """The later event that showed what had been open at first."""
    opened_by: int | None = None
    """The later event that put in doubt, or proved wrong, what had seemed right."""


class Change(msgspec.Struct, frozen=True):
    """What hindsight made of an answer."""

    seq: int
    rule: str
    was: Verdict
    now: Verdict
    by: int | None


class Answers(msgspec.Struct, frozen=True):
    """How many answers of each kind the rules gave."""

    ok: int
    broken: int
    open: int


class Audit(msgspec.Struct, frozen=True):
    """All findings of a timeline, in its order, and how hindsight changed the first judgement."""

    answers: Answers
    findings: tuple[Finding, ...]
    changes: tuple[Change, ...]
    final: State
    facts: Any
    """What the game's hindsight learned, for its knowledge report."""


def audit(game: Game, table: Table, line: list[Placed], *, forward: bool = False) -> Audit:
    """Judge a whole timeline. With `forward`, each event by itself: what was revealed later does not count."""
    first = game.complete(table, line, True)
    if forward:
        return _joined(_judge(game, table, first), None, {})
    whole = game.complete(table, line, False)
    if whole.line is line and whole.facts is first.facts:
        return _joined(_judge(game, table, first), None, {})
    return _joined(_judge(game, table, whole), _judge(game, table, first), whole.closers)


class _Judged(msgspec.Struct):
    """The findings of one pass, by place in the timeline."""

    findings: list[Finding]
    asked: int
    final: State
    facts: Any


def _judge(game: Game, table: Table, completed: Completed) -> _Judged:
    checks = _checks(game)
    reduce, gate, facts = game.reduce, game.gate, completed.facts
    state = game.start(table)
    findings: list[Finding] = []
    agreed: dict[str, int] = {}
    asked = 0
    for seq, action in completed.line:
        kind = type(action)
        after = state if kind in NEVER_REDUCED else reduce(state, action)
        judging = checks.get(kind)
        if judging:
            step = Step(seq, state, action, after, facts)
            allowed = gate(step) if gate is not None else None
            asked += _ask(judging, allowed, step, findings)
            if kind is Observe:
                _note_agreement(game, step, findings, agreed)
        state = after
    return _Judged(findings, asked, state, facts)


def _ask(
    judging: tuple[tuple[Rule, Check], ...],
    allowed: frozenset[str] | None,
    step: Step[Any, Any],
    findings: list[Finding],
) -> int:
    """Let the rules judge a step; how many were asked."""
    if allowed is not None:
        judging = tuple((rule, check) for rule, check in judging if rule.id in allowed)
    for rule, check in judging:
        answers = tuple(check(step))
        if answers:
            findings.append(finding_of(step.seq, rule, answers))
    return len(judging)


def judge_step(game: Game, step: Step[Any, Any]) -> list[Finding]:
    """The findings of one step by itself, as the scribe is told them at once."""
    findings: list[Finding] = []
    judging = _checks(game).get(type(step.action))
    if judging:
        _ask(judging, game.gate(step) if game.gate is not None else None, step, findings)
    return findings


@cache
def _checks(game: Game) -> dict[type[Action], tuple[tuple[Rule, Check], ...]]:
    """The checks to ask of each kind of action, in the order of the rules."""
    found: dict[type[Action], list[tuple[Rule, Check]]] = {}
    for rule in (*STEP_RULES, *game.rules):
        if rule.check is not None:
            for kind in rule.judges:
                found.setdefault(kind, []).append((rule, rule.check))
    return {kind: tuple(rules) for kind, rules in found.items()}


def finding_of(seq: int, rule: Rule, answers: tuple[Answer, ...]) -> Finding:
    """One finding per event and rule: broken outranks open, and all reasons of the stronger kind are named."""
    broken = [answer for answer in answers if type(answer) is Broken]
    told: list[Any] = broken or list(answers)
    facts = dict(told[0].facts)
    if len(told) > 1:
        facts["also"] = [answer.facts for answer in told[1:]]
    why = "; ".join(dict.fromkeys(answer.why for answer in told))
    place = told[0].at if told[0].at is not None else seq
    return Finding(place, rule.id, "broken" if broken else "open", why, facts, rule.cite, rule.text)


def _note_agreement(game: Game, step: Step[Any, Any], findings: list[Finding], agreed: dict[str, int]) -> None:
    """Say of each difference when table and record last agreed, and remember what agrees now."""
    for index, finding in enumerate(findings):
        if finding.seq == step.seq and "differences" in finding.facts and "agreed" not in finding.facts:
            paths = [item["path"] for item in finding.facts["differences"]]
            last = {path: agreed.get(path) for path in paths}
            findings[index] = msgspec.structs.replace(finding, facts={**finding.facts, "agreed": last})
    for path, told in step.action.facts.items():
        seen = game.look(step.before, path)
        if seen is not None and compare(seen, told) == "same":
            agreed[path] = step.seq


def _joined(judged: _Judged, first: _Judged | None, closers: dict[int, int]) -> Audit:
    findings = in_order(judged.findings)
    changes: list[Change] = []
    if first is not None:
        findings, changes = _compare_passes(findings, in_order(first.findings), closers)
    broken = sum(finding.answer == "broken" for finding in findings)
    opened = len(findings) - broken
    answers = Answers(judged.asked - broken - opened, broken, opened)
    return Audit(answers, tuple(findings), tuple(changes), judged.final, judged.facts)


def in_order(findings: Iterable[Finding]) -> list[Finding]:
    """Findings by seq; those of one event in the order of the rules. One per event and rule, the stronger one."""
    kept: dict[tuple[int, str], Finding] = {}
    for finding in findings:
        key = (finding.seq, finding.rule)
        if key not in kept or (kept[key].answer == "open" and finding.answer == "broken"):
            kept[key] = finding
    return sorted(kept.values(), key=lambda finding: finding.seq)


def _compare_passes(
    findings: list[Finding], first: list[Finding], closers: dict[int, int]
) -> tuple[list[Finding], list[Change]]:
    before = {(finding.seq, finding.rule): finding.answer for finding in first}
    after = {(finding.seq, finding.rule): finding.answer for finding in findings}
    changes = [
        Change(seq, rule, was, after.get((seq, rule), "ok"), _closer(seq, closers))
        for (seq, rule), was in before.items()
        if after.get((seq, rule)) != was
    ]
    marked = []
    for finding in findings:
        was = before.get((finding.seq, finding.rule))
        by = _closer(finding.seq, closers)
        if was is None:
            changes.append(Change(finding.seq, finding.rule, "ok", finding.answer, by))
            finding = msgspec.structs.replace(finding, opened_by=by)
        elif was != finding.answer:
            finding = msgspec.structs.replace(finding, closed_by=by)
        marked.append(finding)
    return marked, sorted(changes, key=lambda change: (change.seq, change.rule))


def _closer(seq: int, closers: dict[int, int]) -> int | None:
    """The event that told about `seq`, or else the last that told about anything before it."""
    if seq in closers:
        return closers[seq]
    earlier = [by for target, by in closers.items() if target < seq]
    return max(earlier) if earlier else (max(closers.values()) if closers else None)
