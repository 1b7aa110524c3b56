"""The form of a kit file, and where it contradicts the box or itself."""

from collections import Counter
from collections.abc import Iterator
from typing import Any, Literal

import msgspec

from replay.games.gold_island.words import (
    CARDS,
    COLOURS,
    CREW_LIMIT,
    FIELD_KINDS,
    HAND,
    ISLANDS,
    LIGHTHOUSE,
    PORT,
    PROPERTIES,
    RELICS,
    SEATS,
    VOLCANOES,
    is_treasure_island,
    kind_of,
)
from replay.kit import of_another_game, twice

Basis = Literal["known", "published", "derived", "assumed"]
Colour = Literal["black", "white", "violet", "natural"]


class Entry(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A table of the kit or an entry in one; it may give its basis."""

    basis: Basis | None = None


class Island(Entry, frozen=True):
    """A treasure island and the pirate colour printed on it."""

    id: str
    pirate: Colour | None = None


class Volcano(Entry, frozen=True):
    """A volcanic island and what is fetched there."""

    id: str
    gives: str | None = None


class Joined(Entry, frozen=True):
    """A dotted line written out because it has its own basis."""

    between: tuple[str, str]


Line = tuple[str, str] | Joined


class PirateCard(Entry, frozen=True):
    """A card face, and how many of a player's sixteen show it."""

    property: str
    move: int
    poker: bool = False
    copies: int = 1


class RelicCard(Entry, frozen=True):
    """A relic and the gold printed on it."""

    id: str
    gold: int | None = None


class Nest(Entry, frozen=True):
    """The ring fields, clockwise from the lighthouse."""

    ring: list[str] = []
    ring_basis: Basis | None = None


class Sea(Entry, frozen=True):
    """Islands, volcanoes and the dotted lines."""

    islands: list[Island] = []
    islands_basis: Basis | None = None
    volcanoes: list[Volcano] = []
    volcanoes_basis: Basis | None = None
    lines: list[Line] = []
    lines_basis: Basis | None = None


class PirateCards(Entry, frozen=True):
    """The sixteen cards of each player."""

    cards: list[PirateCard] = []
    cards_basis: Basis | None = None


class Chests(Entry, frozen=True):
    """The gold in the twelve chests."""

    values: list[int] = []
    values_basis: Basis | None = None


class Relics(Entry, frozen=True):
    """The four relics."""

    cards: list[RelicCard] = []
    cards_basis: Basis | None = None


class KitForm(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A kit as written. Every table may be missing."""

    game: str = "gold-island"
    id: str = "own"
    nest: Nest | None = None
    sea: Sea | None = None
    pirate_cards: PirateCards | None = None
    chests: Chests | None = None
    relics: Relics | None = None
    players: dict[str, Any] = {}
    pirates: dict[str, Any] = {}
    coins: dict[str, Any] = {}


KNOWN: dict[str, dict[str, Any]] = {
    "players": {"colours": list(SEATS), "hand": HAND, "permits": [1, 2, 3, 4, 5, 6, 7]},
    "pirates": {"colours": list(COLOURS), "each": 4, "limit": CREW_LIMIT},
    "coins": {"ones": 17, "threes": 10},
}
"""Counts given in the rulebook, by table and field."""


def faults_of(form: KitForm) -> list[str]:
    """Where the kit contradicts the published counts or itself, in words."""
    wrong = of_another_game(form.game, "gold-island")
    for check in (_counts, _ring, _islands, _lines, _cards, _treasure):
        wrong += check(form)
    return wrong


def _counts(form: KitForm) -> Iterator[str]:
    for table, known in KNOWN.items():
        for field, value in known.items():
            told = getattr(form, table).get(field, value)
            if _in_any_order(told) != _in_any_order(value):
                yield f"{table}.{field} is {told!r}, but the box has {value!r}"


def _in_any_order(told: Any) -> Any:
    return sorted(map(str, told)) if isinstance(told, list) else told


def _ring(form: KitForm) -> Iterator[str]:
    ring = form.nest.ring if form.nest else []
    for field in ring:
        if kind_of(field) is None:
            kinds = ", ".join(FIELD_KINDS)
            yield f"nest.ring has {field!r}, which is not one of {kinds} (with -<number> if there are several)"
    yield from twice("nest.ring", ring)
    if ring and LIGHTHOUSE not in ring:
        yield "nest.ring has no lighthouse"


def _islands(form: KitForm) -> Iterator[str]:
    if form.sea is None:
        return
    islands = [island.id for island in form.sea.islands]
    if islands and len(islands) != ISLANDS:
        yield f"sea.islands has {len(islands)} islands, but the box has {ISLANDS}"
    yield from twice("sea.islands", islands)
    yield from (f"{island!r} cannot be a treasure island" for island in islands if not is_treasure_island(island))
    volcanoes = {volcano.id: volcano.gives for volcano in form.sea.volcanoes}
    if volcanoes and (set(volcanoes) != set(VOLCANOES) or len(form.sea.volcanoes) != len(VOLCANOES)):
        yield f"sea.volcanoes has {', '.join(volcanoes)}, but the box has {' and '.join(VOLCANOES)}"
    for volcano, gives in zip(VOLCANOES, ("permit-7", "relic"), strict=True):
        if volcanoes.get(volcano) not in (None, gives):
            yield f"{volcano} gives {volcanoes[volcano]!r}, but in the box it gives {gives}"


def _lines(form: KitForm) -> Iterator[str]:
    if form.sea is None:
        return
    named = [island.id for island in form.sea.islands] or [f"isle-{number}" for number in range(1, ISLANDS + 1)]
    places = {PORT, *VOLCANOES, *named}
    for line in form.sea.lines:
        one, other = line.between if isinstance(line, Joined) else line
        yield from (
            f"a line connects {one!r} and {other!r}, but there is no {end!r}"
            for end in (one, other)
            if end not in places
        )
        if one == other:
            yield f"a line connects {one!r} to itself"


def _cards(form: KitForm) -> Iterator[str]:
    cards = form.pirate_cards.cards if form.pirate_cards else []
    if not cards:
        return
    counted: Counter[str] = Counter()
    for card in cards:
        counted[card.property] += card.copies
        if card.property not in PROPERTIES:
            yield f"there is no property {card.property!r}; the properties are {', '.join(PROPERTIES)}"
        if not 0 <= card.move <= 99 or card.copies < 1:
            yield f"a {card.property} card has move {card.move} and {card.copies} copies"
    if counted.total() != CARDS:
        yield f"pirate_cards has {counted.total()} cards, but a player has {CARDS}"
    for name, count in PROPERTIES.items():
        if counted[name] != count:
            yield f"pirate_cards has {counted[name]} {name}, but a player has {count}"


def _treasure(form: KitForm) -> Iterator[str]:
    values = form.chests.values if form.chests else []
    if values and len(values) != ISLANDS:
        yield f"chests.values has {len(values)} chests, but the box has {ISLANDS}"
    if any(value < 0 for value in values):
        yield "a chest is worth less than nothing"
    relics = [card.id for card in form.relics.cards] if form.relics else []
    if relics and sorted(relics) != sorted(RELICS):
        yield f"relics.cards has {', '.join(relics)}, but the box has {', '.join(RELICS)}"
