"""Where everything lies in the picture: the numbers of both arrangements, and whose eyes see it."""

from collections.abc import Callable, Hashable
from functools import partial
from typing import Any, TypeVar

import msgspec

from replay import scene_parts
from replay.games.gold_island.state import State
from replay.saying import owner, person
from replay.scene import NARROW, PHONE, WIDE, Box
from replay.scene_parts import Room

_Drawn = TypeVar("_Drawn")


class Place(msgspec.Struct, frozen=True):
    """How an island is filled: what stands where, from its upper left corner."""

    size: tuple[float, float]
    port: tuple[float, float]
    left: float
    number: str
    """The look of its number."""
    name: str
    """The look of a name, and of the words on a volcano."""
    base: float
    """The foot of the number."""
    printed: Box
    chest: tuple[float, float, float]
    """Left, top and height of the chest with its value."""
    rows: tuple[float, float]
    """The tops of permits and of pirates."""
    permit: tuple[float, float]
    relic: tuple[float, float]
    pawn: float
    ship: float
    coin: float


class Nest(msgspec.Struct, frozen=True):
    """The ring of fields and what lies inside it."""

    box: Box
    gap: float
    symbol: float
    label: str
    foot: float
    """How far the label stands above the lower edge of its field."""
    captain: float
    small: float
    """Captains that have to share a field with two others."""
    pawn: float
    card: tuple[float, float]
    title: str
    note: str


class Mat(msgspec.Struct, frozen=True):
    """The mats of the players."""

    own: Box
    first: Box
    """The first of the other mats; with nobody's eyes, all of them begin at the top of the viewer's own mat."""
    step: float
    open_height: float
    """The height of a mat with everything that the state shows."""
    hand: tuple[float, float]
    hand_room: float
    piles: tuple[float, float]
    """Where draw pile and last used card begin in the viewer's own mat."""
    pile: tuple[float, float]
    nest_words: str


class Layout(msgspec.Struct, frozen=True):
    """One arrangement of the table."""

    width: int
    sea: Box
    edge: float
    """From the edge of the sea to the middle of the first and the last row."""
    most: int
    """The most places in a row."""
    place: Place
    nest: Nest
    mat: Mat
    key: tuple[float, float]
    """Where the key to the symbols begins; above the mats or at the foot."""
    key_look: str
    foot: float
    """The room below the lowest part."""


ON_WIDE = Layout(
    width=WIDE,
    sea=Box(16, 60, 530, 690),
    edge=56.1,
    most=3,
    place=Place(
        size=(152, 83),
        port=(216, 60),
        left=11,
        number="b serif t20",
        name="b t14",
        base=24,
        printed=Box(44, 9, 18, 18),
        chest=(92, 7, 22),
        rows=(31, 54),
        permit=(24, 20),
        relic=(20, 22),
        pawn=22,
        ship=28,
        coin=20,
    ),
    nest=Nest(
        box=Box(560, 60, 424, 260),
        gap=4,
        symbol=24,
        label="t12",
        foot=7,
        captain=24,
        small=18,
        pawn=26,
        card=(30, 42),
        title="serif b t16",
        note="t12",
    ),
    mat=Mat(
        own=Box(560, 332, 424, 166),
        first=Box(560, 508, 424, 74),
        step=84,
        open_height=96,
        hand=(66, 84.5),
        hand_room=300,
        piles=(320, 372),
        pile=(44, 61.6),
        nest_words="in the nest",
    ),
    key=(16, 768),
    key_look="t12 soft",
    foot=34,
)

ON_PHONE = Layout(
    width=PHONE,
    sea=Box(4, 54, 382, 520),
    edge=41.4,
    most=3,
    place=Place(
        size=(109, 63),
        port=(180, 46),
        left=9,
        number="b serif t16",
        name="b t12",
        base=19,
        printed=Box(36, 6, 15, 15),
        chest=(60, 5, 17),
        rows=(24, 42),
        permit=(17, 18),
        relic=(15, 18),
        pawn=17,
        ship=23,
        coin=15,
    ),
    nest=Nest(
        box=Box(8, 584, 374, 228),
        gap=4,
        symbol=20,
        label="t10",
        foot=7,
        captain=20,
        small=17,
        pawn=22,
        card=(26, 36),
        title="serif b t14",
        note="t10",
    ),
    mat=Mat(
        own=Box(8, 850, 374, 166),
        first=Box(8, 1026, 374, 76),
        step=84,
        open_height=104,
        hand=(64, 81.9),
        hand_room=277,
        piles=(291, 334),
        pile=(30, 42),
        nest_words="in nest",
    ),
    key=(10, 824),
    key_look="t10 soft",
    foot=8,
)


class Eyes(msgspec.Struct, frozen=True):
    """A state as somebody sees it, and how it is arranged for them."""

    state: State
    viewer: str | None
    look: Layout
    names: dict[str, str]
    """Who sits at each seat."""
    whose: dict[str, str]
    """Whose a thing is, by seat: `Ann's`."""
    kept: Room
    """What earlier pictures left, in both arrangements."""
    drawn: Room
    """Parts of earlier pictures in this arrangement, for anybody's eyes, by their facts."""
    last: Room
    """Those that were drawn last for these eyes, by their places."""
    at_sea: tuple[tuple[str, str, bool], ...]
    """By seat: where the ship is, and whether the seven lies at the volcano."""
    captains: tuple[tuple[str, str], ...]
    placed: int
    """The most permits that a player has placed."""


def eyes_of(state: State, viewer: str | None, width: int, kept: Room = None) -> Eyes:
    """A state for somebody's eyes, in the arrangement for this much room."""
    look = ON_PHONE if width < NARROW else ON_WIDE
    seat = viewer if viewer in state.owned else None
    names, whose = scene_parts.of_same(kept, "people", state.table, partial(_people, state))
    places = scene_parts.of_same(kept, "places", state.owned, partial(_places, state))
    drawn, last = (None, None) if kept is None else _rooms(kept, look.width, seat)
    return Eyes(state, seat, look, names, whose, kept, drawn, last, *places)


def _rooms(kept: dict[Any, Any], width: int, seat: str | None) -> tuple[Room, Room]:
    found: tuple[Room, Room] | None = kept.get((width, seat))
    if found is None:
        found = kept[width, seat] = (kept.setdefault(width, {}), {})
    return found


def _places(state: State) -> tuple[tuple[tuple[str, str, bool], ...], tuple[tuple[str, str], ...], int]:
    return (
        tuple((seat, owned.ship, owned.volcano > 0) for seat, owned in state.owned.items()),
        tuple((seat, owned.captain) for seat, owned in state.owned.items()),
        max((owned.placed for owned in state.owned.values()), default=0),
    )


def _people(state: State) -> tuple[dict[str, str], dict[str, str]]:
    return (
        {seat: person(state.table, seat) for seat in state.owned},
        {seat: owner(state.table, seat) for seat in state.owned},
    )


def as_others(eyes: Eyes, place: Hashable, facts: tuple[object, ...], draw: Callable[[], _Drawn]) -> _Drawn:
    """What was drawn last at a place for these eyes, or by now for others that see equal facts."""
    return scene_parts.as_others(eyes.kept, (eyes.look.width, place), eyes.viewer, facts, draw)
