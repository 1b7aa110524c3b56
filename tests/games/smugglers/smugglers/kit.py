"""The box: twelve crates, numbered 1 to 12. Every box is the same, so there is nothing to read."""

from typing import TYPE_CHECKING, Any, Literal

from replay.action import UNKNOWN

CRATES = tuple(f"crate-{number}" for number in range(1, 13))
NUMBER = {crate: number for number, crate in enumerate(CRATES, 1)}
HAND = 3
"""Crates dealt to each player."""

if TYPE_CHECKING:
    Crate = str
else:  # at run time msgspec refuses every other name while it reads
    Crate = Literal[(*CRATES, UNKNOWN)]


def read_kit(kit: str | dict[str, Any], players: int) -> None:
    """Nothing: no kit of this game says more than the rules do."""
