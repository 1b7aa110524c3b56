"""Reveals that name a field of an earlier event (`@7.value`): the piece, the tile or the field they stand for."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from msgspec.structs import replace

from replay.action import NEVER_REDUCED, Action, Reveal
from replay.games.lost_island.actions import Battle, Blast, Flip, Move, Reinforce, Setup, Shrink, Spy, Swim
from replay.games.lost_island.reveals import cell_of
from replay.games.lost_island.state import State
from replay.hindsight import reference


class Told(NamedTuple):
    """An earlier event, and the state before it."""

    action: Action
    before: State


class Field(NamedTuple):
    """A field of an earlier event, and what a reveal says of it."""

    seq: int
    path: list[str]
    value: Any


class Meant(NamedTuple):
    """What a reveal tells: values of explorers (spelled out in `reveal`), faces of tiles, or fields of an event."""

    reveal: Reveal
    tiles: tuple[tuple[str, Any], ...] = ()
    """(cell, face)"""
    fields: tuple[Field, ...] = ()
    fighters: Field | None = None
    """The two values of a battle, which may say how it ended."""
    lost: str = ""
    """Why the reference names nothing, if it does not."""

    @property
    def is_plain(self) -> bool:
        """Whether it tells values and nothing else, so that no earlier event changes."""
        return not (self.tiles or self.fields or self.fighters or self.lost)


def meaning(reveal: Reveal, told: dict[int, Told]) -> Meant:
    """What a reveal stands for, given the events before it."""
    if not reveal.what.startswith("@"):
        cell = cell_of(reveal)
        return Meant(reveal) if cell is None else Meant(reveal, ((cell, reveal.value),))
    found = reference(reveal.what)
    if found is None or found[0] not in told:
        return Meant(reveal, lost="there is no such event before it")
    seq, path = found
    action, before = told[seq]
    if type(action) in NEVER_REDUCED or type(action) is Reveal:
        return Meant(reveal, lost=f"event {seq} is not an event of the game")
    return _meant(reveal, Told(action, before), Field(seq, path, reveal.value))


def _meant(reveal: Reveal, told: Told, field: Field) -> Meant:
    action, (name, *rest) = told.action, field.path
    match action:
        case Spy() if name == "value" and not rest:
            return Meant(replace(reveal, what=f"values.{action.target}"))
        case Battle() if name == "values":
            return _fighters(reveal, action, field)
        case Flip() | Blast() if name == "hits":
            return _hits(reveal, action, field)
        case Setup() if name == "values" or field.path[:2] == ["position", "values"]:
            return Meant(replace(reveal, what=".".join(field.path[field.path.index("values") :])))
    tiles = tuple(_tiles(told, field))
    if not tiles:
        return Meant(reveal, fields=(field,))
    one = replace(reveal, what=f"tiles.{tiles[0][0]}", value=tiles[0][1]) if len(tiles) == 1 else reveal
    return Meant(one, tiles)


def _tiles(told: Told, field: Field) -> Iterator[tuple[str, Any]]:
    """(cell, face) of the tiles that a field names."""
    action, (name, *rest), value = told.action, field.path, field.value
    match action:
        case Flip() | Shrink() if name == "tile" and not rest:
            yield action.cell, value
        case Flip() | Shrink() if name == "stones" and len(rest) == 1:
            yield rest[0], value
        case Flip() | Shrink() if name == "stones" and not rest and isinstance(value, dict):
            yield from value.items()
        case Move() | Swim() | Reinforce() if name == "stone" and not rest:
            yield action.to, value
        case Battle() if name == "stone" and not rest and action.target in told.before.where:
            yield told.before.where[action.target], value


def _fighters(reveal: Reveal, action: Battle, field: Field) -> Meant:
    pieces, rest, value = (action.piece, action.target), field.path[1:], field.value
    if rest in (["0"], ["1"]):
        place = int(rest[0])
        pair = [value if place == index else "?" for index in (0, 1)]
        return Meant(replace(reveal, what=f"values.{pieces[place]}"), fighters=field._replace(value=pair))
    if rest or not isinstance(value, list) or len(value) != 2:
        return Meant(reveal, lost="the values of a battle are two, the attacker's and the defender's")
    values: dict[str, dict[str, Any]] = {}
    for piece, item in zip(pieces, value, strict=True):
        values.setdefault(piece[:-2], {})[piece[-1]] = item
    return Meant(replace(reveal, what="values", value=values), fighters=field)


def _hits(reveal: Reveal, action: Flip | Blast, field: Field) -> Meant:
    """A number for somebody whom the bomb met is that explorer's value; anything else belongs into the event."""
    rest, value = field.path[1:], field.value
    entries = {".".join(rest): value} if rest else value
    if not isinstance(entries, dict):
        return Meant(reveal, lost="the results of a bomb are told by explorer")
    shown = {piece: hit for piece, hit in entries.items() if piece in action.hits and type(hit) is int}
    fields = tuple(
        Field(field.seq, ["hits", piece], hit)
        for piece, hit in entries.items()
        if piece not in shown and not (hit == "?" and piece in action.hits)
    )
    if not shown:
        return Meant(reveal, fields=fields)
    values: dict[str, dict[str, Any]] = {}
    for piece, hit in shown.items():
        values.setdefault(piece[:-2], {})[piece[-1:]] = hit
    return Meant(replace(reveal, what="values", value=values), fields=fields)
