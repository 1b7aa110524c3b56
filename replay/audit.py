"""The audit: fold a timeline once, let every rule judge its steps, and say what hindsight changed."""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from typing import Any, Literal, NamedTuple

import msgspec

from replay.action import Action, Observe, Readings
from replay.game import Completed, Game, State
from replay.hindsight import Closers
from replay.playout import fold
from replay.resting import rests_on
from replay.rule import Answer, Asked, Broken, Cite, Cited, Gate, Rule, by_action
from replay.step import Placed, Step
from replay.step_rules import STEP_RULES
from replay.table import Table

AnswerWord = Literal["ok", "broken", "open"]
HowSettled = Literal["remedied", "dismissed", "stands"]


class Settled(msgspec.Struct, frozen=True):
    """A final ruling dealt with a finding: which one, and what it did about it."""

    ruling: int
    how: HowSettled


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
    """The later event that settled what was open at first."""
    opened_by: int | None = None
    """The later event that cast doubt on what had seemed right, or proved it wrong."""
    cites: tuple[Cited, ...] = ()
    """If the table counted something else: the derived rules of the paths that differ."""
    rests_on: dict[str, str] | msgspec.UnsetType = msgspec.UNSET
    """The open questions that decide this answer, and how the table reads them; absent if it depends on none."""
    dispute: int | msgspec.UnsetType = msgspec.UNSET
    """An open dispute that concerns it, by the event that opened it; absent if there is none."""
    dispute_label: str | msgspec.UnsetType = msgspec.UNSET
    """What people call that dispute: `D1`."""
    settled: Settled | msgspec.UnsetType = msgspec.UNSET
    """The final ruling that dealt with it; absent while none has."""


class Change(msgspec.Struct, frozen=True):
    """How hindsight changed an answer."""

    seq: int
    rule: str
    was: AnswerWord
    now: AnswerWord
    by: int | None


class AnswerCounts(msgspec.Struct, frozen=True):
    """How many answers of each kind the rules gave. A finding that a ruling settled counts only as settled."""

    ok: int
    broken: int
    open: int
    settled: int = 0


def counted(asked: int, findings: Iterable[Finding]) -> AnswerCounts:
    """The counts after this many checks: what is no finding is ok."""
    kinds = Counter("settled" if finding.settled else finding.answer for finding in findings)
    return AnswerCounts(asked - kinds.total(), kinds["broken"], kinds["open"], kinds["settled"])


class Audit(msgspec.Struct, frozen=True):
    """All findings of a timeline, in its order (settled ones last), and how hindsight changed the first judgement."""

    answers: AnswerCounts
    findings: tuple[Finding, ...]
    changes: tuple[Change, ...]
    final: State
    facts: Any
    """What the game's hindsight found out, for its knowledge report."""
    steps: tuple[Step[Any, Any], ...] = ()
    """The steps that were judged, so that whoever shows them need not fold them again."""
    hindsight: bool = True
    """Whether later events may have told something about earlier ones. If not, it was judged once and for all."""


Steps = Sequence[Step[Any, Any]]


class KnownLine(NamedTuple):
    """A line as known at each event and, if that was asked for and adds anything, with what later ones revealed."""

    first: Completed
    whole: Completed | None

    @property
    def last(self) -> Completed:
        """All that is known."""
        return self.first if self.whole is None else self.whole


def known_of(game: Game, table: Table, line: list[Placed], *, forward: bool = False) -> KnownLine:
    """What is known of a line; with `forward`, only at each event."""
    first = game.complete(table, line, True)
    return KnownLine(first, None if forward else seen_from_the_end(game, table, line, first))


def audit(
    game: Game,
    table: Table,
    line: list[Placed],
    *,
    forward: bool = False,
    steps: Steps | None = None,
    known: KnownLine | None = None,
) -> Audit:
    """Judge a whole timeline. With `forward`, judge each event by itself: what was revealed later does not count.

    If the line was folded already, `steps` are its steps and `known` what they were folded from, with or without
    hindsight as asked for here. There are up to two passes: one over the line with what later events revealed filled
    in, whose findings count; and one over the line as known at each event, only to say what hindsight changed. The
    second is left out if hindsight adds nothing (`final`, or `complete` returns the same line), and limited to the
    rules and events it can change (`touches`, `places`).
    """
    first, whole = known or known_of(game, table, line, forward=forward)
    if whole is None:
        return _joined(_judge(game, table, first, steps=steps), None, {}, hindsight=forward)
    judged = _judge(game, table, whole, steps=steps)
    steps_again = _steps_again(game, table, first, whole, judged, whole.places)
    again = _judge(game, table, first, whole.touches, whole.places, steps_again)
    if whole.touches is not None:  # what hindsight cannot change is judged already
        again.findings += [finding for finding in judged.findings if not _is_touched(whole, finding)]
    return _joined(judged, again, whole.closers)


