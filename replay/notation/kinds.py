"""Kinds of words that several games use: abbreviated names, numbers, seats, plain values."""

import json
import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from msgspec.structs import replace

from replay.action import UNKNOWN
from replay.notation.alphabet import Choice, Kind, Meaning, Scope
from replay.saying import listed, person

MOST_NUMBERS = 100
"""How many numbers are listed one by one, where numbers are mixed with names."""
UNSEEN = ("*", "?")
"""How an unseen fact is typed."""
NOTHING = "-"
"""An empty list, or null."""

_ARTICLE = re.compile(r"^(?:an?|the) ")
_NOT_A_WORD = re.compile(r"[^a-z0-9]+")
_PLAIN = re.compile(r"[^\s=,:;#<>+\"{\[*?!-][^\s=,;#<>+\"{\[*?!]*", re.ASCII)
_WHOLE = re.compile(r"-?\d{1,15}", re.ASCII)


def begins(word: str, choices: Iterable[str]) -> list[str]:
    """The choices a word can mean: the one it spells in full, or all that begin with it."""
    low = word.lower()
    found = [choice for choice in choices if choice.lower().startswith(low)]
    exact = [choice for choice in found if choice.lower() == low]
    return exact or found


def named(
    what: str,
    choices: Sequence[str] | Callable[[Scope], Sequence[str]],
    *,
    short: Callable[[str], str] | None = None,
    unseen: bool = False,
    on_scene: bool = False,
) -> Kind:
    """Names from a list, in full or abbreviated to any unique beginning; `short` gives each a short form."""

    def listed(scope: Scope) -> Sequence[str]:
        return choices(scope) if callable(choices) else choices

    def read(scope: Scope, word: str) -> list[Meaning]:
        if word in UNSEEN:
            return [(UNKNOWN,)] if unseen else []
        names = listed(scope)
        if short is not None and not any(name.lower() == word.lower() for name in names):
            by_short = [name for name in names if short(name).lower() == word.lower()]
            if by_short:
                return [(name,) for name in by_short]
        return [(name,) for name in begins(word, names)]

    def write(scope: Scope, values: Sequence[Any]) -> list[str] | None:
        known = listed(scope)
        if not all(value in known or (unseen and value == UNKNOWN) for value in values):
            return None
        return ["*" if value == UNKNOWN else _shortest(value, known) for value in values]

    def _shortest(value: str, known: Sequence[str]) -> str:
        brief = short(value) if short else value
        return brief if short is None or sum(short(name) == brief for name in known) == 1 else value

    def offered(scope: Scope) -> list[Choice]:
        return [Choice(name) for name in listed(scope)]

    return Kind(what, read, write, choices=offered, on_scene=on_scene)


def number(what: str, low: int = 0, high: int = 10_000, *, unseen: bool = False) -> Kind:
    """A whole number."""

    def read(scope: Scope, word: str) -> list[Meaning]:
        if unseen and word in UNSEEN:
            return [(UNKNOWN,)]
        return [(int(word),)] if _WHOLE.fullmatch(word) and low <= int(word) <= high else []

    def write(scope: Scope, values: Sequence[Any]) -> list[str] | None:
        if not all((type(value) is int and low <= value <= high) or (unseen and value == UNKNOWN) for value in values):
            return None
        return ["*" if value == UNKNOWN else str(value) for value in values]

    return Kind(what, read, write, span=(low, high))


def either(what: str, *kinds: Kind) -> Kind:
    """Words of any of these kinds; the first kind that knows a word gets it."""

    def read(scope: Scope, word: str) -> Sequence[Meaning]:
        return next((found for kind in kinds if (found := kind.read(scope, word))), [])

    def write(scope: Scope, values: Sequence[Any]) -> list[str] | None:
        words: list[str] = []
        for value in values:
            written = next((found for kind in kinds if (found := kind.write(scope, [value])) is not None), None)
            if written is None:
                return None
            words += written
        return words

    def offered(scope: Scope) -> list[Choice]:
        return [choice for kind in kinds for choice in choices_of(kind, scope)]

    return Kind(what, read, write, choices=offered, on_scene=any(kind.on_scene for kind in kinds))


def called(kind: Kind, what: str) -> Kind:
    """The same words under the name that fits a field. For somebody who taps they are the same kind."""
    return replace(kind, what=what, name=short_name(kind))


