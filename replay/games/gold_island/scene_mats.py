"""The mats of the players in the picture: name, permits, island cards, crew and relics, hand and last used card."""

from collections import Counter
from collections.abc import Sequence
from functools import cache, lru_cache, partial
from typing import Any, NamedTuple

from replay.action import UNKNOWN
from replay.games.gold_island.phrases import a_card, pirates_by_colour
from replay.games.gold_island.scene_layout import Eyes, Mat
from replay.games.gold_island.scene_stock import stock, values_in_front
from replay.games.gold_island.scene_words import (
    PROPERTY_LABELS,
    PROPERTY_SYMBOLS,
    hand_said,
)
from replay.games.gold_island.scoring import result_of
from replay.games.gold_island.state import Owned, Relic
from replay.games.gold_island.words import card_of, said
from replay.lettering import fitted, width_of
from replay.saying import counted
from replay.scene import Box, Piece, SceneGroup, ScenePart, Text, Zone
from replay.scene_parts import again, as_last, joined, of_same, spread

SMALL = (24.0, 31.0)
"""A card in another's mat."""
_SIDE = 10
_FAN = 78
"""The room of a hand in another's mat."""
_STEP = 26
_FINGER = 42
"""The least step between cards that are to be tapped."""
_BETWEEN = 6
"""The gap between two rows of cards."""


def mat_boxes(eyes: Eyes) -> list[Box]:
    """The places of the mats: the first is the viewer's own, if somebody looks; it grows with a large hand."""
    seats = len(eyes.state.owned)
    if eyes.viewer is None:
        return _places(eyes.look.mat, seats, None)
    hand = eyes.state.owned[eyes.viewer].hand
    rows = as_last(eyes.last, "rows", (hand,), lambda: len(_rows_of(eyes, hand)))
    return _places(eyes.look.mat, seats, rows)


@cache
def _places(look: Mat, seats: int, rows: int | None) -> list[Box]:
    own, first = look.own, look.first
    if rows is None:
        return [Box(own.x, own.y + (look.open_height + 10) * index, own.w, look.open_height) for index in range(seats)]
    more = (rows - 1) * (look.hand[1] + _BETWEEN)
    others = [Box(first.x, first.y + more + look.step * index, first.w, first.h) for index in range(seats - 1)]
    return [Box(own.x, own.y, own.w, own.h + more), *others]


def mats(eyes: Eyes, boxes: Sequence[Box]) -> list[SceneGroup]:
    """The viewer's own mat first, the others clockwise from their left; for nobody's eyes all of them alike."""
    facts = of_same(eyes.kept, ("mats", eyes.viewer), eyes.state, partial(_mats_of, eyes))
    return [
        as_last(eyes.last, ("mat", one.seat), (box, one), partial(_mat, eyes, one, box))
        for one, box in zip(facts, boxes, strict=True)
    ]


class _MatFacts(NamedTuple):
    """All that a mat shows, in both arrangements."""

    seat: str
    on_turn: bool
    permits: tuple[str, ...]
    counts: tuple[object, ...]
    relics: dict[str, Relic]
    result: dict[str, Any] | None


def _mats_of(eyes: Eyes) -> list[_MatFacts]:
    """The mats in their order."""
    state = eyes.state
    seats = state.table.clockwise(eyes.viewer) if eyes.viewer else state.table.seats
    result = result_of(state) if state.phase != "play" else None
    turn = state.turn.seat if state.turn is not None else None
    found = []
    for seat in seats:
        shown = (state.owned[seat], seat == turn, state.islands, state.shown_permits, state.relics, result)
        place = ("facts", eyes.viewer, seat)
        found.append(as_last(eyes.kept, place, shown, partial(_facts_of, eyes, seat, seat == turn, result)))
    return found


def _facts_of(eyes: Eyes, seat: str, on_turn: bool, result: dict[str, Any] | None) -> _MatFacts:
    state, owned = eyes.state, eyes.state.owned[seat]
    told = (owned.held, owned.gained, state.islands, state.shown_permits)
    place = ("permits", eyes.viewer, seat)
    permits = as_last(eyes.kept, place, told, partial(values_in_front, eyes, seat))
    piles = (owned.hand, owned.discard, owned.draw, owned.nest, owned.placed, owned.held)
    return _MatFacts(seat, on_turn, permits, (*piles, owned.cards, owned.crew), state.relics, result)


