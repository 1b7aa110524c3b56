"""How a game of Loot Island is typed: `r13c7 N1<E2` lays red 1, 3 with a chest and 7 at N1, with a disc from E2."""

import re
from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from replay.action import UNKNOWN
from replay.games.loot_island.actions import AARON
from replay.games.loot_island.geometry import CORNERS, FACINGS, RING
from replay.games.loot_island.rules.order import EVENTS_A, EVENTS_B
from replay.games.loot_island.state import State
from replay.games.loot_island.treasure_words import FROM_THE_DECK, LAID_OUT, TREASURE, TURNED_UP, numbered
from replay.notation.alphabet import Choice, Flag, Kind, Meaning, Notation, Scope, Slot, Verb
from replay.notation.kinds import JSON_ONLY, NOTHING, SEAT, UNSEEN, begins, called, choices_of, either, named, number
from replay.notation.shared import setup_verb
from replay.saying import listed

ICONS = ("chest", "cube", "draw", "plus")
_WHOLE = re.compile(r"([a-z]+)-(\d+|wild)(?:-([a-z]+))?", re.ASCII)
_GROUP = re.compile(r"([a-z]*?)((?:(?:10|[1-9]|w|\*|\?)(?:ch|cu|c|d|p)?)+)", re.ASCII)
_COLOURED = re.compile(r"([a-z]+)-?(?:\d|w)[a-z0-9*?-]*", re.ASCII)
_PLACE_LIKE = re.compile(r"[nesw]\d", re.ASCII)
_ITEM = re.compile(r"(10|[1-9]|w|\*|\?)(ch|cu|c|d|p)?", re.ASCII)


def _colours(scope: Scope) -> list[str]:
    return list(dict.fromkeys(card.color for card in scope.table.kit.map.values()))


def _read_cards(scope: Scope, word: str) -> list[Meaning]:
    low = word.lower()
    whole = _WHOLE.fullmatch(low)
    if whole is not None:
        return [
            (name,)
            for colour in begins(whole[1], _colours(scope))
            for name in _named(scope, colour, *whole.groups()[1:])
        ]
    group = _GROUP.fullmatch(low)
    if group is None or (not group[1] and group[2].strip("*?")):
        return []
    colours = begins(group[1], _colours(scope)) if group[1] else [""]
    return [meaning for colour in colours for meaning in _group(scope, colour, group[2])]


def _group(scope: Scope, colour: str, items: str) -> list[Meaning]:
    found: list[Meaning] = [()]
    for item in _ITEM.finditer(items):
        value = "wild" if item[1] == "w" else item[1]
        names = [UNKNOWN] if value in UNSEEN else _named(scope, colour, value, item[2])
        found = [(*cards, name) for cards in found for name in names]
    return found


def _named(scope: Scope, colour: str, value: str, icon: str | None) -> list[str]:
    """The cards of the kit with this colour, number and icon; the one without an icon if there is one."""
    plain = f"{colour}-{value}"
    kit = scope.table.kit.map
    if icon is None:
        with_icon = [f"{plain}-{each}" for each in ICONS if f"{plain}-{each}" in kit]
        return [plain] if plain in kit or not with_icon else with_icon
    icons = begins(icon, ICONS)
    return [name for each in icons if (name := f"{plain}-{each}") in kit] or [f"{plain}-{each}" for each in icons]


def _write_cards(scope: Scope, values: Sequence[Any]) -> list[str] | None:
    """Neighbouring cards of one colour as one word."""
    words: list[str] = []
    last = ""
    for value in values:
        found = _WHOLE.fullmatch(value) if isinstance(value, str) else None
        if value == UNKNOWN:
            words.append("*")
            last = ""
            continue
        if found is None or found[1] not in _colours(scope):
            return None
        item = _item(scope, found)
        if item is None:
            words.append(value)
            last = ""
        elif found[1] == last:
            words[-1] += item
        else:
            words.append(_letters(scope, found[1]) + item)
            last = found[1]
    return words


def _item(scope: Scope, found: re.Match[str]) -> str | None:
    """`3c` for a 3 with a chest; None if it would be read as another card."""
    value = "w" if found[2] == "wild" else found[2]
    if value not in ("w", "10") and len(value) > 1:
        return None
    icon = (found[3] or "")[:1]
    read = _named(scope, found[1], found[2], icon or None)
    return value + icon if read == [found[0]] else None


def _existing_cards(scope: Scope) -> str:
    return f"the map cards of this kit are {listed(_colours(scope))}"


