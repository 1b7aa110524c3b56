"""How a game of Gold Island is typed: `s4p` is seer-4-poker, `i7` isle-7, `p5 i2 i1` a move."""

import re
from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from replay.action import UNKNOWN
from replay.games.gold_island.state import State, Turn, has_relic, usable_fields
from replay.games.gold_island.words import COLOURS, POKER, PROPERTIES, RELICS, kind_of, read_card, said
from replay.notation.alphabet import Choice, Flag, Kind, Meaning, Notation, Scope, Slot, Verb
from replay.notation.kinds import SEAT, UNSEEN, begins, called, either, named, number
from replay.notation.shared import setup_verb
from replay.saying import listed

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


def _cards_there_are(scope: Scope) -> str:
    named = [f"{said(name)} ({initials(name)})" for name in PROPERTIES]
    return f"cards are {listed(named)}, each with a number or l for the lighthouse"


def _colours_there_are(scope: Scope) -> str:
    return f"pirates are {listed(COLOURS)}"


def _card_choices(scope: Scope) -> list[Choice]:
    """The cards of the kit; of a kit that does not name them, all that could be."""
    lines = scope.table.kit.cards
    found = [(face, icon) for face, line in lines.items() for icon in dict.fromkeys(line.icons or (False,))]
    if not found:
        flags = (*map(str, range(1, 7)), "light")
        found = [(f"{name}-{flag}", icon) for name in PROPERTIES for flag in flags for icon in (False, True)]
    return [Choice(f"{face}{POKER}" if icon else face, group=face.rpartition("-")[0]) for face, icon in found]


CARD = Kind("a pirate card (s4p)", _read_card, _write_cards, _cards_there_are, choices=_card_choices)
PLACE = named("a place (i7, pb, vu)", _places, short=initials, on_scene=True)
ISLE = named("an island (i7)", _islands, short=initials, unseen=True, on_scene=True)
COLOUR = replace(named("a pirate colour", COLOURS, unseen=True), exists=_colours_there_are)
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


def _robbed_choices(scope: Scope) -> list[Choice]:
    """How many cards were taken: which they were, only thief and victim know."""
    return [Choice([UNKNOWN] * number, str(number)) for number in (1, 2)]


ROBBED = Kind(
    "a victim and how many island cards, or which (blue:1, blue:i7)",
    _read_robbed,
    _write_robbed,
    choices=_robbed_choices,
)


def _map(field: str, kind: Kind, what: str, key: Kind, word: str = "") -> Slot:
    """A field of the set-up with an entry for each seat, island or relic."""
    return Slot(field=field, kind=called(kind, what), shape="map", key=key, word=word, loose=False)


_DROP = Slot(
    field="drop",
    kind=called(COLOUR, "a pirate put back"),
    shape="few",
    loose=False,
    question="Which pirate is put back?",
)
_PERMIT = Slot(field="permit", kind=called(NUMBER, "a permit's value (5)"), question="Which permit?")
_PIRATE = Slot(field="pirate", kind=COLOUR, question="Which pirate?")
_TURNED = Slot(field="card", kind=called(CARD, "the card turned up (s4p)"), asked=True, question="Which card came up?")
_PLAYED = Slot(field="card", kind=CARD, asked=True, question="Which card?")


CHEST = "Whose chest is looked at?"
SHOWN = "Which colour has the island?"


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
    turn = state.turn
    if turn is None:
        return frozenset({"reveal"})
    if not turn.moved:
        may_redraw = has_relic(state, turn.seat, "redraw") and not turn.redrawn
        return frozenset({"move", "redraw"}) if may_redraw else frozenset({"move"})
    second = frozenset() if turn.used else frozenset({"use"})
    return frozenset({"draw"}) | second | _of_fields(state, turn)


def _of_fields(state: State, turn: Turn) -> frozenset[str]:
    """What the captain's field may offer; both, if the log does not tell where the captain went."""
    if turn.used_since:
        return frozenset()
    fields = usable_fields(state, turn)
    passed = state.table.readings["GI-Q27"] == "passed" and turn.entered is None and not turn.acted
    if UNKNOWN in fields or passed:
        return frozenset({"take", "gamble"})
    return frozenset("gamble" if kind_of(field) == "gamble" else "take" for field in fields)


