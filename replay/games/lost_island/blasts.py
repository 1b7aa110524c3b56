"""Bombs: which explorers they meet, in what order, and what becomes of them."""

from collections.abc import Iterable, Mapping

from replay.games.lost_island.actions import Flip, Hit
from replay.games.lost_island.board import EIGHT, Board
from replay.games.lost_island.draft import Draft
from replay.games.lost_island.outcome import Fate, bomb_fate
from replay.games.lost_island.state import Fuse, Met, State
from replay.games.lost_island.words import WATER, Bomb, bomb_of
from replay.zones import without


def ways_of(state: State, bomb: Bomb, action: Flip) -> tuple[str, ...] | None:
    """The directions in the order the bomb works through them; None if nothing says which they are."""
    order = action.order or ()
    ways = bomb.ways(action.axis, order)
    if ways is None:
        return None
    told = tuple(dict.fromkeys(way for way in order if way in ways)) if order else ()
    if bomb.shape == "line" and state.reads("SL-Q13", "one"):
        return told[:1] or None
    return (*told, *(way for way in ways if way not in told)) if told else ways


def reach_of(state: State, cell: str, way: str) -> tuple[str, ...]:
    """The cells that a bomb reaches in a direction, nearest first."""
    line = state.board.line(cell, way)
    return line[:1] if state.reads("SL-Q11", "next") else line


def queue_of(state: State, where: Mapping[str, str], bomb: Bomb, action: Flip) -> tuple[str, ...]:
    """The pieces in the bomb's lines, in the order it meets them."""
    ways = ways_of(state, bomb, action)
    return () if ways is None else met_along(state, where, action.cell, ways)


def met_along(state: State, where: Mapping[str, str], origin: str, ways: Iterable[str]) -> tuple[str, ...]:
    """The pieces in some directions from a cell, in this order, nearest first."""
    taken = set(where.values())
    lines, only_next = state.board.lines, state.reads("SL-Q11", "next")
    queue: list[str] = []
    for way in ways:
        line = lines.get((origin, way), ())
        if taken.isdisjoint(line):
            continue
        for cell in line[:1] if only_next else line:
            if cell in taken:
                here = [piece for piece, place in where.items() if place == cell]
                queue += sorted(here, key=state.rank) if len(here) > 1 else here
    return tuple(queue)


def beyond(board: Board, origin: str, cell: str) -> tuple[str, ...]:
    """The cells behind a cell, as seen from another one in line with it."""
    for way in EIGHT:
        line = board.line(origin, way)
        if cell in line:
            return line[line.index(cell) + 1 :]
    return ()


def fate_of(hit: Hit, ring: int, bomb: int) -> Fate:
    """What became of a piece: as told, or as the value shown says."""
    if isinstance(hit, int):
        return bomb_fate(hit, ring, bomb)
    return "stay" if hit == "stay" else "out"


def shielded(state: State, where: Mapping[str, str], origin: str, survivor: str, queue: Iterable[str]) -> set[str]:
    """The pieces of a queue behind one that stayed, at a table where it shields them."""
    if not state.reads("SL-Q12", "yes"):
        return set()
    behind = beyond(state.board, origin, where[survivor])
    return {piece for piece in queue if where.get(piece) in behind}


def light(draft: Draft, action: Flip, face: str) -> None:
    """A bomb was turned up: it meets the pieces in its lines, as far as the event tells."""
    bomb = bomb_of(face)
    if bomb is None:
        return
    queue = queue_of(draft.base, draft.where, bomb, action)
    draft.fuse = Fuse(action.cell, bomb.value, queue)
    if action.hits:
        meet(draft, bomb.value, action.hits)
    elif not queue:
        drop_bomb(draft)


def meet(draft: Draft, bomb: int, hits: Mapping[str, Hit]) -> None:
    """The bomb in progress meets the pieces of `hits`, those in its queue first; when none is left, it is over."""
    fuse = draft.fuse
    assert fuse is not None
    state = draft.base
    left = list(fuse.queue)
    for piece in fuse.queue:
        if piece in hits and piece in left:
            left.remove(piece)
            cells = draft.where
            if piece in cells and _meet_one(draft, piece, bomb, hits[piece]) == "stay":
                safe = shielded(state, cells, fuse.cell, piece, left)
                left = [other for other in left if other not in safe]
    # whoever is met although nothing led there: not in a line, or behind somebody who stayed
    met = {result.piece for result in draft.met}
    strangers = [piece for piece in hits if piece not in met and piece not in left and piece in draft.where]
    for piece in sorted(strangers, key=state.rank):
        _meet_one(draft, piece, bomb, hits[piece])
    assert draft.fuse is not None
    draft.fuse = Fuse(fuse.cell, fuse.value, tuple(left), draft.fuse.gone)
    if not left:
        drop_bomb(draft)


def _meet_one(draft: Draft, piece: str, bomb: int, hit: Hit) -> Fate:
    ring = int(piece in draft.rings)
    number = hit if isinstance(hit, int) else None
    fate = fate_of(hit, ring, bomb)
    shown = number is not None or not draft.reads("SL-Q16", "hidden")
    draft.met += (Met(piece, ring, bomb, fate, number),)
    if shown:
        draft.show(piece, number, draft.table.seats)
    draft.use_ring(piece)
    if fate == "out":
        cell = draft.where[piece]
        draft.go_home(piece)
        if draft.flag == piece:
            _drop_flag(draft, cell)
        fuse = draft.fuse
        if fuse is not None and draft.reads("SL-Q18", "all"):
            draft.fuse = Fuse(fuse.cell, fuse.value, fuse.queue, {**fuse.gone, piece: cell})
    return fate


def _drop_flag(draft: Draft, cell: str) -> None:
    """A flag bearer went home from this cell."""
    near = draft.nearest(cell) if draft.reads("SL-Q15", "nearest") else []
    if near:
        draft.put_flag(near[0])
    else:
        draft.flag = cell


def bring_back(draft: Draft) -> None:
    """A miner brings back those whom the bomb has sent home: they stand where they stood, and do not arrive."""
    fuse = draft.fuse
    if fuse is None:
        return
    for piece in sorted(filter(draft.is_piece, fuse.gone), key=draft.rank):
        cell, seat, name = fuse.gone[piece], piece[:-2], piece[-1]
        if name not in draft.boats.get(seat, ()) or draft.is_taken(cell) or not draft.is_land(cell):
            continue
        draft.boats = {**draft.boats, seat: without(draft.boats[seat], name)}
        draft.where = {**draft.where, piece: cell}
        if draft.flag == cell:
            draft.flag = piece


def drop_bomb(draft: Draft) -> None:
    """The bomb in progress is over: the pieces it had yet to meet stay."""
    fuse = draft.fuse
    draft.fuse = None
    if fuse is None or not draft.reads("SL-Q14", "water"):
        return
    tile = draft.tiles.get(fuse.cell, WATER)
    if bomb_of(tile) is not None:
        draft.set_tile(fuse.cell, WATER)
        draft.lost_tiles = (*draft.lost_tiles, tile)