def _refuse_cards(scope: Scope, word: str) -> str:
    """Words with a colour that the kit does not have: which colours it has, differs from kit to kit."""
    found = _COLOURED.fullmatch(word.lower())
    colours = _colours(scope)
    if found is None or begins(found[1], colours) or _PLACE_LIKE.fullmatch(word.lower()):
        return ""
    return f"{word}: this kit has no colour that begins with {found[1]}; its colours are {listed(colours)}"


def _refuse_landing(scope: Scope, word: str) -> str:
    looks_like_one = _PLACE_LIKE.fullmatch(word.lower()) and word.upper() not in RING
    return f"{word} is no landing; they are {listed(RING)}" if looks_like_one else ""


def _letters(scope: Scope, colour: str) -> str:
    return next(colour[:end] for end in range(1, len(colour) + 1) if len(begins(colour[:end], _colours(scope))) == 1)


def _read_ship(scope: Scope, word: str) -> list[Meaning]:
    found = re.fullmatch(r"(nw|ne|se|sw)-?(cw|ccw)", word.lower(), re.ASCII)
    return [({"corner": found[1].upper(), "facing": found[2]},)] if found else []


def _write_ship(scope: Scope, values: Sequence[Any]) -> list[str] | None:
    for ship in values:
        if ship.get("corner") not in CORNERS or ship.get("facing") not in FACINGS:
            return None
    return [f"{ship['corner']}{ship['facing']}" for ship in values]


def _or_nothing(kind: Kind) -> Kind:
    """The kind, or `-` for null."""

    def write(scope: Scope, values: Sequence[Any]) -> list[str] | None:
        words: list[str] = []
        for value in values:
            inner = [NOTHING] if value is None else kind.write(scope, [value])
            if inner is None:
                return None
            words += inner
        return words

    def read(scope: Scope, word: str) -> Sequence[Meaning]:
        return [(None,)] if word == NOTHING else kind.read(scope, word)

    def offered(scope: Scope) -> list[Choice]:
        return [Choice(None), *choices_of(kind, scope)]

    return Kind(kind.what, read, write, choices=offered, name="copied")


def _card_choices(scope: Scope) -> list[Choice]:
    return [Choice(name, group=card.color) for name, card in scope.table.kit.map.items()]


def _ship_choices(scope: Scope) -> list[Choice]:
    """Where the ship may lie: a corner, and the coast along which its bow points."""
    ways = [(corner, facing) for corner in CORNERS for facing in FACINGS]
    return [
        Choice({"corner": corner, "facing": facing}, f"{corner}, {'clockwise' if facing == 'cw' else 'anticlockwise'}")
        for corner, facing in ways
    ]


CARDS = Kind(
    "map cards (r137, r3c, rw)",
    _read_cards,
    _write_cards,
    exists=_existing_cards,
    refuse=_refuse_cards,
    choices=_card_choices,
)
LANDING = replace(named("a landing (N1)", RING, on_scene=True), refuse=_refuse_landing)
ISLAND = named("a small island (ship, draw)", lambda scope: tuple(scope.table.kit.islands), on_scene=True)
HEALER = numbered("a healer (h13)", "healers")
EVENT = named("an event card (A1, B14)", (*EVENTS_A, *EVENTS_B), unseen=True)
SHIP = Kind("the ship (NEcw)", _read_ship, _write_ship, choices=_ship_choices)
WHO = either("a seat or aaron", SEAT, named("aaron", (AARON,)))
COUNT = number("a number of cubes")

_HANDS = Slot(field="hands", kind=called(CARDS, "whose hand (red:r137,*)"), shape="lists", key=WHO)
_DREW = Slot(field="draw", kind=called(CARDS, "by whom (red:r3,*)"), shape="lists", key=WHO, word="drew", loose=False)
_SHED = Slot(field="shed", kind=called(COUNT, "cubes by whom (red:1)"), shape="map", key=WHO, loose=False)
_SHED_ONE = Slot(field="shed", kind=COUNT, loose=False)
_PLACE = Slot(field="landing", kind=LANDING, question="Which landing?")
_FROM = Slot(
    field="from", kind=called(LANDING, "E2 (a disc from there)"), mark="<", question="Where does the disc come from?"
)
_TURNED = Slot(
    field="reveal",
    kind=FROM_THE_DECK,
    shape="many",
    word="turned",
    loose=False,
    asked=True,
    question="Which treasure comes up?",
)
_CARDS = Slot(field="cards", kind=CARDS, shape="many", asked=True, question="Which cards?")
_AARON = Flag(AARON, "for", AARON, "for Aaron")
_BY_AARON = Flag(AARON, "by", AARON, "Aaron takes it")
_BURY = Flag("bury", "keep", False, "buries it")


