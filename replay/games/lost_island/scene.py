"""The table as a picture: the island in its sea, a mat with a boat for each player, and what lies beside the board."""

from collections import Counter

import msgspec

from replay.action import UNKNOWN
from replay.game import Frame
from replay.games.lost_island.scene_board import (
    Eyes,
    Grid,
    amount_words,
    board,
    explorer,
    eyes_of,
    face_short,
    face_words,
)
from replay.games.lost_island.state import State
from replay.games.lost_island.view import lies_face_down
from replay.games.lost_island.words import HIDDEN, LETTERS
from replay.lettering import fitted, turn_words, width_of
from replay.saying import counted, owner, person
from replay.scene import NARROW, PHONE, WIDE, Box, Ground, Piece, Scene, Text, Zone


class Layout(msgspec.Struct, frozen=True):
    """The measures of one arrangement."""

    width: int
    title: str
    sea: Box
    """The deep sea around a board of 6 by 6; a larger board makes it larger."""
    sea_corner: float
    frame: tuple[float, float, float, float]
    """How far the shallow water lies within the sea: left, top, right, bottom."""
    edge: float
    """How far the tiles lie within the shallow water."""
    tile: float
    """The side of a tile on a board of 6 by 6; smaller on a larger one, but never smaller than a finger."""
    label: str
    """The look of the letters and numbers along the board."""
    below: bool
    """Whether the mats lie below the board, not beside it."""
    mat: tuple[float, float]
    mat_gap: float
    crew: tuple[float, float, float, float]
    """The explorers in a boat: where the first begins (x and y in the mat), their width, the step to the next."""
    hull: tuple[float, float]
    """The boat: its y in the mat, and its height."""
    foot: float
    """The y of the words below a boat."""
    bank_height: float
    bank_columns: tuple[tuple[float, float], tuple[float, float]]
    """Where the two things in each of the two rows of the bank begin."""


FINGER = 42
WIDE_LAYOUT = Layout(
    width=WIDE,
    title="Stratego Lost Island",
    sea=Box(16, 60, 620, 630),
    sea_corner=14,
    frame=(28, 12, 12, 38),
    edge=2,
    tile=96,
    label="mid b on-deep t14",
    below=False,
    mat=(332, 130),
    mat_gap=10,
    crew=(43, 43, 42, 41),
    hull=(84, 24),
    foot=122,
    bank_height=70,
    bank_columns=((12, 186), (12, 238)),
)
ROOMY_LAYOUT = msgspec.structs.replace(WIDE_LAYOUT, mat=(332, 176), crew=(42, 54, 50, 43), hull=(104, 30), foot=162)
"""With two or three players, the boats have more room."""
PHONE_LAYOUT = Layout(
    width=PHONE,
    title="Lost Island",
    sea=Box(0, 60, 390, 386),
    sea_corner=0,
    frame=(19, 6, 7, 18),
    edge=2,
    tile=60,
    label="mid b on-deep t12",
    below=True,
    mat=(374, 110),
    mat_gap=6,
    crew=(39, 38, 36, 40),
    hull=(72, 21),
    foot=105,
    bank_height=64,
    bank_columns=((12, 200), (12, 260)),
)


class Plan(msgspec.Struct, frozen=True):
    """Where things lie at one table: what the size of its board makes of a layout."""

    layout: Layout
    sea: Box
    shallows: Box
    grid: Grid
    width: int
    height: int
    mats: tuple[Box, ...]
    bank: Box


