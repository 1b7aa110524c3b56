"""How the map cards, treasures, healers and the ship of Loot Island are drawn."""

from replay.draw.cards import middle_text
from replay.draw.elements import coloured, letter_of, num, path, rect, symbol, text
from replay.lettering import width_of
from replay.scene import Box, Piece

_BOWS = {"east": (1, 0), "south": (0, 1), "west": (-1, 0), "north": (0, -1)}


def colour_card(piece: Piece) -> str:
    """A map card: its colour's band with the letter, number or star, and icon."""
    box = piece.box
    band = box.h * 0.3
    face = (
        symbol("wild", _square(box, 0.44, box.y + band + box.h * 0.06), "c")
        if piece.face == "*"
        else middle_text(box, piece.face, "b deeper", box.h * 0.45, box.y + band + box.h * 0.2)
    )
    icon = [symbol(piece.symbol, _square(box, 0.38, box.y + box.h * 0.71), "c")] if piece.symbol else []
    return coloured(
        piece.look,
        rect(box, "card tint", 4),
        rect(Box(box.x, box.y, box.w, band), "flood", 4),
        middle_text(Box(box.x, box.y, box.w, band), letter_of(piece.look), "b on", band * 0.75),
        face,
        *icon,
    )


def strip(piece: Piece) -> str:
    """A map card of which only a strip shows (`amount` units of it): letter, number or star, icon. Without a look, a
    strip that stands for several."""
    box, shown = piece.box, piece.amount
    if not piece.look:
        return rect(box, "card", 4) + text(box.x + 6, box.y + box.h / 2 + 2, piece.face, "t10 soft")
    narrow, large = box.w < 50, shown >= 17
    letter = 11.0 if narrow else max(12.0, box.w * 0.2)
    middle, row = box.x + letter / 2, box.y + shown / 2
    left = box.x + letter + (2 if narrow else 5)
    look = f"b deeper {'t16' if large else 't12'}"
    if piece.face == "*":
        wide = min(14.0, shown - 3)
        face = symbol("wild", Box(left, row - wide / 2, wide, wide), "c")
    else:
        wide = width_of(piece.face, look)
        face = text(left, row + (5.5 if large else 4.5), piece.face, look)
    margin = 2 if narrow else 3
    size = min(18, shown - 3, box.x + box.w - left - wide - margin)
    mark = Box(box.x + box.w - size - margin, row - size / 2, size, size)
    return coloured(
        piece.look,
        rect(box, "card tint", 4),
        rect(Box(box.x, box.y, letter, box.h), "flood", 4),
        text(middle, row + (5 if large else 4.5), letter_of(piece.look), f"mid b on {'t14' if large else 't12'}"),
        face,
        *([symbol(piece.symbol, mark, "c")] if piece.symbol else []),
    )


def loot_card(piece: Piece) -> str:
    """A treasure with the symbol of its type and its number, or a healer with the price. A narrow one loses the words
    that do not fit."""
    box = piece.box
    look = "t14" if box.w >= 44 else "t10" if box.w >= 28 else "t8"
    size = min(box.w * 0.68 if box.w >= 28 else box.w - 3, box.h * 0.52)
    mark = Box(box.x + (box.w - size) / 2, box.y + (box.h * 0.62 - size) / 2 + 1, size, size)
    said = piece.face if box.w >= 28 else piece.face.lstrip("#")
    tries = ((said, f"b {look}"), (said, "t8"))
    face, look = next(((words, each) for words, each in tries if width_of(words, each) <= box.w), ("", ""))
    words = text(box.x + box.w / 2, box.y + box.h * 0.89, face, f"mid soft {look}") if face else ""
    return rect(box, "card goldcard", 4) + symbol(piece.symbol, mark, "mark-gold") + words


def treasure_deck(piece: Piece) -> str:
    """The treasure deck: which pile is on top, and how many treasures lie in it."""
    box = piece.box
    high = box.h >= 70
    pile = text(box.x + box.w / 2, box.y + box.h * 0.68, piece.small, f"mid b serif on-back {'t16' if high else 't12'}")
    left = text(box.x + box.w / 2, box.y + box.h * 0.9, piece.face, f"mid b on-back {'t14' if high else 't10'}")
    return (
        rect(box, "back gold-back", 5)
        + symbol("treasure", _square(box, 0.52, box.y + box.h * 0.08), "goldback")
        + pile
        + left
    )


def sail(piece: Piece) -> str:
    """The ship, with an arrowhead on the side to which it looks."""
    box, (dx, dy) = piece.box, _BOWS[piece.small]
    x, y = box.middle
    size = box.w * 0.52
    near, tip, half = box.w / 2 - 13, box.w / 2, 9
    points = [(near, -half), (tip, 0), (near, half)]
    placed = [f"{num(x + along * dx - across * dy)} {num(y + along * dy + across * dx)}" for along, across in points]
    drawn = symbol("ship", Box(x - size / 2, y - size * 0.53, size, size), "shipmark")
    return drawn + path(f"M{'L'.join(placed)}Z", "bow")


def _square(box: Box, part: float, y: float) -> Box:
    """A square in the middle of a card's width."""
    size = box.w * part
    return Box(box.x + (box.w - size) / 2, y, size, size)
