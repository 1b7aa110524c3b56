"""GI-KIT: the log against the kit, and against itself."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from replay.action import UNKNOWN, Reveal
from replay.games.gold_island.actions import Draw, Gamble, Move, Redraw, Setup, Use, number_of
from replay.games.gold_island.effects import ASHORE
from replay.games.gold_island.kit import Kit
from replay.games.gold_island.phrases import a_value, gold, the_place, the_relic
from replay.games.gold_island.rules.cards import shown_cards
from replay.games.gold_island.rules.common import AnyStep, RevealStep, facts_of
from replay.games.gold_island.rules.settle import permits_told
from replay.games.gold_island.settlement import named_by
from replay.games.gold_island.state import IN_POSITION, TURNED_UP, State
from replay.games.gold_island.words import PORT, VOLCANOES, base_of, card_of, said
from replay.rule import OK, Answers, broken, rule
from replay.saying import counted, number


@rule(
    "GI-KIT-1",
    cite="The table's kit",
    judges=(Setup, Redraw, Move, Gamble, Use, Draw, Reveal),
)
def printed_facts_agree_with_the_kit(step: AnyStep) -> Answers:
    """What the log says is printed on cards, islands, relics and chests matches the table's own kit."""
    kit: Kit = step.before.table.kit
    kind = type(step.action)
    if kit.cards_firm:
        for _, shown in shown_cards(step):
            for name in shown:
                if base_of(name) not in kit.cards and card_of(name).whole:
                    return broken(f"{said(base_of(name))} is not among the cards of the kit", card=name)
    if kind is Gamble:
        return _wrong_icon(kit, step.action.card)
    if kind is Use or kind is Setup or kind is Reveal:
        return _wrong_print(kit, step) or (_chest_too_many(kit, step) if kit.chests_firm else OK)
    return OK


def _wrong_icon(kit: Kit, name: str) -> Answers:
    card = card_of(name)
    line = kit.cards.get(card.base)
    if line is None or not line.firm or card.poker in line.icons:
        return OK
    return broken(f"{said(card.base)} {'never' if card.poker else 'always'} has the poker icon in the kit", card=name)


def _wrong_print(kit: Kit, step: AnyStep) -> Answers:
    for island, colour in colours_told(step):
        if kit.firm_colours.get(island, colour) != colour:
            why = f"{the_place(island)} is {kit.firm_colours[island]} in the kit, not {colour}"
            return broken(why, island=island)
    for relic, told in gold_told(step):
        if kit.firm_relics.get(relic, told) != told:
            why = f"{the_relic(relic)} is worth {gold(kit.firm_relics[relic])} in the kit, not {told}"
            return broken(why, relic=relic)
    return OK


def _chest_too_many(kit: Kit, step: AnyStep) -> Answers:
    if isinstance(step.action, Use):
        return OK
    told = dict(chests_told(step))
    before = step.before.islands if isinstance(step.action, Reveal) else {}
    new = {island: value for island, value in told.items() if island not in before or before[island].chest != value}
    if not new:
        return OK
    known = Counter(isle.chest for isle in step.after.islands.values() if type(isle.chest) is int)
    for value in new.values():
        if known[value] > kit.chests.count(value):
            chests = counted(kit.chests.count(value), "chest")
            return broken(f"the kit has {chests} with {gold(value)}, not {number(known[value])}", chest=value)
    return OK


def colours_told(step: AnyStep) -> Iterator[tuple[str, str]]:
    """The island colours that an event names."""
    action = step.action
    if isinstance(action, Setup):
        yield from step.after.colours.items()
    elif isinstance(action, Use):
        ship = step.before.owned[action.by or ""].ship
        named = action.shown not in (None, UNKNOWN) and ASHORE in step.after.effects
        if named and ship != PORT and ship not in VOLCANOES:
            yield ship, action.shown or ""
    elif isinstance(action, Reveal):
        kind, island, _ = named_by(action.what)
        if kind == "colour" and action.value != UNKNOWN:
            yield island, action.value


def gold_told(step: AnyStep) -> Iterator[tuple[str, int]]:
    """The relic values that an event names."""
    action = step.action
    if isinstance(action, Setup):
        yield from step.after.relic_gold.items()
    elif isinstance(action, Use):
        told = number_of(action.gold)
        if action.relic is not None and isinstance(told, int):
            yield action.relic, told
    elif isinstance(action, Reveal):
        kind, relic, _ = named_by(action.what)
        if kind == "relic" and type(action.value) is int:
            yield relic, action.value


def chests_told(step: AnyStep) -> Iterator[tuple[str, Any]]:
    """The chests that an event turns up or names."""
    action = step.action
    if isinstance(action, Setup):
        yield from ((island, isle.chest) for island, isle in step.after.islands.items() if type(isle.chest) is int)
    elif isinstance(action, Reveal):
        kind, island, _ = named_by(action.what)
        if kind == "chest" and type(action.value) is int:
            yield island, action.value


@rule("GI-KIT-2", cite="The form of a record: reveal", judges=(Use, Reveal))
def one_fact_one_name(step: AnyStep) -> Answers:
    """The log never contradicts itself on an island's colour, a relic's gold, a chest, a permit or the gold island."""
    before: State = step.before
    for island, colour in colours_told(step):
        if before.colours.get(island, colour) != colour:
            why = f"{the_place(island)} was {before.colours[island]} before, now {colour}"
            return broken(why, island=island)
    for relic, told in gold_told(step):
        if before.relic_gold.get(relic, told) != told:
            why = f"{the_relic(relic)} was worth {gold(before.relic_gold[relic])} before, now {told}"
            return broken(why, relic=relic)
    return _turned_up_differently(step) if isinstance(step.action, Reveal) else OK


def _turned_up_differently(step: RevealStep) -> Answers:
    before = step.before
    for island, chest in chests_told(step):
        isle = before.islands.get(island)
        if isle is not None and type(isle.chest) is int and isle.chest != chest:
            why = f"the chest on {the_place(island)} held {gold(isle.chest)} before, now {chest}"
            return broken(why, island=island, chest=chest)
    kind, island, _ = named_by(step.action.what)
    if kind == "gold" and UNKNOWN not in (before.gold, step.action.value) and before.gold != step.action.value:
        why = f"the gold island was {the_place(before.gold)} before, now {the_place(step.action.value)}"
        return broken(why, gold=before.gold)
    isle = before.islands.get(island)
    for permit, value in permits_told(step, isle) if isle is not None else []:
        named = permit.told == TURNED_UP or (permit.told == IN_POSITION and permit.landing not in facts_of(step).filled)
        stood = permit.value if permit.told == TURNED_UP else facts_of(step).stood.get(permit.landing, permit.value)
        if named and stood != value:
            why = f"a permit on {the_place(island)} was {a_value(stood)} before, now {a_value(value)}"
            return broken(why, island=island, permit=value)
    return OK


RULES = (printed_facts_agree_with_the_kit, one_fact_one_name)
