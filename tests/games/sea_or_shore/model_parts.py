"""The parts of the second model of Sea or Shore: names, decks, and how it stops at what is not allowed."""

from collections import Counter


class Illegal(Exception):
    """Something in a game that is not allowed."""


def need(holds: object, why: str) -> None:
    """Stop unless it holds."""
    if not holds:
        raise Illegal(why)


def colour(name: str) -> str:
    """The colour of a card or treasure."""
    return name.split("-")[0]


def number(name: str) -> int:
    """The number of a card, or the points of a treasure."""
    return int(name.split("-")[1])


def pair_of(name: str) -> str:
    """The pair that a colour belongs to."""
    return "rb" if colour(name) in ("red", "blue") else "gp"


class Deck:
    """A treasure deck: what is face up, what never was, which of that is known to lie on top, what went under."""

    def __init__(self, treasures: Counter[str]) -> None:
        self.up: str | None = None
        self.fresh = treasures
        self.top: list[str] = []
        self.under = 0

    def turn_up(self, treasure: str) -> None:
        if self.top:
            need(self.top.pop(0) == treasure, f"{treasure} was not on top")
        need(self.fresh[treasure] > 0, f"{treasure} is not left in the deck")
        self.fresh[treasure] -= 1
        self.up = treasure

    def put_under(self) -> None:
        if self.up is not None:
            self.under, self.up = self.under + 1, None

    def look(self, saw: list[str], order: list[str]) -> None:
        need(len(saw) == min(3, self.fresh.total()), "not three treasures were seen")
        need(self.top[:3] == saw[: len(self.top[:3])], "other treasures lay on top")
        rest = self.fresh - Counter(self.top)
        need(not Counter(saw[len(self.top[:3]) :]) - rest, "a treasure was seen that is not left")
        need(sorted(saw) == sorted(order), "other treasures were put back")
        self.top = [*order, *self.top[len(saw) :]]

    @property
    def count(self) -> int:
        return self.fresh.total() + self.under
