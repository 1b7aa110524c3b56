"""How cards are drawn: faces, backs, fans and piles of all four tables."""

from replay.draw.marks import coloured, letter_box, letter_of, num, path, rect, symbol, text, wave_line
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
    """Cards face down, overlapping, with their number behind; the last may be one that is known."""
    box = piece.box
    width = min(26.0, box.h * 0.72)
    room = box.w - width - 26
    amount = piece.amount
    step = min(width * 0.5, room / max(1, amount - 1)) if amount > 1 else 0
    cards = [rect(Box(box.x + step * n, box.y, width, box.h), "back", 3) for n in range(amount)]
    last = box.x + step * max(0, amount - 1)
    mark = Box(last + width * 0.1, box.y + (box.h - width * 0.8) / 2, width * 0.8, width * 0.8)
    symbols = [symbol("compass", mark, "back-mark")] if amount else []
    count = text(last + width + 8 if amount else box.x, box.y + box.h / 2 + 5, str(amount), "b t14")
    return "".join([*cards, *symbols, count])


def island_card(piece: Piece) -> str:
    """Sea or Shore: a number on the shore above, the sea in its colour below."""
    box, colour = piece.box, piece.look
    low = box.y + box.h * 0.42
    sea = (
        f"M{num(box.x + 1)} {num(low)}q{num(box.w / 8)} -{num(box.h * 0.05)} {num(box.w / 4)} 0"
        f"t{num(box.w / 4)} 0t{num(box.w / 4)} 0t{num(box.w / 4 - 2)} 0V{num(box.y + box.h - 6)}q0 5 -5 5"
        f"H{num(box.x + 6)}q-5 0 -5 -5Z"
    )
    upper = Box(box.x, box.y, box.w, box.h * 0.42)
    lower = Box(box.x, low, box.w, box.h * 0.5)
    return coloured(
        colour,
        rect(box, "card", 6),
        rect(Box(box.x + 1, box.y + 1, box.w - 2, box.h * 0.5), "shore", 5),
        path(sea, "flood"),
        middle_text(upper, piece.face, "b", box.h * 0.34),
        middle_text(lower, letter_of(colour), "b on", box.h * 0.34),
        wave_line(box.x + box.w * 0.16, box.y + box.h * 0.92, box.w * 0.68, "wave-on"),
        rect(box, "card-line", 6),
    )


def half_card(piece: Piece) -> str:
    """Sea or Shore: a card half covered. `face` is the number that shows, or nothing where the colour does."""
    box, half = piece.box, piece.box.h / 2
    shore = bool(piece.face)
    cover = Box(box.x - 4, box.y + half if shore else box.y - 3, box.w + 8, half + 3)
    shown = Box(box.x, box.y if shore else box.y + half, box.w, half)
    size = cover.h * 0.65
    mark = Box(cover.x + (cover.w - size) / 2, cover.y + (cover.h - size) / 2, size, size)
    ground = rect(shown.inset(1), "shore" if shore else "flood", 5)
    words = middle_text(shown, piece.face or letter_of(piece.look), "b" if shore else "b on", box.h * 0.34)
    extra = _additions(piece) if piece.amount else ""
    inner = [extra, rect(box, "card", 6), ground, words, rect(box, "card-line", 6)]
    covered = rect(cover, "back", 5) + symbol("compass", mark, "back-mark")
    return coloured(piece.look or "grey", *inner) + covered


def _additions(piece: Piece) -> str:
    """The additions that stick out from under a laid card."""
    box = piece.box
    slip = Box(box.x + box.w - 10, box.y + box.h * 0.17, 34, 48)
    return rect(slip, "card addcard", 4) + text(slip.x + 22, slip.y + 29, f"+{piece.amount}", "mid b t12")


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
    return "".join([*under, face, letter_box(piece.look, box.x - 3, box.y - 3, 17)])


def plain_card(piece: Piece) -> str:
    """A white card with a symbol above, a word in its middle or below it, and a small one at its foot."""
    box, gold = piece.box, "gold" in piece.look
    icon = face = ""
    if piece.symbol:
        part = 0.68 if box.w < 40 else 0.4
        icon = symbol(piece.symbol, _square(box, part, box.y + box.h * 0.06), "mark-gold" if gold else "mark-ink3")
    if piece.face:
        low = 0.78 if piece.symbol else 0.5
        face = middle_text(box, piece.face, "b", box.h * 0.34 if piece.symbol else None, box.y + box.h * low)
    small = text(box.x + box.w / 2, box.y + box.h * 0.93, piece.small, "mid soft b t10") if piece.small else ""
    return rect(box, "card goldcard" if gold else "card", 4) + icon + face + small


def _square(box: Box, part: float, y: float) -> Box:
    """A square in the middle of a card's width."""
    size = box.w * part
    return Box(box.x + (box.w - size) / 2, y, size, size)