def _mat(eyes: Eyes, facts: _MatFacts, box: Box) -> list[ScenePart]:
    """A mat in parts that change at different times: the mat itself, its head, the stock, the hand."""
    state, seat, result, permits, on_turn = eyes.state, facts.seat, facts.result, facts.permits, facts.on_turn
    owned = state.owned[seat]
    own, whole = eyes.viewer == seat, eyes.viewer in (None, seat)
    told = (facts.counts, result)
    says = as_last(eyes.kept, ("said", eyes.viewer, seat), told, partial(_mat_said, eyes, seat, result))
    right = _right_words(eyes, seat, result)
    won = result is not None and state.phase == "over" and seat in result["winners"]
    row = Box(box.x, box.y + box.h - SMALL[1] - 5, box.w, SMALL[1])
    top = box.y + 38 if own else (box.y + 29 + row.y - 25) / 2 if whole else row.y + 3
    room = box.w - 2 * _SIDE - (0 if whole else SMALL[0] + 18 + _hand_room(owned))
    held = (box, owned.hand, owned.discard, owned.draw)
    return [
        again(eyes.drawn, ("mat", seat, box, on_turn, says), partial(_ground, seat, box, on_turn, says)),
        again(eyes.drawn, ("head", seat, box, right, won, own), partial(_head, eyes, seat, box, right, won=won)),
        stock(eyes, seat, permits, Box(box.x + _SIDE, top, room, 25)),
        as_last(eyes.last, ("hand", seat), held, partial(_kept_hand, eyes, seat, box, row)),
    ]


def _kept_hand(eyes: Eyes, seat: str, box: Box, row: Box) -> ScenePart:
    owned, own, whole = eyes.state.owned[seat], eyes.viewer == seat, eyes.viewer in (None, seat)
    facts = ("hand", seat, box, own, whole, owned.hand, len(owned.discard), owned.discard[-1:], owned.draw)
    if own:
        return again(eyes.drawn, facts, partial(_own_hand, eyes, seat, box, owned))
    return again(eyes.drawn, facts, partial(_hand, seat, row, owned, whole))


def _ground(seat: str, box: Box, on_turn: bool, says: str) -> ScenePart:
    dot = (box.x + 3, box.y + box.h - 3)
    return ScenePart([Zone(seat, box, "mat turn" if on_turn else "mat", says, dot=dot)])


def _head(eyes: Eyes, seat: str, box: Box, told: str, *, won: bool) -> ScenePart:
    """Letter, name and seat; at the right what everybody asks for."""
    letter = Box(box.x + _SIDE, box.y + 7, 22, 22)
    pieces = [Piece(f"{seat}.seat", seat, "letter", letter, seat, seat)]
    right = Text(box.x + box.w - _SIDE, box.y + 23, told, "end b t12" if won else "end t12 soft")
    left = right.x - width_of(right.words, right.look) - 8
    if won:
        left -= 20
        crown = Box(left + 4, box.y + 9, 18, 18)
        pieces.append(Piece(f"{seat}.crown", seat, "picture", crown, "wins", "mark-gold", symbol="crown"))
    return ScenePart(pieces=pieces, texts=[_name(eyes, seat, letter.x + 30, right.y, left), right])


def _name(eyes: Eyes, seat: str, x: float, y: float, end: float) -> Text:
    """The name, and softly the seat and "you"; what does not fit is left out, and at last the name is cut."""
    called, look = eyes.state.table.name(seat), "b t16"
    you = ["you"] if seat == eyes.viewer else []
    about = [[seat, *you] if called != seat else you, you, []]
    soft = [" · ".join(words) for words in about]
    more = next((words for words in soft if width_of(called, look, words) <= end - x), "")
    return Text(x, y, fitted(called, look, end - x), look, more)


def _right_words(eyes: Eyes, seat: str, result: dict[str, Any] | None) -> str:
    """Permits placed and left; after the last turn the gold from chests, coins and relics."""
    owned = eyes.state.owned[seat]
    if result is None:
        return f"{owned.placed} placed · {owned.nest} {eyes.look.mat.nest_words}"
    told = " + ".join(str(result[name][seat]) for name in ("chests", "coins", "relic"))
    if seat in result["eliminated"]:
        return f"{told} gold, out"
    total = result["score"][seat] if result["score"] != UNKNOWN else UNKNOWN
    return f"{told} = {total} gold"


def _mat_said(eyes: Eyes, seat: str, result: dict[str, Any] | None) -> str:
    owned = eyes.state.owned[seat]
    told = [
        f"{counted(owned.held, 'permit')} in front, {owned.placed} placed, {owned.nest} in the nest",
        counted(len(owned.cards), "island card"),
        f"crew: {_crew_said(eyes, seat)}",
        hand_said(len(owned.hand)),
        f"{owned.draw} to draw, {len(owned.discard)} used",
    ]
    if result is not None:
        told.append(_right_words(eyes, seat, result))
    return f"{eyes.names[seat]}{', you' if seat == eyes.viewer else ''}: {'; '.join(told)}"


def _crew_said(eyes: Eyes, seat: str) -> str:
    crew = eyes.state.owned[seat].crew
    return as_last(eyes.kept, ("crew", seat), (crew,), lambda: pirates_by_colour(crew))


@lru_cache(4096)
def card_piece(id: str, seat: str, name: str, box: Box, amount: int = 1, star: str = "se") -> Piece:
    """A pirate card face up."""
    card = card_of(name)
    looks = [seat, *(["poker"] if card.poker else []), *(["2"] if card.property.startswith("double-") else [])]
    words = a_card(name) if name == UNKNOWN else said(name)
    says = words if amount == 1 else f"{counted(amount, 'card')}: {words}"
    symbol, label = PROPERTY_SYMBOLS[card.property], PROPERTY_LABELS[card.property]
    return Piece(id, seat, "pirate-card", box, says, " ".join(looks), card.flag, label, symbol, amount, star=star)


