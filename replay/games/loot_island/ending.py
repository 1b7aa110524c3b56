"""The end of the game: who is out, the order of choosing healers, and the count."""

import msgspec

from replay.games.loot_island.points import result_of, tie_distance
from replay.games.loot_island.state import CURSED, State
from replay.games.loot_island.unseen import has_unseen, open_result


def eliminated(state: State) -> tuple[str, ...]:
    """The seats with too many cubes."""
    return tuple(seat for seat in state.table.seats if state.cubes[seat] >= CURSED)


def choosing_order(state: State, out: tuple[str, ...]) -> tuple[str, ...]:
    """Who chooses a healer: fewest cubes first; those who are out and those without cubes do not choose."""
    choosing = [seat for seat in state.table.seats if seat not in out and state.cubes[seat] > 0]
    return tuple(sorted(choosing, key=lambda seat: (state.cubes[seat], tie_distance(state, seat))))


def count_up(state: State) -> State:
    """The game is over: the result is set, and those who cannot pay are out."""
    result, broke = open_result(state) if has_unseen(state) else result_of(state)
    return msgspec.structs.replace(
        state, phase="over", turn=None, result=result, out=(*state.out, *(s for s in broke if s not in state.out))
    )
