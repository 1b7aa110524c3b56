"""Reading one line strictly: JSON or msgpack to facts and their canonical bytes.

The fast way is taken when the bytes are canonical and plainly within the profile. Whatever else comes goes the slow
way, which looks at every value and names the field that is wrong.
"""

import json
from typing import Any

import msgpack
import msgspec

from records.canonical import Json, Unfit, canonical, check_profile, check_size, decode_json, is_plain
from records.errors import Damaged, QuartermasterError, Refused
from records.limits import DEPTH_MAX

_HELP = "see `qm help record`"
_DEEP = f"it nests deeper than {DEPTH_MAX}"
_DIGITS_MAX = 100


_decode_packed = msgspec.msgpack.Decoder().decode
_encode_packed = msgspec.msgpack.Encoder().encode


def packed_from(data: bytes) -> bytes:
    """The msgpack form of canonical bytes: shortest encodings, keys in canonical order."""
    return _encode_packed(decode_json(data))


def read_json(text: bytes) -> tuple[Json, bytes]:
    """Facts and canonical bytes of one line of JSON. `Refused` names the field or, for bad JSON, the byte."""
    try:
        body = decode_json(text)
        data = canonical(body)
    except RecursionError:
        raise Refused(_DEEP, mend="write it flatter") from None
    except ValueError as error:
        # A fact outside the profile is named with its field; else the JSON itself is broken.
        return _read_slowly(text, str(error).removeprefix("JSON is malformed: "))
    if data == text and is_plain(data):
        return body, data
    return _read_slowly(text, "")


def read_packed(raw: bytes) -> tuple[Json, bytes, bool]:
    """Facts and canonical bytes of one packed line, and whether `raw` is exactly how it is packed."""
    try:
        body = _decode_packed(raw)
        data = canonical(body)
        if is_plain(data) and packed_from(data) == raw:
            return body, data, True
    except RecursionError:
        raise Refused(_DEEP, mend="write it flatter") from None
    except (ValueError, TypeError):
        pass  # the slow way finds out why
    body = _unpack_slowly(raw)
    check_profile(body)
    data = canonical(body)
    check_size(data)
    return body, data, packed_from(data) == raw


def unpack(raw: bytes, where: str = "") -> Json:
    """The facts in one packed line; `Damaged` unless they are packed exactly as `pack` does."""
    return unpack_line(raw, where)[0]


def unpack_line(raw: bytes, where: str = "") -> tuple[Json, bytes]:
    """As `unpack`, with the canonical bytes."""
    try:
        body, data, exact = read_packed(raw)
    except QuartermasterError as error:
        raise Damaged(error.what, where=where, mend=error.mend) from None
    if not exact:
        raise Damaged("the packed event is not in canonical form", where=where)
    return body, data


def _read_slowly(text: bytes, broken: str) -> tuple[Json, bytes]:
    body = load_json(text, broken)
    check_profile(body)
    data = canonical(body)
    check_size(data)
    return body, data


def load_json(text: bytes, broken: str = "") -> Json:
    """Read JSON, with `Unfit` in place of what a lax reader would silently repair. `broken` says what is wrong if it
    turns out not to be JSON at all."""
    try:
        return json.loads(
            text.decode("utf-8"), object_pairs_hook=_unique_keys, parse_constant=_constant, parse_int=_integer
        )
    except RecursionError:
        raise Refused(_DEEP, mend="write it flatter") from None
    except UnicodeDecodeError as error:
        raise Refused(f"byte {error.start + 1} of the line is not UTF-8", mend="save the file as UTF-8") from None
    except ValueError as error:
        raise Refused(f"it is not JSON: {broken or error}", mend=_HELP) from None


def _unpack_slowly(raw: bytes) -> Json:
    try:
        return msgpack.unpackb(raw, raw=False, strict_map_key=False, object_pairs_hook=_unique_keys)
    except RecursionError:
        raise Refused(_DEEP, mend="write it flatter") from None
    except (ValueError, TypeError, msgpack.UnpackException) as error:
        raise Refused(f"it is not msgpack: {str(error) or type(error).__name__}", mend=_HELP) from None


def _unique_keys(pairs: list[tuple[Any, Any]]) -> Json:
    found = dict(pairs)
    if len(found) == len(pairs):
        return found
    seen = set()
    for key, _ in pairs:
        if key in seen:
            return Unfit(f"has the key {key!r} twice", "keep one of them")
        seen.add(key)
    raise AssertionError("fewer keys than pairs, and none twice")


def _constant(word: str) -> Json:
    return Unfit(f"is {word}", "use integers or text")


def _integer(text: str) -> Json:
    if text == "-0":
        return Unfit("is -0, which readers take for two different numbers", "write 0")
    if len(text) > _DIGITS_MAX:
        return Unfit(f"is an integer of {len(text)} characters, beyond 2^53", "write it as text")
    return int(text)
