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
from replay.games.lost_island.blasts import bring_back, drop_bomb, light, meet
from replay.games.lost_island.draft import Draft, draft_of
from replay.games.lost_island.outcome import Outcome, battle_outcome
from replay.games.lost_island.reveals import revealed
from replay.games.lost_island.setup import set_up
from replay.games.lost_island.shrinking import shrink
from replay.games.lost_island.state import State, Turn
from replay.games.lost_island.storms import blow
from replay.games.lost_island.words import LOOT, STONE_UNKNOWN, UP_UNKNOWN, is_noted, is_stone, owner, stone_face
from replay.zones import without


def reduce(state: State, action: LostAction | Reveal) -> State:
    """The state after an action."""
    match action:
        case Shrink():
            return _shrunk(state, action)
        case Reinforce():
            return _reinforced(state, action)
        case Battle():
            return _fought(state, action)
        case Flip():
            return _flipped(state, action)
        case Move() | Swim():
            return _moved(state, action)
        case End():
            return _ended(state, action)
        case Ring():
            return _ringed(state, action)
        case Spy():
            return _spied(state, action)
        case Setup():
            return _set_up(state, action)
        case Miner():
            return _mined(state, action)
        case Blast():
            return _blasted(state, action)
        case Reveal():
            return revealed(state, action)
        case _:
            assert_never(action)


follow: Callable[[State, Any], State] = reduce
"""The same, for actions that only the engine knows to be this game's."""


def _set_up(state: State, action: Setup) -> State:
    fresh = set_up(state.table, action)
    draft = draft_of(fresh)
    draft.shown = fresh.evidence.shown if fresh.evidence is not None else ()
    return draft.done()


def prepared(state: State, action: Action) -> State:
    """The state a game action is judged against: any bomb in progress dropped, and the actor's turn open."""
    if state.fuse is not None and not _leaves_the_bomb(state, action):
        draft = draft_of(state)
        drop_bomb(draft)
        state = draft.done(quiet=True)
    by = action.by
    if by is not None and by != state.turn.seat and by in state.table.seats:
        state = replace(state, turn=Turn(state.turn.n + 1, by))
    return state


def _leaves_the_bomb(state: State, action: Action) -> bool:
    """Whether a bomb stays in progress: the seat on turn buys something, at a table where that goes at any time."""
    if not state.plays("anytime-power-ups") or action.by not in (None, state.turn.seat):
        return False
    return isinstance(action, Ring | Spy) or (isinstance(action, Reinforce) and action.pay)


def _opened(state: State, action: GameAction) -> Draft:
    """How a seat's action begins: with its turn open."""
    if state.fuse is None and action.by == state.turn.seat:
        return draft_of(state)  # as nearly always
    return draft_of(prepared(state, action))


def _acting(state: State, action: GameAction) -> Draft:
    """The same, with the action points spent; they count whatever comes of it."""
    draft = _opened(state, action)
    draft.turn = replace(draft.turn, used=draft.turn.used + points(action))
    return draft


def _buying(state: State, action: GameAction) -> Draft:
    """The same, with the coins paid; they are spent whatever comes of it."""
    draft = _opened(state, action)
    draft.pay(draft.actor(action.by), price(action))
    draft.turn = replace(draft.turn, step="power-ups")
    return draft


def _pass_turn(draft: Draft) -> None:
    draft.turn = Turn(draft.turn.n + 1, draft.table.next_seat(draft.turn.seat))


def _shrunk(state: State, action: Shrink) -> State:
    draft = _opened(state, action)
    shrink(draft, action, draft.actor(action.by))
    _pass_turn(draft)
    return draft.done(turn_ended=True)


def _ended(state: State, action: End) -> State:
    draft = _opened(state, action)
    _pass_turn(draft)
    return draft.done(turn_ended=True)


def _moved(state: State, action: Move | Swim) -> State:
    draft = _acting(state, action)
    if action.piece in draft.where and action.to in draft.tiles:
        draft.arrive(action.piece, action.to, action.stone)
    return draft.done()


def _spied(state: State, action: Spy) -> State:
    draft = _buying(state, action)
    if draft.is_piece(action.target):
        draft.show(action.target, action.value, (draft.actor(action.by),))
    return draft.done()


