"""Findings as people read them."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cli.screen import Screen


MARKS = {"broken": "✗", "open": "?"}


def grouped(findings: list[dict[str, Any]]) -> list[tuple[str, str, list[dict[str, Any]]]]:
    """The findings by answer and rule: what is broken first, then in the order of their first events."""
    groups: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for finding in findings:
        groups.setdefault((finding["answer"], finding["rule"]), []).append(finding)
    ordered = sorted(groups.items(), key=lambda item: item[0][0] != "broken")
    return [(answer, rule, found) for (answer, rule), found in ordered]


def show_audit(screen: "Screen", answer: dict[str, Any]) -> None:
    """The audit of one record: the counts, then each rule that was broken or stays open, with its events."""
    from cli.screen import counted, printable

    counts = answer["answers"]
    name = screen.bold(printable(answer["target"]))
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


def _show_event(screen: "Screen", finding: dict[str, Any]) -> None:
    from cli.screen import printable

    screen.paragraph(f"event {finding['seq']}: {printable(finding['step'])}", "    ")
    screen.paragraph(printable(finding["why"]) + follows_words(finding, "; ") + since_words(finding, "; "), "      ")
    for title, lines in boards_of(finding):
        screen.line(f"      {title}:")
        for line in lines:
            screen.line(f"        {line}".rstrip())


def boards_of(finding: dict[str, Any]) -> list[tuple[str, list[str]]]:
    """The table before and after, or once where nothing changed, if the audit was asked to draw it."""
    if "before" not in finding:
        return []
    if finding["before"] == finding["after"]:
        return [("the table", finding["after"])]
    return [("the table before", finding["before"]), ("the table after", finding["after"])]


def since_words(finding: dict[str, Any], before: str = "") -> str:
    """Which later event showed the fault, or put the step in doubt."""
    if finding["closed_by"] is not None:
        return f"{before}shown by event {finding['closed_by']}"
    return f"{before}put in doubt by event {finding['opened_by']}" if finding["opened_by"] is not None else ""


def follows_words(finding: dict[str, Any], before: str = "") -> str:
    """From which derived rules it follows what should have been counted, and how the table reads them."""
    cites = finding["cites"]
    if not cites:
        return ""
    readings = {question: answer for cited in cites for question, answer in cited.get("readings", {}).items()}
    words = [f"follows from {', '.join(cited['rule'] for cited in cites)}"]
    words += [f"{question} is read as {answer}" for question, answer in readings.items()]
    return before + "; ".join(words)


def show_finding(screen: "Screen", finding: dict[str, Any], indent: str = "  ") -> None:
    """One finding: where, which rule, why, and what the rule says."""
    from cli.screen import printable

    mark = MARKS[finding["answer"]]
    place = f"event {finding['seq']}  {screen.bold(finding['rule'])} {finding['answer']}"
    screen.paragraph(f"{mark} {place}: {printable(finding['why'])}", indent)
    screen.paragraph(f"{finding['text']}  [{cite_text(finding['cite'])}]", f"{indent}    ")
    if follows_words(finding):
        screen.paragraph(follows_words(finding), f"{indent}    ")
    if since_words(finding):
        screen.line(f"{indent}    {since_words(finding)}")


def cite_text(cite: dict[str, Any]) -> str:
    """Where a rule stands, in one line."""
    import msgspec

    from replay.rule import Cite

    return str(msgspec.convert(cite, Cite))
