"""The hands in the picture: one's own to tap, others as fans; after a round, the points in their place."""

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import NamedTuple

from replay.action import UNKNOWN
from replay.games.sea_or_shore.scene_layout import Layout, hand_boxes
from replay.games.sea_or_shore.state import State
from replay.games.sea_or_shore.words import COLOUR_OF, NUMBER_OF, card_words
from replay.lettering import fitted, width_of
from replay.saying import owner, person
from replay.scene import NARROW, Box, Piece, SceneGroup, ScenePart, Text, Zone
from replay.scene_parts import Room, again

_BEHIND = 9
"""The gap between a hand and its number, for the mark of a change."""


class Sheet(NamedTuple):
    """What is drawn so far. `ids` are the cards that lie somewhere already: a record may name one twice."""

    zones: list[Zone]
    pieces: list[Piece]
    texts: list[Text]
    ids: set[str]

    def card_id(self, card: str, other: str) -> str:
        """The id of a card: its own name, so that it stays the same thing wherever it goes; else the other id."""
        if card == UNKNOWN or card in self.ids:
            return other
        self.ids.add(card)
        return card


class Lying(NamedTuple):
    """What is put together to a picture: where earlier parts are kept, and which cards lie somewhere already."""

    room: Room
    width: int
    ids: set[str]

    def group(self, facts: tuple[object, ...], cards: Iterable[str], draw: Callable[[Sheet], None]) -> SceneGroup:
        """A part of the picture from its facts; `cards` are those that it shows by their own names."""
        named = {card for card in cards if card != UNKNOWN}
        taken = frozenset(named & self.ids)
        self.ids.update(named)

        def drawn() -> list[ScenePart]:
            sheet = Sheet([], [], [], set(taken))
            draw(sheet)
            return [ScenePart(sheet.zones, sheet.pieces, sheet.texts)]

        return again(self.room, (self.width, taken, facts), drawn)


def hands(lying: Lying, layout: Layout, state: State, viewer: str | None) -> SceneGroup:
    """The viewer's hand or, for somebody without one, everybody's; between rounds the points."""
    if is_between_rounds(state):
        totals = tuple(state.result.total.items()) if state.result is not None else None
        points = ("points", tuple(state.points.items()), totals)
        return lying.group(points, (), lambda sheet: _draw_points(sheet, layout, state))
    if viewer is None:
        laid = [laid_cards(state, seat) for seat in state.hands]
        held = tuple(state.hands.items())
        cards = chain.from_iterable(state.hands.values())
        return lying.group(("hands", *laid, held), cards, lambda sheet: _draw_all_hands(sheet, layout, state))
    hand = state.hands[viewer]
    facts = ("hand", hand, laid_cards(state, viewer))
    return lying.group(facts, hand, lambda sheet: _draw_own_hand(sheet, layout, state, viewer))


def is_between_rounds(state: State) -> bool:
    """Whether a round has ended, so that nobody has cards."""
    return state.phase in ("deal", "over")


def in_hand(state: State, seat: str) -> str:
    """How many cards a player holds: `5 in hand`."""
    return f"{len(state.hands[seat]) - laid_cards(state, seat)} in hand"


def laid_cards(state: State, seat: str) -> int:
    """How many cards of a hand lie on the table already; the log names them when the covers come off."""
    return 1 if not state.played and any(lay.seat == seat for lay in state.lays) and state.hands[seat] else 0


def draw_fan(sheet: Sheet, state: State, seat: str, box: Box, at: str, *, centred: bool = True) -> None:
    """Somebody else's hand: backs, then the cards that are known, then how many there are."""
    hand = state.hands[seat]
    left = len(hand) - laid_cards(state, seat)
    known = sorted((card for card in hand if card != UNKNOWN), key=card_order)
    backs = max(0, left - len(known))
    look = "b t14" if box.h > 30 else "b t12"
    w, behind = min(26.0, box.h * 0.72), _BEHIND + width_of(str(left), look)
    apart = 5 if backs and known else 0
    room = box.w - behind - apart
    mini = min(w + 2, (room - w * bool(backs) - w) / max(1, len(known) - 1))
    minis = mini * (len(known) - 1) + w + 2 if known else 0
    step = min(w / 2, (room - minis - w) / (backs - 1)) if backs > 1 else 0
    taken = w + step * (backs - 1) if backs else 0
    x = box.x + (room - taken - minis) / 2 if centred else box.x
    whose = f"{owner(state.table, seat)} hand"
    if backs or not known:
        fan = Box(x, box.y, max(taken, 1), box.h)
        sheet.pieces.append(Piece(f"{seat}-hand", at, "fan", fan, f"{whose}, {_cards(left)}", "bare", amount=backs))
    taken += apart
    for place, card in enumerate(known):
        here = Box(x + taken + mini * place, box.y, w, box.h)
        id = sheet.card_id(card, f"{seat}-known-{place + 1}")
        words = f"{card_words(card)} in {whose}"
        sheet.pieces.append(Piece(id, at, "mini-card", here, words, COLOUR_OF[card], str(NUMBER_OF[card])))
    after = x + taken + minis + (_BEHIND if taken or minis else 0)
    sheet.texts.append(Text(after, box.y + box.h / 2 + 5, str(left), look))


