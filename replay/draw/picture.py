"""A scene as SVG elements, and as a whole picture."""

import hashlib
from collections.abc import Callable, Collection
from functools import lru_cache
from html import escape

from replay.draw import cards, figures, grounds, island_cards, maps, pirates
from replay.draw.elements import circle, num, path, rect, symbol, text
from replay.lettering import PILL_SIDES, fitted, head_looks, turn_room, width_of
from replay.scene import NARROW, Box, Ground, Piece, Scene, Text, Zone, changed_ids

KINDS: dict[str, Callable[[Piece], str]] = {
    "back": cards.back,
    "fan": cards.fan,
    "island-card": island_cards.island_card,
    "half-card": island_cards.half_card,
    "mini-card": island_cards.mini_card,
    "treasure": cards.treasure,
    "colour-card": maps.colour_card,
    "strip": maps.strip,
    "loot": maps.loot_card,
    "treasure-deck": maps.treasure_deck,
    "sail": maps.sail,
    "card": cards.plain_card,
    "slot": cards.slot,
    "disc": figures.disc,
    "explorer": figures.explorer,
    "coin": figures.coin,
    "gone": figures.gone,
    "letter": figures.letter,
    "pawn": figures.pawn,
    "vessel": figures.vessel,
    "count": figures.count,
    "pill": figures.pill,
    "picture": figures.picture,
    "hull": figures.hull,
    "bomb": figures.bomb,
    "tally": figures.tally,
    "tile": figures.tile,
    "pirate-card": pirates.pirate_card,
    "pawns": pirates.pawns,
    "round": pirates.round_letter,
    "relic": pirates.relic,
    "secret-card": pirates.secret_card,
    "place-card": pirates.place_card,
}
"""How each kind of piece is drawn."""


def draw(
    scene: Scene, before: Scene | None = None, *, touch: Collection[str] = (), chosen: Collection[str] = ()
) -> list[str]:
    """The elements of a picture, in the order in which they lie over each other.

    `before` is the scene one step earlier: what differs is marked. `touch` may be tapped, `chosen` was tapped.
    """
    changed = changed_ids(scene, before)
    found = [rect(Box(0, 0, scene.width, scene.height), "ground"), _head(scene)]
    found += [_ground(ground) for ground in scene.ground]
    found += [_link(scene, one, other) for one, other in ((link.one, link.other) for link in scene.links)]
    found += [_zone(zone, zone.id in touch) for zone in scene.zones]
    # What lies on a zone covers the zone's rim, not the other way round.
    found += [outline(zone, "target-rim") for zone in scene.zones if zone.id in touch]
    found += [_text(item) for item in scene.texts]
    found += [_piece(piece, piece.id in touch, piece.at in touch) for piece in scene.pieces]
    things: list[Zone | Piece] = [*scene.zones, *scene.pieces]
    taken = {piece.at for piece in scene.pieces}
    found += [_target(thing, thing.id not in taken) for thing in _one_each(things, touch)]
    found += [_changed(thing) for thing in _one_each(things, changed)]
    found += [_chosen(thing) for thing in _one_each(things, chosen)]
    return found


def picture(scene: Scene, before: Scene | None = None, *, symbols: str = "", css: str = "") -> str:
    """A whole SVG file. With `symbols` and `css` it stands alone; a page that has them leaves them out."""
    size = f'viewBox="0 0 {scene.width} {scene.height}"'
    style = f"<style>{css}</style>" if css else ""
    inner = "\n".join(draw(scene, before))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="scene" {size} role="group" aria-label="{escape(scene.title)}">'
        f"{style}{symbols}\n{inner}\n</svg>"
    )


