"""The state: everything on the table, as far as the log shows it."""

import msgspec

from replay.action import UNKNOWN
from replay.games.gold_island.strides import Stride
from replay.games.gold_island.words import (
    AT_VOLCANO,
    CARDS,
    COLOURS,
    HAND,
    LIGHTHOUSE,
    PORT,
)
from replay.table import Table

Value = int | str
"""A number, or `"?"`."""

NOTED, IN_POSITION, TURNED_UP = 0, 1, 2
"""How a permit's value is known: as noted when placed (or not at all), from a position, or turned up by a reveal."""


class Turn(msgspec.Struct, frozen=True, gc=False):
    """Whose turn it is, and what that seat has done in it."""

    seat: str
    moved: bool = False
    field: str | None = None
    """The field whose action may still be used; `"?"` after a move that named no place."""
    used: bool = False
    redrawn: bool = False
    entered: tuple[str, ...] | None = ()
    """The ring fields entered in this turn's movement; None if the log does not tell. Not part of the document."""
    acted: bool = False
    """Whether a field's action was used since the movement. Not part of the document."""
    used_since: bool = False
    """Whether a card was used since the movement. Not part of the document."""


class Permit(msgspec.Struct, frozen=True, gc=False):
    """A permit on an island."""

    seat: str
    value: Value
    told: int = NOTED
    landing: int = 0
    """Which landing in the record put it there, counted from 1; negative in a position."""
    gains: int = 0
    """How many permits its owner had received by then."""


class Isle(msgspec.Struct, frozen=True, gc=False):
    """An island; for a volcano only the pirates matter."""

    pirates: dict[str, int]
    colour: str = UNKNOWN
    chest: Value = UNKNOWN
    peeked: dict[str, Value] = {}
    stack: tuple[Permit, ...] = ()
    notes: tuple[int, ...] = ()
    """Every value noted by a seer, for comparing notes."""
    chest_up: bool = False
    """Whether a reveal turned the chest up."""


class Relic(msgspec.Struct, frozen=True, gc=False):
    """Where a relic is, and the gold printed on it."""

    at: str = AT_VOLCANO
    gold: Value = UNKNOWN


class End(msgspec.Struct, frozen=True, gc=False):
    """Who started the last round, and who still has a turn in it."""

    by: str
    left: tuple[str, ...]


class Owned(msgspec.Struct, frozen=True, gc=False):
    """What belongs to one seat."""

    crew: dict[str, int]
    captain: str = LIGHTHOUSE
    ship: str = PORT
    hand: tuple[str, ...] = (UNKNOWN,) * HAND
    draw: int = CARDS - HAND
    discard: tuple[str, ...] = ()
    gained: tuple[Value, ...] = (UNKNOWN,)
    held: int = 1
    nest: int = 5
    volcano: int = 1
    placed: int = 0
    cards: tuple[str, ...] = (UNKNOWN,)
    """The island cards that the seat holds."""


class State(msgspec.Struct, frozen=True, gc=False):
    """The table after an event. The fields from `listed` on are not part of the document; the rules need them."""

    table: Table
    phase: str
    turn: Turn | None
    owned: dict[str, Owned]
    houses: dict[str, int]
    deck: int
    gold: str
    named: tuple[str, ...]
    relics: dict[str, Relic]
    islands: dict[str, Isle]
    end: End | None
    listed: tuple[str, ...]
    """The treasure islands listed in setup."""
    colours: dict[str, str]
    """Island colours that the log itself has named."""
    relic_gold: dict[str, int]
    """Relic values that the log itself has named."""
    walk: tuple[Stride, ...] = ()
    """The steps of the last movement, as far as the movement rules check them."""
    effective: str = UNKNOWN
    """The effective property of the last second card."""
    effects: tuple[str, ...] = ()
    """What the last second card did."""
    landings: int = 0
    several_up: bool = False
    """Whether an island with several permits was turned up in the settlement."""
    shown_permits: dict[str, tuple[int, ...]] = {}
    """Values of permits that seats showed in front of them."""
    shuffled: tuple[str, ...] = ()
    """Seats whose discard pile was shuffled as soon as their draw pile was empty, and who drew no card since."""
    closed_for: str | None = None
    """The seat whose last turn a reveal closed, until another event of a turn."""
    begun: bool = False
    """Whether a setup was logged."""
    turned: tuple[str, ...] = ()
    """Islands in the order in which their chests were turned up."""


def no_pirates() -> dict[str, int]:
    """A place without pirates: all four colours at 0."""
    return dict.fromkeys(COLOURS, 0)


def empty_isle(state: State, island: str) -> Isle:
    """An island about which nothing is known but what a firm kit says is printed on it."""
    return Isle(no_pirates(), colour=state.table.kit.firm_colours.get(island, UNKNOWN))


def isle_at(state: State, island: str) -> Isle:
    """The island of this name; an empty one if it is unknown."""
    return state.islands.get(island) or empty_isle(state, island)


def hand_limit(state: State, seat: str | None) -> int:
    """How many cards make a full hand."""
    return HAND + 1 if state.relics["hand-5"].at == seat else HAND


def has_relic(state: State, seat: str | None, relic: str) -> bool:
    """Whether the seat owns the relic."""
    return state.relics[relic].at == seat


def turn_for(state: State, seat: str | None) -> Turn | None:
    """The turn that a seat's event belongs to: the current one or a new one. None after the last turn."""
    if state.phase != "play" or seat is None:
        return None
    turn = state.turn
    return turn if turn is not None and turn.seat == seat else Turn(seat)


def usable_fields(state: State, turn: Turn) -> list[str]:
    """The fields whose action may still be used: the captain's own, and those passed if the table agreed on it."""
    fields = [] if turn.field is None else [turn.field]
    if state.table.readings["GI-Q27"] == "passed" and not turn.acted:
        fields += [field for field in turn.entered or () if field != LIGHTHOUSE]
    return list(dict.fromkeys(fields))
