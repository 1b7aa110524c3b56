"""The page as one file: template, style, script and data put together."""

import gc
import json
from collections.abc import Iterator
from contextlib import contextmanager
from html import escape
from importlib.resources import files
from typing import Any

from cli import __version__
from cli.desk.summaries import occasion_text, players_text
from cli.export.assets import style, symbols
from cli.export.html.data import page_data, people_of, views_of
from cli.export.html.score_sheet import sheet
from replay.disputes.waiting_words import waits_words
from replay.playout import OFFICIAL
from replay.reel import Played
from replay.remarks import waiting_in
from replay.salting import head_for, sees_all

SCRIPTS = ("data.js", "picture.js", "story.js", "rules.js", "page.js", "begin.js")
"""The script of the page, in the order in which its parts need each other."""


@contextmanager
def _without_collecting() -> Iterator[None]:
    """A page is made of very many small values, all of which stay: looking for garbage among them finds none."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


@_without_collecting()
def page(found: Played, record_id: str, viewer: str | None) -> bytes:
    """The HTML file of a record: for one viewer's eyes, or the official's with everybody's."""
    views = views_of(found, viewer)
    about = _about(found, record_id, viewer)
    whole = sees_all(found.game, found.table, found.record.events, viewer or OFFICIAL)
    file = _file(found, record_id) if whole else None
    data = page_data(found, views, about, file)
    return fill(
        "page.html",
        title=escape(about["title"]),
        style=style(),
        symbols=symbols(data["tags"]),
        script=_script(),
        data=as_script(data),
        heading=escape(about["title"]),
        under=escape(about["under"]),
        sheet=sheet(found, views[0], about),
    )


def _script() -> str:
    """The script without comments and spaces that only people need; nothing in it runs over several lines."""
    lines = [line.strip() for name in SCRIPTS for line in part(name).splitlines()]
    return "\n".join(line for line in lines if line and not line.startswith("//"))


def fill(template: str, **parts: str) -> bytes:
    """A template with its parts put in; a part is never searched for further places."""
    pieces = part(template).split("<!--=")
    filled = [pieces[0]]
    for piece in pieces[1:]:
        name, _, rest = piece.partition("-->")
        filled += [parts[name], rest]
    return "".join(filled).encode()


def part(name: str) -> str:
    """A file of the page."""
    return files("cli").joinpath("export", "html", name).read_text("utf-8")


def as_script(data: Any) -> str:
    """JSON that can stand in a script element: no text in it can end the element."""
    drawn = {"tags": _json(data["tags"]).replace("</", "<\\/")}  # from our drawer, which escapes all words
    others = _json({name: value for name, value in data.items() if name not in drawn}).replace("<", "\\u003c")
    return f'{others[:-1]},"tags":{drawn["tags"]}}}'


def _json(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def _about(found: Played, record_id: str, viewer: str | None) -> dict[str, Any]:
    header = found.record.header
    head = head_for(found.game, found.table, found.record, viewer or OFFICIAL)
    times = [event.at for event in found.record.events if event.at]
    facts = {
        "game": found.game.title,
        "players": players_text(header),
        "occasion": occasion_text(header),
        "place": header.place,
        "played": f"{times[0][:10]}, {times[0][11:16]} to {times[-1][11:16]} UTC" if times else "",
        "scribe": header.scribe,
        "agreed": ", ".join([*header.options.variants, *(f"{q}: {a}" for q, a in header.options.readings.items())]),
        "seen by": viewer,
        "events": len(found.record.events),
        "waiting": "; ".join(waits_words(held) for held in waiting_in(found.record)),
        "code": head.code if head else None,
        "head": head.text() if head else None,
        "record": record_id,
        "made by": f"Quartermaster {__version__}, rules of {found.game.title} version {found.game.version}",
    }
    who = ", ".join(player.name or player.seat for player in header.players)
    return {
        "title": header.title or f"{found.game.title}, {who}",
        "under": " · ".join(text for text in (found.game.title, who, header.place) if text),
        "record": record_id,
        "code": head.code if head else None,
        "people": people_of(found),
        "facts": {word: fact for word, fact in facts.items() if fact not in (None, "")},
    }


def _file(found: Played, record_id: str) -> dict[str, str]:
    """The record for download, exactly as `qm export` writes it."""
    return {"name": f"{record_id}.jsonl", "text": b"".join(line + b"\n" for line in found.record.lines).decode()}
