"""Findings on the screen: the audit of a record, or one finding after the event that it is about."""

from typing import Any

from cli.terminal.screen import Screen
from records.text import counted
from replay.finding_words import MARKS, behind_words, boards_of, cite_text, grouped


def show_audit(screen: Screen, answer: dict[str, Any]) -> None:
    """The audit of one record: the counts, then each rule that was broken or stays open, with its events."""
    counts = answer["answers"]
    name = screen.bold(answer["target"])
    screen.line(f"{name}  {answer['game']}, {answer['size'] - 1} events, code {answer['code']}")
    screen.line(f"{counts['ok']} answers ok, {counts['broken']} broken, {counts['open']} open")
    for said, rule, found in grouped(answer["findings"]):
        screen.line()
        first = found[0]
        screen.line(f"{MARKS[said]} {screen.bold(rule)} {said} at {counted(len(found), 'event')}")
        screen.paragraph(f"{first['text']}  [{cite_text(first['cite'])}]", "  ")
        for finding in found:
            _show_event(screen, finding)
    settled = [change for change in answer["hindsight"] if change["now"] == "ok"]
    if settled:
        screen.line()
        screen.line(f"{counted(len(settled), 'open answer')} closed as ok by what was revealed later")


def _show_event(screen: Screen, finding: dict[str, Any]) -> None:
    screen.paragraph(f"event {finding['seq']}: {finding['step']}", "    ")
    screen.paragraph("; ".join([finding["why"], *behind_words(finding)]), "      ")
    for title, lines in boards_of(finding):
        screen.line(f"      {title}:")
        for line in lines:
            screen.line(f"        {line}".rstrip())


def show_finding(screen: Screen, finding: dict[str, Any], indent: str = "  ") -> None:
    """One finding: where, which rule, why, and what the rule says."""
    mark = MARKS[finding["answer"]]
    place = f"event {finding['seq']}  {screen.bold(finding['rule'])} {finding['answer']}"
    screen.paragraph(f"{mark} {place}: {finding['why']}", indent)
    screen.paragraph(f"{finding['text']}  [{cite_text(finding['cite'])}]", f"{indent}    ")
    for words in behind_words(finding):
        screen.paragraph(words, f"{indent}    ")
