"""What a game's alphabet is made of: kinds of words, the slots of a verb they fill, and the verbs."""

from collections.abc import Callable, Sequence
from typing import Any, Literal

import msgspec

from replay.table import Table

Meaning = tuple[Any, ...]
"""The values that one word stands for: mostly one; `r137` stands for three cards."""


class Scope(msgspec.Struct, frozen=True):
    """What a word is read against: the table, the state before the event, and the seat that acts."""

    table: Table
    state: Any
    by: str | None = None


class Choice(msgspec.Struct, frozen=True):
    """One value that may be meant, for somebody who taps instead of typing."""

    value: Any
    """As the record writes it."""
    label: str = ""
    """In the words of the table; empty if the game's usual words for it do."""
    group: str = ""
    """Choices of one group stand together: the bombs of one shape, the cards of one colour."""


class Kind(msgspec.Struct, frozen=True):
    """A kind of word, such as a card. `read` gives every meaning a word can have, or none if it is not of this kind.

    `write` gives words for values, or None if it has no words for them.
    """

    what: str
    """For people: `a map card`."""
    read: Callable[[Scope, str], Sequence[Meaning]]
    write: Callable[[Scope, Sequence[Any]], list[str] | None]
    exists: Callable[[Scope], str] | None = None
    """What there is of this kind at this table, for a word that is not: `map cards are red, blue and green, 1 to 9`."""
    refuse: Callable[[Scope, str], str] | None = None
    """Why a word that looks like one of this kind is none; an empty text for a word that does not look like it."""
    complete: Callable[[Scope, str], Sequence[str]] | None = None
    """For Tab: the words of this kind that begin as typed and may be meant here."""
    choices: Callable[[Scope], Sequence[Choice]] | None = None
    """Every value there is of this kind at a table; None if there are too many to choose from, or none at all."""
    span: tuple[int, int] | None = None
    """For whole numbers: the lowest and the highest. They are chosen by their digits, not from a list."""
    on_scene: bool = False
    """Whether its values are ids of things in the picture of the table, so that they can be tapped there."""
    name: str = ""
    """A short name, for kinds that differ only in what they are called: `cell`. By default, made of `what`."""


Shape = Literal["one", "many", "few", "map", "lists", "facts"]
"""One value; a list; a single value or a list; values by key; lists by key; values by path."""


class Slot(msgspec.Struct, frozen=True, kw_only=True):
    """A field of an action, and how the words for it look."""

    field: str
    """The field as the record writes it."""
    kind: Kind
    shape: Shape = "one"
    key: Kind | None = None
    """The kind of the keys, for maps."""
    mark: str = ""
    """A sign that words for this field start with: `<E2`."""
    word: str = ""
    """The word that announces it: `took r7 b3`, `took=r7,b3`. By default, the field's name."""
    loose: bool = True
    """Whether its words may come alone, recognized by their shape. Those with a sign never do."""
    order: Callable[[Scope], Sequence[str]] | None = None
    """For a map: the keys to use, in order, for values without a key."""
    asked: bool = False
    """Whether only the table can know it, so that somebody who taps is asked for it: the face of a tile turned up."""
    instead: str = ""
    """The field that is asked for in its place: where a way ended says enough for somebody who taps."""
    question: str = ""
    """How it is asked for: `What does it show?`"""


class Flag(msgspec.Struct, frozen=True):
    """A word that sets a field on its own: `pay`."""

    word: str
    field: str
    value: Any = True
    label: str = ""
    """For somebody who taps; by default the word itself."""


class Verb(msgspec.Struct, frozen=True, kw_only=True):
    """An action and the words for it."""

    do: str
    words: tuple[str, ...] = ()
    """Other names for it, besides `do`."""
    slots: tuple[Slot, ...] = ()
    flags: tuple[Flag, ...] = ()
    by: bool = True
    """Whether a seat does it: the one named first, or the one whose turn it is."""
    implied: bool = True
    """Whether it may be left out if its arguments make it clear."""
    text: str = ""
    """The field that takes the rest of the line as typed."""
    fill: Callable[[Scope, dict[str, Any]], dict[str, Any]] | None = None
    """Completes what was said with what the table shows."""
    label: str = ""
    """What somebody does, for those who tap: `turns a tile over`. By default, the verb itself."""

    @property
    def names(self) -> tuple[str, ...]:
        """Every name for it."""
        return (self.do, *self.words)


def nobody(state: Any, do: str) -> str | None:
    """For a game that does not know whose turn it is."""
    return None


class Notation(msgspec.Struct, frozen=True, kw_only=True):
    """A game's alphabet."""

    verbs: tuple[Verb, ...]
    turn: Callable[[Any, str], str | None] = nobody
    """Who would do this action now: from (state, `do`) to a seat."""
    expects: Callable[[Any], frozenset[str]] | None = None
    """Actions that may come now besides those the game suggests, because it cannot see hidden cards."""
    things: tuple[Kind, ...] = ()
    """The kinds of words allowed for the values of `observe` and `reveal`."""
    letters: tuple[str, ...] = ()
    """Pieces called by a letter with which a line may begin, although the prompt has that letter too: `d c5`."""
    example: str = ""
    """One turn as `qm help notation` shows it: `qm new …`, then the lines to type, indented by two."""
