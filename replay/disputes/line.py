"""Which corrections of a log count. Most logs tell it by themselves, without anything of the procedure."""

from collections.abc import Sequence
from typing import NamedTuple

from records.event import Event, Header
from records.timeline import CORRECTIONS, Places, places_of
from replay.disputes.readings import sets_reading

_NOBODY: frozenset[int] = frozenset()
ACCEPTING = frozenset({"sign", "close"})
"""What is corrected behind such an event may have to wait."""


def line_of(header: Header | None, events: Sequence[Event], granted: frozenset[int] = _NOBODY) -> Places:
    """The places of a log, and which of its corrections count.

    Without a header, or if nothing was corrected after a signature or a close, no correction waits.
    """
    if header is None or not is_contested(events):
        return places_of(events)
    from replay.disputes.log_reader import line_decided  # brings the rules of disputes with it, which few logs need

    return line_decided(header, events, granted).places


def is_contested(events: Sequence[Event]) -> bool:
    """Whether anything was corrected after a signature or a close."""
    accepted = False
    for event in events:
        if event.do in ACCEPTING:
            accepted = True
        elif accepted and event.do in CORRECTIONS:
            return True
    return False


class LogKinds(NamedTuple):
    """What kinds of events a log has, as far as it decides how the log is read."""

    corrected: bool = False
    accepted: bool = False
    """Whether anything was signed or closed."""
    contested: bool = False
    """Whether anything was corrected after that."""
    reread: bool = False
    """Whether a ruling sets how the table reads a question."""

    def with_events(self, new: Sequence[Event]) -> "LogKinds":
        """Those of the log with these events too."""
        corrected = any(event.do in CORRECTIONS for event in new)
        return LogKinds(
            self.corrected or corrected,
            self.accepted or any(event.do in ACCEPTING for event in new),
            self.contested or (self.accepted and corrected) or is_contested(new),
            self.reread or any(map(sets_reading, new)),
        )


NO_EVENTS = LogKinds()
