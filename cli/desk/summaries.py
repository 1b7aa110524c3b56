"""How a head, and a record in a list, are shown: the same fields everywhere."""

from typing import Any

import msgspec

from records.clock import to_text
from records.event import Header
from records.record import Head
from records.store import Info


def head_fields(head: Head) -> dict[str, Any]:
    """The head as JSON answers show it."""
    return {"events": head.size - 1, "head": head.text(), "code": head.code}


def info_fields(info: Info) -> dict[str, Any]:
    """A record in a list, as JSON."""
    return {
        "id": info.id,
        **head_fields(info.head),
        "closed": info.closed,
        "created": to_text(info.created),
        "changed": to_text(info.changed),
        "header": msgspec.to_builtins(info.header),
    }


def players_text(header: Header) -> str:
    """`blue Ann, red Bob`"""
    return ", ".join(f"{player.seat} {player.name}" if player.name else player.seat for player in header.players)


def occasion_text(header: Header) -> str:
    """Title, event, round and table in one line, as far as they are known."""
    parts = [header.title, header.event]
    parts += [
        f"{word} {value}" for word, value in (("round", header.round), ("table", header.table)) if value is not None
    ]
    return ", ".join(part for part in parts if part)
