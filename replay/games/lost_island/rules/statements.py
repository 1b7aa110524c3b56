"""SL-LOG-2: what an event says of the table fits what is there. Where it does not, the state follows the table."""

from collections.abc import Iterable, Iterator
from typing import Any

from replay.action import Reveal
from replay.games.lost_island.actions import Battle, Flip, Move, Reinforce, Setup, Shrink, Swim
from replay.games.lost_island.board import EIGHT
from replay.games.lost_island.phrases import by_letter, field_words, said_of
from replay.games.lost_island.rules import blasts, fights, shrinking, tiles, turn
from replay.games.lost_island.rules.common import AnyStep, arrival, ground, told
from replay.games.lost_island.state import State
from replay.games.lost_island.words import (
    STONE,
    STONE_UNKNOWN,
    UNKNOWN_WORDS,
    a_face,
    bomb_of,
    is_face_down,
    is_stone,
    told_face,
)
from replay.rule import Answer, Broken, Rule, rule
from replay.saying import listed

_OTHER_RULES: dict[type, tuple[Rule, ...]] = {
    Move: (turn.the_explorer_is_on_the_island, tiles.onto_land),
    Swim: (turn.the_explorer_is_on_the_island, fights.a_swim_ends_on_another_tile),
    Battle: (
        turn.the_explorer_is_on_the_island,
        fights.against_an_opponent,
        fights.the_log_says_how_it_ended,
    ),
    Reinforce: (fights.an_explorer_is_in_the_boat,),
    Flip: (turn.the_explorer_is_on_the_island, tiles.only_face_down_tiles),
    Shrink: (shrinking.there_is_a_tile_to_take,),
}
"""If one of these is broken, the event does not fit for another reason, and one finding is enough."""


@rule(
    "SL-LOG-2",
    cite="the log",
    judges=(Setup, Move, Swim, Battle, Reinforce, Flip, Shrink, Reveal),
    may_open=True,
)
def what_is_said_fits_the_table(step: AnyStep) -> Iterable[Answer]:
    """What an event says of the table fits what is there and the rules in force."""
    if isinstance(step.action, Reveal):
        return told(step, "SL-LOG-2")
    found = tuple(_statements(step))
    if found and any(_breaks(step, other) for other in _OTHER_RULES.get(type(step.action), ())):
        return ()
    return found


def _breaks(step: AnyStep, other: Rule) -> bool:
    assert other.check is not None
    return any(True for _ in other.check(step))


ARRIVALS: frozenset[type] = frozenset({Move, Swim, Reinforce})
"""Events whose only statement is the face of a stone."""
OTHERS: frozenset[type] = frozenset({Flip, Battle, Shrink, Setup, Reveal})
"""The other events that this rule judges."""


def says_something(step: AnyStep) -> bool:
    """Whether an event that is no arrival makes a statement that could fail to fit; most make none."""
    action = step.action
    kind = type(action)
    if kind is Shrink:
        told = action.tile is not None and not is_face_down(step.before.tiles.get(action.cell))
        return told or bool(action.flag_to or action.dir or action.stones)
    if kind is Flip:
        return bool(action.hits or action.axis or action.order or action.dir or action.stones)
    if kind is Battle:
        return action.stone is not None or bool(action.via)
    return kind is Reveal or (action.position is not None and bool(action.start or action.boats))


def _statements(step: AnyStep) -> Iterator[Answer]:
    match step.action:
        case Setup():
            yield from _setup(step)
        case Move() | Swim() | Reinforce():
            yield from _stone(step)
        case Battle():
            if step.action.via and not step.action.swim:
                yield _misfit(step.before, "via", step.action.via, "the attacker did not swim")
            yield from _stone(step)
        case Flip():
            yield from _flip(step)
        case Shrink():
            yield from _shrink(step)


def _misfit(state: State, field: str, says: Any, table: str) -> Broken:
    """A statement that does not fit: the field, what it says, and what the state follows."""
    why = f"the event gives {field_words(state, field)} as {said_of(state, field, says)}, but {table}"
    return Broken(why, {"field": field, "says": says, "follows": table})


def _stone(step: AnyStep) -> Iterator[Answer]:
    """The face of a stone that an arrival turns."""
    face, state = told_face(step.action.stone), ground(step)
    if face is None:
        return
    arrived = arrival(step, state)
    if arrived is None:
        yield _misfit(state, "stone", face, "nobody arrived on a stone")
    else:
        yield from _face("stone", state, arrived[1], face)


