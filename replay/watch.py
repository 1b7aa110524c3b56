"""A table followed live through one pair of eyes: what they see of each new event, without playing all of it out again.

At every event a watch knows what `play_out` and the audit without hindsight would tell these eyes. Most events are one
step behind the others. Where an event may change what was seen before (a correction, a ruling, a signature, a close),
everything is folded anew, and the two views are compared: whoever watches is told whether one step came behind those
they know, or whether they have to be shown the table again. That depends on what they see and on nothing else.
"""

from collections import deque
from collections.abc import Callable, Sequence
from hashlib import blake2b
from typing import Any

import msgspec

from records.errors import Refused
from records.event import Event
from records.ids import id_from
from replay.action import Action, Close
from replay.audit import AnswerCounts, Finding, audit, counted, judge_step
from replay.closing import ClosedLog, judge_closing
from replay.game import Frame, Game, State
from replay.playout import OFFICIAL, LoggedLine
from replay.reel import Findings, as_data, by_event, ruled_on, sentence_of, those_told
from replay.session import Judged
from replay.step import Placed, Step
from replay.table import Table
from replay.view import TABLE
from replay.watch_next import NextStep, ShortWay

KEPT = 20
"""How many of the last steps a watch keeps."""
_TOGETHER = 50

_Told = dict[int, tuple[Finding, ...]]


class SeenStep(msgspec.Struct, frozen=True):
    """A step as somebody sees it, what they are told about it, and the step in one sentence."""

    step: Step[Any, Any]
    findings: list[dict[str, Any]]
    text: str


class LineDigest:
    """A digest of the actions of a line, made of many at once: it is asked for seldom."""

    def __init__(self) -> None:
        self._digest = blake2b(digest_size=16)
        self._waiting: list[tuple[int, Action]] = []

    def add(self, seq: int, action: Action) -> None:
        """One more action."""
        self._waiting.append((seq, action))
        if len(self._waiting) >= _TOGETHER:
            self._take_in()

    def digest(self) -> bytes:
        """The digest so far."""
        self._take_in()
        return self._digest.digest()

    def _take_in(self) -> None:
        self._digest.update(b"".join(map(msgspec.msgpack.encode, self._waiting)))
        self._waiting.clear()


