"""All rules of Stratego Lost Island, in the order of the page."""

from typing import Any

from replay.engine_rules import ENGINE_RULES
from replay.games.lost_island.rules import blasts, fights, hidden, power, setup, shrinking, tiles, turn
from replay.games.lost_island.rules.derived import DERIVED
from replay.games.lost_island.state import State
from replay.rule import Rule
from replay.step import Step

_OF_TILES = frozenset({"SL-FLIP-6", "SL-STONE-1", "SL-TILE-1", "SL-TILE-2", "SL-TILE-3", "SL-TILE-4", "SL-SHRINK-8"})
_OF_VALUES = frozenset({"SL-HID-1", "SL-HID-2", "SL-HID-3", "SL-HID-4", "SL-BATTLE-3", "SL-BOMB-5"})

RULES: tuple[Rule, ...] = (
    *setup.RULES,
    *turn.RULES,
    *tiles.RULES,
    *fights.RULES,
    *blasts.RULES,
    *power.RULES,
    *shrinking.RULES,
    *turn.END,
    *hidden.RULES,
    *DERIVED,
)

_ALL = frozenset(rule.id for rule in RULES) | {rule.id for rule in ENGINE_RULES}
_NO_TILES, _NO_VALUES, _NEITHER = _ALL - _OF_TILES, _ALL - _OF_VALUES, _ALL - _OF_TILES - _OF_VALUES


def gate(step: Step[State, Any]) -> frozenset[str] | None:
    """Rules about tiles are asked where one was turned, rules about values where one was shown or compared."""
    evidence = step.after.evidence
    if evidence is None:
        return _NEITHER
    values = evidence.shown or evidence.fought is not None or evidence.met
    if evidence.turned:
        return None if values else _NO_VALUES
    return _NO_TILES if values else _NEITHER
