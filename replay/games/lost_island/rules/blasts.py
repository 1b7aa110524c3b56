"""Checks on bombs and storms."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from replay.games.lost_island.actions import Blast, Flip, Setup, Shrink
from replay.games.lost_island.blasts import fate_of, met_along, reach_of, shielded, ways_of
from replay.games.lost_island.board import EIGHT, SIDES
from replay.games.lost_island.phrases import explorer, explorers
from replay.games.lost_island.rules.common import Answers, AnyStep, bomb_in, ground, in_doubt, told
from replay.games.lost_island.state import State
from replay.games.lost_island.storms import line_of
from replay.games.lost_island.words import AXIS_WAYS, is_stone, way
from replay.rule import Answer, Broken, Open, Rule, rule
from replay.saying import listed
from replay.step import Step

_REACH = ("SL-Q11", "SL-Q12", "SL-Q13")
"""The questions that decide whom a bomb meets."""


@rule("SL-BOMB-1", cite="Bomb", judges=Flip, may_open=True, rests_on=("SL-Q13",))
def a_two_sided_bomb_is_pointed(step: Step[State, Flip]) -> Answers:
    """Whoever turns a two-sided bomb chooses which way it points."""
    bomb = bomb_in(step)
    axis, order = step.action.axis, step.action.order or ()
    if bomb is None or bomb.shape != "line":
        return ()
    if axis is not None and axis not in AXIS_WAYS:
        return (Broken(f"{way(axis)} is not a way to point a bomb", {"axis": axis}),)
    state, cell = ground(step), step.action.cell
    ways = bomb.ways(axis, order)
    if ways is not None and (order or not state.reads("SL-Q13", "one")):
        return ()
    here = _in_reach(state, cell, SIDES if ways is None else ways)
    if here:
        why = f"nobody noted which way the bomb points, and {explorers(state, here)} may be in its lines"
        return (Open(why, {"pieces": here}),)
    return ()


def _in_reach(state: State, cell: str, ways: Iterable[str]) -> list[str]:
    """The explorers that a bomb reaches in some directions."""
    lines = [other for one in ways for other in reach_of(state, cell, one)]
    return [piece for piece, place in state.where.items() if place in lines]


@rule("SL-BOMB-2", cite="Bomb (example)", judges=Flip, rests_on=("SL-Q13",))
def each_direction_once(step: Step[State, Flip]) -> Answers:
    """The bomb works through each of its directions once."""
    bomb, order = bomb_in(step), step.action.order
    if bomb is None or not order or (bomb.shape == "line" and step.action.axis not in (None, *AXIS_WAYS)):
        return ()
    state, ways = ground(step), bomb.ways(step.action.axis, order)
    facts = {"order": order, "directions": list(ways or SIDES)}
    if bomb.shape == "line" and state.reads("SL-Q13", "one"):
        if len(order) == 1 and ways is not None and order[0] in ways:
            return ()
        return (Broken(f"the order is {_ways(order)}, not one direction of the bomb", facts),)
    if ways is None:
        return (Broken(f"the order is {_ways(order)}, but the bomb has two opposite directions", facts),)
    missing = [one for one in ways if one not in order and _in_reach(state, step.action.cell, (one,))]
    if missing or len(set(order)) < len(order) or not set(order) <= set(ways):
        return (Broken(f"the order is {_ways(order)}, not {_ways(ways)} once each", facts),)
    return ()


def _ways(names: Iterable[str]) -> str:
    return listed([way(name) for name in names])


class _Meeting(NamedTuple):
    """The explorers that a bomb had yet to meet, and what an event says about them."""

    queue: tuple[str, ...]
    met: list[str]
    skipped: str | None
    """The first one that had to be met before one that was."""
    shielded: list[str]
    """Those of `hits` that another one shielded by then."""


def _queue(step: AnyStep) -> tuple[str, ...] | None:
    """The explorers the bomb had yet to meet before this event; None if there is no bomb to judge."""
    state, action = step.before, step.action
    if isinstance(action, Blast):
        return () if state.fuse is None else state.fuse.queue
    bomb = bomb_in(step)
    if bomb is None:
        return None
    state = ground(step)
    ways = ways_of(state, bomb, action)
    return None if ways is None else met_along(state, state.where, action.cell, ways)


def _source(step: AnyStep) -> tuple[str, int]:
    """The cell and the value of the bomb."""
    fuse, bomb = step.before.fuse, bomb_in(step)
    if bomb is not None:
        return step.action.cell, bomb.value
    return (fuse.cell, fuse.value) if fuse is not None else ("", 0)


def _meeting(step: AnyStep, queue: tuple[str, ...]) -> _Meeting:
    """Go through the queue in its order; an explorer that stays may shield those behind it."""
    state, hits = step.before, step.action.hits
    origin, bomb = _source(step)
    safe: set[str] = set()
    met: list[str] = []
    waiting = skipped = None
    for piece in queue:
        if piece in safe:
            continue
        if piece not in hits:
            waiting = waiting or piece
            continue
        skipped = skipped or waiting
        met.append(piece)
        stays = fate_of(hits[piece], int(piece in state.rings), bomb) == "stay"
        if stays and piece in state.where:
            safe |= shielded(state, state.where, origin, piece, queue)
    return _Meeting(queue, met, skipped, [piece for piece in hits if piece in safe and piece not in met])


@rule("SL-BOMB-3", cite="Bomb", judges=(Flip, Blast), rests_on=_REACH)
def only_those_in_its_lines(step: AnyStep) -> Answers:
    """A bomb meets only explorers in its lines."""
    if isinstance(step.action, Blast) and step.before.fuse is None:
        return (Broken("no bomb is in progress"),)
    queue = _queue(step) if step.action.hits else None
    if queue is None:
        return ()
    hits = step.action.hits
    shields = len(hits) > 1 and step.before.reads("SL-Q12", "yes")
    behind = _meeting(step, queue).shielded if shields else []
    strangers = [piece for piece in hits if piece not in queue or piece in behind]
    if strangers:
        verb = "is" if len(strangers) == 1 else "are"
        why = f"{explorers(step.before, strangers)} {verb} not in its lines"
        return (Broken(why, {"pieces": strangers, "queue": list(queue)}),)
    return ()


@rule("SL-BOMB-4", cite="Bomb; Miner; Step 1", judges=(Flip, Setup), may_open=True, rests_on=_REACH)
def everybody_in_its_lines(step: AnyStep) -> Iterable[Answer]:
    """A bomb meets every explorer in its lines, before anything else is done, unless a miner stops it."""
    return told(step, "SL-BOMB-4")


@rule("SL-BOMB-5", cite="Bomb; FAQ", judges=(Flip, Blast), may_open=True)
def the_result_follows_from_the_value(step: AnyStep) -> Iterable[Answer]:
    """Whether an explorer survives a bomb follows from its value, its ring and the bomb."""
    return told(step, "SL-BOMB-5")


@rule("SL-BOMB-6", cite="Bomb (example)", judges=(Flip, Blast), may_open=True, rests_on=("SL-Q17",))
def in_the_order_of_the_blast(step: AnyStep) -> Answers:
    """Results come in the order of the blast, from near to far, one direction at a time."""
    doubt = in_doubt(step, "SL-BOMB-6")
    queue = _queue(step) if step.action.hits or doubt is not None else None
    if queue is None or (isinstance(step.action, Blast) and step.before.fuse is None):
        return ()
    if doubt is not None:
        return (doubt,)
    if step.action.hits.keys() >= set(queue):
        return ()  # everybody was met, so nobody was left out before somebody else
    meeting = _meeting(step, queue)
    if meeting.skipped is None:
        return ()
    rests = ("SL-Q17",) if _is_right_in_each_direction(step, queue) else ()
    facts = {"met": meeting.met, "queue": list(queue)}
    why = f"{explorer(step.before, meeting.skipped)} comes before {explorer(step.before, meeting.met[-1])}"
    return (Broken(why, facts, rests_on=rests),)


def _is_right_in_each_direction(step: AnyStep, queue: tuple[str, ...]) -> bool:
    """Whether nobody was met before somebody nearer to the bomb in the same direction."""
    origin, _ = _source(step)
    where = step.before.where
    for one in EIGHT:
        line = step.before.board.line(origin, one)
        if _meeting(step, tuple(piece for piece in queue if where.get(piece) in line)).skipped is not None:
            return False
    return True


@rule("SL-STORM-1", cite="Storm", judges=(Flip, Shrink), may_open=True, rests_on=("SL-Q20",))
def a_storm_blows_in_one_direction(step: AnyStep) -> Iterator[Answer]:
    """A storm blows in one of four directions."""
    state = ground(step)
    if not is_storm(step, state):
        return
    ways = EIGHT if state.reads("SL-Q20", "eight") else SIDES
    blown = step.action.dir
    if blown is not None:
        if blown not in ways:
            yield Broken(f"{way(blown)} is not a direction for a storm", {"dir": blown})
        return
    lines = [cell for one in ways for cell in line_of(state, step.after.tiles, step.action.cell, one)]
    here = [piece for piece, cell in state.where.items() if cell in lines]
    if here:
        yield Open(f"nobody noted which way it blew, and {explorers(state, here)} may be in its line", {"pieces": here})


def is_storm(step: AnyStep, state: State) -> bool:
    """Whether the event turns up a storm that blows."""
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
