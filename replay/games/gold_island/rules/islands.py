"""GI-ISLE: the islands, their cards and the gold island."""

from replay.action import UNKNOWN, Reveal
from replay.games.gold_island.actions import Move, Setup, Take, Use, stolen, text_of, texts_of
from replay.games.gold_island.phrases import the_place
from replay.games.gold_island.rules.common import AnyStep, at, facts_of, whose
from replay.games.gold_island.settlement import named_by
from replay.games.gold_island.words import is_treasure_island, said
from replay.rule import OK, Answers, broken, rule

_CARDS = "Game preparation A, B, K"


@rule("GI-ISLE-1", cite=at(_CARDS, "11, 25, 31, 46"), judges=(Setup, Move, Take, Use, Reveal))
def islands_of_the_board(step: AnyStep) -> Answers:
    """There are twelve treasure islands and two volcanic ones; the island cards show the twelve."""
    listed = step.after.listed
    for island in _islands_named(step):
        if is_treasure_island(island) and island not in listed and island != UNKNOWN:
            return broken(f"there is no island called {said(island)}", island=island)
    for card in _cards_named(step):
        if card not in listed and card != UNKNOWN:
            return broken(f"no island card shows {the_place(card)}", card=card)
    return OK


def _islands_named(step: AnyStep) -> tuple[str, ...]:
    action = step.action
    if isinstance(action, Move):
        return action.path if action.path is not None else (action.to,) if action.to is not None else ()
    if isinstance(action, Use):
        return (action.island,) if action.island is not None else ()
    if isinstance(action, Reveal):
        kind, of, _ = named_by(action.what)
        if kind in ("chest", "permits", "permit", "colour"):
            return (of,)
    return ()


def _cards_named(step: AnyStep) -> list[str]:
    action = step.action
    if isinstance(action, Setup):  # GI-SETUP-5 judges those of an ordinary setup
        return [card for owned in step.after.owned.values() for card in owned.cards] if action.position else []
    if isinstance(action, Take):
        return [text_of(action.card)]
    if isinstance(action, Use):
        return [card for cards in (action.rob or {}).values() for card in stolen(cards)]
    if isinstance(action, Reveal):
        kind = named_by(action.what).kind
        if kind == "gold":
            return [text_of(action.value)]
        if kind == "islandCards":
            return list(texts_of(action.value))
    return []


@rule("GI-ISLE-2", cite=at(_CARDS, "11, 25-27, 98"), judges=(Setup, Take, Reveal))
def each_island_card_once(step: AnyStep) -> Answers:
    """There is only one card for each treasure island."""
    action = step.action
    if isinstance(action, Take):
        card = text_of(action.card)
        if card != UNKNOWN and card in step.before.named:
            return broken(f"the card of {the_place(card)} had been seen before", card=card)
        return OK
    if isinstance(action, Setup):
        held = [card for owned in step.after.owned.values() for card in owned.cards if card != UNKNOWN]
    else:
        kind, seat, _ = named_by(action.what)
        if kind != "islandCards" or seat not in step.before.owned:
            return OK
        held = [card for card in texts_of(action.value) if card != UNKNOWN]
        for other, owned in step.before.owned.items():
            both = [card for card in held if card in owned.cards]
            if other != seat and both:
                return broken(f"the card of {the_place(both[0])} is {whose(step, other)}", card=both[0], seat=other)
    twice = [card for card in held if held.count(card) > 1]
    return broken(f"the card of {the_place(twice[0])} is there twice", card=twice[0]) if twice else OK


@rule("GI-ISLE-3", cite=at(_CARDS, "27, 98"), judges=(Setup, Reveal))
def gold_island_was_never_seen(step: AnyStep) -> Answers:
    """The gold island is not one whose card was seen."""
    action = step.action
    if isinstance(action, Setup):
        gold = step.after.gold
    elif named_by(action.what).kind == "gold":
        gold = text_of(action.value)
    else:
        return OK
    if gold == UNKNOWN or (gold not in step.after.named and gold not in facts_of(step).named):
        return OK
    return broken(f"the card of {the_place(gold)} was seen in play", gold=gold)


RULES = (islands_of_the_board, each_island_card_once, gold_island_was_never_seen)
