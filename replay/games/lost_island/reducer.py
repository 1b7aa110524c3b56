"""Follow the table: what each event does to the state, allowed or not. Pure, total, checks no rule."""

from collections.abc import Callable
from typing import Any, assert_never

from msgspec.structs import replace

from replay.action import Action, Reveal
from replay.games.lost_island.actions import (
    Battle,
    Blast,
    End,
    Flip,
    GameAction,
    LostAction,
    Miner,
    Move,
    Reinforce,
    Ring,
    Setup,
    Shrink,
    Spy,
    Swim,
    points,
    price,
)
from replay.games.lost_island.blasts import drop_bomb, light, meet
from replay.games.lost_island.draft import Draft
from replay.games.lost_island.outcome import Outcome, battle_outcome
from replay.games.lost_island.reveals import revealed
from replay.games.lost_island.setup import set_up
from replay.games.lost_island.shrinking import shrink
from replay.games.lost_island.state import State, Turn
from replay.games.lost_island.storms import blow
from replay.games.lost_island.words import LOOT, STONE_UNKNOWN, UP_UNKNOWN, is_noted, is_stone, owner


def reduce(state: State, action: LostAction | Reveal) -> State:
    """The state after an action."""
    match action:
        case Shrink() | Move() | Swim() | Battle() | Flip() | Reinforce() | Ring() | Spy() | End():
            return _acted(state, action)
        case Setup():
            return _set_up(state, action)
        case Blast():
            return _blasted(state, action)
        case Miner():
            return _mined(state, action)
        case Reveal():
            return revealed(state, action)
        case _:
            assert_never(action)


follow: Callable[[State, Any], State] = reduce
"""The same, for actions of which only the engine knows that they are this game's."""


def _set_up(state: State, action: Setup) -> State:
    fresh = set_up(state.table, action)
    draft = Draft(fresh)
    draft.shown = list(fresh.evidence.shown) if fresh.evidence is not None else []
    return draft.done()


def prepared(state: State, action: Action) -> State:
    """The state against which a game action is judged: a bomb in progress dropped, the actor's turn opened."""
    if state.fuse is not None:
        draft = Draft(state)
        drop_bomb(draft)
        state = draft.done(quiet=True)
    by = action.by
    if by is not None and by != state.turn.seat and by in state.table.seats:
        state = replace(state, turn=Turn(state.turn.n + 1, by))
    return state


def _acted(state: State, action: GameAction) -> State:
    ready = prepared(state, action)
    draft = Draft(ready)
    by = ready.actor(action.by)
    _spend(draft, action, by)
    match action:
        case Shrink():
            shrink(draft, action, by)
            _pass_turn(draft)
        case Move() | Swim():
            if action.piece in draft.where and action.to in draft.tiles:
                draft.arrive(action.piece, action.to, action.stone)
        case Battle():
            _battle(draft, action)
        case Flip():
            _flip(draft, action)
        case Reinforce():
            _reinforce(draft, action, by)
        case Ring():
            _ring(draft, action)
        case Spy():
            if ready.is_piece(action.target):
                draft.show(action.target, action.value, (by,))
        case End():
            _pass_turn(draft)
        case _:
            assert_never(action)
    return draft.done(turn_ended=isinstance(action, Shrink | End))


def _spend(draft: Draft, action: GameAction, by: str) -> None:
    """Action points and coins, which count whatever comes of the event."""
    turn, used, cost = draft.turn, points(action), price(action)
    if cost:
        draft.pay(by, cost)
    if not used and not cost:
        return
    acts, buys = (not action.pay, action.pay) if isinstance(action, Reinforce) else (False, False)
    draft.turn = Turn(
        turn.n,
        turn.seat,
        turn.used + used,
        "power-ups" if cost else turn.step,
        turn.reinforced or acts,
        turn.recruited or buys,
        turn.won,
        turn.fresh,
    )


def _pass_turn(draft: Draft) -> None:
    draft.turn = Turn(draft.turn.n + 1, draft.base.table.next_seat(draft.turn.seat))


def _blasted(state: State, action: Blast) -> State:
    draft = Draft(state)
    if state.fuse is not None:
        meet(draft, state.fuse.value, action.hits)
    return draft.done()


