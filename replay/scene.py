"""A table as a picture, as data: what lies where, in which look, with the words for those who cannot see it.

A game says where its things lie (`Game.scene`); `replay/draw` turns that into SVG. The same scene serves the exported
page, the live board and the recorder. Ids are the words of the notation, so that a tap is a word. What a viewer may
not know is a card's back or a "?", in the same place and size: the geometry tells nothing.
"""

from collections.abc import Sequence
from functools import cached_property
from typing import TypeVar

import msgspec

_Thing = TypeVar("_Thing")

WIDE = 1000
PHONE = 390
NARROW = 700
"""With less room than this, the arrangement for phones is drawn."""
KEY = "key"
"""The zone that says what the symbols mean: it comes where room is left, and is no thing of the table."""

LETTERS = {
    "red": "R",
    "blue": "B",
    "green": "G",
    "purple": "P",
    "violet": "V",
    "orange": "O",
    "turquoise": "T",
    "white": "W",
    "yellow": "Y",
    "black": "K",
    "natural": "N",
}
"""Every colour also carries its letter, for those who cannot tell colours apart."""


class Box(msgspec.Struct, frozen=True, gc=False):
    """A place in the picture: the upper left corner, width and height."""

    x: float
    y: float
    w: float
    h: float

    @property
    def middle(self) -> tuple[float, float]:
        """Its middle."""
        return self.x + self.w / 2, self.y + self.h / 2

    def inset(self, by: float) -> "Box":
        """A smaller box inside it; larger with a negative margin."""
        return Box(self.x + by, self.y + by, self.w - 2 * by, self.h - 2 * by)

    def holds(self, other: "Box", slack: float = 0) -> bool:
        """Whether another box lies inside this one."""
        return (
            self.x - slack <= other.x
            and self.y - slack <= other.y
            and other.x + other.w <= self.x + self.w + slack
            and other.y + other.h <= self.y + self.h + slack
        )


class Text(msgspec.Struct, frozen=True, gc=False):
    """Words in the picture, beside the things: headings, counts. `look` are classes such as `b t14 mid soft`."""

    x: float
    y: float
    words: str
    look: str = "t14"
    more: str = ""
    """Softer words right behind them."""


class Zone(msgspec.Struct, frozen=True, gc=False):
    """A place at the table that can be tapped: a tile, a landing, a mat, a field."""

    id: str
    box: Box
    look: str
    """How its ground looks: `landing now`, `mat turn`, `tile down`."""
    says: str
    """What it is, for a screen reader."""
    shape: str = "box"
    """box, circle, island (an outline that follows from the id), none."""
    corner: float = 10
    texts: tuple[Text, ...] = ()
    symbol: str = ""
    """A symbol in its middle, or at the upper left where something lies on it."""
    symbol_look: str = ""
    symbol_box: Box | None = None
    tap: bool = True
    star: str = "ne"
    """The corner for the star of a changed thing, which must cover no words: ne, nw, se, sw."""
    dot: tuple[float, float] | None = None
    """Where the dot of a zone that may be tapped covers nothing; without one, at the lower left."""


class Piece(msgspec.Struct, frozen=True, gc=False):
    """A thing that lies in a zone: a card, a disc, a ship. `kind` says how it is drawn."""

    id: str
    at: str
    """The zone in which it lies."""
    kind: str
    box: Box
    says: str
    look: str = ""
    """Its colour, or other classes that its kind understands."""
    face: str = ""
    """What stands on it: a number, a letter, `?`."""
    small: str = ""
    """A second, smaller word."""
    symbol: str = ""
    amount: int = 1
    """How many things it stands for, for a fan or a pile."""
    rim: Box | None = None
    """Where its marks are drawn and a finger may fall, if not on itself: the tile on which a small thing stands."""
    part: bool = False
    """Whether it belongs so closely to its zone that the zone is marked when it changes: a card in a column."""
    star: str = ""
    """The corner for the star of a changed thing, as in a zone; without one, that of its kind."""


class Link(msgspec.Struct, frozen=True, gc=False):
    """A way between two zones."""

    one: str
    other: str


class Ground(msgspec.Struct, frozen=True, gc=False):
    """What lies under everything: sea, land. `path` is an SVG path; without one it is the box."""

    box: Box
    look: str
    path: str = ""
    corner: float = 14
    symbol: str = ""
    """A symbol instead: a compass on the sea."""


class ScenePart(msgspec.Struct, frozen=True):
    """A part of the picture: its zones, the pieces on them, and words beside them."""

    zones: Sequence[Zone] = ()
    pieces: Sequence[Piece] = ()
    texts: Sequence[Text] = ()


