"""Audits as a page: to read in a browser, and to print."""

from html import escape
from typing import Any

from cli.export.assets import style, symbols
from cli.export.html.page import fill
from cli.export.html.stills import inline_picture
from replay.finding_words import MARKS, boards_of, cite_text, count_words, grouped, reason_words

NUMBERS = ("broken", "open", "settled", "ok")
_SUMS = {
    "ok": ("good", "answers in order"),
    "broken": ("bad", "against a rule"),
    "open": ("open", "not known yet"),
}


def audits_page(answers: list[dict[str, Any]]) -> bytes:
    """One page for all audits, those with the most broken rules first."""
    ordered = sorted(answers, key=lambda answer: -answer["answers"]["broken"])
    title = f"Audit of {answers[0]['target']}" if len(answers) == 1 else f"Audit of {len(answers)} records"
    body = "".join(_Record(answer).html() for answer in ordered)
    table = _overview(ordered) if len(answers) > 1 else ""
    return fill(
        "audit_page.html",
        title=escape(title),
        style=style(),
        symbols=symbols([body]),
        heading=escape(title),
        body=_sums(answers) + table + body,
    )


def _sums(answers: list[dict[str, Any]]) -> str:
    """The audits in four figures."""
    totals = {name: sum(answer["answers"][name] for answer in answers) for name in NUMBERS}
    boxes = [
        f"<div class='sum-box {look}'><b>{totals[name]:,}</b>{words}</div>"
        for name, (look, words) in _SUMS.items()
        if totals[name] or name != "settled"
    ]
    return f"<div class=sums>{''.join(boxes)}</div>"


def _overview(answers: list[dict[str, Any]]) -> str:
    rows = "".join(
        f"<tr><th><a href='#{escape(answer['record'])}'>{escape(answer['target'])}</a>"
        f"<td>{escape(answer['occasion'])}<td>{escape(answer['players'])}<td>{escape(answer['game'])}"
        + "".join(f"<td class=number>{answer['answers'][name]}" for name in NUMBERS)
        for answer in answers
    )
    numbers = "".join(f"<th class=number>{name}" for name in NUMBERS)
    head = f"<tr><th>record<th>occasion<th>players<th>game{numbers}"
    return f"<table><thead>{head}<tbody>{rows}</table>"


class _Record:
    """The audit of one record. The tables around an event are shown once, however many rules have a say about it."""

    def __init__(self, answer: dict[str, Any]) -> None:
        self._answer = answer
        self._shown: set[int] = set()

    def html(self) -> str:
        answer = self._answer
        size, code = f"{answer['size'] - 1} events", f"code {answer['code']}"
        told = " · ".join(text for text in (answer["occasion"], answer["players"], answer["game"], size, code) if text)
        groups = "".join(self._group(said, rule, found) for said, rule, found in grouped(answer["findings"]))
        nothing = "" if groups else "<p>The rules have nothing to say against this game."
        return (
            f"<section class='record panel' id='{escape(answer['record'])}'><h2>{escape(answer['target'])}</h2>"
            f"<p class=small>{escape(told)}<br>{count_words(answer['answers'])}</p>{groups}{nothing}</section>"
        )

    def _group(self, said: str, rule: str, found: list[dict[str, Any]]) -> str:
        first = found[0]
        events = "".join(self._event(finding) for finding in found)
        return (
            f"<div class='finding {said}'><b>{MARKS[said]} {escape(rule)} {said}</b> at {len(found)} "
            f"{'event' if len(found) == 1 else 'events'}<p class=rule>{escape(first['text'])}"
            f"<p class=where>{escape(cite_text(first['cite']))}<ul>{events}</ul></div>"
        )

    def _event(self, finding: dict[str, Any]) -> str:
        seq = finding["seq"]
        told = f"event {seq}: {escape(finding['step'])}<br>{escape(reason_words(finding))}"
        anchor = f"{escape(self._answer['record'])}-{seq}"
        if seq in self._shown:
            return f"<li>{told} <a href='#{anchor}'>the table</a>"
        tables = _tables(finding)
        if not tables:
            return f"<li>{told}"
        self._shown.add(seq)
        return f"<li id='{anchor}'>{told}<div class=beside>{tables}</div>"


def _tables(finding: dict[str, Any]) -> str:
    """The table before and after an event, as pictures where there are any."""
    boards = boards_of(finding)
    drawn = [f"<pre>{escape(chr(10).join(lines))}</pre>" for _, lines in boards]
    if "pictures" in finding:
        before, after, about = finding["pictures"]
        drawn = [inline_picture(after, f"the table after event {finding['seq']}", before, pinned=about)]
        if len(boards) > 1:
            drawn.insert(0, inline_picture(before, f"the table before event {finding['seq']}"))
    captions = [f"<figcaption>{title}</figcaption>" for title, _ in boards]
    return "".join(f"<figure>{caption}{table}</figure>" for caption, table in zip(captions, drawn, strict=True))
