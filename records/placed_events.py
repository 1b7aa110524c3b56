"""Events at their places in the effective timeline."""

from typing import NamedTuple

from records.event import Event


class PlacedEvent(NamedTuple):
    """An event in the effective timeline, and the number of the correction that put it there, if one did."""

    event: Event
    corrected_by: int | None


class ChangedPart(NamedTuple):
    """The part of the line that events changed, and how many stand before and behind it as they did."""

    before: int
    placed: list[PlacedEvent]
    behind: int


class Timeline(NamedTuple):
    """The effective events in order, and why corrections that change nothing do not, by their number."""

    events: list[PlacedEvent]
    stray: dict[int, str]
