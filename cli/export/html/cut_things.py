"""The things of a picture as numbers for the page: what each is, where it lies, and what it is drawn with."""

from collections.abc import Iterable, Mapping

from cli.export.html.page_lists import Shared
from cli.export.html.short_numbers import packed
from replay.draw.parts import Fixed, Movable, Part, Thing, Words, parts_of
from replay.scene import Box, Piece

FIXED, WORDS, SAYS, ZONE, PIECE = range(5)
"""How the script of the page knows what a thing is."""
PHRASE = "; "
"""Between the phrases of what a zone says. Phrases repeat, and the whole seldom does."""
ORIGIN = Box(0, 0, 0, 0)
CORNERS = ("ne", "nw", "se", "sw")
"""Where the star of a changed thing can be."""


class CutThings:
    """Gives every thing its place in the lists of a page. Equal things have the same one."""

    def __init__(self, shared: Shared) -> None:
        self._shared = shared
        self._kept: dict[Box, dict[Thing, list[int]]] = {}
        """By the corner from which they are seen."""

    def numbers(self, things: Iterable[Thing], boxes: Mapping[str, Box | None]) -> list[int]:
        """The places of things in their order. A piece is put where it lies in its zone, wherever that is."""
        found: list[int] = []
        at, corner, known = "", ORIGIN, self._known(ORIGIN)
        for thing in things:
            if type(thing) is Piece and thing.at != at:
                at, corner = thing.at, boxes.get(thing.at) or ORIGIN
                known = self._known(corner)
            numbers = known.get(thing)
            if numbers is None:
                numbers = known[thing] = [place for part in parts_of(thing) for place in self._put(part, corner)]
            found += numbers
        return found

    def _known(self, corner: Box) -> dict[Thing, list[int]]:
        return self._kept.setdefault(corner, {})

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


def _where(thing: Box | Words, corner: Box) -> list[int]:
    """Where a thing lies, in tenths and seen from a corner; odd numbers are below nothing."""
    ways = _tenths(thing.x - corner.x), _tenths(thing.y - corner.y)
    return [2 * way if way >= 0 else -2 * way - 1 for way in ways]


def _tenths(number: float) -> int:
    """A length in tenths, as exactly as anything is drawn."""
    return round(10 * number)
