"""A step as a sentence."""

from typing import Any

from replay.action import UNKNOWN, Action, Reveal
from replay.games.lost_island.actions import (
    Battle,
    Blast,
    End,
    Flip,
    Miner,
    Move,
    Reinforce,
    Ring,
    Setup,
    Shrink,
    Spy,
    Swim,
)
from replay.games.lost_island.phrases import explorer, its_explorer
from replay.games.lost_island.state import State
from replay.games.lost_island.tell_after import consequences, meetings
from replay.games.lost_island.tell_reveal import tell_reveal
from replay.games.lost_island.words import a_face, bomb_of, owner, told_face, way
from replay.saying import listed, person, sentence
from replay.saying import owner as whose
from replay.step import Step


def tell(step: Step[State, Any]) -> str:
    """What happened, and what came of it, in one sentence."""
    return sentence("; ".join([_what(step), *consequences(step)]))


def _what(step: Step[State, Any]) -> str:
    action: Action = step.action
    match action:
        case Setup():
            return _setup(step, action)
        case Move() | Swim():
            return _walk(step.before, action)
        case Battle():
            return _battle(step, action)
        case Flip():
            return _flip(step, action)
        case Blast():
            bomb = f"the bomb on {step.before.fuse.cell}" if step.before.fuse is not None else "a bomb"
            return f"{bomb} meets {meetings(step, action.hits)}"
        case Shrink():
            return _shrink(step, action)
        case Reveal():
            return tell_reveal(step)
        case _:
            return _bought(step.before, action)


def _setup(step: Step[State, Setup], action: Setup) -> str:
    state = step.after
    if action.position is None:
        return f"the island is laid out; {person(state.table, state.turn.seat)} begins"
    begins = "the record begins in the middle of the game"
    if state.phase == "over":
        return f"{begins}, which is over"
    return f"{begins}; it is {whose(state.table, state.turn.seat)} turn"


def _acts(state: State, action: Action, piece: str, does: str, makes: str) -> str:
    """`Ann's explorer moves`; with an explorer of somebody else, `Bob moves Ann's explorer`."""
    by = state.actor(action.by)
    theirs = f"{whose(state.table, owner(piece))} explorer"
    return f"{theirs} {does}" if owner(piece) == by else f"{person(state.table, by)} {makes} {theirs}"


def _walk(state: State, action: Move | Swim) -> str:
    cell = state.where.get(action.piece)
    start = f" from {cell}" if cell is not None else ", which is not on the island,"
    if isinstance(action, Move):
        return f"{_acts(state, action, action.piece, 'moves', 'moves')}{start} to {action.to}"
    through = f" through {listed(action.via)}" if action.via else ""
    return f"{_acts(state, action, action.piece, 'swims', 'swims with')}{start} to {action.to}{through}"


def _battle(step: Step[State, Battle], action: Battle) -> str:
    state = step.before
    one, other = action.values or (UNKNOWN, UNKNOWN)
    by = state.actor(action.by)
    attacker = f"{explorer(state, action.piece)}{_shown(state, action.piece, one)}"
    defender = f"{explorer(state, action.target)}{_shown(state, action.target, other)}"
    if owner(action.piece) == by:
        attack = f"{attacker} attacks {defender}"
    else:
        attack = f"{person(state.table, by)} attacks {defender} with {attacker}"
    return f"{attack}{' out of the water' if action.swim else ''}{_end_of_battle(step, action)}"


def _end_of_battle(step: Step[State, Battle], action: Battle) -> str:
    fought = step.after.evidence.fought if step.after.evidence is not None else None
    if fought is not None:
        return {"attacker": " and wins", "defender": " and loses", "draw": ": it is a draw"}[fought.result]
    there = step.before.where
    met = action.piece in there and action.target in there
    return "; nobody noted how it ended" if met else ", but nothing comes of it"


def _shown(state: State, piece: str, value: int | str) -> str:
    ring = "with a ring" if piece in state.rings else ""
    signs = " ".join(part for part in ("" if value == UNKNOWN else str(value), ring) if part)
    return f" ({signs})" if signs else ""


def _flip(step: Step[State, Flip], action: Flip) -> str:
    state, by = step.before, step.before.actor(action.by)
    piece = action.piece
    if piece is None:
        turns = f"{person(state.table, by)} turns {action.cell} over"
    elif owner(piece) == by:
        turns = f"{explorer(state, piece)} turns {action.cell} over"
    else:
        turns = f"{person(state.table, by)} turns {action.cell} over with {explorer(state, piece)}"
    face = told_face(action.tile)
    if face is None:
        return f"{turns}; nobody noted what it shows{_and_met(step, action)}"
    bomb = bomb_of(face)
    ways = bomb.ways(action.axis, action.order or ()) if bomb is not None and bomb.shape == "line" else None
    axis = f", pointing {listed([way(one) for one in ways])}" if ways is not None else ""
    return f"{turns}: {a_face(state.table, face)}{axis}{_blown(action.dir)}{_and_met(step, action)}"


def _and_met(step: Step[State, Any], action: Flip) -> str:
    return f"; it meets {meetings(step, action.hits)}" if action.hits else ""


def _blown(name: str | None) -> str:
    return f", blowing {way(name)}" if name and name != UNKNOWN else ""


def _shrink(step: Step[State, Shrink], action: Shrink) -> str:
    state = step.before
    face = told_face(action.tile)
    shows = f": {a_face(state.table, face)}" if face is not None else ""
    return f"{person(state.table, state.actor(action.by))} takes {action.cell} away{shows}{_blown(action.dir)}"


def _bought(state: State, action: Action) -> str:
    """Reinforcements, power-ups, and the end of a turn."""
    seat = state.actor(action.by)
    by = person(state.table, seat)
    match action:
        case Miner():
            named = f", {explorer(state, action.piece)}," if action.piece else ""
            return f"{by} pays a miner{named} to stop the bomb"
        case Reinforce():
            how = "buys a reinforcement and lands it" if action.pay else "lands an explorer"
            return f"{by} {how} on {action.to}"
        case Ring():
            return f"{by} buys a ring for {its_explorer(state, seat, action.piece)}"
        case Spy():
            saw = f" and sees a {action.value}" if action.value != UNKNOWN else ""
            return f"{by} spies{_from(state, seat, action.looker)} on {explorer(state, action.target)}{saw}"
        case End():
            return f"{by} ends the turn without shrinking the island"
        case _:
            return f"{by} acts"


def _from(state: State, seat: str, looker: str | None) -> str:
    if looker is None:
        return ""
    if owner(looker) == seat and looker in state.where:
        return f" from {state.where[looker]}"
    return f" with {explorer(state, looker)}"
