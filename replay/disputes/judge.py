"""Judging the procedure in a record, as a whole or event by event while it is logged."""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

import msgspec
from msgspec.structs import replace

from records.event import Event, Header
from replay.action import Action, Close, Reveal
from replay.audit import Audit, Finding, ask, counted, in_order
from replay.closing import Closing
from replay.disputes.cases import Cases, Correction, NamedRules
from replay.disputes.log import SHARED_NAMES, Log, log_of, log_with, read_shared
from replay.disputes.log_reader import LogReader
from replay.disputes.marks import marks_of
from replay.disputes.reducer import lapsed, start
from replay.disputes.rules import PROCEDURE_RULES
from replay.disputes.settled import Rulings, with_rulings
from replay.disputes.windows import windows_of
from replay.engine_rules import ENGINE_RULES
from replay.game import Game
from replay.rule import by_action
from replay.step import Placed, Step
from replay.table import Table


class Procedure(msgspec.Struct, frozen=True):
    """The disputes in a record, and what the rules of procedure say about every event."""

    cases: Cases
    findings: tuple[Finding, ...]
    asked: int
    corrected: dict[int, int] = {}
    """For each event of the effective timeline that was corrected: by which event. Empty while nothing is contested."""


_CHECKS = by_action(PROCEDURE_RULES)


def log_for(header: Header, events: Sequence[Event], game: Game | None, table: Table | None) -> Log:
    """The log; turns and rounds are worked out only if a window needs them."""
    policies = [*windows_of(header.windows).values()]
    policies += [event.fields["window"] for event in events if isinstance(event.fields.get("window"), dict)]
    asks = any(policy.get("until") in ("turn-end", "round-end") for policy in policies)
    if asks and game is not None and table is not None:
        return log_of(events, marks_of(game, table, events), header.leaf)
    return log_of(events, None, header.leaf)


def judge_procedure(
    header: Header,
    record_id: str,
    events: Sequence[Event],
    *,
    game: Game | None = None,
    table: Table | None = None,
    now: str | None = None,
) -> Procedure:
    """Fold the recorded timeline and judge it, each event in the light of the whole log."""
    log = log_for(header, events, game, table)
    reader = LogReader(_begin(header, record_id, game))
    steps: list[Step[Cases, Any]] = []
    for event in events:
        step = _read(reader, log, event)
        if step is not None:
            steps.append(step)
    cases = reader.decided()
    if now is not None:
        cases = lapsed(cases, now)
    findings: list[Finding] = []
    asked = 0
    for step in steps:
        asked += ask(_CHECKS[type(step.action)], replace(step, facts=cases), findings)
    placed = reader.line.placed() if reader.line is not None and cases.cases else []
    corrected = {one.event.seq: one.corrected_by for one in placed if one.corrected_by is not None}
    return Procedure(cases, tuple(in_order(findings)), asked, corrected)


def _begin(header: Header, record_id: str, game: Game | None) -> Cases:
    """Before the first event, with the names of the rules that may be relied on."""
    cases = start(header, record_id, game)
    return replace(cases, table=replace(cases.table, named=_named_rules(game)))


@cache
def _named_rules(game: Game | None) -> NamedRules:
    """A check or derived rule of the game, and every rule about the record itself."""
    of_record = {rule.id for rule in ENGINE_RULES}
    if game is None:
        return NamedRules(frozenset(of_record))
    of_game = {rule.id for rule in game.rules if rule.kind != "report"}
    return NamedRules(frozenset(of_record | of_game), frozenset(question.id for question in game.questions), True)


def _read(reader: LogReader, log: Log, event: Event) -> Step[Cases, Any] | None:
    """Read one more event; its step, if the rules of procedure judge it."""
    if event.do not in SHARED_NAMES:
        reader.add(event, log)
        return None
    action = read_shared(event)
    judged = action is not None and _is_judged(action, reader.cases)
    if event.do == "ruling":
        reader.decided()  # what it confirms must not have been taken back
    before = lapsed(reader.cases, event.at) if judged and event.at is not None else reader.cases
    reader.add(event, log)
    return Step(event.seq, before, action, reader.cases) if judged and action is not None else None


