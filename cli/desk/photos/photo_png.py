"""A PNG without anything but its picture: the chunks that draw it are copied byte for byte, all others left out."""

import struct
import zlib
from collections.abc import Iterator

from records.errors import Refused

MAGIC = b"\x89PNG\r\n\x1a\n"
_DRAW = frozenset({b"IHDR", b"PLTE", b"IDAT", b"IEND", b"tRNS", b"gAMA", b"cHRM", b"sRGB", b"sBIT"})
"""The picture, what shines through, and numbers about its colours. Profiles are left out: they hold texts."""
_DEPTHS = {0: (1, 2, 4, 8, 16), 2: (8, 16), 3: (1, 2, 4, 8), 4: (8, 16), 6: (8, 16)}
"""The depths that each kind of colour may have."""


def read_png(data: bytes) -> tuple[bytes, int, int]:
    """The picture alone, with its width and height; `Refused` if it is cut off or damaged."""
    kept: list[bytes] = []
    names: list[bytes] = []
    for name, body, whole in _chunks(data):
        if name in _DRAW:
            names.append(name)
            kept.append(whole)
        elif not name[0] & 0x20:  # a large first letter: whoever does not know it cannot draw the picture
            raise _no("it is a PNG of a kind that browsers do not draw")
        if name == b"IHDR":
            size = _size(body)
    if names[0] != b"IHDR" or names.count(b"IHDR") != 1 or b"IDAT" not in names:
        raise _no("there is no picture in it")
    return MAGIC + b"".join(kept), *size


def _chunks(data: bytes) -> Iterator[tuple[bytes, bytes, bytes]]:
    """Name, content and bytes of every chunk up to the end; what lies behind it is never looked at."""
    place, name = len(MAGIC), b""
    while name != b"IEND":
        head = data[place : place + 8]
        if len(head) < 8:
            raise _no("it is cut off")
        length, name = int.from_bytes(head[:4], "big"), head[4:]
        whole = data[place : place + length + 12]
        if len(whole) != length + 12:
            raise _no("it is cut off")
        if zlib.crc32(whole[4:-4]) != int.from_bytes(whole[-4:], "big"):
            raise _no("it is damaged")
        yield name, whole[8:-4], whole
        place += length + 12


def _size(body: bytes) -> tuple[int, int]:
    if len(body) != 13:
        raise _no("it is damaged")
    width, height, depth, colour, packing, filtering, lacing = struct.unpack(">IIBBBBB", body)
    if depth not in _DEPTHS.get(colour, ()) or packing or filtering or lacing > 1:
        raise _no("it is a PNG of a kind that browsers do not draw")
    return width, height


def _no(why: str) -> Refused:
    return Refused(f"this photo cannot be taken: {why}", mend="take the picture again")
