"""A JPEG without anything but its picture: the segments that draw it are copied byte for byte, all others left out.

Nothing is decoded and nothing loses quality. What a camera writes beside the picture (place, time, device, comments,
small previews, further pictures behind the end) is gone. Which way up it is held stays, as the only number in a segment
of our own.
"""

import re
import struct
from collections.abc import Iterator
from typing import NamedTuple

from records.errors import Refused

MAGIC = b"\xff\xd8\xff"
SCANS_MAX = 64
"""A picture in a thousand passes is a trap for whoever draws it; cameras make ten."""

_START, _END = 0xD8, 0xD9
_FRAMES = (0xC0, 0xC1, 0xC2)
"""Baseline, extended and progressive: what browsers draw."""
_OTHER_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC, *_FRAMES}
_SCAN = 0xDA
_DRAW = frozenset({0xC4, 0xCC, 0xDB, 0xDD, *_FRAMES})
"""Tables, frames and intervals."""
_BARE = frozenset({0x01, *range(0xD0, 0xD8)})
"""Marks without a length."""
_EXIF, _ADOBE = 0xE1, 0xEE
_NEXT_MARK = re.compile(rb"\xff[\x01-\xcf\xd8-\xfe]")
"""The end of a scan: a mark that is neither a restart nor an escaped byte."""
_JFIF = bytes.fromhex("ffe000104a46494600010100000100010000")
_ORIENTATION = 0x0112


class JpegRead(NamedTuple):
    """A picture that was read: its bytes without anything beside it, and its size."""

    data: bytes
    width: int
    height: int


class _Segment(NamedTuple):
    mark: int
    body: bytes
    """Without mark and length."""
    scan: bytes = b""
    """What is drawn, behind the head of a scan."""


def read_jpeg(data: bytes) -> JpegRead:
    """The picture alone; `Refused` if it is cut off or not a picture that browsers draw."""
    kept: list[bytes] = []
    held, size, scans = 1, None, 0
    for segment in _segments(data):
        if segment.mark in _OTHER_FRAMES:
            raise _no("it is a JPEG of a kind that browsers do not draw")
        if segment.mark in _FRAMES:
            if size is not None:
                raise _no("it holds more than one picture")
            size = _size(segment.body)
        if segment.mark == _EXIF and held == 1:
            held = _orientation(segment.body)
        if segment.mark == _SCAN:
            scans += 1
        if segment.mark in _DRAW or segment.mark == _SCAN or _is_adobe(segment):
            kept.append(_written(segment))
    if size is None or not scans:
        raise _no("there is no picture in it")
    if scans > SCANS_MAX:
        raise _no(f"it is drawn in {scans} passes")
    # The mark of JFIF says how colours are meant, as that of Adobe does; never both.
    told = b"" if any(part[:2] == b"\xff\xee" for part in kept) else _JFIF
    return JpegRead(b"\xff\xd8" + told + _way_up(held) + b"".join(kept) + b"\xff\xd9", *size)


def _segments(data: bytes) -> Iterator[_Segment]:
    """Every segment up to the end of the picture; what lies behind it is never looked at."""
    place = 2
    while True:
        if data[place : place + 1] != b"\xff":
            raise _no("it is damaged or cut off")
        while data[place : place + 1] == b"\xff":  # any number of them may stand before a mark
            place += 1
        mark = data[place] if place < len(data) else -1
        place += 1
        if mark == _END:
            return
        if mark in (-1, 0, _START):
            raise _no("it is damaged or cut off")
        if mark in _BARE:
            continue
        length = int.from_bytes(data[place : place + 2], "big")
        body = data[place + 2 : place + length]
        if length < 2 or len(body) != length - 2:
            raise _no("it is damaged or cut off")
        place += length
        if mark != _SCAN:
            yield _Segment(mark, body)
            continue
        found = _NEXT_MARK.search(data, place)
        if found is None:
            raise _no("it is cut off")
        yield _Segment(mark, body, data[place : found.start()])
        place = found.start()


def _size(body: bytes) -> tuple[int, int]:
    if len(body) < 6 or body[0] != 8 or body[5] not in (1, 3, 4) or len(body) != 6 + 3 * body[5]:
        raise _no("it is a JPEG of a kind that browsers do not draw")
    height, width = struct.unpack(">HH", body[1:5])
    return width, height


def _is_adobe(segment: _Segment) -> bool:
    """It says how colours are meant, in twelve bytes that name nobody."""
    return segment.mark == _ADOBE and segment.body[:5] == b"Adobe" and len(segment.body) == 12


def _written(segment: _Segment) -> bytes:
    return struct.pack(">BBH", 0xFF, segment.mark, len(segment.body) + 2) + segment.body + segment.scan


def _orientation(body: bytes) -> int:
    """Which way up the camera was held, 1 to 8; 1 if it does not say so in a way that can be read."""
    if body[:6] != b"Exif\0\0" or body[6:8] not in (b"II", b"MM"):
        return 1
    tiff, order = body[6:], "<" if body[6:8] == b"II" else ">"
    try:
        (at,) = struct.unpack_from(order + "I", tiff, 4)
        (amount,) = struct.unpack_from(order + "H", tiff, at)
        for number in range(amount):
            tag, kind, _, value = struct.unpack_from(order + "HHIH", tiff, at + 2 + 12 * number)
            if tag == _ORIENTATION:
                return value if kind == 3 and 1 <= value <= 8 else 1
    except struct.error:
        return 1
    return 1


def _way_up(held: int) -> bytes:
    """A segment that says which way up it is held, and nothing else; none where it is upright."""
    if held == 1:
        return b""
    tiff = b"MM\0*" + struct.pack(">IHHHIHHI", 8, 1, _ORIENTATION, 3, 1, held, 0, 0)
    return struct.pack(">BBH", 0xFF, _EXIF, len(tiff) + 8) + b"Exif\0\0" + tiff


def _no(why: str) -> Refused:
    return Refused(f"this photo cannot be taken: {why}", mend="take the picture again")
