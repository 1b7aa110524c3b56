"""What can happen in Stratego Lost Island, one frozen value each. Without `by`, the seat on turn acts."""

from typing import Literal

import msgspec

from replay.action import UNKNOWN, Action

Shown = int | str
"""A value as read off the base of an explorer: 1 to 6, or `"?"`."""
Hit = int | str
"""What a bomb did: the value shown, or `out` / `stay` if only the result was seen."""


class TurnPart(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The keys of a turn that a position names."""

    n: int | None = None
    seat: str | None = None
    used: int | None = None
    step: Literal["actions", "power-ups"] | None = None
    reinforced: bool | None = None
    recruited: bool | None = None
    won: bool | None = None
    fresh: list[str] | None = None


class SupplyPart(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What lies beside the board, as far as a position names it."""

    coins: int | None = None
    rings: int | None = None


class LostPart(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is out of the game, as far as a position names it."""

    coins: int = 0
    rings: int = 0
    tiles: list[str] = []


class BlastPart(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A bomb in progress when the log begins."""

    cell: str
    value: int
    queue: list[str]
    gone: dict[str, str] = {}


class Position(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A state to begin from; missing keys are filled in."""

    game: str | None = None
    seats: list[str] | None = None
    phase: Literal["play", "over"] = "play"
    winner: str | None = None
    turn: TurnPart = TurnPart()
    tiles: dict[str, str] = {}
    loot: dict[str, int] = {}
    explorers: dict[str, dict[str, str]] | None = None
    boats: dict[str, list[str]] = {}
    rings: dict[str, list[str]] = {}
    coins: dict[str, int] = {}
    supply: SupplyPart = SupplyPart()
    lost: LostPart = LostPart()
    flag: str = "hidden"
    values: dict[str, dict[str, Shown]] = {}
    seen: dict[str, dict[str, list[str]]] = {}
    blast: BlastPart | None = None


class Setup(Action, frozen=True, tag="setup"):
    """The island is laid out: where the stones lie, where the explorers stand, who begins."""

    stones: list[str] | None = None
    start: dict[str, dict[str, str]] = {}
    boats: dict[str, list[str]] = {}
    first: str | None = None
    values: dict[str, dict[str, Shown]] = {}
    seals: dict[str, str] = {}
    position: Position | None = None


class Move(Action, frozen=True, tag="move"):
    """An explorer goes one step. `stone` is the face of a stone that the arrival turns."""

    piece: str
    to: str
    stone: str | None = None


class Swim(Action, frozen=True, tag="swim"):
    """An explorer goes through shallow water and out again. `via` names the water cells in order."""

    piece: str
    to: str
    via: list[str] | None = None
    stone: str | None = None


class Battle(Action, frozen=True, tag="battle"):
    """An explorer attacks another. `values` are the attacker's and the defender's, `result` says who stays."""

    piece: str
    target: str
    values: tuple[Shown, Shown] | None = None
    result: Literal["attacker", "defender", "draw"] | None = None
    swim: bool = False
    via: list[str] | None = None
    stone: str | None = None


class Flip(Action, frozen=True, tag="flip"):
    """A tile is turned over (the rulebook's action Reveal), and what it shows takes effect."""

    cell: str
    tile: str = UNKNOWN
    piece: str | None = None
    axis: str | None = None
    order: list[str] | None = None
    hits: dict[str, Hit] = {}
    dir: str | None = None
    stones: dict[str, str] = {}


class Blast(Action, frozen=True, tag="blast"):
    """More results of the bomb in progress."""

    hits: dict[str, Hit]


class Miner(Action, frozen=True, tag="miner"):
    """A seat pays two coins and stops the bomb in progress."""

    piece: str | None = None


class Reinforce(Action, frozen=True, tag="reinforce"):
    """The explorer at the front of a boat comes onto the island, as an action or bought."""

    to: str
    pay: bool = False
    piece: str | None = None
    stone: str | None = None


class Ring(Action, frozen=True, tag="ring"):
    """A seat buys a power ring for an explorer."""

    piece: str


class Spy(Action, frozen=True, tag="spy"):
    """A seat pays to look at an opponent's value. `from` is the explorer that looks."""

    target: str
    looker: str | None = msgspec.field(default=None, name="from")
    value: Shown = UNKNOWN
    seal: str | None = None


class Shrink(Action, frozen=True, tag="shrink"):
    """A tile of the island is taken away; the turn ends."""

    cell: str
    tile: str | None = None
    flag_to: str | None = msgspec.field(default=None, name="flagTo")
    dir: str | None = None
    stones: dict[str, str] = {}


class End(Action, frozen=True, tag="end"):
    """The turn ends without shrinking."""


LostAction = Setup | Move | Swim | Battle | Flip | Blast | Miner | Reinforce | Ring | Spy | Shrink | End
"""Everything that can happen."""

GameAction = Move | Swim | Battle | Flip | Reinforce | Ring | Spy | Shrink | End
"""What a seat does in its turn."""

ACTIONS: tuple[type[Action], ...] = (
    Setup,
    Move,
    Swim,
    Battle,
    Flip,
    Blast,
    Miner,
    Reinforce,
    Ring,
    Spy,
    Shrink,
    End,
)
TURN_ACTIONS: tuple[type[Action], ...] = (Move, Swim, Battle, Flip, Reinforce, Ring, Spy, Shrink, End)
"""The members of `GameAction`."""


_POINTS: dict[type[Action], int] = {Move: 1, Swim: 1, Flip: 1}
_PRICES: dict[type[Action], int] = {Ring: 1, Spy: 1, Miner: 2}


def points(action: Action) -> int:
    """The action points that an event costs."""
    usual = _POINTS.get(type(action))
    if usual is not None:
        return usual
    if isinstance(action, Battle):
        return 2 if action.swim else 1
    return 1 if isinstance(action, Reinforce) and not action.pay else 0


def price(action: Action) -> int:
    """The coins that an event costs."""
    if isinstance(action, Reinforce):
        return 1 if action.pay else 0
    return _PRICES.get(type(action), 0)
