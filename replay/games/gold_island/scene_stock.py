"""What lies before a player in the picture: permits, island cards, crew and relics, always in this order."""

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from replay.action import UNKNOWN
from replay.games.gold_island.phrases import some_island_cards
from replay.games.gold_island.scene_layout import Eyes
from replay.games.gold_island.scene_sea import pawns_of, pawns_width
from replay.games.gold_island.scene_words import RELIC_SYMBOLS, permit_said, relic_said
from replay.games.gold_island.state import Value
from replay.games.gold_island.view import held_values
from replay.lettering import width_of
from replay.saying import counted
from replay.scene import LETTERS, Box, Piece, ScenePart, Text, Zone
from replay.scene_parts import again, as_last, joined

_LEAD = 24
"""The room of the symbol before the things."""
_APART = 3
"""So many things of unknown value lie side by side; more lie on each other, with their number behind."""


class _Size(NamedTuple):
    """How wide things are: as usual, or where many have to fit."""

    permit: float
    card: float
    gap: float
    fan: float
    between: float
    """The gap between two kinds of things."""


_SIZES = (
    _Size(24, 20, 3, 9, 10),
    _Size(19, 17, 1, 5, 9),
    _Size(17, 15, 0.5, 3, 7),
    _Size(17, 15, -5, 1, 4),
    _Size(17, 15, -9, 0.5, 3),
)


class _Group(NamedTuple):
    """Things of one kind, and where they end."""

    part: ScenePart
    end: float


class _Stock(NamedTuple):
    """What lies before a player, as the viewer sees it."""

    permits: tuple[str, ...]
    cards: tuple[str, ...]
    crew: tuple[tuple[str, int], ...]
    relics: tuple[tuple[str, Value], ...]


def stock(eyes: Eyes, seat: str, permits: tuple[str, ...], box: Box) -> ScenePart:
    """Symbol and things, or 0, for each kind of thing. With many things they are drawn narrower."""
    owned = eyes.state.owned[seat]
    facts = (box, permits, owned.cards, owned.crew, eyes.state.relics)
    return as_last(eyes.last, ("stock", seat), facts, partial(_kept_stock, eyes, seat, permits, box))


def _kept_stock(eyes: Eyes, seat: str, permits: tuple[str, ...], box: Box) -> ScenePart:
    state, owned = eyes.state, eyes.state.owned[seat]
    crew = tuple((colour, number) for colour, number in owned.crew.items() if number)
    relics = tuple((id, relic.gold) for id, relic in state.relics.items() if relic.at == seat)
    held = _Stock(permits, owned.cards, crew, relics)
    return again(eyes.drawn, ("stock", seat, box, held, eyes.viewer is None), partial(_stock, eyes, seat, box, held))


def _stock(eyes: Eyes, seat: str, box: Box, held: _Stock) -> ScenePart:
    parts: list[ScenePart] = []
    for size in _SIZES:
        parts, x = [], box.x
        for group in (_permits, _cards, _crew, _relics):
            part, x = group(eyes, seat, held, Box(x, box.y, 0, box.h), size)
            parts.append(part)
            x += size.between
        if x - size.between <= box.x + box.w:
            break
    return joined(parts)


def _lead(seat: str, at: str, what: str, symbol: str, start: Box) -> Piece:
    mark = Box(start.x, start.y + 2, 20, 20)
    return Piece(f"{seat}.{what}", at, "picture", mark, what.replace("-", " "), "mark-ink3", symbol=symbol)


def _nothing(lead: Piece, start: Box) -> _Group:
    """The symbol, and 0."""
    zero = Text(start.x + _LEAD, start.y + 18, "0", "b t14")
    return _Group(ScenePart(pieces=[lead], texts=[zero]), zero.x + width_of("0", zero.look))


