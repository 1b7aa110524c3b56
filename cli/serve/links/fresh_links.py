"""Links that were made just now, for the sheet on which they are printed: in memory only, and for a short time."""

from typing import NamedTuple

from cli.serve.register.grants import Grant
from records.clock import Clock

SHOWN_FOR = 15 * 60 * 1_000_000
"""How long a new link can be shown again, in microseconds, unless it is opened or taken back earlier."""


class _Fresh(NamedTuple):
    link: str
    made_at: int


class FreshLinks:
    """The new links by their grants."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._links: dict[str, _Fresh] = {}

    def keep(self, grant: Grant, link: str) -> None:
        """A link that was just made."""
        self._links[grant.id] = _Fresh(link, self._clock())

    def link(self, grant: Grant) -> str | None:
        """The link of a grant, if it is new and nobody has opened it; it is forgotten once that is over."""
        now = self._clock()
        self._links = {name: one for name, one in self._links.items() if now - one.made_at < SHOWN_FOR}
        used = grant.uses_left == 0 or not grant.is_live(now)
        if used:
            self._links.pop(grant.id, None)
        found = self._links.get(grant.id)
        return found.link if found is not None else None