SceneGroup = Sequence[ScenePart]
"""Parts that belong together: the sea with all its islands, a mat with all that lies on it."""


class Scene(msgspec.Struct, frozen=True, dict=True):
    """A whole table: its size, the words above it, and everything on it."""

    width: int
    height: int
    title: str
    status: str = ""
    """How far the game is."""
    turn: str = ""
    """Who is to do what."""
    ground: tuple[Ground, ...] = ()
    groups: tuple[SceneGroup, ...] = ()
    """Everything on the table. What is as it was is mostly the very same group, or part."""
    links: tuple[Link, ...] = ()

    @cached_property
    def zones(self) -> tuple[Zone, ...]:
        """All zones; whoever looks at one part after the other does without this list."""
        return tuple([zone for group in self.groups for part in group for zone in part.zones])

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        """All pieces."""
        return tuple([piece for group in self.groups for part in group for piece in part.pieces])

    @cached_property
    def texts(self) -> tuple[Text, ...]:
        """All words beside the things."""
        return tuple([text for group in self.groups for part in group for text in part.texts])

    def zone(self, id: str) -> Zone | None:
        """The zone with this id."""
        return next((zone for zone in self.zones if zone.id == id), None)


def changed_ids(scene: Scene, before: Scene | None) -> frozenset[str]:
    """The smallest things that a step changed: pieces that show or say something else, and zones.

    A zone also says what lies on it or belongs to it (`red-discs` to `red`). So it is what changed if its own words or
    symbol are others, if a mere part of it changed, if a piece left it and none came; and if it is new or says
    something else, where nothing of that is marked already. Whose turn it is shows in its look, and is no change of it.
    """
    if before is None:
        return frozenset()
    now, old = _other_parts(scene, before)
    old_pieces = {piece.id: piece for part in old for piece in part.pieces}
    old_zones = {zone.id: zone for part in old for zone in part.zones}
    here = [piece for part in now for piece in part.pieces]
    differing = [piece for piece in here if not _alike(piece, old_pieces.get(piece.id))]
    pieces = {piece.id for piece in differing if not piece.part}
    others = [(zone, old_zones.get(zone.id)) for part in now for zone in part.zones]
    zones = {zone.id for zone, was in others if was is not None and not _same(zone, was)}
    kept = {piece.id for piece in here}
    shown = {piece.at for piece in differing if not piece.part}
    left = {piece.at for id, piece in old_pieces.items() if id not in kept} - shown
    left |= {piece.at for piece in differing if piece.part}
    if left:
        left = {zone.id for group in scene.groups for part in group for zone in part.zones if zone.id in left}
    found = pieces | zones | left
    told = [zone for zone, was in others if (was.says != zone.says if was is not None else _is_news(zone))]
    shown |= {old_pieces[id].at for id in pieces if id in old_pieces}  # where a marked piece came from
    return frozenset(found.union([zone.id for zone in told if not _told_by(zone.id, found, shown)]))


def _is_news(zone: Zone) -> bool:
    """Whether a zone that was not there shows something new: not without a ground, nor what explains the symbols."""
    return bool(zone.look) and zone.id != KEY


def _told_by(zone: str, marked: set[str], shown: set[str]) -> bool:
    """Whether what a zone says is marked already: on itself, on what is or was on it, or on what is called after it."""
    return zone in marked or zone in shown or any(id.startswith((f"{zone}-", f"{zone}.")) for id in marked)


def _other_parts(scene: Scene, before: Scene) -> tuple[list[ScenePart], list[ScenePart]]:
    """The parts, now and before, that are not the very same: what is in the others did not change."""
    here, there = _by_identity(scene.groups), _by_identity(before.groups)
    now = _by_identity([part for id in here.keys() - there.keys() for part in here[id]])
    old = _by_identity([part for id in there.keys() - here.keys() for part in there[id]])
    return [now[id] for id in now.keys() - old.keys()], [old[id] for id in old.keys() - now.keys()]


def _by_identity(things: Sequence[_Thing]) -> dict[int, _Thing]:
    return dict(zip(map(id, things), things, strict=True))


def _alike(piece: Piece, old: Piece | None) -> bool:
    """Whether a piece shows and says what it did; where exactly it lies within its zone tells nothing."""
    return piece == old or (old is not None and _fact(piece) == _fact(old))


def _fact(piece: Piece) -> tuple[object, ...]:
    return piece.at, piece.kind, piece.says, piece.look, piece.face, piece.small, piece.symbol, piece.amount


def _same(zone: Zone, old: Zone) -> bool:
    if zone.texts == old.texts:
        return zone.symbol == old.symbol
    return zone.symbol == old.symbol and [text.words for text in zone.texts] == [text.words for text in old.texts]
