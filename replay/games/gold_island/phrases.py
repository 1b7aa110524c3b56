"""Parts of sentences: cards and pirates with their articles, places with their prepositions, gold and permits."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from replay.action import UNKNOWN
from replay.games.gold_island.words import (
    COLOURS,
    PORT,
    RELICS,
    VOLCANOES,
    kind_of,
    said,
)
from replay.saying import counted, listed, number, person, things
from replay.table import Table


def a_thing(words: str) -> str:
    """Words with the article that fits: `an ashore 5`, `a seer 2`."""
    return f"{'an' if words[:1].lower() in 'aeiou' else 'a'} {words}"


def a_card(name: str) -> str:
    """A pirate card in a sentence: `an ashore 5`, `an unseen card`."""
    return "an unseen card" if name == UNKNOWN else a_thing(said(name))


def some_cards(names: Sequence[str]) -> str:
    """Pirate cards in a sentence; where none was seen, only how many there are."""
    if all(name == UNKNOWN for name in names):
        return counted(len(names), "card")
    return things(UNKNOWN if name == UNKNOWN else a_card(name) for name in names)


def some_island_cards(names: Sequence[str]) -> str:
    """Island cards in a sentence: `the card of isle 3 and one unseen island card`."""
    if all(name == UNKNOWN for name in names):
        return counted(len(names), "island card")
    return things((UNKNOWN if name == UNKNOWN else f"the card of {the_place(name)}" for name in names), "island card")


def the_place(name: str) -> str:
    """A ring field or sea place in a sentence: `permit field 1`, `the black pirate field`, `isle 3`, `port`."""
    if name == UNKNOWN:
        return "a place that was not seen"
    words = said(name)
    if kind_of(name) is None:
        return f"the {words}" if name in VOLCANOES else words
    return words if words[-1:].isdigit() else f"the {words}"


def where(name: str) -> str:
    """The same with its preposition: `on permit field 1`, `at isle 3`, `in port`."""
    if name == PORT:
        return "in port"
    return f"{'at' if kind_of(name) is None else 'on'} {the_place(name)}"


def the_relic(name: str) -> str:
    """A relic in a sentence."""
    return f"the {said(name)}" if name in RELICS else f"a relic called {said(name)}"


def some_pirates(colours: Iterable[str]) -> str:
    """Pirates in a sentence: `a black pirate and two white pirates`, `nobody`."""
    return pirates_by_colour(Counter(colours))


def pirates_by_colour(amounts: Mapping[str, int]) -> str:
    """The same of pirates that are counted already."""
    found: Counter[str] = Counter()
    for colour, amount in amounts.items():
        found[colour if colour in COLOURS else "unseen"] += amount
    return listed([_pirates(amount, colour) for colour, amount in found.items() if amount], nothing="nobody")


def _pirates(amount: int, colour: str) -> str:
    return a_thing(f"{colour} pirate") if amount == 1 else f"{number(amount)} {colour} pirates"


def gold(value: Any) -> str:
    """An amount of gold; a value that was not seen stays so."""
    return f"{value} gold" if type(value) is int else "not seen"


def a_permit(value: Any) -> str:
    """A permit, with its value if that was seen."""
    return f"a permit worth {value}" if type(value) is int else "a permit"


def a_value(value: Any) -> str:
    """A permit by its value, with the article that fits: `a 5`, `an 8`."""
    return f"{'an' if str(value)[:1] == '8' or value in (11, 18) else 'a'} {value}"


def values(found: Iterable[Any], unit: str = "permit") -> str:
    """Numbers in a sentence: `a 3 and a 5`, `a 3 and one unseen permit`, `no permits`."""
    every = [a_value(value) if type(value) is int else UNKNOWN for value in found]
    return things(every, unit) if every else counted(0, unit)


def islands(names: Iterable[str]) -> str:
    """Island cards that somebody shows: `isle 3 and isle 4`."""
    every = [UNKNOWN if name == UNKNOWN else the_place(name) for name in names]
    return things(every, "island card") if every else counted(0, "island card")


def everybody(table: Table, seats: Sequence[str], nobody: str = "nobody") -> str:
    """Players by name in a sentence, or the word for none of them."""
    return listed([person(table, seat) for seat in seats], nothing=nobody)