def _mined(state: State, action: Miner) -> State:
    draft = Draft(state)
    draft.pay(state.actor(action.by), price(action))
    drop_bomb(draft)
    return draft.done()


def result_of(state: State, action: Battle) -> Outcome | None:
    """How a battle ended: as told, or as the values in the event and those already known say."""
    if action.result is not None:
        return action.result
    attacker, defender = numbers_of(action)
    one = attacker if attacker is not None else state.values.get(action.piece)
    other = defender if defender is not None else state.values.get(action.target)
    if one is None or other is None:
        return None
    return battle_outcome(one, int(action.piece in state.rings), other, int(action.target in state.rings))


def numbers_of(action: Battle) -> tuple[int | None, int | None]:
    """The two values as the event has them, None where it has no number."""
    one, other = action.values or ("?", "?")
    return (one if isinstance(one, int) else None, other if isinstance(other, int) else None)


def _battle(draft: Draft, action: Battle) -> None:
    attacker, defender = action.piece, action.target
    if attacker not in draft.where or defender not in draft.where:
        return
    result = result_of(draft.base, action)
    if result is not None:
        draft.fight(attacker, defender, result, numbers_of(action))
    secret = draft.base.plays("secret-battles")
    seats = (owner(attacker), owner(defender)) if secret else draft.base.table.seats
    one, other = action.values or (None, None)
    draft.show(attacker, one, seats)
    draft.show(defender, other, seats)
    if result is not None:
        _end_battle(draft, action, result)


def _end_battle(draft: Draft, action: Battle, result: Outcome) -> None:
    attacker, defender = action.piece, action.target
    origin, cell = draft.where[attacker], draft.where[defender]
    draft.use_ring(attacker)
    draft.use_ring(defender)
    if result == "draw":
        if draft.flag in (attacker, defender):
            away = draft.flag == attacker and draft.base.reads("SL-Q23", "origin")
            draft.flag = origin if away else cell
        for piece in dict.fromkeys((attacker, defender)):
            draft.go_home(piece)
        return
    winner, loser = (attacker, defender) if result == "attacker" else (defender, attacker)
    if winner != loser:
        draft.go_home(loser)
        if draft.flag == loser:
            draft.flag = winner
    if result == "attacker":
        if owner(attacker) == draft.turn.seat:
            draft.turn = replace(draft.turn, won=True)
        draft.arrive(attacker, cell, action.stone)


def _flip(draft: Draft, action: Flip) -> None:
    cell, face = action.cell, action.tile
    if not draft.base.is_land(cell):
        return
    stone = is_stone(draft.tiles[cell])
    draft.note_turned(cell, stone, face)
    if not is_noted(face):
        draft.tiles[cell] = STONE_UNKNOWN if stone else UP_UNKNOWN
        return
    draft.tiles[cell] = f"stone-{face}" if stone else face
    if face == "flag":
        draft.flag = cell
    elif face in LOOT:
        draft.lay_loot(cell, LOOT[face])
    elif face == "storm" and not stone:
        blow(draft, cell, action.dir, action.stones)
        if draft.base.plays("storm-sinks"):
            draft.tiles[cell] = "deep" if draft.base.reads("SL-Q37", "deep") else "water"
            draft.lost_tiles = (*draft.lost_tiles, face)
    elif not stone:
        light(draft, action)


def _reinforce(draft: Draft, action: Reinforce, by: str) -> None:
    boat = draft.boats.get(by, ())
    if not boat or action.to not in draft.tiles:
        return
    piece = action.piece if action.piece is not None else f"{by}.{boat[0]}"
    if piece not in draft.where:
        seat, name = piece[:-2], piece[-1]
        if name not in draft.boats.get(seat, ()):
            return
        row = list(draft.boats[seat])
        row.remove(name)
        draft.boats[seat] = tuple(row)
    draft.arrive(piece, action.to, action.stone)


def _ring(draft: Draft, action: Ring) -> None:
    if draft.supply_rings < 1:
        return
    draft.supply_rings -= 1
    if action.piece in draft.where and action.piece not in draft.rings:
        draft.rings = draft.rings | {action.piece}
    else:
        draft.lost_rings += 1
