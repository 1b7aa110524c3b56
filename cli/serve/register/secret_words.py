"""Tokens of links and secrets of cookies: made from given random bytes, kept only as SHA-256."""

from base64 import b32encode, urlsafe_b64encode
from collections.abc import Callable
from hashlib import sha256

Randomness = Callable[[int], bytes]
"""Gives that many bytes that cannot be guessed."""

TOKEN_BYTES = 16
SECRET_BYTES = 24
_ID_BYTES = 5


def new_token(random: Randomness) -> str:
    """The secret part of a link: 128 bits."""
    return _letters(random(TOKEN_BYTES))


def new_secret(random: Randomness) -> str:
    """The secret of a session's cookie."""
    return _letters(random(SECRET_BYTES))


def new_name(random: Randomness) -> str:
    """A short name of a grant, which tells nothing: eight letters."""
    return b32encode(random(_ID_BYTES)).decode().lower()


def digest(secret: str) -> str:
    """SHA-256 in hex. Looking it up takes no longer for a secret that is nearly right."""
    return sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def _letters(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()
