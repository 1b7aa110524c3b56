"""Cards, treasures, healers and tiles in the picture: what stands on them, and how a screen reader says them."""

from functools import lru_cache

from replay.action import UNKNOWN
from replay.games.loot_island.actions import AARON
from replay.games.loot_island.kit import WILD, Kit, MapCard, Tile, card_of, healer_of
from replay.games.loot_island.state import State, kit_of
from replay.saying import listed, owner, person
from replay.scene import LETTERS, Box, Piece

COAST_WORDS = {"N": "north", "E": "east", "S": "south", "W": "west"}
CORNER_WORDS = {"NW": "north-west", "NE": "north-east", "SE": "south-east", "SW": "south-west"}
_ICONS = {"cube": "a cube", "draw": "a draw icon", "chest": "a chest", "plus": "a +1"}
_SYMBOLS = {"coins": "coin"}
_TREASURES = {"coins": "coin bag"}
_TILES: dict[str, tuple[str, tuple[str, ...]]] = {
    "cubes": ("cube", ("shed {}",)),
    "bottom": ("disc", ("to bottom", "bottom")),
    "place": ("disc", ("place",)),
    "draw": ("draw", ("draw 2",)),
    "treasure": ("treasure", ("treasure", "find")),
    "ship": ("ship", ("sail on", "sail")),
}


def named(state: State, actor: str) -> str:
    """A player by name, or Aaron."""
    return "Aaron" if actor == AARON and actor not in state.table.seats else person(state.table, actor)


def owned(state: State, actor: str) -> str:
    """Whose a thing is: `Ann's`, `Aaron's`."""
    return "Aaron's" if actor == AARON and actor not in state.table.seats else owner(state.table, actor)


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
        return Piece(id, at, unseen, box, "an unseen map card", "grey", UNKNOWN, amount=int(shown), part=part)
    says, look, value, icon = _face_of(card)
    return Piece(id, at, kind, box, says, look, value, "", icon, int(shown), part=part)


@lru_cache(maxsize=512)
def _face_of(card: MapCard) -> tuple[str, str, str, str]:
    """A map card in words (`red 9 with a cube`), its colour, its number or `*`, and the symbol of its icon."""
    icons = [icon for icon in _ICONS if getattr(card, icon)]
    value, symbol = str(card.value), icons[0] if icons else ""
    if card.value == WILD:
        return f"{card.color} wild", look_of(card.color), "*", symbol
    more = f" with {listed([_ICONS[icon] for icon in icons])}" if icons else ""
    return f"{card.color} {value}{more}", look_of(card.color), value, symbol


def order_of(state: State, name: str) -> tuple[int, str, int, str]:
    """By colour and number, unseen cards last, so that a hand is easy to read."""
    card = card_of(kit_of(state), name)
    return (1, "", 0, "") if card is None else (0, card.color, card.value or 1_000, name)


def treasure_face(kit: Kit, name: str) -> tuple[str, str, str]:
    """A treasure: its symbol, its number, its words."""
    found = kit.treasure.get(name)
    if found is None:
        return "treasure", UNKNOWN, "a treasure that was not named"
    return (
        _SYMBOLS.get(found.type, found.type),
        f"#{found.ref}",
        f"{_TREASURES.get(found.type, found.type)} {found.ref}",
    )


def healer_face(kit: Kit, name: str) -> tuple[str, str, str]:
    """A healer: its symbol, its price, its words."""
    healer = healer_of(kit, name)
    if healer is None:
        return "healer", UNKNOWN, "a healer that was not seen"
    if not healer.per:
        return "healer", str(healer.fixed), f"healer for {healer.fixed}"
    more = f"+{healer.fixed}" if healer.fixed else ""
    words = f" and {healer.fixed} more" if healer.fixed else ""
    return "healer", f"{healer.per}×{more}", f"healer for {healer.per} per cube{words}"


def tile_face(tile: Tile) -> tuple[str, tuple[str, ...]]:
    """A small island: its symbol, and its words from the longest to the shortest."""
    symbol, words = _TILES.get(tile.kind, ("island", (tile.name.replace("-", " "),)))
    return symbol, tuple(each.format(tile.n) for each in words)
