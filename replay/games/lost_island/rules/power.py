"""Checks on what coins buy."""

from replay.games.lost_island.actions import Miner, Reinforce, Ring, Spy, price
from replay.games.lost_island.phrases import explorer, joined
from replay.games.lost_island.rules.common import Answers, AnyStep, actor, ground, is_absent, who
from replay.games.lost_island.state import State, Unnoted
from replay.games.lost_island.words import LOOT
from replay.rule import Broken, Open, Rule, rule
from replay.saying import counted, listed, number, owner
from replay.step import Step


@rule("SL-PAY-1", cite="Step 2", judges=(Ring, Spy, Reinforce, Miner), may_open=True)
def paid_with_their_own_coins(step: AnyStep) -> Answers:
    """Power-ups are paid with the player's own coins: a ring 1, a reinforcement 1, a spy 1, a miner 2."""
    cost, by = price(step.action), actor(step)
    has = step.before.coins.get(by, 0)
    if has >= cost:
        return ()
    facts = {"by": by, "coins": has, "price": cost}
    most, cells = coins_unnoted(step.before, by)
    if has + most >= cost:
        log = f"{who(step)} has {counted(has, 'coin')} by the log and the price is {number(cost)}"
        return (Open(f"{log}, but nobody noted what {listed(cells)} showed", {**facts, "cells": cells}),)
    return (Broken(f"{who(step)} has {counted(has, 'coin')}, but the price is {number(cost)}", facts),)


def coins_unnoted(state: State, seat: str) -> tuple[int, list[str]]:
    """The coins that a seat may have besides those on record, and the cells whose faces nobody noted."""
    cells = list(dict.fromkeys(tile.cell for tile in state.unnoted if tile.seat == seat and _may_pay(state, tile)))
    kinds = ("stone", "ordinary")
    best = max((coins for face, coins in LOOT.items() for kind in kinds if state.kit.limit(kind, face) != 0), default=0)
    return best * len(cells), cells


def _may_pay(state: State, tile: Unnoted) -> bool:
    """Whether the face can have brought coins; a tile that is taken away does so only in one variant."""
    return tile.how != "taken" or state.plays("bonus-loot")


@rule("SL-RING-1", cite="Power Ring", judges=Ring)
def a_ring_for_their_own_explorer(step: Step[State, Ring]) -> Answers:
    """A ring goes to one of the player's own explorers on the island."""
    piece, by = step.action.piece, actor(step)
    if piece[:-2] != by:
        return (Broken(f"{who(step)} gives a ring to {explorer(step.before, piece)}", {"by": by, "piece": piece}),)
    if piece not in step.before.where:
        return (Broken(f"{explorer(step.before, piece)} is not on the island", {"by": by, "piece": piece}),)
    return ()


@rule("SL-RING-2", cite="Power Ring", judges=Ring)
def one_ring_at_a_time(step: Step[State, Ring]) -> Answers:
    """An explorer wears one ring at a time."""
    if step.action.piece in ground(step).rings:
        worn = explorer(step.before, step.action.piece)
        return (Broken(f"{worn} already wears a ring", {"piece": step.action.piece}),)
    return ()


@rule("SL-RING-3", cite="Contents; Power Ring", judges=Ring)
def a_ring_is_left(step: Step[State, Ring]) -> Answers:
    """There is a ring left beside the board."""
    if ground(step).supply_rings < 1:
        return (Broken("no ring is left"),)
    return ()


def _is_target(state: State, by: str, target: str) -> bool:
    return target in state.where and target[:-2] != by


@rule("SL-SPY-1", cite="Spy", judges=Spy)
def a_spy_looks_at_an_opponent(step: Step[State, Spy]) -> Answers:
    """A spy looks at an opponent's explorer on the island."""
    target, by = step.action.target, actor(step)
    if not _is_target(ground(step), by, target):
        absent = target not in step.before.where
        where = "not on the island" if absent else f"one of {owner(step.before.table, by)} own"
        why = f"{explorer(step.before, target)} is {where}"
        return (Broken(why, {"by": by, "target": target}),)
    return ()


def lookers(state: State, by: str, looker: str | None) -> list[str]:
    """The cells a spy may look from: that of the explorer named, or those of all the player's own explorers."""
    return [state.where[looker]] if looker is not None else state.own_cells(by)


def in_line(state: State, cell: str, target: str) -> bool:
    """Whether two cells of the grid share a row or a column."""
    place = state.board.place
    if cell not in place or target not in place:
        return False
    return place[cell][0] == place[target][0] or place[cell][1] == place[target][1]


def is_clear(state: State, cell: str, target: str) -> bool:
    """Whether no explorer stands between two cells in line."""
    blocked = set(state.where.values())
    if state.reads("SL-Q38", "yes"):
        blocked.add(state.flag)
    for way in ("n", "e", "s", "w"):
        line = state.board.line(cell, way)
        if target in line:
            return not any(between in blocked for between in line[: line.index(target)])
    return True


@rule("SL-SPY-2", cite="Spy", judges=Spy)
def along_a_row_or_column(step: Step[State, Spy]) -> Answers:
    """The spy looks along a row or column, also over water, from one of the player's own explorers."""
    state, by, target = ground(step), actor(step), step.action.target
    if is_absent(step, state) or not _is_target(state, by, target):
        return ()
    cells = lookers(state, by, step.action.looker)
    if not any(in_line(state, cell, state.where[target]) for cell in cells):
        seen = explorer(state, target)
        why = f"{seen} is neither in the row nor in the column of {joined(cells, 'or') if cells else 'any explorer'}"
        return (Broken(why, {"target": state.where[target], "from": cells}),)
    return ()


@rule("SL-SPY-3", cite="Spy", judges=Spy, rests_on=("SL-Q38",))
def nobody_stands_between(step: Step[State, Spy]) -> Answers:
    """No explorer stands between the spy and the one looked at."""
    state, by, target = ground(step), actor(step), step.action.target
    if is_absent(step, state) or not _is_target(state, by, target):
        return ()
    goal = state.where[target]
    cells = [cell for cell in lookers(state, by, step.action.looker) if in_line(state, cell, goal)]
    if cells and not any(is_clear(state, cell, goal) for cell in cells):
        why = f"the view from {joined(cells, 'or')} to {goal} is blocked"
        return (Broken(why, {"target": goal, "from": cells}),)
    return ()


@rule("SL-MINE-1", cite="Miner", judges=Miner)
def a_miner_stops_a_bomb(step: Step[State, Miner]) -> Answers:
    """A miner acts while a bomb still has explorers to meet."""
    if step.before.fuse is None:
        return (Broken("no bomb is in progress"),)
    return ()


@rule("SL-MINE-2", cite="Miner", judges=Miner, may_open=True, rests_on=("SL-Q19",))
def the_miner_is_on_the_island(step: Step[State, Miner]) -> Answers:
    """The miner is an explorer on the island."""
    piece = step.action.piece
    if piece is None:
        if step.before.reads("SL-Q19", "named"):
            return (Open("nobody noted which explorer was the miner"),)
    elif piece not in step.before.where:
        return (Broken(f"{explorer(step.before, piece)} is not on the island", {"piece": piece}),)
    return ()


RULES: tuple[Rule, ...] = (
    paid_with_their_own_coins,
    a_ring_for_their_own_explorer,
    one_ring_at_a_time,
    a_ring_is_left,
    a_spy_looks_at_an_opponent,
    along_a_row_or_column,
    nobody_stands_between,
    a_miner_stops_a_bomb,
    the_miner_is_on_the_island,
)
