"""Lines for the operator: one JSON object each, on stderr, without names, tokens or facts of a game."""

import sys
from contextlib import suppress
from typing import Any

import msgspec


def log_line(event: str, **facts: Any) -> None:
    """Say what happened. A machine may read it; a log that is full or closed holds nobody up."""
    with suppress(OSError, ValueError):
        sys.stderr.write(msgspec.json.encode({"event": event, **facts}).decode() + "\n")