def _rows_of(eyes: Eyes, hand: tuple[str, ...]) -> list[list[tuple[str, int]]]:
    """The viewer's own cards in rows, equal ones counted: no more in a row than leave room for a finger."""
    look = eyes.look.mat
    known = Counter(_known(hand))
    cards = [*known.items(), *[(UNKNOWN, 1)] * (len(hand) - known.total())]
    most = int((look.hand_room - 12 - look.hand[0]) // _FINGER) + 1
    return [cards[start : start + most] for start in range(0, len(cards), most)] or [[]]


def _own_hand(eyes: Eyes, seat: str, mat: Box, owned: Owned) -> ScenePart:
    """The viewer's own cards, large enough to tap; equal ones lie on each other. Piles at the right."""
    look, rows = eyes.look.mat, _rows_of(eyes, owned.hand)
    w, h = look.hand
    top = mat.y + mat.h - 8 - h - (len(rows) - 1) * (h + _BETWEEN)
    pieces: list[Piece] = []
    unseen = 0
    for line, row in enumerate(rows):
        for (card, amount), x in zip(row, spread(mat.x + 12, look.hand_room - 12, w, w + 8, len(row)), strict=True):
            spot = Box(x, top + line * (h + _BETWEEN), w, h)
            if card != UNKNOWN:
                pieces.append(card_piece(card, seat, card, spot, amount, "ne"))
                continue
            unseen += 1
            pieces.append(Piece(f"{seat}.unseen.{unseen}", seat, "back", spot, a_card(UNKNOWN)))
    return joined([ScenePart(pieces=pieces), _piles(eyes, seat, mat, top, owned)])


def _order(card: str) -> tuple[str, str]:
    return card_of(card).property, card


def _piles(eyes: Eyes, seat: str, mat: Box, top: float, owned: Owned) -> ScenePart:
    look = eyes.look.mat
    w, h = look.pile
    draw, used = (Box(mat.x + left, top, w, h) for left in look.piles)
    pieces = [_draw_pile(seat, draw, owned, "ne")]
    texts = [Text(draw.x + w / 2, top + h + 14, "draw", "mid t10")]
    if owned.discard:
        pieces.append(card_piece(f"{seat}.used", seat, owned.discard[-1], used, 1, "ne"))
        texts.append(Text(used.x + w / 2, top + h + 14, f"{len(owned.discard)} used", "mid t10"))
    return ScenePart(pieces=pieces, texts=texts)


def _draw_pile(seat: str, box: Box, owned: Owned, star: str = "se") -> Piece:
    says = f"{counted(owned.draw, 'card')} to draw"
    return Piece(f"{seat}.draw", seat, "back", box, says, "", str(owned.draw), star=star)


@lru_cache(4096)
def _known(hand: tuple[str, ...]) -> tuple[str, ...]:
    """The cards of a hand that the state knows, in order."""
    return tuple(sorted((card for card in hand if card != UNKNOWN), key=_order))


def _fan_room(owned: Owned) -> float:
    unseen = len(owned.hand) - len(_known(owned.hand))
    return _FAN if unseen or not owned.hand else 0


def _hand_room(owned: Owned) -> float:
    """The room of another's hand: backs, and then the cards that are known."""
    return min(_fan_room(owned) + len(_known(owned.hand)) * _STEP, _FAN + 4 * _STEP)


def _hand(seat: str, row: Box, owned: Owned, whole: bool) -> ScenePart:
    """Another's hand: backs with their number, known cards face up behind them; the last used card at the edge."""
    w, h = SMALL
    right = row.x + row.w - _SIDE
    pieces = []
    if owned.discard:
        pieces.append(card_piece(f"{seat}.used", seat, owned.discard[-1], Box(right - w, row.y, w, h)))
    end = right - w - 10
    if whole:
        end -= 36
        pieces.append(_draw_pile(seat, Box(end + 2, row.y, 22, h), owned))
    left = row.x + _SIDE if whole else end - _hand_room(owned)
    known, fan = _known(owned.hand), _fan_room(owned)
    if fan:
        says, unseen = hand_said(len(owned.hand)), len(owned.hand) - len(known)
        pieces.append(Piece(f"{seat}.hand", seat, "fan", Box(left, row.y, fan, h), says, amount=unseen))
    lefts = spread(left + fan, end - left - fan, w, _STEP, len(known))
    for index, (card, x) in enumerate(zip(known, lefts, strict=True)):
        again = known[:index].count(card)
        id = f"{seat}.hand.{card}" + (f".{again + 1}" if again else "")
        pieces.append(card_piece(id, seat, card, Box(x, row.y, w, h)))
    return ScenePart(pieces=pieces)