def scene(frame: Frame) -> Scene:
    """The table as the viewer sees it, for a wide screen or a phone."""
    state: State = frame.state
    eyes = eyes_of(state, frame.viewer)
    layout = _layout(frame.width, len(state.table.seats))
    plan = _plan(layout, len(state.kit.columns), state.kit.rows, len(state.table.seats))
    zones, pieces = board(eyes, plan.grid)
    texts = _labels(plan, state)
    seats = state.table.seats if eyes.seat is None else state.table.clockwise(eyes.seat)
    for seat, box in zip(seats, plan.mats, strict=True):
        zones.append(_mat(eyes, layout, seat, box))
        texts += _mat_texts(eyes, layout, seat, box)
        pieces += _mat_pieces(eyes, layout, seat, box)
    zones.append(Zone("bank", plan.bank, "well", _bank_words(state, eyes.viewer), tap=False))
    pieces += _bank(eyes, layout, plan.bank)
    status = _status(state)
    return Scene(
        plan.width,
        plan.height,
        layout.title,
        status,
        _turn(eyes, layout, status, plan.width),
        ground=(
            Ground(plan.sea, "sea-d", corner=layout.sea_corner),
            Ground(plan.shallows, "shallow-frame", corner=6),
        ),
        zones=tuple(zones),
        pieces=_with_ids_of_their_own(pieces),
        texts=tuple(texts),
    )


def _layout(width: int, seats: int) -> Layout:
    if width < NARROW:
        return PHONE_LAYOUT
    return WIDE_LAYOUT if seats > 3 else ROOMY_LAYOUT


def _plan(layout: Layout, columns: int, rows: int, seats: int) -> Plan:
    """Where things lie around a board of this size."""
    sea, (left, top, right, bottom) = layout.sea, layout.frame
    room = layout.tile * 6
    tile = max(FINGER, min(layout.tile, room / columns, layout.tile if layout.below else room / rows))
    across, up = max(room, tile * columns), tile * rows if layout.below else max(room, tile * rows)
    inner = Box(sea.x + left, sea.y + top, across + 2 * layout.edge, up + 2 * layout.edge)
    whole = Box(sea.x, sea.y, inner.w + left + right, inner.h + top + bottom)
    grid = Grid(inner.x + (inner.w - tile * columns) / 2, inner.y + (inner.h - tile * rows) / 2, tile)
    w, h = layout.mat
    step = h + layout.mat_gap
    if layout.below:
        x, y = 8.0, whole.y + whole.h + 10
        bank = Box(x, y + step * seats + 2, w, layout.bank_height)
        width, height = whole.w, bank.y + bank.h + 8
    else:
        x, y = whole.x + whole.w + 16, sea.y
        low = max(whole.y + whole.h - layout.bank_height, y + step * seats)
        bank = Box(x, low, w, layout.bank_height)
        width, height = x + w + 16, max(whole.y + whole.h, bank.y + bank.h) + 16
    mats = tuple(Box(x, y + step * place, w, h) for place in range(seats))
    return Plan(layout, whole, inner, grid, round(width), round(height), mats, bank)


def _labels(plan: Plan, state: State) -> list[Text]:
    """The letters of the columns below the board, the numbers of the rows at its left."""
    grid, look = plan.grid, plan.layout.label
    foot = plan.shallows.y + plan.shallows.h + 14
    left = (plan.sea.x + plan.shallows.x) / 2
    rows = state.kit.rows
    columns = [
        Text(grid.x + grid.tile * (place + 0.5), foot, letter, look) for place, letter in enumerate(state.kit.columns)
    ]
    return columns + [
        Text(left, grid.y + grid.tile * (rows - row + 0.5) + 5, str(row), look) for row in range(1, rows + 1)
    ]


def _called(state: State, seat: str) -> str:
    """A player's name; the colour, with a capital, of one who gave none."""
    name = state.table.name(seat)
    return seat.capitalize() if name == seat else name


def _status(state: State) -> str:
    fuse = state.fuse
    told = f"turn {state.turn.n}"
    return told if fuse is None else f"{told} · bomb of {fuse.value} at {fuse.cell}, {len(fuse.queue)} to meet"


def _turn(eyes: Eyes, layout: Layout, status: str, width: int) -> str:
    """Who is to do what, with the name cut where it would not fit."""
    state, turn = eyes.state, eyes.state.turn
    if state.phase == "over":
        seat, does = state.winner, "has won" if state.winner else "the game is over"
    elif state.fuse is not None:
        seat, does = turn.seat, "the bomb goes on"
    elif turn.step == "power-ups" or turn.used >= 2:
        seat, does = turn.seat, "buy or shrink"
    else:
        left = 2 - turn.used
        seat, does = turn.seat, f"{left} action{'' if left == 1 else 's'} left"
    if seat is None:
        return does
    who = _called(state, seat)
    colour = f" ({seat})" if who.casefold() != seat and not layout.below else ""
    link = " " if state.phase == "over" else ": "
    return turn_words(layout.title, status, width, who, f"{colour}{link}{does}")


