"""How a game of Gold Island is typed: `s4p` is seer-4-poker, `i7` isle-7, `p5 i2 i1` a move."""

import re
from collections.abc import Sequence
from typing import Any

from replay.action import UNKNOWN
from replay.games.gold_island.state import State
from replay.games.gold_island.words import COLOURS, PROPERTIES, RELICS, read_card
from replay.notation.alphabet import Flag, Kind, Meaning, Notation, Scope, Slot, Verb
from replay.notation.kinds import SEAT, UNSEEN, begins, either, named, number
from replay.notation.shared import setup_verb

_CARD = re.compile(r"([a-z-]+?|\*|\?)-?(\d{1,2}|l|light|\*|\?)-?(p|poker)?", re.ASCII)


def initials(name: str) -> str:
    """`ic1` for island-card-1, `dp` for double-pirate."""
    return "".join(part if part.isdigit() else part[:1] for part in name.split("-"))


def _property(word: str) -> list[str]:
    """The property a word means: matched by its initials first, then by its beginning."""
    if word in UNSEEN:
        return [UNKNOWN]
    return [name for name in PROPERTIES if initials(name) == word] or begins(word, PROPERTIES)


def _read_card(scope: Scope, word: str) -> list[Meaning]:
    low = word.lower()
    if low in UNSEEN:
        return [(UNKNOWN,)]
    if low in ("*p", "?p", "?-poker"):
        return [("?-poker",)]
    found = _CARD.fullmatch(low)
    if found is None:
        return []
    flag = "light" if found[2].startswith("l") else UNKNOWN if found[2] in UNSEEN else found[2]
    poker = "-poker" if found[3] else ""
    names = [f"{name}-{flag}{poker}" for name in _property(found[1])]
    return [(name,) for name in names if read_card(name) is not None]


def _write_cards(scope: Scope, values: Sequence[Any]) -> list[str] | None:
    words = []
    for value in values:
        card = read_card(value) if isinstance(value, str) else None
        if card is None:
            return None
        first = "*" if card.property == UNKNOWN else initials(card.property)
        flag = (
            "" if value.startswith("?") and card.flag == UNKNOWN else card.flag.replace("light", "l").replace("?", "*")
        )
        words.append(f"{first}{flag}{'p' if card.poker else ''}")
    return words


def _places(scope: Scope) -> tuple[str, ...]:
    return (*sorted(scope.table.kit.places), *scope.table.kit.ring)


def _islands(scope: Scope) -> tuple[str, ...]:
    return tuple(scope.table.kit.islands)


CARD = Kind("a pirate card (s4p)", _read_card, _write_cards)
PLACE = named("a place (i7, pb, vu)", _places, short=initials)
ISLE = named("an island (i7)", _islands, short=initials, unseen=True)
COLOUR = named("a pirate colour", COLOURS, unseen=True)
RELIC = named("a relic", RELICS)
NUMBER = number("a number", 0, 99, unseen=True)
PROPERTY = named("a property", tuple(PROPERTIES), short=initials)


def _read_robbed(scope: Scope, word: str) -> list[Meaning]:
    if word.isascii() and word.isdigit():
        return [(int(word),)]
    lists: list[list[Any]] = [[]]
    for part in word.split(","):
        lists = [[*one, item[0]] for one in lists for item in ISLE.read(scope, part)]
    return [(one,) for one in lists]


def _write_robbed(scope: Scope, values: Sequence[Any]) -> list[str] | None:
    words = []
    for value in values:
        inner = [str(value)] if type(value) is int else ISLE.write(scope, value) if isinstance(value, list) else None
        if not inner:
            return None
        words.append(",".join(inner))
    return words


ROBBED = Kind("island cards, or how many", _read_robbed, _write_robbed)

_DROP = Slot(field="drop", kind=COLOUR, shape="few", loose=False)
_PERMIT = Slot(field="permit", kind=NUMBER)