class Watch:
    """A record as one viewer sees it (a seat, `table` or `official`), event by event."""

    def __init__(
        self, game: Game, table: Table, eyes: str, events: Sequence[Event] = (), logged: LoggedLine | None = None
    ) -> None:
        """The events themselves stay those of the caller: a watch keeps none of what they say. `logged` is their line,
        if others look at it too."""
        if eyes not in (*table.seats, TABLE, OFFICIAL):
            allowed = ", ".join((*table.seats, TABLE, OFFICIAL))
            raise Refused(f"there is no seat {eyes!r}", mend=f"these can look: {allowed}")
        self.game = game
        self.table = table
        self.eyes = eyes
        self._events = list(events)
        self.size = len(self._events) + 1
        """The lines that were seen, the header counted."""
        self._steps = 0
        self._actions = LineDigest()
        self._told: _Told = {}
        self._counted: AnswerCounts | None = None
        self._leaves_open = False
        self._recent: deque[SeenStep] = deque(maxlen=KEPT)
        self._next: ShortWay
        self._refold(logged)

    def add(
        self, event: Event, judged: Judged | None = None, logged: Callable[[int], LoggedLine] | None = None
    ) -> SeenStep | None:
        """The step of one more event; None if it changed what was seen before, so that all is to be shown anew.

        `recent`, `state` and the counts are up to date in either case. `judged` is the event as it was judged when it
        was logged, if that is known: where these eyes see no less of it, it need not be judged again. `logged` gives
        the line of a record of some size, if others look at it too: it is read once for all of them.
        """
        self._events.append(event)
        self.size += 1
        coming = self._next.step(self._events, judged)
        if coming is not None:
            known = judged is not None and coming.judged is judged.step
            findings = judged.findings if judged is not None and known else judge_step(self.game, coming.judged)
            if not findings or all(finding.seq == event.seq for finding in findings):
                return self._put_behind(coming, findings)
        return self._follow_anew(event, logged(self.size) if logged is not None else None)

    @property
    def state(self) -> State:
        """The table as these eyes see it now."""
        return self._state

    @property
    def recent(self) -> tuple[SeenStep, ...]:
        """The last steps, the newest at the end."""
        return tuple(self._recent)

    @property
    def last(self) -> SeenStep | None:
        """The last step."""
        return self._recent[-1] if self._recent else None

    @property
    def closed(self) -> bool:
        """Whether a close counts."""
        return self._closed

    @property
    def leaves_open(self) -> bool:
        """Whether a later event may answer something, be it told to these eyes or not."""
        return self._leaves_open

    @property
    def findings(self) -> Findings:
        """All that these eyes are told, by event."""
        return by_event([as_data(finding) for told in self._told.values() for finding in told])

    @property
    def unsettled(self) -> set[tuple[int, str, str]]:
        """Line, rule and answer of all that these eyes are told, without what a ruling has settled."""
        return {(one.seq, one.rule, one.answer) for told in self._told.values() for one in told if not one.settled}

    @property
    def broken(self) -> int:
        """How many rules these eyes are told were broken, without those that a ruling has settled."""
        return self._counts.broken

    @property
    def open(self) -> int:
        """How many answers these eyes are told are open, without those that a ruling has settled."""
        return self._counts.open

    @property
    def _counts(self) -> AnswerCounts:
        if self._counted is None:
            self._counted = counted(0, (finding for told in self._told.values() for finding in told))
        return self._counted

    def frame(
        self, width: int = 100, kept: dict[Any, Any] | None = None, *, hide: bool = False, before: bool = False
    ) -> Frame:
        """The table as it is now, to be drawn; with `hide`, without what all saw once and may not look up again.

        With `before` it is the table before the last step, to see what that one changed.
        """
        state = self._recent[-1].step.before if before and self._recent else self._state
        if hide and self.game.hide is not None:
            state = self.game.hide(state)
        return Frame(state, None, width, None if self.eyes == OFFICIAL else self.eyes, kept)

    def _put_behind(self, coming: NextStep, findings: list[Finding]) -> SeenStep | None:
        """Take in a step that changes nothing seen before. A dispute may be about its findings, or be over by now."""
        told, seq = those_told(self.eyes, findings) if findings else [], coming.judged.seq
        if findings:  # most steps have none
            self._leaves_open = self._leaves_open or any(finding.answer == "open" for finding in findings)
            self._raw += told
        before = self._told
        if self._disputed:
            self._told = self._marked(())
        elif told:
            self._told[seq] = tuple(told)
        if self._disputed or told:
            self._counted = None
        self._next.take(coming)
        self._take_in(coming.judged)
        seen = self._seen(coming.seen)
        self._state = seen.step.after
        self._recent.append(seen)
        if self._disputed and not _differ_only_at(seq, before, self._told):
            self._recent = deque([self._seen(one.step) for one in self._recent], KEPT)
            return None
        return seen

    def _follow_anew(self, event: Event, logged: LoggedLine | None) -> SeenStep | None:
        """Fold everything again, and see whether that only put a step behind those seen before."""
        steps, recent, told, actions = self._steps, self._recent, self._told, self._actions.digest()
        state = self._state
        line = self._refold(logged)
        last = self.last
        if last is None or self._steps != steps + 1 or last.step.seq != event.seq or last.step.before != state:
            return None
        known = [one.step for one in recent][-(KEPT - 1) :]
        same = known == [one.step for one in self._recent][:-1] and _differ_only_at(event.seq, told, self._told)
        return last if same and line == actions else None

    def _refold(self, logged: LoggedLine | None) -> bytes:
        """Play out what these eyes see; a digest of all actions but the last."""
        game, table, events = self.game, self.table, self._events
        logged = logged if logged is not None else LoggedLine(game, table, events, "effective")
        audited = audit(game, table, logged.seen_by(self.eyes), forward=True)
        closing = judge_closing(game, table, self._log, viewer=self.eyes, hindsight=False, steps=audited.steps)
        steps = logged.in_view(audited.steps, self.eyes)
        self._disputed = any(event.do == "dispute" for event in events)
        self._closed = any(type(step.action) is Close for step in steps)
        self._raw = those_told(self.eyes, (*audited.findings, *closing.findings))
        self._leaves_open = any(finding.answer == "open" for finding in audited.findings)
        self._told = self._marked([Placed(step.seq, step.action) for step in steps])
        self._counted = None
        self._state = steps[-1].after if steps else game.start(table)
        self._recent = deque([self._seen(step) for step in steps[-KEPT:]], KEPT)
        self._steps, self._actions = 0, LineDigest()
        for step in audited.steps[:-1]:
            self._take_in(step)
        so_far = self._actions.digest()
        for step in audited.steps[-1:]:
            self._take_in(step)
        self._next = ShortWay(game, table, self.eyes, events, logged, audited).begin(self._state)
        return so_far

    @property
    def _log(self) -> ClosedLog:
        header = self.table.header
        assert header is not None, "a table that is watched has its header"
        return ClosedLog(header, header.id or id_from(header.leaf), self._events)

    def _marked(self, line: Sequence[Placed]) -> _Told:
        """What these eyes are told, with the disputes about it and the rulings that settled it."""
        marked = ruled_on(self.game, self.table, self._log, "effective", line, self._raw)
        told: dict[int, list[Finding]] = {}
        for finding in marked:
            told.setdefault(finding.seq, []).append(finding)
        return {seq: tuple(findings) for seq, findings in told.items()}

    def _seen(self, step: Step[Any, Any]) -> SeenStep:
        """A step without what only the rules need."""
        plain = step if step.facts is None else Step(step.seq, step.before, step.action, step.after)
        findings = [as_data(finding) for finding in self._told.get(step.seq, ())]
        return SeenStep(plain, findings, sentence_of(self.game, plain))

    def _take_in(self, step: Step[Any, Any]) -> None:
        self._steps += 1
        self._actions.add(step.seq, step.action)


def _differ_only_at(seq: int, before: _Told, after: _Told) -> bool:
    """Whether two sets of findings are the same, but for those of one event."""
    return {at: told for at, told in before.items() if at != seq} == {
        at: told for at, told in after.items() if at != seq
    }
