"""The steps of a movement, one after the other."""

from functools import lru_cache
from typing import NamedTuple

from replay.action import UNKNOWN
from replay.games.gold_island.words import LIGHT, LIGHTHOUSE, PORT, card_of, kind_of


class Stride(NamedTuple):
    """One step of a path: which figure went from where to where, and where the other figure was."""

    captain: bool
    start: str
    end: str
    other: str


@lru_cache(4096)
def strides(captain: str, ship: str, path: tuple[str, ...]) -> tuple[Stride, ...]:
    """The steps of a path: a ring field moves the captain, a sea place the ship."""
    found = []
    for place in path:
        if kind_of(place) is None:
            found.append(Stride(False, ship, place, captain))
            ship = place
        else:
            found.append(Stride(True, captain, place, ship))
            captain = place
    return tuple(found)


def is_homeward(captain: str, ship: str, path: tuple[str, ...] | None, to: str | None) -> bool:
    """Whether a movement is what a lighthouse card does."""
    homes = [home for home, place in ((LIGHTHOUSE, captain), (PORT, ship)) if place != home]
    if path is not None:
        return path in [(home,) for home in homes] if homes else path == ()
    return to is None or to in (homes or [LIGHTHOUSE, PORT])


def steps_to_judge(captain: str, ship: str, card: str, path: tuple[str, ...]) -> tuple[Stride, ...]:
    """The steps that the movement rules check: none if a lighthouse card was, or may have been, played."""
    flag = card_of(card).flag
    if flag == LIGHT or (flag == UNKNOWN and is_homeward(captain, ship, path, None)):
        return ()
    return strides(captain, ship, path)
