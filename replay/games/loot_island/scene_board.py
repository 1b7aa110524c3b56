"""The board in the picture without its landings: the ship's corners, small islands, the event and the decks."""

from replay.action import UNKNOWN
from replay.games.loot_island.geometry import CORNERS, coast_ahead
from replay.games.loot_island.kit import tile_of
from replay.games.loot_island.scene_layout import CELLS, Layout
from replay.games.loot_island.scene_words import map_piece, tile_face
from replay.games.loot_island.state import State, kit_of
from replay.games.loot_island.view import EVENT_WORDS
from replay.games.loot_island.words import say, the_coasts, the_event, the_tile
from replay.lettering import fitted, in_lines, width_of
from replay.saying import counted
from replay.scene import Box, Ground, Piece, SceneGroup, ScenePart, Text, Zone
from replay.scene_parts import Room, again, as_others

_BOWS = {
    ("NW", "cw"): "east",
    ("NW", "ccw"): "south",
    ("NE", "cw"): "south",
    ("NE", "ccw"): "west",
    ("SE", "cw"): "west",
    ("SE", "ccw"): "north",
    ("SW", "cw"): "north",
    ("SW", "ccw"): "east",
}
_PILES = {"mix": "again"}
"""Treasures that were put away, shuffled again."""


def ground(state: State, layout: Layout) -> tuple[Ground, ...]:
    """Sea and island, and waves where no ship lies."""
    empty = [layout.cell_at(*CELLS[corner]).middle for corner in CORNERS if corner != state.corner]
    waves = [Ground(layout.sea, "wave", f"M{x - 16:g} {y - 2:g}q4 -5 8 0t8 0q4 -5 8 0t8 0") for x, y in empty]
    return (Ground(layout.sea, "sea-g"), Ground(layout.sea, "land", layout.land), *waves)


def middle(state: State, layout: Layout, viewer: str | None, room: Room) -> SceneGroup:
    """What lies on the board besides the landings."""
    ship = (state.corner, state.facing)
    event = (state.event, state.events)
    maps, treasures = (state.deck, state.discard), (state.treasure_deck, state.treasure_discard, state.pile)
    facts = (ship, state.islands, event, maps, treasures)

    def draw() -> list[ScenePart]:
        tiles, width = tuple(state.islands.items()), layout.width
        decks = (state.deck, len(state.discard), state.discard[-1:], state.treasure_deck)
        below = (len(state.pile), len(state.treasure_discard))
        return [
            again(room, (width, "ship", *ship), lambda: _corners(state, layout)),
            again(room, (width, "tiles", tiles), lambda: _islands(state, layout)),
            again(room, (width, "event", *event), lambda: _event(state, layout)),
            again(room, (width, "decks", decks), lambda: _decks(state, layout)),
            again(room, (width, "below", below), lambda: _below(state, layout)),
        ]

    return as_others(room, (layout.width, "middle"), viewer, facts, draw)


def _corners(state: State, layout: Layout) -> ScenePart:
    """The ship's four places, and the ship in one of them."""
    zones, pieces, texts = [], [], []
    for corner in CORNERS:
        x, y = layout.cell_at(*CELLS[corner]).middle
        box = Box(x - layout.slot, y - layout.slot, 2 * layout.slot, 2 * layout.slot)
        zones.append(Zone(corner, box, "slot", f"the {say(state.table, corner)}", "circle", tap=False))
        texts.append(Text(x, y + layout.corner_word, corner, layout.sized("mid soft t12", "mid soft t10")))
        if corner == state.corner:
            says = f"the ship, looking along {the_coasts([coast_ahead(corner, state.facing)])}"
            pieces.append(Piece("the-ship", corner, "sail", box, says, small=_BOWS[corner, state.facing]))
    return ScenePart(tuple(zones), tuple(pieces), tuple(texts))


# --- small islands


