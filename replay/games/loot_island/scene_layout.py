"""The picture of the table in numbers: where island, decks, mats and shelves lie, on a wide screen and on a phone."""

from typing import TypeVar

import msgspec

from replay.scene import PHONE, WIDE, Box

Choice = TypeVar("Choice")

CELLS = {
    "NW": (0, 0),
    "N1": (1, 0),
    "N2": (2, 0),
    "NE": (3, 0),
    "W2": (0, 1),
    "E1": (3, 1),
    "W1": (0, 2),
    "E2": (3, 2),
    "SW": (0, 3),
    "S2": (1, 3),
    "S1": (2, 3),
    "SE": (3, 3),
}
"""Where corners and landings lie: column and row."""


class Layout(msgspec.Struct, frozen=True):
    """The measures of an arrangement. What lies in a landing or a mat is measured from its upper left corner."""

    width: int
    narrow: bool
    sea: Box
    land: str
    """The outline of the island."""
    cell: Box
    """The first of the four by four cells of the board."""
    cell_step: tuple[float, float]
    slot: float
    """Half the width of a ship's place."""
    corner_word: float
    """How far the name of a corner lies below the middle of its cell."""
    head: float
    """The line of a landing's name and numbers."""
    margin: float
    """How far they lie from the landing's edges."""
    chest: Box
    column: Box
    """The room for map cards in a landing."""
    strips: tuple[float, float, float, float]
    """How much of a covered map card shows: at most, at least; the height of the last card: usually, at least."""
    disc: Box
    """The lowest disc of a landing."""
    dot: tuple[float, float]
    islands: Box
    """The room for the small islands."""
    island_gap: float
    island_mark: float
    event: Box
    event_lines: tuple[float, float]
    """The first line of an event's words, and the distance to the next."""
    deck: Box
    deck_step: float
    below: tuple[tuple[float, float], tuple[float, float]]
    """Where it says how many healers are hidden, and how many treasures are buried."""
    mats: Box
    """The room for mats and shelves; what does not fit lengthens the picture."""
    gap: float
    hand: Box
    """The first card in the viewer's own mat."""
    small_card: tuple[float, float]
    """The size of a card where the hand needs more than one row."""
    in_a_row: int
    """How many cards a hand of one row has at most."""
    found: tuple[float, float]
    """The size of treasures and healers on a shelf."""

    def sized(self, wide: Choice, narrow: Choice) -> Choice:
        """The look or measure for this arrangement."""
        return narrow if self.narrow else wide

    def cell_at(self, column: int, row: int) -> Box:
        """A cell of the board."""
        across, down = self.cell_step
        return Box(self.cell.x + across * column, self.cell.y + down * row, self.cell.w, self.cell.h)


ON_WIDE = Layout(
    width=WIDE,
    narrow=False,
    sea=Box(16, 60, 644, 628),
    land="M176 72H500Q500 215 646 215V533Q500 533 500 676H176Q176 533 30 533V215Q176 215 176 72Z",
    cell=Box(26, 68, 150, 147),
    cell_step=(158, 155),
    slot=54,
    corner_word=69,
    head=19,
    margin=8,
    chest=Box(72, 7, 15, 15),
    column=Box(7, 28, 98, 111),
    strips=(24, 15, 34, 24),
    disc=Box(112, 113, 30, 25.8),
    dot=(127, 37),
    islands=Box(192, 249, 292, 130),
    island_gap=6,
    island_mark=26,
    event=Box(192, 399, 90, 112),
    event_lines=(41, 15),
    deck=Box(291, 403, 58, 80),
    deck_step=68,
    below=((288, 504), (390, 504)),
    mats=Box(668, 60, 316, 628),
    gap=12,
    hand=Box(10, 98, 45.2, 68),
    small_card=(45.2, 56),
    in_a_row=7,
    found=(42, 54),
)
ON_PHONE = Layout(
    width=PHONE,
    narrow=True,
    sea=Box(2, 56, 386, 493),
    land="M97.5 66H291.5Q291.5 177.5 375 177.5V427.5Q291.5 427.5 291.5 539H97.5Q97.5 427.5 14 427.5V177.5"
    "Q97.5 177.5 97.5 66Z",
    cell=Box(10, 62, 90, 118),
    cell_step=(93, 121),
    slot=33,
    corner_word=46,
    head=16,
    margin=6,
    chest=Box(49, 6, 12, 12),
    column=Box(4, 22, 59, 90),
    strips=(20, 13, 28, 20),
    disc=Box(65, 92, 22, 18.9),
    dot=(75, 30),
    islands=Box(106, 201, 177, 99),
    island_gap=3,
    island_mark=20,
    event=Box(106, 307, 54, 109),
    event_lines=(32, 12),
    deck=Box(164, 309, 38, 52),
    deck_step=42,
    below=((166, 379), (166, 399)),
    mats=Box(8, 558, 374, 0),
    gap=8,
    hand=Box(10, 80, 55, 82),
    small_card=(58, 81),
    in_a_row=8,
    found=(48, 64),
)
