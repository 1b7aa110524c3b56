"""The table as text: the board as a grid, then a line for each seat."""

from textwrap import wrap
from typing import Any

from msgspec.structs import replace

from replay.action import UNKNOWN
from replay.boards import CHANGED, folded, headline, mark, marked, marked_list, side_by_side
from replay.game import Frame
from replay.games.lost_island.phrases import explorers
from replay.games.lost_island.state import State
from replay.games.lost_island.words import DEEP, HIDDEN, LETTERS, STONE, WATER, bomb_of
from replay.saying import person
from replay.view import TABLE

WIDE = 9
"""Letters in a cell of the grid."""
_CELL_MIN = 5
"""Letters in a cell where the window is narrow: fewer cannot be read."""
_NARROWEST = 27
"""Letters that a line beside the grid needs; with less room the seats go below it."""


def render(frame: Frame) -> list[str]:
    """The board with tiles, explorers, rings (°) and flag (⚑); a cell or line that changed has a `*`."""
    state: State = frame.state
    before: State = frame.before if frame.before is not None else state
    viewer = frame.viewer
    grid = _grid(state, before, viewer, frame.width)
    panel = _panel(state, before, viewer)
    room = frame.width - len(grid[0]) - 3
    if room >= _NARROWEST:
        body = side_by_side(grid, _all_folded(panel, room))
    else:
        body = [*grid, "", *_all_folded(panel, frame.width)]
    head = _all_folded([_headline(state), *_bomb(state)], frame.width)
    return [line.rstrip() for line in (*head, "", *body)]


def _all_folded(lines: list[str], width: int) -> list[str]:
    return [line for text in lines for line in folded(text, width, "    ")]


def short_seats(seats: tuple[str, ...]) -> dict[str, str]:
    """One capital letter for each seat, or as many letters as it takes to tell them apart."""
    size = next(
        (size for size in range(1, 80) if len({seat[:size] for seat in seats}) == len(seats)),
        80,
    )
    return {seat: seat[:size].capitalize() for seat in seats}


def value_for(state: State, piece: str, viewer: str | None) -> str:
    """The value of a piece as a viewer may see it; `?` if it is hidden or not known."""
    value = state.values.get(piece)
    if value is None:
        return "?"
    seat, seen = piece[:-2], state.seen.get(piece, ())
    public = len(seen) == len(state.table.seats) - 1
    return str(value) if viewer is None or viewer == seat or viewer in seen or (viewer == TABLE and public) else "?"


def _headline(state: State) -> str:
    turn = state.turn
    if state.phase == "over":
        return headline("Stratego Lost Island", f"turn {turn.n}", f"{person(state.table, state.winner)} has won")
    left = max(0, 2 - turn.used)
    actions = "power-ups" if turn.step == "power-ups" else f"{left} action{'' if left == 1 else 's'} left"
    name = state.table.name(turn.seat)
    who = turn.seat if name == turn.seat else f"{turn.seat} ({name})"
    return headline("Stratego Lost Island", f"turn {turn.n}", f"{who} to act", actions)


def _bomb(state: State) -> list[str]:
    fuse = state.fuse
    if fuse is None:
        return []
    return [f"Bomb of {fuse.value} at {fuse.cell} has yet to meet {explorers(state, fuse.queue)}"]


def _tile(state: State, cell: str) -> str:
    return _picture(state.tiles[cell])


def _picture(tile: str) -> str:
    """A tile in the few letters of a cell."""
    words = {"?": "░░░░░░░", STONE: "▓▓▓▓▓▓▓", WATER: "~~~~~~~", DEEP: "≈≈≈≈≈≈≈"}
    bomb = bomb_of(tile)
    if bomb is not None:
        return f"✸{bomb.shape[:5] if bomb.shape == 'cross' else bomb.shape[:4]} {bomb.value}"
    return words.get(tile, tile.replace("stone-", "▓"))


def _here(state: State, cell: str, viewer: str | None) -> list[str]:
    """Who and what is on a tile."""
    names = short_seats(state.table.seats)
    here = [_explorer(state, piece, names, viewer) for piece in state.pieces_at(cell)]
    if state.flag == cell:
        here.append("⚑")
    if cell in state.loot:
        here.append(f"●{state.loot[cell]}")
    return here


def _explorer(state: State, piece: str, names: dict[str, str], viewer: str | None) -> str:
    signs = f"{'°' if piece in state.rings else ''}{'⚑' if state.flag == piece else ''}"
    return f"{names[piece[:-2]]}{piece[-1]}={value_for(state, piece, viewer)}{signs}"


