"""Why an action cannot be read at all: a name that is neither a cell nor an explorer."""

from collections.abc import Iterable, Iterator
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
    match action:
        case Setup():
            return next(_setup(action), None)
        case Move() | Swim():
            via = action.via if isinstance(action, Swim) else None
            return _piece("piece", action.piece) or _cell("to", action.to) or _cells("via", via)
        case Battle():
            return _piece("piece", action.piece) or _piece("target", action.target) or _cells("via", action.via)
        case Flip():
            return _cell("cell", action.cell) or _piece("piece", action.piece) or _hits(action.hits) or _stones(action)
        case Blast():
            return _hits(action.hits)
        case Miner() | Ring():
            return _piece("piece", action.piece)
        case Reinforce():
            return _cell("to", action.to) or _piece("piece", action.piece)
        case Spy():
            return _piece("target", action.target) or _piece("from", action.looker)
        case Shrink():
            return _cell("cell", action.cell) or _cell("flagTo", action.flag_to) or _stones(action)
        case Reveal() if not can_read(action):
            return Problem("what", action.what, _TOLD)
        case Reveal() if (stranger := stranger_in(action, table.seats)) is not None:
            return Problem("what", stranger, f"an explorer of {joined(table.seats, 'or')}, with a letter from a to f")
        case _:
            return None


def _cell(field: str, text: str | None) -> Problem | None:
    return None if text is None or looks_like_cell(text) else Problem(field, text, _CELL)


def _piece(field: str, text: str | None) -> Problem | None:
    return None if text is None or looks_like_piece(text) else Problem(field, text, _PIECE)


def _cells(field: str, cells: Iterable[str] | None) -> Problem | None:
    return next((Problem(field, cell, _CELL) for cell in cells or () if not looks_like_cell(cell)), None)


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
