"""Reading a kit: from the plain data of a TOML file, or of a header, to cards and tiles by name."""

from typing import Any, Literal

import msgspec

from replay.games.loot_island.kit import PILES, WILD, Healer, Kit, MapCard, Tile, Treasure, Type
from replay.kit import in_words, is_assumed, refused, shipped

_USED_PILES = {2: ("I", "IV"), 3: ("I", "IV"), 4: ("I", "II", "IV"), 5: PILES}


def read_kit(named: str | dict[str, Any], players: int) -> Kit:
    """The kit that a header names or holds, for this number of players."""
    data = shipped(__package__, named) if isinstance(named, str) else named
    try:
        return _read(data, min(max(players, 2), 5))
    except msgspec.ValidationError as error:
        raise refused(in_words(error)) from None
    except KeyError as error:
        raise refused(f"{error.args[0]} is missing") from None


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
