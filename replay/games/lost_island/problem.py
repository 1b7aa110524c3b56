"""Why an action cannot be read at all: a name that is neither a cell nor an explorer."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from replay.action import Action, Reveal
from replay.game import Problem
from replay.games.lost_island.actions import (
    Battle,
    Blast,
    Flip,
    Hit,
    Miner,
    Move,
    Position,
    Reinforce,
    Ring,
    Setup,
    Shrink,
    Spy,
    Swim,
)
from replay.games.lost_island.phrases import joined
from replay.games.lost_island.reveals import can_read, stranger_in
from replay.games.lost_island.words import HIDDEN, looks_like_cell, looks_like_piece
from replay.table import Table

_CELL = "a cell such as a1"
_PIECE = "an explorer such as `red.a`"
_LETTER = "a letter from a to f"
_TOLD = (
    "the value of an explorer (`values.red.a`), those of a player (`values.red`), a tile (`tiles.c3`), "
    "or what an event left out (`@7.stone`)"
)


def problem(table: Table, action: Action) -> Problem | None:
    """The first name in an action that cannot be read. Unknown seats and cells off the grid can be: they are judged."""
    look: Look | None = _LOOKS.get(type(action))
    return None if look is None else look(table, action)


def _in_move(table: Table, action: Move) -> Problem | None:
    return _piece("piece", action.piece) or _cell("to", action.to)


def _in_swim(table: Table, action: Swim) -> Problem | None:
    return _piece("piece", action.piece) or _cell("to", action.to) or _cells("via", action.via)


def _in_battle(table: Table, action: Battle) -> Problem | None:
    return _piece("piece", action.piece) or _piece("target", action.target) or _cells("via", action.via)


def _in_flip(table: Table, action: Flip) -> Problem | None:
    return _cell("cell", action.cell) or _piece("piece", action.piece) or _hits(action.hits) or _stones(action)


def _in_shrink(table: Table, action: Shrink) -> Problem | None:
    return _cell("cell", action.cell) or _cell("flagTo", action.flag_to) or _stones(action)


def _in_reveal(table: Table, action: Reveal) -> Problem | None:
    if not can_read(action):
        return Problem("what", action.what, _TOLD)
    stranger = stranger_in(action, table.seats)
    if stranger is None:
        return None
    return Problem("what", stranger, f"an explorer of {joined(table.seats, 'or')}, with a letter from a to f")


def _cell(field: str, text: str | None) -> Problem | None:
    return None if text is None or looks_like_cell(text) else Problem(field, text, _CELL)


def _piece(field: str, text: str | None) -> Problem | None:
    return None if text is None or looks_like_piece(text) else Problem(field, text, _PIECE)


def _cells(field: str, cells: Iterable[str] | None) -> Problem | None:
    for cell in cells or ():
        if not looks_like_cell(cell):
            return Problem(field, cell, _CELL)
    return None


def _stones(action: Flip | Shrink) -> Problem | None:
    return _cells("stones", action.stones)


def _hits(hits: dict[str, Hit]) -> Problem | None:
    for piece, hit in hits.items():
        if not looks_like_piece(piece):
            return Problem("hits", piece, _PIECE)
        if isinstance(hit, str) and hit not in ("out", "stay"):
            return Problem(f"hits.{piece}", hit, "the value shown, out or stay")
    return None


def _setup(action: Setup) -> Iterator[Problem]:
    yield from _found(_cells("stones", action.stones))
    yield from _places("start", action.start)
    yield from _letters("boats", action.boats)
    yield from _letters("values", action.values)
    if action.position is not None:
        yield from _position(action.position)


def _position(position: Position) -> Iterator[Problem]:
    for field in ("tiles", "loot"):
        yield from _found(_cells(f"position.{field}", getattr(position, field)))
    yield from _found(_cells("position.turn.fresh", position.turn.fresh))
    yield from _places("position.explorers", position.explorers or {})
    for field in ("boats", "rings", "values", "seen"):
        yield from _letters(f"position.{field}", getattr(position, field))
    if position.flag != HIDDEN and not looks_like_cell(position.flag) and not looks_like_piece(position.flag):
        yield Problem("position.flag", position.flag, f"hidden, {_CELL} or {_PIECE}")
    if position.blast is not None:
        yield from _found(_cell("position.blast.cell", position.blast.cell))
        for piece in position.blast.queue:
            yield from _found(_piece("position.blast.queue", piece))
        for piece, cell in position.blast.gone.items():
            yield from _found(_piece("position.blast.gone", piece) or _cell("position.blast.gone", cell))


def _found(one: Problem | None) -> Iterator[Problem]:
    if one is not None:
        yield one


def _places(field: str, places: dict[str, dict[str, str]]) -> Iterator[Problem]:
    yield from _letters(field, places)
    for seat, cells in places.items():
        yield from _found(_cells(f"{field}.{seat}", cells.values()))


def _letters(field: str, by_seat: dict[str, Any]) -> Iterator[Problem]:
    for seat, letters in by_seat.items():
        for letter in letters:
            if len(letter) != 1 or not ("a" <= letter <= "z"):
                yield Problem(f"{field}.{seat}", letter, _LETTER)


Look = Callable[[Table, Any], Problem | None]
_LOOKS: dict[type[Action], Look] = {
    Setup: lambda table, action: next(_setup(action), None),
    Move: _in_move,
    Swim: _in_swim,
    Battle: _in_battle,
    Flip: _in_flip,
    Blast: lambda table, action: _hits(action.hits),
    Miner: lambda table, action: _piece("piece", action.piece),
    Ring: lambda table, action: _piece("piece", action.piece),
    Reinforce: lambda table, action: _cell("to", action.to) or _piece("piece", action.piece),
    Spy: lambda table, action: _piece("target", action.target) or _piece("from", action.looker),
    Shrink: _in_shrink,
    Reveal: _in_reveal,
}
"""What to look at in each kind of action; others name nothing."""