def _blasted(state: State, action: Blast) -> State:
    draft = draft_of(state)
    if state.fuse is not None:
        meet(draft, state.fuse.value, action.hits)
    return draft.done()


def _mined(state: State, action: Miner) -> State:
    draft = draft_of(state)
    draft.pay(state.actor(action.by), price(action))
    if draft.reads("SL-Q18", "all"):
        bring_back(draft)
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
    helps = action.target in state.rings and not state.reads("SL-Q25", "attack")
    return battle_outcome(one, int(action.piece in state.rings), other, int(helps))


def numbers_of(action: Battle) -> tuple[int | None, int | None]:
    """The two values as the event has them; None if it has no number."""
    one, other = action.values or ("?", "?")
    return (one if isinstance(one, int) else None, other if isinstance(other, int) else None)


def _fought(state: State, action: Battle) -> State:
    draft = _acting(state, action)
    if action.piece in draft.where and action.target in draft.where:
        _fight(draft, action)
    return draft.done()


def _fight(draft: Draft, action: Battle) -> None:
    attacker, defender = action.piece, action.target
    result = result_of(draft.base, action)
    if result is not None:
        draft.fight(attacker, defender, result, numbers_of(action))
    secret = draft.plays("secret-battles")
    seats = (owner(attacker), owner(defender)) if secret else draft.table.seats
    one, other = action.values or (None, None)
    draft.show(attacker, one, seats)
    draft.show(defender, other, seats)
    if result is not None:
        _end_battle(draft, action, result)


def _end_battle(draft: Draft, action: Battle, result: Outcome) -> None:
    attacker, defender = action.piece, action.target
    origin, cell = draft.where[attacker], draft.where[defender]
    draft.use_ring(attacker)
    if not draft.reads("SL-Q25", "attack"):
        draft.use_ring(defender)
    if result == "draw":
        if draft.flag in (attacker, defender):
            away = draft.flag == attacker and draft.reads("SL-Q23", "origin")
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


def _flipped(state: State, action: Flip) -> State:
    draft = _acting(state, action)
    if draft.is_land(action.cell):
        _flip(draft, action)
    return draft.done()


def _flip(draft: Draft, action: Flip) -> None:
    cell, face = action.cell, stone_face(action.tile)
    stone = is_stone(draft.tiles[cell])
    draft.note_turned(cell, stone, face, "tile", draft.actor(action.by))
    if not is_noted(face):
        draft.set_tile(cell, STONE_UNKNOWN if stone else UP_UNKNOWN)
        return
    draft.set_tile(cell, f"stone-{face}" if stone else face)
    if face == "flag":
        draft.flag = cell
    elif face in LOOT:
        draft.lay_loot(cell, LOOT[face])
    elif face == "storm" and not stone:
        blow(draft, cell, action.dir, action.stones)
        if draft.plays("storm-sinks"):
            draft.set_tile(cell, "deep" if draft.reads("SL-Q37", "deep") else "water")
            draft.lost_tiles = (*draft.lost_tiles, face)
    elif not stone:
        light(draft, action, face)


def _reinforced(state: State, action: Reinforce) -> State:
    if action.pay:
        draft = _buying(state, action)
        draft.turn = replace(draft.turn, recruited=True)
    else:
        draft = _acting(state, action)
        draft.turn = replace(draft.turn, reinforced=True)
    by = draft.actor(action.by)
    boat = draft.boats.get(by, ())
    if boat and action.to in draft.tiles:
        _land(draft, action, action.piece if action.piece is not None else f"{by}.{boat[0]}")
    return draft.done()


def _land(draft: Draft, action: Reinforce, piece: str) -> None:
    """A piece comes ashore, from its boat if it is there."""
    seat, name = piece[:-2], piece[-1]
    row = draft.boats.get(seat, ())
    if name in row:
        draft.boats = {**draft.boats, seat: without(row, name)}
    elif piece not in draft.where:
        return
    draft.arrive(piece, action.to, action.stone, "landing")


def _ringed(state: State, action: Ring) -> State:
    draft = _buying(state, action)
    if draft.supply_rings > 0:
        draft.supply_rings -= 1
        if action.piece in draft.where and action.piece not in draft.rings:
            draft.rings = draft.rings | {action.piece}
        else:
            draft.lost_rings += 1
    return draft.done()
