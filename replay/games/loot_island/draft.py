"""A draft: the state under change while one action is carried out. Only the reducer holds one."""

import msgspec

from replay.action import UNKNOWN
from replay.games.loot_island.actions import AARON
from replay.games.loot_island.geometry import moved
from replay.games.loot_island.hands import leave
from replay.games.loot_island.kit import readable
from replay.games.loot_island.state import Plan, State, clockwise, kit_of, turned_up


class Draft:
    """The zones that actions change, copied where they are dicts, and the basic steps of the game on them."""

    def __init__(self, state: State) -> None:
        self.old = state
        self.table = state.table
        self.kit = kit_of(state)
        self.tick = state.tick + 1
        self.round = state.round
        self.phase = state.phase
        self.corner = state.corner
        self.facing = state.facing
        self.first = state.first
        self.turn = state.turn
        self.turns = state.turns
        self.passed = state.passed
        self.event = state.event
        self.events = state.events
        self.spent = state.spent
        self.islands = state.islands
        self.hands = state.hands.copy()
        self.slots = state.slots
        self.cubes = state.cubes.copy()
        self.compasses = state.compasses.copy()
        self.kept = state.kept
        self.columns = state.columns
        self.stacks = state.stacks
        self.deck = state.deck
        self.discard = state.discard
        self.treasure_deck = state.treasure_deck
        self.treasure_discard = state.treasure_discard
        self.open = state.open
        self.offer = state.offer
        self.loot = state.loot
        self.pile = state.pile
        self.healers = state.healers
        self.order = state.order
        self.taken = state.taken
        self.out = state.out
        self.cutoff = state.cutoff
        self.done = state.done
        self.dealt = state.dealt
        self.sight = state.sight
        self.blind = False
        self._was: dict[str, int] = {}

    def finished(self) -> State:
        """The state that the action leaves behind."""
        old = self.old
        return State(
            self.table,
            self.round,
            self.phase,
            self.corner,
            self.facing,
            self.first,
            self.turn,
            self.turns,
            self.passed,
            self.event,
            self.events,
            self.spent,
            self.islands,
            self.hands,
            self.cubes,
            self.compasses,
            self.kept,
            self.columns,
            self.stacks,
            self.deck,
            self.discard,
            self.treasure_deck,
            self.treasure_discard,
            self.open,
            self.offer,
            self.loot,
            self.pile,
            self.healers,
            self.order,
            self.taken,
            self.dealt,
            self.out,
            self.cutoff,
            old.color,
            self.done,
            old.result,
            self.tick,
            self.slots,
            self.sight,
            self._last_full(),
            self.blind,
        )

    # --- map cards -------------------------------------------------------------------------------------------

    def see(self, name: str, by: int) -> None:
        """So many more copies of a map card are in sight."""
        if not self._was:
            self.sight = self.sight.copy()
        self._was.setdefault(name, self.sight.get(name, 0))
        self.sight[name] = self.sight.get(name, 0) + by

    def _last_full(self) -> dict[str, int]:
        """Remember of each card that left full sight when it was there last."""
        last = self.old.last_full
        for name, before in self._was.items():
            card = self.kit.map.get(name)
            if card is not None and before >= card.copies > self.sight[name]:
                last = {**last, name: self.old.tick}
        return last

    def leave_hand(self, actor: str, names: tuple[str, ...]) -> tuple[str, ...]:
        """Cards leave a hand for a place in full view; returns them as they are known."""
        names = readable(self.kit, names)
        left = leave(self.old, actor, names)
        for name in left.shown:
            self.see(name, 1)
        for name in left.lost:
            self.see(name, -1)
        if actor in self.hands:
            self.hands[actor] = left.cards
            if left.slots != self.slots[actor]:
                self.slots = {**self.slots, actor: left.slots}
        return names

    def cards_left(self) -> int:
        """How many map cards the deck and its discard pile can still give."""
        return self.deck + len(self.discard)

    def draw(self, seat: str, names: tuple[str, ...]) -> None:
        """Cards come from the deck into a hand; the discard pile is shuffled in when the deck runs out."""
        if seat not in self.hands or not names:
            return
        drawn: list[str] = []
        for name in readable(self.kit, names):
            if not self.deck and self.discard:
                self._shuffle_in()
            if self.deck:
                self.deck -= 1
            elif name == UNKNOWN:
                continue
            drawn.append(name)
            if name != UNKNOWN:
                self.see(name, 1)
        self.hands[seat] = (*self.hands[seat], *drawn)
        unknown = drawn.count(UNKNOWN)
        if unknown:
            self.slots = {**self.slots, seat: self.slots[seat] + (self.tick,) * unknown}

    def _shuffle_in(self) -> None:
        for name in self.discard:
            if name != UNKNOWN:
                self.see(name, -1)
        self.deck, self.discard = len(self.discard), ()

    # --- cubes and discs -------------------------------------------------------------------------------------

    def curse(self, seat: str, number: int) -> None:
        """A player takes cubes. Aaron takes none."""
        if seat in self.cubes:
            self.cubes[seat] += number

    def shed(self, seat: str, allowed: int, logged: int | None) -> None:
        """A player puts cubes back: the number logged, or all he may."""
        if seat in self.cubes:
            number = allowed if logged is None else logged
            self.cubes[seat] = max(0, self.cubes[seat] - number)

    def disc(self, actor: str, landing: str, come_from: str | None) -> None:
        """A disc goes on top of a stack, unless the actor is there already."""
        stack = self.stacks[landing]
        if actor in stack or actor not in self.compasses:
            return
        self.stacks = self.stacks.copy()
        if come_from is not None:
            self.stacks[come_from] = without(self.stacks[come_from], actor)
        else:
            self.compasses[actor] = max(0, self.compasses[actor] - 1)
        self.stacks[landing] = (*stack, actor)

    def disc_home(self, actor: str, landing: str) -> None:
        """A disc comes back to its owner's area, if it is there."""
        if actor in self.stacks[landing]:
            self.stacks = {**self.stacks, landing: without(self.stacks[landing], actor)}
            self.compasses[actor] = self.compasses.get(actor, 0) + 1

    # --- treasures -------------------------------------------------------------------------------------------

    def turn_up(self, number: int) -> None:
        """Treasures come off the deck; the discard pile is shuffled in when it runs out."""
        _, self.treasure_deck, shuffled = turned_up(self.treasure_deck, len(self.treasure_discard), number)
        if shuffled:
            self.treasure_discard = ()

    def treasures_left(self) -> int:
        """How many treasures the deck and its discard pile can still give."""
        return sum(size for _, size in self.treasure_deck) + len(self.treasure_discard)

    def bury(self, names: tuple[str, ...]) -> None:
        """Treasures go to their discard pile."""
        self.treasure_discard += names

    def gain(self, seat: str, name: str, keep: bool, shed: int | None, *, relief: bool = True) -> None:
        """A treasure is kept, with its curse and its crossed cubes, or buried."""
        treasure = self.kit.treasure.get(name)
        if seat == AARON:
            if treasure is not None and treasure.type == "crown" and keep:
                self._keep(AARON, name)
            else:
                self.bury((name,))
        elif keep:
            if seat in self.kept:
                self._keep(seat, name)
            if treasure is not None:
                self.curse(seat, treasure.curse)
            self.shed(seat, treasure.relief if treasure is not None and relief else 0, shed)
        else:
            self.bury((name,))
            self.shed(seat, 2 + amulets(self.old, seat), shed)

    def _keep(self, seat: str, name: str) -> None:
        self.kept = {**self.kept, seat: (*self.kept[seat], name)}

    def aaron_takes(self) -> None:
        """While Aaron is next he takes the treasure with the highest reference number."""
        while self.loot is not None and self.open and self.loot.takers[:1] == (AARON,):
            if UNKNOWN in self.open:
                self.blind = True
            best = max(self.open, key=self._reference)
            self.open = without(self.open, best)
            self.gain(AARON, best, True, None)
            self.loot = msgspec.structs.replace(self.loot, takers=self.loot.takers[1:])
        if not self.open and self.loot is not None and (self.loot.at is not None or self.loot.takers):
            self.loot = Plan(self.loot.queue)

    def _reference(self, name: str) -> int:
        treasure = self.kit.treasure.get(name)
        return treasure.ref if treasure is not None else -1

    # --- ship and turns --------------------------------------------------------------------------------------

    def move_ship(self) -> None:
        """The ship goes to the next corner, the way it faces."""
        self.corner = moved(self.corner, self.facing)

    def next_turn(self, by: str) -> None:
        """The turn goes to the next clockwise who has not passed."""
        order = clockwise(self.table, by)
        following = (*order[1:], *order[:1])
        self.turn = next((seat for seat in following if seat not in self.passed), None)


def amulets(state: State, seat: str) -> int:
    """How many amulets a player has in front of him."""
    listed = kit_of(state).treasure
    return sum(listed[name].type == "amulet" for name in state.kept.get(seat, ()) if name in listed)


def without(items: tuple[str, ...], item: str) -> tuple[str, ...]:
    """The same items with the first such one left out."""
    if item not in items:
        return items
    index = items.index(item)
    return items[:index] + items[index + 1 :]