def _head(scene: Scene) -> str:
    """Title and status at the left, who is to do what at the right."""
    narrow = scene.width < NARROW
    left = 8 if narrow else 16
    large, medium, bold = head_looks(narrow)
    title = f'<tspan class="{large}">{escape(scene.title)}</tspan>'
    status = f'<tspan class="{medium} soft" dx="6">{escape(scene.status)}</tspan>'
    told = [f'<text x="{left}" y="{27 if narrow else 34}">{title}{"" if narrow else status}</text>']
    if narrow and scene.status:
        told.append(text(left, 46, scene.status, f"{medium} soft"))
    if scene.turn:
        words = fitted(scene.turn, bold, turn_room(scene.title, scene.status, scene.width))
        width = width_of(words, bold) + PILL_SIDES
        pill = Box(scene.width - left - width, *((9, width, 26) if narrow else (12, width, 30)))
        foot = pill.y + (17.5 if narrow else 20)
        told += [rect(pill, "turn-pill", pill.h / 2), text(pill.x + width / 2, foot, words, f"mid {bold} on-turn")]
    return "".join(told)


def _ground(ground: Ground) -> str:
    if ground.symbol:
        return symbol(ground.symbol, ground.box, ground.look)
    return path(ground.path, ground.look) if ground.path else rect(ground.box, ground.look, ground.corner)


def _link(scene: Scene, one: str, other: str) -> str:
    ends = [zone.box.middle for zone in (scene.zone(one), scene.zone(other)) if zone is not None]
    if len(ends) < 2:
        return ""
    (x, y), (to_x, to_y) = ends
    return path(f"M{num(x)} {num(y)}L{num(to_x)} {num(to_y)}", "route")


def _text(item: Text) -> str:
    return text(item.x, item.y, item.words, item.look, item.more)


@lru_cache(maxsize=4096)  # most of a table is as it was a step before
def _zone(zone: Zone, tap: bool) -> str:
    icon = symbol(zone.symbol, zone.symbol_box or zone.box, zone.symbol_look) if zone.symbol else ""
    inner = outline(zone, zone.look) + grounds.dressing(zone) + icon + "".join(_text(item) for item in zone.texts)
    return f'<g class="zone" data-id="{escape(zone.id)}" {_role(zone.says, tap)}>{inner}{_focus(zone)}</g>'


@lru_cache(maxsize=4096)
def _piece(piece: Piece, tap: bool, zone_too: bool = False) -> str:
    """A piece; one that may be tapped is tapped anywhere within its rim, unless its zone may be tapped too."""
    hit = rect(piece.rim, "hit") if tap and piece.rim is not None and not zone_too else ""
    drawn = hit + KINDS[piece.kind](piece) + _focus(piece)
    names = f'data-id="{escape(piece.id)}" data-at="{escape(piece.at)}"'
    return f'<g class="piece" {names} {_role(piece.says, tap)}>{drawn}</g>'


def _role(says: str, tap: bool) -> str:
    role = 'role="button" tabindex="0"' if tap else 'role="img"'
    return f'{role} aria-label="{escape(says)}"'


def _focus(thing: Zone | Piece) -> str:
    return rect(thing.box.inset(-3), "focus-rim", 8)


def outline(thing: Zone | Piece, look: str) -> str:
    """The outline of a thing in a look: that of its zone's shape, or its box."""
    if isinstance(thing, Piece):
        return rect(thing.box.inset(-4), look, 6) if thing.rim is None else rect(thing.rim, look, 8)
    if thing.shape == "none":
        return rect(thing.box, look, thing.corner) if look.endswith("-rim") else ""
    if thing.shape == "circle":
        return circle(*thing.box.middle, thing.box.w / 2, look)
    if thing.shape == "island":
        return path(_coast(thing), look)
    return rect(thing.box, look, thing.corner)


def _coast(zone: Zone) -> str:
    """The outline of an island: twelve points of a superellipse, each moved a little, the same for ever for its id."""
    bends = hashlib.sha256(zone.id.encode()).digest()
    x, y = zone.box.middle
    points = []
    for index in range(12):
        along, across = _CIRCLE[index]
        swell = 1 + (bends[index] / 255 - 0.5) * 0.07
        points.append((x + zone.box.w / 2 * along * swell, y + zone.box.h / 2 * across * swell))
    return _smooth(points)


def _rounded(value: float) -> float:
    return float(abs(value) ** (2 / 4.2)) * (1 if value > 0 else -1 if value < 0 else 0)


