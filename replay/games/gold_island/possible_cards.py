"""The cards that may be meant: those that a seat is known to hold, and those that may be among the unseen ones."""

from replay.action import UNKNOWN
from replay.games.gold_island.state import State
from replay.games.gold_island.suggest import first_of_each
from replay.games.gold_island.unseen_hand import may_be_held
from replay.games.gold_island.words import POKER


def names_held(state: State, seat: str) -> list[str]:
    """The names of the cards that a seat may play, with and without the icon where both occur."""
    known = [name for name in first_of_each(state.owned[seat].hand) if name != UNKNOWN]
    faces = [name for face in may_be_held(state, seat) for name in in_full(state, face)]
    return list(dict.fromkeys((*known, *faces)))


def in_full(state: State, face: str) -> list[str]:
    """A face as it may be logged: with its icon, without, or both."""
    icons = state.table.kit.cards[face].icons
    return [f"{face}{POKER}" if icon else face for icon in dict.fromkeys(icons or (False,))]


def all_faces(state: State, seat: str) -> list[str]:
    """Every card that a seat has, by name."""
    return [name for face in state.table.kit.cards for name in in_full(state, face)]
