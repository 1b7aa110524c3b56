"""Bombs: which explorers they meet, in what order, and what becomes of them."""

from collections.abc import Mapping

from replay.games.lost_island.actions import Flip, Hit
from replay.games.lost_island.draft import Draft
from replay.games.lost_island.outcome import bomb_fate
from replay.games.lost_island.state import Fuse, Met, State
from replay.games.lost_island.words import WATER, Bomb, bomb_of


def ways_of(bomb: Bomb, action: Flip) -> tuple[str, ...] | None:
    """The directions in the order the bomb works through them; None if the axis is not known."""
    ways = bomb.ways(action.axis)
    if ways is None or action.order is None:
        return ways
    told = tuple(dict.fromkeys(way for way in action.order if way in ways))
    return (*told, *(way for way in ways if way not in told))


def queue_of(state: State, where: Mapping[str, str], bomb: Bomb, action: Flip) -> tuple[str, ...]:
    """The pieces in the bomb's lines, in the order it meets them."""
    ways = ways_of(bomb, action)
    if ways is None:
        return ()
    taken = set(where.values())
    queue: list[str] = []
    near = state.reads("SL-Q11", "next")
    for way in ways:
        line = state.board.line(action.cell, way)
        for cell in line[:1] if near else line:
            if cell in taken:
                here = [piece for piece, place in where.items() if place == cell]
                queue += sorted(here, key=state.rank) if len(here) > 1 else here
    return tuple(queue)


def light(draft: Draft, action: Flip) -> None:
    """A bomb was turned up: it meets the pieces in its lines, as far as the event tells."""
    bomb = bomb_of(action.tile)
    if bomb is None:
        return
    queue = queue_of(draft.base, draft.where, bomb, action)
    draft.fuse = Fuse(action.cell, bomb.value, queue)
    meet(draft, bomb.value, action.hits)


def in_order(state: State, queue: tuple[str, ...], hits: Mapping[str, Hit]) -> list[str]:
    """The pieces of `hits` in the order they are handled: those in the queue first, then the others."""
    strangers = [piece for piece in hits if piece not in queue and piece in state.where]
    return [piece for piece in queue if piece in hits] + sorted(strangers, key=state.rank)


def meet(draft: Draft, bomb: int, hits: Mapping[str, Hit]) -> None:
    """The bomb in progress meets the pieces of `hits`; when none is left, it is over."""
    fuse = draft.fuse
    assert fuse is not None
    for piece in in_order(draft.base, fuse.queue, hits):
        if piece in draft.where:
            _meet_one(draft, piece, bomb, hits[piece])
    left = tuple(piece for piece in fuse.queue if piece not in hits)
    draft.fuse = Fuse(fuse.cell, fuse.value, left)
    if not left:
        drop_bomb(draft)


def _meet_one(draft: Draft, piece: str, bomb: int, hit: Hit) -> None:
    ring = int(piece in draft.rings)
    number = hit if isinstance(hit, int) else None
    fate = bomb_fate(number, ring, bomb) if number is not None else ("stay" if hit == "stay" else "out")
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


def _drop_flag(draft: Draft, cell: str) -> None:
    """A flag bearer went home from this cell."""
    near = draft.nearest(cell) if draft.reads("SL-Q15", "nearest") else []
    if near:
        draft.put_flag(near[0])
    else:
        draft.flag = cell


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
