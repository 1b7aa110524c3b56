"""How things are said: people by name, lists and numbers in good grammar. One way for all games, screens and pages.

A game gives words for its own things (`Game.say`); who sits where, and how a list or a number reads, is decided here.
"""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from records.event import Player
from replay.action import UNKNOWN
from replay.table import Table

_NUMBERED = re.compile(r"p\d+", re.ASCII)
_SMALL = ("no", "one", "two", "three", "four", "five", "six")


def person(table: Table, seat: str | None) -> str:
    """A player by name. Without one, `p2` as it is, and a colour with a noun, so that it is not taken for a card's."""
    if seat is None or seat == UNKNOWN:
        return "somebody"
    if seat not in table.seats:
        return seat  # an official, the scribe
    return _named(table.players, seat)


@lru_cache(4096)
def _named(players: tuple[Player, ...], seat: str) -> str:
    """A player is named in nearly every sentence, and in most of them several times."""
    name = next((player.name for player in players if player.seat == seat and player.name), seat)
    if name == seat:
        return seat if _NUMBERED.fullmatch(seat) else f"the {seat} player"
    same = sum(player.name is not None and player.name.casefold() == name.casefold() for player in players)
    return name if same == 1 else f"{name} ({seat})"


def people(table: Table, seats: Iterable[str]) -> str:
    """Players by name, as a list in a sentence."""
    return listed([person(table, seat) for seat in seats])


def owner(table: Table, seat: str | None) -> str:
    """Whose a thing is: `Ann's`, `James'`, `the blue player's`."""
    name = person(table, seat)
    return f"{name}'" if name.endswith("s") else f"{name}'s"


def listed(items: Sequence[str], nothing: str = "nothing") -> str:
    """`a`, `a and b`, `a, b and c`."""
    if len(items) < 2:
        return items[0] if items else nothing
    return f"{', '.join(items[:-1])} and {items[-1]}"


def number(amount: int) -> str:
    """A small number as a word, a larger one in digits."""
    return _SMALL[amount] if 0 <= amount < len(_SMALL) else str(amount)


@lru_cache(4096)
def counted(amount: int, one: str, many: str = "") -> str:
    """`no cards`, `one card`, `two cards`, `12 cards`."""
    return f"{number(amount)} {one if amount == 1 else many or plural(one)}"


def plural(word: str) -> str:
    """The usual plural of an English word."""
    if word.endswith(("s", "x", "ch", "sh")):
        return f"{word}es"
    if word.endswith("y") and word[-2:-1] not in "aeiou":
        return f"{word[:-1]}ies"
    return f"{word}s"


def things(names: Iterable[str], unit: str = "card") -> str:
    """Known things in their words, and how many were not seen: `red 7 and two unseen cards`."""
    every = list(names)
    known = [name for name in every if name != UNKNOWN]
    unseen = len(every) - len(known)
    return listed([*known, *([counted(unseen, f"unseen {unit}")] if unseen else [])])


def sentence(text: str) -> str:
    """The text with a capital at its beginning and a full stop at its end."""
    begun = text[:1].upper() + text[1:]
    return begun if begun.endswith((".", "!", "?", "…")) else f"{begun}."
