"""The pirates' nest in the picture: the ring of fields with captains, the houses, the island cards inside it."""

from functools import lru_cache, partial

from replay.action import UNKNOWN
from replay.games.gold_island.phrases import pirates_by_colour, the_place, where
from replay.games.gold_island.scene_layout import Eyes, Nest, as_others
from replay.games.gold_island.scene_words import FIELD_LABELS, FIELD_SYMBOLS
from replay.games.gold_island.state import State
from replay.games.gold_island.words import LIGHTHOUSE, kind_of
from replay.lettering import fitted, width_of
from replay.saying import counted, listed
from replay.scene import LETTERS, Box, Piece, ScenePart, Text, Zone
from replay.scene_parts import again, as_last, joined, spread

_COLUMNS = 5
MIDDLE = "nest"
_HOUSE = 42
"""The height of a house: as much as a finger needs."""


def nest(eyes: Eyes) -> list[ScenePart]:
    """The ring, clockwise from the lighthouse, a part for each field; and what lies inside it."""
    state = eyes.state
    facts = (eyes.captains, state.houses, state.deck, state.gold)
    return as_others(eyes, "nest", facts, partial(_nest, eyes, eyes.captains))


def _nest(eyes: Eyes, captains: tuple[tuple[str, str], ...]) -> list[ScenePart]:
    fields = _fields(eyes.state)
    boxes = _ring(fields, eyes.look.nest)
    parts = []
    for field, box in boxes.items():
        there = tuple(seat for seat, at in captains if at == field)
        parts.append(as_last(eyes.last, field, (box, there), partial(_kept_field, eyes, field, box, there)))
    off = tuple(pair for pair in captains if pair[1] not in boxes)
    inside = ("inside", fields, tuple(eyes.state.houses.items()), eyes.state.deck, eyes.state.gold, off)
    return [*parts, again(eyes.drawn, inside, partial(_inside, eyes, len(fields), [*boxes]))]


def _kept_field(eyes: Eyes, field: str, box: Box, there: tuple[str, ...]) -> ScenePart:
    return again(eyes.drawn, (field, box, there), partial(_field, eyes, field, box))


def _fields(state: State) -> tuple[str, ...]:
    """The fields of the kit's ring; without one, those on which captains stand."""
    ring = state.table.kit.board.fields
    named = [owned.captain for owned in state.owned.values() if kind_of(owned.captain)]
    return ring or tuple(dict.fromkeys([LIGHTHOUSE, *named]))


