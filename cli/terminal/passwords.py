"""Passwords in URLs never reach the screen or a report."""

import re

_PASSWORD = re.compile(r"(\w+://[^:/@\s]*):\S+@")


def without_password(text: str) -> str:
    """The text with the password of every URL in it hidden."""
    return _PASSWORD.sub(r"\1:***@", text)