def audit_then_too(game: Game, table: Table, line: list[Placed]) -> tuple[Audit, Audit]:
    """The audits with and without hindsight: the line is completed once for both, and folded twice only if it differs.

    The second one says all that the first needs to tell what hindsight changed.
    """
    first, whole = known_of(game, table, line)
    if whole is None:
        judged = _judge(game, table, first)
        return _joined(judged, None, {}, hindsight=False), _joined(judged, None, {})
    judged = _judge(game, table, whole)
    then = _judge(game, table, first, steps=_steps_again(game, table, first, whole, judged))
    return _joined(judged, then, whole.closers), _joined(then, None, {})


def seen_from_the_end(game: Game, table: Table, line: list[Placed], first: Completed) -> Completed | None:
    """The line with what later events revealed; None if that adds nothing to what was known at each event (`first`)."""
    if first.final:
        return None
    whole = first.whole or game.complete(table, line, False)
    return None if whole.line is line and whole.facts is first.facts else whole


def _is_touched(whole: Completed, finding: Finding) -> bool:
    """Whether hindsight could have changed this answer."""
    assert whole.touches is not None
    return finding.rule in whole.touches and (whole.places is None or finding.seq in whole.places)


def _steps_again(
    game: Game,
    table: Table,
    first: Completed,
    whole: Completed,
    judged: "_Judged",
    places: frozenset[int] | None = None,
) -> Steps | None:
    """The steps to judge without hindsight, at these places, if their states are there: of the same line, or folded to
    look ahead."""
    facts = first.facts
    if first.states is None and whole.logged is not None:
        return _steps(game, table, Completed(first.line, facts, states=whole.logged))
    if first.line is not whole.line or first.states is not whole.states:
        return None
    return [
        Step(step.seq, step.before, step.action, step.after, facts)
        for step in judged.steps
        if places is None or step.seq in places
    ]


class _Judged(msgspec.Struct):
    """The findings of one pass, by place in the timeline."""

    findings: list[Finding]
    asked: int
    final: State
    facts: Any
    steps: list[Step[Any, Any]]


_Left = tuple[Asked, int]
"""The checks that a gate leaves to ask, and how many rules judge the step."""


def _judge(
    game: Game,
    table: Table,
    completed: Completed,
    only: frozenset[str] | None = None,
    places: frozenset[int] | None = None,
    steps: Steps | None = None,
) -> _Judged:
    gate, findings, asked = game.gate, list[Finding](), 0
    agreed: dict[str, int] = {}
    checks = _checks(game, only)
    kinds: dict[type[Action], tuple[Asked, dict[Gate | frozenset[str], _Left]]] = {}
    judged = _steps(game, table, completed) if steps is None else list(steps)
    for step in judged:
        kind: type[Action] = type(step.action)
        of_kind = kinds.get(kind)
        if of_kind is None:
            of_kind = kinds[kind] = checks.get(kind, ()), {}
        judging, gated = of_kind
        if not judging or (places is not None and step.seq not in places):
            continue
        if kind is Observe:
            found: list[Finding] = []
            asked += ask(judging, step, found, game)
            findings += with_agreement(game, step, found, agreed)
            continue
        allowed = gate(step) if gate is not None else None
        if allowed is None:
            asked += ask(judging, step, findings, game)
            continue
        known = gated.get(allowed)
        if known is None:
            known = gated[allowed] = _gated(game, kind, allowed, only)
        left, amount = known
        asked += amount
        for rule, check in left:  # `ask`, written out: a call for each event shows in the time of an audit
            answers = check(step)
            if answers and (told := tuple(answers)):
                findings.append(finding_of(step, rule, told, game))
    final = judged[-1].after if judged else game.start(table)
    return _Judged(findings, asked, final, completed.facts, judged)


def _steps(game: Game, table: Table, completed: Completed) -> list[Step[Any, Any]]:
    """The steps of a completed line; its states are already there if hindsight had to fold it anyway."""
    states, facts = completed.states, completed.facts
    if states is None:
        return list(fold(game, table, completed.line, facts))
    state = completed.start if completed.start is not None else game.start(table)
    found: list[Step[Any, Any]] = []
    for (seq, action), after in zip(completed.line, states, strict=True):
        if type(action) is not Readings:
            found.append(Step(seq, state, action, after, facts))
        state = after
    return found


