"""A record told event by event on stdout: `qm steps`, and `qm replay` where there is no terminal."""

from typing import Any

from cli.terminal.findings import show_finding
from cli.terminal.screen import Screen
from replay.disputes.waiting_words import waits_words
from replay.finding_words import kind_of
from replay.reel import Findings, Reel
from replay.remarks import waiting_in


def tell_steps(
    screen: Screen,
    reel: Reel,
    findings: Findings,
    *,
    first: int | None = None,
    last: int | None = None,
    only_findings: bool = False,
    paths: bool = False,
) -> None:
    """Every step between two events: as JSON, as a plain line, or with what changed and what was found."""
    for place, entry in enumerate(reel.entries(findings)):
        inside = (first is None or entry["seq"] >= first) and (last is None or entry["seq"] <= last)
        if inside and (entry["findings"] or not only_findings):
            _show(screen, entry)
            if screen.for_people:
                for change in reel.changes(place) if paths else reel.changes_told(place):
                    screen.paragraph(str(change), "        ", hang="")
                for finding in entry["findings"]:
                    show_finding(screen, finding, "      ")
    if reel.eyes.timeline == "effective" and not screen.as_json:
        for held in waiting_in(reel.found.record):
            screen.words(waits_words(held))


def _show(screen: Screen, entry: dict[str, Any]) -> None:
    if screen.as_json:
        screen.value(entry)
        return
    if screen.plain:
        found = " ".join(f"{finding['rule']}:{kind_of(finding)}" for finding in entry["findings"])
        screen.cells(entry["seq"], entry["text"], found)
        return
    screen.paragraph(entry["text"], f"{entry['seq']:>4}  ", hang="")
