"""The tables of a page as pictures: both arrangements of every step, in parts that are kept once."""

from collections.abc import Collection, Sequence
from itertools import chain
from typing import Any, NamedTuple

from cli.export.html.page_lists import Shared
from cli.export.html.short_numbers import packed
from replay.draw.parts import Fixed, Movable, Part, Thing, Words, heading_of, parts_of, ways_of
from replay.game import State
from replay.reel import Reel
from replay.scene import PHONE, WIDE, Box, Piece, Scene, changed_ids

FIXED, WORDS, SAYS, ZONE, PIECE = range(5)
"""How the script of the page knows what a thing is."""
PHRASE = "; "
"""Between the phrases of what a zone says. Phrases repeat, and the whole seldom does."""
ORIGIN = Box(0, 0, 0, 0)
CORNERS = ("ne", "nw", "se", "sw")
"""Where the star of a changed thing can be."""


class Drawn(NamedTuple):
    """A table that was drawn, and the states before and after its step."""

    before: State
    after: State
    parts: list[int]
    height: int
    marks: list[str]


class Layer(NamedTuple):
    """Things of one kind in a scene, and the places of the parts of each."""

    things: Sequence[Thing]
    numbers: list[list[int]]


class Last(NamedTuple):
    """The scene that was drawn last: most of its things come again, and many are the very same."""

    state: State
    scene: Scene
    boxes: dict[str, Box]
    """Where its zones lie."""
    layers: list[Layer]
    parts: list[int]


class Pictures:
    """Cuts the scenes of a page into parts. Most of a table is as it was a step before, and in another view."""

    def __init__(self, shared: Shared) -> None:
        self._shared = shared
        self._kept: dict[tuple[Thing, Box], list[int]] = {}
        self._drawn: dict[tuple[str, int, int], Drawn] = {}
        """By viewer, event and width: with hindsight and without it most tables are the same."""
        self._rooms: dict[str, dict[Any, Any]] = {}
        """What scenes keep for themselves, for each viewer apart: nobody's picture can hold what is another's."""

    def film(self, reel: Reel) -> dict[str, Any]:
        """The pictures of all steps, and what each step changed; nothing in a game without pictures."""
        if reel.found.game.scene is None or not len(reel):
            return {}
        wide, phone = self._tables(reel, WIDE), self._tables(reel, PHONE)
        return {
            "wide": self._shared.film([drawn.parts for drawn in wide], moves=True),
            "phone": self._shared.film([drawn.parts for drawn in phone], moves=True),
            "sizes": [[WIDE, max(one.height for one in wide)], [PHONE, max(one.height for one in phone)]],
            "marks": self._shared.row_of_lists(drawn.marks for drawn in wide),
        }

    def _tables(self, reel: Reel, width: int) -> list[Drawn]:
        found: list[Drawn] = []
        last: Last | None = None
        for place, step in enumerate(reel.steps):
            key = (reel.eyes.viewer, step.seq, width)
            drawn = self._drawn.get(key)
            if drawn is None or drawn.before != step.before or drawn.after != step.after:
                now = self._scene(reel, place, width, last)
                marks = self._marks(reel, place, now, last) if width == WIDE else []
                drawn = self._drawn[key] = Drawn(step.before, step.after, now.parts, now.scene.height, marks)
                last = now
            found.append(drawn)
        return found

    def _scene(self, reel: Reel, place: int, width: int, last: Last | None) -> Last:
        state = reel.steps[place].after
        if last is not None and last.state is state:
            return last
        scene = reel.scene(place, width, self._room(reel))
        assert scene is not None
        return self._cut(state, scene, last)

    def _marks(self, reel: Reel, place: int, now: Last, last: Last | None) -> list[str]:
        """What a step changed. The scene before it is mostly that of the step before."""
        before = reel.steps[place].before
        if now.state is before:
            return []
        same = last is not None and last.state is before
        earlier = last.scene if last and same else reel.scene_before(place, WIDE, self._room(reel))
        return _to_mark(now.scene, changed_ids(now.scene, earlier))

    def _room(self, reel: Reel) -> dict[Any, Any]:
        return self._rooms.setdefault(reel.eyes.viewer, {})

    def _cut(self, state: State, scene: Scene, last: Last | None) -> Last:
        """A scene as the places of its parts. A piece is put where it lies in its zone, wherever that is."""
        boxes = {zone.id: zone.box for zone in scene.zones}
        if last is not None and last.boxes != boxes:
            last = None  # pieces lie elsewhere, though they are the same
        if last is not None and last.scene.links == scene.links:
            ways = last.layers[2].things
        else:
            ways = ways_of(scene)
        heading: list[Thing] = [heading_of(scene)]
        every: list[Sequence[Thing]] = [heading, scene.ground, ways, scene.zones, scene.texts, scene.pieces]
        layers = [self._layer(things, boxes, last and last.layers[index]) for index, things in enumerate(every)]
        numbers = chain.from_iterable(layer.numbers for layer in layers)
        return Last(state, scene, boxes, layers, list(chain.from_iterable(numbers)))

    def _layer(self, things: Sequence[Thing], boxes: dict[str, Box], last: Layer | None) -> Layer:
        seen = {} if last is None else dict(zip(map(id, last.things), last.numbers, strict=True))
        return Layer(things, [seen.get(id(thing)) or self._numbers(thing, boxes) for thing in things])

    def _numbers(self, thing: Thing, boxes: dict[str, Box]) -> list[int]:
        corner = boxes.get(thing.at, ORIGIN) if isinstance(thing, Piece) else ORIGIN
        numbers = self._kept.get((thing, corner))
        if numbers is None:
            numbers = [place for part in parts_of(thing) for place in self._put(part, corner)]
            self._kept[thing, corner] = numbers
        return numbers

    def _put(self, part: Part, corner: Box) -> list[int]:
        """The places of a part: one or, for a zone, a second for what it says."""
        shared, texts = self._shared, self._shared.texts.place
        match part:
            case Fixed():
                found = [[FIXED, shared.drawing(part.drawn)]]
            case Words():
                more = [texts(part.more)] if part.more else []
                found = [[WORDS, *_where(part, corner), texts(part.look), texts(part.words), *more]]
            case Movable():
                size = [_tenths(part.box.w), _tenths(part.box.h)]
                names = [*_where(part.box, corner), *size, shared.drawing(part.drawn), texts(part.id)]
                star = [CORNERS.index(part.star)] if part.star != CORNERS[0] else []
                if part.at:
                    found = [[PIECE, *names, texts(part.at), texts(part.says), *star]]
                else:
                    found = [[ZONE, *names, *star], [SAYS, *shared.texts.places(part.says.split(PHRASE))]]
        return [shared.things.place(packed(numbers)) for numbers in found]


def _to_mark(scene: Scene, ids: Collection[str]) -> list[str]:
    """What is marked where these things changed: of a piece with the rim of its zone, the zone."""
    rims = {piece.id: piece.at for piece in scene.pieces if piece.rim is not None}
    return sorted({rims.get(id, id) for id in ids})


def _where(thing: Box | Words, corner: Box) -> list[int]:
    """Where a thing lies, in tenths and seen from a corner; odd numbers are below nothing."""
    ways = _tenths(thing.x - corner.x), _tenths(thing.y - corner.y)
    return [2 * way if way >= 0 else -2 * way - 1 for way in ways]


def _tenths(number: float) -> int:
    """A length in tenths, as exactly as anything is drawn."""
    return round(10 * number)
