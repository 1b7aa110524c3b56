"""The kit: which cards and tiles a box holds, and what each of them shows."""

import re
from functools import lru_cache
from typing import Any, Literal

import msgspec

from records.errors import Refused
from replay.action import UNKNOWN
from replay.kit import is_assumed, shipped

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
    """A healer card: so much for each cube, and a fixed sum."""

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
    healers_assumed: bool
    islands_assumed: bool
    map_total: int
    in_play: tuple[str, ...]
    """The small islands of this number of players."""
    piles: tuple[tuple[str, int], ...]
    """The treasure deck of this number of players, top first."""


def card_of(kit: Kit, name: str) -> MapCard | None:
    """The map card of this name, read by its words where the kit does not list it; None where it cannot be read."""
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
        chest=int(icon == "chest"),
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
    """The healer of this name, or the one with this cost (`healer-1+2`); None where it is neither."""
    healer = kit.healers.get(name)
    if healer is not None:
        return healer
    found = _HEALER.fullmatch(name)
    if not found:
        return None
    per, fixed = int(found[1]), int(found[2])
    # What is printed was read at the table: such a healer rests on no assumption.
    return Healer(same_healer(kit, name), per, fixed)


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
    """The small island of this name, read by its word where the kit does not list it."""
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


_USED_PILES = {2: ("I", "IV"), 3: ("I", "IV"), 4: ("I", "II", "IV"), 5: PILES}


def read_kit(named: str | dict[str, Any], players: int) -> Kit:
    """The kit that a header names or holds, for so many players."""
    data = shipped("replay.games.loot_island", named) if isinstance(named, str) else named
    try:
        return _read(data, min(max(players, 2), 5))
    except msgspec.ValidationError as error:
        raise _refused(str(error).replace("`", "'")) from None
    except KeyError as error:
        raise _refused(f"{error.args[0]} is missing") from None


def _refused(why: str) -> Refused:
    return Refused(
        f"the kit cannot be used: {why}", where="options.kit", mend="`qm kit check FILE` says what a kit must hold"
    )


class _MapEntry(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    color: str
    value: int | Literal["wild"]
    icons: list[Literal["cube", "draw", "chest", "plus"]] = []
    copies: int = 1
    basis: str | None = None


class _TreasureEntry(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    ref: int
    type: Type
    pile: Literal["I", "II", "III", "IV"]
    base: int = 0
    curse: int = 0
    relief: int = 0
    times: int = 0
    crosses: int = 0
    skull: str = ""
    basis: str | None = None
    relief_basis: str | None = None


class _HealerEntry(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    per: int
    fixed: int
    basis: str | None = None


class _TileEntry(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    kind: Literal["cubes", "bottom", "place", "draw", "treasure", "ship"]
    n: int = 0
    five: bool = False
    basis: str | None = None


def _entries(data: dict[str, Any], part: str, field: str, kind: type) -> tuple[dict[str, Any], list[Any]]:
    """A part of the kit and its entries, each as plain data for its basis and as a checked value."""
    if not isinstance(data.get(part), dict):
        raise KeyError(f"[{part}]")
    if field not in data[part]:
        raise KeyError(f"{part}.{field}")
    return data[part], msgspec.convert(data[part][field], list[kind])  # type: ignore[valid-type]  # chosen by the caller


def _read(data: dict[str, Any], players: int) -> Kit:
    maps, cards = _entries(data, "map", "cards", _MapEntry)
    chests, found = _entries(data, "treasure", "cards", _TreasureEntry)
    cures, healers = _entries(data, "healers", "cards", _HealerEntry)
    isles, tiles = _entries(data, "islands", "tiles", _TileEntry)
    crowns = msgspec.convert(_part(data, "crowns", "bonus"), tuple[int, ...])
    in_use = _USED_PILES[players]
    sizes = [(pile, sum(card.pile == pile for card in found)) for pile in in_use]
    return Kit(
        map={card.name: _map_card(maps, card) for card in cards},
        treasure={card.name: _treasure(chests, card) for card in found},
        healers={
            card.name: Healer(card.name, card.per, card.fixed, is_assumed(cures, None, _basis(card)))
            for card in healers
        },
        islands={
            tile.name: Tile(tile.name, tile.kind, tile.n, tile.five, is_assumed(isles, None, _basis(tile)))
            for tile in tiles
        },
        crowns=crowns,
        map_assumed=is_assumed(maps),
        healers_assumed=is_assumed(cures),
        islands_assumed=is_assumed(isles),
        map_total=sum(card.copies for card in cards),
        in_play=tuple(tile.name for tile in tiles if players == 5 or not tile.five),
        piles=tuple((pile, size) for pile, size in sizes if size),
    )


def _part(data: dict[str, Any], part: str, field: str) -> Any:
    if not isinstance(data.get(part), dict) or field not in data[part]:
        raise KeyError(f"{part}.{field}")
    return data[part][field]


def _basis(entry: Any) -> dict[str, Any] | None:
    return {"basis": entry.basis} if entry.basis is not None else None


def _map_card(part: dict[str, Any], card: _MapEntry) -> MapCard:
    value = WILD if card.value == "wild" else card.value
    icons = card.icons.count("cube"), card.icons.count("draw"), card.icons.count("chest"), card.icons.count("plus")
    assert isinstance(value, int)
    return MapCard(card.name, card.color, value, *icons, card.copies, is_assumed(part, None, _basis(card)))


def _treasure(part: dict[str, Any], card: _TreasureEntry) -> Treasure:
    if card.relief_basis is not None:
        assumed = card.relief_basis == "assumed"
    else:
        assumed = is_assumed(part, "relief", _basis(card))
    return Treasure(
        card.name,
        card.ref,
        card.type,
        card.pile,
        card.base,
        card.curse,
        card.relief,
        card.times,
        card.crosses,
        card.skull,
        assumed,
    )
