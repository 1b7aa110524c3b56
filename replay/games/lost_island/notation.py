"""How a game of Stratego Lost Island is typed: `a b3` moves one's own explorer a, `a pb 4v2` attacks purple.b.

Whoever does not know the letters names an explorer by where it stands: `b2 b3`.
"""

import re
from collections.abc import Sequence
from typing import Any

from replay.action import UNKNOWN
from replay.games.lost_island.state import State
from replay.games.lost_island.words import LETTERS, LOOT, looks_like_cell, looks_like_piece, owner
from replay.notation.alphabet import Flag, Kind, Meaning, Notation, Scope, Slot, Verb
from replay.notation.kinds import JSON_ONLY, SEAT, UNSEEN, begins, named, number
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


PIECE = Kind("an explorer (a, or where it stands, b3)", _read_piece, _write_pieces)
TARGET = Kind("an opponent's explorer (pb, or where it stands, b4)", _read_target, _write_pieces)
CELL = Kind("a cell (b3)", _read_cell, _write_cells)
FLAG_CELL = Kind("the cell to which the flag goes", _read_cell, _write_cells)
FACE = named("what the tile shows (plain, l2, bl4)", FACES, short=_face_short, unseen=True)
FIGHT = Kind("the two values (4v2)", _read_fight, _write_fight)
HIT = Kind("whom the bomb met (pb:3, pb:out, pb:stay)", _read_hit, _write_hits)
LETTER = named("letters from front to back (red:d,e,f)", LETTERS)
AXIS = named("how a bomb points (ns, ew)", ("ns", "ew"))
WAY = named("a direction (n, se)", ("n", "e", "s", "w", "ne", "se", "sw", "nw"))
RESULT = named("who stays (attacker, defender, draw)", ("attacker", "defender", "draw"))
VALUE = number("the value seen (4)", 1, 9, unseen=True)
PLACES = _by_letter("cells for a, b, c (red:/a1/b2/c4)", r"/[a-z][0-9]{1,2}", lambda text: text[1:], _cells)
STRENGTHS = _by_letter("numbers for a to f (red:526314)", r"[0-9*?]", _shown, _values)

_TO = Slot(field="to", kind=CELL)
_WHO = Slot(field="piece", kind=PIECE)
_STONE = Slot(field="stone", kind=FACE, loose=False)
_VIA = Slot(field="via", kind=CELL, shape="many", loose=False)
_HITS = Slot(field="hits", kind=HIT, shape="map", key=PIECE)
_DIR = Slot(field="dir", kind=WAY)
_STONES = Slot(field="stones", kind=FACE, shape="map", key=CELL, loose=False)


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
            Slot(field="first", kind=SEAT),
            Slot(field="stones", kind=CELL, shape="many"),
            Slot(field="boats", kind=LETTER, shape="lists", key=SEAT, loose=False),
            Slot(field="start", kind=PLACES, shape="map", key=SEAT, loose=False),
            Slot(field="values", kind=STRENGTHS, shape="map", key=SEAT, loose=False),
            Slot(field="seals", kind=JSON_ONLY, loose=False),
        ),
        Verb(do="move", slots=(_WHO, _TO, _STONE)),
        Verb(do="swim", slots=(_WHO, _TO, _VIA, _STONE)),
        Verb(
            do="battle",
            words=("attack",),
            slots=(
                _WHO,
                Slot(field="target", kind=TARGET),
                Slot(field="values", kind=FIGHT),
                Slot(field="result", kind=RESULT),
                _VIA,
                _STONE,
            ),
            flags=(Flag("swim", "swim"),),
        ),
        Verb(
            do="flip",
            slots=(
                Slot(field="cell", kind=CELL),
                Slot(field="tile", kind=FACE),
                Slot(field="axis", kind=AXIS),
                _DIR,
                Slot(field="piece", kind=PIECE, mark="<"),
                _HITS,
                Slot(field="order", kind=WAY, shape="many", loose=False),
                _STONES,
            ),
        ),
        Verb(do="blast", by=False, slots=(_HITS,)),
        Verb(do="miner", implied=False, slots=(_WHO,)),
        Verb(
            do="reinforce",
            slots=(_TO, Slot(field="piece", kind=PIECE, mark="<"), _STONE),
            flags=(Flag("pay", "pay"),),
        ),
        Verb(do="ring", implied=False, slots=(_WHO,)),
        Verb(
            do="spy",
            implied=False,
            slots=(
                Slot(field="target", kind=TARGET),
                Slot(field="value", kind=VALUE),
                Slot(field="from", kind=PIECE, mark="<"),
                Slot(field="seal", kind=JSON_ONLY, loose=False),
            ),
        ),
        Verb(
            do="shrink",
            implied=False,
            slots=(
                Slot(field="cell", kind=CELL),
                Slot(field="tile", kind=FACE),
                Slot(field="flagTo", kind=FLAG_CELL, mark=">"),
                _DIR,
                _STONES,
            ),
        ),
        Verb(do="end", implied=False),
    ),
    turn=turn,
    letters=LETTERS,
    example=EXAMPLE,
)
