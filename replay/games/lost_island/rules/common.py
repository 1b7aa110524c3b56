"""What several rules ask of a step."""

from typing import Any

from replay.games.lost_island.actions import Battle, Flip, Move, Reinforce, Spy, Swim
from replay.games.lost_island.questions import DOUBTS, doubts
from replay.games.lost_island.reducer import prepared
from replay.games.lost_island.state import State, Turned
from replay.games.lost_island.words import Bomb, bomb_of, is_stone
from replay.rule import Answer, Open
from replay.saying import listed, person
from replay.step import Step

AnyStep = Step[State, Any]
Answers = tuple[Answer, ...]
"""The answers of a rule that can find at most one thing wrong."""


def ground(step: AnyStep) -> State:
    """The state an event is judged against: any bomb dropped, and the turn of the acting seat open.

    Only tiles and turn can differ from the state before: pieces, boats, rings, coins and flag are the same.
    """
    state, by = step.before, step.action.by
    if state.fuse is None and (by is None or by == state.turn.seat):
        return state  # as nearly always; every rule asks for it
    return prepared(state, step.action)


def actor(step: AnyStep) -> str:
    """The seat that acts."""
    by: str | None = step.action.by
    return step.before.turn.seat if by is None else by


def who(step: AnyStep) -> str:
    """The player who acts, by name."""
    return person(step.before.table, actor(step))


def in_doubt(step: AnyStep, rule: str) -> Open | None:
    """Open, if the table agreed on a reading that we cannot judge."""
    readings = step.before.table.readings
    for id, default in DOUBTS[rule]:
        if readings[id] != default:
            return doubted(doubts(readings, rule, step.before.lost_rings))
    return None


def doubted(questions: list[str]) -> Open:
    """What a rule says at a table with its own reading of these questions."""
    why = f"the table has its own reading of {listed(questions)}"
    return Open(why, {"questions": questions}, rests_on=tuple(questions))


def told(step: AnyStep, rule: str) -> tuple[Answer, ...]:
    """What the whole record says about this rule at this event."""
    if step.facts is None:
        return ()
    here: dict[str, tuple[Answer, ...]] | None = step.facts.answers.get(step.seq)
    return here.get(rule, ()) if here is not None else ()


def turned(step: AnyStep) -> tuple[Turned, ...]:
    """The tiles that the event turned."""
    evidence = step.after.evidence
    return evidence.turned if evidence is not None else ()


def acting_piece(action: Move | Swim | Battle | Flip | Spy) -> str | None:
    """The explorer that acts, if the event names it."""
    return action.looker if isinstance(action, Spy) else action.piece


def is_absent(step: AnyStep, state: State) -> bool:
    """Whether the event names an explorer that acts but is not on the island (SL-PIECE-2)."""
    piece = acting_piece(step.action)
    return piece not in state.where and piece is not None


def bomb_in(step: AnyStep) -> Bomb | None:
    """The bomb that a flip turns up."""
    action = step.action
    if not isinstance(action, Flip):
        return None
    bomb = bomb_of(action.tile)
    if bomb is None:
        return None
    state = ground(step)
    tile = state.tiles.get(action.cell)
    if tile is None or is_stone(tile) or not state.is_land(action.cell):
        return None
    return bomb


def arrival(step: AnyStep, state: State) -> tuple[str, str] | None:
    """(piece, cell) of an explorer that arrives other than by storm."""
    action = step.action
    if isinstance(action, Move | Swim):
        return (action.piece, action.to) if action.piece in state.where and action.to in state.tiles else None
    if isinstance(action, Battle):
        won = step.after.where.get(action.piece)
        return (action.piece, won) if won is not None and won == state.where.get(action.target) else None
    if isinstance(action, Reinforce):
        here = [piece for piece in step.after.pieces_at(action.to) if state.where.get(piece) != action.to]
        return (here[0], action.to) if here else None
    return None
