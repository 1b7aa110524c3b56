"""GI-PROP, GI-SEER, GI-PIR, GI-MON: what a second card may do. Robberies have a file of their own."""

from replay.action import UNKNOWN
from replay.games.gold_island.actions import Setup, Use, number_of
from replay.games.gold_island.effects import ASHORE, PICK_UP, ROBBERY, SEER
from replay.games.gold_island.phrases import a_card, gold, the_place, where
from replay.games.gold_island.rules.common import (
    HIDDEN,
    AnyStep,
    UseStep,
    at,
    facts_of,
    reading,
    too_few,
    unsure,
    who,
    whose,
)
from replay.games.gold_island.rules.robbery import RULES as ROBBERY_RULES
from replay.games.gold_island.state import Isle
from replay.games.gold_island.words import PORT, VOLCANOES, card_of, is_treasure_island
from replay.rule import OK, Answers, broken, resting, rule
from replay.saying import counted

_PROPERTIES = "Play a card to use its property"
BELONGS = {
    ROBBERY: ("robbery", "double-robbery"),
    SEER: ("seer",),
    PICK_UP: ("pirate", "double-pirate"),
    ASHORE: ("ashore",),
}
"""The properties that give an effect."""
_FOR = {ROBBERY: "to rob", SEER: "to look at a chest", PICK_UP: "to pick up pirates", ASHORE: "to go ashore"}
_NAMED = {
    "ashore": "going ashore",
    "robbery": "a robbery",
    "double-robbery": "a double robbery",
    "seer": "looking at a chest",
    "pirate": "picking up a pirate",
    "double-pirate": "picking up two pirates",
    "monument": "using another player's card",
}


def copied_top(step: UseStep) -> str | None:
    """The card that a monument uses; None if there is none."""
    action = step.action
    owner = step.before.owned.get(action.copy) if action.copy is not None and action.copy != action.by else None
    return owner.discard[-1] if owner is not None and owner.discard else None


def _monument_fault(step: UseStep) -> bool:
    if card_of(step.action.card).property != "monument":
        return False
    return bool(_wrong_copy(step) or _monument_on_top(step))


def _wrong_copy(step: UseStep) -> Answers:
    action = step.action
    top = copied_top(step)
    if top is None:
        if action.copy is None:
            return resting(broken("the log does not say whose discard pile was used"))
        return _no_pile(step, action.copy)
    if reading(step, "GI-Q13") == "not-ashore" and step.after.effective == "ashore":
        agreed = broken("the table agreed that a monument cannot be used to go ashore", copy=action.copy, top=top)
        return resting(agreed, "GI-Q13")
    return OK


def _no_pile(step: UseStep, copy: str) -> Answers:
    """The pile is the player's own, or has no card. It may have none because it was shuffled at once."""
    if copy == step.action.by or copy not in step.before.owned:
        return resting(broken(f"{who(step, copy)} is not another player", copy=copy))
    if copy in step.before.shuffled:
        agreed = "the table agreed to shuffle it as soon as the draw pile is empty"
        why = f"{whose(step, copy)} discard pile was empty: {agreed}"
        return resting(broken(why, copy=copy), "GI-Q12")
    return resting(broken(f"{whose(step, copy)} discard pile was empty", copy=copy))


def _monument_on_top(step: UseStep) -> Answers:
    top = copied_top(step)
    if top is None or reading(step, "GI-Q14") == "chain" or card_of(top).property != "monument":
        return OK
    return broken(f"{whose(step, step.action.copy)} top card is itself a monument", copy=step.action.copy, top=top)


@rule("GI-PROP-1", cite=at(_PROPERTIES, "104-106"), judges=Use, may_open=True)
def card_gives_its_property(step: UseStep) -> Answers:
    """A card gives only its own property."""
    used = step.after
    if not used.effects or _monument_fault(step):
        return OK
    if used.effective == UNKNOWN:
        return unsure("the property of the card was not seen", HIDDEN, card=step.action.card)
    for effect in used.effects:
        if used.effective not in BELONGS[effect]:
            return broken(
                f"{a_card(step.action.card)} was used {_FOR[effect]}, but its property is {_NAMED[used.effective]}",
                effect=effect,
                property=used.effective,
            )
    return OK


@rule("GI-PROP-2", cite=at(_PROPERTIES, "104"), judges=Use, rests_on=("GI-Q15",))
def second_card_has_an_effect(step: UseStep) -> Answers:
    """A second card is played for its property, not just to get rid of it."""
    if step.after.effects or reading(step, "GI-Q15") == "yes":
        return OK
    return broken(f"{a_card(step.action.card)} was played without effect", card=step.action.card)


@rule("GI-SEER-1", cite=at("Seer", "126"), judges=Use, rests_on=("GI-Q24",))
def seer_looks_at_a_chest(step: UseStep) -> Answers:
    """A seer card lets a player look at the chest on any one treasure island."""
    island = step.action.island
    if island is None or island == UNKNOWN:
        return OK
    if not is_treasure_island(island):
        return broken(f"there is never a chest {where(island)}", island=island)
    ship = step.before.owned[step.action.by or ""].ship
    if reading(step, "GI-Q24") == "own-island" and island != ship:
        return broken(f"the ship was {where(ship)}, not {where(island)}", island=island, ship=ship)
    return OK