def _draw_own_hand(sheet: Sheet, layout: Layout, state: State, seat: str) -> None:
    """The viewer's own cards, large enough to tap. One that was laid is among them: the log does not say which."""
    hand, laid = sorted(state.hands[seat], key=card_order), laid_cards(state, seat)
    x, title_y, number_y = layout.hand_head
    told = _cards(len(hand) - laid) + (", 1 laid" if laid else "")
    in_line = number_y == title_y
    sheet.zones.append(Zone("hand", layout.hand, "well", "your hand", corner=14, tap=False))
    sheet.texts.append(Text(x, title_y, "Your hand", "b t14", told if in_line else ""))
    if not in_line:
        sheet.texts.append(Text(x, number_y, told, "t12 soft"))
    for place, (card, box) in enumerate(zip(hand, hand_boxes(layout, len(hand)), strict=True)):
        id = sheet.card_id(card, f"hand-{place + 1}")
        if card == UNKNOWN:
            sheet.pieces.append(Piece(id, "hand", "back", box, "an unseen card"))
        else:
            face = str(NUMBER_OF[card])
            sheet.pieces.append(Piece(id, "hand", "island-card", box, card_words(card), COLOUR_OF[card], face))


def _draw_all_hands(sheet: Sheet, layout: Layout, state: State) -> None:
    """For somebody without a hand of their own: every hand in a row, known cards readable."""
    sheet.zones.append(Zone("hands", layout.hand, "well", "everybody's hands", corner=14, tap=False))
    for seat, box in _rows(sheet, layout, state, layout.hand):
        row = f"{seat}-hands"  # a zone of its own: a card that was passed on lies in another
        says = f"{owner(state.table, seat)} hand"
        sheet.zones.append(Zone(row, box, "", says, "none", 6, tap=False))
        draw_fan(sheet, state, seat, box, at=row, centred=False)


def _draw_points(sheet: Sheet, layout: Layout, state: State) -> None:
    """After a round nobody has a hand: in its place stand everybody's points."""
    whole = layout.hand
    edge = 10 if whole.w == layout.width else 0  # room for the rim that marks them, which the picture's edge would cut
    box = Box(whole.x + edge, whole.y, whole.w - 2 * edge, whole.h)
    sheet.zones.append(Zone("points", box, "well", "everybody's points", corner=14, tap=False))
    for seat, row in _rows(sheet, layout, state, box):
        points = [str(one) for one in state.points.get(seat, ())]
        rounds = " and ".join(f"{one} in round {place}" for place, one in enumerate(points, 1))
        total = str(state.result.total.get(seat, UNKNOWN)) if state.result is not None else points[-1] if points else ""
        y = row.y + row.h / 2 + 5
        sheet.texts.append(Text(row.x, y, total, "b t14"))
        sheet.texts.append(Text(row.x + 30, y, rounds, "t14 soft"))


def _rows(sheet: Sheet, layout: Layout, state: State, whole: Box) -> Iterator[tuple[str, Box]]:
    """A row for each player where the hand lies: their name is written, and the room beside it is given out."""
    narrow = layout.width < NARROW
    across, high, card_h, least, most = (1, 41.0, 31.0, 70.0, 94.0) if narrow else (2, 56.0, 40.0, 110.0, 180.0)
    longest = max(width_of(person(state.table, seat), layout.name_look) for seat in state.table.seats)
    names = min(max(least, longest + 2), most)
    wide = (whole.w - 16) / across
    for place, seat in enumerate(state.table.seats):
        x, y = whole.x + 12 + wide * (place % across), whole.y + 8 + high * (place // across)
        name = fitted(person(state.table, seat), layout.name_look, names)
        sheet.texts.append(Text(x, y + card_h / 2 + 5, name, layout.name_look))
        yield seat, Box(x + names + 4, y, wide - names - 12, card_h)


def card_order(card: str) -> tuple[str, int]:
    """Cards by colour and number, unseen ones last."""
    return COLOUR_OF.get(card, "~"), NUMBER_OF.get(card, 0)


def _cards(amount: int) -> str:
    return f"{amount} {'card' if amount == 1 else 'cards'}"