EXAMPLE = """\
qm new gold-island red blue --kit demo
  setup red
  p5 i2 i1 p ic1 pb           # a pirate 5: the ship to isle 2, isle 1 and port, the captain two fields on
  take                        # what the field offers: take 3 (a permit), take violet, take i4
  s4p i7 5                    # a second card: a seer 4 with the poker icon looks at the chest on isle 7
  draw * *
"""

NOTATION = Notation(
    verbs=(
        setup_verb(
            Slot(field="first", kind=called(SEAT, "the seat that starts"), asked=True, question="Who starts?"),
            Slot(field="hands", kind=called(CARD, "a hand (red:s4p,a5)"), shape="lists", key=SEAT),
            Slot(field="pirates", kind=number("a number for each house", 0, 64), loose=False),
            Slot(field="islands", kind=called(ISLE, "an island's name"), shape="many", loose=False),
            _map("colours", COLOUR, "an island and its colour (i1:black)", ISLE),
            _map("permits", NUMBER, "a seat and the permit kept (red:5)", SEAT),
            _map("islandCards", ISLE, "a seat and its island card (red:i7)", SEAT, word="cards"),
            Slot(field="gold", kind=ISLE, loose=False),
            _map("chests", NUMBER, "an island and its gold (i7:5)", ISLE),
            _map("relics", NUMBER, "a relic and its gold (hand-5:2)", RELIC),
        ),
        Verb(
            do="redraw",
            implied=False,
            label="exchanges cards",
            slots=(
                Slot(
                    field="discard",
                    kind=called(CARD, "a card discarded (s4p)"),
                    shape="many",
                    asked=True,
                    question="Which cards are discarded?",
                ),
                Slot(field="cards", kind=called(CARD, "a new card"), shape="many", word="drew", loose=False),
            ),
        ),
        Verb(
            do="move",
            label="moves",
            slots=(
                _PLAYED,
                Slot(field="path", kind=called(PLACE, "a place entered (i7, pb, vu)"), shape="many", instead="to"),
                Slot(field="to", kind=called(PLACE, "the last place alone (>i7)"), mark=">", question="Where to?"),
            ),
        ),
        Verb(
            do="take",
            implied=False,
            label="takes what the field offers",
            slots=(_PERMIT, _PIRATE, Slot(field="card", kind=called(ISLE, "an island card (i7)")), _DROP),
        ),
        Verb(
            do="gamble",
            implied=False,
            label="gambles",
            slots=(_TURNED, _PERMIT, _PIRATE, _DROP),
            flags=(Flag("won", "won"), Flag("lost", "won", False)),
        ),
        Verb(
            do="use",
            fill=_number,
            label="plays a second card",
            slots=(
                _PLAYED,
                Slot(field="island", kind=called(ISLE, "the island whose chest is seen (i7)"), question=CHEST),
                Slot(field="pirates", kind=called(COLOUR, "a pirate colour"), shape="many", question="Which pirates?"),
                Slot(field="relic", kind=RELIC, question="Which relic?"),
                Slot(field="number", kind=called(NUMBER, "a permit's value or the gold seen")),
                Slot(field="rob", kind=ROBBED, shape="map", key=SEAT, loose=False, question="Who is robbed?"),
                Slot(
                    field="copy",
                    kind=called(SEAT, "the seat whose card a monument uses"),
                    loose=False,
                    question="Whose card does the monument use?",
                ),
                Slot(field="shown", kind=called(COLOUR, "the colour of the island"), loose=False, question=SHOWN),
                Slot(field="value", kind=called(NUMBER, "the gold seen"), loose=False, question="How much gold?"),
                Slot(field="permit", kind=called(NUMBER, "a permit's value"), loose=False, question="Which permit?"),
                Slot(
                    field="gold",
                    kind=called(NUMBER, "the gold on the relic"),
                    loose=False,
                    asked=True,
                    question="How much gold is on the relic?",
                ),
                _DROP,
                Slot(field="as", kind=called(PROPERTY, "the property of an unseen card"), loose=False),
            ),
        ),
        Verb(
            do="draw",
            implied=False,
            label="draws cards",
            slots=(
                Slot(field="count", kind=number("how many", 0, 64), question="How many?"),
                Slot(field="cards", kind=called(CARD, "a card drawn (* if not seen)"), shape="many"),
            ),
        ),
        Verb(do="reshuffle", implied=False, label="shuffles the discard pile"),
    ),
    turn=turn,
    expects=expects,
    things=(either("a card or an island", CARD, ISLE),),
    example=EXAMPLE,
)
