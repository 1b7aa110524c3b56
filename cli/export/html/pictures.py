"""The tables of a page as pictures: both arrangements of every step, in parts that are kept once."""

from typing import Any, NamedTuple

from cli.export.html.page_lists import Shared
from cli.export.html.short_numbers import packed
from replay.draw.parts import Fixed, Movable, Part, Thing, Words, parts_of, things_of
from replay.game import State
from replay.reel import Reel
from replay.scene import PHONE, WIDE, Box, Piece, Scene, changed_ids

FIXED, WORDS, SAYS, ZONE, PIECE = range(5)
"""How the script of the page knows what a thing is."""
PHRASE = "; "
"""Between the phrases of what a zone says. Phrases repeat, and the whole seldom does."""
ORIGIN = Box(0, 0, 0, 0)


class Drawn(NamedTuple):
    """A table that was drawn, and the state that it shows."""

    state: State
    scene: Scene
    parts: list[int]


class Pictures:
    """Cuts the scenes of a page into parts. Most of a table is as it was a step before, and in another view."""

    def __init__(self, shared: Shared) -> None:
        self._shared = shared
        self._kept: dict[tuple[Thing, Box], list[int]] = {}
        self._drawn: dict[tuple[str, int, int], Drawn] = {}
        """By viewer, event and width: with hindsight and without it most tables are the same."""

    def film(self, reel: Reel) -> dict[str, Any]:
        """The pictures of all steps, and what each step changed; nothing in a game without pictures."""
        if reel.found.game.scene is None or not len(reel):
            return {}
        wide, phone = self._tables(reel, WIDE), self._tables(reel, PHONE)
        sizes = [(drawn[0].scene.width, max(one.scene.height for one in drawn)) for drawn in (wide, phone)]
        marks = [sorted(changed_ids(one.scene, _before(reel, wide, place))) for place, one in enumerate(wide)]
        return {
            "wide": self._shared.film([drawn.parts for drawn in wide], moves=True),
            "phone": self._shared.film([drawn.parts for drawn in phone], moves=True),
            "sizes": sizes,
            "marks": self._shared.row_of_lists(marks),
        }

    def _tables(self, reel: Reel, width: int) -> list[Drawn]:
        found: list[Drawn] = []
        for place, step in enumerate(reel.steps):
            key = (reel.eyes.viewer, step.seq, width)
            drawn = found[-1] if found and found[-1].state is step.after else self._drawn.get(key)
            if drawn is None or (drawn.state is not step.after and drawn.state != step.after):
                scene = reel.scene(place, width)
                assert scene is not None
                drawn = Drawn(step.after, scene, self._table(scene))
            self._drawn[key] = drawn
            found.append(drawn)
        return found

    def _table(self, scene: Scene) -> list[int]:
        """A scene as the places of its parts. A piece is put where it lies in its zone, wherever that is."""
        found: list[int] = []
        kept = self._kept
        zones = {zone.id: zone.box for zone in scene.zones}
        for thing in things_of(scene):
            corner = zones.get(thing.at, ORIGIN) if isinstance(thing, Piece) else ORIGIN
            parts = kept.get((thing, corner))
            if parts is None:
                parts = kept[thing, corner] = [place for part in parts_of(thing) for place in self._put(part, corner)]
            found += parts
        return found

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
                if part.at:
                    found = [[PIECE, *names, texts(part.at), texts(part.says)]]
                else:
                    found = [[ZONE, *names], [SAYS, *shared.texts.places(part.says.split(PHRASE))]]
        return [shared.things.place(packed(numbers)) for numbers in found]


def _before(reel: Reel, tables: list[Drawn], place: int) -> Scene | None:
    """The scene before a step: mostly that of the step before it."""
    before = reel.steps[place].before
    for drawn in (tables[place], tables[place - 1]) if place else ():
        if drawn.state is before:
            return drawn.scene
    return reel.scene_before(place, WIDE)


def _where(thing: Box | Words, corner: Box) -> list[int]:
    """Where a thing lies, in tenths and seen from a corner; odd numbers are below nothing."""
    ways = _tenths(thing.x - corner.x), _tenths(thing.y - corner.y)
    return [2 * way if way >= 0 else -2 * way - 1 for way in ways]


def _tenths(number: float) -> int:
    """A length in tenths, as exactly as anything is drawn."""
    return round(10 * number)
