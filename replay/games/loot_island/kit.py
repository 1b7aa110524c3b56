"""The kit: which cards and tiles a box holds, and what each of them shows."""

import re
from functools import lru_cache
from typing import Literal

import msgspec

from replay.action import UNKNOWN

PILES = ("I", "II", "III", "IV")
TYPES = ("amulet", "coins", "book", "jewel", "crown", "skull")
WILD = 0
"""The `value` of a wild card: it has none of its own."""

Type = Literal["amulet", "coins", "book", "jewel", "crown", "skull"]
TileKind = Literal["cubes", "bottom", "place", "draw", "treasure", "ship", "none"]

_CARD = re.compile(r"([a-z]+)-([1-9]\d{0,2}|wild)(?:-(cube|draw|chest|plus))?")
_HEALER = re.compile(r"healer-(\d{1,3})\+(\d{1,3})")
_CUBES = re.compile(r"cubes-(\d{1,2})")


class MapCard(msgspec.Struct, frozen=True):
    """A map card: its colour and number, and how many of each icon it shows."""

    name: str
    color: str
    value: int
    cube: int
    draw: int
    chest: int
    plus: int
    copies: int
    assumed: bool = False


class Treasure(msgspec.Struct, frozen=True):
    """A treasure card."""

    name: str
    ref: int
    type: Type
    pile: str
    base: int
    curse: int
    relief: int
    times: int = 0
    crosses: int = 0
    skull: str = ""
    relief_assumed: bool = False


class Healer(msgspec.Struct, frozen=True):
    """A healer card: a price per cube and a fixed sum."""

    name: str
    per: int
    fixed: int
    assumed: bool = False


class Tile(msgspec.Struct, frozen=True):
    """A small island."""

    name: str
    kind: TileKind
    n: int = 0
    five: bool = False
    assumed: bool = False


class Kit(msgspec.Struct, frozen=True):
    """The inventory of a box, by name, and what depends on the number of players."""

    map: dict[str, MapCard]
    treasure: dict[str, Treasure]
    healers: dict[str, Healer]
    islands: dict[str, Tile]
    crowns: tuple[int, ...]
    map_assumed: bool
    treasure_assumed: bool
    healers_assumed: bool
    """Whether any of its healers is assumed."""
    islands_assumed: bool
    map_total: int
    in_play: tuple[str, ...]
    """The small islands for this number of players."""
    piles: tuple[tuple[str, int], ...]
    """The treasure deck for this number of players, top first."""
    said: dict[str, str] = {}
    """What players call each thing it lists: every line is told in a sentence, and these words are always the same."""
    a_card: dict[str, str] = {}
    """The same for its map cards, with their article."""


def card_of(kit: Kit, name: str) -> MapCard | None:
    """The map card of this name, read from the name itself if the kit does not list it; None if it cannot be read."""
    card = kit.map.get(name)
    if card is not None or name == UNKNOWN:
        return card
    return _card_by_words(name, kit.map_assumed)


@lru_cache(maxsize=1000)
def _card_by_words(name: str, assumed: bool) -> MapCard | None:
    found = _CARD.fullmatch(name)
    if not found:
        return None
    wild = found[2] == "wild"
    icon = found[3] or ("chest" if wild else "")
    return MapCard(
        name=name,
        color=found[1],
        value=WILD if wild else int(found[2]),
        cube=int(icon == "cube"),
        draw=int(icon == "draw"),
        chest=int(wild or icon == "chest"),
        plus=int(icon == "plus"),
        copies=0,
        assumed=assumed,
    )


def readable(kit: Kit, names: tuple[str, ...]) -> tuple[str, ...]:
    """The same names; one that cannot be read as a map card counts as `"?"`."""
    listed = kit.map
    for name in names:
        if name not in listed and name != UNKNOWN:
            return tuple(name if card_of(kit, name) is not None else UNKNOWN for name in names)
    return names


def treasures(kit: Kit, names: tuple[str, ...]) -> tuple[str, ...]:
    """The same names; one that the kit does not list counts as `"?"`."""
    for name in names:
        if name not in kit.treasure:
            return tuple(name if name in kit.treasure else UNKNOWN for name in names)
    return names


def healer_of(kit: Kit, name: str) -> Healer | None:
    """The healer with this name or this cost (`healer-1+2`); None if there is neither."""
    healer = kit.healers.get(name)
    if healer is not None:
        return healer
    found = _HEALER.fullmatch(name)
    if not found:
        return None
    per, fixed = int(found[1]), int(found[2])
    # The cost was read off the card at the table, so nothing about this healer is assumed.
    return Healer(same_healer(kit, name), per, fixed)


def readable_healer(kit: Kit, name: str) -> str:
    """The same name; one that is neither listed nor readable by its price counts as `"?"`."""
    return name if healer_of(kit, name) is not None else UNKNOWN


def readable_healers(kit: Kit, names: tuple[str, ...]) -> tuple[str, ...]:
    """The same names, each as far as it can be read."""
    return tuple([readable_healer(kit, name) for name in names])


def same_healer(kit: Kit, name: str) -> str:
    """The listed name of a healer that was named by its cost; otherwise the name as it is."""
    found = _HEALER.fullmatch(name)
    if found:
        cost = (int(found[1]), int(found[2]))
        for healer in kit.healers.values():
            if (healer.per, healer.fixed) == cost:
                return healer.name
    return name


def tile_of(kit: Kit, name: str) -> Tile:
    """The small island of this name, read from the name itself if the kit does not list it."""
    tile = kit.islands.get(name)
    if tile is not None:
        return tile
    found = _CUBES.fullmatch(name)
    if found:
        return Tile(name, "cubes", int(found[1]), assumed=kit.islands_assumed)
    kinds: dict[str, TileKind] = {
        "bottom": "bottom",
        "place": "place",
        "draw": "draw",
        "treasure": "treasure",
        "ship": "ship",
    }
    return Tile(name, kinds.get(name, "none"), assumed=kit.islands_assumed)
