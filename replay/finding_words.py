"""Findings in words, the same on a screen, on a page and in a table: marks, groups, boards and where a rule is written.

A finding here is the plain data that an audit gives, as in `qm audit --json`.
"""

from typing import Any

import msgspec

from replay.rule import Cite

MARKS = {"broken": "✗", "open": "?"}


def grouped(findings: list[dict[str, Any]]) -> list[tuple[str, str, list[dict[str, Any]]]]:
    """The findings by answer and rule: what is broken first, then in the order of their first events."""
    groups: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for finding in findings:
        groups.setdefault((finding["answer"], finding["rule"]), []).append(finding)
    ordered = sorted(groups.items(), key=lambda item: item[0][0] != "broken")
    return [(answer, rule, found) for (answer, rule), found in ordered]


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
    """What stands behind an answer beside its reason, a sentence each: derived rules, readings, later events."""
    return [words for words in (follows_words(finding), rests_words(finding), since_words(finding)) if words]


def since_words(finding: dict[str, Any]) -> str:
    """Which later event showed the fault, or cast doubt on the step."""
    if finding["closed_by"] is not None:
        return f"shown by event {finding['closed_by']}"
    return f"put in doubt by event {finding['opened_by']}" if finding["opened_by"] is not None else ""


def cite_text(cite: dict[str, Any]) -> str:
    """Where a rule is written, in one line."""
    return str(msgspec.convert(cite, Cite))
