"""Rules for the two decks (LI-DECK)."""

from collections import Counter

from replay.action import UNKNOWN, Action
from replay.games.loot_island.actions import Event, Island, Loot, Play, Refill
from replay.games.loot_island.kit import Kit, tile_of, treasures
from replay.games.loot_island.rules.common import en, were
from replay.games.loot_island.state import State, kit_of, treasures_left, turned_up
from replay.games.loot_island.tiles import is_done
from replay.games.loot_island.words import say, some_cards, some_treasures, who
from replay.rule import OK, Answers, Cite, Rule, broken, derived, rule
from replay.saying import counted, listed, number
from replay.step import Step

_PARTS = Cite("Components list", language="EN")

Slot = tuple[str, frozenset[str] | None]
"""A place in the treasure deck: its pile (empty: any at all); for a renewed deck what it may be, if that is known."""


@rule("LI-DECK-3", cite=en("General rules: Treasure deck"), judges=Island)
def cut_short_only_if_treasures_run_out(step: Step[State, Island]) -> Answers:
    """The game is cut short only when the deck and the discard pile together cannot supply the treasures due."""
    state, action = step.before, step.action
    if action.reveal is not None or not is_done(tile_of(kit_of(state), action.island), action):
        return OK
    if tile_of(kit_of(state), action.island).kind != "treasure" or not treasures_left(state):
        return OK
    left = treasures_left(state)
    return broken(f"{were(counted(left, 'treasure'), left)} left", left=left)


def _turned_up(state: State, action: Action) -> tuple[str, ...]:
    """The treasures an action turns up."""
    kit = kit_of(state)
    if isinstance(action, Loot):
        return treasures(kit, action.reveal)
    if isinstance(action, Event):
        return treasures(kit, action.reveal) if action.card == "A2" and action.reveal is not None else ()
    assert isinstance(action, Island)
    tile = tile_of(kit, action.island)
    if tile.kind == "treasure" and isinstance(action.reveal, str) and is_done(tile, action):
        return treasures(kit, (action.reveal,))
    return ()


@rule("LI-DECK-4", cite=en("Setup 3; General rules: Treasure deck"), judges=(Event, Island, Loot))
def off_the_top(step: Step[State, Event | Island | Loot]) -> Answers:
    """Treasures come off the top of the deck: pile I first, then II, III and IV, and only from piles in use; a renewed
    deck holds only what went into it."""
    state = step.before
    names = _turned_up(state, step.action)
    if not names:
        return OK
    listed_treasures = kit_of(state).treasure
    if state.treasure_deck and len(names) <= state.treasure_deck[0][1]:
        top_pile = state.treasure_deck[0][0]
        if all(name == UNKNOWN or listed_treasures[name].pile == top_pile for name in names):
            return OK  # as nearly always: all from the pile on top
    named = [name for name in names if name != UNKNOWN]
    slots = _slots(state, step.action, len(names))
    homeless = _homeless(kit_of(state), named, slots)
    if not homeless:
        return OK
    top = Counter(pile for pile, _ in slots if pile)
    piles = [
        f"{number(size)} of {'the renewed deck' if pile == 'mix' else f'pile {pile}'}" for pile, size in top.items()
    ]
    are = "is" if sum(top.values()) == 1 else "are"
    return broken(
        f"{some_treasures(state.table, homeless)} cannot come up: next on the deck {are} {listed(piles, 'none')}",
        treasures=homeless,
        top=[[pile, size] for pile, size in top.items()],
    )


def _slots(state: State, action: Action, due: int) -> list[Slot]:
    """The places in the deck that these treasures come from; for more than there are, places that take anything."""
    buried = state.treasure_discard + (state.open if isinstance(action, Loot) else ())
    segments, _, shuffled = turned_up(state.treasure_deck, len(buried), due)
    slots: list[Slot] = []
    for place, (pile, size) in enumerate(segments):
        just_renewed = shuffled and place == len(segments) - 1
        pool = buried if just_renewed else state.memory.renewed_treasure
        known = frozenset(pool) if pile == "mix" and pool is not None and UNKNOWN not in pool else None
        slots += [(pile, known)] * size
    return slots + [("", None)] * (due - len(slots))


def _homeless(kit: Kit, names: list[str], slots: list[Slot]) -> list[str]:
    """The treasures that find no place, however they are shared out; equal names count once for each time."""
    in_use = {pile for pile, _ in kit.piles}
    taken: dict[int, int] = {}

    def fits(name: str, slot: Slot) -> bool:
        pile, known = slot
        own = kit.treasure[name].pile
        if pile != "mix":
            return pile in ("", own)
        return name in known if known is not None else own in in_use

    def place(index: int, tried: set[int]) -> bool:
        for at, slot in enumerate(slots):
            if at not in tried and fits(names[index], slot):
                tried.add(at)
                if at not in taken or place(taken[at], tried):
                    taken[at] = index
                    return True
        return False

    return [name for index, name in enumerate(names) if not place(index, set())]


@rule("LI-DECK-5", cite=_PARTS, judges=(Event, Island, Loot))
def one_place_each(step: Step[State, Event | Island | Loot]) -> Answers:
    """A treasure is in only one place at a time."""
    state = step.before
    names = [name for name in _turned_up(state, step.action) if name != UNKNOWN]
    if not names:
        return OK
    if len(set(names)) < len(names):
        twice = [name for name, times in Counter(names).items() if times > 1]
        return broken(f"{were(some_treasures(state.table, twice), len(twice))} turned up twice", treasures=twice)
    for actor, cards in state.kept.items():
        for name in names:
            if name in cards:
                why = f"{who(state.table, actor)} keeps {say(state.table, name)}"
                return broken(why, treasure=name, place=f"kept.{actor}")
    shuffled = len(_turned_up(state, step.action)) > sum([size for _, size in state.treasure_deck])
    for name in names:
        if name in state.open or name in state.offer:
            why = f"{say(state.table, name)} is already on the table"
            return broken(why, treasure=name, place="open or offer")
        if not shuffled and name in state.treasure_discard:
            return broken(f"{say(state.table, name)} is in the discard pile", treasure=name, place="discard")
    return OK


@rule("LI-DECK-6", cite=en("General rules: Map deck"), judges=(Event, Refill, Play, Island))
def only_what_went_into_the_deck(step: Step[State, Event | Refill | Play | Island]) -> Answers:
    """A map card drawn once the deck was renewed is one of those that went into it."""
    drawn = step.after.just.drawn
    if drawn is None or drawn.pool is None:
        return OK
    names, pool = drawn.names, drawn.pool
    strange = {name: names.count(name) - pool.count(name) for name in dict.fromkeys(names)}
    beyond = [name for name, more in strange.items() if more > 0 and name not in step.after.over]
    if sum([strange[name] for name in beyond]) <= drawn.older:
        return OK
    drew = were(some_cards(step.after.table, beyond), len(beyond))
    why = f"{drew} drawn, but did not go into the renewed deck"
    return broken(why, cards=beyond, older=drawn.older)


RULES: tuple[Rule, ...] = (
    derived(
        "LI-DECK-1",
        "An empty map deck is renewed from its discard pile, even in mid-draw; with both empty, fewer cards are drawn.",
        en("General rules: Map deck"),
        questions=("LI-Q8", "LI-Q31"),
    ),
    derived(
        "LI-DECK-2",
        "An empty treasure deck is renewed from its discard pile in the same way.",
        en("General rules: Treasure deck"),
    ),
    cut_short_only_if_treasures_run_out,
    off_the_top,
    one_place_each,
    only_what_went_into_the_deck,
)
