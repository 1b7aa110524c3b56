"""Lines that a scribe's phone kept apart, because somebody else had logged the same moment: a story of their own.

The phone does not hold the whole record, which may hide something from its scribe. So its file names the record and how
many of its lines both stories share, and then has the lines of its own, as events or as they were typed.
"""

from typing import Any

import msgspec

from records.canonical import canonical
from records.errors import Refused
from records.record import Record, from_bytes
from records.strict import read_json
from replay.reel import Played, played
from replay.session import Session
from replay.typed_lines import Scribe, Unclear

_BEGINS = b'{"apart":'


class ApartFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line of such a file."""

    apart: int
    record: str
    lines: int
    """How many lines of the record, its header among them, both stories share."""


def is_apart(content: bytes) -> bool:
    """Whether a file holds lines that were kept apart, not a record."""
    return content.startswith(_BEGINS)


def apart_story(record: Record, record_id: str, content: bytes, where: str) -> Record:
    """The record as the phone tells it: the lines that both share, then its own."""
    first, *rest = [line for line in content.split(b"\n") if line.strip()]
    try:
        told = msgspec.convert(read_json(first)[0], ApartFile)
    except msgspec.ValidationError as error:
        raise Refused(f"its first line cannot be read: {error}", where=where, mend="save it again") from None
    if told.record != record_id or not 1 <= told.lines <= record.size:
        mend = f"compare it with {told.record}, in which it was kept apart after line {told.lines - 1}"
        raise Refused("these lines belong to another record", where=where, mend=mend)
    lines = list(record.lines[: told.lines])
    for number, text in enumerate(rest, 2):
        body, _ = read_json(text)
        if not isinstance(body, dict):
            raise Refused("this line is not an event", where=f"{where}, line {number}", mend="save it again")
        bodies = _heard(lines, body["say"]) if isinstance(body.get("say"), str) else [body]
        lines += [canonical(one) for one in bodies]
    return _joined(lines)


def _heard(lines: list[bytes], say: str) -> list[dict[str, Any]]:
    """A typed line as the record would have read it there; else as somebody's words."""
    found: Played = played(_joined(lines))
    scribe = Scribe(Session.of(found.game, found.table, found.record.events))
    try:
        events = [said.body for said in scribe.hear(say).events]
    except (Refused, Unclear):
        events = []
    return events or [{"do": "unread", "said": say}]


def _joined(lines: list[bytes]) -> Record:
    return from_bytes(b"".join(line + b"\n" for line in lines))
