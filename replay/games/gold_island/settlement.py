"""Reveals: what is turned up or shown, and how that changes the table."""

from functools import lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from replay.action import UNKNOWN, Reveal
from replay.games.gold_island.actions import number_of, text_of, texts_of
from replay.games.gold_island.state import TURNED_UP, End, Isle, Permit, State, isle_at
from replay.games.gold_island.words import COLOURS, RELICS, is_treasure_island

OF_THE_SETTLEMENT = ("chest", "permits", "permit", "gold")
KEPT_HIDDEN = ("held", "islandCards")
SHOWN = ("hand", *KEPT_HIDDEN)
_CLOSING = (*OF_THE_SETTLEMENT, *KEPT_HIDDEN)


class Named(NamedTuple):
    """What a reveal is about: the kind, and the island, relic or seat."""

    kind: str
    of: str = ""
    seat: str = ""


@lru_cache(4096)
def named_by(what: str) -> Named:
    """`permit.isle-4.red` read as kind, island and seat. A reference `@…` has the kind `@`."""
    if what.startswith("@"):
        return Named("@", what)
    kind, _, rest = what.partition(".")
    if kind == "permit":
        island, _, seat = rest.rpartition(".")
        return Named(kind, island, seat)
    return Named(kind, rest)


def closes_last_turn(state: State, action: Reveal) -> bool:
    """Whether a reveal to the whole table shows that the last turn is over, although its draw was not logged."""
    turn, end = state.turn, state.end
    return (
        state.phase == "play"
        and action.to is None
        and named_by(action.what).kind in _CLOSING
        and turn is not None
        and end is not None
        and (turn.moved or turn.used)
        and all(seat == turn.seat for seat in end.left)
    )


def revealed(state: State, action: Reveal) -> State:
    """The table after something was turned up or shown."""
    kind, of, seat = named_by(action.what)
    if closes_last_turn(state, action):
        assert state.end is not None and state.turn is not None, "it is the last turn"
        state = replace(state, phase="settle", turn=None, end=End(state.end.by, ()), closed_for=state.turn.seat)
    if kind in ("chest", "permits", "permit"):
        return _turned_up(state, action, kind, of, seat) if is_treasure_island(of) else state
    if kind == "gold":
        return _gold(state, text_of(action.value), action.to is None)
    if kind == "relic" and of in RELICS and type(action.value) is int:
        relics = {**state.relics, of: replace(state.relics[of], gold=action.value)}
        return replace(state, relics=relics, relic_gold={**state.relic_gold, of: action.value})
    if kind == "colour" and action.value in COLOURS and is_treasure_island(of):
        isle = replace(isle_at(state, of), colour=action.value)
        colours = {**state.colours, of: action.value}
        return replace(state, islands={**state.islands, of: isle}, colours=colours)
    if kind == "held" and of in state.owned and isinstance(action.value, list):
        seen = (*state.shown_permits.get(of, ()), *(value for value in action.value if type(value) is int))
        return replace(state, shown_permits={**state.shown_permits, of: tuple(dict.fromkeys(seen))})
    if kind in SHOWN and of in state.owned and isinstance(action.value, list):
        return _shown(state, kind, of, texts_of(action.value))
    return state


def _turned_up(state: State, action: Reveal, kind: str, island: str, seat: str) -> State:
    isle = isle_at(state, island)
    several = state.several_up or (state.phase == "settle" and len(isle.stack) > 1)
    turned = state.turned
    if kind == "chest":
        if type(action.value) is int:
            isle = replace(isle, chest=action.value, chest_up=True)
            turned = turned if island in turned else (*turned, island)
    elif kind == "permits":
        isle = _with_values(isle, action.value if isinstance(action.value, list) else [])
    else:
        isle = _with_value(isle, seat, number_of(action.value))
    return replace(state, islands={**state.islands, island: isle}, several_up=several, turned=turned)


def _with_values(isle: Isle, values: list[object]) -> Isle:
    told = [*map(number_of, values), *[UNKNOWN] * len(isle.stack)]
    stack = tuple(_up(permit, value) for permit, value in zip(isle.stack, told, strict=False))
    return replace(isle, stack=stack)


def _up(permit: Permit, value: int | str) -> Permit:
    return permit if value == UNKNOWN else Permit(permit.seat, value, TURNED_UP, permit.landing, permit.gains)


def _with_value(isle: Isle, seat: str, value: int | str) -> Isle:
    place = place_of_permit(isle, seat)
    if place is None:
        return isle
    stack = list(isle.stack)
    stack[place] = _up(stack[place], value)
    return replace(isle, stack=tuple(stack))


def place_of_permit(isle: Isle, seat: str) -> int | None:
    """Which permit of a stack `permit.<island>.<seat>` means: the seat's lowest not yet known, else its lowest."""
    own = [place for place, permit in enumerate(isle.stack) if permit.seat == seat]
    unknown = [place for place in own if isle.stack[place].value == UNKNOWN]
    return (unknown or own)[0] if own else None


def _gold(state: State, island: str, to_all: bool) -> State:
    if island == UNKNOWN:
        return state
    islands = state.islands
    if is_treasure_island(island) and island not in islands:
        islands = {**islands, island: isle_at(state, island)}
    phase = "over" if to_all and state.phase == "settle" else state.phase
    return replace(state, gold=island, phase=phase, islands=islands)


def _shown(state: State, kind: str, seat: str, names: tuple[str, ...]) -> State:
    owned = state.owned[seat]
    if kind == "hand":
        return replace(state, owned={**state.owned, seat: replace(owned, hand=names)})
    known = [name for name in names if name != UNKNOWN]
    named = tuple(dict.fromkeys((*state.named, *known)))
    return replace(state, owned={**state.owned, seat: replace(owned, cards=names)}, named=named)
