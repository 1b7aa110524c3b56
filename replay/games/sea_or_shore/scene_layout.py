"""Where things lie in the picture of the table, on a wide screen and on a phone."""

import msgspec

from replay.scene import NARROW, PHONE, WIDE, Box

Size = tuple[float, float]


class Layout(msgspec.Struct, frozen=True):
    """The measures of one arrangement. Those of a column count from its upper left corner."""

    width: int
    height: int
    decks: Box
    """The place of all decks together."""
    deck_step: Size
    """From one deck to the next."""
    deck: Size
    letter: float
    """The side of a square with a colour's letter."""
    deck_card: Size
    lone_card: Size
    """The same, if there is only one deck."""
    deck_top: float
    """From the upper edge of a deck to its cards."""
    action_words: str
    """The look of the words on an action card."""
    pile: Box
    """The additions that are left."""
    columns: Box
    gap: float
    side: float
    """The margin inside a column."""
    name_look: str
    about_look: str
    small_look: str
    name_y: float
    about_y: float
    card_y: float
    card: Size
    won_y: float
    won: Size
    adds: Size
    foot_y: float
    fan_y: float
    fan_h: float
    points_y: float
    hand: Box
    hand_card: Size
    hand_head: tuple[float, float, float]
    """The heading of the hand: x, and the lines of its title and its number."""
    hand_cards: Box
    """Where the cards of the hand lie, with room for two rows on a phone."""
    row_card: Size
    """The size of a card in several rows."""
    least_step: float
    """What must show of each card of the hand; with less, it lies in several rows."""


WIDE_LAYOUT = Layout(
    width=WIDE,
    height=626,
    decks=Box(16, 60, 286, 284),
    deck_step=(0, 146),
    deck=(286, 138),
    letter=22,
    deck_card=(62, 86),
    lone_card=(84, 118),
    deck_top=44,
    action_words="t12",
    pile=Box(16, 352, 286, 68),
    columns=Box(318, 60, 666, 360),
    gap=10,
    side=15,
    name_look="b t16",
    about_look="t12",
    small_look="t12",
    name_y=26,
    about_y=44,
    card_y=60,
    card=(84, 118),
    won_y=210,
    won=(46, 62),
    adds=(34, 48),
    foot_y=290,
    fan_y=299,
    fan_h=36,
    points_y=350,
    hand=Box(16, 432, 968, 178),
    hand_card=(84, 118),
    hand_head=(32, 458, 478),
    hand_cards=Box(166, 468, 802, 118),
    row_card=(62, 87),
    least_step=48,
)

PHONE_LAYOUT = Layout(
    width=PHONE,
    height=704,
    decks=Box(6, 56, 378, 102),
    deck_step=(192, 0),
    deck=(186, 102),
    letter=17,
    deck_card=(44, 60),
    lone_card=(44, 60),
    deck_top=32,
    action_words="t8",
    pile=Box(6, 436, 378, 46),
    columns=Box(6, 168, 378, 262),
    gap=4,
    side=9,
    name_look="b t14",
    about_look="t10",
    small_look="t10",
    name_y=21,
    about_y=36,
    card_y=50,
    card=(54, 76),
    won_y=146,
    won=(34, 46),
    adds=(27, 38),
    foot_y=208,
    fan_y=215,
    fan_h=24,
    points_y=254,
    hand=Box(0, 488, 390, 216),
    hand_card=(66, 92),
    hand_head=(12, 508, 508),
    hand_cards=Box(12, 522, 366, 168),
    row_card=(58, 81),
    least_step=50,
)

CROWDED = msgspec.structs.replace(PHONE_LAYOUT, card=(46, 65), won=(28, 38), adds=(22, 31), side=5, small_look="t8")
"""On a phone five columns are narrow, and so are the cards in them."""


def layout_for(width: int, seats: int) -> Layout:
    """The arrangement for a width and a number of players."""
    if width >= NARROW:
        return WIDE_LAYOUT
    return PHONE_LAYOUT if seats < 5 else CROWDED


def column_box(layout: Layout, place: int, seats: int) -> Box:
    """The column at a place, counted from the starting player on."""
    whole = layout.columns
    width = (whole.w - layout.gap * (seats - 1)) / seats
    return Box(whole.x + (width + layout.gap) * place, whole.y, width, whole.h)


def hand_boxes(layout: Layout, cards: int) -> list[Box]:
    """The places of the cards in one's own hand: side by side as far as they can be tapped, else in several rows."""
    room = layout.hand_cards
    w, h = layout.hand_card
    step = min(w + 12, (room.w - w) / max(1, cards - 1))
    if step >= layout.least_step:
        return [Box(room.x + step * place, room.y, w, h) for place in range(cards)]
    w, h = layout.row_card
    most = int((room.w - w) // layout.least_step) + 1
    rows = max(2, -(-cards // most))
    in_row = -(-cards // rows)
    across = min(w + 5, (room.w - w) / max(1, in_row - 1))
    down = min(h + 6, (room.h - h) / (rows - 1))
    return [Box(room.x + across * (place % in_row), room.y + down * (place // in_row), w, h) for place in range(cards)]
