"""The kit: ring, sea, cards, chests and relics of a box, and which of its lines are firm."""

import msgspec

from replay.games.gold_island.words import ISLANDS, PORT, VOLCANOES

DEFAULT_ISLANDS = tuple(f"isle-{number}" for number in range(1, ISLANDS + 1))


class CardLine(msgspec.Struct, frozen=True):
    """What a kit says about one card face."""

    copies: int
    icons: tuple[bool, ...]
    """Whether its copies show the poker icon: each case that occurs."""
    firm: bool


class Board(msgspec.Struct, frozen=True):
    """Ring and sea as plain lists, so that what was worked out about them can be cached."""

    fields: tuple[str, ...] = ()
    joined: tuple[tuple[str, str], ...] = ()

    def ring(self) -> dict[str, tuple[str, str]]:
        """Each ring field with its two neighbours; the second is the next one clockwise."""
        size = len(self.fields)
        return {name: (self.fields[at - 1], self.fields[(at + 1) % size]) for at, name in enumerate(self.fields)}

    def lines(self) -> dict[str, tuple[str, ...]]:
        """Each sea place with those connected to it, in the order of the list."""
        found: dict[str, list[str]] = {}
        for one, other in self.joined:
            found.setdefault(one, []).append(other)
            found.setdefault(other, []).append(one)
        return {place: tuple(dict.fromkeys(others)) for place, others in found.items()}


class Kit(msgspec.Struct, frozen=True, kw_only=True):
    """A kit ready for use. What is missing is empty; what is assumed is not firm."""

    id: str
    islands: tuple[str, ...] = DEFAULT_ISLANDS
    places: frozenset[str] = frozenset((*DEFAULT_ISLANDS, PORT, *VOLCANOES))
    """Every sea place that the kit names."""
    board: Board = Board()
    ring: dict[str, tuple[str, str]] = {}
    ring_firm: bool = False
    lines: dict[str, tuple[str, ...]] = {}
    lines_firm: bool = False
    colours: dict[str, str] = {}
    firm_colours: dict[str, str] = {}
    cards: dict[str, CardLine] = {}
    """By base name."""
    cards_firm: bool = False
    chests: tuple[int, ...] = ()
    chests_firm: bool = False
    relics: dict[str, int] = {}
    firm_relics: dict[str, int] = {}
    deck: tuple[str, ...] = ()
    """The sixteen cards of one player by full name, for dealing."""
