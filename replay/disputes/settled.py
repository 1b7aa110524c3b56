"""Which findings an open dispute is about, and which a final ruling has settled."""

from collections.abc import Collection, Iterable, Iterator, Mapping

import msgspec
from msgspec.structs import replace

from replay.action import Ruling
from replay.audit import Finding, HowSettled, Settled
from replay.disputes.cases import Case, Cases, Logged

_OF_THE_RECORD = "QM-"
"""With this begin the rules about the record; all others are rules of a game."""


class Rulings(msgspec.Struct, frozen=True):
    """What findings are held against: the disputes, and what happened to the events of the timeline."""

    cases: Cases
    closes: tuple[int, ...] = ()
    """The events that close the record, in the order of the log."""
    corrected: Mapping[int, int] = {}
    """The correction that gave an event its present form; empty for the timeline as recorded."""
    not_as_ordered: Collection[int] = ()
    """Corrections that name a ruling and do something else."""
    questions: Collection[str] = ()
    """The open questions of the game. A claim may name one in place of a rule, which then is no rule."""


def with_rulings(findings: Iterable[Finding], rulings: Rulings) -> list[Finding]:
    """The findings in their order, those that a ruling settled last."""
    marked = [_marked(finding, rulings) for finding in findings]
    return sorted(marked, key=lambda finding: bool(finding.settled))


def _marked(finding: Finding, rulings: Rulings) -> Finding:
    about = [case for case in rulings.cases.open_cases if _is_claimed(case, finding, rulings)]
    if about:
        finding = replace(finding, dispute=about[-1].seq, dispute_label=about[-1].label)
    decided = [entry for case in rulings.cases.cases for entry in _final_rulings(case, finding, rulings)]
    if decided:
        last = max(decided, key=lambda entry: entry.seq)
        finding = replace(finding, settled=Settled(last.seq, _how(last.action)))
    return finding


def _how(ruling: Ruling) -> HowSettled:
    if ruling.remedy != "stand":
        return "remedied"
    return "dismissed" if ruling.verdict == "dismissed" else "stands"


def _final_rulings(case: Case, finding: Finding, rulings: Rulings) -> Iterator[Logged]:
    """The ruling that stands in a final dispute, if it settles the finding."""
    standing = case.standing
    if standing is None or case.state != "final":
        return
    ruling: Ruling = standing.action
    names = _rules_of(ruling.rules, rulings)
    about = _names_event(case, finding.seq, rulings, standing.seq) or finding.seq in ruling.targets
    meant = about and _names_rule(names or _claimed_rules(case, rulings), finding)
    if meant and (finding.rule in names or not _came_later(finding, standing, rulings)):
        yield standing


def _is_claimed(case: Case, finding: Finding, rulings: Rulings) -> bool:
    """Whether the claim of an open dispute is about the finding."""
    return _names_event(case, finding.seq, rulings) and _names_rule(_claimed_rules(case, rulings), finding)


def _names_event(case: Case, seq: int, rulings: Rulings, until: int | None = None) -> bool:
    """Whether a claim is about an event; the result is that of the last `close` before the event `until`."""
    about = case.action.about
    if about == "setup":
        return seq == 1
    if about == "result":
        closes = [close for close in rulings.closes if until is None or close < until]
        return bool(closes) and seq == max(closes)
    if isinstance(about, list):
        return len(about) == 2 and about[0] <= seq <= about[1]
    return about == seq


def _claimed_rules(case: Case, rulings: Rulings) -> list[str]:
    return _rules_of([case.action.rule] if case.action.rule else [], rulings)


def _rules_of(names: list[str], rulings: Rulings) -> list[str]:
    return [name for name in names if name not in rulings.questions]


def _names_rule(names: list[str], finding: Finding) -> bool:
    """Whether the rule of a finding is meant: by name or, where none is named, as a rule of the game."""
    return finding.rule in names if names else not finding.rule.startswith(_OF_THE_RECORD)


def _came_later(finding: Finding, standing: Logged, rulings: Rulings) -> bool:
    """Whether only something logged after the ruling brought the finding to light."""
    shown = [seq for seq in (finding.closed_by, finding.opened_by) if seq is not None]
    fix = rulings.corrected.get(finding.seq)
    if fix is not None and not _carries_out(fix, standing, rulings):
        shown.append(fix)
    return any(seq > standing.seq for seq in shown)


def _carries_out(fix: int, standing: Logged, rulings: Rulings) -> bool:
    orders = [entry.ruling for entry in rulings.cases.corrections if entry.seq == fix]
    return standing.seq in orders and fix not in rulings.not_as_ordered
