"""Rules for cards, decks and hands (LI-DECK, LI-HAND, LI-CARD)."""

from collections import Counter

from records.text import counted
from replay.action import UNKNOWN, Action, Reveal
from replay.games.loot_island.actions import Event, Island, Loot, Play, Refill, Setup
from replay.games.loot_island.kit import card_of, tile_of, treasures
from replay.games.loot_island.rules.common import ASSUMED, broken_unless, en, listed, were
from replay.games.loot_island.state import State, kit_of, treasures_left, turned_up
from replay.games.loot_island.tiles import is_done
from replay.rule import OK, Answers, Broken, Cite, Open, Rule, broken, derived, rule
from replay.step import Step

_PARTS = Cite("Components list", language="EN")


@rule("LI-DECK-3", cite=en("General rules: Treasure deck"), judges=Island)
def cut_short_only_if_treasures_run_out(step: Step[State, Island]) -> Answers:
    """The game is cut short only when the deck and the discard pile together cannot supply the treasures due."""
    state, action = step.before, step.action
    if action.reveal is not None or not is_done(tile_of(kit_of(state), action.island), action):
        return OK
    if tile_of(kit_of(state), action.island).kind != "treasure" or not treasures_left(state):
        return OK
    return broken(f"{counted(treasures_left(state), 'treasure')} left", left=treasures_left(state))


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


@rule("LI-DECK-4", cite=en("Setup 3"), judges=(Event, Island, Loot))
def off_the_top(step: Step[State, Event | Island | Loot]) -> Answers:
    """Treasures come off the top of the deck: pile I first, then II, III and IV, and only from piles in use."""
    state = step.before
    names = _turned_up(state, step.action)
    if not names:
        return OK
    listed_treasures = kit_of(state).treasure
    if state.treasure_deck and len(names) <= state.treasure_deck[0][1]:
        top_pile = state.treasure_deck[0][0]
        if all(name == UNKNOWN or listed_treasures[name].pile == top_pile for name in names):
            return OK  # as nearly always: all from the pile on top
    segments, _, _ = turned_up(state.treasure_deck, len(state.treasure_discard), len(names))
    room: Counter[str] = Counter()
    for pile, size in segments:
        room[pile] += size
    spare = room["mix"] + len(names) - sum(room.values())
    named = Counter(listed_treasures[name].pile for name in names if name != UNKNOWN)
    wrong = [pile for pile, number in named.items() if number > room[pile]]
    if sum(number - room[pile] for pile, number in named.items() if number > room[pile]) <= spare:
        return OK
    culprits = [name for name in names if name != UNKNOWN and listed_treasures[name].pile in wrong]
    top = ", ".join(f"{size} of {pile}" for pile, size in segments)
    return broken(
        f"{listed(culprits)} cannot come up: the next treasures are {top}",
        treasures=culprits,
        top=[*map(list, segments)],
    )


@rule("LI-DECK-5", cite=_PARTS, judges=(Event, Island, Loot))
def one_place_each(step: Step[State, Event | Island | Loot]) -> Answers:
    """A treasure is in only one place at a time."""
    state = step.before
    names = [name for name in _turned_up(state, step.action) if name != UNKNOWN]
    if not names:
        return OK
    if len(set(names)) < len(names):
        twice = [name for name, number in Counter(names).items() if number > 1]
        return broken(f"{were(twice)} turned up twice", treasures=twice)
    for actor, cards in state.kept.items():
        for name in names:
            if name in cards:
                return broken(f"{name} is kept by {actor}", treasure=name, place=f"kept.{actor}")
    shuffled = len(_turned_up(state, step.action)) > sum([size for _, size in state.treasure_deck])
    for name in names:
        if name in state.open or name in state.offer:
            return broken(f"{name} is already on the table", treasure=name, place="open or offer")
        if not shuffled and name in state.treasure_discard:
            return broken(f"{name} is in the discard pile", treasure=name, place="discard")
    return OK


@rule("LI-HAND-1", cite=en("Phase 2"), judges=(Play, Island, Refill))
def cards_come_from_the_hand(step: Step[State, Play | Island | Refill]) -> Answers:
    """A card can leave only a hand that holds it."""
    for fault in step.after.faults:
        seat, held = fault.seat, step.before.hands.get(fault.seat, ())
        if fault.missing:
            why = f"{seat} did not hold {listed(fault.missing)}"
            return broken(why, seat=seat, cards=list(fault.missing), held=list(held))
        if fault.excess:
            return broken(
                f"{seat} held only {counted(len(held), 'card')}", seat=seat, held=len(held), excess=fault.excess
            )
    return OK


def _named(action: Action) -> list[str]:
    """The map cards an action names."""
    lists: list[tuple[str, ...]] = []
    if isinstance(action, Play):
        lists = [action.cards, *(action.draw or {}).values()]
    elif isinstance(action, Island):
        lists = [action.cards, action.draw or ()]
    elif isinstance(action, Refill):
        lists = [*(action.discard or {}).values(), *(action.draw or {}).values(), action.aaron or ()]
    elif isinstance(action, Event):
        lists = [*(action.draw or {}).values()]
    elif isinstance(action, Setup):
        lists = _named_at_setup(action)
    elif isinstance(action, Reveal) and action.what.startswith("hands.") and isinstance(action.value, list):
        lists = [tuple(name for name in action.value if isinstance(name, str))]
    return list(dict.fromkeys(name for cards in lists for name in cards if name != UNKNOWN))


def _named_at_setup(action: Setup) -> list[tuple[str, ...]]:
    place = action.position
    if place is not None:
        columns = [landing.cards for landing in place.landings.values()]
        return [*place.hands.values(), *columns, place.map.discard]
    hands = [cards for cards in (action.hands or {}).values() if isinstance(cards, tuple)]
    aaron = action.aaron.hand if action.aaron is not None else None
    return [*hands, *(action.discards or {}).values(), aaron or ()]


@rule("LI-CARD-1", cite=_PARTS, judges=(Setup, Event, Refill, Play, Island, Reveal), may_open=True)
def no_more_copies_than_in_the_kit(step: Step[State, Action]) -> Answers:
    """There are never more copies of a map card in sight than in the kit."""
    if not step.after.over:
        return OK
    answers: list[Broken | Open] = []
    for name in _named(step.action):
        card = card_of(kit_of(step.after), name)
        if card is not None and name in step.after.over:
            seen = step.after.sight[name]
            why = f"{seen} copies of {name} in sight, but the kit has {card.copies}"
            answers += broken_unless(card.assumed, ASSUMED, why, card=name, seen=seen, copies=card.copies)
    return tuple(answers)


@rule("LI-CARD-2", cite=_PARTS, judges=(Refill, Play, Island, Reveal), may_open=True)
def an_unknown_card_can_be_this_one(step: Step[State, Action]) -> Answers:
    """An unknown card in a hand cannot be one whose copies were all in sight at some time since its slot was filled."""
    if not step.after.faults:
        return OK
    answers: list[Broken | Open] = []
    for fault in step.after.faults:
        for name in fault.impossible:
            if name not in step.after.over:
                assumed = kit_of(step.before).map[name].assumed
                why = f"{fault.seat} cannot have had {name}: every copy was in sight after those cards were drawn"
                answers += broken_unless(assumed, ASSUMED, why, seat=fault.seat, card=name)
    return tuple(answers)


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
    cards_come_from_the_hand,
    no_more_copies_than_in_the_kit,
    an_unknown_card_can_be_this_one,
)
