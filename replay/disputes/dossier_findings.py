"""The findings in a report: how many there are, and those that a dispute is about or a ruling settled."""

from collections import Counter
from typing import Any

import msgspec

from replay.disputes.cases import Case
from replay.finding_words import MARKS, behind_words, kind_of, settled_last, short_words
from replay.playout import OFFICIAL
from replay.reel import Eyes, Played, judged
from replay.scene import Scene
from replay.whole_record import audit_of


class Section(msgspec.Struct, frozen=True):
    """A heading, rows of a label and its text, and perhaps a drawing."""

    title: str
    rows: tuple[tuple[str, str], ...] = ()
    drawing: tuple[str, ...] = ()
    scene: Scene | None = None
    """The drawing as a picture, for forms that can show one."""
    files: tuple[tuple[str, dict[str, Any]], ...] = ()
    """Files that rows name, each with the label of its row: a form may show those that are at hand."""


def findings_section(found: Played, viewer: str, case: Case | None = None) -> Section:
    """The findings that a dispute (or, without one, any dispute) is about, as a viewer is told them."""
    told = _told(found, viewer)
    rows = [] if case is not None else [("count", _count_words(told))]
    rows += [
        (f"event {finding['seq']}", "; ".join([short_words(finding), *behind_words(finding)]))
        for finding in told
        if (_is_contested(finding) if case is None else _belongs(finding, case))
    ]
    return Section("Findings", tuple(rows))


def _told(found: Played, viewer: str) -> list[dict[str, Any]]:
    if viewer == OFFICIAL:
        return [msgspec.to_builtins(finding) for finding in audit_of(found.record).findings]
    reel, findings = judged(found, Eyes(viewer))
    return settled_last([finding for step in reel.steps for finding in findings.get(step.seq, [])])


def _count_words(told: list[dict[str, Any]]) -> str:
    kinds = Counter(map(kind_of, told))
    return ", ".join(f"{kinds[kind]} {kind}" for kind in MARKS if kinds[kind]) or "none"


def _is_contested(finding: dict[str, Any]) -> bool:
    return "dispute" in finding or "settled" in finding


def _belongs(finding: dict[str, Any], case: Case) -> bool:
    """Whether a finding is contested in this dispute, or settled by one of its rulings."""
    ruling = finding.get("settled", {}).get("ruling")
    return finding.get("dispute") == case.seq or any(entry.seq == ruling for entry in case.rulings)
