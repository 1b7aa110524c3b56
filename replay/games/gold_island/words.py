"""Names: what can be read from the names of cards, ring fields and sea places alone, and how players say them."""

import re
from functools import lru_cache
from typing import NamedTuple

from replay.action import UNKNOWN
from replay.table import Table

SEATS = ("red", "blue", "green", "yellow")
COLOURS = ("black", "white", "violet", "natural")
RELICS = ("any-colour", "move-plus-1", "hand-5", "redraw")

PROPERTIES = {
    "ashore": 6,
    "robbery": 2,
    "double-robbery": 1,
    "seer": 2,
    "pirate": 2,
    "double-pirate": 2,
    "monument": 1,
}
"""The properties of a player's sixteen cards, and how many there are of each."""

HAND = 4
CARDS = 16
CREW_LIMIT = 3
ISLANDS = 12
ISLAND_CARDS = 11
"""Island cards that players can get: all except the gold island's."""
SEVEN = 7
LAST_ROUND_AT = 6
"""The number of the permit on treasure islands that starts the last round."""
COIN_STOCK = 44
GOLD_COIN = 3

LIGHTHOUSE = "lighthouse"
PORT = "port"
UPPER = "volcano-upper"
LOWER = "volcano-lower"
VOLCANOES = (UPPER, LOWER)
AT_VOLCANO = "volcano"
"""Where a relic is until somebody takes it."""

LIGHT = "light"
POKER = "-poker"

FIELD_KINDS = (LIGHTHOUSE, "permit", *(f"pirate-{colour}" for colour in COLOURS), "island-card", "gamble")

_FLAG = re.compile(r"[1-9]\d?|light|\?", re.ASCII)
_NUMBERED = re.compile(r"-\d{1,3}$", re.ASCII)
_CACHED = 8192


class Card(NamedTuple):
    """A pirate card, as far as it was seen; `flag` is a number as text, `light` or `?`."""

    property: str
    flag: str
    poker: bool
    base: str
    """The name without the icon."""
    whole: bool = False
    """Whether property and flag were both seen."""
    points: int | None = None
    """The movement points; None for the lighthouse and for a flag that was not seen."""


UNSEEN = Card(UNKNOWN, UNKNOWN, False, UNKNOWN)


@lru_cache(_CACHED)
def read_card(name: str) -> Card | None:
    """The card that a name stands for; None if it is not the name of a card."""
    base = name.removesuffix(POKER)
    if base == UNKNOWN:
        return Card(UNKNOWN, UNKNOWN, base != name, base)
    start, _, flag = base.rpartition("-")
    if (start not in PROPERTIES and start != UNKNOWN) or not _FLAG.fullmatch(flag):
        return None
    whole = UNKNOWN not in (start, flag)
    base = UNKNOWN if start == flag == UNKNOWN else base
    return Card(start, flag, name.endswith(POKER), base, whole, int(flag) if flag.isdigit() else None)


@lru_cache(_CACHED)
def card_of(name: str) -> Card:
    """Like `read_card`, but an unreadable name is a card that was not seen."""
    return read_card(name) or UNSEEN


@lru_cache(_CACHED)
def property_of(name: str) -> str:
    """The property of a card; `"?"` if it was not seen."""
    return card_of(name).property


@lru_cache(_CACHED)
def base_of(name: str) -> str:
    """The name of a card without its icon."""
    return card_of(name).base


def fits(one: Card, other: Card) -> bool:
    """Whether two names can mean the same card."""
    same_property = one.property == other.property or UNKNOWN in (one.property, other.property)
    return same_property and (one.flag == other.flag or UNKNOWN in (one.flag, other.flag))


def card_name(card_property: str, move: int, poker: bool = False) -> str:
    """The name of a card of a kit; a movement of 0 is the lighthouse."""
    return f"{card_property}-{move or LIGHT}{POKER if poker else ''}"


@lru_cache(_CACHED)
def kind_of(place: str) -> str | None:
    """The kind of a ring field; None for a sea place."""
    kind = _NUMBERED.sub("", place)
    return kind if kind in FIELD_KINDS else None


@lru_cache(_CACHED)
def is_treasure_island(place: str) -> bool:
    """Whether a name can be a treasure island: neither ring field nor port nor volcano."""
    return place != PORT and place not in VOLCANOES and kind_of(place) is None


_RELICS_SAID = {
    "any-colour": "relic for any colour",
    "move-plus-1": "relic for one more step",
    "hand-5": "relic for a fifth card",
    "redraw": "relic for exchanging cards",
}
_SAID = {
    UNKNOWN: "not seen",
    LIGHTHOUSE: "lighthouse field",
    UPPER: "upper volcanic island",
    LOWER: "lower volcanic island",
    AT_VOLCANO: "lower volcanic island",
    **_RELICS_SAID,
}
_FIELDS_SAID = {
    "permit": "permit field",
    "island-card": "island-card field",
    "gamble": "gambling field",
    **{f"pirate-{colour}": f"{colour} pirate field" for colour in COLOURS},
}


def say(table: Table, name: str) -> str:
    """A card, ring field, sea place or relic as players say it: `seer 4 with the poker icon`, `permit field 1`."""
    return said(name)


@lru_cache(_CACHED)
def said(name: str) -> str:
    """The same without a table: in this game a name says it all."""
    if name in _SAID:
        return _SAID[name]
    card = read_card(name)
    if card is not None:
        return _card_said(card)
    words = _FIELDS_SAID.get(kind_of(name) or "")
    if words is None:
        return " ".join(re.split(r"[-_ ]+", name)).strip() or "a place without a name"
    number = name.rpartition("-")[2]
    return f"{words} {number}" if number.isdigit() else words


def _card_said(card: Card) -> str:
    """`ashore 5`, `monument with the lighthouse`, `unseen card with a 3 and the poker icon`."""
    words = "unseen card" if card.property == UNKNOWN else card.property.replace("-", " ")
    shows = []
    if card.flag == LIGHT:
        shows.append("the lighthouse")
    elif card.flag == UNKNOWN:
        shows += [] if card.property == UNKNOWN else ["an unseen number"]
    elif card.property == UNKNOWN:
        shows.append(f"{'an' if card.flag.startswith('8') else 'a'} {card.flag}")
    else:
        words = f"{words} {card.flag}"
    shows += ["the poker icon"] if card.poker else []
    return f"{words} with {' and '.join(shows)}" if shows else words
