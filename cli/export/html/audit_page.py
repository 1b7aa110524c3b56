"""Audits as a page: to read in a browser, and to print."""

from html import escape
from typing import Any

from cli.export.html.page import fill, part
from replay.finding_words import MARKS, boards_of, cite_text, count_words, grouped, reason_words


def audits_page(answers: list[dict[str, Any]]) -> bytes:
    """One page for all audits, those with the most broken rules first."""
    ordered = sorted(answers, key=lambda answer: -answer["answers"]["broken"])
    title = f"Audit of {answers[0]['target']}" if len(answers) == 1 else f"Audit of {len(answers)} records"
    body = "".join(_record(answer) for answer in ordered)
    table = _overview(ordered) if len(answers) > 1 else ""
    return fill(
        "audit_page.html", title=escape(title), style=part("page.css"), heading=escape(title), body=table + body
    )


def _overview(answers: list[dict[str, Any]]) -> str:
    rows = "".join(
        f"<tr><th><a href='#{escape(answer['record'])}'>{escape(answer['target'])}</a>"
        f"<td>{escape(answer['occasion'])}<td>{escape(answer['players'])}<td>{escape(answer['game'])}"
        + "".join(f"<td class=number>{answer['answers'][name]}" for name in ("broken", "open", "settled", "ok"))
        for answer in answers
    )
    numbers = "".join(f"<th class=number>{name}" for name in ("broken", "open", "settled", "ok"))
    head = f"<tr><th>record<th>occasion<th>players<th>game{numbers}"
    return f"<table><thead>{head}<tbody>{rows}</table>"


def _record(answer: dict[str, Any]) -> str:
    size, code = f"{answer['size'] - 1} events", f"code {answer['code']}"
    told = " · ".join(text for text in (answer["occasion"], answer["players"], answer["game"], size, code) if text)
    groups = "".join(_group(said, rule, found) for said, rule, found in grouped(answer["findings"]))
    nothing = "" if groups else "<p>The rules have nothing to say against this game."
    return (
        f"<section class=record id='{escape(answer['record'])}'><h2>{escape(answer['target'])}</h2>"
        f"<p>{escape(told)}<br>{count_words(answer['answers'])}</p>{groups}{nothing}</section>"
    )


def _group(said: str, rule: str, found: list[dict[str, Any]]) -> str:
    first = found[0]
    events = "".join(_event(finding) for finding in found)
    return (
        f"<div class='finding {said}'><b>{MARKS[said]} {escape(rule)} {said}</b> at {len(found)} "
        f"{'event' if len(found) == 1 else 'events'}<i>{escape(first['text'])}</i>"
        f"<small>{escape(cite_text(first['cite']))}</small><ul>{events}</ul></div>"
    )


def _event(finding: dict[str, Any]) -> str:
    boards = "".join(
        f"<figure><figcaption>{title}</figcaption><pre>{escape(chr(10).join(lines))}</pre></figure>"
        for title, lines in boards_of(finding)
    )
    return f"<li>event {finding['seq']}: {escape(finding['step'])}<br>{escape(reason_words(finding))}{boards}"
