"""The table as text: the board as a grid, then a line for each seat."""

from typing import Any

from msgspec.structs import replace

from replay.action import UNKNOWN
from replay.boards import folded, headline, mark, marked, side_by_side
from replay.game import Frame
from replay.games.lost_island.state import State
from replay.games.lost_island.words import DEEP, HIDDEN, LETTERS, STONE, WATER, bomb_of
from replay.view import TABLE

WIDE = 9
"""Letters in a cell of the grid."""
_NARROWEST = 27
"""Letters that a line beside the grid needs; with less room the seats go below it."""


def render(frame: Frame) -> list[str]:
    """The board with tiles, explorers, rings (°) and flag (⚑); a cell or line that changed has a `*`."""
    state: State = frame.state
    before: State = frame.before if frame.before is not None else state
    viewer = frame.viewer
    grid = _grid(state, before, viewer)
    panel = _panel(state, before, viewer)
    room = frame.width - len(grid[0]) - 3
    if room >= _NARROWEST:
        body = side_by_side(grid, [line for text in panel for line in folded(text, room, "    ")])
    else:
        body = [*grid, "", *panel]
    return [line.rstrip() for line in (_headline(state), *_bomb(state), "", *body)]


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
        return headline("Stratego Lost Island", f"turn {turn.n}", f"{state.winner or 'nobody'} has won")
    left = max(0, 2 - turn.used)
    actions = "power-ups" if turn.step == "power-ups" else f"{left} action{'' if left == 1 else 's'} left"
    name = state.table.name(turn.seat)
    who = turn.seat if name == turn.seat else f"{turn.seat} ({name})"
    return headline("Stratego Lost Island", f"turn {turn.n}", f"{who} to act", actions)


def _bomb(state: State) -> list[str]:
    fuse = state.fuse
    if fuse is None:
        return []
    return [f"Bomb of {fuse.value} at {fuse.cell} has yet to meet {', '.join(fuse.queue)}"]


def _tile(state: State, cell: str) -> str:
    tile = state.tiles[cell]
    words = {"?": "░░░░░░░", STONE: "▓▓▓▓▓▓▓", WATER: "~~~~~~~", DEEP: "≈≈≈≈≈≈≈"}
    bomb = bomb_of(tile)
    if bomb is not None:
        return f"✸{bomb.shape[:5] if bomb.shape == 'cross' else bomb.shape[:4]} {bomb.value}"
    return words.get(tile, tile.replace("stone-", "▓"))


def _cell(state: State, cell: str, viewer: str | None) -> tuple[str, str]:
    names = short_seats(state.table.seats)
    here = [_explorer(state, piece, names, viewer) for piece in state.pieces_at(cell)]
    if state.flag == cell:
        here.append("⚑")
    if cell in state.loot:
        here.append(f"●{state.loot[cell]}")
    return _tile(state, cell), " ".join(here)


def _explorer(state: State, piece: str, names: dict[str, str], viewer: str | None) -> str:
    signs = f"{'°' if piece in state.rings else ''}{'⚑' if state.flag == piece else ''}"
    return f"{names[piece[:-2]]}{piece[-1]}={value_for(state, piece, viewer)}{signs}"


def _grid(state: State, before: State, viewer: str | None) -> list[str]:
    kit = state.kit
    edge = "   +" + "+".join(["-" * WIDE] * len(kit.columns)) + "+"
    lines = ["    " + " ".join(letter.center(WIDE) for letter in kit.columns) + " ", edge]
    for row in range(kit.rows, 0, -1):
        tops, bottoms = [], []
        for column in kit.columns:
            cell = f"{column}{row}"
            new, old = _cell(state, cell, viewer), _cell(before, cell, viewer)
            tops.append(_fit(new[0], new[0] != old[0]))
            bottoms.append(_fit(new[1], new[1] != old[1]))
        lines += [f"{row:>2} |{'|'.join(tops)}|", f"   |{'|'.join(bottoms)}|", edge]
    return lines


def _fit(text: str, changed: bool) -> str:
    sign = mark(changed)
    return (f" {text}"[: WIDE - len(sign)] + sign).ljust(WIDE)


def _panel(state: State, before: State, viewer: str | None) -> list[str]:
    lines: list[str] = []
    for seat in state.table.seats:
        lines += _seat(state, before, seat, viewer)
    old = _shared(before, viewer)
    shared = _shared(state, viewer)
    lines += [marked(line, was) for line, was in zip(shared, old, strict=True)]
    return [*lines, "", "░ face down  ▓ stone  ~ water", "● coins ° ring ⚑ flag * changed"]


def _seat(state: State, before: State, seat: str, viewer: str | None) -> list[str]:
    name = state.table.name(seat)
    short = short_seats(state.table.seats)[seat]
    who = f"{short} {seat}" if name == seat else f"{short} {seat} ({name})"
    pointer = "▸" if state.turn.seat == seat and state.phase == "play" else " "
    coins, were = state.coins[seat], before.coins.get(seat, 0)
    purse = marked(f"●{coins}", f"●{were}")
    boat = _boat(state, seat, viewer)
    return [f"{pointer}{who}  {purse}", f"   boat {marked(boat, _boat(before, seat, viewer))}"]


def _boat(state: State, seat: str, viewer: str | None) -> str:
    row = [f"{letter}={value_for(state, f'{seat}.{letter}', viewer)}" for letter in state.boats.get(seat, ())]
    return " ".join(row) or "empty"


def _shared(state: State, viewer: str | None) -> list[str]:
    hidden = viewer is not None and lies_face_down(state)
    tiles = len(state.lost_tiles)
    taken = f"{tiles} tiles taken" + (", face down" if hidden and tiles else "")
    if tiles and not hidden:
        taken += f" ({state.lost_tiles[-1]})"
    flag = {HIDDEN: "flag under a stone"}.get(state.flag, f"flag {_at(state)}")
    return [
        "",
        flag,
        f"supply ●{state.supply_coins} °{state.supply_rings}, lost ●{state.lost_coins} °{state.lost_rings}",
        taken,
    ]


def _at(state: State) -> str:
    return f"carried by {state.flag}" if state.flag in state.where else f"lies on {state.flag}"


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
