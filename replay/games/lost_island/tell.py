"""A step as a sentence."""

from typing import Any

from replay.action import UNKNOWN, Action, Reveal
from replay.games.lost_island.actions import (
    Battle,
    Blast,
    End,
    Flip,
    Hit,
    Miner,
    Move,
    Reinforce,
    Ring,
    Setup,
    Shrink,
    Spy,
    Swim,
)
from replay.games.lost_island.state import State
from replay.games.lost_island.words import HIDDEN, bomb_of, told_face
from replay.step import Step

WAYS = {
    "n": "north",
    "e": "east",
    "s": "south",
    "w": "west",
    "ne": "north-east",
    "se": "south-east",
    "sw": "south-west",
    "nw": "north-west",
}


def tell(step: Step[State, Any]) -> str:
    """What happened, and what came of it, in one sentence."""
    what = _what(step)
    so = _consequences(step)
    return f"{what}{'; ' + '; '.join(so) if so else ''}."


def _what(step: Step[State, Any]) -> str:
    action: Action = step.action
    by = step.before.actor(action.by)
    match action:
        case Setup():
            begins = "The record begins in the middle of the game" if action.position else "The game begins"
            return f"{begins}; it is {step.after.turn.seat}'s turn"
        case Move():
            return f"{action.piece} moves to {action.to}"
        case Swim():
            return f"{action.piece} swims to {action.to}"
        case Battle():
            return _battle(step, action)
        case Flip():
            return _flip(action, by)
        case Blast():
            return f"The bomb goes on: {_hits(action.hits)}"
        case Miner():
            named = f" with {action.piece}" if action.piece else ""
            return f"{by} pays a miner{named} to stop the bomb"
        case Reinforce():
            how = "buys a reinforcement" if action.pay else "reinforces"
            return f"{by} {how} onto {action.to}"
        case Ring():
            return f"{by} buys a ring for {action.piece}"
        case Spy():
            saw = f" and sees {action.value}" if action.value != UNKNOWN else ""
            return f"{by} spies on {action.target}{saw}"
        case Shrink():
            face = f" ({action.tile})" if action.tile not in (None, UNKNOWN) else ""
            return f"{by} takes the tile {action.cell}{face}{_blown(action.dir)}"
        case End():
            return f"{by} ends the turn without shrinking"
        case Reveal():
            return f"Revealed: {action.what} is {_value(action.value)}"
        case _:
            return f"{type(action).__name__}"


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {_value(item)}" for key, item in value.items())
    return "not shown to all" if value == UNKNOWN else str(value)


def _battle(step: Step[State, Battle], action: Battle) -> str:
    one, other = action.values or (UNKNOWN, UNKNOWN)
    rings = step.before.rings
    attack = f"{action.piece}{_shown(one, action.piece in rings)}"
    defence = f"{action.target}{_shown(other, action.target in rings)}"
    out = " from the water" if action.swim else ""
    fought = step.after.evidence.fought if step.after.evidence is not None else None
    if fought is None:
        end = "how it ended was not noted"
    else:
        end = "it is a draw" if fought.result == "draw" else f"the {fought.result} stays"
    return f"{attack} attacks {defence}{out}: {end}"


def _shown(value: int | str, ring: bool) -> str:
    signs = "" if value == UNKNOWN else str(value)
    if ring:
        signs += " with a ring" if signs else "with a ring"
    return f" ({signs})" if signs else ""


def _flip(action: Flip, by: str) -> str:
    face = "a face that was not noted" if action.tile == UNKNOWN else action.tile
    bomb = bomb_of(action.tile)
    ways = bomb.ways(action.axis, action.order or ()) if bomb is not None and bomb.shape == "line" else None
    axis = f" pointing {' and '.join(WAYS[way] for way in ways)}" if ways is not None else ""
    met = f", meeting {_hits(action.hits)}" if action.hits else ""
    return f"{by} turns {action.cell}: {face}{axis}{_blown(action.dir)}{met}"


def _blown(way: str | None) -> str:
    return f", blowing {WAYS.get(way, way)}" if way else ""


def _hits(hits: dict[str, Hit]) -> str:
    words = {"out": "goes home", "stay": "stays"}
    return ", ".join(f"{piece} {words.get(str(hit), hit)}" for piece, hit in hits.items())


def _consequences(step: Step[State, Any]) -> list[str]:
    """What followed from the rules: explorers sent home or blown away, stones, coins, the flag, the win."""
    before, after, action = step.before, step.after, step.action
    if isinstance(action, Setup):
        return []
    found = []
    stone = getattr(action, "stone", None)
    if after.evidence is not None and after.evidence.turned and not isinstance(action, Flip | Shrink):
        found.append(f"the stone shows {told_face(stone) or 'a face that was not noted'}")
    home = sorted(piece for piece in before.where if piece not in after.where)
    if home:
        found.append(f"{_and(home)} {'goes' if len(home) == 1 else 'go'} home")
    if isinstance(action, Flip | Shrink):
        blown = [
            f"{piece} is blown to {after.where[piece]}"
            for piece, cell in sorted(before.where.items())
            if piece in after.where and after.where[piece] != cell
        ]
        found += blown
    elif isinstance(action, Miner):
        back = sorted(piece for piece in after.where if piece not in before.where)
        found += [f"{piece} stands on {after.where[piece]} again" for piece in back]
    for seat in before.table.seats:
        gained = after.coins[seat] - before.coins[seat]
        if gained > 0:
            found.append(f"{seat} takes {gained} coin{'' if gained == 1 else 's'}")
    if after.flag != before.flag and after.flag != HIDDEN:
        carried = after.flag in after.where
        found.append(f"{after.flag} carries the flag" if carried else f"the flag lies on {after.flag}")
    if after.phase == "over" and before.phase != "over":
        found.append(f"{after.winner} wins")
    return found


def _and(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
