"""The lower part of a mat in the picture: a hand, treasures won, and healers."""

from replay.action import UNKNOWN
from replay.games.loot_island.kit import card_of
from replay.games.loot_island.scene_layout import Layout
from replay.games.loot_island.scene_words import healer_face, map_piece, order_of, treasure_face
from replay.games.loot_island.state import State, kit_of
from replay.games.loot_island.words import whose
from replay.saying import counted
from replay.scene import Box, Piece, ScenePart, Zone
from replay.scene_parts import spread

CHIPS = 7
"""How many open cards of a hand lie in a row of a mat."""
CHIP_ROW = 20
_BACK = 22.3
_COUNT = 26
_ITEM = (32, 44)


# --- treasures and healers


def _items(state: State, actor: str) -> list[tuple[str, str, str, str]]:
    """What a player has won, and their healers: id, symbol, number or price, words."""
    found = []
    for index, name in enumerate(state.kept[actor]):
        id = name if name != UNKNOWN else f"{actor}-treasure-{index + 1}"
        found.append((id, *treasure_face(state.table, name)))
    taken = state.taken.get(actor)
    healers = [name for name in (state.dealt or {}).get(actor, ()) if name != taken or name == UNKNOWN]
    for index, name in enumerate([*healers, *([taken] if taken is not None else [])]):
        id = name if name != UNKNOWN else f"{actor}-healer-{index + 1}"
        found.append((id, *healer_face(state.table, name)))
    return found


def _laid(actor: str, items: list[tuple[str, str, str, str]], left: float, top: float, room: float) -> list[Piece]:
    """Treasures side by side, as narrow as they must be."""
    wide, high = _ITEM
    number = max(1, len(items))
    if number * (wide + 4) - 4 > room:
        wide = max(14, min(wide, int((room - 2 * (number - 1)) / number)))
    lefts = spread(left, room, wide, wide + (4 if wide == _ITEM[0] else 2), len(items))
    return [
        Piece(id, actor, "loot", Box(x, top, wide, high), says, face=face, symbol=symbol)
        for x, (id, symbol, face, says) in zip(lefts, items, strict=True)
    ]


# --- hands


def is_open(state: State, name: str) -> bool:
    """Whether a card of a hand is known."""
    return card_of(kit_of(state), name) is not None


def row(state: State, actor: str, box: Box) -> ScenePart:
    """The lower part of another's mat: cards face down, treasures; below them cards that are open."""
    hand = state.hands[actor]
    shown = sorted((name for name in hand if is_open(state, name)), key=lambda name: order_of(state, name))
    hidden, items = len(hand) - len(shown), _items(state, actor)
    left, right = box.x + 122, box.x + box.w - 16
    wanted = len(items) * (_ITEM[0] + 4) - 4
    pieces = []
    if hidden or not hand:
        steps = min(max(hidden, 1) - 1, 6)
        most, least = (_BACK + _COUNT + steps * each for each in (10, 3 if len(items) < 7 else 0.5))
        wide = min(most, max(least, right - left - 8 - wanted))
        pieces.append(_fan(actor, hidden, Box(left, box.y + 37, wide, 31)))
        left += wide + 8
    room = right - left
    start = max(left, right - wanted)
    pieces += _laid(actor, items, start, box.y + 34, room)
    if not shown:
        return ScenePart((), tuple(pieces))
    high = CHIP_ROW * -(-len(shown) // CHIPS)
    chips = _chips(state, actor, shown, Box(box.x + 10, box.y + box.h - high, box.w - 20, high))
    return ScenePart(chips.zones, (*pieces, *chips.pieces))


def _fan(actor: str, hidden: int, box: Box) -> Piece:
    says = f"{counted(hidden, 'card')} in hand"
    if not hidden:
        return Piece(f"{actor}-hand", actor, "count", Box(box.x, box.y + 3, 46, 22), says, symbol="back", face="0")
    return Piece(f"{actor}-hand", actor, "fan", box, says, amount=hidden)


def _chips(state: State, actor: str, shown: list[str], box: Box) -> ScenePart:
    """Open cards of a hand, small: letter, number, icon."""
    step = box.w / CHIPS
    zone = Zone(f"{actor}-open", box, "", f"{whose(state.table, actor)} open cards", "none", tap=False)
    pieces = []
    for index, name in enumerate(shown):
        row, column = divmod(index, CHIPS)
        at = Box(box.x + step * column, box.y + CHIP_ROW * row, min(step - 2, 46), 16)
        pieces.append(map_piece(state, f"{name}#{actor}", zone.id, "strip", at, name, shown=16, part=True))
    return ScenePart((zone,), tuple(pieces))


def own_row(state: State, layout: Layout, actor: str, box: Box) -> ScenePart:
    """The lower part of the viewer's mat: treasures, and the hand large enough to tap."""
    items = _laid(actor, _items(state, actor), box.x + 122, box.y + 33, box.w - 132)
    hand = sorted(state.hands[actor], key=lambda name: order_of(state, name))
    rows, across, (wide, high) = rows_of(layout, len(hand))
    first = layout.hand
    room = box.w - 2 * first.x
    area = Box(box.x + first.x, box.y + first.y, room, rows * (high + 4) - 4)
    lefts = spread(area.x, room, wide, wide + 5, across)
    zone = Zone("hand", area, "", f"your hand: {counted(len(hand), 'card')}", "none", corner=6, tap=False)
    cards = []
    for index, name in enumerate(hand):
        row, column = divmod(index, across)
        at = Box(lefts[column], area.y + (high + 4) * row, wide, high)
        cards.append(map_piece(state, name if name != UNKNOWN else "unseen", zone.id, "colour-card", at, name))
    return ScenePart((zone,), (*items, *cards))


def rows_of(layout: Layout, cards: int) -> tuple[int, int, tuple[float, float]]:
    """How many rows a hand needs, how many cards are in a row, and their size: to be tapped, each must show enough."""
    if cards <= layout.in_a_row:
        return 1, max(1, cards), (layout.hand.w, layout.hand.h)
    return -(-cards // 6), 6, layout.small_card
