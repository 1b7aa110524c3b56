"""Explorers and tiles in a sentence: an explorer is its owner and its place, `Ann's explorer on a1`."""

from collections.abc import Iterable, Sequence
from typing import Any

from replay.action import UNKNOWN, Reveal
from replay.games.lost_island.state import State
from replay.games.lost_island.words import (
    LETTERS,
    a_face,
    letter,
    looks_like_piece,
    owner,
    way,
)
from replay.hindsight import reference
from replay.saying import listed, person
from replay.saying import owner as whose

FIELDS = {
    "piece": "the explorer",
    "from": "the explorer that looks",
    "target": "the opponent's explorer",
    "to": "the tile",
    "cell": "the tile",
    "via": "the way through the water",
    "stone": "the face of the stone",
    "stones": "the faces of the stones",
    "tile": "the face of the tile",
    "value": "the value",
    "values": "the values",
    "result": "the result",
    "swim": "the swim",
    "axis": "the way the bomb points",
    "order": "the order of the bomb",
    "hits": "the explorers met",
    "dir": "the way the storm blows",
    "flagTo": "the new place of the flag",
    "pay": "the payment",
    "first": "the player who begins",
    "start": "the first places",
    "boats": "the order in the boat",
    "seal": "the seal",
    "seals": "the seals",
    "position": "the position",
    "by": "the player",
}
"""What the fields of an event are called."""
_FATES = {"out": "sent home", "stay": "stayed"}
_FIGHTERS = {"values.0": "the attacker's value", "values.1": "the defender's value"}


def explorer(state: State, piece: str) -> str:
    """`Ann's explorer on a1`; one that is not on the island, or not alone of its owner there, also by its letter."""
    return f"{whose(state.table, owner(piece))} explorer{_place(state, piece)}"


def its_explorer(state: State, seat: str, piece: str) -> str:
    """The same after its owner was named: `the explorer on a1`."""
    return f"the explorer{_place(state, piece)}" if owner(piece) == seat else explorer(state, piece)


def _place(state: State, piece: str) -> str:
    cell = state.where.get(piece)
    if cell is None:
        return f" {letter(piece)}"
    alone = sum(owner(other) == owner(piece) for other in state.pieces_at(cell)) == 1
    return f" on {cell}" if alone else f" {letter(piece)} on {cell}"


def explorers(state: State, pieces: Iterable[str]) -> str:
    """Several explorers as a list in a sentence."""
    return listed([explorer(state, piece) for piece in pieces])


def joined(items: Sequence[str], word: str) -> str:
    """`a, b or c`."""
    return listed(items) if len(items) < 2 else f"{', '.join(items[:-1])} {word} {items[-1]}"


def by_letter(letters: Iterable[str]) -> str:
    """Explorers of one player by their letters: `explorers a, b and c`."""
    named = list(letters)
    return f"explorer{'' if len(named) == 1 else 's'} {listed(named)}" if named else "nobody"


_PLACES = {1: "first", 2: "second", 3: "third"}
_TIMES = {1: "once", 2: "twice"}


def nth(number: int) -> str:
    """`second`, `4th`."""
    return _PLACES.get(number, f"{number}th")


def times(number: int) -> str:
    """`twice`, `4 times`."""
    return _TIMES.get(number, f"{number} times")


def standing(state: State, cell: str, pieces: Sequence[str]) -> str:
    """Who stands on a cell: `Ann's explorer stands on c2`."""
    owners = [f"{whose(state.table, owner(piece))} explorer" for piece in pieces]
    return f"{listed(owners)} {'stands' if len(owners) == 1 else 'stand'} on {cell}"


def field_words(state: State, path: str) -> str:
    """What a field of an event, or a place inside it, is called."""
    head, _, rest = path.partition(".")
    if path in _FIGHTERS:
        return _FIGHTERS[path]
    if head == "stones" and rest:
        return f"the face of the stone on {rest}"
    if head == "hits" and rest:
        return f"what became of {_name(state, head, rest)}"
    named = FIELDS.get(head, "something")
    return f"{named} of {_name(state, head, rest)}" if rest and head != "position" else named


def what_is_told(state: State, reveal: Reveal) -> str:
    """What a reveal is about: a field of an earlier event, a tile, or values of explorers."""
    found = reference(reveal.what)
    if found is not None:
        return f"{field_words(state, '.'.join(found[1]))} in event {found[0]}"
    head, _, rest = reveal.what.partition(".")
    return f"the face of {rest}" if head == "tiles" else "a value"


def said_of(state: State, field: str, value: Any) -> str:
    """What an event says in a field, in words."""
    head = field.split(".")[0]
    if isinstance(value, dict):
        joint = " on " if head == "start" else ": "
        return listed([f"{_name(state, head, key)}{joint}{said_of(state, field, value[key])}" for key in value])
    if isinstance(value, list | tuple):
        return listed([said_of(state, field, item) for item in value])
    if isinstance(value, bool) or value is None:
        return "yes" if value else "no"
    return _name(state, head, value) if isinstance(value, str) else str(value)


def _name(state: State, head: str, name: str) -> str:
    """A name in an event: which words it has depends on the field it stands in."""
    if name == UNKNOWN:
        return "not seen"
    if head in ("dir", "order", "axis"):
        return way(name)
    if head == "hits" and name in _FATES:
        return _FATES[name]
    if name in LETTERS:
        return f"explorer {name}"
    if name in state.table.seats:
        return person(state.table, name)
    if looks_like_piece(name):
        return explorer(state, name)
    return a_face(state.table, name) if head in ("tile", "tiles", "stone", "stones") and len(name) > 2 else name
