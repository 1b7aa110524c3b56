"""Rules for cards and hands (LI-HAND, LI-CARD)."""

from collections.abc import Sequence

from replay.action import UNKNOWN, Action, Reveal
from replay.games.loot_island.actions import Event, Healer, Island, Loot, Pass, Play, Refill, Setup, Take
from replay.games.loot_island.kit import Kit, card_of, healer_of
from replay.games.loot_island.rules.common import ASSUMED, broken_or_open, broken_unless, en, hand_in_doubt
from replay.games.loot_island.state import State, kit_of
from replay.games.loot_island.words import a_thing, say, some_cards, who
from replay.rule import OK, Answers, Broken, Cite, Open, Rule, rule
from replay.saying import counted, listed, number
from replay.step import Step
from replay.table import Table

_PARTS = Cite("Components list", language="EN")


@rule("LI-HAND-1", cite=en("Phase 2"), judges=(Play, Island, Refill), may_open=True)
def cards_come_from_the_hand(step: Step[State, Play | Island | Refill]) -> Answers:
    """A card can leave only a hand that holds it."""
    for fault in step.after.just.faults:
        seat, held = fault.seat, step.before.hands.get(fault.seat, ())
        table, doubt = step.before.table, hand_in_doubt(step.before, seat)
        if fault.missing:
            why = f"{who(table, seat)} did not hold {some_cards(table, fault.missing)}"
            return broken_or_open(doubt, why, seat=seat, cards=list(fault.missing), held=list(held))
        if fault.excess:
            had = f"only {counted(len(held), 'card')}" if held else "no cards"
            why = f"{who(table, seat)} held {had}"
            return broken_or_open(doubt, why, seat=seat, held=len(held), excess=fault.excess)
    return OK


def _named(action: Action) -> list[str]:
    """The map cards an action names, each once."""
    return list(dict.fromkeys(name for cards in _lists_named(action) for name in cards if name != UNKNOWN))


def _lists_named(action: Action) -> Sequence[tuple[str, ...]]:
    """The map cards an action names, list by list."""
    if type(action) is Play:
        return (action.cards, *action.draw.values()) if action.draw else (action.cards,)
    if type(action) is Island:
        return (action.cards, action.draw) if action.draw else (action.cards,)
    if type(action) is Refill:
        return (*(action.discard or {}).values(), *(action.draw or {}).values(), action.aaron or ())
    if type(action) is Event:
        return tuple(action.draw.values()) if action.draw else ()
    if type(action) is Setup:
        return _named_at_setup(action)
    if isinstance(action, Reveal) and action.what.startswith("hands.") and isinstance(action.value, list):
        return (tuple(name for name in action.value if isinstance(name, str)),)
    return ()


def _named_at_setup(action: Setup) -> list[tuple[str, ...]]:
    place = action.position
    if place is not None:
        columns = [landing.cards for landing in place.landings.values()]
        return [*place.hands.values(), *columns, place.map.discard, place.renewed.map or ()]
    hands = [cards for cards in (action.hands or {}).values() if isinstance(cards, tuple)]
    aaron = action.aaron.hand if action.aaron is not None else None
    return [*hands, *(action.discards or {}).values(), aaron or ()]


def _all_listed(kit: Kit, action: Action) -> bool:
    """Whether the kit has every map card that an action names, as nearly always."""
    listed_cards = kit.map
    for cards in _lists_named(action):
        for name in cards:
            if name not in listed_cards and name != UNKNOWN:
                return False
    return True


@rule("LI-CARD-1", cite=_PARTS, judges=(Setup, Event, Refill, Play, Island, Reveal), may_open=True)
def no_more_copies_than_in_the_kit(step: Step[State, Action]) -> Answers:
    """There are never more copies of a map card in sight than in the kit."""
    kit, table, over, drawn = kit_of(step.after), step.after.table, step.after.over, step.after.just.drawn
    early = drawn.early if drawn is not None else ()
    if not over and not early and _all_listed(kit, step.action):
        return OK
    named = _named(step.action)
    answers: list[Broken | Open] = []
    for name in named:
        card = card_of(kit, name)
        if card is None:
            why = f"nothing in the kit is called {say(table, name)}"
            answers += broken_unless(kit.map_assumed, ASSUMED, why, card=name, copies=0)
        elif name in over:
            seen = step.after.sight[name]
            why = _too_many(table, name, seen, card.copies)
            answers += broken_unless(card.assumed, ASSUMED, why, card=name, seen=seen, copies=card.copies)
        elif name in early:
            why = f"{a_thing(say(table, name))} was drawn before the deck was renewed, while every copy was in sight"
            answers += broken_unless(card.assumed, ASSUMED, why, card=name, copies=card.copies)
    return tuple(answers)


