"""Lists of numbers as short texts. `data.js` reads them.

A digit of a number is a letter: of the first half of the alphabet if another digit follows, of the second if it is the
last one. So a number below 45 is one letter and no separator is needed. None of the letters means anything in JSON
or HTML.
"""

from collections.abc import Iterable
from functools import lru_cache

ALPHABET = "".join(chr(code) for code in range(33, 127) if chr(code) not in "\"&'<\\")[:-1]
HALF = len(ALPHABET) // 2
_LAST = ALPHABET[HALF:]
_MORE = ALPHABET[:HALF]


def packed(numbers: Iterable[int]) -> str:
    """Numbers from 0 on as a text."""
    return "".join(map(_letters, numbers))


@lru_cache(1 << 16)
def _letters(number: int) -> str:
    found = ""
    while number >= HALF:
        number, digit = divmod(number, HALF)
        found += _MORE[digit]
    return found + _LAST[number]


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
