"""The state: every zone and counter of the table, and what the rules need to know about the past."""

from itertools import repeat
from operator import contains
from typing import Any

import msgspec

from replay.action import UNKNOWN
from replay.games.loot_island.actions import AARON
from replay.games.loot_island.kit import WILD, Kit, card_of
from replay.table import Table

COLORS = ("blue", "red", "white", "yellow", "black")
NEED = {2: 4, 3: 4, 4: 5, 5: 6}
"""Map cards a landing needs for loot, by number of players."""

DISCS = 3
"""Discs of each colour."""

CURSED = 13
"""With this many cubes a player is out at the end."""


class Plan(msgspec.Struct, frozen=True, gc=False):
    """The search for loot: landings still to explore, the one being shared out, and who takes next."""

    queue: tuple[tuple[str, str], ...] = ()
    at: str | None = None
    takers: tuple[str, ...] = ()


class Fault(msgspec.Struct, frozen=True, gc=False):
    """What was odd about the cards that just left a hand."""

    seat: str
    missing: tuple[str, ...]
    """Cards that had neither a slot of their own name nor an unknown one."""
    impossible: tuple[str, ...]
    """Cards that cannot have been in any of the unknown slots."""
    excess: int
    """How many more unnamed cards left than the hand held."""


class Memory(msgspec.Struct, frozen=True, gc=False):
    """What happened before and still matters. It seldom changes, so a state carries it as one value."""

    renewed_map: tuple[str, ...] | None = None
    """Cards shuffled into the map deck when last renewed, and not seen to come out since; None if it never was."""
    renewed_treasure: tuple[str, ...] | None = None
    """The same for the treasure deck."""
    given: tuple[str, ...] = ()
    """The treasures that Aaron took, by rule, since the last line of this loot."""
    guessed: tuple[bool, ...] = ()
    """For each of them, whether a treasure that was never named was face up when Aaron chose it."""
    unseen: int = 0
    """How many treasures Aaron took that were never named."""
    blindly: bool = False
    """Whether Aaron ever chose among treasures of which one was never named."""
    failed: bool = False
    """Whether the treasure tile found nothing in this round."""
    unsure: tuple[str, ...] = ()
    """The seats whose cubes or hands a card that was never named may have changed."""
    explored: tuple[str, ...] = ()
    """The landings explored since loot was last planned."""


NOTHING_YET = Memory()


class Drawn(msgspec.Struct, frozen=True, gc=False):
    """Map cards just drawn, once the deck was renewed."""

    names: tuple[str, ...]
    """The cards that were named."""
    pool: tuple[str, ...] | None
    """What went into the renewed deck, without what came out before; None if it is not known to the last card."""
    older: int
    """How many of all cards drawn came off the deck before it was renewed."""
    early: tuple[str, ...] = ()
    """Those of which every copy was in sight when they came off the deck before it was renewed."""


class Effects(msgspec.Struct, frozen=True, gc=False):
    """What a play does, seen from the state before it."""

    actor: str
    cards: tuple[str, ...]
    """The cards played; one that cannot be read is `"?"`."""
    colors: tuple[str, ...]
    values: tuple[int, ...]
    """Colours and numbers of the cards that can be read, in the order played."""
    value: int | None
    """The value of the column before."""
    inserts: bool
    """Whether 1s go to the beginning of the column."""
    inserted: int
    """How many 1s did."""
    cursing: int
    """How many 1s were added the usual way."""
    there: tuple[str, ...]
    """The stack with the disc just placed."""
    cube: int
    draw: int
    own_cube: int
    own_draw: int
    """What only the actor gets, by copying."""

    @property
    def unnamed(self) -> bool:
        """Whether one of the cards was never named."""
        return len(self.colors) < len(self.cards)

    def may_shed(self, seat: str, *, each: int) -> int:
        """How many cubes a player may shed if an icon is worth `each`."""
        icons = self.cube if seat in self.there else 0
        return each * (icons + (self.own_cube if seat == self.actor else 0))

    def may_draw(self, seat: str) -> int:
        """How many cards a player may draw."""
        icons = self.draw if seat in self.there else 0
        return icons + (self.own_draw if seat == self.actor else 0)


class Just(msgspec.Struct, frozen=True, gc=False):
    """What rules need to know of the step just made."""

    blind: bool = False
    """Whether Aaron has taken a treasure while one of those turned up was not known."""
    laid: Effects | None = None
    """What the play does; None after anything else."""
    faults: tuple[Fault, ...] = ()
    """What was odd about the cards that left hands."""
    drawn: Drawn | None = None
    """What was drawn from a renewed deck; None if that says nothing."""


NOTHING_ODD = Just()


class Zones(msgspec.Struct, gc=False):
    """The zones and counters. The last group is not in the document: it is what rules need of the past or the step."""

    table: Table
    round: int
    phase: str
    corner: str
    facing: str
    first: str
    turn: str | None
    turns: int
    passed: tuple[str, ...]
    event: str | None
    events: tuple[str, ...]
    spent: tuple[str, ...]
    islands: dict[str, str]
    hands: dict[str, tuple[str, ...]]
    cubes: dict[str, int]
    compasses: dict[str, int]
    kept: dict[str, tuple[str, ...]]
    columns: dict[str, tuple[str, ...]]
    stacks: dict[str, tuple[str, ...]]
    deck: int
    discard: tuple[str, ...]
    treasure_deck: tuple[tuple[str, int], ...]
    treasure_discard: tuple[str, ...]
    open: tuple[str, ...]
    offer: tuple[str, ...]
    loot: Plan | None
    pile: tuple[str, ...]
    healers: tuple[str, ...]
    """Healers face up on the table."""
    order: tuple[str, ...]
    taken: dict[str, str]
    dealt: dict[str, tuple[str, ...]] | None
    out: tuple[str, ...]
    cutoff: bool
    color: str | None
    """Aaron's colour."""
    done: bool
    """Whether Aaron has been made to pass in this round."""
    result: dict[str, Any] | None

    memory: Memory
    """Partly in the document (`renewed`, `aaron`), partly for the rules alone."""
    tick: int
    """How many actions have been carried out since the table was set up, that one included."""
    slots: dict[str, tuple[int, ...]]
    """For each hand the ticks at which its `"?"` slots were filled, in the order of the slots."""
    sight: dict[str, int]
    """How many copies of each map card are known to lie in hands, columns and the discard pile."""
    last_full: dict[str, int]
    """For a card that is no longer in full sight, the last tick after which it was."""
    over: tuple[str, ...]
    """Map cards with more copies in sight than there can be."""
    just: Just = NOTHING_ODD
    """About the last step alone: it begins anew with each."""


