"""Passwords in URLs never reach the screen or a report."""

import re

_PARAMETER = re.compile(r"([?&]\w*password=)[^&\s]+")
_PASSWORD = re.compile(r"(\w+://[^:/@\s]*):\S+@")


def without_password(text: str) -> str:
    """The text with the password of every URL in it hidden."""
    return _PARAMETER.sub(r"\1***", _PASSWORD.sub(r"\1:***@", text))
