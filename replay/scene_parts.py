"""What the pictures of several games are put together from: parts, things side by side, ids of their own.

A part is a pure function of a few facts. Whoever draws many pictures of a table gives them room (`Frame.kept`), and
a part whose facts were met before is the very same object again: in the next picture, and for other eyes that see the
same facts. So the facts of a part are all that it shows, and nothing of what its viewer may not know.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any, TypeVar

from msgspec.structs import replace

from replay.scene import Ground, Link, Piece, Scene, SceneGroup, ScenePart

_Drawn = TypeVar("_Drawn")

STEP = "step"
Room = dict[Any, Any] | None
"""Where earlier parts are kept, by their facts; None if nobody draws more than one picture."""


def again(room: Room, facts: Hashable, draw: Callable[[], _Drawn]) -> _Drawn:
    """What was drawn before from the same facts, whoever looked at it; else it is drawn."""
    if room is None:
        return draw()
    found: _Drawn | None = room.get(facts)
    if found is None:
        found = room[facts] = draw()
    return found


def as_last(room: Room, place: Hashable, facts: tuple[object, ...], draw: Callable[[], _Drawn]) -> _Drawn:
    """What was drawn last at this place for these eyes, if its facts are still the same; else it is drawn.

    The facts may be whole parts of a state: mostly they are the very same objects, so this is quickly seen.
    """
    if room is None:
        return draw()
    last: tuple[tuple[object, ...], _Drawn] | None = room.get(place)
    if last is None or last[0] != facts:
        last = room[place] = (facts, draw())
    return last[1]


def of_same(room: Room, place: Hashable, thing: object, make: Callable[[], _Drawn]) -> _Drawn:
    """What was made last at this place, if it was made of the very same thing: of a state that is drawn twice."""
    if room is None:
        return make()
    last: tuple[object, _Drawn] | None = room.get(place)
    if last is None or last[0] is not thing:
        last = room[place] = (thing, make())
    return last[1]


def as_others(
    room: Room, place: Hashable, viewer: str | None, facts: tuple[object, ...], draw: Callable[[], _Drawn]
) -> _Drawn:
    """The same for what most viewers see alike: else as it was drawn for others at this step, if they saw equal facts.

    Whoever draws the steps of a game again and again for several viewers says at which one they are (`STEP`).
    """
    if room is None:
        return draw()
    last: tuple[tuple[object, ...], _Drawn] | None = room.get((place, viewer))
    if last is None or last[0] != facts:
        here = (place, STEP, room.get(STEP))
        last = room.get(here)
        if last is None or last[0] != facts:
            last = room[here] = (facts, draw())
        room[place, viewer] = last
    return last[1]


def whole(
    size: tuple[int, int],
    words: tuple[str, str, str],
    groups: tuple[SceneGroup, ...],
    ground: tuple[Ground, ...] = (),
    links: tuple[Link, ...] = (),
    *,
    sign: str = "",
) -> Scene:
    """A scene of this size, under the words title, status and turn, made of groups of parts.

    With a `sign`, the second of two things with one id gets the sign and a number behind it (`with_own_ids`).
    """
    scene = Scene(*size, *words, ground, groups, links)
    if not sign:
        return scene
    zones = [zone.id for zone in scene.zones]
    ids = [*zones, *[piece.id for piece in scene.pieces]]
    if len(set(ids)) == len(ids):
        return scene
    pieces = with_own_ids(scene.pieces, sign, zones)
    return Scene(*size, *words, ground, ([ScenePart(scene.zones, pieces, scene.texts)],), links)


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
