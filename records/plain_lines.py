"""A whole record of plain lines read at once: the fast way through a file that nothing is odd about.

Every line is canonical, in ASCII and plainly within the profile, as everything is that this program writes itself. What
is not goes the way of `records/codec.py`, line by line, which names the place of an error.
"""

import msgspec

from records.canonical import LONG_NUMBER, Json, digits_as_zeros, no_float
from records.limits import DEPTH_MAX, EVENT_BYTES_MAX, EVENTS_MAX

_decode_lines = msgspec.json.Decoder(float_hook=no_float).decode_lines
_encode_lines = msgspec.json.Encoder(order="deterministic").encode_lines


def plain_lines(content: bytes) -> tuple[list[Json], list[bytes]] | None:
    """Facts and canonical bytes of every line; None if any of them needs a closer look."""
    if not content.startswith(b"{") or not content.endswith(b"\n") or not content.isascii() or b"\\" in content:
        return None
    if LONG_NUMBER in digits_as_zeros(content):
        return None
    try:
        bodies = _decode_lines(content)
        if _encode_lines(bodies) != content:
            return None
    except (ValueError, RecursionError):
        return None
    lines = content.split(b"\n")
    lines.pop()  # behind the last newline
    if len(lines) > EVENTS_MAX + 1 or max(map(len, lines)) > EVENT_BYTES_MAX or _may_be_deep(content):
        return None
    return bodies, lines


_OPENING = b"{["
_ALL_BUT_OPENING = bytes(code for code in range(256) if code not in _OPENING + b"\n")


def _may_be_deep(content: bytes) -> bool:
    """Whether a line opens more objects and lists than may lie within each other."""
    openings = content.translate(None, _ALL_BUT_OPENING)  # all lines at once: a call for each shows in the reading
    return max(map(len, openings.split(b"\n"))) > DEPTH_MAX
