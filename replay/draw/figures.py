"""How discs, explorers, coins, ships and other pieces are drawn."""

from html import escape

from replay.draw.cards import DROP, middle_text, size_of
from replay.draw.elements import circle, coloured, ellipse, letter_box, letter_of, num, path, rect, symbol, text
from replay.scene import Box, Piece


def disc(piece: Piece) -> str:
    """A disc seen from the side: the top one of a stack shows its face, a covered one (`wall`) only its wall."""
    box, colour = piece.box, piece.look.removesuffix(" wall")
    rx, ry = box.w / 2, box.w * 0.31
    x, top = box.x, box.y + ry
    wall = box.w * 0.24
    body = f"M{num(x)} {num(top)}v{num(wall)}a{num(rx)} {num(ry)} 0 0 0 {num(box.w)} 0v-{num(wall)}"
    if piece.look.endswith("wall"):
        closed = f"{body}a{num(rx)} {num(ry)} 0 0 0 -{num(box.w)} 0z"
        return coloured(colour, path(closed, "token"), text(x + rx, top + 2 * wall, letter_of(colour), "mid b on t12"))
    return coloured(
        colour,
        path(f"{body}z", "token"),
        ellipse(x + rx, top, rx, ry, "token"),
        text(x + rx, top + 5, letter_of(colour), "mid b on t14"),
    )


def explorer(piece: Piece) -> str:
    """Lost Island: an explorer with value and name. `ringed` wears a ring, `flag` carries the flag, `bomb` is next."""
    box, looks = piece.box, piece.look.split()
    half = box.w * 0.4
    x, y, h = box.x + box.w / 2, box.y, box.h
    foot = y + h * 0.92
    body = (
        f"M{num(x - half)} {num(y + h * 0.17)}Q{num(x)} {num(y)} {num(x + half)} {num(y + h * 0.17)}"
        f"V{num(y + h * 0.66)}"
        f"Q{num(x + half)} {num(y + h * 0.88)} {num(x)} {num(y + h * 0.94)}Q{num(x - half)} {num(y + h * 0.88)} "
        f"{num(x - half)} {num(y + h * 0.66)}Z"
    )
    rx, ry = box.w / 2, box.h * 0.12
    ring = (
        ellipse(x, foot, rx * 1.05, ry, "ringed-rim") + ellipse(x, foot, rx * 1.05, ry, "ringed")
        if "ringed" in looks
        else ""
    )
    large = size_of(h * (0.53 if len(piece.face) < 2 else 0.38))
    drawn = coloured(
        looks[0],
        ellipse(x, foot, rx, ry, "token-foot"),
        ring,
        path(body, "token"),
        text(x, y + h * 0.38 + DROP[large], piece.face, f"mid b on {large}"),
        text(x, y + h * 0.75 + 3, piece.small, f"mid b on {'t12' if h > 60 else 't10'}"),
    )
    return drawn + _worn(box, looks)


def _worn(box: Box, looks: list[str]) -> str:
    """What an explorer wears: badges at the left for a ring and for a bomb that is about to meet it, and the flag."""
    size = box.w * 0.4
    found = ""
    if "ringed" in looks:
        badge = Box(box.x - box.w * 0.12, box.y + box.h * 0.42, size, size)
        found += circle(*badge.middle, size / 2, "ring-badge") + symbol("ring", badge.inset(size * 0.15), "goldmark")
    if "bomb" in looks:
        badge = Box(box.x - box.w * 0.12, box.y + box.h * 0.74, size, size)
        found += circle(*badge.middle, size / 2, "ring-badge") + symbol("bomb", badge.inset(size * 0.15), "mark-ink3")
    if "flag" in looks:
        pole = Box(box.x + box.w * 0.7, box.y - box.h * 0.06, box.w * 0.5, box.w * 0.5)
        found += symbol("flag", pole, "flagmark")
    return found


def coin(piece: Piece) -> str:
    """Coins with their number; behind more than one a second coin shows."""
    box = piece.box
    x, y = box.middle
    r = box.w / 2
    second = circle(x + r * 0.2, y - r * 0.16, r, "coin") if piece.amount > 1 and "stack" in piece.look else ""
    return second + _gold(box, piece.face)


def _gold(box: Box, number: str) -> str:
    words = middle_text(box, number, "b on-gold", box.h * (0.62 if len(number) < 2 else 0.46))
    return circle(*box.middle, box.w / 2, "coin") + words


def gone(piece: Piece) -> str:
    """What lay here and was taken: a dashed circle with its number."""
    box = piece.box
    rock = " rock" if "rock" in piece.look else ""
    return circle(*box.middle, box.w / 2, f"gone{rock}") + middle_text(box, piece.face, f"gone-t{rock}", box.h * 0.62)


def letter(piece: Piece) -> str:
    """A colour with its letter or a short word: a permit, a seat."""
    box = piece.box
    if abs(box.w - box.h) < 0.5:
        return letter_box(piece.look, box.x, box.y, box.w, piece.face)
    return coloured(piece.look, rect(box, "token", 3), middle_text(box, piece.face, "b on", box.h * 0.56))


