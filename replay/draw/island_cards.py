"""How the island cards of Sea or Shore are drawn: whole, half covered, and small in somebody's fan."""

from replay.draw.cards import middle_text
from replay.draw.elements import coloured, letter_of, num, path, rect, symbol, text, wave_line
from replay.scene import Box, Piece

COVER = 4
"""How far a cover sticks out beside its card."""


def _parts(piece: Piece) -> tuple[Box, str]:
    """The card itself, and the additions beside it (`small`), which stick out at the right from under it."""
    box = piece.box
    if not piece.small:
        return box, ""
    sticks_out = box.h * 0.2
    card = Box(box.x, box.y, box.w - sticks_out, box.h)
    slip = Box(card.x + card.w - box.h * 0.09, box.y + box.h * 0.17, box.h * 0.29, box.h * 0.4)
    size = "t12" if box.h > 90 else "t8"
    words = text(card.x + card.w + sticks_out / 2, slip.y + slip.h / 2 + 4, piece.small, f"mid b {size}")
    return card, rect(slip, "card addcard", 4) + words


def island_card(piece: Piece) -> str:
    """A number on the shore above, the sea in its colour below."""
    box, additions = _parts(piece)
    colour = piece.look
    low = box.y + box.h * 0.42
    sea = (
        f"M{num(box.x + 1)} {num(low)}q{num(box.w / 8)} -{num(box.h * 0.05)} {num(box.w / 4)} 0"
        f"t{num(box.w / 4)} 0t{num(box.w / 4)} 0t{num(box.w / 4 - 2)} 0V{num(box.y + box.h - 6)}q0 5 -5 5"
        f"H{num(box.x + 6)}q-5 0 -5 -5Z"
    )
    upper = Box(box.x, box.y, box.w, box.h * 0.42)
    lower = Box(box.x, low, box.w, box.h * 0.5)
    return additions + coloured(
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
    """A card half covered: with a `face` the shore with its number shows, without one the sea in its colour."""
    whole, additions = _parts(piece)
    card = Box(whole.x + COVER, whole.y + COVER, whole.w - 2 * COVER, whole.h - 2 * COVER)
    half, shore = card.h / 2, bool(piece.face)
    shown = Box(card.x, card.y if shore else card.y + half, card.w, half)
    cover = Box(whole.x, card.y + half if shore else whole.y, whole.w, half + COVER)
    size = cover.h * 0.65
    mark = Box(cover.x + (cover.w - size) / 2, cover.y + (cover.h - size) / 2, size, size)
    drawn = [additions, rect(card, "card", 6), rect(shown.inset(1), "shore" if shore else "flood", 5)]
    if shore:
        drawn.append(_foam(card.x + 1, card.y + half, card.w - 2, half * 0.2))
    else:
        drawn.append(wave_line(card.x + card.w * 0.16, card.y + card.h * 0.92, card.w * 0.68, "wave-on"))
    words = piece.face or letter_of(piece.look)
    drawn += [middle_text(shown, words, "b" if shore else "b on", card.h * 0.34, shown.y + half * 0.46)]
    drawn += [rect(card, "card-line", 6), rect(cover, "back", 5), symbol("compass", mark, "back-mark")]
    return coloured(piece.look or "grey", *drawn)


def _foam(x: float, y: float, width: float, height: float) -> str:
    """The edge of the sea where the shore shows; its colour stays covered."""
    part = width / 4
    crest = f"M{num(x)} {num(y)}V{num(y - height)}q{num(part / 2)} -{num(height / 2)} {num(part)} 0"
    return path(f"{crest}t{num(part)} 0t{num(part)} 0t{num(part)} 0V{num(y)}Z", "shore-sea")


def mini_card(piece: Piece) -> str:
    """A known card in a hand seen from across the table: the number above, the colour's letter below."""
    box, half = piece.box, piece.box.h / 2
    size = "t12" if box.h >= 34 else "t8"
    drop = 4.4 if box.h >= 34 else 3.6
    x = box.x + box.w / 2
    return coloured(
        piece.look,
        rect(box, "card", 3),
        rect(Box(box.x + 0.6, box.y + half, box.w - 1.2, half - 0.6), "flood", 2.4),
        text(x, box.y + half / 2 + drop, piece.face, f"mid b {size}"),
        text(x, box.y + half * 1.5 + drop, letter_of(piece.look), f"mid b on {size}"),
    )
