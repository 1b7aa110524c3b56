"""Which rules judge a step, and which of them an ordinary one plainly keeps."""

from functools import cache
from typing import Any

from replay.action import Action
from replay.games.loot_island.actions import (
    Cleanup,
    Event,
    Healer,
    Healers,
    Island,
    Loot,
    Pass,
    Play,
    Recall,
    Refill,
    Setup,
    Take,
)
from replay.games.loot_island.rules.plain import cards_plain, in_turn, island_plain, pass_plain, play_plain, take_plain
from replay.games.loot_island.state import State, nothing_left_to_find
from replay.rule import Gate
from replay.step import Step

ONLY_ORDER = frozenset({"LI-SEQ-1"})
ONLY_POSITION = frozenset({"LI-SET-1", "LI-SEQ-2", "LI-CARD-1", "LI-CARD-3"})

PHASES: dict[type[Action], tuple[str, ...]] = {
    Event: ("ready",),
    Refill: ("preparation",),
    Recall: ("actions",),
    Play: ("actions",),
    Island: ("actions",),
    Pass: ("actions",),
    Loot: ("loot", "final"),
    Take: ("loot", "final"),
    Cleanup: ("loot",),
    Healers: ("final",),
    Healer: ("healer",),
}


def out_of_phase(state: State, action: Action) -> bool:
    """Whether an action comes in a phase it does not belong to."""
    phases = PHASES.get(type(action))
    if phases is None:
        return False
    kind = type(action)
    if state.phase not in phases:
        return not (kind is Healers and nothing_left_to_find(state))
    return (kind is Event and state.round >= 5) or (kind is Loot and state.cutoff)


def gate(step: Step[State, Any]) -> Gate | frozenset[str] | None:
    """An action out of its phase is judged for that alone; a position only for what can be wrong with one. Of the
    others, an ordinary step plainly keeps most."""
    action = step.action
    kind = type(action)
    if kind is Setup:
        return ONLY_POSITION if action.position is not None else None
    before, phases = step.before, PHASES.get(kind)
    if phases is None:
        return None
    if (before.phase not in phases or kind is Event or kind is Loot) and out_of_phase(before, action):
        return ONLY_ORDER
    if not before.tick:
        return None
    if kind is Play:
        return _of_play(in_turn(before, action), *cards_plain(step), *play_plain(step))
    if kind is Pass:
        return _of_pass(in_turn(before, action), pass_plain(before, action))
    if kind is Take:
        return _PLAIN_TAKE if take_plain(step) else _BEGUN
    if kind is Island:
        return _of_island(in_turn(before, action), *cards_plain(step), *island_plain(before, action))
    return _NOTHING_TURNED_UP if kind is Event and not action.reveal else _BEGUN


def _ids(prefix: str, *numbers: int) -> frozenset[str]:
    return frozenset(f"LI-{prefix}-{number}" for number in numbers)


_NONE = _ids("SEQ")
_IN_PLACE = _ids("SEQ", 1, 2)
_TURN = _ids("TURN", 1, 2) | _ids("B4", 2)
_TREASURES = _ids("CARD", 3) | _ids("DECK", 4, 5)
_BEGUN = Gate(None, _IN_PLACE)
_NOTHING_TURNED_UP = Gate(None, _IN_PLACE | _TREASURES)
_PLAIN_TAKE = Gate(None, _IN_PLACE | _ids("CARD", 3) | _ids("TAKE", 1, 2, 3) | _ids("AAR", 5, 8))


@cache
def _of_pass(in_turn: bool, plain: bool) -> Gate:
    kept = _IN_PLACE | (_TURN if in_turn else _NONE)
    return Gate(None, kept | _ids("A2", 2, 3) | _ids("CARD", 3) | _ids("TAKE", 3) if plain else kept)


def _of_cards(in_turn: bool, held: bool, drawn: bool, listed: bool) -> frozenset[str]:
    kept = _IN_PLACE | (_TURN if in_turn else _NONE) | (_ids("HAND", 1) | _ids("CARD", 2) if held else _NONE)
    return kept | (_ids("DECK", 6) if drawn else _NONE) | (_ids("CARD", 1) if listed else _NONE)


@cache
def _of_island(in_turn: bool, held: bool, drawn: bool, listed: bool, *plain: bool) -> Gate:
    return _plainly(_of_cards(in_turn, held, drawn, listed), plain, _PLAIN_ISLAND)


@cache
def _of_play(in_turn: bool, held: bool, drawn: bool, listed: bool, *plain: bool) -> Gate:
    return _plainly(_of_cards(in_turn, held, drawn, listed), plain, _PLAIN_PLAY)


def _plainly(kept: frozenset[str], plain: tuple[bool, ...], each: tuple[frozenset[str], ...]) -> Gate:
    for keeps, ids in zip(plain, each, strict=True):
        kept |= ids if keeps else _NONE
    return Gate(None, kept)


_PLAIN_ISLAND = (
    _ids("AAR", 1, 2, 4),
    _ids("DISC", 2),
    _ids("DISC", 3) | _ids("ISL", 5, 6),
    _TREASURES | _ids("DECK", 3),
    _ids("ISL", 4) | _ids("TAKE", 3),
    _ids("ISL", 7),
    _ids("ISL", 1),
)
"""What each answer of `island_plain` says is kept."""
_PLAIN_PLAY = (
    _ids("AAR", 1, 4),
    _ids("AAR", 2) | _ids("FX", 3, 4),
    _ids("ONE", 3, 4),
    _ids("PLACE", 1),
    _ids("PLACE", 2, 6),
    _ids("PLACE", 4),
    _ids("PLACE", 3),
    _ids("ONE", 1),
    _ids("PLACE", 5),
    _ids("DISC", 1, 2),
    _ids("DISC", 3),
)
"""What each answer of `play_plain` says is kept."""
