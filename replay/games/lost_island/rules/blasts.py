"""Checks on bombs and storms."""

from collections.abc import Iterable

from replay.games.lost_island.actions import Blast, Flip, Setup, Shrink
from replay.games.lost_island.blasts import queue_of
from replay.games.lost_island.board import EIGHT, SIDES
from replay.games.lost_island.rules.common import Answers, AnyStep, bomb_in, ground, in_doubt, told
from replay.games.lost_island.state import State
from replay.games.lost_island.storms import line_of
from replay.games.lost_island.words import AXIS_WAYS, is_stone
from replay.rule import Answer, Broken, Open, Rule, rule
from replay.step import Step


def _aimed(step: Step[State, Flip]) -> tuple[str, ...] | None:
    """The directions of a bomb that a flip turned up; None if it is not a bomb, or its directions are not known."""
    bomb = bomb_in(step)
    return None if bomb is None else bomb.ways(step.action.axis)


@rule("SL-BOMB-1", cite="Bomb", judges=Flip, may_open=True)
def a_two_sided_bomb_is_pointed(step: Step[State, Flip]) -> Answers:
    """Whoever turns a two-sided bomb chooses which way it points."""
    bomb = bomb_in(step)
    axis = step.action.axis
    if bomb is None or bomb.shape != "line" or axis in AXIS_WAYS:
        return ()
    if axis is not None:
        return (Broken(f"{axis!r} is not a way to point it", {"axis": axis}),)
    state = ground(step)
    lines = [cell for way in SIDES for cell in _reach(state, step.action.cell, way)]
    here = [piece for piece, cell in state.where.items() if cell in lines]
    if here:
        return (
            Open(
                f"nobody noted which way the bomb points, and {' and '.join(here)} may be in its lines",
                {"pieces": here},
            ),
        )
    return ()


def _reach(state: State, cell: str, way: str) -> tuple[str, ...]:
    line = state.board.line(cell, way)
    return line[:1] if state.reads("SL-Q11", "next") else line


@rule("SL-BOMB-2", cite="Bomb (example)", judges=Flip, may_open=True)
def each_direction_once(step: Step[State, Flip]) -> Answers:
    """A bomb works through each of its directions once."""
    ways = _aimed(step)
    if ways is None:
        return ()
    doubt = in_doubt(step, "SL-BOMB-2")
    order = step.action.order
    if doubt is not None:
        return (doubt,)
    if order is not None and sorted(order) != sorted(ways):
        facts = {"order": order, "directions": list(ways)}
        return (Broken(f"the order is {' '.join(order)}, not {' '.join(ways)} once each", facts),)
    return ()


def _queue(step: AnyStep) -> tuple[str, ...] | None:
    """The explorers the bomb had yet to meet before this event; None if there is no bomb to judge."""
    state, action = step.before, step.action
    if isinstance(action, Blast):
        return () if state.fuse is None else state.fuse.queue
    bomb = bomb_in(step)
    if bomb is None or bomb.ways(action.axis) is None:
        return None
    state = ground(step)
    return queue_of(state, state.where, bomb, action)


@rule("SL-BOMB-3", cite="Bomb", judges=(Flip, Blast), may_open=True)
def only_those_in_its_lines(step: AnyStep) -> Answers:
    """A bomb meets only explorers in its lines, and only while it is in progress."""
    queue = _queue(step)
    if queue is None:
        return ()
    doubt = in_doubt(step, "SL-BOMB-3")
    strangers = [piece for piece in step.action.hits if piece not in queue]
    if doubt is not None:
        return (doubt,)
    if isinstance(step.action, Blast) and step.before.fuse is None:
        return (Broken("no bomb is in progress"),)
    if strangers:
        return (Broken(f"not in its lines: {' and '.join(strangers)}", {"pieces": strangers, "queue": list(queue)}),)
    return ()


@rule("SL-BOMB-4", cite="Bomb; Miner", judges=(Flip, Setup), may_open=True)
def everybody_in_its_lines(step: AnyStep) -> Answers:
    """A bomb meets every explorer in its lines unless a miner stops it."""
    if isinstance(step.action, Flip) and _aimed(step) is None:
        return ()
    if isinstance(step.action, Setup) and step.after.fuse is None:
        return ()
    doubt = in_doubt(step, "SL-BOMB-4")
    return told(step, "SL-BOMB-4") if doubt is None else (doubt,)


@rule("SL-BOMB-5", cite="Bomb; FAQ", judges=(Flip, Blast), may_open=True)
def the_result_follows_from_the_value(step: AnyStep) -> Iterable[Answer]:
    """Whether an explorer survives a bomb follows from its value, its ring and the bomb."""
    return told(step, "SL-BOMB-5")


@rule("SL-BOMB-6", cite="Bomb (example)", judges=(Flip, Blast), may_open=True)
def in_the_order_of_the_blast(step: AnyStep) -> Answers:
    """Results come in the order of the blast, from near to far, one direction at a time."""
    queue = _queue(step)
    if queue is None or (isinstance(step.action, Blast) and step.before.fuse is None):
        return ()
    doubt = in_doubt(step, "SL-BOMB-6")
    met = [piece for piece in queue if piece in step.action.hits]
    if doubt is not None:
        return (doubt,)
    if met != list(queue[: len(met)]):
        missed = next(piece for piece in queue if piece not in met)
        return (Broken(f"{missed} comes before {met[-1]}", {"met": met, "queue": list(queue)}),)
    return ()


@rule("SL-STORM-1", cite="Storm", judges=(Flip, Shrink), may_open=True)
def a_storm_blows_in_one_direction(step: AnyStep) -> Answers:
    """A storm blows in one of four directions."""
    state = ground(step)
    if not _is_storm(step, state):
        return ()
    ways = EIGHT if state.reads("SL-Q20", "eight") else SIDES
    way = step.action.dir
    if way is not None:
        if way not in ways:
            return (Broken(f"{way!r} is not a direction for a storm", {"dir": way}),)
        return ()
    lines = [cell for one in ways for cell in line_of(state, step.after.tiles, step.action.cell, one)]
    here = [piece for piece, cell in state.where.items() if cell in lines]
    if here:
        return (Open(f"nobody noted which way it blew, and {' and '.join(here)} may be in its line", {"pieces": here}),)
    return ()


def _is_storm(step: AnyStep, state: State) -> bool:
    action = step.action
    tile = state.tiles.get(action.cell)
    if action.tile != "storm" or tile is None or is_stone(tile) or not state.is_land(action.cell):
        return False
    return isinstance(action, Flip) or (tile == "?" and state.plays("shrink-storms"))


RULES: tuple[Rule, ...] = (
    a_two_sided_bomb_is_pointed,
    each_direction_once,
    only_those_in_its_lines,
    everybody_in_its_lines,
    the_result_follows_from_the_value,
    in_the_order_of_the_blast,
    a_storm_blows_in_one_direction,
)
