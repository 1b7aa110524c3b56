"""The things of a picture as numbers for the page: what each is, where it lies, and what it is drawn with."""

from collections import defaultdict
from collections.abc import Iterable, Mapping

from cli.export.html.page_lists import Shared
from cli.export.html.short_numbers import packed
from replay.draw.parts import Fixed, Movable, Part, Thing, Words, drawn_piece, parts_of
from replay.draw.picture import star_of
from replay.scene import Box, Piece, Zone

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
        self._still: dict[Thing, list[int]] = {}
        """What is drawn where it lies."""
        self._kept: defaultdict[Box, dict[Thing, list[int]]] = defaultdict(dict)
        """Pieces, by the corner from which they are seen."""
        self._drawings: dict[tuple[object, ...], int] = {}
        """The drawings of pieces, by all that they show."""
        self._zones: dict[tuple[object, ...], list[int]] = {}
        """Zones, by all but what they say: that changes with everything on them."""
        self._sayings: dict[str, int] = {}

    def numbers(self, things: Iterable[Thing]) -> list[int]:
        """The places of things in their order."""
        known = self._still
        found: list[int] = []
        for thing in things:
            numbers = known.get(thing)
            if numbers is None:
                numbers = known[thing] = self._put(thing, ORIGIN)
            found += numbers
        return found

    def pieces(self, pieces: Iterable[Piece], boxes: Mapping[str, Box | None]) -> list[int]:
        """The places of pieces in their order. A piece is put where it lies in its zone, wherever that is."""
        found: list[int] = []
        at, corner, known = "", ORIGIN, self._kept[ORIGIN]
        for piece in pieces:
            if piece.at != at:
                at = piece.at
                corner = boxes.get(at) or ORIGIN
                known = self._kept[corner]
            numbers = known.get(piece)
            if numbers is None:
                numbers = known[piece] = self._put(piece, corner)
            found += numbers
        return found

    def _put(self, thing: Thing, corner: Box) -> list[int]:
        """The places of a thing; new pieces and zones are by far the most."""
        if type(thing) is Piece:
            return [self._shared.things.place(packed(self._piece(thing, corner)))]
        if type(thing) is Zone:
            return self._zone(thing)
        return [self._place(part) for part in parts_of(thing)]

    def _zone(self, zone: Zone) -> list[int]:
        """The place of a zone, then of what it says, then those of its words."""
        looks = (zone.look, zone.shape, zone.corner, zone.symbol, zone.symbol_look, zone.symbol_box, zone.star)
        key = (zone.id, zone.box, zone.texts, looks)
        found = self._zones.get(key)
        if found is None:
            found = self._zones[key] = [self._place(part) for part in parts_of(zone)]
        said = self._sayings.get(zone.says)
        if said is None:
            phrases = self._shared.texts.places(zone.says.split(PHRASE))
            said = self._sayings[zone.says] = self._shared.things.place(packed([SAYS, *phrases]))
        return [found[0], said, *found[1:]]

    def _piece(self, piece: Piece, corner: Box) -> list[int]:
        texts, box = self._shared.texts.place, piece.box
        drawing = self._drawing(piece)
        names = [drawing, texts(piece.id), texts(piece.at), texts(piece.says)]
        star = star_of(piece)
        if star != CORNERS[0]:
            names.append(CORNERS.index(star))
        return [PIECE, *_where(box.x - corner.x, box.y - corner.y), round(10 * box.w), round(10 * box.h), *names]

    def _drawing(self, piece: Piece) -> int:
        """The drawing of a piece, wherever it lies and whatever it is called."""
        box = piece.box
        looks = (piece.kind, box.w, box.h, piece.look, piece.face, piece.small, piece.symbol, piece.amount, piece.rim)
        key = (*looks, piece.part, piece.star)
        found = self._drawings.get(key)
        if found is None:
            found = self._drawings[key] = self._shared.drawing(drawn_piece(piece))
        return found

    def _place(self, part: Part) -> int:
        """The place of a part of anything but a piece."""
        shared, texts = self._shared, self._shared.texts.place
        match part:
            case Fixed():
                found = [FIXED, shared.drawing(part.drawn)]
            case Words():
                more = [texts(part.more)] if part.more else []
                found = [WORDS, *_where(part.x, part.y), texts(part.look), texts(part.words), *more]
            case Movable():
                size = [round(10 * part.box.w), round(10 * part.box.h)]
                names = [*_where(part.box.x, part.box.y), *size, shared.drawing(part.drawn), texts(part.id)]
                star = [CORNERS.index(part.star)] if part.star != CORNERS[0] else []
                found = [ZONE, *names, *star]
        return shared.things.place(packed(found))


def _where(x: float, y: float) -> tuple[int, int]:
    """How far a thing lies from a corner, in tenths, as exactly as anything is drawn; odd numbers are below nothing."""
    right, down = round(10 * x), round(10 * y)
    return 2 * right if right >= 0 else -2 * right - 1, 2 * down if down >= 0 else -2 * down - 1
