"""Strict base64: one text for some bytes and no other, so that a flipped bit in the text never goes unnoticed."""

import base64


def to_base64(raw: bytes) -> str:
    """Standard base64 with padding."""
    return base64.b64encode(raw).decode()


def from_base64(text: str) -> bytes | None:
    """The bytes, or None unless the text is exactly what `to_base64` gives."""
    try:
        raw = base64.b64decode(text, validate=True)
    except ValueError:
        return None
    return raw if to_base64(raw) == text else None


def to_base64url(raw: bytes) -> str:
    """Base64 for names and addresses, without padding."""
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()
