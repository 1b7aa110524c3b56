"""What the pictures of several games are put together from: parts, things side by side, ids of their own."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from replay.scene import Piece, Text, Zone


class ScenePart(NamedTuple):
    """A part of the picture: its zones, the pieces on them, and words beside them."""

    zones: Sequence[Zone] = ()
    pieces: Sequence[Piece] = ()
    texts: Sequence[Text] = ()


def joined(parts: Sequence[ScenePart]) -> ScenePart:
    """Several parts as one, in their order."""
    return ScenePart(
        [zone for part in parts for zone in part.zones],
        [piece for part in parts for piece in part.pieces],
        [text for part in parts for text in part.texts],
    )


def spread(left: float, room: float, size: float, step: float, amount: int) -> list[float]:
    """Where things of one size begin that lie side by side; they overlap where the room asks for it."""
    if amount > 1:
        step = min(step, (room - size) / (amount - 1))
    return [left + step * index for index in range(amount)]


def with_own_ids(pieces: Iterable[Piece], sign: str, taken: Iterable[str] = ()) -> tuple[Piece, ...]:
    """The pieces; the second of an id that is met again, or is taken, gets sign and number behind it: `red-7#2`."""
    met = Counter(taken)
    found = []
    for piece in pieces:
        met[piece.id] += 1
        number = met[piece.id]
        found.append(piece if number == 1 else replace(piece, id=f"{piece.id}{sign}{number}"))
    return tuple(found)