def pawn(piece: Piece) -> str:
    """A figure in its colour, with its letter: pirates, captains."""
    box = piece.box
    name = piece.symbol or "pawn"
    return coloured(
        piece.look,
        symbol(name, box, "fill piratemark"),
        text(
            box.x + box.w / 2, box.y + box.h * 0.86, letter_of(piece.look), f"mid b on {'t12' if box.w >= 22 else 't8'}"
        ),
    )


def vessel(piece: Piece) -> str:
    """A ship or a captain as a round token with a symbol, and its letter at the corner."""
    box = piece.box
    mark = Box(box.x + box.w * 0.17, box.y + box.h * 0.1, box.w * 0.66, box.h * 0.66)
    tag = max(13.0, box.w * 0.45)  # a smaller one has no room for its letter
    return coloured(
        piece.look, circle(*box.middle, box.w / 2, "token"), symbol(piece.symbol or "ship", mark, "on")
    ) + letter_box(piece.look, box.x + box.w - tag * 0.8, box.y + box.h - tag * 0.9, tag)


def count(piece: Piece) -> str:
    """A symbol and how many of the thing there are. Zero is written too."""
    box = piece.box
    mark = Box(box.x, box.y, box.h, box.h)
    if piece.look in ("", "curse", "goldmark", "faint") or piece.look.startswith("mark-"):
        drawn = symbol(piece.symbol, mark, piece.look or "mark-ink3")
    else:
        drawn = coloured(piece.look, symbol(piece.symbol, mark, "fill rimmed"))
    return drawn + text(box.x + box.h + 5, box.y + box.h / 2 + 5.5, piece.face, "b t16" if box.h >= 20 else "b t14")


def pill(piece: Piece) -> str:
    """A short word on a rounded ground: `passed`."""
    return rect(piece.box, "well", piece.box.h / 2) + middle_text(piece.box, piece.face, "b", 14)


def picture(piece: Piece) -> str:
    """A symbol by itself."""
    return symbol(piece.symbol, piece.box, piece.look)


def hull(piece: Piece) -> str:
    """Lost Island: the boat in which explorers wait, its front at the left."""
    box = piece.box
    x, y, w, h = box.x, box.y, box.w, box.h
    outline = (
        f"M{num(x)} {num(y)}Q{num(x + w * 0.04)} {num(y + h * 0.27)} {num(x + w * 0.095)} {num(y + h * 0.27)}"
        f"H{num(x + w * 0.93)}"
        f"L{num(x + w)} {num(y + h * 0.07)}Q{num(x + w * 0.985)} {num(y + h)} {num(x + w * 0.9)} {num(y + h)}"
        f"H{num(x + w * 0.135)}Q{num(x + w * 0.03)} {num(y + h)} {num(x)} {num(y)}Z"
    )
    return coloured(piece.look, path(outline, "hull"))


def bomb(piece: Piece) -> str:
    """Lost Island: a spent bomb with its value, and how it worked (`symbol`) beside it, or below it in a high box."""
    box = piece.box
    high = box.h > box.w
    size = box.w if high else box.h
    sign = size * 0.6
    beside = (
        Box(box.x + size * 0.14, box.y + box.h - sign, sign, sign)
        if high
        else Box(box.x + box.w - sign * 0.8, box.y + (box.h - sign) / 2, sign, sign)
    )
    ball = Box(box.x, box.y, size, size)
    return _ball(ball, piece.face) + symbol(piece.symbol, beside, "mark-sand")


def _ball(box: Box, number: str) -> str:
    """A bomb with a number on the middle of its ball."""
    large = size_of(box.w * (0.6 if len(number) < 2 else 0.4))
    middle = box.x + box.w * 0.4375, box.y + box.w * 0.604 + DROP[large]
    return symbol("bomb", box, "mark-bomb") + text(*middle, number, f"mid b hole-t {large}")


def tally(piece: Piece) -> str:
    """A symbol, how many of the thing there are, and what of it: `16 in the bank`. Its box holds the words."""
    box = piece.box
    mark = symbol(piece.symbol, Box(box.x, box.y + 1, box.h - 2, box.h - 2), piece.look or "mark-ink3")
    number = f'<tspan class="b t14">{escape(piece.face)}</tspan>' if piece.face else ""
    gap = ' dx="5"' if number else ""
    words = f'<tspan class="t12"{gap}>{escape(piece.small)}</tspan>'
    return f'{mark}<text x="{num(box.x + box.h + 4)}" y="{num(box.y + box.h / 2 + 5)}">{number}{words}</text>'


def tile(piece: Piece) -> str:
    """Lost Island: a small tile (`up` or `down`) with a symbol; bombs and coins have their number on it."""
    box = piece.box
    if piece.symbol == "coin":
        face = _gold(box.inset(box.w * 0.14), piece.face)
    elif piece.symbol == "bomb":
        face = _ball(box.inset(box.w * 0.06), piece.face)
    else:
        mark = "mark-leaf" if piece.look == "down" else "mark-sand"
        face = symbol(piece.symbol, box.inset(box.w * 0.12), mark)
    return rect(box, "tile down" if piece.look == "down" else "tile", 4) + face
