"""A record on the screen: its header, its events, its head."""

import json
from typing import Any

from cli.desk.summaries import head_fields, occasion_text, players_text
from cli.machine.target import Loaded
from cli.terminal.screen import Screen
from records.canonical import canonical
from records.event import Event

_SETTLING = frozenset({"sign", "close", "ruling"})
"""Without any of these a record has no result and nothing waits in it; only they need the engine."""


def show_record(loaded: Loaded, events: list[Event], screen: Screen) -> None:
    """Show a record with some of its events, in the form that was asked for."""
    if screen.as_json:
        _as_json(loaded, events, screen)
    elif screen.plain:
        _as_plain(loaded, events, screen)
    else:
        _for_people(loaded, events, screen)


def _as_json(loaded: Loaded, events: list[Event], screen: Screen) -> None:
    fields = {"id": loaded.id, **head_fields(loaded.record.head()), "header": _header(loaded)}
    waiting = _waiting(loaded)
    screen.value({**fields, **({"waiting": waiting} if waiting else {})})
    for event in events:
        screen.value({"seq": event.seq, "event": event.body()})


def _as_plain(loaded: Loaded, events: list[Event], screen: Screen) -> None:
    record = loaded.record
    head = record.head()
    screen.cells("record", loaded.id, record.header.game, head.code, head.text())
    for held in _waiting(loaded):
        screen.cells("waits", held["seq"], held["do"], held["target"])
    for event in events:
        screen.cells(event.seq, event.at, event.by, event.do, _text(event.fields))


def _for_people(loaded: Loaded, events: list[Event], screen: Screen) -> None:
    header, head = loaded.record.header, loaded.record.head()
    officials = ", ".join(f"{official.name} ({official.level})" for official in header.officials)
    facts = {
        "record": loaded.id,
        "game": header.game,
        "players": players_text(header),
        "occasion": occasion_text(header),
        "place": header.place,
        "scribe": header.scribe,
        "officials": officials,
        "options": _text(_options(loaded)),
        "result": _result(loaded),
        "events": str(head.size - 1),
        "head": head.text(),
        "code": head.code,
    }
    for word, fact in facts.items():
        if fact:
            screen.line(f"{screen.bold(word.ljust(9))} {fact}")
    for held in _waiting(loaded):
        screen.line(f"{screen.bold('waiting'.ljust(9))} {held['words']}")
    if events:
        screen.line()
        screen.table(
            ("seq", "time", "by", "do", "fields"),
            [(str(e.seq), e.at or "", e.by or "", e.do, _text(e.fields)) for e in events],
        )


def _is_settled(loaded: Loaded) -> bool:
    return any(event.do in _SETTLING for event in loaded.record.events)


def _waiting(loaded: Loaded) -> list[dict[str, Any]]:
    """The corrections that wait, each with its words."""
    if not _is_settled(loaded):
        return []
    from replay.disputes.waiting_words import held_fields
    from replay.remarks import waiting_in

    return [held_fields(held) for held in waiting_in(loaded.record)]


def _result(loaded: Loaded) -> str:
    """What the last close says; nothing for a record that is open."""
    if not _is_settled(loaded):
        return ""
    from cli.desk.declared import result_text

    return result_text(loaded.record, loaded.id)


def _header(loaded: Loaded) -> dict[str, Any]:
    """The facts of the header as they were written."""
    header: dict[str, Any] = json.loads(loaded.record.lines[0])
    return header


def _options(loaded: Loaded) -> dict[str, Any]:
    """What was agreed; a kit that is written out in full is too long for a heading."""
    options: dict[str, Any] = dict(_header(loaded).get("options", {}))
    if isinstance(options.get("kit"), dict):
        options["kit"] = "(the table's own)"
    return options


def _text(fields: dict[str, Any]) -> str:
    return canonical(fields).decode() if fields else ""
