"""What a reveal is about, in words: a thing on the table, or a field that an earlier event left open (`@7.value`)."""

from typing import Any

from replay.action import UNKNOWN
from replay.games.gold_island.phrases import a_card, gold, some_cards, some_island_cards, some_pirates, the_place
from replay.games.gold_island.settlement import named_by
from replay.games.gold_island.words import COLOURS, read_card, said
from replay.hindsight import reference
from replay.saying import counted, listed, owner, person
from replay.table import Table

_CARDS = ("hands", "cards", "discard", "card")
_LABELS = {
    "hands": "{seat's} hand",
    "permits": "the permit that {seat} kept",
    "islandCards": "{seat's} island card",
    "chests": "the chest on {place}",
    "relics": "the gold on {relic}",
    "colours": "the colour of {place}",
    "gold": "the gold island",
    "cards": "the cards drawn",
    "discard": "the cards discarded",
    "card": "the card",
    "permit": "the permit",
    "pirate": "the pirate",
    "pirates": "the pirates",
    "drop": "the pirate put back",
    "value": "the gold seen in the chest",
    "island": "the island",
    "relic": "the relic",
    "shown": "the colour of the island",
    "rob": "what was stolen from {seat}",
    "copy": "whose card was used",
    "first": "who starts",
    "path": "the way",
    "to": "where the movement ended",
}


def subject(table: Table, what: str) -> str:
    """What a reveal shows, as the beginning of a sentence: `the chest on isle 4 was`, `Ann's island cards were`."""
    kind, of, seat = named_by(what)
    words = {
        "chest": f"the chest on {the_place(of)} was",
        "permits": f"the permits on {the_place(of)} were",
        "permit": f"{owner(table, seat)} permit on {the_place(of)} was",
        "gold": "the gold-island card was",
        "hand": f"{owner(table, of)} hand was",
        "held": f"the permits in front of {person(table, of)} were",
        "islandCards": f"{owner(table, of)} island cards were",
    }
    return words.get(kind, f"{field_meant(table, what)}, was")


def field_told(table: Table, what: str, value: Any) -> str:
    """`told later about event 7: the gold seen in the chest, 5`."""
    return f"told later about {field_meant(table, what)}: {value_told(table, what, value)}"


def field_meant(table: Table, what: str) -> str:
    """`event 7, the gold seen in the chest`."""
    found = reference(what)
    if found is None:
        return "an event that cannot be told"
    seq, (field, *keys) = found
    key = next(iter(keys), "")
    label = _LABELS.get(field, "what was left open")
    whole = "{" in label and not key
    words = _WHOLE.get(field, "what was left open") if whole else label.replace("{seat's}", owner(table, key))
    words = words.replace("{seat}", person(table, key)).replace("{place}", the_place(key or UNKNOWN))
    return f"event {seq}, {words.replace('{relic}', f'the {said(key)}')}"


_WHOLE = {
    "hands": "the hands",
    "permits": "the permits that players kept",
    "islandCards": "the island cards dealt",
    "chests": "the chests",
    "relics": "the gold on the relics",
    "colours": "the colours of the islands",
    "rob": "what was stolen",
}


def value_told(table: Table, what: str, value: Any) -> str:
    """A value in the words of its field."""
    found = reference(what)
    field = found[1][0] if found is not None else ""
    if isinstance(value, dict):
        each = [f"{_name(table, key)} {value_told(table, what, item)}" for key, item in value.items()]
        return listed(each)
    if isinstance(value, list):
        return _list_told(table, field, value)
    return _one_told(table, field, value)


def _name(table: Table, key: str) -> str:
    return f"{person(table, key)}," if key in table.seats else f"{said(key)},"


def _list_told(table: Table, field: str, value: list[Any]) -> str:
    names = [item if isinstance(item, str) else UNKNOWN for item in value]
    if field in _CARDS and names:
        return some_cards(names)
    if field in ("pirates", "drop"):
        return some_pirates(names)
    if field == "rob":
        return some_island_cards(names)
    return listed([_one_told(table, field, item) for item in value])


def _one_told(table: Table, field: str, value: Any) -> str:
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if field in ("chests", "relics", "value", "gold") and type(value) is int:
        return gold(value)
    if field == "rob" and type(value) is int:
        return counted(value, "island card")
    if not isinstance(value, str):
        return str(value) if isinstance(value, int) else "something that cannot be told"
    if value == UNKNOWN:
        return "not seen"
    if value in table.seats:
        return person(table, value)
    if field in ("pirate", "pirates", "drop") and value in COLOURS:
        return some_pirates([value])
    return a_card(value) if field in _CARDS and read_card(value) is not None else the_place(value)
