"""Canonical bytes (RFC 8785) and the profile: which facts a record may hold.

A fact outside the profile is refused at the door and never repaired, because two readers could repair it differently.
"""

import re
import unicodedata
from typing import Any, NamedTuple

import msgspec

from records.errors import Refused
from records.limits import DEPTH_MAX, EVENT_BYTES_MAX, INTEGER_MAX

Json = Any
"""Plain data: None, bool, int, str, list, dict with text keys."""

_encode = msgspec.json.Encoder(order="deterministic").encode
_BEYOND_BMP = re.compile(rb"[\xf0-\xf4]")
_SURROGATE = re.compile("[\ud800-\udfff]")
_FIELD_CHARS_MAX = 200
_BITS_SHOWN = 400
"""Of a longer integer, as a kit file may hold, only the field is named: Python itself refuses to print it."""
_AS_ZEROS = bytes.maketrans(b"123456789", b"000000000")
LONG_NUMBER = b"0" * 16
"""What `digits_as_zeros` makes of a number that may be beyond 2^53."""


class Unfit(NamedTuple):
    """Marks what a reader met that no value of the profile can express; `check_profile` refuses it."""

    why: str
    mend: str


def canonical(value: Json) -> bytes:
    """The one way to write a value of the profile as JSON: sorted keys, no spaces, shortest escapes."""
    data = _encode(value)
    if not data.isascii() and _BEYOND_BMP.search(data):
        # RFC 8785 sorts keys by UTF-16 units, the fast encoder by code points: they differ beyond the BMP.
        return _encode_as_is(_sorted(value))
    return data


def no_float(text: str) -> Any:
    """Refuse what a JSON reader would take for a float."""
    raise ValueError(f"the number {text[:40]} is no integer")


decode_json = msgspec.json.Decoder(float_hook=no_float).decode
_encode_as_is = msgspec.json.Encoder().encode
_decode_as_is = msgspec.json.Decoder().decode


def plain(value: Any) -> Any:
    """A value as plain data, as a line of JSON would hold it: lists for tuples, objects for Structs."""
    return _decode_as_is(_encode_as_is(value))


def _sorted(value: Json) -> Json:
    if isinstance(value, dict):
        keys = sorted(value, key=lambda key: key.encode("utf-16-be", "surrogatepass"))
        return {key: _sorted(value[key]) for key in keys}
    if isinstance(value, list | tuple):
        return [_sorted(item) for item in value]
    return value


def check_profile(value: Json, where: str = "") -> None:
    """Refuse whatever a record may not hold; the message names the field."""
    try:
        _check(value, "$", 0, where)
    except Refused as error:
        if len(error.what) <= _FIELD_CHARS_MAX:
            raise
        raise Refused(f"{error.what[:_FIELD_CHARS_MAX]}…", where=where, mend=error.mend) from None


def check_size(data: bytes, where: str = "") -> None:
    """Refuse an event with too many canonical bytes."""
    if len(data) > EVENT_BYTES_MAX:
        raise Refused(
            f"the event has {len(data):,} bytes, {EVENT_BYTES_MAX:,} are allowed",
            where=where,
            mend="split it, or keep large material outside the record and note its SHA-256",
        )


def _check(value: Json, field: str, depth: int, where: str) -> None:
    kind = type(value)
    if kind is str:
        _check_text(value, field, where)
    elif kind is int:
        if not -INTEGER_MAX <= value <= INTEGER_MAX:
            shown = f"the integer {value}," if value.bit_length() <= _BITS_SHOWN else "an integer far"
            raise Refused(f"{field} is {shown} beyond 2^53", where=where, mend="write it as text")
    elif kind is bool or value is None:
        pass
    elif kind is dict:
        _check_depth(depth, field, where)
        for key, item in value.items():
            if type(key) is not str:
                raise Refused(f"{field} has the key {key!r}, which is not text", where=where, mend="write keys as text")
            _check_text(key, f"{field} (key {key!r})", where)
            _check(item, f"{field}.{key}", depth + 1, where)
    elif kind is list or kind is tuple:
        _check_depth(depth, field, where)
        for index, item in enumerate(value):
            _check(item, f"{field}[{index}]", depth + 1, where)
    elif kind is float:
        raise Refused(f"{field} is the number {value!r}, which is no integer", where=where, mend="use integers or text")
    elif isinstance(value, Unfit):
        raise Refused(f"{field} {value.why}", where=where, mend=value.mend)
    else:
        raise Refused(f"{field} is a {kind.__name__}", where=where, mend="use text, integers, lists and objects")


def _check_depth(depth: int, field: str, where: str) -> None:
    if depth >= DEPTH_MAX:
        raise Refused(f"{field} nests deeper than {DEPTH_MAX}", where=where, mend="write it flatter")


def _check_text(text: str, field: str, where: str) -> None:
    if text.isascii():
        if "\0" in text:
            raise Refused(f"{field} holds a NUL character", where=where, mend="leave it out")
        return
    if "\0" in text:
        raise Refused(f"{field} holds a NUL character", where=where, mend="leave it out")
    if _SURROGATE.search(text):
        raise Refused(f"{field} holds half of a surrogate pair", where=where, mend="write the whole character")
    if not unicodedata.is_normalized("NFC", text):
        raise Refused(f"{field} is not in the NFC form", where=where, mend="normalise the text (NFC) before logging it")


def digits_as_zeros(data: bytes) -> bytes:
    """The same bytes with a 0 for every digit, so that a long number shows as `LONG_NUMBER`."""
    return data.translate(_AS_ZEROS)


def is_plain(data: bytes) -> bool:
    """Whether canonical bytes lie within the profile at first sight; if not, they need `check_profile`."""
    return (  # `find`, because `in` asks first whether a number is meant, and words the refusal of it
        data.isascii()
        and data.find(b"\\") < 0
        and len(data) <= EVENT_BYTES_MAX
        and data.count(b"{") + data.count(b"[") <= DEPTH_MAX
        and data.translate(_AS_ZEROS).find(LONG_NUMBER) < 0
    )


def checked_line(body: Json, where: str = "") -> tuple[Json, bytes]:
    """Facts and canonical bytes of a line that is given as plain data. Refused outside the profile."""
    try:
        data = canonical(body)
        facts = decode_json(data)
    except (TypeError, ValueError, OverflowError, RecursionError):
        facts, data = None, b""
    if facts != body or not is_plain(data):  # what JSON would silently repair does not come back equal
        check_profile(body, where)
        data = canonical(body)
        check_size(data, where)
        facts = decode_json(data)
    return facts, data
