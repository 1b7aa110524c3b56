"""What is missing or wrong in a kit file, and a file to start from when counting a box."""

from typing import Any

from records.errors import QuartermasterError
from records.text import counted
from replay.games.loot_island.kit import PILES, TYPES
from replay.games.loot_island.kit_file import read_kit
from replay.kit import BASES, box_text, of_another_game, twice

_TIMES = {"book": ("times", (1, 2, 3)), "crown": ("crosses", (1, 2, 3, 4))}


def check_kit(raw: dict[str, Any]) -> list[str]:
    """What is missing or wrong in a kit, in words."""
    faults = of_another_game(raw.get("game", "loot-island"), "loot-island")
    faults += [f"the table [{part}] is missing" for part in _PARTS if not isinstance(raw.get(part), dict)]
    if faults:
        return faults
    try:
        read_kit(raw, 5)
    except QuartermasterError as error:
        return [error.what]
    return [*_maps(raw), *_treasures(raw), *_healers(raw), *_islands(raw), *_crowns(raw), *_bases(raw)]


_PARTS = {"map": "cards", "treasure": "cards", "healers": "cards", "islands": "tiles", "crowns": "bonus"}


def _maps(raw: dict[str, Any]) -> list[str]:
    cards = raw["map"]["cards"]
    faults = twice("map.cards", [card["name"] for card in cards])
    total = sum(card.get("copies", 1) for card in cards)
    if total != 88:
        faults.append(f"map.cards has {counted(total, 'card')} in all, but the box has 88 map cards")
    if not any(card["color"] == "red" for card in cards):
        faults.append("map.cards has no red card, but the rulebook shows some")
    for card in cards:
        if card["value"] == "wild" and card.get("icons") != ["chest"]:
            faults.append(f"{card['name']}: a wild shows a chest and nothing else")
        elif card["value"] != "wild" and card["value"] < 1:
            faults.append(f"{card['name']}: numbers start at 1")
        if card.get("copies", 1) < 1:
            faults.append(f"{card['name']}: a listed card has at least one copy")
    if not any(card["value"] == "wild" for card in cards):
        faults.append("map.cards has no wild")
    return faults


def _treasures(raw: dict[str, Any]) -> list[str]:
    cards = raw["treasure"]["cards"]
    faults = twice("treasure.cards", [card["name"] for card in cards])
    faults += twice("treasure.cards", [card["ref"] for card in cards])
    if len(cards) != 74:
        faults.append(f"treasure.cards has {counted(len(cards), 'card')}, but the box has 74 treasures")
    faults += [f"treasure.cards has no {kind}" for kind in TYPES if all(card["type"] != kind for card in cards)]
    faults += [f"pile {pile} is empty" for pile in PILES if all(card["pile"] != pile for card in cards)]
    for card in cards:
        name = card["name"]
        if name != f"{card['type']}-{card['ref']}":
            faults.append(f"{name}: the name should be {card['type']}-{card['ref']}")
        if card.get("relief", 0) not in (0, 1, 2):
            faults.append(f"{name}: relief must be 0, 1 or 2 crossed cubes")
        field, allowed = _TIMES.get(card["type"], ("", ()))
        if field and card.get(field) not in allowed:
            faults.append(f"{name}: {field} must be one of {', '.join(map(str, allowed))}")
        if card["type"] == "skull" and card.get("skull") not in ("a", "b", "c"):
            faults.append(f"{name}: skull must give its kind, a, b or c")
    return faults


def _healers(raw: dict[str, Any]) -> list[str]:
    cards = raw["healers"]["cards"]
    faults = twice("healers.cards", [card["name"] for card in cards])
    if len(cards) != 14:
        faults.append(f"healers.cards has {counted(len(cards), 'card')}, but the box has 14 healers")
    faults += [f"{card['name']}: a healer costs 0, 1 or 2 per cube" for card in cards if card["per"] not in (0, 1, 2)]
    costs = {(card["per"], card["fixed"]) for card in cards}
    for per, fixed in ((1, 2), (0, 17)):
        if (per, fixed) not in costs:
            faults.append(f"healers.cards has none with {per} per cube and {fixed} fixed, but the rulebook shows one")
    return faults


def _islands(raw: dict[str, Any]) -> list[str]:
    tiles = raw["islands"]["tiles"]
    faults = twice("islands.tiles", [tile["name"] for tile in tiles])
    if len(tiles) != 7:
        faults.append(f"islands.tiles has {counted(len(tiles), 'tile')}, but the box has 7 small islands")
    five = sum(bool(tile.get("five")) for tile in tiles)
    if five != 1:
        faults.append(f"tiles for five players only: {five}, but the box has exactly one")
    kinds = {tile["kind"] for tile in tiles}
    wanted = ("cubes", "bottom", "place", "draw", "treasure", "ship")
    faults += [f"islands.tiles has no tile of kind {kind}" for kind in wanted if kind not in kinds]
    faults += [
        f"{tile['name']}: n must say how many cubes it sheds"
        for tile in tiles
        if tile["kind"] == "cubes" and tile.get("n", 0) < 1
    ]
    return faults


def _crowns(raw: dict[str, Any]) -> list[str]:
    bonus = raw["crowns"]["bonus"]
    faults = []
    if len(bonus) != 5:
        faults.append(f"crowns.bonus has {counted(len(bonus), 'place')}, but there are five")
    if bonus[:3] != [25, 18, 11]:
        faults.append("crowns.bonus must begin with 25, 18, 11, as in the rulebook")
    return faults


def _bases(raw: dict[str, Any]) -> list[str]:
    faults = []
    for part, field in _PARTS.items():
        entries = raw[part][field] if field != "bonus" else []
        for place in (raw[part], *entries):
            for key, value in place.items():
                if (key == "basis" or key.endswith("_basis")) and value not in BASES:
                    faults.append(f"{part}: {key} is {value!r}, allowed: {', '.join(BASES)}")
    return faults


def kit_template() -> str:
    """A kit file to correct with the open box on the table: the published box, as far as it is known."""
    text = box_text(__package__)
    head = (
        "# Loot Island: the kit of one box. Below is the published box as far as it is known.\n"
        "# Compare each line with your box, and delete the `basis` of what you have checked: then it is your own.\n"
    )
    body = text[text.index("game = ") :]
    return head + body.replace('id = "box"', 'id = "my-box"')