def turn(state: State, do: str) -> str | None:
    """Who plays, takes a treasure (or of whom it is told, if only Aaron took one), or chooses a healer."""
    if do == "take":
        waiting = state.loot.takers if state.loot is not None else ()
        return waiting[0] if waiting else AARON if state.memory.given else None
    if do == "healer":
        return state.order[0] if state.order else None
    return None if do == "recall" else state.turn


def expects(state: State) -> frozenset[str]:
    """In their turn any player may lay cards and use islands, even with an unknown hand."""
    return frozenset({"play", "island", "pass"}) if state.phase == "actions" and state.turn else frozenset()


EXAMPLE = """\
qm new loot-island blue red white --kit demo
  setup blue NWcw             # blue is first, the ship lies in the north-west, clockwise
  A3                          # the event card
  r37 N1                      # red 3 and 7 at N1; r37 N1<E2 with a disc from E2
  b7c E2 shed red:1           # blue 7 with a cube; ch, cu, d and p are the icons, w is wild
  draw g91 drew * *           # the small island called draw, paid with green 9 and 1
  pass
"""

NOTATION = Notation(
    verbs=(
        setup_verb(
            Slot(field="first", kind=SEAT, asked=True, question="Who goes first?"),
            Slot(field="ship", kind=SHIP, asked=True, question="Where does the ship lie?"),
            _HANDS,
            Slot(field="events", kind=EVENT, shape="many", loose=False),
            Slot(field="healers", kind=HEALER, shape="many", loose=False),
            Slot(field="discards", kind=CARDS, shape="lists", key=WHO, loose=False),
            Slot(field="aaron", kind=JSON_ONLY, loose=False),
        ),
        Verb(
            do="event",
            by=False,
            label="an event opens the round",
            slots=(
                Slot(field="card", kind=EVENT, question="Which event?"),
                Slot(field="island", kind=ISLAND, asked=True, question="Which tile is turned down?"),
                _TURNED,
                _DREW,
            ),
        ),
        Verb(
            do="refill",
            by=False,
            implied=False,
            label="everybody refills their hand",
            slots=(
                Slot(field="discard", kind=CARDS, shape="lists", key=WHO, loose=False),
                _DREW,
                Slot(field="aaron", kind=CARDS, shape="many", loose=False, question="Which cards has Aaron?"),
            ),
        ),
        Verb(do="recall", implied=False, slots=(_PLACE,), flags=(_AARON,), label="takes a disc back"),
        Verb(
            do="play",
            label="lays cards",
            slots=(
                _CARDS,
                _PLACE,
                _FROM,
                Slot(field="copy", kind=_or_nothing(CARDS), shape="few", loose=False, question="What does it copy?"),
                _SHED,
                _DREW,
            ),
            flags=(_AARON,),
        ),
        Verb(
            do="island",
            words=("use",),
            label="pays for a small island",
            slots=(
                Slot(field="island", kind=ISLAND, question="Which small island?"),
                _CARDS,
                _PLACE,
                _FROM,
                _SHED_ONE,
                Slot(field="draw", kind=CARDS, shape="many", word="drew", loose=False),
                replace(_TURNED, shape="one"),
                Slot(field="to", kind=named("bottom or top", ("bottom", "top")), loose=False),
            ),
            flags=(_AARON, _BURY, Flag("unused", "use", False, "does not use it")),
        ),
        Verb(
            do="pass",
            implied=False,
            label="passes",
            slots=(Slot(field="take", kind=LAID_OUT, question="Which treasure?"), _SHED_ONE),
            flags=(_BURY,),
        ),
        Verb(do="loot", by=False, slots=(_PLACE, replace(_TURNED, loose=True)), label="loot is turned up"),
        Verb(
            do="take",
            label="takes a treasure",
            slots=(Slot(field="treasure", kind=TURNED_UP, question="Which treasure?"), _SHED_ONE),
            flags=(_BURY, _BY_AARON),
        ),
        Verb(do="cleanup", by=False, implied=False, slots=(_SHED,), label="the coast is cleared"),
        Verb(
            do="healers",
            by=False,
            implied=False,
            label="the healers are turned up",
            slots=(Slot(field="cards", kind=HEALER, shape="many", asked=True, question="Which healers?"),),
        ),
        Verb(do="healer", slots=(Slot(field="card", kind=HEALER, question="Which healer?"),), label="takes a healer"),
    ),
    turn=turn,
    expects=expects,
    things=(CARDS, TREASURE, HEALER),
    example=EXAMPLE,
)