def _islands(state: State, layout: Layout) -> ScenePart:
    """Two rows of small islands; one that is turned down shows its back."""
    room, gap, names = layout.islands, layout.island_gap, list(state.islands)
    across = max(3, -(-len(names) // 2))
    wide, high = (room.w - gap * (across - 1)) / across, (room.h - gap) / 2
    zones = []
    for index, name in enumerate(names):
        row, column = divmod(index, across)
        box = Box(room.x + (wide + gap) * column, room.y + (high + gap) * row, wide, high)
        zones.append(_island(state, layout, name, box))
    title = Text(room.x + room.w / 2, room.y - layout.sized(9, 5), "small islands", layout.sized("mid t12", "mid t10"))
    return ScenePart(tuple(zones), texts=(title,))


def _island(state: State, layout: Layout, name: str, box: Box) -> Zone:
    symbol, words = tile_face(tile_of(kit_of(state), name))
    up, size = state.islands[name] == "up", layout.island_mark
    choices = [(each, look) for look in layout.sized(("t12",), ("t10", "t8")) for each in words]
    told, look = next((pair for pair in choices if width_of(*pair) <= box.w - 4), choices[-1])
    text = Text(
        box.x + box.w / 2, box.y + box.h - 7, fitted(told, look, box.w - 2), f"mid {look}{'' if up else ' on-back'}"
    )
    return Zone(
        name,
        box,
        "tile" if up else "tile back-tile",
        f"{the_tile(state.table, name)}, {'face up' if up else 'face down'}",
        corner=8,
        texts=(text,),
        symbol=symbol if up else "compass",
        symbol_look="mark-ink" if up else "back-mark2",
        symbol_box=Box(box.x + (box.w - size) / 2, box.y + 5, size, size),
        dot=(box.x + 9, box.y + 9),
    )


# --- the event


def _event(state: State, layout: Layout) -> ScenePart:
    """The event of the round in words, and how many are still to come, or which."""
    box, (line, step) = layout.event, layout.event_lines
    x, small = box.x + box.w / 2, layout.sized("t12", "t8")
    told = EVENT_WORDS.get(state.event, "not an event of this game") if state.event else "no event yet"
    coming, strong = _coming(state, layout)
    last = box.y + box.h - 7
    texts = [Text(x, box.y + layout.sized(22, 18), state.event or "", f"mid b serif {layout.sized('t20', 't16')}")]
    texts += [
        Text(x, last - 11 * row, words, "mid b soft t8" if strong else f"mid soft {small}")
        for row, words in enumerate(reversed(coming))
    ]
    most = int((box.h - 17 - 11 * (len(coming) - 1) - line) / step) + 1
    rows = in_lines(told, small, box.w - 4)[:most]
    texts += [Text(x, box.y + line + step * row, words, f"mid soft {small}") for row, words in enumerate(rows)]
    says = f"{the_event(state.table, state.event)}: {told}" if state.event else told
    says += f"; {counted(len(state.events), 'event')} to come"
    return ScenePart((Zone("event", box, "card", says, corner=6, texts=tuple(texts), tap=False),))


def _coming(state: State, layout: Layout) -> tuple[list[str], bool]:
    """How many events are to come; or their names, but not in their order, and True where everybody knows them."""
    if not state.events or UNKNOWN in state.events:
        return [f"{len(state.events)} to come"], False
    names = sorted(state.events, key=lambda name: (len(name), name))
    return in_lines(" ".join(names if layout.narrow else ["then", *names]), "b t8", layout.event.w - 4), True


# --- decks


def _decks(state: State, layout: Layout) -> ScenePart:
    """Maps to draw, maps put away, treasures; and how many healers and buried treasures lie face down."""
    first, step = layout.deck, layout.deck_step
    boxes = [Box(first.x + step * place, first.y, first.w, first.h) for place in range(3)]
    away, treasures = len(state.discard), sum(size for _, size in state.treasure_deck)
    numbers = {
        "maps": (state.deck, f"{counted(state.deck, 'map card')} to draw"),
        "put-away": (away, f"{counted(away, 'map card')} put away"),
        "treasures": (treasures, f"{counted(treasures, 'treasure')} to find"),
    }
    zones = [
        Zone(id, box, "slot", says, "none" if number else "box", 5, tap=False)
        for (id, (number, says)), box in zip(numbers.items(), boxes, strict=True)
    ]
    pieces = [*_maps(state, boxes[0]), *_put_away(state, boxes[1]), *_treasures(state, boxes[2])]
    words = ("maps", f"{away} out" if layout.narrow else f"{away} put away", _then(state))
    low, look = first.y + first.h + layout.sized(15, 11), layout.sized("mid t12", "mid t8")
    texts = [Text(box.x + box.w / 2, low, told, look) for box, told in zip(boxes, words, strict=True)]
    return ScenePart(tuple(zones), tuple(pieces), tuple(texts))


def _maps(state: State, box: Box) -> list[Piece]:
    if not state.deck:
        return []
    return [
        Piece("map-deck", "maps", "back", box, f"{counted(state.deck, 'map card')} face down", face=str(state.deck))
    ]


def _put_away(state: State, box: Box) -> list[Piece]:
    """The map card put away last."""
    if not state.discard:
        return []
    return [map_piece(state, "map-discard", "put-away", "colour-card", box, state.discard[-1])]


def _treasures(state: State, box: Box) -> list[Piece]:
    """The treasure deck: its topmost pile and how many are left in it."""
    if not state.treasure_deck:
        return []
    pile, size = state.treasure_deck[0]
    says = f"{counted(size, 'treasure')} of pile {_PILES.get(pile, pile)} on top"
    return [
        Piece("treasure-deck", "treasures", "treasure-deck", box, says, face=str(size), small=_PILES.get(pile, pile))
    ]


def _then(state: State) -> str:
    """How many treasures lie in the piles below the topmost."""
    rest = sum(size for _, size in state.treasure_deck[1:])
    return f"then {rest}" if rest else "treasure"


def _below(state: State, layout: Layout) -> ScenePart:
    """How many healers lie face down, and how many treasures are buried."""
    down, buried = len(state.pile), len(state.treasure_discard)
    counts = {
        "healers-down": ("healer", down, "healer" if down == 1 else "healers", f"{counted(down, 'healer')} face down"),
        "buried": ("treasure", buried, "buried", f"{counted(buried, 'treasure')} buried"),
    }
    high = layout.sized(18, 15)
    boxes = [Box(x, y, layout.sized(width, 116), high) for (x, y), width in zip(layout.below, (100, 96), strict=True)]
    found = [
        Piece(id, "middle", "count", box, says, "mark-ink", f"{number} {words}", symbol=symbol)
        for (id, (symbol, number, words, says)), box in zip(counts.items(), boxes, strict=True)
        if number
    ]
    (x, y), (end, low) = layout.below
    around = Box(x - 2, y - 2, end + boxes[1].w + 4 - x, low + high + 4 - y)
    return ScenePart((Zone("middle", around, "", "healers and buried treasures", "none", tap=False),), tuple(found))