def _number(scope: Scope, body: dict[str, Any]) -> dict[str, Any]:
    """A number on its own is a relic's gold, the value of a chest looked at, or a permit placed."""
    if "number" not in body:
        return body
    field = "gold" if "relic" in body else "value" if "island" in body else "permit"
    return {field if name == "number" else name: value for name, value in body.items()}


def turn(state: State, do: str) -> str | None:
    """The seat whose turn it is."""
    return state.turn.seat if state.turn is not None else None


def expects(state: State) -> frozenset[str]:
    """What may come next, even if the hands are not known."""
    if state.turn is None:
        return frozenset({"reveal"})
    if not state.turn.moved:
        return frozenset({"move", "redraw"})
    return frozenset({"take", "gamble", "use", "draw"})


EXAMPLE = """\
qm new gold-island red blue --kit demo
  setup red
  p5 i2 i1 p ic1 pb           # pirate-5: ship to isle-2, isle-1 and port, captain two fields on
  take                        # what the field offers: take 3 (permit), take violet, take i4
  s4p i7 5                    # a second card: seer-4-poker looks at the chest on isle-7
  draw * *
"""

NOTATION = Notation(
    verbs=(
        setup_verb(
            Slot(field="first", kind=SEAT),
            Slot(field="hands", kind=CARD, shape="lists", key=SEAT),
            Slot(field="pirates", kind=number("a number of pirates", 0, 64), loose=False),
            Slot(field="islands", kind=ISLE, shape="many", loose=False),
            Slot(field="colours", kind=COLOUR, shape="map", key=ISLE, loose=False),
            Slot(field="permits", kind=NUMBER, shape="map", key=SEAT, loose=False),
            Slot(field="islandCards", kind=ISLE, shape="map", key=SEAT, word="cards", loose=False),
            Slot(field="gold", kind=ISLE, loose=False),
            Slot(field="chests", kind=NUMBER, shape="map", key=ISLE, loose=False),
            Slot(field="relics", kind=NUMBER, shape="map", key=RELIC, loose=False),
        ),
        Verb(
            do="redraw",
            implied=False,
            slots=(
                Slot(field="discard", kind=CARD, shape="many"),
                Slot(field="cards", kind=CARD, shape="many", word="drew", loose=False),
            ),
        ),
        Verb(
            do="move",
            slots=(
                Slot(field="card", kind=CARD),
                Slot(field="path", kind=PLACE, shape="many"),
                Slot(field="to", kind=PLACE, mark=">"),
            ),
        ),
        Verb(
            do="take",
            implied=False,
            slots=(_PERMIT, Slot(field="pirate", kind=COLOUR), Slot(field="card", kind=ISLE), _DROP),
        ),
        Verb(
            do="gamble",
            implied=False,
            slots=(Slot(field="card", kind=CARD), _PERMIT, Slot(field="pirate", kind=COLOUR), _DROP),
            flags=(Flag("won", "won"), Flag("lost", "won", False)),
        ),
        Verb(
            do="use",
            fill=_number,
            slots=(
                Slot(field="card", kind=CARD),
                Slot(field="island", kind=ISLE),
                Slot(field="pirates", kind=COLOUR, shape="many"),
                Slot(field="relic", kind=RELIC),
                Slot(field="number", kind=NUMBER),
                Slot(field="rob", kind=ROBBED, shape="map", key=SEAT, loose=False),
                Slot(field="copy", kind=SEAT, loose=False),
                Slot(field="shown", kind=COLOUR, loose=False),
                Slot(field="value", kind=NUMBER, loose=False),
                Slot(field="permit", kind=NUMBER, loose=False),
                Slot(field="gold", kind=NUMBER, loose=False),
                _DROP,
                Slot(field="as", kind=PROPERTY, loose=False),
            ),
        ),
        Verb(
            do="draw",
            implied=False,
            slots=(Slot(field="count", kind=number("how many", 0, 64)), Slot(field="cards", kind=CARD, shape="many")),
        ),
        Verb(do="reshuffle", implied=False),
    ),
    turn=turn,
    expects=expects,
    things=(either("a card or an island", CARD, ISLE),),
    example=EXAMPLE,
)