def short_name(kind: Kind) -> str:
    """`cell` for `a cell (b3)`."""
    words = _ARTICLE.sub("", kind.what.partition("(")[0].strip().lower())
    return kind.name or _NOT_A_WORD.sub("-", words).strip("-")


def choices_of(kind: Kind, scope: Scope) -> list[Choice]:
    """Every value of a kind; of numbers only as many as somebody can look over."""
    if kind.choices is not None:
        return list(kind.choices(scope))
    if kind.span is None:
        return []
    low, high = kind.span
    return [Choice(value, str(value)) for value in range(low, min(high, low + MOST_NUMBERS - 1) + 1)]


def seats_named(scope: Scope, word: str) -> list[str]:
    """The seats a word can mean, by seat or by player's name."""
    table = scope.table
    by_seat = begins(word, table.seats)
    if by_seat:
        return by_seat
    names = {player.name: player.seat for player in table.players if player.name}
    return [names[name] for name in begins(word, names)]


def is_plainly_a_seat(scope: Scope, word: str) -> bool:
    """Whether a word is the beginning of a seat, or somebody's whole name."""
    names = [player.name.lower() for player in scope.table.players if player.name]
    return bool(begins(word, scope.table.seats)) or word.lower() in names


def _write_seats(scope: Scope, values: Sequence[Any]) -> list[str] | None:
    return list(values) if all(value in scope.table.seats for value in values) else None


def _seat_choices(scope: Scope) -> list[Choice]:
    return [Choice(seat, person(scope.table, seat)) for seat in scope.table.seats]


SEAT = Kind(
    "a seat",
    lambda scope, word: [(seat,) for seat in seats_named(scope, word)],
    _write_seats,
    choices=_seat_choices,
    on_scene=True,
)


def _read_plain(scope: Scope, word: str) -> list[Meaning]:
    if word in UNSEEN:
        return [(UNKNOWN,)]
    if word in ("true", "false", "null"):
        return [(json.loads(word),)]
    return [(int(word),)] if _WHOLE.fullmatch(word) else [(word,)]


def _write_plain(scope: Scope, values: Sequence[Any]) -> list[str] | None:
    words: list[str] = []
    for value in values:
        if value is None or isinstance(value, bool | int):
            words.append(json.dumps(value))
        elif value == UNKNOWN:
            words.append("*")
        elif isinstance(value, str) and _PLAIN.fullmatch(value):
            words.append(value)
        else:
            return None
    return words


PLAIN = Kind("a value", _read_plain, _write_plain)
"""A number, true, false, null, or a word as typed."""


def _write_word(scope: Scope, values: Sequence[Any]) -> list[str] | None:
    return list(values) if all(isinstance(value, str) and _PLAIN.fullmatch(value) for value in values) else None


WORD = Kind("a word", lambda scope, word: [(word,)], _write_word)
"""Any word as typed."""

JSON_ONLY = Kind("JSON", lambda scope, word: [], lambda scope, values: None)
"""Something that is only written as JSON: `position={…}`."""


def suited(what: str, names: Callable[[Scope], Sequence[str]], *, unseen: bool = True, letter: bool = True) -> Kind:
    """Cards called `<colour>-<number>`: in full, or abbreviated to the colour's beginning and the number, `r7`."""

    def short(name: str) -> str:
        colour, _, number = name.partition("-")
        return f"{colour[0]}{number}" if letter else f"{colour}{number}"

    kind = named(what, names, short=short, unseen=unseen)

    def read(scope: Scope, word: str) -> Sequence[Meaning]:
        colour, number = _colour_and_number(word)
        if not number:
            return [] if word not in UNSEEN else kind.read(scope, word)
        found = [name for name in names(scope) if name.partition("-")[2] == number]
        return [(name,) for name in found if colour and name.partition("-")[0].startswith(colour)]

    def exists(scope: Scope) -> str:
        return f"the colours are {listed(list(dict.fromkeys(name.partition('-')[0] for name in names(scope))))}"

    def offered(scope: Scope) -> list[Choice]:
        return [Choice(name, group=name.partition("-")[0]) for name in names(scope)]

    return Kind(what, read, kind.write, exists, choices=offered)


def _colour_and_number(word: str) -> tuple[str, str]:
    """`r7` and `red-7` as colour and number."""
    low = word.lower()
    colour = low.rstrip("0123456789")
    return colour.removesuffix("-"), low[len(colour) :]
