"""Reading a whole file or stream, but never without an end: what is too long ends in words, before memory does."""

from typing import BinaryIO

from records.errors import Refused
from records.limits import LINE_BYTES_MAX, RECORD_BYTES_MAX

_CHUNK = 1 << 20
_LINE_GIVEN_UP = 64 * LINE_BYTES_MAX
"""A line that is too long is still read, so that `verify` can go on behind it; one like this has no end."""


def read_whole(stream: BinaryIO, where: str, most: int = RECORD_BYTES_MAX) -> bytes:
    """All bytes of a stream. `Refused` if there are more than `most`, or if a text goes on and on without a line."""
    parts: list[bytes] = []
    total = since_newline = 0
    while part := stream.read(min(_CHUNK, most + 1)):
        parts.append(part)
        total += len(part)
        if total > most:
            raise Refused(f"it is too long: {most:,} bytes at most are read", where=where, mend="is it the right file?")
        newline = part.rfind(b"\n")
        since_newline = since_newline + len(part) if newline < 0 else len(part) - newline - 1
        if since_newline > _LINE_GIVEN_UP and parts[0][0] < 0x80:
            raise Refused(
                f"no line ends within {_LINE_GIVEN_UP:,} bytes",
                where=where,
                mend="a record is lines of text, or msgpack",
            )
    return b"".join(parts)
