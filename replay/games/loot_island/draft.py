"""A draft: the state while one action is being carried out. Only the reducer holds one."""

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import astuple

from replay.action import UNKNOWN
from replay.games.loot_island.actions import AARON
from replay.games.loot_island.geometry import moved
from replay.games.loot_island.hands import Leaving, copies_of, leave, out_of_slots
from replay.games.loot_island.kit import Kit, readable
from replay.games.loot_island.moves import next_in_turn, out_of_hand, with_disc
from replay.games.loot_island.state import DISCS, NOTHING_ODD, Drawn, Fault, Just, Plan, State, Zones, kit_of, turned_up
from replay.zones import but_one, put, without

_FIELDS = len(State.__struct_fields__)


class Draft(Zones, kw_only=True, gc=False):
    """A state that may still be changed, one zone at a time, and the basic steps of the game on it.

    It shares dicts with the state it was made from, so they are replaced, never changed in place.
    """

    before: State
    """The state before the action."""
    blind: bool = False
    faults: tuple[Fault, ...] = ()
    drawn: Drawn | None = None
    """As in `Just`."""
    moved: list[str] = []
    """Cards that came into sight or went out of it."""
    uncovered: list[str] = []
    """Cards that came into sight before them, in a way that leaves nothing to settle unless others do."""
    came: tuple[str, ...] = ()
    """The map cards drawn so far."""
    shuffled: tuple[str, ...] | None = None
    """The discard pile that the map deck was just renewed from."""
    older: int = 0
    """How many of the cards drawn came off the deck before that."""
    early: tuple[str, ...] = ()
    """Those of them of which every copy was in sight."""

    @property
    def kit(self) -> Kit:
        """The kit of the table."""
        kit: Kit = self.table.kit
        return kit

    def finished(self) -> State:
        """The state that the action leaves behind."""
        if self.moved:
            self._settle_sight()
        if self.came and self.memory.renewed_map is not None:
            self._note_drawn()
        if self.blind or self.faults or self.drawn is not None:
            self.just = Just(self.blind, self.just.laid, self.faults, self.drawn)
        return State(*astuple(self)[:_FIELDS])

    def remember(self, **facts: Any) -> None:
        """Something that still matters later on."""
        self.memory = msgspec.structs.replace(self.memory, **facts)

    # --- map cards -------------------------------------------------------------------------------------------

    def see(self, names: Sequence[str], by: int) -> None:
        """Each of these map cards, if it is named, has this many more copies in sight."""
        if not self.moved:
            self.sight = self.sight.copy()
            self.moved += self.uncovered
        self.moved += names
        sight = self.sight
        for name in names:
            if name != UNKNOWN:
                sight[name] = sight.get(name, 0) + by

    def _settle_sight(self) -> None:
        """Note when each card that left full sight was last there, and which cards are too many."""
        listed, sight, was, over = self.table.kit.map, self.sight, self.before.sight, self.over
        gone: list[str] = []
        moved = dict.fromkeys(self.moved)
        moved.pop(UNKNOWN, None)
        for name in moved:
            card, seen = listed.get(name), sight[name]
            copies = card.copies if card is not None else 0
            if seen > copies:
                if name not in over:
                    over = (*over, name)
            else:
                if seen < copies <= was.get(name, 0):
                    gone.append(name)
                if over:
                    over = without(over, name)
        self.over = over
        if gone:
            self.last_full = {**self.last_full, **dict.fromkeys(gone, self.before.tick)}

    def leave_hand(self, actor: str, names: tuple[str, ...]) -> None:
        """Cards, named as far as they can be read, leave a hand for a place in full view."""
        hands = out_of_hand(self.hands, actor, names)
        if hands is not None:
            self.hands = hands
        elif not self.moved and (found := out_of_slots(self, actor, names)):
            self.hands, self.slots, self.sight, shown = found
            self.uncovered += shown
        else:
            self.leave_unknown(actor, names)

    def leave_unknown(self, actor: str, names: tuple[str, ...]) -> None:
        """The same when a card is not named, or was not known to be in the hand."""
        left = leave(self.before, actor, names)
        self.note(actor, left)
        if actor in self.hands:
            self.hands = {**self.hands, actor: left.cards}
            self.slots = {**self.slots, actor: left.slots}

    def note(self, actor: str, left: Leaving) -> None:
        """Cards came out of a hand: note what is in sight now, and what was odd about it."""
        if left.shown:
            self.see(left.shown, 1)
        if left.lost:
            self.see(left.lost, -1)
        fault = left.fault(actor)
        if fault is not None:
            self.faults = (*self.faults, fault)

    def cards_left(self) -> int:
        """How many map cards the deck and its discard pile can still give."""
        return self.deck + len(self.discard)

    def draw(self, seat: str, names: tuple[str, ...]) -> None:
        """Cards come from the deck into a hand; the discard pile is shuffled in when the deck runs out."""
        if seat not in self.hands or not names:
            return
        cards = readable(self.table.kit, names)
        if len(cards) > self.deck:
            cards = self._last_cards(cards)
        else:
            self.deck -= len(cards)
            self.see(cards, 1)
            self.came += cards
            if self.memory.renewed_map is not None:
                self._strike(cards)
        self.hands = self.hands.copy()
        self.hands[seat] += cards
        unknown = cards.count(UNKNOWN)
        if unknown:
            self.slots = {**self.slots, seat: self.slots[seat] + (self.tick,) * unknown}

    def _last_cards(self, cards: tuple[str, ...]) -> tuple[str, ...]:
        """Cards come off a deck that runs out on the way: those it still had, and those the log names."""
        drawn: list[str] = []
        before, renewed_at = len(self.came), None
        in_sight = [name for name in cards if name != UNKNOWN and self._is_in_full_sight(name)]
        for name in cards:
            if not self.deck and self.discard:
                self._shuffle_in(before)
                renewed_at = len(drawn)
            if self.deck:
                self.deck -= 1
            elif name == UNKNOWN:
                continue
            drawn.append(name)
            self.see((name,), 1)
            self.came += (name,)
            if self.memory.renewed_map is not None:
                self._strike((name,))
        if renewed_at is not None and len(in_sight) > len(drawn) - renewed_at:
            # In which order one player drew is not told, but not all of these can have come off the renewed deck.
            self.early += tuple(in_sight)
        return tuple(drawn)

    def _is_in_full_sight(self, name: str) -> bool:
        return self.sight.get(name, 0) >= copies_of(self.kit, name)

    def _shuffle_in(self, before: int) -> None:
        """The discard pile becomes the new deck; what others drew `before` came off the old one."""
        copies = {name: copies_of(self.kit, name) for name in self.came[:before] if name != UNKNOWN}
        self.early += tuple([name for name, number in copies.items() if self.sight.get(name, 0) > number])
        self.see(self.discard, -1)
        self.remember(renewed_map=self.discard)
        self.shuffled, self.older = self.discard, len(self.came)
        self.deck, self.discard = len(self.discard), ()

    def _strike(self, cards: tuple[str, ...]) -> None:
        """Cards came out of a renewed deck: those that are named are not in it any more."""
        left = self.memory.renewed_map
        assert left is not None
        for name in cards:
            if name != UNKNOWN:
                left = but_one(left, name)
        self.remember(renewed_map=left)

    def _note_drawn(self) -> None:
        """Note what was drawn, as far as it says something about the deck."""
        pool = self.shuffled if self.shuffled is not None else self.before.memory.renewed_map
        names = tuple([name for name in self.came if name != UNKNOWN])
        if names:
            known = pool if pool is not None and UNKNOWN not in pool else None
            self.drawn = Drawn(names, known, self.older, self.early)

    # --- cubes and discs -------------------------------------------------------------------------------------

    def curse(self, seat: str, number: int) -> None:
        """A player takes cubes. Aaron takes none."""
        if number and seat in self.cubes:
            self.cubes = {**self.cubes, seat: self.cubes[seat] + number}

    def shed(self, seat: str, allowed: int, logged: int | None) -> None:
        """A player puts cubes back: the number logged, or as many as they may."""
        number = allowed if logged is None else logged
        if number and seat in self.cubes:
            self.cubes = {**self.cubes, seat: max(0, self.cubes[seat] - number)}

    def disc(self, actor: str, landing: str, come_from: str | None) -> None:
        """A disc goes on top of a stack, unless the actor is there already."""
        self.stacks, self.compasses = with_disc(self.stacks, self.compasses, actor, landing, come_from)

    def disc_home(self, actor: str, landing: str) -> None:
        """A disc comes back to its owner's area, if it is there."""
        if actor in self.stacks[landing]:
            self.stacks = {**self.stacks, landing: without(self.stacks[landing], actor)}
            self.compasses = {**self.compasses, actor: min(DISCS, self.compasses.get(actor, 0) + 1)}

    # --- treasures -------------------------------------------------------------------------------------------

    def turn_up(self, names: tuple[str, ...]) -> None:
        """Treasures come off the deck; the discard pile is shuffled in when it runs out."""
        buried = self.treasure_discard
        segments, self.treasure_deck, shuffled = turned_up(self.treasure_deck, len(buried), len(names))
        if shuffled:
            self.treasure_discard = ()
            self.remember(renewed_treasure=buried)
        if self.memory.renewed_treasure is not None:
            self._strike_treasures(names, sum(size for pile, size in segments if pile != "mix"))

    def _strike_treasures(self, names: tuple[str, ...], elsewhere: int) -> None:
        """Treasures were turned up, some of them from other piles: those that are named left the renewed deck."""
        left = self.memory.renewed_treasure
        assert left is not None
        others = 0
        for name in names:
            if name != UNKNOWN and name in left:
                left = without(left, name)
            elif name != UNKNOWN:
                others += 1
        for _ in range(others - elsewhere):
            left = without(left, UNKNOWN)
        if left != self.memory.renewed_treasure:
            self.remember(renewed_treasure=left)

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
            if treasure is None and keep:
                self.remember(unseen=self.memory.unseen + 1)
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
            self.shed(seat, 2 + amulets(self.before, seat), shed)

    def _keep(self, seat: str, name: str) -> None:
        self.kept = put(self.kept, seat, name)

    def aaron_takes(self) -> None:
        """As long as Aaron is next, Aaron takes the treasure with the highest reference number."""
        while self.loot is not None and self.open and self.loot.takers[:1] == (AARON,):
            guess = UNKNOWN in self.open
            self.blind = self.blind or guess
            best = max(self.open, key=self._reference)
            self.open = without(self.open, best)
            self.gain(AARON, best, True, None)
            given, guessed = self.memory.given, self.memory.guessed
            self.remember(given=(*given, best), guessed=(*guessed, guess), blindly=self.memory.blindly or guess)
            self.loot = msgspec.structs.replace(self.loot, takers=self.loot.takers[1:])
        if not self.open and self.loot is not None and (self.loot.at is not None or self.loot.takers):
            self.loot = Plan(self.loot.queue)

    def _reference(self, name: str) -> int:
        treasure = self.kit.treasure.get(name)
        return treasure.ref if treasure is not None else -1

    # --- ship and turns --------------------------------------------------------------------------------------

    def move_ship(self) -> None:
        """The ship goes to the next corner in the direction it faces."""
        self.corner = moved(self.corner, self.facing)

    def next_turn(self, by: str) -> None:
        """The turn goes to the next player clockwise who has not passed."""
        self.turn = next_in_turn(self.table.seats, self.passed, by)


def draft_of(state: State) -> Draft:
    """A draft of the state after this one."""
    draft = Draft(*astuple(state), before=state)
    draft.just = NOTHING_ODD
    draft.tick += 1
    return draft


def going_on(after: State, before: State) -> Draft:
    """A draft of a state `after` an action that is not quite carried out yet."""
    return Draft(*astuple(after), before=before)


def amulets(state: State, seat: str) -> int:
    """How many amulets a player has in front of them."""
    listed = kit_of(state).treasure
    return sum(listed[name].type == "amulet" for name in state.kept.get(seat, ()) if name in listed)
