"""How treasures and healers are typed: by their number, or by their picture alone where that decides."""

import re
from collections.abc import Callable, Sequence
from typing import Any

from msgspec.structs import replace

from replay.action import UNKNOWN
from replay.games.loot_island.kit import TYPES
from replay.games.loot_island.state import State
from replay.games.loot_island.words import only_these, some_treasures
from replay.notation.alphabet import Choice, Kind, Meaning, Scope
from replay.notation.kinds import UNSEEN, begins, called

_LEAST_LETTERS = 3
"""A picture is known by this many letters: with fewer, a word may be anything."""
_SHOWN = 3
"""How many treasures of one picture are named to whoever did not say which."""
_NUMBERED = re.compile(r"([a-z]*)-?(\d+)", re.ASCII)

Candidates = Callable[[Scope], Sequence[str]]


def numbered(what: str, part: str) -> Kind:
    """Things of the kit called `<sort>-<number>`, by the number or by `b27`."""

    def names(scope: Scope) -> Sequence[str]:
        return tuple(getattr(scope.table.kit, part))

    def read(scope: Scope, word: str) -> Sequence[Meaning]:
        if word in UNSEEN:
            return [(UNKNOWN,)]
        found = _NUMBERED.fullmatch(word.lower())
        if found is None:
            return []
        return [(name,) for name in names(scope) if name.rpartition("-")[2] == found[2] and name.startswith(found[1])]

    def write(scope: Scope, values: Sequence[Any]) -> list[str] | None:
        known = names(scope)
        if not all(value in known or value == UNKNOWN for value in values):
            return None
        return ["*" if value == UNKNOWN else value[0] + value.rpartition("-")[2] for value in values]

    def choices(scope: Scope) -> list[Choice]:
        return [Choice(name, group=name.rpartition("-")[0]) for name in names(scope)]

    return Kind(what, read, write, choices=choices, on_scene=True)


TREASURE = numbered("a treasure (book-27 or b27)", "treasure")


def _picture(word: str) -> str:
    """The picture that a word names, such as `skull` or `sku`; empty if it names none."""
    low = word.lower()
    found = begins(low, TYPES) if len(low) >= _LEAST_LETTERS else []
    return found[0] if len(found) == 1 else ""


def _of_picture(scope: Scope, picture: str, names: Sequence[str]) -> list[str]:
    treasures = scope.table.kit.treasure
    return [name for name in dict.fromkeys(names) if name in treasures and treasures[name].type == picture]


def _by_picture(there: Candidates, refuse: Callable[[Scope, str, list[str]], str]) -> Kind:
    """Treasures by number; or by their picture, if only one of those that may be meant here has it."""

    def read(scope: Scope, word: str) -> Sequence[Meaning]:
        picture = _picture(word)
        if not picture:
            return TREASURE.read(scope, word)
        found = _of_picture(scope, picture, there(scope))
        return [(found[0],)] if len(found) == 1 else []

    def why_not(scope: Scope, word: str) -> str:
        picture = _picture(word)
        if picture:
            return refuse(scope, picture, _of_picture(scope, picture, there(scope)))
        return _wrong_number(scope, word)

    def complete(scope: Scope, word: str) -> Sequence[str]:
        return [name for name in dict.fromkeys(there(scope)) if name.startswith(word.lower())]

    told = called(TREASURE, "a treasure (b27; skull, if that decides)")
    return replace(told, read=read, refuse=why_not, complete=complete)


def _wrong_number(scope: Scope, word: str) -> str:
    """A picture with a number that another treasure has, or none: `skull-60`."""
    found = _NUMBERED.fullmatch(word.lower())
    if found is None or not _picture(found[1]):
        return ""
    same = [name for name in scope.table.kit.treasure if name.rpartition("-")[2] == found[2]]
    if not same:
        return f"{word}: there is no treasure with number {found[2]}"
    return f"{word}: number {found[2]} is {some_treasures(scope.table, same)}"


def _not_lying(lies: str, there: Candidates) -> Callable[[Scope, str, list[str]], str]:
    """What to say of a picture that does not decide among treasures on the table."""

    def refuse(scope: Scope, picture: str, found: list[str]) -> str:
        if found:
            return f"which {picture}? its number is printed on it: {' or '.join(found)}"
        names = there(scope)
        return f"no {picture} {lies}; {only_these(some_treasures(scope.table, names), len(names))}"

    return refuse


def _which(scope: Scope, picture: str, found: list[str]) -> str:
    """What to say of a picture that many treasures of the deck have."""
    if not found:
        return "" if scope.state.open else f"no {picture} can come up now"
    return f"which {picture}? its number is printed on it: {' or '.join(found[:_SHOWN])}{', …' * (len(found) > _SHOWN)}"


def _open(scope: Scope) -> Sequence[str]:
    state: State = scope.state
    return state.open


def _offer(scope: Scope) -> Sequence[str]:
    state: State = scope.state
    return state.offer


def may_come_up(scope: Scope) -> Sequence[str]:
    """The treasures that may be next in the deck: those of its uppermost piles that were not seen yet.

    None, while others still lie open and are handed out.
    """
    state: State = scope.state
    if state.open:
        return ()
    seen = {*state.open, *state.offer, *(name for kept in state.kept.values() for name in kept)}
    piles: list[str] = []
    size = 0
    for pile, count in state.treasure_deck:
        if size <= len(state.table.seats):
            piles.append(pile)
        size += count
    renewed = "mix" in piles or not piles
    buried = () if renewed else state.treasure_discard
    treasures = scope.table.kit.treasure
    return [
        name
        for name, treasure in treasures.items()
        if (renewed or treasure.pile in piles) and name not in seen and name not in buried
    ]


TURNED_UP = _by_picture(_open, _not_lying("is face up", _open))
"""One of those that lie open at a landing."""
LAID_OUT = _by_picture(_offer, _not_lying("is laid out", _offer))
"""One of those laid out by A2."""
FROM_THE_DECK = _by_picture(may_come_up, _which)
"""One that is turned up."""