def ask(judging: Asked, step: Step[Any, Any], findings: list[Finding], game: Game | None = None) -> int:
    """Let the rules judge a step; return how many did. Rules of a `game` may rest on its open questions."""
    for rule, check in judging:
        answers = check(step)
        if answers:  # nothing to say, or a generator that may still have nothing to say
            told = tuple(answers)
            if told:
                findings.append(finding_of(step, rule, told, game))
    return len(judging)


def judge_step(game: Game, step: Step[Any, Any]) -> list[Finding]:
    """The findings of one step by itself, as reported to the scribe at once."""
    findings: list[Finding] = []
    kind: type[Action] = type(step.action)
    judging = _checks(game).get(kind)
    if judging:
        allowed = game.gate(step) if game.gate is not None and kind is not Observe else None
        ask(judging if allowed is None else _gated(game, kind, allowed)[0], step, findings, game)
    return findings


@lru_cache(4096)
def _gated(game: Game, kind: type[Action], allowed: Gate | frozenset[str], only: frozenset[str] | None = None) -> _Left:
    """The checks that a gate leaves to ask for a kind of action, and how many rules judge it. A game has few gates, so
    the result is cached."""
    judges, kept = (allowed.judges, allowed.kept) if isinstance(allowed, Gate) else (allowed, frozenset())
    judging = [one for one in _checks(game, only)[kind] if judges is None or one[0].id in judges]
    return tuple((rule, check) for rule, check in judging if rule.id not in kept), len(judging)


@cache
def _checks(game: Game, only: frozenset[str] | None = None) -> dict[type[Action], Asked]:
    """The checks (or only some of them) for each kind of action, in the order of the rules."""
    return by_action(rule for rule in (*STEP_RULES, *game.rules) if only is None or rule.id in only)


def finding_of(step: Step[Any, Any], rule: Rule, answers: tuple[Answer, ...], game: Game | None) -> Finding:
    """One finding per event and rule: broken outranks open, and every reason of the stronger kind is given."""
    broken = [answer for answer in answers if type(answer) is Broken]
    told: list[Any] = broken or list(answers)
    facts = dict(told[0].facts)
    if len(told) > 1:
        facts["also"] = [answer.facts for answer in told[1:]]
    why = "; ".join(dict.fromkeys(answer.why for answer in told))
    place = told[0].at if told[0].at is not None else step.seq
    rests = rests_on(game, rule, step, tuple(told)) if game is not None else {}
    return Finding(
        place,
        rule.id,
        "broken" if broken else "open",
        why,
        facts,
        rule.cite,
        rule.text,
        cites=told[0].cites,
        rests_on=rests or msgspec.UNSET,
    )


def with_agreement(game: Game, step: Step[Any, Any], findings: list[Finding], agreed: dict[str, int]) -> list[Finding]:
    """Say for each difference when table and record last agreed, and remember what agrees now."""
    told = []
    for finding in findings:
        if "differences" in finding.facts:
            last = {item["path"]: agreed.get(item["path"]) for item in finding.facts["differences"]}
            finding = msgspec.structs.replace(finding, facts={**finding.facts, "agreed": last})
        told.append(finding)
    differing = [item.path for item in game.differences(step.before, step.action.facts)]
    for path in step.action.facts:
        if not any(other == path or other.startswith(f"{path}.") for other in differing):
            agreed[path] = step.seq
    return told


def _joined(judged: _Judged, first: _Judged | None, closers: dict[int, int], *, hindsight: bool = True) -> Audit:
    findings = in_order(judged.findings)
    changes: list[Change] = []
    if first is not None:
        findings, changes = _compare_passes(findings, in_order(first.findings), closers)
    return Audit(
        counted(judged.asked, findings),
        tuple(findings),
        tuple(changes),
        judged.final,
        judged.facts,
        tuple(judged.steps),
        hindsight,
    )


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
    closed = Closers(closers)
    changes = [
        Change(seq, rule, was, after.get((seq, rule), "ok"), closed.of(seq))
        for (seq, rule), was in before.items()
        if after.get((seq, rule)) != was
    ]
    marked = []
    for finding in findings:
        was = before.get((finding.seq, finding.rule))
        if was is None:
            by = closed.of(finding.seq)
            changes.append(Change(finding.seq, finding.rule, "ok", finding.answer, by))
            finding = msgspec.structs.replace(finding, opened_by=by)
        elif was != finding.answer:
            finding = msgspec.structs.replace(finding, closed_by=closed.of(finding.seq))
        marked.append(finding)
    return marked, sorted(changes, key=lambda change: (change.seq, change.rule))
