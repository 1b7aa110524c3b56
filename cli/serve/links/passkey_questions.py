"""Questions to passkeys that wait for an answer: in memory only, for a few minutes, and each is answered once."""

LASTS = 5 * 60 * 1_000_000
"""How long a question waits, in microseconds."""
OPEN_MAX = 1000


class PasskeyQuestions:
    """The questions of one service, by the random bytes that are to be signed."""

    def __init__(self) -> None:
        self._open: dict[bytes, tuple[str, int]] = {}

    def ask(self, asked: bytes, grant_id: str, now: int) -> None:
        """Something was asked about a link."""
        self._open = {name: one for name, one in self._open.items() if now - one[1] < LASTS}
        while len(self._open) >= OPEN_MAX:
            self._open.pop(next(iter(self._open)))
        self._open[asked] = grant_id, now

    def answered(self, asked: bytes, grant_id: str, now: int) -> bool:
        """Whether this was asked about the link, lately, and not answered before."""
        found = self._open.pop(asked, None)
        return found is not None and found[0] == grant_id and now - found[1] < LASTS
