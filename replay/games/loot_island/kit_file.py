"""Reading a kit: from the plain data of a TOML file, or of a header, to cards and tiles by name."""

from typing import Any, Literal

import msgspec

from replay.games.loot_island.kit import PILES, WILD, Healer, Kit, MapCard, Tile, Treasure, Type
from replay.games.loot_island.words import with_words
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


class _HealerEntry(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    per: int
    fixed: int


class _TileEntry(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    kind: Literal["cubes", "bottom", "place", "draw", "treasure", "ship"]
    n: int = 0
    five: bool = False


class _Part:
    """A part of the kit: its entries as checked values, each with what it says about its own basis."""

    def __init__(self, data: dict[str, Any], part: str, field: str, kind: type) -> None:
        if not isinstance(data.get(part), dict):
            raise KeyError(f"[{part}]")
        if field not in data[part]:
            raise KeyError(f"{part}.{field}")
        self.data: dict[str, Any] = data[part]
        listed = self.data[field]
        raw = [_without_bases(entry) for entry in listed] if isinstance(listed, list) else listed
        self.entries: list[Any] = msgspec.convert(raw, list[kind])  # type: ignore[valid-type]  # chosen by the caller
        self.bases = [{key: value for key, value in entry.items() if _is_basis(key)} for entry in listed]

    def assumed(self, place: int, *fields: str) -> bool:
        """Whether one of these fields of an entry rests on an assumption: its own basis, the entry's, or the part's."""
        own = self.bases[place]
        return any(
            own[f"{field}_basis"] == "assumed" if f"{field}_basis" in own else is_assumed(self.data, field, own)
            for field in fields
        )


def _is_basis(key: str) -> bool:
    return key == "basis" or key.endswith("_basis")


def _without_bases(entry: Any) -> Any:
    return {key: value for key, value in entry.items() if not _is_basis(key)} if isinstance(entry, dict) else entry


def _read(data: dict[str, Any], players: int) -> Kit:
    maps = _Part(data, "map", "cards", _MapEntry)
    chests = _Part(data, "treasure", "cards", _TreasureEntry)
    cures = _Part(data, "healers", "cards", _HealerEntry)
    isles = _Part(data, "islands", "tiles", _TileEntry)
    crowns = msgspec.convert(_part(data, "crowns", "bonus"), tuple[int, ...])
    sizes = [(pile, sum(card.pile == pile for card in chests.entries)) for pile in _USED_PILES[players]]
    healers = [Healer(e.name, e.per, e.fixed, cures.assumed(at, "per", "fixed")) for at, e in enumerate(cures.entries)]
    tiles = [
        Tile(e.name, e.kind, e.n, e.five, isles.assumed(at, "kind", "n", "five")) for at, e in enumerate(isles.entries)
    ]
    kit = Kit(
        map={card.name: _map_card(maps, place, card) for place, card in enumerate(maps.entries)},
        treasure={card.name: _treasure(chests, place, card) for place, card in enumerate(chests.entries)},
        healers={healer.name: healer for healer in healers},
        islands={tile.name: tile for tile in tiles},
        crowns=crowns,
        map_assumed=is_assumed(maps.data),
        treasure_assumed=is_assumed(chests.data),
        healers_assumed=any(healer.assumed for healer in healers),
        islands_assumed=is_assumed(isles.data),
        map_total=sum(card.copies for card in maps.entries),
        in_play=tuple(tile.name for tile in tiles if players == 5 or not tile.five),
        piles=tuple((pile, size) for pile, size in sizes if size),
    )
    return with_words(kit)


def _part(data: dict[str, Any], part: str, field: str) -> Any:
    if not isinstance(data.get(part), dict) or field not in data[part]:
        raise KeyError(f"{part}.{field}")
    return data[part][field]


def _map_card(part: _Part, place: int, card: _MapEntry) -> MapCard:
    value = WILD if card.value == "wild" else card.value
    icons = card.icons.count("cube"), card.icons.count("draw"), card.icons.count("chest"), card.icons.count("plus")
    assert isinstance(value, int)
    return MapCard(card.name, card.color, value, *icons, card.copies, part.assumed(place, "icons", "copies"))


def _treasure(part: _Part, place: int, card: _TreasureEntry) -> Treasure:
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
        part.assumed(place, "relief"),
    )
