"""Shelves in the picture: treasures and healers that are face up to be taken, and what the symbols mean."""

from functools import partial

from replay.action import UNKNOWN
from replay.games.loot_island.scene_layout import Layout
from replay.games.loot_island.scene_words import healer_face, treasure_face
from replay.games.loot_island.state import State
from replay.games.loot_island.words import everybody
from replay.lettering import fitted, width_of
from replay.saying import listed
from replay.scene import KEY, Box, Piece, SceneGroup, ScenePart, Text, Zone
from replay.scene_parts import Room, again, spread

_KEY = (
    ("cube", "curse", "curse cubes"),
    ("disc", "faint", "discs not on the island"),
    ("first", "mark-gold", "first player"),
    ("chest", "faint", "chest: 1 treasure more"),
    ("plus", "faint", "counts as 2"),
    ("wild", "faint", "wild: as the card before"),
)
KEY_HEIGHT = 92
_HEAD = 28

Card = tuple[str, str, str, str]
"""Id, symbol, what stands on it, words."""


def shelves(state: State, layout: Layout, top: float, room: Room) -> tuple[SceneGroup, float]:
    """The shelves that there are now, one below the other, and where they end."""
    made = []
    for id, title, more, cards in _contents(state):
        high = _HEAD + layout.found[1] + 10
        box = Box(layout.mats.x, top, layout.mats.w, high if cards else 40)
        facts = (layout.width, "shelf", id, box, title, more, tuple(cards))
        made.append(again(room, facts, partial(_shelf, layout, id, box, title, more, cards)))
        top += box.h + layout.gap
    return made, top


def _contents(state: State) -> list[tuple[str, str, str, list[Card]]]:
    found = []
    if state.phase in ("loot", "final"):
        title, more = _loot_words(state)
        found.append(("found", title, more, [(name, *treasure_face(state.table, name)) for name in state.open]))
    if state.offer:
        cards = [(name, *treasure_face(state.table, name)) for name in state.offer]
        found.append(("offer", "Laid out", "passing brings one", cards))
    if state.healers:
        more = f"for {everybody(state.table, state.order)}" if state.order else ""
        found.append(("healers", "Healers", more, [(name, *healer_face(state.table, name)) for name in state.healers]))
    return found


def _loot_words(state: State) -> tuple[str, str]:
    """What the shelf of treasures is called, and what comes next."""
    loot = state.loot
    if loot is None:
        return "Treasures", ""
    if loot.at is not None:
        return f"Found at {loot.at}", f"for {everybody(state.table, loot.takers)}" if loot.takers else ""
    if loot.queue:
        return "To explore", listed([f"{place}, {size} loot" if size else place for place, size in loot.queue])
    return "Loot", "nothing more is found"


def _shelf(layout: Layout, id: str, box: Box, title: str, more: str, cards: list[Card]) -> ScenePart:
    room = box.w - 24 - width_of(title, "b t14") - 8
    text = Text(box.x + 12, box.y + 20, title, "b t14", fitted(more, "t14", room) if more else "")
    zone = Zone(id, box, "well", f"{title} {more}".strip(), tap=False)
    wide, high = layout.found
    lefts = spread(box.x + 10, box.w - 20, wide, wide + 6, len(cards))
    pieces = []
    for index, (name, symbol, face, says) in enumerate(cards):
        at = Box(lefts[index], box.y + _HEAD, wide, high)
        called = name if name != UNKNOWN else f"{id}-{index + 1}"
        pieces.append(Piece(called, id, "loot", at, says, face=face, symbol=symbol, part=True))
    return ScenePart((zone,), tuple(pieces), (text,))


def key(box: Box) -> ScenePart:
    """What the symbols mean."""
    zones = [Zone(KEY, box, "well", "what the symbols mean", tap=False)]
    for index, (symbol, look, words) in enumerate(_KEY):
        row, column = divmod(index, 2)
        at = Box(box.x + 12 + 110 * column, box.y + 10 + 25 * row, (110, 184)[column], 22)
        mark = Box(at.x, at.y + 2, 18, 18)
        text = Text(at.x + 24, at.y + 15, words, "t12")
        zones.append(Zone(f"key-{symbol}", at, "", words, "none", 0, (text,), symbol, look, mark, tap=False))
    return ScenePart(tuple(zones))