def _lines(fields: int) -> int:
    """How many rows of fields the ring has: three for twelve fields, four for thirteen or fourteen."""
    return max(3, (fields + 1) // 2 - _COLUMNS + 2)


@lru_cache(64)
def _ring(fields: tuple[str, ...], look: Nest) -> dict[str, Box]:
    """The rim of a grid, clockwise from the upper left. A spare cell goes to the lighthouse."""
    lines, w = _lines(len(fields)), _wide(look)
    downs = _downs(look, lines)
    cells = [(column, 0) for column in range(_COLUMNS)]
    cells += [(_COLUMNS - 1, line) for line in range(1, lines)]
    cells += [(column, lines - 1) for column in range(_COLUMNS - 2, -1, -1)]
    cells += [(0, line) for line in range(lines - 2, 0, -1)]
    spare = len(cells) > len(fields)
    found = {}
    for index, field in enumerate(fields):
        column, line = cells[index + 1 if spare and index else index]
        wide = 2 * w + look.gap if spare and not index else w
        top, high = downs[line]
        found[field] = Box(look.box.x + column * (w + look.gap), top, wide, high)
    return found


def _wide(look: Nest) -> float:
    """The width of a field."""
    return (look.box.w - look.gap * (_COLUMNS - 1)) / _COLUMNS


def _downs(look: Nest, lines: int) -> list[tuple[float, float]]:
    """Top and height of each row. With three rows the middle one is as high as two, to leave room inside."""
    usual = max(4, lines)
    high = (look.box.h - look.gap * (usual - 1)) / usual
    heights = [high] * lines if lines == usual else [high, 2 * high + look.gap, high]
    tops = [look.box.y + sum(heights[:line]) + look.gap * line for line in range(lines)]
    return list(zip(tops, heights, strict=True))


def _field(eyes: Eyes, field: str, box: Box) -> ScenePart:
    """A field: its symbol, its label, and the captains on it."""
    look, kind = eyes.look.nest, kind_of(field) or field
    colour = kind.removeprefix("pirate-") if kind.startswith("pirate-") else ""
    mark = Box(box.x + 6, box.y + 4, look.symbol, look.symbol)
    room = box.w - 8
    label = Text(
        box.x + 5, box.y + box.h - look.foot, fitted(colour or FIELD_LABELS[kind], look.label, room), look.label
    )
    seats = [seat for seat, owned in eyes.state.owned.items() if owned.captain == field]
    says = the_place(field) + (f": {listed([eyes.names[seat] for seat in seats])}" if seats else "")
    symbol = "" if colour else FIELD_SYMBOLS[kind]
    dot = box.x + box.w - 11, box.y + look.symbol + 11
    zone = Zone(
        field,
        box,
        "spot",
        says,
        "box",
        8,
        (label,),
        symbol,
        "mark-ink3",
        mark,
        field in eyes.state.table.kit.ring,
        dot=dot,
    )
    printed = [Piece(f"{field}.colour", field, "pawns", mark, f"{colour} pirates", colour)] if colour else []
    return ScenePart([zone], [*printed, *_captains(eyes, field, box, seats)])


def _captains(eyes: Eyes, field: str, box: Box, seats: list[str]) -> list[Piece]:
    """Captains from the right; three or four on a single field stand in two rows, smaller."""
    look = eyes.look.nest
    room = box.w - look.symbol - 14
    if len(seats) < 3 or room > 4 * look.captain:
        side, each = look.captain, len(seats)
    else:
        side, each = look.small, 2
    found = []
    for index, seat in enumerate(seats):
        row, place = divmod(index, each)
        in_row = min(each, len(seats) - row * each)
        step = min(side + 2, (room - side) / max(1, in_row - 1))
        x = box.x + box.w - 5 - side - step * (in_row - 1 - place)
        found.append(_captain(eyes, seat, field, Box(x, box.y + 4 + row * (side + 1), side, side)))
    return found


def _captain(eyes: Eyes, seat: str, at: str, box: Box) -> Piece:
    says = f"{eyes.whose[seat]} captain"
    return Piece(f"{seat}.captain", at, "vessel", box, says, seat, symbol="captain")


def _inside(eyes: Eyes, fields: int, ring: list[str]) -> ScenePart:
    """Inside the ring: houses, island cards, and captains who stand on none of its fields."""
    look = eyes.look.nest
    side, downs = _wide(look) + look.gap, _downs(look, _lines(fields))
    top, foot = downs[1][0], downs[-1][0] - look.gap
    inner = Box(look.box.x + side, top, look.box.w - 2 * side, foot - top)
    off = [seat for seat, owned in eyes.state.owned.items() if owned.captain not in ring]
    head = _off_ring(eyes, inner, off) if off else _title(eyes, inner)
    houses = _houses(eyes, Box(inner.x, inner.y + 26, inner.w, _HOUSE))
    deck = _deck(eyes, Box(inner.x + 8, inner.y + inner.h - look.card[1] - 8, inner.w - 16, look.card[1]))
    zone = Zone(MIDDLE, inner, "", "inside the ring: houses and island cards", "none", tap=False)
    return joined([ScenePart([zone]), head, houses, deck])


def _title(eyes: Eyes, inner: Box) -> ScenePart:
    return ScenePart(texts=[Text(inner.x + inner.w / 2, inner.y + 20, "Pirates' nest", f"mid {eyes.look.nest.title}")])


def _off_ring(eyes: Eyes, inner: Box, seats: list[str]) -> ScenePart:
    """Captains on a field that the ring does not have, or that nobody noted."""
    look, state = eyes.look.nest, eyes.state
    lefts = spread(inner.x + 4, inner.w, look.captain, look.captain + 4, len(seats))
    pieces = [
        _captain(eyes, seat, MIDDLE, Box(x, inner.y + 1, look.captain, look.captain))
        for seat, x in zip(seats, lefts, strict=True)
    ]
    places = listed([f"{eyes.names[seat]} {where(state.owned[seat].captain)}" for seat in seats])
    left = lefts[-1] + look.captain + 6
    words = fitted(places, look.note, inner.x + inner.w - left - 4)
    return ScenePart(pieces=pieces, texts=[Text(left, inner.y + 17, words, look.note)])


def _houses(eyes: Eyes, box: Box) -> ScenePart:
    """The pirates in their houses; each colour is a word, so it can be tapped."""
    houses = {colour: number for colour, number in eyes.state.houses.items() if number or colour != UNKNOWN}
    each = box.w / len(houses)
    side = eyes.look.nest.pawn
    zones, pieces = [], []
    for index, (colour, number) in enumerate(houses.items()):
        part = Box(box.x + each * index, box.y, each, box.h)
        says = f"in the houses: {pirates_by_colour({colour: number})}"
        known = colour in LETTERS
        id, dot = colour if known else "unseen-pirates", (part.x + part.w - 8, part.y + 8)
        zones.append(Zone(id, part, "", says, "none", tap=known, dot=dot))
        pawn = Box(part.x + max(2, (each - side - 22) / 2), part.y + 8, min(side + 20, each - 4), side)
        look = colour if known else "none"
        pieces.append(Piece(f"{colour}.house", zones[-1].id, "pawns", pawn, says, look, str(number)))
    return ScenePart(zones, pieces)


def _deck(eyes: Eyes, box: Box) -> ScenePart:
    """The island cards left, and the card of the gold island."""
    state, look = eyes.state, eyes.look.nest
    w, h = look.card
    number = counted(state.deck, "island card")
    pieces = [Piece("island-deck", MIDDLE, "back", Box(box.x, box.y, w, h), f"{number} left", "", str(state.deck))]
    gold = Box(box.x + box.w - w, box.y, w, h)
    known = state.gold != UNKNOWN
    if known:
        face = state.gold.removeprefix("isle-")
        short = face if len(face) < 3 else ""
        says = f"the gold island is {the_place(state.gold)}"
        pieces.append(Piece("gold-card", MIDDLE, "card", gold, says, "gold", short, symbol="island"))
    else:
        pieces.append(Piece("gold-card", MIDDLE, "secret-card", gold, "the card of the gold island, face down"))
    x, size = box.x + w + 8, 16 if width_of("x", look.note) > 7 else 14
    room = gold.x - x - 4
    words = "gold island: ?" if not known else fitted(f"gold: {the_place(state.gold)}", f"b {look.note}", room)
    middle = box.y + h / 2
    texts = [Text(x, middle - 3, "island cards", look.note), Text(x, middle - 3 + size, words, f"b {look.note}")]
    return ScenePart(pieces=pieces, texts=texts)
