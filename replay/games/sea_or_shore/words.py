"""The names in this game, cards, colours, pairs and decks, and how players say them."""

from typing import TYPE_CHECKING, Any, Literal

from replay.action import UNKNOWN
from replay.saying import counted, listed, number, owner, things
from replay.table import Table

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


_NAMES = {"rb": "red and blue", "gp": "green and purple", "all": "all colours", "pile": "the pile", UNKNOWN: "not seen"}
_DECKS = {"rb": "the red and blue deck", "gp": "the green and purple deck", "all": "the treasure deck"}
WHEN = {
    "pass": "before everybody had passed a card",
    "lay": "while cards were being laid",
    "act": "after the covers had come off",
    "deal": "between the rounds",
    "over": "after the end of the game",
}
"""When something happened that belongs elsewhere, by the phase of the game."""


def say(table: Table, name: str) -> str:
    """A card, pair or place as players say it: `red 7` for `red-7`, `red and blue` for `rb`."""
    return _NAMES.get(name) or name.replace("-", " ")


def how_many(amount: int) -> str:
    """A number that stands alone: `none`, `two`, `12`."""
    return number(amount) if amount > 0 else "none"


def counted_points(points: int | str) -> str:
    """`1 point`, `17 points`"""
    if points == UNKNOWN:
        return "an unknown number of points"
    return "1 point" if str(points) == "1" else f"{points} points"


def value_words(value: Any) -> str:
    """A card, a treasure or a list of them, as the record has it."""
    if isinstance(value, list | tuple):
        return things([UNKNOWN if item == UNKNOWN else value_words(item) for item in value])
    if isinstance(value, dict):
        return "as written in the record"
    return "not seen" if value is None or value == UNKNOWN else str(value).replace("-", " ")


_REVEALED = {
    "hands": "hand",
    "cards": "card",
    "took": "the cards taken",
    "gave": "the cards given",
    "saw": "the treasures looked at",
    "order": "the treasures put back",
    "discard": "the card discarded",
    "position": "the position",
}
"""What a field of an event is called once it is shown."""


def revealed_words(table: Table, what: str) -> str:
    """What was shown later: `@2.cards.p1` is Ann's card in event 2, anything else is what people called it."""
    place, _, path = what.removeprefix("@").partition(".")
    field, _, seat = path.partition(".")
    if not what.startswith("@") or field not in _REVEALED:
        return what.replace("-", " ")
    named = f"{owner(table, seat)} {_REVEALED[field]}" if seat in table.seats else _REVEALED[field]
    return f"{named} in event {place}"


def deck_words(deck: str | None) -> str:
    """A deck as players call it."""
    return _DECKS.get(deck or "", "a deck that is not there")


def card_words(card: str | None) -> str:
    """An island card in a sentence."""
    return "an unseen card" if card is None or card == UNKNOWN else card.replace("-", " ")


def shown_words(shows: str | int) -> str:
    """A laid card by what shows of it: `a card showing 7`, `red 7` if nothing was covered."""
    if shows == UNKNOWN:
        return "a card of which nothing was noted"
    return card_words(str(shows)) if shows in COLOUR_OF else f"a card showing {shows}"


def treasure_words(treasure: str | None) -> str:
    """A treasure in a sentence: `the red treasure 4`."""
    if treasure is None or treasure == UNKNOWN:
        return "an unseen treasure"
    return f"the {colour_of(treasure)} treasure {treasure.split('-', 1)[1]}"


def treasures_words(treasures: list[str] | tuple[str, ...]) -> str:
    """Several treasures in a sentence: `the red treasure 4 and one unseen treasure`."""
    known = [treasure_words(treasure) for treasure in treasures if treasure != UNKNOWN]
    unseen = len(treasures) - len(known)
    return listed([*known, *([counted(unseen, "unseen treasure")] if unseen else [])], "no treasures")
