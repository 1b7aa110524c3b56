"""Lines for the operator: one JSON object each, on stderr, without names, tokens or facts of a game."""

import secrets
import sys
import traceback
from typing import Any

import msgspec


def log_line(event: str, **facts: Any) -> None:
    """Say what happened. A machine may read it; a log that is full or closed holds nobody up."""
    try:
        sys.stderr.write(msgspec.json.encode({"event": event, **facts}).decode() + "\n")
    except (OSError, ValueError):
        return


def log_mistake(error: Exception) -> str:
    """Tell the operator the whole story of a mistake of ours; the number of the report."""
    number = secrets.token_hex(4)
    log_line("mistake", report=number, story="".join(traceback.format_exception(error)))
    return number
