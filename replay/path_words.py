"""What stands at a path of a table, and what changed there, in words: `Bob's hand: one card fewer`.

The paths themselves are for programs. A game lists the places that people talk about and what they call them
(`Game.path_words`); changes anywhere else are not told.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from typing import Any

import msgspec

from replay.action import UNKNOWN
from replay.diff import Changed, difference
from replay.paths import pattern_keys
from replay.saying import counted, listed, number, owner, person, plural, things
from replay.table import Table

_MOST_KEPT = 4096

SayThing = Callable[[Table, str], str]


class PathWord(msgspec.Struct, frozen=True):
    """A place that people talk about: `PathWord("hands.<seat>", "{seat's} hand", "card")`."""

    path: str
    noun: str
    """What it is called. `{seat}` is a player's name, `{seat's}` whose it is, `{cell}` what `<cell>` stands for."""
    unit: str = ""
    """What is counted there, in the singular; empty for a place that holds one thing."""
    value: Callable[[Table, Any], str] | None = None
    """The words for a value, if the game's usual ones do not fit."""
    change: Callable[[Table, Any, Any], str] | None = None
    """The words for a change from an old to a new value, if the usual ones do not fit; empty if it is not told."""
    ordered: bool = False
    """Whether people talk about the order of a list: a new one is told."""
    quiet: bool = False
    """Whether its changes go without saying, such as the number of the turn: it is only named when it was counted."""


class PathSpeech:
    """The words of one game for its paths and its things."""

    def __init__(self, words: Sequence[PathWord], say: SayThing) -> None:
        self._patterns = [(word.path.split("."), word) for word in words]
        self._say = say
        self._found: dict[str, tuple[PathWord | None, dict[str, str]]] = {}
        """Paths that were looked up before."""

    def changes(self, table: Table, changed: Iterable[Changed]) -> list[str]:
        """What changed, a phrase each. Places without words are left out; a game without any has its paths told."""
        if not self._patterns:
            return [str(change) for change in changed]
        found = []
        for change in changed:
            word, keys = self._find(change.path)
            told = self._change(table, word, change) if word is not None else ""
            if word is not None and told and not word.quiet:
                found.append(f"{self._noun(table, word, keys)}: {told}")
        return list(dict.fromkeys(found))

    def spoken(self, table: Table, path: str, value: Any) -> list[str]:
        """What stands at a place and below it, a phrase each: `Bob's hand: red 7 and four unseen cards`."""
        if not self._patterns:
            return [f"{path}: {_short(value)}"]
        word, keys = self._find(path)
        if word is not None:
            return [f"{self._noun(table, word, keys)}: {self.value(table, path, value)}"]
        if not isinstance(value, dict):
            return []
        return [told for key, inner in value.items() for told in self.spoken(table, f"{path}.{key}", inner)]

    def is_told(self, path: str) -> bool:
        """Whether people talk about a place; all of them in a game without words."""
        return not self._patterns or self._find(path)[0] is not None

    def thing(self, table: Table, path: str, value: Any) -> str:
        """A single thing at a place, as people say it."""
        return self._value(table, self._find(path)[0], value) if self._patterns else _short(value)

    def place(self, table: Table, path: str) -> str:
        """What a place is called; a place without words by its path."""
        word, keys = self._find(path)
        return path if word is None else self._noun(table, word, keys)

    def value(self, table: Table, path: str, value: Any) -> str:
        """What stands at a place: `five cards`, `red 7 and blue 3`, `Ann`."""
        word, _ = self._find(path)
        if word is not None and word.unit and type(value) is int:
            return counted(value, word.unit)
        if word is not None and word.unit and isinstance(value, list | tuple):
            told = [UNKNOWN if item == UNKNOWN else self._value(table, word, item) for item in value]
            return things(told, word.unit) if told else f"no {plural(word.unit)}"
        return self._value(table, word, value)

    def _find(self, path: str) -> tuple[PathWord | None, dict[str, str]]:
        """The words of a path, and what its placeholders stand for."""
        found = self._found.get(path)
        if found is None:
            found = self._search(path)
            if len(self._found) < _MOST_KEPT:  # a record may name any number of paths that no table has
                self._found[path] = found
        return found

    def _search(self, path: str) -> tuple[PathWord | None, dict[str, str]]:
        keys = path.split(".")
        for pattern, word in self._patterns:
            found = pattern_keys(pattern, keys)
            if found is not None:
                return word, found
        return None, {}

    def _noun(self, table: Table, word: PathWord, keys: dict[str, str]) -> str:
        said = word.noun
        for name, key in keys.items():
            if key in table.seats:
                said = said.replace(f"{{{name}'s}}", owner(table, key)).replace(f"{{{name}}}", person(table, key))
            else:
                said = said.replace(f"{{{name}}}", self._say(table, key))
        return said

    def _change(self, table: Table, word: PathWord, change: Changed) -> str:
        old, new = change.old, change.new
        if word.change is not None:
            return word.change(table, old, new)
        if isinstance(old, list) or isinstance(new, list):
            return self._lists(table, word, old if isinstance(old, list) else [], new if isinstance(new, list) else [])
        if type(old) is int and type(new) is int and word.unit:
            return f"{counted(new, word.unit)}, {_more(new - old)}"
        if new is None:
            return f"no longer {self._value(table, word, old)}"
        told = self._value(table, word, new)
        return told if old is None or old == UNKNOWN else f"{told}, was {self._value(table, word, old)}"

    def _lists(self, table: Table, word: PathWord, old: list[Any], new: list[Any]) -> str:
        """What left a list and what came to it; where nothing can be named, how many more or fewer there are."""
        unit = word.unit or "thing"
        gone, come = difference(old, new), difference(new, old)
        if word.ordered and old != new and not gone and not come:
            return f"now {self._named(table, word, new, unit)}"
        if all(item == UNKNOWN for item in (*gone, *come)):
            change = len(come) - len(gone)
            return f"{_count(change, unit)} {'more' if change > 0 else 'fewer'}" if change else ""
        parts = ((gone, "gone"), (come, "new"))
        return ", ".join(f"{self._named(table, word, items, unit)} {how}" for items, how in parts if items)

    def _named(self, table: Table, word: PathWord, items: list[Any], unit: str) -> str:
        return things([UNKNOWN if item == UNKNOWN else self._value(table, word, item) for item in items], unit)

    def _value(self, table: Table, word: PathWord | None, value: Any) -> str:
        """A single value as people say it."""
        if word is not None and word.value is not None:
            return word.value(table, value)
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, list | tuple):
            return listed([self._value(table, word, item) for item in value])
        if isinstance(value, dict):
            return listed(
                [f"{self._value(table, None, key)} {self._value(table, word, item)}" for key, item in value.items()]
            )
        if value is None:
            return "nothing"
        if value == UNKNOWN:
            return "not seen"
        if isinstance(value, str):
            return person(table, value) if value in table.seats else self._say(table, value)
        return str(value)


def _count(change: int, unit: str) -> str:
    return counted(abs(change), unit)


def _more(change: int) -> str:
    return f"{number(abs(change))} {'more' if change > 0 else 'fewer'}"


def _short(value: Any) -> str:
    """A value of a game without words, in short: `red-7 ?×4`."""
    if isinstance(value, dict):
        return ", ".join(f"{key} {_short(inner)}" for key, inner in value.items()) or "nothing"
    if isinstance(value, list):
        runs = [(text, len(list(run))) for text, run in groupby(map(_short, value))]
        return " ".join(text if count == 1 else f"{text}×{count}" for text, count in runs) or "nothing"
    return "nothing" if value is None else str(value)
