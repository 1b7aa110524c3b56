"""Which rules judge a step, and which of them an ordinary one plainly keeps."""

from collections.abc import Callable
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
from replay.games.loot_island.rules.plain import (
    cards_plain,
    event_plain,
    in_turn,
    island_plain,
    pass_plain,
    play_plain,
    refill_plain,
    take_plain,
)
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
    look = _LOOKS.get(type(step.action))
    return None if look is None else look(step)


def _at_play(step: Step[State, Play]) -> Gate | frozenset[str] | None:
    if step.before.phase != "actions":
        return ONLY_ORDER
    return _of_play(*play_plain(step)) if step.before.tick else None


def _at_pass(step: Step[State, Pass]) -> Gate | frozenset[str] | None:
    before, action = step.before, step.action
    if before.phase != "actions":
        return ONLY_ORDER
    return _of_pass(in_turn(before, action), pass_plain(before, action)) if before.tick else None


def _at_island(step: Step[State, Island]) -> Gate | frozenset[str] | None:
    before, action = step.before, step.action
    if before.phase != "actions":
        return ONLY_ORDER
    if not before.tick:
        return None
    return _of_island(in_turn(before, action), *cards_plain(step), *island_plain(before, action))


def _at_take(step: Step[State, Take]) -> Gate | frozenset[str] | None:
    before = step.before
    if before.phase not in PHASES[Take]:
        return ONLY_ORDER
    if not before.tick:
        return None
    return _PLAIN_TAKE if take_plain(step) else _BEGUN


def _at_event(step: Step[State, Event]) -> Gate | frozenset[str] | None:
    found = _at_others(step)
    if found is not _BEGUN or step.action.reveal:
        return found
    return _PLAIN_EVENT if event_plain(step.action) else _NOTHING_TURNED_UP


def _at_refill(step: Step[State, Refill]) -> Gate | frozenset[str] | None:
    found = _at_others(step)
    return _of_refill(*refill_plain(step)) if found is _BEGUN else found


def _at_loot(step: Step[State, Loot]) -> Gate | frozenset[str] | None:
    found = _at_others(step)
    return _SEEN_BY_AARON if found is _BEGUN and not step.after.just.blind else found


def _at_others(step: Step[State, Any]) -> Gate | frozenset[str] | None:
    if out_of_phase(step.before, step.action):
        return ONLY_ORDER
    return _BEGUN if step.before.tick else None


def _at_setup(step: Step[State, Setup]) -> frozenset[str] | None:
    return ONLY_POSITION if step.action.position is not None else None


_LOOKS: dict[type[Action], Callable[[Step[State, Any]], Gate | frozenset[str] | None]] = {
    **dict.fromkeys(PHASES, _at_others),
    Play: _at_play,
    Pass: _at_pass,
    Island: _at_island,
    Take: _at_take,
    Event: _at_event,
    Refill: _at_refill,
    Loot: _at_loot,
    Setup: _at_setup,
}


def _ids(prefix: str, *numbers: int) -> frozenset[str]:
    return frozenset(f"LI-{prefix}-{number}" for number in numbers)


_NONE = _ids("SEQ")
_IN_PLACE = _ids("SEQ", 1, 2)
_TURN = _ids("TURN", 1, 2) | _ids("B4", 2)
_HELD = _ids("HAND", 1) | _ids("CARD", 2)
_TREASURES = _ids("CARD", 3) | _ids("DECK", 4, 5)
_NO_CARDS = _ids("DECK", 6) | _ids("CARD", 1) | _ids("AAR", 2)
_BEGUN = Gate(None, _IN_PLACE)
_NOTHING_TURNED_UP = Gate(None, _IN_PLACE | _TREASURES)
_PLAIN_EVENT = Gate(
    None, _IN_PLACE | _TREASURES | _ids("EVT", 4) | _ids("A1", 1) | _ids("A2", 1) | _ids("B3", 1) | _NO_CARDS
)
_SEEN_BY_AARON = Gate(None, _IN_PLACE | _ids("AAR", 5))
_PLAIN_TAKE = Gate(None, _IN_PLACE | _ids("CARD", 3) | _ids("TAKE", 1, 2, 3) | _ids("AAR", 5, 8))


@cache
def _of_refill(held: bool, drawn: bool, without_aaron: bool) -> Gate:
    kept = _IN_PLACE | (_HELD if held else _NONE) | (_ids("DECK", 6) if drawn else _NONE)
    return Gate(None, kept | (_ids("AAR", 3) if without_aaron else _NONE))


@cache
def _of_pass(in_turn: bool, plain: bool) -> Gate:
    kept = _IN_PLACE | (_TURN if in_turn else _NONE)
    return Gate(None, kept | _ids("A2", 2, 3) | _ids("CARD", 3) | _ids("TAKE", 3) if plain else kept)


def _of_cards(in_turn: bool, held: bool, drawn: bool, listed: bool) -> frozenset[str]:
    kept = _IN_PLACE | (_TURN if in_turn else _NONE) | (_HELD if held else _NONE)
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
    _ids("AAR", 1, 2, 4, 5),
    _ids("DISC", 2),
    _ids("DISC", 3) | _ids("ISL", 5, 6),
    _TREASURES | _ids("DECK", 3),
    _ids("ISL", 4) | _ids("TAKE", 3),
    _ids("ISL", 7),
    _ids("ISL", 1),
    _ids("ISL", 2),
    _ids("ISL", 3),
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