def _face(field: str, state: State, cell: str, face: str) -> Iterator[Answer]:
    """A face told for the tile under an explorer that arrived."""
    tile = state.tiles[cell]
    if not is_stone(tile):
        down = "an ordinary tile that lies face down"
        yield _misfit(state, field, face, f"{cell} is {down if tile == '?' else a_face(state.table, tile)}")
    elif tile not in (STONE, STONE_UNKNOWN, f"stone-{face}"):
        yield _misfit(state, field, face, f"{cell} is {a_face(state.table, tile)}")


def _flip(step: AnyStep) -> Iterator[Answer]:
    action, state = step.action, step.before
    face = told_face(action.tile)
    if face is None:
        return
    bomb = bomb_of(face)
    for field, says in (("hits", action.hits), ("axis", action.axis), ("order", action.order)):
        if says and bomb is None:
            yield _misfit(state, field, says, f"{_shows(step, face)}, which is not a bomb")
        elif says and bomb is not None and field == "axis" and bomb.shape != "line":
            yield _misfit(state, field, says, f"{a_face(state.table, face)} is never pointed")
    if face == "storm":
        yield from _blown_onto(step)
    elif action.dir or action.stones:
        yield from _no_storm(state, action, f"{_shows(step, face)}, which is not a storm")


def _shows(step: AnyStep, face: str) -> str:
    return f"{step.action.cell} shows {a_face(step.before.table, face)}"


def _no_storm(state: State, action: Flip | Shrink, why: str) -> Iterator[Answer]:
    if action.dir:
        yield _misfit(state, "dir", action.dir, why)
    if any(map(told_face, action.stones.values())):
        yield _misfit(state, "stones", action.stones, why)


def _blown_onto(step: AnyStep) -> Iterator[Answer]:
    """The faces of stones onto which a storm blows explorers."""
    action, state = step.action, ground(step)
    if (action.dir is not None and action.dir not in EIGHT) or _may_have_blown(step):
        return
    after = step.after.where
    cells = {after[piece] for piece, cell in state.where.items() if after.get(piece, cell) != cell}
    for cell, named in sorted(action.stones.items()):
        face = told_face(named)
        if face is None:
            continue
        if cell not in cells:
            yield _misfit(state, f"stones.{cell}", face, f"nobody was blown onto {cell}")
        else:
            yield from _face(f"stones.{cell}", state, cell, face)


def _may_have_blown(step: AnyStep) -> bool:
    """Whether nobody noted which way the storm blew (SL-STORM-1 is open)."""
    return step.action.dir is None and _breaks(step, blasts.a_storm_blows_in_one_direction)


def _shrink(step: AnyStep) -> Iterator[Answer]:
    action, state = step.action, ground(step)
    tile = state.tiles.get(action.cell)
    if tile is None:
        return
    face = told_face(action.tile)
    if face is not None and not is_face_down(tile) and tile not in (*UNKNOWN_WORDS, face, f"stone-{face}"):
        yield _misfit(state, "tile", action.tile, f"{action.cell} is {a_face(state.table, tile)}")
    unknown_stone = tile == STONE_UNKNOWN or (tile == STONE and face is None)
    if action.flag_to is not None and not shrinking.moves_flag(step, state) and not unknown_stone:
        yield _misfit(state, "flagTo", action.flag_to, f"the flag was not on {action.cell}")
    if not state.plays("shrink-storms"):
        yield from _no_storm(state, action, "storms that turn up while shrinking do not blow at this table")
    elif tile != "?":
        yield from _no_storm(state, action, f"{action.cell} is {a_face(state.table, tile)}")
    elif face == "storm":
        yield from _blown_onto(step)
    elif face is not None:
        yield from _no_storm(state, action, f"{_shows(step, face)}, which is not a storm")


def _setup(step: AnyStep) -> Iterator[Answer]:
    """Places named beside a position that has its own."""
    action = step.action
    if action.position is None or action.position.explorers is None:
        return
    for seat in step.after.table.seats:
        stand = {piece[-1]: cell for piece, cell in step.after.where.items() if piece[:-2] == seat}
        wait = list(step.after.boats[seat])
        if seat in action.start and action.start[seat] != stand:
            yield _misfit(step.after, f"start.{seat}", action.start[seat], f"the position has {_places(stand)}")
        if seat in action.boats and action.boats[seat] != wait:
            waiting = by_letter(wait) if wait else "an empty boat"
            yield _misfit(step.after, f"boats.{seat}", action.boats[seat], f"the position has {waiting}")


def _places(stand: dict[str, str]) -> str:
    return listed([f"explorer {letter} on {cell}" for letter, cell in sorted(stand.items())], "nobody on the island")


RULES: tuple[Rule, ...] = (what_is_said_fits_the_table,)
