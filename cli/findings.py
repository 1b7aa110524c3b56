"""Findings as people read them."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cli.screen import Screen


def show_audit(screen: "Screen", answer: dict[str, Any]) -> None:
    """The audit of one record: the counts, then each finding with its rule and where that stands."""
    from cli.screen import printable

    counts = answer["answers"]
    name = screen.bold(printable(answer["target"]))
    screen.line(f"{name}  {answer['game']}, {answer['size'] - 1} events, code {answer['code']}")
    screen.line(f"{counts['ok']} answers ok, {counts['broken']} broken, {counts['open']} open")
    for finding in answer["findings"]:
        show_finding(screen, finding)
    settled = [change for change in answer["hindsight"] if change["now"] == "ok"]
    if settled:
        screen.line(f"  {len(settled)} open answers were closed as ok by what was revealed later")


def show_finding(screen: "Screen", finding: dict[str, Any], indent: str = "  ") -> None:
    """One finding: where, which rule, why, and what the rule says."""
    from cli.screen import printable

    mark = "✗" if finding["answer"] == "broken" else "?"
    place = f"event {finding['seq']}  {screen.bold(finding['rule'])} {finding['answer']}"
    screen.line(f"{indent}{mark} {place}: {printable(finding['why'])}")
    screen.line(f"{indent}    {finding['text']}  [{cite_text(finding['cite'])}]")
    for word in ("closed_by", "opened_by"):
        if finding[word] is not None:
            told = "shown" if word == "closed_by" else "put in doubt"
            screen.line(f"{indent}    {told} by event {finding[word]}")


def cite_text(cite: dict[str, Any]) -> str:
    """Where a rule stands, in one line."""
    import msgspec

    from replay.rule import Cite

    return str(msgspec.convert(cite, Cite))