class State(Zones, frozen=True, gc=False):  # type: ignore[misc]  # msgspec allows what dataclasses do not
    """The table after some event."""


def kit_of(state: State) -> Kit:
    """The kit of the table."""
    kit: Kit = state.table.kit
    return kit


def reading(state: State, number: int) -> str:
    """The agreed answer to question LI-Q<number>."""
    return state.table.readings[f"LI-Q{number}"]


def players(table: Table) -> int:
    """The number of players, limited to what the box is made for."""
    return min(max(len(table.seats), 2), 5)


def has_aaron(table: Table) -> bool:
    """Whether the virtual player takes part."""
    return len(table.seats) <= 2


def hand_size(table: Table) -> int:
    """Cards dealt to each player, and the target hand size of a refill."""
    return 6 if has_aaron(table) else 7


def healer_count(table: Table) -> int:
    """How many healers are set out (LI-Q28)."""
    return 3 if has_aaron(table) and table.readings["LI-Q28"] == "with-aaron" else len(table.seats)


def on_island(state: State, actor: str) -> int:
    """How many discs of an actor lie on the island."""
    return sum(map(contains, state.stacks.values(), repeat(actor)))


def discs_too_many(state: State, actor: str) -> bool:
    """Whether a colour has more than its three discs, so that one of its stacks is wrong: it moved from where nobody
    noted."""
    return state.compasses.get(actor, 0) + on_island(state, actor) > DISCS


def disc_limit(state: State) -> int:
    """How many discs each player may have on the island."""
    return 2 if state.event == "B4" else 3


def column_value(kit: Kit, column: tuple[str, ...]) -> int | None:
    """The value of the last card: 0 for an empty column, None if a `"?"` hides it."""
    for name in reversed(column):
        card = kit.map.get(name) or card_of(kit, name)
        if card is None:
            return None
        if card.value != WILD:
            return card.value
    return 1 if column else 0


def column_color(kit: Kit, column: tuple[str, ...]) -> str | None:
    """The colour of the first known card."""
    for name in column:
        card = kit.map.get(name) or card_of(kit, name)
        if card is not None:
            return card.color
    return None


def count_cards(kit: Kit, column: tuple[str, ...], *, plus: bool = True) -> int:
    """The number of cards, those with +1 counted twice."""
    extra = 0
    if plus:
        for name in column:
            card = kit.map.get(name) or card_of(kit, name)
            if card is not None and card.plus:
                extra += card.plus
    return len(column) + extra


def count_chests(kit: Kit, column: tuple[str, ...]) -> int:
    """The number of chests in a column."""
    chests = 0
    for name in column:
        card = kit.map.get(name) or card_of(kit, name)
        if card is not None:
            chests += card.chest
    return chests


def is_unsure(column: tuple[str, ...]) -> bool:
    """Whether a column holds a card that was never named."""
    return UNKNOWN in column


def actor_of(state: State, action: Any) -> str:
    """Whose cards and discs an action uses: Aaron's if it is done for Aaron, who takes part."""
    if action.for_ is None or not has_aaron(state.table):
        return str(action.by)
    return AARON


def target_of(state: State) -> int:
    """How many cards a hand is refilled to."""
    return hand_size(state.table) - (1 if state.event == "B5" else 0)


def price_of(state: State) -> int:
    """How many cards a small island costs."""
    return {"B7": 3, "B9": 1}.get(state.event or "", 2)


def turned_up(
    deck: tuple[tuple[str, int], ...], discard: int, wanted: int
) -> tuple[list[tuple[str, int]], tuple[tuple[str, int], ...], bool]:
    """Take treasures off the top: (segments taken, deck left, whether the discard pile was shuffled in)."""
    if deck and deck[0][1] > wanted > 0:
        pile, size = deck[0]
        return [(pile, wanted)], ((pile, size - wanted), *deck[1:]), False
    taken: list[tuple[str, int]] = []
    left = list(deck)
    shuffled = False
    while wanted > 0:
        if not left:
            if shuffled or not discard:
                break
            left, shuffled = [("mix", discard)], True
        pile, size = left.pop(0)
        here = min(size, wanted)
        if here:
            taken.append((pile, here))
        wanted -= here
        if size > here:
            left.insert(0, (pile, size - here))
    return taken, tuple(left), shuffled


def treasures_left(state: State) -> int:
    """How many treasures the deck and its discard pile can still give."""
    return sum(size for _, size in state.treasure_deck) + len(state.treasure_discard)


def nothing_left_to_find(state: State) -> bool:
    """Whether loot is due but no treasure is left at all, so that the game goes straight to the healers."""
    if state.phase not in ("loot", "final") or state.loot is None or not state.loot.queue or state.open:
        return False
    return not treasures_left(state)
