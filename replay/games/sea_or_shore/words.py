"""The names in this game: cards, colours, pairs, decks."""

from typing import TYPE_CHECKING, Literal

from replay.action import UNKNOWN

COLOURS = ("red", "blue", "green", "purple")
PAIRS = {"rb": ("red", "blue"), "gp": ("green", "purple")}
PAIR_OF = {"red": "rb", "blue": "rb", "green": "gp", "purple": "gp"}
HIGHEST = 12
CARDS = tuple(f"{colour}-{number}" for colour in COLOURS for number in range(1, HIGHEST + 1))
COLOUR_OF = {card: card.split("-")[0] for card in CARDS}
NUMBER_OF = {card: int(card.split("-")[1]) for card in CARDS}
ADDITIONS = 22

if TYPE_CHECKING:
    Card = str
    Half = str
    Unseen = str
else:  # a Literal is looked up in a hash table while decoding, far faster than a check afterwards
    Card = Literal[(*CARDS, UNKNOWN)]
    Half = Literal[(*COLOURS, *CARDS, UNKNOWN)]
    Unseen = Literal[UNKNOWN]


def column(seats: int) -> int:
    """The player count whose numbers a table plays by: 3, 4 or 5."""
    return min(max(seats, 3), 5)


def cards_each(seats: int) -> int:
    """Island cards dealt to each player, which is also the number of tricks in a round."""
    return 9 if column(seats) == 5 else 12


def deck_names(seats: int) -> tuple[str, ...]:
    """The treasure decks: with three players one of all colours, otherwise one for each pair."""
    return ("all",) if column(seats) == 3 else ("rb", "gp")


def deck_size(seats: int) -> int:
    """Treasures in each deck at the start of a round."""
    return 20 if column(seats) == 3 else 16


def deck_colours(deck: str) -> tuple[str, ...]:
    """The colours of the treasures in a deck."""
    return PAIRS.get(deck, COLOURS)


def colour_of(treasure: str) -> str:
    """The colour of a named treasure."""
    return treasure.split("-", 1)[0]


def points_of(treasure: str) -> int:
    """The points of a named treasure."""
    return int(treasure.split("-", 1)[1])


def is_treasure(text: str) -> bool:
    """Whether a text names a treasure: a colour and points."""
    colour, _, points = text.partition("-")
    return colour in COLOURS and points.isdecimal() and points.isascii() and len(points) <= 2
