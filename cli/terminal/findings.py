"""Findings on the screen: the audit of a record, or one finding after the event that it is about."""

from typing import Any

from cli.terminal.screen import Screen
from records.text import counted
from replay.finding_words import (
    MARKS,
    behind_words,
    boards_of,
    cite_text,
    count_words,
    grouped,
    kind_of,
    reason_words,
)


def show_audit(screen: Screen, answer: dict[str, Any], *, several: bool = False) -> None:
    """The audit of one record: the counts, then each rule with its events: broken, open, settled.

    Among `several`, it begins with the occasion and the players: an id alone tells nobody which table it is.
    """
    if several:
        screen.line(screen.bold(" · ".join(text for text in (answer["occasion"], answer["players"]) if text)))
    name = screen.bold(answer["target"])
    screen.line(f"{name}  {answer['game']}, {answer['size'] - 1} events, code {answer['code']}")
    screen.line(count_words(answer["answers"]))
    for said, rule, found in grouped(answer["findings"]):
        screen.line()
        first = found[0]
        screen.line(f"{MARKS[said]} {screen.bold(rule)} {said} at {counted(len(found), 'event')}")
        screen.paragraph(f"{first['text']}  [{cite_text(first['cite'])}]", "  ")
        for finding in found:
            _show_event(screen, finding)
    closed = [change for change in answer["hindsight"] if change["now"] == "ok"]
    if closed:
        screen.line()
        screen.line(f"{counted(len(closed), 'open answer')} closed as ok by what was revealed later")


def _show_event(screen: Screen, finding: dict[str, Any]) -> None:
    screen.paragraph(f"event {finding['seq']}: {finding['step']}", "    ")
    screen.paragraph(reason_words(finding), "      ")
    for title, lines in boards_of(finding):
        screen.line(f"      {title}:")
        for line in lines:
            screen.line(f"        {line}".rstrip())


def show_finding(screen: Screen, finding: dict[str, Any], indent: str = "  ") -> None:
    """One finding: where, which rule, why, and what the rule says."""
    mark = MARKS[kind_of(finding)]
    place = f"event {finding['seq']}  {screen.bold(finding['rule'])} {finding['answer']}"
    screen.paragraph(f"{mark} {place}: {finding['why']}", indent)
    screen.paragraph(f"{finding['text']}  [{cite_text(finding['cite'])}]", f"{indent}    ")
    for words in behind_words(finding):
        screen.paragraph(words, f"{indent}    ")
