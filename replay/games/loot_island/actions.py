"""The twelve actions of Loot Island, as a scribe logs them."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType, field

from replay.action import Action
from replay.games.loot_island.geometry import Landing

AARON = "aaron"
"""The virtual player of a two-player game. Aaron is not a seat, and has no cubes and no turn."""

Count = Annotated[int, Meta(ge=0, le=10_000)]
Cards = tuple[str, ...]
Phase = Literal["ready", "preparation", "actions", "loot", "final", "healer", "over"]


class Seal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A commitment to hidden cards, opened later by a `reveal`."""

    seal: str


class Ship(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where the ship lies and which way it faces."""

    corner: str
    facing: str


class Aaron(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The virtual player's colour and open hand."""

    color: str | None = None
    hand: Cards | None = None


class LandingPosition(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One landing of a position."""

    cards: Cards = ()
    stack: Cards = ()


class MapPosition(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The map cards of a position that nobody holds."""

    deck: Count | None = None
    discard: Cards = ()


class TreasurePosition(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The treasures of a position that nobody keeps."""

    deck: tuple[tuple[Literal["I", "II", "III", "IV", "mix"], Count], ...] | None = None
    discard: Cards = ()
    open: Cards = ()
    offer: Cards = ()


class LootPosition(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How far the search for loot has got."""

    queue: tuple[tuple[Landing, Literal["big", "small"]], ...] = ()
    at: Landing | None = None
    takers: Cards = ()


class HealersPosition(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The healers of a position."""

    pile: Cards | None = None
    open: Cards | None = None
    order: Cards | None = None
    taken: dict[str, str] = {}
    dealt: dict[str, Cards] | None = None


class AaronPosition(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The virtual player of a position."""

    color: str | None = None
    done: bool = False
    given: Cards = ()
    unseen: Count = 0


class RenewedPosition(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What was shuffled into each deck when it was last renewed, as far as it has not come out again."""

    map: Cards | None = None
    treasure: Cards | None = None


class Position(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A state to begin from. Whatever is left out is filled in as at the start of round 1."""

    round: Annotated[int, Meta(ge=0, le=5)] = 1
    phase: Phase = "actions"
    ship: Ship | None = None
    first: str | None = None
    turn: str | UnsetType | None = UNSET
    turns: Count = 0
    passed: Cards = ()
    event: str | None = None
    events: Cards | None = None
    spent: Cards = ()
    islands: dict[str, Literal["up", "down"]] = {}
    hands: dict[str, Cards] = {}
    cubes: dict[str, Count] = {}
    compasses: dict[str, Count] = {}
    kept: dict[str, Cards] = {}
    landings: dict[Landing, LandingPosition] = {}
    map: MapPosition = MapPosition()
    treasure: TreasurePosition = TreasurePosition()
    renewed: RenewedPosition = RenewedPosition()
    loot: LootPosition | UnsetType | None = UNSET
    healers: HealersPosition = HealersPosition()
    out: Cards | None = None
    cutoff: bool = False
    aaron: AaronPosition | None = None
    result: dict[str, Any] | None = None


class Setup(Action, frozen=True, tag="setup"):
    """The game is set up: first player, ship, and what is known of hands, events and healers; or a `position`."""

    first: str | None = None
    ship: Ship | None = None
    hands: dict[str, Cards | Seal] | None = None
    aaron: Aaron | None = None
    events: Cards | None = None
    healers: Cards | dict[str, Cards | Seal] | None = None
    discards: dict[str, Cards] | None = None
    position: Position | None = None


class Event(Action, frozen=True, tag="event"):
    """An event card opens the round. `draw` belongs to A1, `reveal` to A2, `island` to B3."""

    card: str
    draw: dict[str, Cards] | None = None
    reveal: Cards | None = None
    island: str | None = None


class Refill(Action, frozen=True, tag="refill"):
    """In rounds 2 to 5 players discard and refill their hands; Aaron's hand is replaced."""

    discard: dict[str, Cards] | None = None
    draw: dict[str, Cards] | None = None
    aaron: Cards | None = None


class Recall(Action, frozen=True, tag="recall"):
    """Under B4, before the first turn, a disc comes back from a landing."""

    by: str
    landing: Landing
    for_: Literal["aaron"] | None = field(default=None, name="for")


class Play(Action, frozen=True, tag="play"):
    """Map cards are laid at a landing, in the order played."""

    by: str
    landing: Landing
    cards: Cards
    from_: Landing | None = field(default=None, name="from")
    copy: tuple[str | None, ...] | str | None = None
    draw: dict[str, Cards] | None = None
    shed: dict[str, Count] | None = None
    for_: Literal["aaron"] | None = field(default=None, name="for")


class Island(Action, frozen=True, tag="island"):
    """Cards are paid for a small island; its action is done unless `use` is false."""

    by: str
    island: str
    cards: Cards
    use: bool = True
    shed: Count | None = None
    draw: Cards | None = None
    landing: Landing | None = None
    from_: Landing | None = field(default=None, name="from")
    reveal: str | UnsetType | None = UNSET
    keep: bool = True
    to: Literal["bottom", "top"] | None = None
    for_: Literal["aaron"] | None = field(default=None, name="for")


class Pass(Action, frozen=True, tag="pass"):
    """A player passes; under A2 they take one of the treasures laid out."""

    by: str
    take: str | None = None
    keep: bool = True
    shed: Count | None = None


class Loot(Action, frozen=True, tag="loot"):
    """Treasures are turned up at a landing: the next in the queue, unless one is named."""

    reveal: Cards
    landing: Landing | None = None


class Take(Action, frozen=True, tag="take"):
    """A player takes one of the treasures turned up, and keeps or buries it; by Aaron: what Aaron took."""

    by: str
    treasure: str | None = None
    keep: bool = True
    shed: Count | None = None


class Cleanup(Action, frozen=True, tag="cleanup"):
    """The explored coast is cleared, which ends the round. `shed` belongs to B10."""

    shed: dict[str, Count] | None = None


class Healers(Action, frozen=True, tag="healers"):
    """The final exploration is over and the healers are turned up."""

    cards: Cards | dict[str, str] | None = None


class Healer(Action, frozen=True, tag="healer"):
    """A player chooses a healer."""

    by: str
    card: str


LootAction = Setup | Event | Refill | Recall | Play | Island | Pass | Loot | Take | Cleanup | Healers | Healer

ACTIONS: tuple[type[Action], ...] = (
    Setup,
    Event,
    Refill,
    Recall,
    Play,
    Island,
    Pass,
    Loot,
    Take,
    Cleanup,
    Healers,
    Healer,
)


def copies_of(action: Play) -> tuple[str | None, ...]:
    """The entries of `copy`: a single name is a list of one."""
    if action.copy is None:
        return ()
    return (action.copy,) if isinstance(action.copy, str) else action.copy
