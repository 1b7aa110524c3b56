"""Findings in words, the same on a screen, on a page and in a table: marks, groups, boards and where a rule is written.

A finding here is the plain data that an audit gives, as in `qm audit --json`.
"""

from collections.abc import Iterator
from typing import Any

import msgspec

from replay.rule import Cite
from replay.scene import Scene

MARKS = {"broken": "✗", "open": "?", "settled": "✓"}
"""The sign of each kind of finding, in the order in which they are shown."""


def kind_of(finding: dict[str, Any]) -> str:
    """What a finding counts as: `settled` if a final ruling has dealt with it, else its answer."""
    return "settled" if "settled" in finding else str(finding["answer"])


def settled_last(findings: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The findings in their order, those that a ruling settled last."""
    return sorted(findings, key=lambda finding: "settled" in finding)


def grouped(findings: list[dict[str, Any]]) -> list[tuple[str, str, list[dict[str, Any]]]]:
    """The findings by kind and rule: broken, open, settled, each in the order of their first events."""
    groups: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for finding in findings:
        groups.setdefault((kind_of(finding), finding["rule"]), []).append(finding)
    order = list(MARKS)
    ordered = sorted(groups.items(), key=lambda item: order.index(item[0][0]))
    return [(kind, rule, found) for (kind, rule), found in ordered]


def count_words(counts: dict[str, int]) -> str:
    """`870 answers ok, 2 broken, 1 open`, and how many are settled if any are."""
    settled = f", {counts['settled']} settled" if counts["settled"] else ""
    return f"{counts['ok']} answers ok, {counts['broken']} broken, {counts['open']} open{settled}"


def short_words(finding: dict[str, Any]) -> str:
    """Rule, answer and reason in one line: `SS-LAY-1 broken, settled: p3 laid a card on p2's turn`."""
    settled = ", settled" if "settled" in finding else ""
    return f"{finding['rule']} {finding['answer']}{settled}: {finding['why']}"


def reason_words(finding: dict[str, Any]) -> str:
    """The reason of a finding and what is behind it, in a group of its kind: a settled one names its answer too."""
    answer = f"{finding['answer']}: " if "settled" in finding else ""
    return "; ".join([f"{answer}{finding['why']}", *behind_words(finding)])


def boards_of(finding: dict[str, Any]) -> list[tuple[str, list[str]]]:
    """The table before and after (once if nothing changed), if the audit was asked to draw it."""
    if "before" not in finding:
        return []
    if finding["before"] == finding["after"]:
        return [("the table", finding["after"])]
    return [("the table before", finding["before"]), ("the table after", finding["after"])]


def follows_words(finding: dict[str, Any]) -> str:
    """Which derived rules say what should have been counted, and how the table reads them."""
    cites = finding["cites"]
    if not cites:
        return ""
    readings = {question: answer for cited in cites for question, answer in cited.get("readings", {}).items()}
    words = [f"follows from {', '.join(cited['rule'] for cited in cites)}"]
    words += [_reading_words(question, answer) for question, answer in readings.items()]
    return "; ".join(words)


def rests_words(finding: dict[str, Any]) -> str:
    """Which readings of unclear sentences decided the answer, so that nobody takes them for the rulebook's word."""
    readings: dict[str, str] = finding.get("rests_on", {})
    return "; ".join(_reading_words(*reading) for reading in readings.items())


def _reading_words(question: str, answer: str) -> str:
    return f"{question} is read as `{answer}`"


def behind_words(finding: dict[str, Any]) -> list[str]:
    """What stands behind an answer beside its reason, a sentence each: rules, readings, later events, disputes."""
    every = (follows_words, rests_words, since_words, dispute_words, settled_words)
    return [words for tell in every if (words := tell(finding))]


def since_words(finding: dict[str, Any]) -> str:
    """Which later event showed the fault, or cast doubt on the step."""
    if finding["closed_by"] is not None:
        return f"shown by event {finding['closed_by']}"
    return f"put in doubt by event {finding['opened_by']}" if finding["opened_by"] is not None else ""


def dispute_words(finding: dict[str, Any]) -> str:
    """Which open dispute is about it."""
    return f"{finding['dispute_label']} is about it" if "dispute" in finding else ""


def settled_words(finding: dict[str, Any]) -> str:
    """Which ruling dealt with it, and how."""
    settled = finding.get("settled")
    return f"settled by the ruling of event {settled['ruling']}: {settled['how']}" if settled else ""


def cite_text(cite: dict[str, Any]) -> str:
    """Where a rule is written, in one line."""
    return str(msgspec.convert(cite, Cite))


def things_named(finding: dict[str, Any], event: dict[str, Any], scene: Scene) -> list[str]:
    """The things of a picture that a finding is about: those that its facts name, then its event, then who acted."""
    ids = {zone.id for zone in scene.zones} | {piece.id for piece in scene.pieces}
    told = {name: value for name, value in event.items() if name not in ("do", "by", "at")}
    return [word for word in dict.fromkeys([*_named(finding["facts"]), *_named(told), event.get("by")]) if word in ids]


def _named(value: Any) -> Iterator[str]:
    """Every word in the facts of a finding or an event."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list | tuple):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _named(item)