def _turned_up(step: AnyStep, island: str, isle: Isle | None) -> int | None:
    """The value of a chest as it was turned up, before or after the event."""
    known: int | str | None = facts_of(step).chests.get(island)
    if known is None and isle is not None:
        known = isle.chest
    return known if isinstance(known, int) else None


@rule("GI-SEER-2", cite=at("Seer; Victory Conditions", "126, 177"), judges=(Use, Setup), may_open=True)
def note_is_the_chest(step: AnyStep) -> Answers:
    """The value noted with a seer card is the one the chest turns out to have."""
    if isinstance(step.action, Setup):
        return _notes_of_position(step)
    island, noted = step.action.island, number_of(step.action.value)
    if island is None or type(noted) is not int or not is_treasure_island(island):
        return OK
    chest = _turned_up(step, island, step.before.islands.get(island))
    if chest is None:
        return unsure(f"the chest on {the_place(island)} has not been turned up", HIDDEN, island=island, noted=noted)
    if chest == noted:
        return OK
    why = f"the chest on {the_place(island)} holds {gold(chest)}, not {noted}"
    return broken(why, island=island, noted=noted, chest=chest)


def _notes_of_position(step: AnyStep) -> Answers:
    for island, isle in step.after.islands.items():
        chest = _turned_up(step, island, isle)
        for seat, noted in isle.peeked.items():
            if chest is not None and type(noted) is int and noted != chest:
                why = f"the chest on {the_place(island)} holds {gold(chest)}, not {noted} as {who(step, seat)} noted"
                return broken(why, island=island, noted=noted, chest=chest)
    return OK


@rule("GI-SEER-3", cite=at("Seer", "126"), judges=Use)
def notes_agree(step: UseStep) -> Answers:
    """Notes on the same chest agree with each other."""
    island, noted = step.action.island, number_of(step.action.value)
    if island is None or type(noted) is not int or not is_treasure_island(island):
        return OK
    isle = step.before.islands.get(island)
    if isle is None or _turned_up(step, island, isle) is not None:
        return OK
    other = [note for note in isle.notes if note != noted]
    if not other:
        return OK
    why = f"{gold(noted)} was noted for the chest on {the_place(island)}, but {other[0]} before"
    return broken(why, island=island, noted=noted, before=other[0])


@rule("GI-PIR-1", cite=at("Pirate; Double Pirate", "130, 134"), judges=Use, rests_on=("GI-Q25",))
def picked_up_at_the_ship(step: UseStep) -> Answers:
    """Pirates are picked up where the player's ship is, at a treasure island or a volcanic one."""
    if PICK_UP not in step.after.effects:
        return OK
    ship = step.before.owned[step.action.by or ""].ship
    if ship == PORT or (ship in VOLCANOES and reading(step, "GI-Q25") == "no"):
        return broken(f"the ship was {where(ship)}", ship=ship)
    return OK


@rule("GI-PIR-2", cite=at("Pirate; Double Pirate", "130, 134"), judges=Use, may_open=True)
def only_pirates_on_the_island(step: UseStep) -> Answers:
    """Only pirates that are on the island can be picked up."""
    if PICK_UP not in step.after.effects:
        return OK
    ship = step.before.owned[step.action.by or ""].ship
    isle = step.before.islands.get(ship)
    if ship == PORT:
        return OK
    return too_few(isle.pirates if isle is not None else {}, step.action.pirates or [], the_place(ship))


@rule("GI-PIR-3", cite=at("Pirate; Double Pirate", "130, 134"), judges=Use)
def one_pirate_or_two(step: UseStep) -> Answers:
    """A pirate card picks up one pirate, a double pirate one or two."""
    if PICK_UP not in step.after.effects:
        return OK
    number, most = len(step.action.pirates or ()), 1 if step.after.effective == "pirate" else 2
    if 1 <= number <= most:
        return OK
    return broken(f"{counted(number, 'pirate')} {'was' if number == 1 else 'were'} picked up", number=number, most=most)


@rule("GI-MON-1", cite=at("Monument", "138"), judges=Use, rests_on=("GI-Q13", "GI-Q12"))
def monument_uses_anothers_card(step: UseStep) -> Answers:
    """A monument uses the top card of another player's discard pile."""
    return _wrong_copy(step) if card_of(step.action.card).property == "monument" else OK


@rule("GI-MON-2", cite="not in the rulebook: GI-Q14", judges=Use, rests_on=("GI-Q14",))
def no_monument_by_monument(step: UseStep) -> Answers:
    """A monument cannot use another monument on top of a pile."""
    return _monument_on_top(step) if card_of(step.action.card).property == "monument" else OK


RULES = (
    card_gives_its_property,
    second_card_has_an_effect,
    *ROBBERY_RULES,
    seer_looks_at_a_chest,
    note_is_the_chest,
    notes_agree,
    picked_up_at_the_ship,
    only_pirates_on_the_island,
    one_pirate_or_two,
    monument_uses_anothers_card,
    no_monument_by_monument,
)
