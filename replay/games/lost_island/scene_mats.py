"""The players in the picture: a mat for each, with their coins and the explorers in their boat."""

from replay.games.lost_island.scene_board import Eyes, amount_words, explorer, known_of
from replay.games.lost_island.scene_layout import Layout
from replay.games.lost_island.state import State
from replay.games.lost_island.words import LETTERS, owner
from replay.lettering import fitted, width_of
from replay.saying import counted, person
from replay.saying import owner as whose
from replay.scene import Box, Piece, SceneGroup, ScenePart, Text, Zone
from replay.scene_parts import again, spread


def called(state: State, seat: str) -> str:
    """A player's name; the colour, with a capital, of one who gave none."""
    name = state.table.name(seat)
    return seat.capitalize() if name == seat else name


def mat(eyes: Eyes, layout: Layout, seat: str, box: Box) -> SceneGroup:
    """A player's mat: who it is, whether it is their turn, and what lies on it."""
    state = eyes.state
    on_turn = state.phase != "over" and state.turn.seat == seat
    won = state.phase == "over" and state.winner == seat
    facts = (layout.width, seat, box, on_turn, won, state.coins[seat], _ashore(state, seat), seat == eyes.seat)
    crew = tuple((known_of(eyes, piece), where) for piece, where in _row(state, seat))
    return again(eyes.room, (*facts, crew), lambda: [_mat(eyes, layout, seat, box, on_turn)])


def _mat(eyes: Eyes, layout: Layout, seat: str, box: Box, on_turn: bool) -> ScenePart:
    state = eyes.state
    name = called(state, seat)
    more = " · ".join([*([seat] if name.casefold() != seat else []), *(["you"] if seat == eyes.seat else [])])
    room = box.w - 40 - 50 - (width_of("", "t14", more) if more else 0)
    boat = counted(len(state.boats.get(seat, ())), "explorer")
    says = f"{whose(state.table, seat)} boat with {boat}; {_ashore(state, seat)}; {counted(state.coins[seat], 'coin')}"
    heading = Text(box.x + 40, box.y + 26, fitted(name, "b t16", room), "b t16", more)
    zone = Zone(seat, box, "mat turn" if on_turn else "mat", says, texts=(heading,))
    return ScenePart([zone], _lying(eyes, layout, seat, box), _texts(eyes, layout, seat, box))


def _ashore(state: State, seat: str) -> str:
    """How many explorers are on the island, and how many stand on no cell of the board."""
    cells = state.own_cells(seat)
    away = sum(cell not in state.tiles for cell in cells)
    told = f"{len(cells) - away} on the island"
    return f"{told}, {away} off the board" if away else told


def _lying(eyes: Eyes, layout: Layout, seat: str, box: Box) -> list[Piece]:
    """The letter of a seat, its coins, and its explorers in the boat, the front one at the left."""
    state, colour = eyes.state, eyes.colours[seat]
    coins = state.coins[seat]
    y, h = layout.hull
    hull = Box(box.x + 12, box.y + y, box.w - 24, h)
    letter = Box(box.x + 10, box.y + 9, 22, 22)
    purse = Box(box.x + box.w - 41, box.y + 9, 22, 22)
    return [
        Piece(f"{seat}-letter", seat, "letter", letter, seat, colour, eyes.short[seat]),
        Piece(f"{seat}-coins", seat, "coin", purse, counted(coins, "coin"), face=amount_words(coins)),
        *_crew(eyes, layout, seat, box),
        Piece(f"{seat}-boat", seat, "hull", hull, f"{whose(state.table, seat)} boat", colour),
    ]


def _texts(eyes: Eyes, layout: Layout, seat: str, box: Box) -> list[Text]:
    """The words below a boat. They are no part of the mat, so that a landing does not mark it whole."""
    y = box.y + layout.foot
    ashore = _ashore(eyes.state, seat)
    return [Text(box.x + 18, y, "front", "t12 soft"), Text(box.x + box.w - 18, y, ashore, "end t12 soft")]


def _crew(eyes: Eyes, layout: Layout, seat: str, box: Box) -> list[Piece]:
    """The explorers in the boat; at its end those that a record puts on no cell of the board."""
    state, row = eyes.state, _row(eyes.state, seat)
    x, y, w, usual = layout.crew
    lefts = spread(box.x + x, box.w - x - 22, w, usual, len(row))
    places = [Box(left, box.y + y, w, w * 1.16) for left in lefts]
    crew = [
        explorer(eyes, piece, seat, place, where, place.inset(-2))
        for (piece, where), place in zip(row, places, strict=True)
    ]
    if state.phase == "over" and state.winner == seat and len(row) < len(LETTERS):  # the winner has somebody ashore
        at = Box(box.x + x + usual * (len(LETTERS) - 1) + w * 0.1, box.y + y + w * 0.15, w * 0.8, w * 0.8)
        says = f"{person(state.table, seat)} has won"
        crew.append(Piece(f"{seat}-won", seat, "picture", at, says, "goldmark", symbol="crown"))
    return crew


def _row(state: State, seat: str) -> list[tuple[str, str]]:
    """The explorers in a boat, and where they are."""
    row = [(f"{seat}.{letter}", "in the boat") for letter in state.boats.get(seat, ())]
    away = [piece for piece in state.where if _is_away(state, piece, seat)]
    return row + [(piece, f"on {state.where[piece]}, off the board") for piece in away]


def _is_away(state: State, piece: str, seat: str) -> bool:
    return owner(piece) == seat and state.where[piece] not in state.tiles