_COSINES = (1.0, 0.8660254, 0.5, 0.0, -0.5, -0.8660254, -1.0, -0.8660254, -0.5, 0.0, 0.5, 0.8660254)
_CIRCLE = [(_rounded(_COSINES[n]), _rounded(_COSINES[(n - 3) % 12])) for n in range(12)]


def _smooth(points: list[tuple[float, float]]) -> str:
    """A closed curve through points."""
    n = len(points)
    parts = [f"M{num(points[0][0])} {num(points[0][1])}"]
    for index in range(n):
        (ax, ay), (bx, by) = points[index - 1], points[index]
        (cx, cy), (dx, dy) = points[(index + 1) % n], points[(index + 2) % n]
        one = (bx + (cx - ax) / 6, by + (cy - ay) / 6)
        two = (cx - (dx - bx) / 6, cy - (dy - by) / 6)
        parts.append("C" + " ".join(f"{num(px)} {num(py)}" for px, py in (one, two, (cx, cy))))
    return "".join(parts) + "Z"


def _rim(thing: Zone | Piece) -> Box:
    return thing.rim or thing.box if isinstance(thing, Piece) else thing.box


def _one_each(things: list[Zone | Piece], ids: Collection[str]) -> list[Zone | Piece]:
    """The things to mark; where a tile and what stands on it have one rim, it is drawn once."""
    rims: dict[Box, Zone | Piece] = {}
    for thing in things:
        if thing.id in ids:
            rims.setdefault(_rim(thing), thing)
    return list(rims.values())


def _corner(thing: Zone | Piece, across: int = 1, down: int = 0) -> tuple[float, float]:
    """A corner of the rim that marks a thing: the upper right one, unless told otherwise."""
    own = isinstance(thing, Piece) and thing.rim is None
    box = thing.box.inset(-4) if own else _rim(thing).inset(2)  # along the edge of the picture it must not be cut
    return box.x + box.w * across, box.y + box.h * down


def _target(thing: Zone | Piece, empty: bool = False) -> str:
    """May be tapped: a solid rim along its own outline, and a dot: where its zone says, in the middle of an empty zone,
    else at lower left. The rim of a zone lies below the pieces already."""
    box = _rim(thing)
    at = box.x + 10, box.y + box.h - 10
    if isinstance(thing, Zone):
        return circle(*(thing.dot or (box.middle if empty else at)), 7, "target-dot")
    if thing.kind in _WORDS_BELOW:
        at = box.x + 9, box.y + 9
    elif thing.kind in _FULL_OF_WORDS:
        at = box.x, box.y + box.h
    return outline(thing, "target-rim") + circle(*at, 7, "target-dot")


_WORDS_BELOW = ("loot",)
"""The kinds that have words at the foot, so that the dot goes to the upper left."""
_FULL_OF_WORDS = ("pirate-card",)
"""The kinds with something at every corner, so that the dot goes on the corner itself."""
_STAR_AT = {"fan": "sw", "mini-card": "se"}
"""The corner for the star where it is not the upper right one: hands lie close below words."""


def star_of(thing: Zone | Piece) -> str:
    """The corner for the star of a changed thing, where it covers no words."""
    return thing.star or (_STAR_AT.get(thing.kind, "ne") if isinstance(thing, Piece) else "ne")


def _changed(thing: Zone | Piece) -> str:
    """Changed by the last event: a dashed rim, and a star at a corner."""
    at = star_of(thing)
    x, y = _corner(thing, int(at.endswith("e")), int(at.startswith("s")))
    return (
        outline(thing, "changed-rim") + circle(x, y, 9, "changed-dot") + text(x, y + 9.5, "*", "mid b t20 on-changed")
    )


def _chosen(thing: Zone | Piece) -> str:
    """Tapped: a thick rim, and a tick at the upper right corner."""
    x, y = _corner(thing)
    tick = symbol("check", Box(x - 6.5, y - 6.5, 13, 13), "chosen-tick")
    return outline(thing, "chosen-rim") + circle(x, y, 10, "chosen-dot") + tick
