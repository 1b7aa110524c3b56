"""How pirate cards and what goes with them are drawn: pirates with their number, printed colours, relics."""

from replay.draw.cards import middle_text
from replay.draw.elements import circle, coloured, letter_of, rect, symbol, text
from replay.lettering import width_of
from replay.scene import Box, Piece

LIGHT = "light"
"""The face of a card that shows the lighthouse instead of a number."""


def pirate_card(piece: Piece) -> str:
    """A pirate card: flag and number, property, its name (`small`); `poker` in its look is the icon.

    A small one shows number and property only. `amount` is how many equal cards lie here, `2` in its look draws the
    property twice.
    """
    box = piece.box
    if box.w < 40:
        return _small_card(piece)
    colour, *marks = piece.look.split()
    under = rect(Box(box.x + 4, box.y - 4, box.w, box.h), "card", 5) if piece.amount > 1 else ""
    flag = min(20.0, box.w * 0.36)
    number = Box(box.x + box.w * 0.46, box.y + box.h * 0.11, box.w * 0.4, box.h * 0.28)
    poker = box.w * 0.2
    icon = Box(box.x + box.w - poker - 3, box.y + box.h * 0.36, poker, poker)
    return "".join(
        [
            under,
            coloured(colour, rect(box, "card", 5), rect(Box(box.x, box.y, box.w, 6), "flood", 3)),
            symbol("flag", Box(box.x + 4, box.y + 10, flag, flag), "mark-ink3"),
            _number(piece.face, number, "t20" if box.w >= 60 else "t16"),
            _property(piece, Box(box.x, box.y + box.h * 0.43, box.w, box.h * 0.4), "2" in marks),
            _label(piece),
            symbol("spade", icon, "mark-ink3") if "poker" in marks else "",
            _times(piece) if piece.amount > 1 else "",
        ]
    )


def _label(piece: Piece) -> str:
    """The name in the largest size that fits on the card; nothing if none does."""
    box = piece.box
    sizes = ("t12", "t10", "t8") if box.w >= 60 else ("t8",)
    size = next((size for size in sizes if width_of(piece.small, size) <= box.w - 4), "")
    return text(box.x + box.w / 2, box.y + box.h - 5, piece.small, f"mid {size}") if size else ""


def _small_card(piece: Piece) -> str:
    box = piece.box
    number = Box(box.x, box.y + box.h * 0.04, box.w, box.h * 0.46)
    lower = Box(box.x, box.y + box.h * 0.48, box.w, box.h * 0.48)
    return rect(box, "card", 3) + _number(piece.face, number, "t12") + _property(piece, lower, False)


def _number(face: str, box: Box, size: str) -> str:
    x, y = box.middle
    if face == LIGHT:
        side = min(box.w, box.h) * 1.05
        return symbol("lighthouse", Box(x - side / 2, y - side / 2, side, side), "mark-ink3")
    return text(x, y + {"t20": 7, "t16": 5.6}.get(size, 4.3), face, f"mid b {size}")


def _property(piece: Piece, box: Box, twice: bool) -> str:
    x, y = box.middle
    side = min(box.w * 0.46, box.h * 0.9)
    if not twice:
        return symbol(piece.symbol, Box(x - side / 2, y - side / 2, side, side), "mark-ink3")
    side *= 0.82
    places = (x - side, x)
    return "".join(symbol(piece.symbol, Box(place, y - side / 2, side, side), "mark-ink3") for place in places)


def _times(piece: Piece) -> str:
    """How many equal cards lie here, at the free corner under the flag."""
    return text(piece.box.x + 5, piece.box.y + piece.box.h * 0.47, f"×{piece.amount}", "b t12")


def pawns(piece: Piece) -> str:
    """A figure in its colour with its letter, and behind it how many there are (`face`), if that is to be told."""
    box = piece.box
    side = box.h
    letter = f"mid b on {'t12' if side >= 20 else 't8'}"
    figure = coloured(
        piece.look,
        symbol("pawn", Box(box.x, box.y, side, side), "fill piratemark"),
        text(box.x + side / 2, box.y + side * 0.88, letter_of(piece.look), letter),
    )
    if not piece.face:
        return figure
    large = "t16" if side >= 26 else "t14" if side >= 20 else "t12"
    return figure + text(box.x + side + 1, box.y + side * 0.74, piece.face, f"b {large}")


def round_letter(piece: Piece) -> str:
    """A printed colour: a disc with its letter, `?` where it is not known."""
    x, y = piece.box.middle
    large = piece.box.w >= 18
    return coloured(
        piece.look,
        circle(x, y, piece.box.w / 2, "letterbox"),
        text(x, y + (4.4 if large else 3.7), letter_of(piece.look), f"mid b on {'t12' if large else 't8'}"),
    )


def relic(piece: Piece) -> str:
    """A relic: a card with a golden rim and the symbol of what it allows, and its gold if there is room."""
    box = piece.box
    tall = box.h >= 30
    side = min(box.w * 0.76, box.h * (0.5 if tall else 0.76))
    x, y = box.middle
    top = box.y + 2 if tall else y - side / 2
    gold = middle_text(box, piece.face, "b", 12, box.y + box.h * 0.76) if tall and piece.face else ""
    return rect(box, "card goldcard", 3) + symbol(piece.symbol, Box(x - side / 2, top, side, side), "mark-gold") + gold


def place_card(piece: Piece) -> str:
    """A card that names a place by a number or a letter or two."""
    box = piece.box
    size = "t12" if width_of(piece.face, "b t12") <= box.w - 2 else "t8"
    x, y = box.middle
    return rect(box, "card", 3) + text(x, y + (4.3 if size == "t12" else 3.6), piece.face, f"mid b {size}")


def secret_card(piece: Piece) -> str:
    """The one card that nobody sees, with its own back."""
    box = piece.box
    side = box.w * 0.74
    x, y = box.middle
    return rect(box, "back gold-back", 4) + symbol("island", Box(x - side / 2, y - side / 2, side, side), "goldback")
