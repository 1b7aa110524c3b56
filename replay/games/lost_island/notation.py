"""How a game of Stratego Lost Island is typed: `a b3` moves one's own explorer a, `a pb 4v2` attacks purple.b.

Whoever does not know the letters names an explorer by where it stands: `b2 b3`.
"""

import re
from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from replay.action import UNKNOWN
from replay.games.lost_island.state import State
from replay.games.lost_island.words import AXES, LETTERS, LOOT, WAYS, looks_like_cell, looks_like_piece, owner
from replay.notation.alphabet import Choice, Flag, Kind, Meaning, Notation, Scope, Slot, Verb
from replay.notation.kinds import JSON_ONLY, SEAT, UNSEEN, begins, called, named, number
from replay.notation.shared import setup_verb

FACES = (
    "plain",
    "storm",
    "flag",
    *LOOT,
    *(f"bomb-{shape}-{value}" for shape in ("cross", "diagonal", "line") for value in range(1, 10)),
)

_PIECE = re.compile(r"([a-z0-9-]*?)\.?([a-z])", re.ASCII)
_SHOWN = {"*": UNKNOWN, "?": UNKNOWN}


def _face_short(face: str) -> str:
    """`bl4` for bomb-line-4, `l2` for loot-2."""
    return "".join(part[0] if part[0].isalpha() else part for part in face.split("-")) if "-" in face else face


def _standing(scope: Scope, cell: str, *, own: bool) -> list[Meaning]:
    """The explorers on a cell: those of the player who acts, or of the others; if there are none, any."""
    here = scope.state.pieces_at(cell)
    return [(piece,) for piece in [piece for piece in here if (owner(piece) == scope.by) == own] or here]


def _read_piece(scope: Scope, word: str) -> list[Meaning]:
    return _standing(scope, word.lower(), own=True) if looks_like_cell(word.lower()) else _read_letter(scope, word)


def _read_target(scope: Scope, word: str) -> list[Meaning]:
    return _standing(scope, word.lower(), own=False) if looks_like_cell(word.lower()) else _read_letter(scope, word)


def _read_letter(scope: Scope, word: str) -> list[Meaning]:
    found = _PIECE.fullmatch(word.lower())
    if found is None:
        return []
    if not found[1]:
        return [(f"{scope.by}.{found[2]}",)] if scope.by and found[2] in LETTERS else []
    return [(f"{seat}.{found[2]}",) for seat in begins(found[1], scope.table.seats)]


def _write_pieces(scope: Scope, values: Sequence[Any]) -> list[str] | None:
    words = []
    for value in values:
        if not isinstance(value, str) or not looks_like_piece(value):
            return None
        seat, letter = value[:-2], value[-1]
        own = seat == scope.by and letter in LETTERS
        brief = seat[:1] if begins(seat[:1], scope.table.seats) == [seat] else f"{seat}."
        words.append(letter if own else f"{brief}{letter}")
    return words


def _shown(char: str) -> int | str:
    return UNKNOWN if char in UNSEEN else int(char)


def _read_fight(scope: Scope, word: str) -> list[Meaning]:
    found = re.fullmatch(r"([0-9*?])v([0-9*?])", word.lower(), re.ASCII)
    return [([_shown(found[1]), _shown(found[2])],)] if found else []


def _is_shown(value: Any) -> bool:
    return value == UNKNOWN or (type(value) is int and 0 <= value <= 9)


def _digits(values: Sequence[Any]) -> list[str] | None:
    return ["*" if value == UNKNOWN else str(value) for value in values] if all(map(_is_shown, values)) else None


def _write_fight(scope: Scope, values: Sequence[Any]) -> list[str] | None:
    pairs = [_digits(pair) for pair in values]
    return ["v".join(pair or ()) for pair in pairs] if all(pairs) else None


def _by_letter(what: str, item: str, part: Any, whole: Any) -> Kind:
    """A map from the letters a, b, c … to values written one after the other: `526314`, `a1/b2/c4`."""

    def read(scope: Scope, word: str) -> list[Meaning]:
        if not re.fullmatch(f"(?:{item})+", word.lower(), re.ASCII):
            return []
        parts = re.findall(item, word.lower())
        return [(dict(zip(LETTERS, map(part, parts), strict=False)),)] if len(parts) <= len(LETTERS) else []

    def write(scope: Scope, values: Sequence[Any]) -> list[str] | None:
        if not all(isinstance(value, dict) and tuple(sorted(value)) == LETTERS[: len(value)] for value in values):
            return None
        words = [whole([value[letter] for letter in sorted(value)]) for value in values]
        return None if None in words else words

    return Kind(what, read, write)