def _permits(eyes: Eyes, seat: str, held: _Stock, start: Box, size: _Size) -> _Group:
    values = held.permits
    lead = _lead(seat, seat, "permits", "permit", start)
    if not values:
        return _nothing(lead, start)
    pieces, texts, x = [lead], [], start.x + _LEAD
    hidden = values.count(UNKNOWN)
    star = "ne" if eyes.viewer is None else "se"  # below the name, except where cards lie close below
    for index, value in enumerate(values):
        again = values[:index].count(value)
        id = f"{seat}.permit.{'unseen' if value == UNKNOWN else value}" + (f".{again + 1}" if again else "")
        spot, face = Box(x, start.y + 1, size.permit, 22), f"{LETTERS.get(seat, '?')}{value}"
        pieces.append(Piece(id, seat, "letter", spot, permit_said(eyes.whose[seat], value), seat, face, star=star))
        covered = hidden > _APART and value == UNKNOWN and again + 1 < hidden
        x += 8 if covered else size.permit + size.gap
    x -= size.gap
    if hidden > _APART:
        texts.append(Text(x + 4, start.y + 18, str(len(values)), "b t14"))
        x += 4 + width_of(str(len(values)), "b t14")
    return _Group(ScenePart(pieces=pieces, texts=texts), x)


def values_in_front(eyes: Eyes, seat: str) -> tuple[str, ...]:
    """The permits in front of a player; of another's only those that were shown, whatever follows from the others."""
    if eyes.viewer in (None, seat):
        return held_values(eyes.state, seat, eyes.viewer)
    held = eyes.state.owned[seat].held
    placed = [permit.value for isle in eyes.state.islands.values() for permit in isle.stack if permit.seat == seat]
    open_ones = [value for value in sorted(eyes.state.shown_permits.get(seat, ())) if value not in placed][
        : max(0, held)
    ]
    return (*map(str, open_ones), *(UNKNOWN,) * (held - len(open_ones)))


def _cards(eyes: Eyes, seat: str, held: _Stock, start: Box, size: _Size) -> _Group:
    """The island cards: a zone of their own, for one that is taken away may be all that changes."""
    cards, at = held.cards, f"{seat}.cards"
    lead = _lead(seat, at, "island-cards", "island", start)
    if cards:
        group = _some_cards(at, cards, start, size)
        group = _Group(ScenePart(pieces=[lead, *group.part.pieces]), group.end)
    else:
        group = _nothing(lead, start)
    box = Box(start.x - 2, start.y - 2, group.end - start.x + 4, 29)
    says = f"{eyes.whose[seat]} island cards: {len(cards)}"
    zone = Zone(at, box, "", says, "none", 6, tap=False)
    return _Group(ScenePart([zone], group.part.pieces, group.part.texts), group.end)


def _some_cards(at: str, cards: Sequence[str], start: Box, size: _Size) -> _Group:
    pieces, x = [], start.x + _LEAD
    known = sorted((card for card in cards if card != UNKNOWN), key=lambda card: (len(card), card))
    unseen = len(cards) - len(known)
    if unseen:
        wide = 18 + size.fan * (unseen - 1) + 26
        says = counted(unseen, "unseen island card")
        pieces.append(Piece(f"{at}.unseen", at, "fan", Box(x, start.y, wide, 25), says, amount=unseen))
        x += wide + max(0, size.gap)
    for index, card in enumerate(known):
        id = f"{at}.{card}" + (f".{index}" if card in known[:index] else "")
        says, spot = some_island_cards([card]), Box(x, start.y, size.card, 25)
        pieces.append(Piece(id, at, "place-card", spot, says, face=card.removeprefix("isle-")[:2]))
        x += size.card + size.gap
    return _Group(ScenePart(pieces=pieces), x - size.gap)


def _crew(eyes: Eyes, seat: str, held: _Stock, start: Box, size: _Size) -> _Group:
    if not held.crew:
        return _nothing(_lead(seat, seat, "crew", "pawn", start), start)
    pieces, x = [], start.x
    for colour, number in held.crew:
        wide = pawns_width(22, number)
        pieces.append(pawns_of(seat, Box(x, start.y + 1, wide, 22), colour, number))
        x += wide + min(0, size.gap)
    return _Group(ScenePart(pieces=pieces), x)


def _relics(eyes: Eyes, seat: str, held: _Stock, start: Box, size: _Size) -> _Group:
    pieces, x = [], start.x
    for id, gold in held.relics:
        says, spot = relic_said(id, gold), Box(x, start.y, 20, 25)
        pieces.append(Piece(id, seat, "relic", spot, says, "", str(gold), "", RELIC_SYMBOLS[id]))
        x += 20 + size.gap
    return _Group(ScenePart(pieces=pieces), x - size.gap)
