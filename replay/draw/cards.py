"""How cards are drawn: faces, backs, fans and piles of all four tables."""

from replay.draw.elements import coloured, letter_box, rect, symbol, text
from replay.scene import Box, Piece


def size_of(height: float) -> str:
    """The class of the largest words that fit into a height."""
    for limit, look in ((40, "t34"), (30, "t26"), (22, "t20"), (17, "t16"), (14, "t14"), (11, "t12")):
        if height >= limit:
            return look
    return "t8"


DROP = {"t34": 12, "t26": 9, "t20": 7, "t16": 5.6, "t14": 5, "t12": 4.3, "t10": 4, "t8": 3.6}
"""How far the foot of a line lies below its middle."""


def middle_text(box: Box, words: str, look: str, height: float | None = None, y: float | None = None) -> str:
    """Words in the middle of a box, as large as fits."""
    size = size_of(height if height is not None else min(box.h * 0.6, box.w / max(1.0, 0.62 * len(words))))
    middle = (box.y + box.h / 2 if y is None else y) + DROP[size]
    return text(box.x + box.w / 2, middle, words, f"mid {look} {size}")


def back(piece: Piece) -> str:
    """A card face down, with how many there are; up to three edges show that it is a pile."""
    box, size = piece.box, min(piece.box.w, piece.box.h) * 0.72
    edges = min(3, piece.amount - 1) if "pile" in piece.look else 0
    under = [rect(Box(box.x + 2 * n, box.y + 2 * n, box.w, box.h), "back", 5) for n in range(edges, 0, -1)]
    mark = Box(box.x + (box.w - size) / 2, box.y + (box.h - size) / 2, size, size)
    told = [middle_text(box, piece.face, "b on-back", box.h * 0.36)] if piece.face else []
    return "".join([*under, rect(box, "back", max(3, box.w / 12)), symbol("compass", mark, "back-mark"), *told])


def fan(piece: Piece) -> str:
    """Cards face down, overlapping, with their number behind; `bare` where the number stands elsewhere."""
    box, amount, bare = piece.box, piece.amount, "bare" in piece.look
    width = min(26.0, box.h * 0.72)
    room = box.w - width - (0 if bare else 26)
    step = min(width * 0.5, room / max(1, amount - 1)) if amount > 1 else 0
    cards = [rect(Box(box.x + step * n, box.y, width, box.h), "back", 3) for n in range(amount)]
    last = box.x + step * max(0, amount - 1)
    mark = Box(last + width * 0.1, box.y + (box.h - width * 0.8) / 2, width * 0.8, width * 0.8)
    symbols = [symbol("compass", mark, "back-mark")] if amount else []
    count = text(last + width + 8 if amount else box.x, box.y + box.h / 2 + 5, str(amount), "b t14")
    return "".join([*cards, *symbols, "" if bare else count])


def slot(piece: Piece) -> str:
    """A place where nothing lies, with a word or a number that says so."""
    box = piece.box
    room = 30.0 if piece.face.isdigit() else 17.0 if box.w > 70 else 12.0
    told = [middle_text(box, piece.face, "soft b" if piece.face.isdigit() else "soft", min(room, box.h * 0.6))]
    return "".join([rect(box, "slot", 6 if box.w > 50 else 4), *(told if piece.face else [])])


def treasure(piece: Piece) -> str:
    """A treasure with its points, and its colour's letter at the corner; edges show that more lie beneath."""
    box = piece.box
    edges = min(3, piece.amount - 1)
    under = [rect(Box(box.x + 3 * n, box.y + 3 * n, box.w, box.h), "card", 5) for n in range(edges, 0, -1)]
    size = box.w * 0.58
    mark = Box(box.x + (box.w - size) / 2, box.y + box.h * 0.1, size, size)
    face = coloured(
        piece.look,
        rect(box, "card tint", 5),
        symbol("treasure", mark, "c"),
        middle_text(box, piece.face, "b deeper", box.h * 0.32, box.y + box.h * 0.76),
    )
    return "".join([*under, face, letter_box(piece.look, box.x - 3, box.y - 3, max(13, min(17, box.w * 0.41)))])


def plain_card(piece: Piece) -> str:
    """A white card with a symbol above, a word in its middle or below it, and a small one at its foot."""
    box, gold = piece.box, "gold" in piece.look
    icon = face = ""
    if piece.symbol:
        part = 0.68 if box.w < 40 else 0.4
        icon = symbol(piece.symbol, _square(box, part, box.y + box.h * 0.06), "mark-gold" if gold else "mark-ink3")
    if piece.face:
        low = 0.78 if piece.symbol else 0.5
        fits = min(box.h * 0.42, box.w / (0.9 * len(piece.face))) if "add" in piece.look else None
        face = middle_text(box, piece.face, "b", box.h * 0.34 if piece.symbol else fits, box.y + box.h * low)
    small = text(box.x + box.w / 2, box.y + box.h * 0.93, piece.small, "mid soft b t10") if piece.small else ""
    look = "card addcard" if "add" in piece.look else "card goldcard" if gold else "card"
    edges = min(3, piece.amount - 1) if "pile" in piece.look else 0
    under = [rect(Box(box.x + 2 * n, box.y + 2 * n, box.w, box.h), look, 4) for n in range(edges, 0, -1)]
    return "".join([*under, rect(box, look, 4), icon, face, small])


def _square(box: Box, part: float, y: float) -> Box:
    """A square in the middle of a card's width."""
    size = box.w * part
    return Box(box.x + (box.w - size) / 2, y, size, size)