def _cells(cells: list[Any]) -> str | None:
    return "".join(f"/{cell}" for cell in cells) if all(looks_like_cell(cell) for cell in cells) else None


def _values(values: list[Any]) -> str | None:
    digits = _digits(values)
    return "".join(digits) if digits else None


def _read_cell(scope: Scope, word: str) -> list[Meaning]:
    return [(word.lower(),)] if looks_like_cell(word.lower()) else []


def _write_cells(scope: Scope, values: Sequence[Any]) -> list[str] | None:
    return list(values) if all(isinstance(value, str) and looks_like_cell(value) for value in values) else None


def _read_hit(scope: Scope, word: str) -> list[Meaning]:
    if re.fullmatch(r"\d", word, re.ASCII):
        return [(int(word),)]
    return [(name,) for name in begins(word, ("out", "stay"))]


def _write_hits(scope: Scope, values: Sequence[Any]) -> list[str] | None:
    good = all(value in ("out", "stay") or (type(value) is int and 0 <= value <= 9) for value in values)
    return [str(value) for value in values] if good else None


def _piece_choices(scope: Scope) -> list[Choice]:
    return [Choice(f"{seat}.{letter}", group=seat) for seat in scope.table.seats for letter in LETTERS]


def _cell_choices(scope: Scope) -> list[Choice]:
    return [Choice(cell) for cell in scope.table.kit.board.cells]


def _face_choices(scope: Scope) -> list[Choice]:
    return [Choice(face, group=face.rpartition("-")[0]) for face in FACES]


def fight_choices(scope: Scope | None = None) -> list[Choice]:
    """Every pair of values; of either one it may be known that nobody saw it."""
    seen: tuple[Any, ...] = (*range(1, 7), UNKNOWN)
    pairs = [[one, other] for one in seen for other in seen if (one, other) != (UNKNOWN, UNKNOWN)]
    return [Choice(pair, fight_words(*pair), str(pair[0])) for pair in pairs]


def fight_words(attacker: int | str, defender: int | str) -> str:
    """Two values as people say them."""
    shown = ["not seen" if value == UNKNOWN else str(value) for value in (attacker, defender)]
    return " against ".join(shown)


def _hit_choices(scope: Scope) -> list[Choice]:
    return [*(Choice(value, str(value)) for value in range(1, 7)), Choice("out"), Choice("stay")]


def _in_words(kind: Kind, words: dict[str, str]) -> Kind:
    """The same abbreviations, spelled out for somebody who taps."""
    return replace(kind, choices=lambda scope: [Choice(value, label) for value, label in words.items()])


_PIECES = Kind("an explorer", _read_piece, _write_pieces, choices=_piece_choices, on_scene=True)
PIECE = called(_PIECES, "an explorer (a, or where it stands, b3)")
TARGET = replace(called(_PIECES, "an opponent's explorer (pb, or where it stands, b4)"), read=_read_target)
CELL = Kind("a cell (b3)", _read_cell, _write_cells, choices=_cell_choices, on_scene=True)
FLAG_CELL = called(CELL, "the cell to which the flag goes")
FACE = replace(
    named("what the tile shows (plain, l2, bl4)", FACES, short=_face_short, unseen=True), choices=_face_choices
)
FIGHT = Kind("the two values (4v2)", _read_fight, _write_fight, choices=fight_choices)
HIT = Kind("whom the bomb met (pb:3, pb:out, pb:stay)", _read_hit, _write_hits, choices=_hit_choices)
LETTER = named("letters from front to back (red:d,e,f)", LETTERS)
AXIS = _in_words(named("how a bomb points (ns, ew)", tuple(AXES)), AXES)
WAY = _in_words(named("a direction (n, se)", tuple(WAYS)), WAYS)
RESULT = named("who stays (attacker, defender, draw)", ("attacker", "defender", "draw"))
VALUE = number("the value seen (4)", 1, 9, unseen=True)
PLACES = _by_letter("cells for a, b, c (red:/a1/b2/c4)", r"/[a-z][0-9]{1,2}", lambda text: text[1:], _cells)
STRENGTHS = _by_letter("numbers for a to f (red:526314)", r"[0-9*?]", _shown, _values)

