"""Cards, treasures, healers and tiles in the picture: what stands on them. How they are said is in `words.py`."""

from functools import lru_cache

from replay.action import UNKNOWN
from replay.games.loot_island.actions import AARON
from replay.games.loot_island.kit import WILD, MapCard, Tile, card_of, healer_of
from replay.games.loot_island.state import State, kit_of
from replay.games.loot_island.words import one_treasure, revealed, say, some_healers
from replay.scene import LETTERS, Box, Piece
from replay.table import Table

_ICONS = ("cube", "draw", "chest", "plus")
"""Of several icons on a card, the first of these is drawn."""
_SYMBOLS = {"coins": "coin"}
_TILES: dict[str, tuple[str, tuple[str, ...]]] = {
    "cubes": ("cube", ("shed {}",)),
    "bottom": ("disc", ("to bottom", "bottom")),
    "place": ("disc", ("place",)),
    "draw": ("draw", ("draw 2",)),
    "treasure": ("treasure", ("treasure", "find")),
    "ship": ("ship", ("sail on", "sail")),
}


def colour_of(state: State, actor: str) -> str:
    """The colour of a player's discs; Aaron has one that nobody took."""
    return look_of(state.color or "" if actor == AARON else actor)


def look_of(colour: str) -> str:
    """The class of a colour; one without a letter of its own is drawn grey."""
    return colour if colour in LETTERS else "grey"


def map_piece(
    state: State, id: str, at: str, kind: str, box: Box, name: str, *, shown: float = 1, part: bool = False
) -> Piece:
    """A map card as a thing of the picture: a whole card, or a strip of which so much shows."""
    card = card_of(kit_of(state), name)
    if card is None:
        unseen = "back" if kind == "colour-card" else kind
        return Piece(id, at, unseen, box, revealed(state.table, UNKNOWN), "grey", UNKNOWN, amount=int(shown), part=part)
    look, value, icon = _face_of(card)
    return Piece(id, at, kind, box, say(state.table, name), look, value, "", icon, int(shown), part=part)


@lru_cache(maxsize=512)
def _face_of(card: MapCard) -> tuple[str, str, str]:
    """A map card: its colour, its number or `*`, and the symbol of its icon."""
    symbol = next((icon for icon in _ICONS if getattr(card, icon)), "")
    return look_of(card.color), "*" if card.value == WILD else str(card.value), symbol


def order_of(state: State, name: str) -> tuple[int, str, int, str]:
    """By colour and number, unseen cards last, so that a hand is easy to read."""
    card = card_of(kit_of(state), name)
    return (1, "", 0, "") if card is None else (0, card.color, card.value or 1_000, name)


def treasure_face(table: Table, name: str) -> tuple[str, str, str]:
    """A treasure: its symbol, its number, its words."""
    found, words = table.kit.treasure.get(name), one_treasure(table, name)
    if found is None:
        return "treasure", UNKNOWN, words
    return _SYMBOLS.get(found.type, found.type), f"#{found.ref}", words


def healer_face(table: Table, name: str) -> tuple[str, str, str]:
    """A healer: its symbol, its price, its words."""
    healer, words = healer_of(table.kit, name), some_healers(table, [name])
    if healer is None:
        return "healer", UNKNOWN, words
    more = f"+{healer.fixed}" if healer.fixed else ""
    return "healer", f"{healer.per}×{more}" if healer.per else str(healer.fixed), words


def tile_face(tile: Tile) -> tuple[str, tuple[str, ...]]:
    """A small island: its symbol, and what is written on it, from the longest to the shortest."""
    symbol, words = _TILES.get(tile.kind, ("island", (tile.name.replace("-", " "),)))
    return symbol, tuple(each.format(tile.n) for each in words)
