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


def follows_words(finding: dict[str, Any], before: str = "") -> str:
    """Which derived rules say what should have been counted, and how the table reads them."""
    cites = finding["cites"]
    if not cites:
        return ""
    readings = {question: answer for cited in cites for question, answer in cited.get("readings", {}).items()}
    words = [f"follows from {', '.join(cited['rule'] for cited in cites)}"]
    words += [f"{question} is read as {answer}" for question, answer in readings.items()]
    return before + "; ".join(words)


def since_words(finding: dict[str, Any], before: str = "") -> str:
    """Which later event showed the fault, or cast doubt on the step."""
    if finding["closed_by"] is not None:
        return f"{before}shown by event {finding['closed_by']}"
    return f"{before}put in doubt by event {finding['opened_by']}" if finding["opened_by"] is not None else ""


def cite_text(cite: dict[str, Any]) -> str:
    """Where a rule is written, in one line."""
    return str(msgspec.convert(cite, Cite))
