"""The table as a picture: decks, a column for each player from the starting player on, and the viewer's hand."""

from replay.action import UNKNOWN
from replay.game import Frame
from replay.games.sea_or_shore.state import Laid, State
from replay.games.sea_or_shore.view import ACTION_WORDS
from replay.games.sea_or_shore.words import COLOUR_OF, NUMBER_OF, PAIRS, colour_of, points_of
from replay.scene import NARROW, PHONE, WIDE, Box, Piece, Scene, Text, Zone


def scene(frame: Frame) -> Scene:
    """The table as the viewer sees it, for a wide screen or a phone."""
    state: State = frame.state
    made = _Phone(state, frame.viewer) if frame.width < NARROW else _Wide(state, frame.viewer)
    return made.scene()


def _turn_words(state: State) -> str:
    name = state.table.name
    match state.phase:
        case "pass":
            return "all pass a card"
        case "lay":
            return f"{name(state.turn)} lays" if state.turn else "all cards are laid"
        case "act":
            return f"{name(state.pending[0].seat)} acts" if state.pending else "the trick ends"
        case "deal":
            return "round 2 is dealt"
        case _:
            return "the game is over"


def _card_words(card: str) -> str:
    return "an unseen card" if card == UNKNOWN else card.replace("-", " ")


class _Wide:
    """The arrangement for a wide screen. What differs on a phone stands in `_Phone`."""

    width = WIDE
    deck_box = Box(16, 60, 286, 138)
    deck_step = (0.0, 146.0)
    columns = Box(318, 60, 666, 360)
    gap = 10.0
    card = (84.0, 118.0)
    card_top = 60.0
    hand_box = Box(16, 432, 968, 178)
    hand_card = (84.0, 118.0)
    height = 656

    def __init__(self, state: State, viewer: str | None) -> None:
        self.state = state
        self.viewer = viewer if viewer in state.hands else None
        self.zones: list[Zone] = []
        self.pieces: list[Piece] = []
        self.texts: list[Text] = []

    def scene(self) -> Scene:
        """The whole table."""
        state = self.state
        for index, name in enumerate(state.decks):
            self._deck(index, name)
        self._supply()
        seats = state.table.clockwise(state.starter)
        for index, seat in enumerate(seats):
            self._column(index, seat, len(seats))
        if self.viewer is not None:
            self._hand(self.viewer)
        status = f"round {state.round} of 2 · trick {state.trick} of {state.cards_each}"
        return Scene(
            self.width,
            self.height,
            "Sea or Shore",
            status,
            _turn_words(state),
            zones=tuple(self.zones),
            pieces=tuple(self.pieces),
            texts=tuple(self.texts),
        )

    def _deck(self, index: int, name: str) -> None:
        """A deck with its open treasure, and the action that goes with each pair of colours."""
        deck = self.state.decks[name]
        base, (dx, dy) = self.deck_box, self.deck_step
        box = Box(base.x + dx * index, base.y + dy * index, base.w, base.h)
        colours = PAIRS.get(name, tuple(colour for pair in PAIRS.values() for colour in pair))
        self.zones.append(Zone(name, box, "sea-g", f"the {' and '.join(colours)} treasures", corner=12))
        small = box.w < 220
        side = 16.0 if small else 22.0
        for place, colour in enumerate(colours):
            at = Box(box.x + 8 + (side + 4) * place, box.y + 8, side, side)
            self.pieces.append(Piece(f"{name}-{colour}", name, "letter", at, colour, look=colour))
        after = box.x + 14 + (side + 4) * len(colours)
        self.texts.append(Text(after, box.y + 8 + side * 0.72, "treasure", f"b {'t12' if small else 't14'}"))
        size = (40.0, 56.0) if small else (62.0, 86.0)
        top = box.y + 14 + side
        down = Box(box.x + 10, top, *size)
        left = len(deck.down)
        words = f"{left} treasures face down"
        self.pieces.append(Piece(f"{name}-down", name, "back", down, words, "pile", str(left), amount=max(1, left)))
        if deck.up is not None:
            up = Box(down.x + size[0] + 14, top, *size)
            self._treasure(f"{name}-up", name, deck.up, up, 1)
        pairs = [name] if name in PAIRS else list(PAIRS)
        for place, pair in enumerate(pairs):
            self._action(
                pair,
                Box(down.x + 2 * size[0] + 26, top, box.x + box.w - down.x - 2 * size[0] - 34, size[1]),
                place,
                len(pairs),
            )

    def _action(self, pair: str, box: Box, place: int, of: int) -> None:
        number = self.state.actions.get(pair)
        if number is None:
            return
        part = Box(box.x, box.y + place * (box.h / of + 2), box.w, box.h / of - 2 * (of - 1))
        says = f"action {number}: {ACTION_WORDS[number]}"
        lines = _lines(ACTION_WORDS[number], part.w / 6.6) if of == 1 and part.h > 70 else []
        texts = [Text(part.x + 28, part.y + 19, str(number), "b t16", pair if of > 1 else "")]
        texts += [Text(part.x + 7, part.y + 40 + 16 * row, line, "t12") for row, line in enumerate(lines[:3])]
        icon = Box(part.x + 5, part.y + 5, 18, 18)
        self.zones.append(
            Zone(
                f"action-{pair}",
                part,
                "card",
                says,
                corner=6,
                texts=tuple(texts),
                symbol="action",
                symbol_look="mark-act",
                symbol_box=icon,
            )
        )

    def _supply(self) -> None:
        state = self.state
        base, (_, dy) = self.deck_box, self.deck_step
        box = Box(base.x, base.y + dy * len(state.decks) if dy else 0, base.w, 68)
        if dy:
            self.zones.append(Zone("supply", box, "well", f"{state.supply} additions left", corner=12))
            self.pieces.append(
                Piece("supply-pile", "supply", "card", Box(box.x + 16, box.y + 8, 36, 50), "additions", face="+1")
            )
            out = len(state.discard)
            words = f"{state.supply} additions left"
            self.texts += [
                Text(box.x + 76, box.y + 30, words, "b t14"),
                Text(box.x + 76, box.y + 51, f"{out} island cards played", "t12 soft"),
            ]

    def _column(self, index: int, seat: str, seats: int) -> None:
        """A player: name, the card laid, treasures won, additions, the hand face down."""
        state = self.state
        width = (self.columns.w - self.gap * (seats - 1)) / seats
        box = Box(self.columns.x + (width + self.gap) * index, self.columns.y, width, self.columns.h)
        on_turn = state.turn == seat or (bool(state.pending) and state.pending[0].seat == seat)
        name = state.table.name(seat)
        small = width < 100
        middle = box.x + width / 2
        about = " · ".join(
            [
                *([seat] if name != seat else []),
                *(["starts"] if seat == state.starter else []),
                *(["you"] if seat == self.viewer else []),
            ]
        )
        texts = [
            Text(middle, box.y + (20 if small else 26), name, f"mid b {'t14' if small else 't16'}"),
            Text(middle, box.y + (36 if small else 44), about, "mid soft t12"),
        ]
        self.zones.append(
            Zone(seat, box, "mat turn" if on_turn else "mat", f"{name}'s place", corner=12, texts=tuple(texts))
        )
        self._laid(seat, box)
        top = box.y + self.card_top + self.card[1] + (30 if not small else 18)
        size = (34.0, 46.0) if small else (46.0, 62.0)
        pile = state.piles[seat]
        if pile:
            self._treasure(f"{seat}-pile", seat, pile[-1], Box(box.x + width * 0.12, top, *size), len(pile))
        adds = Box(box.x + width * (0.6 if small else 0.66), top + 4, size[0] * 0.74, size[1] * 0.78)
        self.pieces.append(
            Piece(
                f"{seat}-adds",
                seat,
                "card",
                adds,
                f"{state.additions[seat]} additions",
                face=str(state.additions[seat]),
            )
        )
        foot = top + size[1] + 18
        self.texts += [
            Text(box.x + width * 0.12 + size[0] / 2, foot, f"{len(pile)} won", "mid t12"),
            Text(adds.x + adds.w / 2, foot, "adds", "mid t12"),
        ]
        self._fan(seat, Box(box.x + width * 0.14, foot + 12, width * 0.8, 26 if small else 36))

    def _fan(self, seat: str, box: Box) -> None:
        hand = self.state.hands[seat]
        if seat == self.viewer:
            self.texts.append(Text(box.x + box.w / 2 - 6, box.y + 22, f"{len(hand)} in hand", "mid t12"))
        else:
            self.pieces.append(Piece(f"{seat}-hand", seat, "fan", box, f"{len(hand)} cards in hand", amount=len(hand)))

    def _laid(self, seat: str, box: Box) -> None:
        """The card of this trick: unveiled, half covered, or still to be laid."""
        state = self.state
        w, h = self.card
        at = Box(box.x + (box.w - w) / 2, box.y + self.card_top, w, h)
        card = state.played.get(seat)
        laid: Laid | None = next((lay for lay in reversed(state.lays) if lay.seat == seat), None)
        added = sum(lay.add for lay in state.lays if lay.seat == seat)
        if card is not None and card in COLOUR_OF:
            words = f"{state.table.name(seat)} played {_card_words(card)}"
            self.pieces.append(
                Piece(f"{seat}-card", seat, "island-card", at, words, COLOUR_OF[card], str(NUMBER_OF[card]))
            )
        elif card is not None:
            self.pieces.append(Piece(f"{seat}-card", seat, "back", at, "a card that was not named", face=UNKNOWN))
        elif laid is not None:
            shown = str(laid.shows)
            colour = shown if not shown.isdigit() and shown != UNKNOWN else ""
            words = f"a card showing {shown}" + (f" with {added} additions" if added else "")
            face = "" if colour else shown
            self.pieces.append(Piece(f"{seat}-card", seat, "half-card", at, words, colour, face, amount=added))
        else:
            self.zones.append(
                Zone(f"{seat}-to-lay", at, "slot", f"{state.table.name(seat)} has not laid yet", corner=6, tap=False)
            )

    def _treasure(self, id: str, at: str, treasure: str, box: Box, amount: int) -> None:
        known = treasure != UNKNOWN
        words = f"{_card_words(treasure)}, {amount} in the pile" if amount > 1 else _card_words(treasure)
        if known:
            face = str(points_of(treasure))
            self.pieces.append(Piece(id, at, "treasure", box, words, colour_of(treasure), face, amount=amount))
        else:
            self.pieces.append(Piece(id, at, "back", box, words, face=UNKNOWN))

    def _hand(self, seat: str) -> None:
        """The viewer's own cards, large enough to tap, in two rows if need be."""
        hand, box = self.state.hands[seat], self.hand_box
        self.zones.append(
            Zone(
                "hand",
                box,
                "well",
                "your hand",
                corner=14,
                texts=(
                    Text(box.x + 16, box.y + 26, "Your hand", "b t14"),
                    Text(box.x + 16, box.y + 46, f"{len(hand)} cards", "t12 soft"),
                ),
            )
        )
        w, h = self.hand_card
        left = box.x + self.hand_left
        room = box.x + box.w - left - 8
        step = min(w + 12, (room - w) / max(1, len(hand) - 1))
        for place, card in enumerate(sorted(hand, key=_order)):
            at = Box(left + step * place, box.y + (box.h - h) / 2 + self.hand_drop, w, h)
            id = card if card != UNKNOWN else f"unseen-{place + 1}"
            if card == UNKNOWN:
                self.pieces.append(Piece(id, "hand", "back", at, "an unseen card"))
            else:
                self.pieces.append(
                    Piece(id, "hand", "island-card", at, _card_words(card), COLOUR_OF[card], str(NUMBER_OF[card]))
                )

    hand_left = 150.0
    hand_drop = 6.0


class _Phone(_Wide):
    """The arrangement for a phone: decks side by side, narrow columns, the hand below."""

    width = PHONE
    deck_box = Box(6, 60, 186, 102)
    deck_step = (192.0, 0.0)
    columns = Box(6, 172, 378, 262)
    gap = 4.0
    card = (54.0, 76.0)
    card_top = 48.0
    hand_box = Box(4, 446, 382, 196)
    hand_card = (58.0, 81.0)
    hand_left = 8.0
    hand_drop = 0.0
    height = 656


def _order(card: str) -> tuple[str, int]:
    return (COLOUR_OF.get(card, "~"), NUMBER_OF.get(card, 0))


def _lines(words: str, most: float) -> list[str]:
    """Words in lines of at most this many letters."""
    lines: list[str] = []
    for word in words.split():
        if lines and len(lines[-1]) + 1 + len(word) <= most:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines
