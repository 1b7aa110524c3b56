"""The verbs that every game has, and the values that can be given for a table: counted, seen, revealed."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from replay.action import UNKNOWN
from replay.notation.alphabet import Kind, Meaning, Scope, Slot, Verb
from replay.notation.kinds import JSON_ONLY, PLAIN, SEAT, WORD, named, number
from replay.prompt_words import LETTERS

_ANY = Kind("a value", PLAIN.read, PLAIN.write)
_EVENT = number("the number of an event", 1, 10_000_000)
_RESULT = named("finished, abandoned or misplayed", ("finished", "abandoned", "misplayed"))

SHARED_VERBS: tuple[Verb, ...] = (
    Verb(
        do="observe",
        label="the table is counted",
        words=("o", "count", "saw"),
        by=False,
        implied=False,
        slots=(Slot(field="facts", kind=_ANY, shape="facts", word="of"),),
    ),
    Verb(
        do="reveal",
        label="something is shown",
        words=("rev",),
        by=False,
        implied=False,
        slots=(
            Slot(field="what", kind=WORD),
            Slot(field="value", kind=_ANY, shape="few", word="is"),
            Slot(field="to", kind=SEAT, shape="many", loose=False),
            Slot(field="seal", kind=WORD, loose=False),
            Slot(field="salt", kind=WORD, loose=False),
        ),
    ),
    Verb(do="note", words=("n",), by=False, implied=False, text="text", label="a note"),
    Verb(do="close", by=False, implied=False, slots=(Slot(field="result", kind=_RESULT),), label="the game is over"),
    Verb(
        do="withdraw",
        label="withdraws a claim",
        by=False,
        implied=False,
        slots=(Slot(field="dispute", kind=_EVENT), Slot(field="why", kind=WORD, loose=False)),
    ),
)

RESERVED = LETTERS | {"dispute"}
"""What the prompt reads as a line about the log, whatever the game: no verb of a game may have these names."""


def setup_verb(*slots: Slot) -> Verb:
    """The verb that starts a game. Every game can also start from a position, which is too long to type in words."""
    position = Slot(field="position", kind=JSON_ONLY, loose=False)
    return Verb(do="setup", by=False, implied=False, slots=(*slots, position), label="the table is set up")


def with_things(verbs: Sequence[Verb], things: tuple[Kind, ...]) -> tuple[Verb, ...]:
    """The verbs, with the game's own short names allowed as values."""
    if not things:
        return tuple(verbs)
    kind = _valued(things)
    return tuple(
        replace(verb, slots=tuple(replace(slot, kind=kind) if slot.kind is _ANY else slot for slot in verb.slots))
        for verb in verbs
    )


def _valued(things: tuple[Kind, ...]) -> Kind:
    """A seat or a number as typed, then a thing by its short name, then a word as typed."""

    def read(scope: Scope, word: str) -> Sequence[Meaning]:
        plain = PLAIN.read(scope, word)
        if word in scope.table.seats or not isinstance(plain[0][0], str) or plain[0][0] == UNKNOWN:
            return plain
        for thing in things:
            found = thing.read(scope, word)
            if len(found) == 1:
                return found
        return plain

    def write(scope: Scope, values: Sequence[Any]) -> list[str] | None:
        return PLAIN.write(scope, values)

    return Kind("a value", read, write)
