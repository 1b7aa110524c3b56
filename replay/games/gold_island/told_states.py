"""The states of a line in which permits have the values that were turned up later, made from the states as logged.

A permit lies face down from the event that places it until it is turned up, and nothing that happens in between depends
on its value. So the told line need not be played out too: its states are those that are there, with other values.
"""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from replay.action import Reveal
from replay.games.gold_island.settlement import named_by
from replay.games.gold_island.state import TURNED_UP, Isle, Permit, State, Value
from replay.step import Placed


def values_decide_nothing(line: Sequence[Placed], final: State) -> bool:
    """Whether reveals mean the same permits whatever the values of those that lie face down.

    One that names a player (`permit.isle-4.red`) means the lowest of theirs that is not known yet, if there are more.
    """
    for _, action in line:
        if type(action) is Reveal and action.what.startswith("permit."):
            named = named_by(action.what)
            isle = final.islands.get(named.of)
            if isle is not None and sum(permit.seat == named.seat for permit in isle.stack) > 1:
                return False
    return True


def with_values(states: Sequence[State], values: Mapping[int, Value], first: int) -> list[State]:
    """The states with these values of permits, by landing; the event at the place `first` puts the first of them down.

    What was shared between states still is: rules and boards look at once whether a part is the same.
    """
    found = list(states[:first])
    old: State | None = None
    for state in states[first:]:
        if old is None:
            islands = _told_islands(state.islands, values, {}, {})
        elif state.islands is not old.islands:
            islands = _told_islands(state.islands, values, old.islands, islands)
        found.append(found[-1] if state is old else replace(state, islands=islands))
        old = state
    return found


def _told_islands(
    islands: Mapping[str, Isle], values: Mapping[int, Value], before: Mapping[str, Isle], told: Mapping[str, Isle]
) -> dict[str, Isle]:
    """The islands with the values; those that are as they were `before` are as they were `told` then."""
    return {
        name: told[name] if before.get(name) is isle else _told_isle(isle, values) if isle.stack else isle
        for name, isle in islands.items()
    }


def _told_isle(isle: Isle, values: Mapping[int, Value]) -> Isle:
    stack = tuple(_told_permit(permit, values) for permit in isle.stack)
    return replace(isle, stack=stack)


def _told_permit(permit: Permit, values: Mapping[int, Value]) -> Permit:
    if permit.told == TURNED_UP or permit.landing not in values:
        return permit
    return replace(permit, value=values[permit.landing])
