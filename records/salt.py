"""Salts: random letters in an event with a hidden part, so that no hash over it can be found by trying values."""

import re

from records.b64 import to_base64url
from records.canonical import Json
from records.errors import Refused
from records.limits import SALT_BYTES

_SALT = re.compile(r"[A-Za-z0-9_-]{21}[AQgw]", re.ASCII)


def salt_of(random: bytes) -> str:
    """The salt as a record writes it, from 16 random bytes."""
    if len(random) != SALT_BYTES:
        raise Refused(f"a salt has {SALT_BYTES} random bytes, not {len(random)}")
    return to_base64url(random)


def is_salt(text: Json) -> bool:
    """Whether it has the form of a salt."""
    return isinstance(text, str) and _SALT.fullmatch(text) is not None


def check_salt(text: Json) -> None:
    """Raise `Refused` unless the text has the form of a salt."""
    if not is_salt(text):
        raise Refused(
            f"{str(text)[:40]!r} is not a salt",
            mend="a salt is 16 bytes in base64url without padding: 22 characters",
            kind="salt",
        )
