"""How much one phone, or one address, may ask for."""

from collections.abc import Callable
from typing import NamedTuple

from cli.serve.messages.listener import Listener
from cli.serve.messages.problems import WebProblem

STREAMS_MAX = 4
"""Open streams of one session. A phone that lost its Wi-Fi cannot hang up, so that the newest ones are those in use."""
CONNECTIONS_MAX = 600
"""Open streams from one address: a whole club may stand behind one."""


class Rate(NamedTuple):
    """How many a second on the average, and how many at once."""

    each_second: float
    at_once: int


WRITES = Rate(5, 20)
PHOTOS = Rate(10 / 60, 5)
GUESSES = Rate(5 / 60, 5)
"""Links that open nothing. Those that open something are not counted: a club comes in by one door, all at once."""
JOINS = Rate(2, 600)
"""Devices that come in: a whole club by one door, all at once. A link on the wall is for everybody, and each of its
devices is kept until it was not seen for half a day."""
KEPT_MAX = 10_000
Who = tuple[str, str]
"""What is counted, and for which session or address."""


class Limits:
    """Counts what sessions and addresses do."""

    def __init__(self, clock: Callable[[], int]) -> None:
        self._clock = clock
        self._left: dict[Who, tuple[float, int]] = {}
        self.streams: dict[str, list[Listener]] = {}
        """Those of each session, the oldest first."""
        self.addresses: dict[str, int] = {}

    def write(self, session_id: str) -> None:
        """One more write of a session: lines, and what makes everybody's board anew."""
        self._spend(("write", session_id), WRITES, "changes")

    def photo(self, session_id: str) -> None:
        """One more photo of a session."""
        self._spend(("photo", session_id), PHOTOS, "photos")

    def check_join(self, address: str) -> None:
        """Refuse to let in another device where too many came in."""
        self._left_of(("join", address), JOINS, "devices", self._clock())

    def join(self, address: str) -> None:
        """One more device that came in."""
        self._spend(("join", address), JOINS, "devices")

    def check_guesses(self, address: str) -> None:
        """Refuse to try another link where too many opened nothing."""
        self._left_of(("guess", address), GUESSES, "links", self._clock())

    def guess(self, address: str) -> None:
        """One more link that opened nothing."""
        self._spend(("guess", address), GUESSES, "links")

    def _spend(self, who: Who, rate: Rate, words: str) -> None:
        now = self._clock()
        left = self._left_of(who, rate, words, now)
        if len(self._left) > KEPT_MAX:
            self._left.clear()
        self._left[who] = (left - 1, now)

    def _left_of(self, who: Who, rate: Rate, words: str, now: int) -> float:
        """How many are left just now; raises `too-fast` if none is."""
        known = self._left.get(who)
        if known is None:
            return rate.at_once
        left, at = known
        left += (now - at) / 1_000_000 * rate.each_second
        if left < 1:
            wait = max(1, round((1 - left) / rate.each_second))
            raise WebProblem("too-fast", f"too many {words} at once", mend=f"wait {wait} s", retry_after=wait)
        return min(left, rate.at_once)

    def open_stream(self, listener: Listener, address: str) -> None:
        """One more stream; `close_stream` must follow. Where a session has too many, its oldest is ended."""
        if self.addresses.get(address, 0) >= CONNECTIONS_MAX:
            raise WebProblem("too-fast", "too many boards are open at this address", mend="try again later")
        mine = self.streams.setdefault(listener.session_id, [])
        for oldest in mine[: max(0, len(mine) - STREAMS_MAX + 1)]:
            oldest.end()
        mine.append(listener)
        self.addresses[address] = self.addresses.get(address, 0) + 1

    def close_stream(self, listener: Listener, address: str) -> None:
        """One stream less."""
        mine = self.streams[listener.session_id]
        mine.remove(listener)
        if not mine:
            del self.streams[listener.session_id]
        self.addresses[address] -= 1
        if not self.addresses[address]:
            del self.addresses[address]
