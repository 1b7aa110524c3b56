"""How fast autoplay goes."""

from records.clock import from_text

SPEEDS = (0.25, 0.5, 1, 2, 4, 8)
_STEP = 1.0
"""Seconds for each event in even steps."""
_LONGEST = 5.0
"""A break at the table is not waited for."""
_SHORTEST = 0.1


class Pace:
    """The speed, and whether events follow each other as they did at the table."""

    def __init__(self) -> None:
        self._index = SPEEDS.index(1)
        self.real_time = False

    @property
    def speed(self) -> float:
        """How many times as fast as normal."""
        return SPEEDS[self._index]

    def change(self, way: int) -> None:
        """Faster or slower, as far as it goes."""
        self._index = max(0, min(self._index + way, len(SPEEDS) - 1))

    def words(self) -> str:
        """`2× real time`"""
        return f"{self.speed:g}× {'real time' if self.real_time else 'even steps'}"

    def seconds(self, now: str | None, following: str | None) -> float:
        """How long to wait between two events, from the times at which they happened."""
        wait = _STEP
        if self.real_time and now and following:
            wait = min(_LONGEST, max(0.0, (from_text(following) - from_text(now)) / 1_000_000))
        return max(_SHORTEST, wait / self.speed)