def _grid(state: State, before: State, viewer: str | None, width: int) -> list[str]:
    """The board. In a narrow window its cells are narrower, and taller where they need to be."""
    kit = state.kit
    cell = max(_CELL_MIN, min(WIDE, (width - 4) // len(kit.columns) - 1))
    edge = "   +" + "+".join(["-" * cell] * len(kit.columns)) + "+"
    lines = ["    " + " ".join(letter.center(cell) for letter in kit.columns) + " ", edge]
    for row in range(kit.rows, 0, -1):
        names = [f"{column}{row}" for column in kit.columns]
        tops = [_boxed(marked(_tile(state, name), _tile(before, name)), cell) for name in names]
        here = [marked_list(_here(state, name, viewer), _here(before, name, viewer)) for name in names]
        rows = [*_row(tops), *_row([_boxed(" ".join(items), cell) for items in here])]
        lines += [f"{'' if number else row:>2} |{text}|" for number, text in enumerate(rows)]
        lines.append(edge)
    return lines


def _boxed(text: str, cell: int) -> list[str]:
    """A text in a cell, on as many lines as it needs. Only the picture of a plain tile is cut."""
    margin = " " if cell == WIDE else ""
    room = cell - len(margin)
    if text.startswith(("░", "▓▓", "~", "≈")):
        text = text[: room - 1].rstrip(CHANGED) + mark(text.endswith(CHANGED))
    lines = wrap(text, room, break_on_hyphens=False) or [""]
    return [f"{margin}{line}".ljust(cell) for line in lines]


def _row(cells: list[list[str]]) -> list[str]:
    height = max(len(cell) for cell in cells)
    size = len(cells[0][0])
    return ["|".join(line[number] if number < len(line) else " " * size for line in cells) for number in range(height)]


def _panel(state: State, before: State, viewer: str | None) -> list[str]:
    lines: list[str] = []
    for seat in state.table.seats:
        lines += _seat(state, before, seat, viewer)
    shared = zip(_shared(state, viewer), _shared(before, viewer), strict=True)
    lines += ["", *("".join(marked(part, was) for part, was in zip(*pair, strict=True)) for pair in shared)]
    return [*lines, "", "░ face down  ▓ stone  ~ water", "● coins ° ring ⚑ flag * changed"]


def _seat(state: State, before: State, seat: str, viewer: str | None) -> list[str]:
    name = state.table.name(seat)
    short = short_seats(state.table.seats)[seat]
    who = f"{short} {seat}" if name == seat else f"{short} {seat} ({name})"
    pointer = "▸" if state.turn.seat == seat and state.phase == "play" else " "
    coins, were = state.coins[seat], before.coins.get(seat, 0)
    purse = marked(f"●{coins}", f"●{were}")
    boat = marked_list(_boat(state, seat, viewer), _boat(before, seat, viewer))
    return [f"{pointer}{who}  {purse}", f"   boat {' '.join(boat)}"]


def _boat(state: State, seat: str, viewer: str | None) -> list[str]:
    row = [f"{letter}={value_for(state, f'{seat}.{letter}', viewer)}" for letter in state.boats.get(seat, ())]
    return row or ["empty"]


def _shared(state: State, viewer: str | None) -> list[list[str]]:
    """Flag, supply and removed tiles: lines in parts, each of which may change."""
    hidden = viewer is not None and lies_face_down(state)
    tiles = len(state.lost_tiles)
    last = "" if not tiles else ", face down" if hidden else f" ({_picture(state.lost_tiles[-1])})"
    flag = {HIDDEN: "flag under a stone"}.get(state.flag, f"flag {_at(state)}")
    supply = ["supply ", f"●{state.supply_coins}", " ", f"°{state.supply_rings}"]
    return [
        [flag],
        [*supply, ", lost ", f"●{state.lost_coins}", " ", f"°{state.lost_rings}"],
        [f"{tiles} tile{'' if tiles == 1 else 's'} taken", last],
    ]


def _at(state: State) -> str:
    if state.flag not in state.where:
        return f"lies on {state.flag}"
    return f"with {person(state.table, state.flag[:-2])} on {state.where[state.flag]}"


def lies_face_down(state: State) -> bool:
    """Whether removed tiles lie face down beside the board."""
    return state.plays("face-down-discards") or state.reads("SL-Q34", "down")


def hide(state: State) -> State:
    """The state as a seat may see it: everybody saw the removed tiles, but nobody may look at them again."""
    if not lies_face_down(state):
        return state
    return replace(state, lost_tiles=(UNKNOWN,) * len(state.lost_tiles))


def candidate_lines(report: dict[str, Any], seats: tuple[str, ...]) -> list[str]:
    """The knowledge report as a table: the values still possible for each explorer."""
    lines = [("possible values    " + "  ".join(letter.ljust(6) for letter in LETTERS)).rstrip()]
    for seat in seats:
        cells = [report["candidates"].get(f"{seat}.{letter}", []) for letter in LETTERS]
        row = "  ".join("".join(str(value) for value in cell).ljust(6) for cell in cells)
        lines.append(f"  {seat.ljust(16)} {row}".rstrip())
    for conflict in report["conflicts"]:
        events = ", ".join(str(event) for event in conflict["events"])
        lines.append(f"  events {events} cannot all be true ({' and '.join(conflict['seats'])})")
    return lines
