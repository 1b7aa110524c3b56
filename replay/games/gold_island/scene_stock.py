"""What lies before a player in the picture: permits, island cards, crew and relics, always in this order."""

from collections.abc import Sequence
from typing import NamedTuple

from replay.action import UNKNOWN
from replay.games.gold_island.scene_layout import Eyes, Part
from replay.games.gold_island.scene_sea import pawns_of, pawns_width, permit_said, relic_said
from replay.games.gold_island.scene_words import RELIC_SYMBOLS, place_said
from replay.games.gold_island.view import held_values
from replay.lettering import width_of
from replay.saying import counted
from replay.scene import LETTERS, Box, Piece, Text

_GAP = 10


class _Size(NamedTuple):
    """How wide things are: as usual, or where many have to fit."""

    permit: float
    card: float
    gap: float
    fan: float


_SIZES = (_Size(24, 20, 3, 9), _Size(19, 17, 1, 5), _Size(17, 15, 0.5, 3), _Size(17, 15, -5, 1))


class _Row(NamedTuple):
    """A row that is being filled, and how far."""

    pieces: list[Piece]
    texts: list[Text]
    x: float


def stock(eyes: Eyes, seat: str, box: Box) -> Part:
    """Symbol and things, or 0, for each kind of thing. With many things they are drawn narrower."""
    for size in _SIZES:
        row = _filled(eyes, seat, box, size)
        if row.x <= box.x + box.w:
            break
    return Part(pieces=row.pieces, texts=row.texts)


def _filled(eyes: Eyes, seat: str, box: Box, size: _Size) -> _Row:
    row = _Row([], [], box.x)
    row = _permits(eyes, seat, box, size, row)
    row = _cards(eyes, seat, box, size, row)
    row = _crew(eyes, seat, box, row)
    return _relics(eyes, seat, box, size, row)


def _led(seat: str, what: str, symbol: str, box: Box, row: _Row, amount: int) -> _Row:
    """The symbol of a kind of thing; and 0 if there is none."""
    mark = Box(row.x, box.y + 2, 20, 20)
    lead = Piece(f"{seat}.{what}", seat, "picture", mark, what.replace("-", " "), "mark-ink3", symbol=symbol)
    if amount:
        return _Row([*row.pieces, lead], row.texts, row.x + 24)
    return _Row([*row.pieces, lead], [*row.texts, Text(row.x + 24, box.y + 18, "0", "b t14")], row.x + 24 + 9 + _GAP)


def _permits(eyes: Eyes, seat: str, box: Box, size: _Size, row: _Row) -> _Row:
    values = held_values(eyes.state, seat, eyes.viewer)
    row = _led(seat, "permits", "permit", box, row, len(values))
    if not values:
        return row
    whose, pieces, x = eyes.whose[seat], [*row.pieces], row.x
    unseen = 0
    for value in values:
        known = value != UNKNOWN
        unseen += not known
        id = f"{seat}.permit.{value}" if known else f"{seat}.permit.unseen.{unseen}"
        face = f"{LETTERS.get(seat, '?')}{value}"
        pieces.append(
            Piece(id, seat, "letter", Box(x, box.y + 1, size.permit, 22), permit_said(whose, value), seat, face)
        )
        # From the fourth on, those that nobody can tell apart lie on each other, and their number stands behind.
        x += size.permit + size.gap if known or values.count(UNKNOWN) < 4 or unseen == values.count(UNKNOWN) else 8
    if values.count(UNKNOWN) < 4:
        return _Row(pieces, row.texts, x + _GAP - size.gap)
    number = Text(x + 1, box.y + 18, str(len(values)), "b t14")
    return _Row(pieces, [*row.texts, number], x + 1 + width_of(number.words, "b t14") + _GAP)


def _cards(eyes: Eyes, seat: str, box: Box, size: _Size, row: _Row) -> _Row:
    cards = eyes.state.owned[seat].cards
    row = _led(seat, "island-cards", "island", box, row, len(cards))
    if not cards:
        return row
    pieces, x = [*row.pieces], row.x
    unseen = cards.count(UNKNOWN)
    if unseen:
        wide = 18 + size.fan * (unseen - 1) + 26
        says = counted(unseen, "unseen island card")
        pieces.append(Piece(f"{seat}.cards.unseen", seat, "fan", Box(x, box.y, wide, 25), says, amount=unseen))
        x += wide - 4
    for index, card in enumerate(_ordered(cards)):
        id = f"{seat}.cards.{card}" if card not in _ordered(cards)[:index] else f"{seat}.cards.{card}.{index}"
        face = card.removeprefix("isle-")[:2]
        says = f"the island card of {place_said(card)}"
        pieces.append(Piece(id, seat, "place-card", Box(x, box.y, size.card, 25), says, face=face))
        x += size.card + size.gap
    return _Row(pieces, row.texts, x + _GAP - size.gap)


def _ordered(cards: Sequence[str]) -> list[str]:
    return sorted((card for card in cards if card != UNKNOWN), key=lambda card: (len(card), card))


def _crew(eyes: Eyes, seat: str, box: Box, row: _Row) -> _Row:
    crew = {colour: number for colour, number in eyes.state.owned[seat].crew.items() if number}
    if not crew:
        return _led(seat, "crew", "pawn", box, row, 0)
    pieces, x = [*row.pieces], row.x
    for colour, number in crew.items():
        wide = pawns_width(22, number)
        pieces.append(pawns_of(seat, Box(x, box.y + 1, wide, 22), colour, number))
        x += wide
    return _Row(pieces, row.texts, x + _GAP)


def _relics(eyes: Eyes, seat: str, box: Box, size: _Size, row: _Row) -> _Row:
    pieces, x = [*row.pieces], row.x
    for id, relic in eyes.state.relics.items():
        if relic.at == seat:
            spot = Box(x, box.y, 20, 25)
            says = relic_said(id, relic.gold)
            pieces.append(Piece(id, seat, "relic", spot, says, "", str(relic.gold), "", RELIC_SYMBOLS[id]))
            x += 20 + size.gap
    return _Row(pieces, row.texts, x)
