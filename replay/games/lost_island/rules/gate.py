"""Which rules judge a step: those with something to judge; and which of them an ordinary one plainly keeps."""

from functools import cache
from typing import Any

from replay.action import Action, Reveal
from replay.engine_rules import ENGINE_RULES
from replay.games.lost_island.actions import Battle, Flip, Reinforce, Setup, Shrink
from replay.games.lost_island.rules import RULES
from replay.games.lost_island.rules.ordinary import KEPT_BY, NOTHING, Kept
from replay.games.lost_island.rules.plain import in_turn, is_in_kit, taken_plainly, with_own_explorer
from replay.games.lost_island.rules.statements import ARRIVALS, OTHERS, says_something
from replay.games.lost_island.state import Evidence, State
from replay.games.lost_island.words import STONE, bomb_of, is_ordinary_face
from replay.rule import Gate
from replay.step import Step

_TURNED = frozenset({"SL-FLIP-6", "SL-TILE-1", "SL-TILE-4", "SL-SHRINK-8"})
_STONES = frozenset({"SL-STONE-1", "SL-TILE-2", "SL-TILE-3"})
_SHOWN = frozenset({"SL-HID-1", "SL-HID-2", "SL-HID-3", "SL-HID-4", "SL-BATTLE-3", "SL-BOMB-5"})
_BOMBS = frozenset({"SL-BOMB-1", "SL-BOMB-2", "SL-BOMB-3", "SL-BOMB-4", "SL-BOMB-6"})
_PAID = frozenset({"SL-REIN-2", "SL-PAY-1"})
_IN_TURN = frozenset({"SL-TURN-1", "SL-TURN-2", "SL-TURN-3", "SL-END-1"})
_WITH_OWN = frozenset({"SL-PIECE-1", "SL-PIECE-2"})
_TOLD = _SHOWN | {"SL-BOMB-4"}
"""What hindsight answers; where it has nothing to tell of an event, they are silent."""
_NOTED = frozenset({"SL-FLIP-6", "SL-SHRINK-8", "SL-TILE-1"})
_POINTS = frozenset({"SL-TURN-2", "SL-TURN-3", "SL-REIN-1"})


def gate(step: Step[State, Any]) -> Gate:
    """The rules to ask: on tiles if one was turned, on values if one was shown or compared, and so on."""
    evidence, before, action = step.after.evidence, step.before, step.action
    kind: type[Action] = type(action)
    special = _special(kind, step) if kind in _SPECIAL else ""
    says = action.stone is not None if kind in ARRIVALS else kind in OTHERS and says_something(step)
    shows = _NOTHING if evidence is None else _shows(evidence, step.after)
    forbids = before.table.readings["SL-Q6"] == "forbid"
    begins = kind is Setup or not before.begun
    silent = step.facts is None or step.seq not in step.facts.answers
    is_in_turn, with_own, kept_by = in_turn(step), with_own_explorer(step), KEPT_BY.get(kind)
    own = kept_by(step) if kept_by is not None and is_in_turn and (with_own or kind is Reinforce) else NOTHING
    return _asked(kind, shows, special, forbids, says, begins, is_in_turn, with_own, silent, own)


_NOTHING = (False, False, False, False, False)
Shows = tuple[bool, bool, bool, bool, bool]


def _shows(evidence: Evidence, after: State) -> Shows:
    """Whether a tile was turned, a stone among them, whether a value was shown or compared, and whether the only tile
    turned is an ordinary one with a face that it can have, no more often than the kit has it."""
    turned = evidence.turned
    shown = bool(evidence.shown or evidence.met) or evidence.fought is not None
    if len(turned) != 1:
        return (bool(turned), any(tile.stone for tile in turned), shown, False, False)
    stone, face = turned[0].stone, turned[0].face
    if stone or face is None:
        return (True, stone, shown, False, False)
    return (True, stone, shown, is_ordinary_face(face), is_in_kit(after, face))


_SPECIAL = frozenset({Flip, Shrink, Battle, Reinforce, Setup})


def _special(kind: type[Action], step: Step[State, Any]) -> str:
    """What sets this event apart from others of its kind."""
    action = step.action
    if kind is Shrink:
        before, cell = step.before, action.cell
        flag = "flag" if before.tiles.get(cell) == STONE or before.flag_cell() == cell else ""
        storm = "storm" if action.tile == "storm" and before.plays("shrink-storms") else ""
        return storm + flag + taken_plainly(step)
    if kind is Flip:
        return "bomb" if bomb_of(action.tile) else ("storm" if action.tile == "storm" else "")
    if kind is Battle:
        return "swim" if action.swim else ""
    if kind is Reinforce:
        return "paid" if action.pay else ""
    return "position" if action.position is not None else ""


@cache
def _asked(
    kind: type[Action],
    shows: Shows,
    special: str,
    forbids: bool,
    says: bool,
    begins: bool,
    in_turn: bool,
    with_own: bool,
    silent: bool,
    own: Kept,
) -> Gate:
    turned, stones, shown, noted, in_kit = shows
    left_out: set[str] = set()
    left_out |= set() if turned else _TURNED
    left_out |= set() if stones else _STONES
    left_out |= set() if shown else _SHOWN
    left_out |= set() if forbids else {"SL-LOOT-1"}
    left_out |= set() if says else {"SL-LOG-2"}
    left_out |= set() if begins and kind is not Reveal else {"SL-SET-9"}
    if kind is Flip:
        left_out |= set() if special == "bomb" else _BOMBS
        left_out |= set() if special == "storm" else {"SL-STORM-1"}
    elif kind is Shrink:
        left_out |= set() if "storm" in special else {"SL-STORM-1"}
        left_out |= set() if "flag" in special else {"SL-FLAG-1", "SL-SHRINK-4"}
    elif kind is Battle:
        left_out |= {"SL-BATTLE-2"} if special == "swim" else {"SL-SWIM-2"}
    elif kind is Reinforce:
        left_out |= _POINTS if special == "paid" else _PAID
    elif kind is Setup:
        left_out |= {"SL-SET-4", "SL-SET-5", "SL-SET-6"} if special == "position" else {"SL-SET-7", "SL-BOMB-4"}
    judges = frozenset(rule.id for rule in (*ENGINE_RULES, *RULES) if rule.id not in left_out)
    kept = own | (_IN_TURN if in_turn else NOTHING) | (_WITH_OWN if with_own else NOTHING)
    kept |= (_TOLD if silent else NOTHING) | (_NOTED if noted else NOTHING)
    kept |= frozenset({"SL-TILE-4"}) if in_kit else NOTHING
    kept |= frozenset({"SL-SHRINK-7"}) if "land" in special else frozenset()
    kept |= frozenset({"SL-SHRINK-6"}) if "free" in special else frozenset()
    kept |= frozenset({"SL-SHRINK-2", "SL-SHRINK-3"}) if "ordinary" in special else frozenset()
    return Gate(judges, kept | (frozenset({"SL-SHRINK-5"}) if "outside" in special else frozenset()))