_TO = Slot(field="to", kind=CELL, question="Where to?")
_WHO = Slot(field="piece", kind=PIECE, question="Which explorer?")
_STONE = Slot(field="stone", kind=FACE, loose=False, asked=True, question="What does the stone show?")
_VIA = Slot(field="via", kind=CELL, shape="many", loose=False, question="Through which water?")
_HITS = Slot(field="hits", kind=HIT, shape="map", key=PIECE, asked=True, question="Whom did the bomb meet?")
_DIR = Slot(field="dir", kind=WAY, asked=True, question="Where does it blow?")
_STONES = Slot(
    field="stones", kind=FACE, shape="map", key=CELL, loose=False, asked=True, question="What does the stone show?"
)
_FACE = Slot(field="tile", kind=FACE, asked=True, question="What does it show?")
_CELL = Slot(field="cell", kind=CELL, question="Which tile?")
_TARGET = Slot(field="target", kind=TARGET, question="Whose explorer?")


BOAT = "In which order do they lie in the boat?"


def turn(state: State, do: str) -> str | None:
    """The seat on turn; a miner is paid by any seat."""
    return None if do == "miner" else state.turn.seat


EXAMPLE = """\
qm new lost-island red purple --kit demo
  setup red
  b a3                        # the explorer b of the seat on turn goes to a3; a2 a3 says the same
  flip c1 l2                  # a tile: plain, storm, l2 (loot), bc4 bd4 bl4 (bombs) with hits: bc4 <b pa:3
  ring c                      # attacks: b pa 4v2; a reinforcement: reinforce b2, or b2 pay
  shrink a4 plain
"""

NOTATION = Notation(
    verbs=(
        setup_verb(
            Slot(field="first", kind=SEAT, asked=True, question="Who begins?"),
            Slot(field="stones", kind=CELL, shape="many", question="Where do the stones lie?"),
            Slot(field="boats", kind=LETTER, shape="lists", key=SEAT, loose=False, asked=True, question=BOAT),
            Slot(field="start", kind=PLACES, shape="map", key=SEAT, loose=False, question="Where do they start?"),
            Slot(field="values", kind=STRENGTHS, shape="map", key=SEAT, loose=False, question="Which values?"),
            Slot(field="seals", kind=JSON_ONLY, loose=False),
        ),
        Verb(do="move", slots=(_WHO, _TO, _STONE), label="moves"),
        Verb(do="swim", slots=(_WHO, _TO, _VIA, _STONE), label="swims"),
        Verb(
            do="battle",
            words=("attack",),
            label="attacks",
            slots=(
                _WHO,
                _TARGET,
                Slot(field="values", kind=FIGHT, asked=True, question="Which values were shown?"),
                Slot(field="result", kind=RESULT, question="Who stays?"),
                _VIA,
                _STONE,
            ),
            flags=(Flag("swim", "swim", label="out of the water"),),
        ),
        Verb(
            do="flip",
            label="turns a tile over",
            slots=(
                _CELL,
                _FACE,
                Slot(field="axis", kind=AXIS, asked=True, question="How does the bomb point?"),
                _DIR,
                Slot(field="piece", kind=PIECE, mark="<", question="Which explorer turns it?"),
                _HITS,
                Slot(field="order", kind=WAY, shape="many", loose=False, question="In which order does it work?"),
                _STONES,
            ),
        ),
        Verb(do="blast", by=False, slots=(_HITS,), label="the bomb goes on"),
        Verb(do="miner", implied=False, slots=(_WHO,), label="pays a miner"),
        Verb(
            do="reinforce",
            label="lands an explorer",
            slots=(_TO, Slot(field="piece", kind=PIECE, mark="<", question="Which explorer?"), _STONE),
            flags=(Flag("pay", "pay", label="pays for it"),),
        ),
        Verb(do="ring", implied=False, slots=(_WHO,), label="buys a ring"),
        Verb(
            do="spy",
            implied=False,
            label="spies",
            slots=(
                _TARGET,
                Slot(field="value", kind=VALUE, question="Which value was seen?"),
                Slot(field="from", kind=PIECE, mark="<", question="Which explorer looks?"),
                Slot(field="seal", kind=JSON_ONLY, loose=False),
            ),
        ),
        Verb(
            do="shrink",
            implied=False,
            label="takes a tile away",
            slots=(
                _CELL,
                _FACE,
                Slot(field="flagTo", kind=FLAG_CELL, mark=">", asked=True, question="Where does the flag go?"),
                _DIR,
                _STONES,
            ),
        ),
        Verb(do="end", implied=False, label="ends the turn"),
    ),
    turn=turn,
    letters=LETTERS,
    example=EXAMPLE,
)
