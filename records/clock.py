"""Time as the record writes it: UTC, as text to the second; inside the store, integer microseconds."""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import lru_cache

from records.errors import Refused

Clock = Callable[[], int]
"""Gives the time now in microseconds since 1970, UTC. Only the edge of the program owns a real one."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_TIME = re.compile(r"(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d{1,6}))?Z", re.ASCII)


def to_text(micros: int) -> str:
    """The time as a record writes it: `2026-11-15T18:00:00Z`."""
    return _second_as_text(micros // 1_000_000)


@lru_cache(64)
def _second_as_text(second: int) -> str:
    """Many lines are written in the same second."""
    moment = _EPOCH + timedelta(seconds=second)
    return f"{moment.replace(tzinfo=None).isoformat(timespec='seconds')}Z"


def from_text(text: str) -> int:
    """Microseconds since 1970 of a time written as `2026-11-15T18:00:00Z` (a fraction of a second may follow)."""
    found = _TIME.fullmatch(text)
    if found is None:
        raise Refused(
            f"{text!r} is not a time", mend="write it in UTC as 2026-11-15T18:00:00Z (to the second, Z at the end)"
        )
    year, month, day, hour, minute, second, fraction = found.groups()
    try:
        moment = datetime(int(year), int(month), int(day), int(hour), int(minute), int(second), tzinfo=UTC)
    except ValueError as error:
        raise Refused(f"{text!r} is not a time: {error}", mend="check day, month and hour") from None
    micros = int((fraction or "0").ljust(6, "0"))
    return (moment - _EPOCH) // timedelta(microseconds=1) + micros
