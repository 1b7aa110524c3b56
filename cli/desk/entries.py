"""What a scribe hands to `qm log`: JSON from an option, or lines from stdin: JSON objects, or words to be read."""

from collections.abc import Iterator, Sequence, Set
from itertools import islice
from typing import Any, BinaryIO

import msgspec

from records.canonical import check_profile
from records.errors import Refused
from records.event import Event, event_object
from records.limits import BATCH_EVENTS_MAX, LINE_BYTES_MAX
from records.strict import read_json
from replay.action import Action


class Entry(msgspec.Struct, frozen=True):
    """The facts of one event to log, and where they were given; or the words that its game has still to read."""

    body: dict[str, Any]
    where: str
    typed: str = ""
    sure: bool = False
    """The scribe saw it, although the rules object (`!`)."""
    action: Action | None = None
    """What the event says, where it was read already."""
    stamp: str | None = None
    """When it happened, where that is another time than that of the call."""


def from_options(texts: Sequence[str]) -> list[Entry]:
    """Every `--json` holds one event, or a list of events."""
    entries: list[Entry] = []
    for number, text in enumerate(texts, start=1):
        where = "--json" if len(texts) == 1 else f"--json number {number}"
        value = _read(text.encode("utf-8", "surrogatepass"), where)
        if isinstance(value, list):
            entries += [_entry(item, f"{where}, event {index}") for index, item in enumerate(value, start=1)]
        else:
            entries.append(_entry(value, where))
    return _some(entries, "--json")


def from_lines(stream: BinaryIO, *, words: bool = False) -> list[Entry]:
    """One event per line; an empty line is skipped, because a person at a keyboard makes one easily.

    With `words`, a line that begins with `{` is JSON, and any other is typed in the game's notation.
    """
    enough = islice(_lines(stream), BATCH_EVENTS_MAX + 1)
    return _some([_line(line, where, words) for line, where in enough], "stdin")


def _line(line: bytes, where: str, words: bool) -> Entry:
    if not words or line.startswith(b"{"):
        return _entry(_read(line, where), where)
    try:
        return Entry({}, where, line.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise Refused(f"byte {error.start + 1} is not UTF-8", where=where, mend="type it in UTF-8") from None


def _lines(stream: BinaryIO) -> Iterator[tuple[bytes, str]]:
    number = 0
    while line := stream.readline(LINE_BYTES_MAX + 1):
        number += 1
        where = f"stdin line {number}"
        if len(line) > LINE_BYTES_MAX:
            raise Refused(f"the line is longer than {LINE_BYTES_MAX:,} bytes", where=where, mend="one line, one event")
        if line.strip():
            yield line.strip(), where


def _read(text: bytes, where: str) -> Any:
    try:
        return read_json(text)[0]
    except Refused as error:
        raise Refused(error.what, where=where, mend=error.mend) from None


def _entry(value: Any, where: str) -> Entry:
    check_profile(value, where)
    return Entry(event_object(value, where), where)


def _some(entries: list[Entry], where: str) -> list[Entry]:
    if not entries:
        raise Refused("no event was given", where=where, mend="""give one, such as {"do":"pass","by":"blue"}""")
    if len(entries) > BATCH_EVENTS_MAX:
        raise Refused(
            f"more than {BATCH_EVENTS_MAX:,} events at once",
            where=where,
            mend="log them in several goes, or `qm import` the whole record",
        )
    return entries


def says_the_same(written: Event, ours: Event, stamps: Set[str | None]) -> bool:
    """Whether two events say the same. A salt, and a time that only the clock gave, may be others than at first."""
    at = written.at if ours.at in stamps else ours.at
    return written.unsalted() == msgspec.structs.replace(ours.unsalted(), at=at)
