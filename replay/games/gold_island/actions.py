"""The actions of Gold Island: what a scribe writes down."""

from typing import Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

from replay.action import UNKNOWN, Action


class Seal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A commitment to a hidden value. Judged as `"?"` until the value is revealed."""

    seal: str


Text = str | Seal
Number = int | str | Seal
Cards = list[Text] | Seal
Colours = str | list[str]


class TurnPart(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The turn in a position, as far as it is given."""

    seat: str | UnsetType = UNSET
    moved: bool | UnsetType = UNSET
    field: str | UnsetType | None = UNSET
    used: bool | UnsetType = UNSET
    redrawn: bool | UnsetType = UNSET


class PermitsPart(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A seat's permits in a position, as far as they are given."""

    gained: list[Number] | UnsetType = UNSET
    held: int | UnsetType = UNSET
    nest: int | UnsetType = UNSET
    volcano: int | UnsetType = UNSET


class IslandCardsPart(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The island cards in a position, as far as they are given."""

    deck: int | UnsetType = UNSET
    gold: Text | UnsetType = UNSET
    held: dict[str, list[Text]] | UnsetType = UNSET
    named: list[str] | UnsetType = UNSET


class RelicPart(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A relic in a position, as far as it is given."""

    at: str | UnsetType = UNSET
    gold: Number | UnsetType = UNSET


class IslandPart(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An island in a position, as far as it is given."""

    colour: str | UnsetType = UNSET
    chest: Number | UnsetType = UNSET
    peeked: dict[str, Number] | UnsetType = UNSET
    stack: list[tuple[str, Number]] | UnsetType = UNSET
    pirates: dict[str, int] | UnsetType = UNSET


class EndPart(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The last round in a position: who started it, and who still has a turn (default: all others)."""

    by: str
    left: list[str] | UnsetType = UNSET


class Position(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A state document to start from; whatever it leaves out is filled in."""

    phase: Literal["play", "settle", "over"] | UnsetType = UNSET
    turn: TurnPart | UnsetType | None = UNSET
    captains: dict[str, str] | UnsetType = UNSET
    ships: dict[str, str] | UnsetType = UNSET
    hands: dict[str, list[Text]] | UnsetType = UNSET
    draw: dict[str, int] | UnsetType = UNSET
    discard: dict[str, list[str]] | UnsetType = UNSET
    houses: dict[str, int] | UnsetType = UNSET
    crew: dict[str, dict[str, int]] | UnsetType = UNSET
    permits: dict[str, PermitsPart] | UnsetType = UNSET
    islandCards: IslandCardsPart | UnsetType = UNSET
    relics: dict[str, RelicPart] | UnsetType = UNSET
    islands: dict[str, IslandPart] | UnsetType = UNSET
    end: EndPart | UnsetType | None = UNSET
    result: Any = UNSET


class Setup(Action, frozen=True, tag="setup"):
    """The table is set up. Every field is optional; hidden facts may be revealed later."""

    first: str | None = None
    pirates: int | None = None
    islands: list[str] | None = None
    colours: dict[str, str] | None = None
    hands: dict[str, Cards] | None = None
    permits: dict[str, Number] | None = None
    islandCards: dict[str, Text] | None = None
    gold: Text | None = None
    chests: dict[str, Number] | None = None
    relics: dict[str, Number] | None = None
    position: Position | None = None


class Redraw(Action, frozen=True, tag="redraw"):
    """Before moving, the owner of the relic `redraw` exchanges one or two cards."""

    discard: list[str]
    cards: Cards | None = None


class Move(Action, frozen=True, tag="move"):
    """Seat `by` plays a card and moves captain, ship or both: `path` names every place entered, `to` only the last."""

    card: str
    path: tuple[str, ...] | None = None
    to: str | None = None


class Take(Action, frozen=True, tag="take"):
    """Seat `by` takes what the captain's field offers: a permit, a pirate or an island card."""

    permit: Number | None = None
    pirate: str | None = None
    card: Text | None = None
    drop: Colours | None = None


class Gamble(Action, frozen=True, tag="gamble"):
    """Seat `by` turns up the top card of their own draw pile; the poker icon wins a permit and a pirate."""

    card: str
    won: bool | None = None
    pirate: str | None = None
    permit: Number | UnsetType | None = UNSET
    drop: Colours | None = None


class Use(Action, frozen=True, tag="use"):
    """Seat `by` plays a second card for its property: robbery, seer, pirates, monument or going ashore."""

    card: str
    rob: dict[str, int | list[Text] | Seal] | None = None
    island: str | None = None
    value: Number | None = None
    pirates: list[str] | None = None
    permit: Number | None = None
    shown: str | None = None
    relic: str | None = None
    gold: Number | None = None
    copy: str | None = None
    drop: Colours | None = None
    as_: str | None = msgspec.field(default=None, name="as")


class Draw(Action, frozen=True, tag="draw"):
    """Seat `by` draws back up to a full hand, which ends the turn."""

    count: int | None = None
    cards: Cards | None = None


class Reshuffle(Action, frozen=True, tag="reshuffle"):
    """Seat `by` shuffles their own discard pile back into the draw pile."""


GoldAction = Setup | Redraw | Move | Take | Gamble | Use | Draw | Reshuffle
TurnAction = Redraw | Move | Take | Gamble | Use | Draw
"""What happens during a player's turn."""

ACTIONS: tuple[type[Action], ...] = (Setup, Redraw, Move, Take, Gamble, Use, Draw, Reshuffle)
TURN_ACTIONS: tuple[type[Action], ...] = (Redraw, Move, Take, Gamble, Use, Draw)


def text_of(value: Any) -> str:
    """A name, or `"?"` for one that is hidden, sealed or absent."""
    return value if isinstance(value, str) else UNKNOWN


def number_of(value: Any) -> int | str:
    """A number, or `"?"` for one that is hidden, sealed or absent."""
    return value if type(value) is int else UNKNOWN


def texts_of(values: Any) -> tuple[str, ...]:
    """The names in a list, hidden ones as `"?"`; nothing for a list sealed as a whole."""
    if not isinstance(values, list):
        return ()
    return tuple([value if type(value) is str else UNKNOWN for value in values])


def stolen(cards: int | list[Text] | Seal) -> tuple[str, ...]:
    """The island cards taken from one victim; a number stands for that many unnamed cards."""
    if isinstance(cards, int):
        return (UNKNOWN,) * max(0, cards)
    return (UNKNOWN,) if isinstance(cards, Seal) else texts_of(cards)


def colours_of(value: Colours | None) -> tuple[str, ...]:
    """One colour or a list of them, as a tuple."""
    if value is None:
        return ()
    return (value,) if isinstance(value, str) else tuple(value)
