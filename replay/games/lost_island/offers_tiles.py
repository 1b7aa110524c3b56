"""What is asked after a tile was turned: how a bomb points and whom it meets, where a storm blows and onto what."""

from collections.abc import Sequence

from msgspec.structs import replace

from replay.games.lost_island.actions import Flip, Shrink
from replay.games.lost_island.blasts import queue_of, reach_of
from replay.games.lost_island.board import EIGHT, SIDES
from replay.games.lost_island.notation import FACES
from replay.games.lost_island.reducer import follow
from replay.games.lost_island.state import State
from replay.games.lost_island.words import AXES, AXIS_WAYS, SHAPE_WAYS, STONE, STONE_FACES, WAYS, bomb_of
from replay.offers import ToAsk, When
from replay.saying import owner

_WORDS = {f'"{way}"': said for way, said in WAYS.items()}
_AXES = {f'"{axis}"': said for axis, said in AXES.items()}
_HITS = {'"out"': "goes home", '"stay"': "stays"}


def _shown(shape: str) -> When:
    """Where a bomb of this shape was turned up."""
    return When(("tile",), among=tuple(face for face in FACES if face.startswith(f"bomb-{shape}-")))


def after_turning(state: State, action: Flip | Shrink) -> list[ToAsk]:
    """What is asked if the tile shows a storm or a bomb."""
    storm = _storm(state, action)
    if isinstance(action, Shrink):
        return storm
    return [*storm, *_line_bomb(state, action), *_other_bombs(state, action)]


def _storm(state: State, action: Flip | Shrink) -> list[ToAsk]:
    ways = EIGHT if state.reads("SL-Q20", "eight") else SIDES
    shown = When(("tile",), among=("storm",))
    asks = [ToAsk(("dir",), of=ways, when=(shown,), labels=_WORDS)]
    if STONE not in state.tiles.values():
        return asks
    for way in ways:
        after = follow(state, replace(action, tile="storm", dir=way))
        turned = after.evidence.turned if after.evidence is not None else ()
        onto = [tile.cell for tile in turned if tile.was == STONE and tile.cell != action.cell]
        blown = (shown, When(("dir",), among=(way,)))
        for cell in onto:
            asks.append(_stone(cell, blown))
    return asks


def _stone(cell: str, when: tuple[When, ...]) -> ToAsk:
    return ToAsk(("stones", cell), of=STONE_FACES, when=when, question=f"What does the stone on {cell} show?")


def _line_bomb(state: State, action: Flip) -> list[ToAsk]:
    """A bomb that points two ways: the axis, or the order alone, says which."""
    shown = _shown("line")
    one_way = state.reads("SL-Q13", "one")
    asks = [_order(shown, tuple("nesw"), 1 if one_way else 2, extra=not one_way)]
    asks.append(ToAsk(("axis",), of=("ns", "ew"), when=(shown,), labels=_AXES))
    for axis, ways in AXIS_WAYS.items():
        there = [(way,) for way in ways] if one_way else [ways]
        for some in there:
            pieces = _in_line(state, action, some)
            pointed = When(("order",), among=some) if one_way else When(("axis",), among=(axis,))
            asks += met(state, pieces, shown, pointed)
            if not one_way:
                asks += met(state, pieces, shown, When(("axis",), count=0), When(("order",), among=some))
    return asks


def _order(shown: When, ways: tuple[str, ...], number: int, *, extra: bool) -> ToAsk:
    return ToAsk(("order",), of=ways, n=(number, number), when=(shown,), extra=extra, labels=_WORDS)


def _other_bombs(state: State, action: Flip) -> list[ToAsk]:
    asks: list[ToAsk] = []
    for shape, ways in SHAPE_WAYS.items():
        shown = _shown(shape)
        asks.append(_order(shown, ways, len(ways), extra=True))
        face = next(face for face in FACES if face.startswith(f"bomb-{shape}-"))
        bomb = bomb_of(face)
        assert bomb is not None
        asks += met(state, queue_of(state, state.where, bomb, replace(action, tile=face)), shown)
    return asks


def _in_line(state: State, action: Flip, ways: Sequence[str]) -> list[str]:
    """The explorers that a bomb reaches in some directions, nearest first."""
    cells = [cell for way in ways for cell in reach_of(state, action.cell, way)]
    return [piece for cell in cells for piece in state.pieces_at(cell)]


def met(state: State, pieces: Sequence[str], *when: When) -> list[ToAsk]:
    """What each explorer in the way of a bomb shows. Not all may have been met yet, if a miner can be paid."""
    shown = () if state.reads("SL-Q16", "hidden") else (1, 2, 3, 4, 5, 6)
    asks = []
    for piece in pieces:
        what = f"{owner(state.table, piece[:-2])} explorer on {state.where[piece]} meets the bomb and shows"
        asks.append(
            ToAsk(("hits", piece), of=(*shown, "out", "stay"), when=when, last=True, question=what, labels=_HITS)
        )
    return asks
