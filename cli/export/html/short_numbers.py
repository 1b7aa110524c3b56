"""Lists of numbers as short texts. `data.js` reads them.

A digit of a number is a letter: of the first half of the alphabet if another digit follows, of the second if it is the
last one. So a number below 45 is one letter and no separator is needed. None of the letters means anything in JSON
or HTML.
"""

from collections.abc import Iterable
from math import isqrt

ALPHABET = "".join(chr(code) for code in range(33, 127) if chr(code) not in "\"&'<\\")[:-1]
HALF = len(ALPHABET) // 2
_LAST = ALPHABET[HALF:]
_MORE = ALPHABET[:HALF]


class _Letters(dict[int, str]):
    """The letters of numbers, made when first asked for."""

    def __missing__(self, number: int) -> str:
        left, found = number, ""
        while left >= HALF:
            left, digit = divmod(left, HALF)
            found += _MORE[digit]
        self[number] = found + _LAST[left]
        return self[number]


_letters = _Letters()
"""As many as the largest list of a page is long."""


def packed(numbers: Iterable[int]) -> str:
    """Numbers from 0 on as a text."""
    return "".join(map(_letters.__getitem__, numbers))


def paired(one: int, other: int) -> int:
    """Two numbers as one: small ones, such as how many things go and how many come, are one letter together."""
    both = one + other
    return both * (both + 1) // 2 + other


def unpaired(pair: int) -> tuple[int, int]:
    """The two numbers again."""
    both = (isqrt(8 * pair + 1) - 1) // 2
    other = pair - both * (both + 1) // 2
    return both - other, other


def unpacked(text: str) -> list[int]:
    """The numbers again."""
    found = []
    number, unit = 0, 1
    for letter in text:
        digit = ALPHABET.index(letter)
        number += digit % HALF * unit
        unit *= HALF
        if digit >= HALF:
            found.append(number)
            number, unit = 0, 1
    return found