def _too_many(table: Table, name: str, seen: int, copies: int) -> str:
    if not copies:
        return f"the kit has no {say(table, name)}"
    return f"{counted(seen, 'copy')} of {say(table, name)} are in sight, but the kit has {number(copies)}"


@rule("LI-CARD-2", cite=_PARTS, judges=(Refill, Play, Island, Reveal), may_open=True)
def an_unknown_card_can_be_this_one(step: Step[State, Action]) -> Answers:
    """An unknown card in a hand cannot be one whose copies were all in sight at some time since its slot was filled."""
    if not step.after.just.faults:
        return OK
    answers: list[Broken | Open] = []
    for fault in step.after.just.faults:
        for name in fault.impossible:
            if name not in step.after.over:
                assumed = kit_of(step.before).map[name].assumed
                table = step.after.table
                had = f"{who(table, fault.seat)} cannot have had {a_thing(say(table, name))}"
                why = f"{had}: every copy was in sight after those cards were drawn"
                answers += broken_unless(assumed, ASSUMED, why, seat=fault.seat, card=name)
    return tuple(answers)


@rule("LI-CARD-3", cite=_PARTS, judges=(Setup, Event, Island, Pass, Loot, Take, Healer), may_open=True)
def treasures_and_healers_of_the_kit(step: Step[State, Action]) -> Answers:
    """A treasure or healer that is named is one that the kit has."""
    named = _treasures_named(step.action)
    kit: Kit = step.after.table.kit
    strange = [name for name in named if name not in kit.treasure and name != UNKNOWN] if named else ()
    if strange:
        why = f"nothing in the kit is called {listed([say(step.after.table, name) for name in strange])}"
        return broken_unless(kit.treasure_assumed, ASSUMED, why, treasures=strange)
    if type(step.action) is not Setup and type(step.action) is not Healer:
        return OK
    unread = [name for name in _healers_named(step.action) if name != UNKNOWN and healer_of(kit, name) is None]
    if not unread:
        return OK
    why = f"no healer in the kit is called {listed([say(step.after.table, name) for name in unread])}"
    return broken_unless(kit.healers_assumed, ASSUMED, why, healers=unread)


def _treasures_named(action: Action) -> tuple[str, ...]:
    """The treasures an action names."""
    told: str | None = None
    if type(action) is Pass:
        told = action.take
    elif type(action) is Take:
        told = action.treasure
    elif type(action) is Island:
        told = action.reveal if isinstance(action.reveal, str) else None
    elif type(action) is Loot:
        return action.reveal
    elif type(action) is Event:
        return action.reveal or ()
    elif isinstance(action, Setup) and action.position is not None:
        place = action.position
        lists = (*place.kept.values(), place.treasure.discard, place.treasure.open, place.treasure.offer)
        aaron = place.aaron.given if place.aaron is not None else ()
        return tuple(name for cards in (*lists, place.renewed.treasure or (), aaron) for name in cards)
    return () if told is None else (told,)


def _healers_named(action: Setup | Healer) -> tuple[str, ...]:
    """The healers an action names, except those that are turned up at the end."""
    if isinstance(action, Healer):
        return (action.card,)
    if action.position is not None:
        told = action.position.healers
        lists = (told.pile or (), told.open or (), tuple(told.taken.values()), *(told.dealt or {}).values())
        return tuple(name for cards in lists for name in cards)
    if isinstance(action.healers, dict):
        return tuple(name for cards in action.healers.values() if isinstance(cards, tuple) for name in cards)
    return action.healers or ()


RULES: tuple[Rule, ...] = (
    cards_come_from_the_hand,
    no_more_copies_than_in_the_kit,
    an_unknown_card_can_be_this_one,
    treasures_and_healers_of_the_kit,
)
