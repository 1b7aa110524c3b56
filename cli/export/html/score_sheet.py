"""The part of the page that needs no script: heading, count, findings, all moves. It is also what is printed."""

from html import escape
from typing import Any

from cli.export.html.data import Shown, finding_data
from replay.finding_words import MARKS, settled_last
from replay.reel import Played
from replay.result import place_of, result_at


def sheet(found: Played, shown: Shown, about: dict[str, Any]) -> str:
    """The score sheet as HTML."""
    parts = [_facts(about), _score(found, shown), _findings(shown), _final(shown), _moves(shown), _signatures(found)]
    return "\n".join(part for part in parts if part)


def _facts(about: dict[str, Any]) -> str:
    rows = "".join(f"<dt>{escape(word)}</dt><dd>{escape(str(fact))}</dd>" for word, fact in about["facts"].items())
    return f"<dl class=facts>{rows}</dl>"


def _score(found: Played, shown: Shown) -> str:
    count = result_at(found.game, found.record, shown.reel.final)
    rows = []
    for seat in count.seats:
        won = " ★ winner" if count.over and seat.seat in count.winners else ""
        place = place_of(seat)
        lines = "; ".join(
            f"{line.what} {'' if line.points is None else line.points}".strip() + (f" ({line.why})" if line.why else "")
            for line in seat.lines
        )
        name = found.table.name(seat.seat)
        who = seat.seat if name == seat.seat else f"{name} ({seat.seat})"
        rows.append(
            f"<tr><th>{escape(who)}{won}<td class=number>{'' if place is None else place}"
            f"<td class=number>{escape(seat.words)}<td>{escape(lines)}"
        )
    notes = "".join(f"<p>{escape(note)}" for note in count.notes)
    head = "<tr><th>player<th class=number>place<th class=number>points<th>made of"
    return f"<h2>Count</h2><table class=score><thead>{head}<tbody>{''.join(rows)}</table>{notes}"


def _findings(shown: Shown) -> str:
    listed = [finding for step in shown.reel.steps for finding in shown.findings.get(step.seq, [])]
    found = [finding_data(finding) for finding in settled_last(listed)]
    if not found:
        return "<h2>Findings</h2><p>The rules have nothing to say against this game."
    items = "".join(
        f"<li><b>event {item['seq']} · {MARKS[item['kind']]} {escape(item['rule'])} {_answer(item)}</b>: "
        f"{escape(item['why'])}<br><i>{escape(item['text'])}</i> [{escape(item['cite'])}]"
        + (f"; {escape(item['behind'])}" if "behind" in item else "")
        for item in found
    )
    return f"<h2>Findings</h2><ul class=found>{items}</ul>"


def _answer(item: dict[str, Any]) -> str:
    return f"{item['answer']}, settled" if item["kind"] == "settled" else str(item["answer"])


def _final(shown: Shown) -> str:
    lines = shown.reel.board(len(shown.reel) - 1, 90, marked=False) if len(shown.reel) else []
    return f"<h2>The table at the end</h2><pre>{escape(chr(10).join(lines))}</pre>"


def _moves(shown: Shown) -> str:
    rows = []
    for place, step in enumerate(shown.reel.steps):
        event = shown.reel.event(place)
        found = [finding_data(finding) for finding in shown.findings.get(step.seq, [])]
        marks = "<br>".join(f"{MARKS[item['kind']]} {escape(item['rule'])}: {escape(item['why'])}" for item in found)
        time = str(event.get("at", ""))[11:19]
        rows.append(
            f"<tr><td class=number>{step.seq}<td>{escape(time)}<td>{escape(str(event.get('by') or ''))}"
            f"<td>{escape(shown.reel.text(place))}{'<div class=found>' + marks + '</div>' if marks else ''}"
        )
    head = "<tr><th>event<th>time<th>seat<th>what happened"
    return f"<h2>Every move</h2><table class=all><thead>{head}<tbody>{''.join(rows)}</table>"


def _signatures(found: Played) -> str:
    lines = "".join(f"<li>{escape(found.table.name(seat))}" for seat in found.table.seats)
    return f"<div class=sign><h2>Signed</h2><ul>{lines}</ul></div>"