def _mat(eyes: Eyes, layout: Layout, seat: str, box: Box) -> Zone:
    """A player's mat: who it is, and whether it is their turn."""
    state = eyes.state
    name = _called(state, seat)
    about = [
        *([seat] if name.casefold() != seat else []),
        *(["you"] if seat == eyes.seat else []),
    ]
    more = " · ".join(about)
    room = box.w - 42 - 46 - (width_of("", "t14", more) if more else 0)
    on_turn = state.phase != "over" and state.turn.seat == seat
    boat = counted(len(state.boats.get(seat, ())), "explorer")
    says = f"{owner(state.table, seat)} boat with {boat}; {_ashore(state, seat)}; {counted(state.coins[seat], 'coin')}"
    heading = Text(box.x + 40, box.y + 26, fitted(name, "b t16", room), "b t16", more)
    return Zone(seat, box, "mat turn" if on_turn else "mat", says, texts=(heading,))


def _ashore(state: State, seat: str) -> str:
    """How many explorers are on the island, and how many stand on no cell of the board."""
    cells = state.own_cells(seat)
    away = sum(cell not in state.tiles for cell in cells)
    told = f"{len(cells) - away} on the island"
    return f"{told}, {away} off the board" if away else told


def _mat_texts(eyes: Eyes, layout: Layout, seat: str, box: Box) -> list[Text]:
    y = box.y + layout.foot
    return [
        Text(box.x + 18, y, "front", "t12 soft"),
        Text(box.x + box.w - 18, y, _ashore(eyes.state, seat), "end t12 soft"),
    ]


def _mat_pieces(eyes: Eyes, layout: Layout, seat: str, box: Box) -> list[Piece]:
    """The letter of a seat, its coins, and its explorers in the boat, the front one at the left."""
    state = eyes.state
    letter = Piece(
        f"{seat}-letter",
        seat,
        "letter",
        Box(box.x + 10, box.y + 9, 22, 22),
        seat,
        eyes.colours[seat],
        eyes.short[seat],
    )
    coins = state.coins[seat]
    purse = Box(box.x + box.w - 41, box.y + 9, 22, 22)
    says = counted(coins, "coin")
    hull_y, hull_h = layout.hull
    return [
        letter,
        Piece(f"{seat}-coins", seat, "coin", purse, says, face=amount_words(coins)),
        *_crew(eyes, layout, seat, box),
        Piece(
            f"{seat}-boat",
            seat,
            "hull",
            Box(box.x + 12, box.y + hull_y, box.w - 24, hull_h),
            f"{owner(state.table, seat)} boat",
            eyes.colours[seat],
        ),
    ]


def _crew(eyes: Eyes, layout: Layout, seat: str, box: Box) -> list[Piece]:
    """The explorers in the boat; at its end those that a record puts on no cell of the board."""
    state = eyes.state
    x, y, w, usual = layout.crew
    row = [(f"{seat}.{letter}", "in the boat") for letter in state.boats.get(seat, ())]
    row += [(piece, f"on {cell}, off the board") for piece, cell in state.where.items() if _is_away(state, piece, seat)]
    step = min(usual, (box.w - x - 22 - w) / max(1, len(row) - 1))
    places = [Box(box.x + x + step * place, box.y + y, w, w * 1.16) for place in range(len(row))]
    crew = [
        explorer(eyes, piece, seat, place, where, place.inset(-2))
        for (piece, where), place in zip(row, places, strict=True)
    ]
    if state.phase == "over" and state.winner == seat and len(row) < len(LETTERS):  # the winner has somebody ashore
        at = Box(box.x + x + usual * (len(LETTERS) - 1) + w * 0.1, box.y + y + w * 0.15, w * 0.8, w * 0.8)
        says = f"{person(state.table, seat)} has won"
        crew.append(Piece(f"{seat}-won", seat, "picture", at, says, "goldmark", symbol="crown"))
    return crew


