"""A line that counts on a terminal: how many records of how many, how fast, and how long it will still take."""

import sys
from time import monotonic

_WIDTH = 30
_EVERY = 0.1


class Progress:
    """Counts records. Writes nothing unless stderr is a terminal."""

    def __init__(self, total: int, done: int = 0) -> None:
        """`done` of the total were done before, and do not tell how fast it goes."""
        self._total = total
        self._begun = monotonic()
        self._before = self._done = done
        self._shown = 0.0
        self._seen = total > 1 and sys.stderr.isatty()

    def add(self, records: int = 1) -> None:
        """So many more records are done."""
        self._done += records
        now = monotonic()
        if self._seen and (now - self._shown > _EVERY or self._done >= self._total):
            self._shown = now
            sys.stderr.write(f"\r{self.words(now)}\x1b[K")
            sys.stderr.write("\n" if self._done >= self._total else "")
            sys.stderr.flush()

    def words(self, now: float) -> str:
        """`[####......] 40/100  80 records/s, 1 s left`"""
        width = _WIDTH * self._done // max(1, self._total)
        bar = f"[{'#' * width}{'.' * (_WIDTH - width)}] {self._done}/{self._total}"
        passed, made = now - self._begun, self._done - self._before
        if passed <= 0 or made <= 0:
            return bar
        speed = made / passed
        left = (self._total - self._done) / speed
        return f"{bar}  {speed:.0f} records/s" + (f", {_duration(left)} left" if left >= 1 else "")


def _duration(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours} h {minutes} min"
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"
