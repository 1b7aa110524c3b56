"""The part of the page that needs no script: heading, count, findings, all moves. It is also what is printed."""

from html import escape
from typing import Any

from cli.export.html.data import Shown, finding_data
from replay.finding_words import MARKS, settled_last
from replay.reel import Played
from replay.result import place_of, result_at
from replay.saying import person
from replay.score import ScoreLine

BOARDS = 8
"""How many small boards are printed beside the table at the end: as many as fit on a page."""


def sheet(found: Played, shown: Shown, about: dict[str, Any]) -> str:
    """The score sheet as HTML."""
    parts = [
        _facts(about),
        _score(found, shown),
        _findings(shown),
        _final(shown),
        _rounds(shown),
        _moves(found, shown),
        _signatures(found, about),
    ]
    return "\n".join(part for part in parts if part)


def _facts(about: dict[str, Any]) -> str:
    rows = "".join(f"<dt>{escape(word)}</dt><dd>{escape(str(fact))}</dd>" for word, fact in about["facts"].items())
    return f"<dl class=facts>{rows}</dl>"


def _score(found: Played, shown: Shown) -> str:
    count = result_at(found.game, found.record, shown.reel.final)
    players = []
    for seat in count.seats:
        won = " ★ winner" if count.over and seat.seat in count.winners else ""
        place = place_of(seat)
        name = found.table.name(seat.seat)
        who = seat.seat if name == seat.seat else f"{name} ({seat.seat})"
        lines = [_counted(line) for line in seat.lines] or ["<td><td>"]
        span = f" rowspan={len(lines)}" if len(lines) > 1 else ""
        last = (
            f"<td class='number sum'{span}>{escape(seat.words)}<td class=number{span}>{'' if place is None else place}"
        )
        rows = [f"<tr><th{span}>{escape(who)}{won}{lines[0]}{last}", *(f"<tr>{line}" for line in lines[1:])]
        players.append(f"<tbody>{''.join(rows)}")
    notes = "".join(f"<p>{escape(note)}" for note in count.notes)
    head = "<tr><th>player<th>counted<th class=number>points<th class=number>sum<th class=number>place"
    return f"<h2>Count</h2><table class=score><thead>{head}{''.join(players)}</table>{notes}"


def _counted(line: ScoreLine) -> str:
    why = f" ({line.why})" if line.why else ""
    return f"<td>{escape(line.what + why)}<td class=number>{'' if line.points is None else line.points}"


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
    reel = shown.reel
    lines = reel.board(len(reel) - 1, 90, marked=False) if len(reel) else []
    text = f"<pre>{escape(chr(10).join(lines))}</pre>"
    where = f" data-step={reel.seq(len(reel) - 1)} data-film=wide" if len(reel) else ""
    return f"<h2>The table at the end</h2><figure{where}>{text}</figure>"


def _rounds(shown: Shown) -> str:
    """Small boards, one for each round or, if there are many, for some of them. The script draws them."""
    reel = shown.reel
    ends = [place - 1 for place in reel.rounds[1:] if place > 1]
    if reel.found.game.scene is None or not ends:
        return ""
    step = -(-len(ends) // BOARDS)
    figures = "".join(
        f"<figure data-step={reel.seq(place)} data-film=phone>"
        f"<figcaption>event {reel.seq(place)}: {escape(reel.text(place))}</figcaption></figure>"
        for place in ends[step - 1 :: step]
    )
    return f"<div class=drawn-only><h2>How it went</h2><div class=small-boards>{figures}</div></div>"


def _moves(found: Played, shown: Shown) -> str:
    rows = []
    for place, step in enumerate(shown.reel.steps):
        event = shown.reel.event(place)
        against = [finding_data(finding) for finding in shown.findings.get(step.seq, [])]
        marks = "<br>".join(f"{MARKS[item['kind']]} {escape(item['rule'])}: {escape(item['why'])}" for item in against)
        time = str(event.get("at", ""))[11:19]
        rows.append(
            f"<tr><td class=number>{step.seq}<td>{escape(time)}<td>{escape(_who(found, event.get('by')))}"
            f"<td>{escape(shown.reel.text(place))}{'<div class=found>' + marks + '</div>' if marks else ''}"
        )
    head = "<tr><th>event<th>time<th>player<th>what happened"
    return f"<h2>Every move</h2><table class=all><thead>{head}<tbody>{''.join(rows)}</table>"


def _who(found: Played, by: str | None) -> str:
    return "" if by is None else person(found.table, by)


def _signatures(found: Played, about: dict[str, Any]) -> str:
    lines = "".join(f"<li>{escape(found.table.name(seat))}" for seat in found.table.seats)
    code = f"<p>Compare the code to see that nothing was changed: <span class=code>{about['code']}</span>"
    return f"<div class=sign><h2>Signed</h2><ul>{lines}</ul>{code if about['code'] else ''}</div>"