def _is_away(state: State, piece: str, seat: str) -> bool:
    return piece[:-2] == seat and state.where[piece] not in state.tiles


def _bank(eyes: Eyes, layout: Layout, box: Box) -> list[Piece]:
    """What lies beside the board: coins, rings, tiles that are gone, and where the flag is."""
    state = eyes.state
    (coins_x, rings_x), (tiles_x, flag_x) = layout.bank_columns
    upper, lower = box.y + box.h / 2 - 27, box.y + box.h / 2 + 5
    out = f", {state.lost_coins} out" if state.lost_coins else ""
    lost = f"left, {state.lost_rings} lost"
    coins = _tally("bank-coins", "coin", "gold", str(state.supply_coins), f"in the bank{out}", box.x + coins_x, upper)
    tiles = _tally("gone", "island", "", str(len(state.lost_tiles)), _gone(state, eyes.viewer), box.x + tiles_x, lower)
    rings_x, flag_x = (max(box.x + x, one.box.x + one.box.w + 16) for x, one in ((rings_x, coins), (flag_x, tiles)))
    rings = _tally("bank-rings", "ring", "goldmark", str(state.supply_rings), lost, rings_x, upper)
    return [coins, rings, tiles, _tally("flag-place", "flag", "flagmark", "", _flag_words(eyes), flag_x, lower)]


def _tally(id: str, symbol: str, look: str, number: str, words: str, x: float, y: float) -> Piece:
    wide = 26 + width_of(words, "t12") + (width_of(number, "b t14") + 5 if number else 0)
    says = f"{symbol}: {number} {words}" if number else f"the {symbol} is {words}"
    box = Box(x, y, wide, 22)
    return Piece(id, "bank", "tally", box, says, look, number, words, symbol, rim=box.inset(-2))


def _gone(state: State, viewer: str | None) -> str:
    """The tiles that were taken away, and what the last one shows if it lies open."""
    told = "tile gone" if len(state.lost_tiles) == 1 else "tiles gone"
    open_tiles = _open_tiles(state, viewer)
    return f"{told}, last: {face_short(open_tiles[-1])}" if open_tiles else told


def _open_tiles(state: State, viewer: str | None) -> list[str]:
    """The tiles beside the board that the viewer can see."""
    down = UNKNOWN in state.lost_tiles[-1:] or (viewer is not None and lies_face_down(state))
    return [] if down else [tile for tile in state.lost_tiles if tile != UNKNOWN]


def _flag_words(eyes: Eyes) -> str:
    state = eyes.state
    if state.flag == HIDDEN:
        return "hidden"
    seat = state.flag[:-2]
    return f"with {eyes.short[seat]}{state.flag[-1]}" if seat in eyes.short else f"on {state.flag}"


def _bank_words(state: State, viewer: str | None) -> str:
    """The bank for a screen reader, with every tile that lies open beside the board."""
    shown = Counter(map(face_words, _open_tiles(state, viewer)))
    faces = [face if count == 1 else f"{face} ({count} times)" for face, count in shown.items()]
    told = f"the bank: {counted(state.supply_coins, 'coin')} and {counted(state.supply_rings, 'ring')}"
    gone = f"{counted(len(state.lost_tiles), 'tile')} gone"
    return f"{told}; {gone}{': ' + ', '.join(faces) if faces else ''}"


def _with_ids_of_their_own(pieces: list[Piece]) -> tuple[Piece, ...]:
    """The pieces; of those that a record names twice, the later ones get a number behind their id."""
    met: Counter[str] = Counter()
    found = []
    for piece in pieces:
        met[piece.id] += 1
        number = met[piece.id]
        found.append(piece if number == 1 else msgspec.structs.replace(piece, id=f"{piece.id}-{number}"))
    return tuple(found)
