"""What came of a step: explorers met, sent home or blown away, stones, coins, the flag, the win."""

from typing import Any

from replay.action import UNKNOWN
from replay.games.lost_island.actions import Battle, Blast, Flip, Hit, Miner, Setup, Shrink, price
from replay.games.lost_island.phrases import explorer
from replay.games.lost_island.state import State
from replay.games.lost_island.words import HIDDEN, a_face, owner, say, told_face
from replay.saying import counted, listed, person
from replay.saying import owner as whose
from replay.step import Step


def meetings(step: Step[State, Any], hits: dict[str, Hit]) -> str:
    """Whom a bomb met: `Bob's explorer on c2 (3), which goes home, and Cleo's explorer on c1 (5), which stays`."""
    met = step.after.evidence.met if step.after.evidence is not None else ()
    blast = [one.piece for one in met if one.piece in hits]
    told = [_met(step, piece, hits[piece]) for piece in dict.fromkeys((*blast, *hits))]
    return listed(told, "nobody") if len(told) < 2 else f"{', '.join(told[:-1])}, and {told[-1]}"


def _met(step: Step[State, Any], piece: str, hit: Hit) -> str:
    value = f" ({hit})" if isinstance(hit, int) else ""
    if piece in step.before.where:
        fate = "stays" if piece in step.after.where else "goes home"
    else:
        fate = say(step.before.table, hit) if isinstance(hit, str) and hit != UNKNOWN else ""
    return f"{explorer(step.before, piece)}{value}" + (f", which {fate}" if fate else "")


def consequences(step: Step[State, Any]) -> list[str]:
    """What followed from the rules, a phrase each."""
    before, after, action = step.before, step.after, step.action
    if isinstance(action, Setup):
        return []
    return [
        *_stone(after, action),
        *_home(before, after, action),
        *_moved(before, after, action),
        *_coins(before, after, action),
        *_flag(before, after),
        *([f"{person(after.table, after.winner)} wins"] if after.phase == "over" and before.phase != "over" else []),
    ]


def _stone(after: State, action: Any) -> list[str]:
    if after.evidence is None or not after.evidence.turned or isinstance(action, Flip | Shrink):
        return []
    face = told_face(getattr(action, "stone", None))
    shows = a_face(after.table, face) if face is not None else "a face that nobody noted"
    return [f"the stone shows {shows}"]


def _home(before: State, after: State, action: Any) -> list[str]:
    """Who went home, besides those of whom the sentence has said it."""
    told = action.hits if isinstance(action, Flip | Blast) else {}
    home = sorted((piece for piece in before.where if piece not in after.where and piece not in told), key=before.rank)
    if not home:
        return []
    if isinstance(action, Battle) and set(home) <= {action.piece, action.target}:
        short = [f"{whose(before.table, owner(piece))} explorer goes home" for piece in home]
        return ["both explorers go home"] if len(home) == 2 else short
    named = listed([explorer(before, piece) for piece in home])
    return [f"{named} {'goes' if len(home) == 1 else 'go'} home"]


def _moved(before: State, after: State, action: Any) -> list[str]:
    if isinstance(action, Flip | Shrink):
        moved = [piece for piece, cell in before.where.items() if after.where.get(piece, cell) != cell]
        ordered = sorted(moved, key=before.rank)
        return [f"{explorer(before, piece)} is blown to {after.where[piece]}" for piece in ordered]
    if isinstance(action, Miner):
        back = sorted((piece for piece in after.where if piece not in before.where), key=before.rank)
        return [f"{explorer(after, piece)} is back" for piece in back]
    return []


def _coins(before: State, after: State, action: Any) -> list[str]:
    payer = before.actor(action.by)
    paid = {payer: max(0, min(price(action), before.coins.get(payer, 0)))}
    gains = ((seat, after.coins[seat] - before.coins[seat] + paid.get(seat, 0)) for seat in before.table.seats)
    return [f"{person(after.table, seat)} takes {counted(gained, 'coin')}" for seat, gained in gains if gained > 0]


def _flag(before: State, after: State) -> list[str]:
    if after.flag in (before.flag, HIDDEN):
        return []
    if after.flag in after.where:
        return [f"{explorer(after, after.flag)} carries the flag"]
    return [f"the flag lies on {after.flag}"]
