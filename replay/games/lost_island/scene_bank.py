"""What lies beside the board in the picture: coins, rings, where the flag is, and the tiles that were taken away."""

from collections import Counter
from typing import NamedTuple

from replay.action import UNKNOWN
from replay.games.lost_island.phrases import times
from replay.games.lost_island.scene_board import Eyes, short_name
from replay.games.lost_island.scene_layout import Layout
from replay.games.lost_island.scene_words import face_short, gone_words
from replay.games.lost_island.state import State
from replay.games.lost_island.view import lies_face_down
from replay.games.lost_island.words import HIDDEN, LOOT, a_face, bomb_of, owner, say, stone_face
from replay.lettering import width_of
from replay.saying import counted
from replay.scene import Box, Piece, SceneGroup, ScenePart, Text, Zone
from replay.scene_parts import again

_TILE, _STEP = 28.0, 34.0
"""The side of a tile that was taken away, and the step to the next."""


class _Told(NamedTuple):
    """What stands in the bank: a number, short words behind it, and how both are said."""

    number: str
    words: str
    says: str


def bank(eyes: Eyes, layout: Layout, box: Box) -> SceneGroup:
    """What lies beside the board: coins, rings, tiles that are gone, and where the flag is."""
    state = eyes.state
    counts = (state.supply_coins, state.lost_coins, state.supply_rings, state.lost_rings)
    facts = (layout.width, "bank", counts, tuple(_beside(state, eyes.viewer)), state.flag)
    return again(eyes.room, facts, lambda: [_bank(eyes, layout, box)])


def _bank(eyes: Eyes, layout: Layout, box: Box) -> ScenePart:
    state = eyes.state
    (coins_x, rings_x), (tiles_x, flag_x) = layout.bank_columns
    upper, lower = box.y + box.h / 2 - 27, box.y + box.h / 2 + 5
    out = f"in the bank, {state.lost_coins} out" if state.lost_coins else "in the bank"
    lost = f"left, {state.lost_rings} lost"
    coins = _tally("bank-coins", "coin", "gold", _amount(state.supply_coins, "coin", out), box.x + coins_x, upper)
    tiles = _tally("gone", "island", "", _gone(state, eyes.viewer), box.x + tiles_x, lower)
    rings_x, flag_x = (max(box.x + x, one.box.x + one.box.w + 18) for x, one in ((rings_x, coins), (flag_x, tiles)))
    rings = _tally("bank-rings", "ring", "goldmark", _amount(state.supply_rings, "ring", lost), rings_x, upper)
    flag = _tally("flag-place", "flag", "flagmark", _flag(eyes), flag_x, lower)
    zone = Zone("bank", box, "well", _bank_words(state, eyes.viewer), tap=False)
    return ScenePart([zone], [coins, rings, tiles, flag])


def _tally(id: str, symbol: str, look: str, told: _Told, x: float, y: float) -> Piece:
    number, words, says = told
    wide = 26 + width_of(words, "t12") + (width_of(number, "b t14") + 5 if number else 0)
    rim = Box(x - 3, y - 3, wide + 12, 28)  # its star must not lie on the last letter
    return Piece(id, "bank", "tally", Box(x, y, wide, 22), says, look, number, words, symbol, rim=rim)


def _amount(number: int, unit: str, words: str) -> _Told:
    return _Told(str(number), words, f"{counted(number, unit)} {words}")


def _gone(state: State, viewer: str | None) -> _Told:
    """The tiles that were taken away, and what the last one shows if it is face up."""
    tiles = _beside(state, viewer)
    words, says = "tile gone" if len(tiles) == 1 else "tiles gone", f"{counted(len(tiles), 'tile')} gone"
    if tiles and tiles[-1]:
        words, says = f"{words}, last: {face_short(tiles[-1])}", f"{says}, last: {gone_words(state.table, tiles[-1])}"
    return _Told(str(len(tiles)), words, says)


def _beside(state: State, viewer: str | None) -> list[str]:
    """What the tiles beside the board show to a viewer; nothing where they are face down."""
    if not lies_face_down(state):
        return list(state.lost_tiles)
    return ["" if tile == UNKNOWN or viewer is not None else tile for tile in state.lost_tiles]


def _flag(eyes: Eyes) -> _Told:
    """Where the flag is."""
    table, flag = eyes.state.table, eyes.state.flag
    if flag == HIDDEN:
        words, place = "hidden", say(table, HIDDEN)
    elif owner(flag) in eyes.short:
        words, place = f"with {short_name(eyes, flag)}", f"with {say(table, flag)}"
    else:
        words = place = f"on {flag}"
    return _Told("", words, f"the flag is {place}")


def _bank_words(state: State, viewer: str | None) -> str:
    """The bank for a screen reader, with every tile that is face up beside the board."""
    shown = Counter(gone_words(state.table, tile) for tile in _beside(state, viewer) if tile)
    faces = [face if count == 1 else f"{face} ({times(count)})" for face, count in shown.items()]
    told = f"the bank: {counted(state.supply_coins, 'coin')} and {counted(state.supply_rings, 'ring')}"
    gone = f"{counted(len(state.lost_tiles), 'tile')} gone"
    return f"{told}; {gone}{': ' + ', '.join(faces) if faces else ''}"


def taken(eyes: Eyes, layout: Layout, box: Box) -> SceneGroup:
    """The tiles that were taken away, in their order, face up or face down as they lie at this table."""
    tiles = tuple(_beside(eyes.state, eyes.viewer))
    return again(eyes.room, (layout.width, "taken", tiles), lambda: [_taken_tiles(eyes.state, tiles, box)])


def _taken_tiles(state: State, tiles: tuple[str, ...], box: Box) -> ScenePart:
    left, top = box.x + 14, box.y + 36
    row = int((box.w - 24 - _TILE) // _STEP) + 1
    rows = max(1, -(-len(tiles) // row))
    down = min(_STEP, (box.h - 44 - _TILE) / max(1, rows - 1))
    pieces = [
        _taken(state, tile, place + 1, Box(left + _STEP * (place % row), top + down * (place // row), _TILE, _TILE))
        for place, tile in enumerate(tiles)
    ]
    heading = Text(box.x + 14, box.y + 24, "Taken away", "b t14")
    says = f"{counted(len(tiles), 'tile')} taken away"
    return ScenePart([Zone("taken", box, "well", says, tap=False, texts=(heading,))], pieces)


def _taken(state: State, tile: str, number: int, box: Box) -> Piece:
    """A tile beside the board: what it shows as a symbol, coins and bombs with their number."""
    id, face = f"taken-{number}", stone_face(tile)
    if not tile:
        return Piece(id, "taken", "tile", box, a_face(state.table, UNKNOWN), "down", symbol="compass")
    bomb, says = bomb_of(face), gone_words(state.table, tile)
    if bomb is not None:
        return Piece(id, "taken", "tile", box, says, "up", str(bomb.value), symbol="bomb")
    if face in LOOT:
        return Piece(id, "taken", "tile", box, says, "up", str(LOOT[face]), symbol="coin")
    symbol = face if face in ("plain", "storm") else "unknown"
    return Piece(id, "taken", "tile", box, says, "up", symbol=symbol)