def _is_judged(action: Action, before: Cases) -> bool:
    """Whether an event belongs to procedure; a reveal or a close does if something was sealed."""
    if isinstance(action, Reveal):
        return action.seal is not None
    if isinstance(action, Close):
        return bool(before.seals)
    return type(action) in _CHECKS


class ProcedureJudge:
    """The disputes in a record being logged; each new event is judged at once."""

    def __init__(
        self, header: Header, record_id: str, events: Sequence[Event], game: Game | None, table: Table | None
    ) -> None:
        self._header = header
        self._events = list(events)
        self._game = game
        self._table = table
        self._reader = LogReader(_begin(header, record_id, game))
        self._has_windows = bool(windows_of(header.windows)) or any(map(_names_window, self._events))
        self._log = log_for(header, self._events, game, table)
        for event in self._events:
            self._reader.add(event, self._log)

    @property
    def cases(self) -> Cases:
        """The disputes so far."""
        return self._reader.decided()

    def add(self, event: Event) -> list[Finding]:
        """Follow one more event and return what the rules say about it at once."""
        self._events.append(event)
        self._log = self._log_with(event)
        step = _read(self._reader, self._log, event)
        findings: list[Finding] = []
        if step is not None:
            ask(_CHECKS[type(step.action)], replace(step, after=self.cases), findings)
        return findings

    def _log_with(self, event: Event) -> Log:
        """The log with one more event; where a window needs turns and rounds, these are worked out anew."""
        self._has_windows = self._has_windows or _names_window(event)
        if self._has_windows:
            return log_for(self._header, self._events, self._game, self._table)
        return log_with(self._log, event, self._events, self._header.leaf)


def _names_window(event: Event) -> bool:
    return isinstance(event.fields.get("window"), dict)


def with_closing(procedure: Procedure, closing: Closing) -> Procedure:
    """What the rules of procedure say, and beside it what those about the end do."""
    findings = (*procedure.findings, *closing.findings)
    return replace(procedure, findings=findings, asked=procedure.asked + closing.asked)


def with_procedure(audited: Audit, procedure: Procedure, rulings: Rulings | None = None) -> Audit:
    """The audit of play together with that of procedure. A position set by a ruling is not play.

    With `rulings`, findings say which dispute is about them, or which ruling settled them.
    """
    places = _set_by_ruling(procedure.cases)
    findings = in_order((*(item for item in audited.findings if item.seq not in places), *procedure.findings))
    if rulings is not None:
        findings = with_rulings(findings, rulings)
    was = audited.answers
    asked = was.ok + was.broken + was.open + procedure.asked
    return replace(audited, answers=counted(asked, findings), findings=tuple(findings))


def rulings_of(procedure: Procedure, line: Iterable[Placed], timeline: str, game: Game) -> Rulings | None:
    """What the findings of a timeline are held against; None while nobody has contested anything."""
    if not procedure.cases.cases:
        return None
    return Rulings(
        procedure.cases,
        tuple(item.seq for item in line if isinstance(item.action, Close)),
        procedure.corrected if timeline == "effective" else {},
        frozenset(finding.seq for finding in procedure.findings if finding.rule == "QM-FIX-2"),
        frozenset(question.id for question in game.questions),
    )


def _set_by_ruling(cases: Cases) -> frozenset[int]:
    """The insertions by which a ruling set the position from a count."""
    rulings = ((entry, cases.ruling(entry.ruling)) for entry in cases.corrections if _carries(entry))
    return frozenset(entry.seq for entry, ruling in rulings if ruling is not None and ruling.remedy == "resync")


def _carries(entry: Correction) -> bool:
    return entry.do == "insert" and entry.work.order == "carries"
