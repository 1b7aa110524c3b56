"""A picture in parts that are the same wherever they lie: what a page or a live board keeps once and puts in place.

`draw` gives the elements of one picture. Over a whole game the same card lies in many places, so a part is drawn at
the origin and says where it is to be put. Words are parts of their own: counts change more often than what they are
about.
"""

import re
from functools import lru_cache
from typing import assert_never

import msgspec

from replay.draw.elements import num, path, symbol
from replay.draw.grounds import dressing
from replay.draw.picture import KINDS, draw, outline, star_of
from replay.scene import Box, Ground, Piece, Scene, Text, Zone

_ELEMENT = re.compile(r"<text\b.*?</text>|<(?:rect|circle|path|use)\b[^>]*/>", re.S)


class Heading(msgspec.Struct, frozen=True):
    """The ground of a picture, and the words above it."""

    width: int
    height: int
    title: str
    status: str
    turn: str


class Way(msgspec.Struct, frozen=True):
    """A way between two zones, by where they lie."""

    one: Box
    other: Box


Thing = Heading | Ground | Way | Zone | Text | Piece
"""What a picture is made of, in the order in which it is drawn."""


class Fixed(msgspec.Struct, frozen=True):
    """An element that is drawn where it lies."""

    drawn: str


class Words(msgspec.Struct, frozen=True):
    """Words at a place; `look` are their classes."""

    x: float
    y: float
    look: str
    words: str
    more: str


class Movable(msgspec.Struct, frozen=True):
    """A zone or a piece: elements drawn at the origin, and the box into which they are put."""

    drawn: str
    box: Box
    id: str
    at: str
    """The zone in which a piece lies; empty for a zone."""
    says: str
    star: str
    """The corner for the star that marks it."""


Part = Fixed | Words | Movable


def things_of(scene: Scene) -> list[Thing]:
    """What a scene is made of. Equal things give equal parts, so whoever draws many scenes can keep them."""
    return [heading_of(scene), *scene.ground, *ways_of(scene), *scene.zones, *scene.texts, *scene.pieces]


def heading_of(scene: Scene) -> Heading:
    """What lies under a scene, and the words above it."""
    return Heading(scene.width, scene.height, scene.title, scene.status, scene.turn)


def ways_of(scene: Scene) -> list[Way]:
    """The ways between the zones of a scene."""
    boxes = {zone.id: zone.box for zone in scene.zones}
    ends = [(boxes.get(link.one), boxes.get(link.other)) for link in scene.links]
    return [Way(one, other) for one, other in ends if one is not None and other is not None]


def parts_of(thing: Thing) -> tuple[Part, ...]:
    """The parts of a thing, in the order in which they lie over each other."""
    match thing:
        case Heading():
            sheet = Scene(thing.width, thing.height, thing.title, thing.status, thing.turn)
            return tuple(Fixed(element) for drawn in draw(sheet) for element in _elements(drawn))
        case Ground():
            return tuple(Fixed(drawn) for drawn in draw(Scene(0, 0, "", ground=(thing,)))[2:])
        case Way():
            (x, y), (to_x, to_y) = thing.one.middle, thing.other.middle
            return (Fixed(path(f"M{num(x)} {num(y)}L{num(to_x)} {num(to_y)}", "route")),)
        case Zone():
            return (_zone(thing), *(_words(item) for item in thing.texts))
        case Text():
            return (_words(thing),)
        case Piece():
            return (Movable(drawn_piece(thing), thing.box, thing.id, thing.at, thing.says, star_of(thing)),)
        case _:
            assert_never(thing)


def drawn_piece(piece: Piece) -> str:
    """A piece at the origin, whatever it is called: the same card is drawn once."""
    return _drawn(msgspec.structs.replace(piece, box=Box(0, 0, piece.box.w, piece.box.h), id="", at="", says=""))


@lru_cache(4096)
def _drawn(piece: Piece) -> str:
    return KINDS[piece.kind](piece)


def _elements(drawn: str) -> list[str]:
    """Elements that stand side by side, apart: the status changes without the title."""
    found = _ELEMENT.findall(drawn)
    return found if "".join(found) == drawn else [drawn]


def _words(item: Text) -> Words:
    return Words(item.x, item.y, item.look, item.words, item.more)


def _zone(zone: Zone) -> Movable:
    box, icon = zone.box, zone.symbol_box or zone.box
    ground = Zone(zone.id, Box(0, 0, box.w, box.h), zone.look, "", zone.shape, zone.corner)
    drawn = _ground(ground)
    if zone.symbol:
        drawn += symbol(zone.symbol, Box(icon.x - box.x, icon.y - box.y, icon.w, icon.h), zone.symbol_look)
    return Movable(drawn, box, zone.id, "", zone.says, star_of(zone))


@lru_cache(4096)
def _ground(zone: Zone) -> str:
    """The ground of a zone at the origin: what is on it changes more often, and so what it says."""
    return outline(zone, zone.look) + dressing(zone)
