"""GI-DRAW, GI-CARD: hand and piles, and what a player's sixteen cards can show."""

from replay.action import UNKNOWN, Reveal
from replay.games.gold_island.actions import Draw, Gamble, Move, Redraw, Reshuffle, Setup, Use, texts_of
from replay.games.gold_island.hands import in_hand, leave_hand
from replay.games.gold_island.kit import CardLine
from replay.games.gold_island.phrases import a_card
from replay.games.gold_island.rules.common import KIT, TURN_EVENTS, AnyStep, DrawStep, at, reading, unsure, who
from replay.games.gold_island.settlement import closes_last_turn, named_by
from replay.games.gold_island.state import Owned, State, hand_limit
from replay.games.gold_island.words import POKER, PROPERTIES, base_of, property_of, said
from replay.rule import OK, Answers, broken, rule
from replay.saying import counted, number
from replay.step import Step

_DRAWING = "Draw cards to a hand size of four"
SHOWING = (Setup, Redraw, Move, Gamble, Use, Draw, Reveal)
"""The events that put a card on a discard pile or name one in a hand."""


@rule("GI-DRAW-1", cite=at(_DRAWING, "157, 163-165"), judges=Draw)
def hand_is_filled(step: DrawStep) -> Answers:
    """After drawing, a player has a full hand: four cards, or five with the relic for it."""
    seat = step.action.by or ""
    hand, limit = len(step.after.owned[seat].hand), hand_limit(step.before, seat)
    if hand == limit:
        return OK
    return broken(f"{who(step)} has {counted(hand, 'card')} in hand instead of {number(limit)}", hand=hand, limit=limit)


@rule("GI-DRAW-2", cite=at(_DRAWING, "68, 163-165"), judges=(*TURN_EVENTS, Reveal), rests_on=("GI-Q26",))
def turn_ends_with_drawing(step: AnyStep) -> Answers:
    """A turn ends with drawing cards."""
    before, action = step.before, step.action
    turn = before.turn
    if turn is None or before.phase != "play" or not (turn.moved or turn.used):
        return OK
    if isinstance(action, Reveal):
        if not closes_last_turn(before, action):
            return OK
    elif turn.seat == action.by:
        return OK
    if before.end is not None and reading(step, "GI-Q26") == "no":
        return OK
    return broken(f"{who(step, turn.seat)} had not drawn cards to end their turn", seat=turn.seat)


@rule("GI-DRAW-3", cite=at("The ship at sea", "92"), judges=Reshuffle)
def shuffled_when_used_up(step: Step[State, Reshuffle]) -> Answers:
    """The discard pile is shuffled only once the draw pile is used up."""
    owned = step.before.owned[step.action.by or ""]
    if owned.draw <= 0 or not owned.discard:  # without discards, the shuffle follows from an earlier event
        return OK
    return broken(f"the draw pile still had {counted(owned.draw, 'card')}", draw=owned.draw)


@rule("GI-CARD-1", cite=at("Play a card; relics", "74, 104, 159"), judges=(Move, Use, Redraw))
def played_from_the_hand(step: AnyStep) -> Answers:
    """A card played or exchanged comes from the player's hand."""
    action = step.action
    hand = step.before.owned[action.by].hand
    for card in action.discard if isinstance(action, Redraw) else (action.card,):
        if not in_hand(hand, card):
            return broken(f"{who(step)} did not have {a_card(card)} in hand", card=card, hand=list(hand))
        if isinstance(action, Redraw):
            hand = leave_hand(hand, card)
    return OK


def shown_cards(step: AnyStep) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The seats whose cards an event shows, each with those cards."""
    action = step.action
    kind = type(action)
    if kind is Move or kind is Use or kind is Gamble:
        return ((action.by, (action.card,)),)
    if kind is Draw:
        return ((action.by, texts_of(action.cards)),) if isinstance(action.cards, list) else ()
    if kind is Redraw:
        return ((action.by, (*action.discard, *texts_of(action.cards))),)
    if kind is Setup:
        return tuple((seat, (*owned.hand, *owned.discard)) for seat, owned in step.after.owned.items())
    what, seat, _ = named_by(action.what)
    return ((seat, texts_of(action.value)),) if what == "hand" and seat in step.before.owned else ()


def _lying(owned: Owned) -> str:
    """All cards a player shows, as one text: counting in it is fast, and these rules judge almost every event."""
    return f"|{'||'.join(owned.discard + owned.hand)}|"


def _lying_at(step: AnyStep, seat: str) -> tuple[str, ...]:
    """What a player shows after an event; for a redraw that shuffles, also just before it, with the discarded cards."""
    after, action = step.after.owned[seat], step.action
    if type(action) is not Redraw or len(after.discard) > len(step.before.owned[seat].discard):
        return (_lying(after),)
    before = step.before.owned[seat]
    hand = before.hand
    for card in action.discard:
        hand = leave_hand(hand, card)
    return (_lying(after), f"|{'||'.join((*before.discard, *action.discard, *hand))}|")


def _too_many(lying: str, shown: tuple[str, ...]) -> tuple[str, int] | None:
    """A property on more of the shown cards than a player owns, and on how many."""
    for name in shown:
        kind = property_of(name)
        if kind != UNKNOWN:
            amount = lying.count(f"|{kind}-")
            if amount > PROPERTIES[kind]:
                return kind, amount
    return None


@rule("GI-CARD-2", cite=at("Equipment; properties", "8, 92, 108-144"), judges=SHOWING)
def no_more_than_the_box_has(step: AnyStep) -> Answers:
    """Between two shuffles, a player cannot show more cards with a property than they own."""
    for seat, shown in shown_cards(step):
        for lying in _lying_at(step, seat):
            found = _too_many(lying, shown)
            if found is not None:
                kind, amount = found
                cards = counted(amount, f"{kind.replace('-', ' ')} card")
                why = f"{who(step, seat)} shows {cards}, but owns {number(PROPERTIES[kind])}"
                return broken(why, seat=seat, property=kind, shown=amount)
    return OK


@rule("GI-CARD-3", cite=at("Equipment; properties", "8, 92"), judges=SHOWING, may_open=True)
def no_more_than_the_kit_has(step: AnyStep) -> Answers:
    """Between two shuffles, a player cannot show a card more often than it occurs in their sixteen."""
    cards = step.before.table.kit.cards
    if not cards:
        return OK
    doubt: Answers = OK
    for seat, shown in shown_cards(step):
        for lying in _lying_at(step, seat):
            for base, line, amount in _above_the_kit(cards, lying, shown):
                if _too_many(lying, shown) is not None:
                    return OK
                copies = "it once" if line.copies == 1 else f"it {number(line.copies)} times"
                why = f"{who(step, seat)} shows {said(base)} {number(amount)} times, but the kit has {copies}"
                facts = {"seat": seat, "card": base, "shown": amount, "copies": line.copies}
                if line.firm:
                    return broken(why, **facts)
                doubt = unsure(why, KIT, **facts)
    return doubt


def _above_the_kit(cards: dict[str, CardLine], lying: str, shown: tuple[str, ...]) -> list[tuple[str, CardLine, int]]:
    """Cards shown more often than the kit has them, and how often."""
    found = []
    for name in shown:
        base = base_of(name)
        line = cards.get(base)
        if line is not None:
            amount = lying.count(f"|{base}|") + lying.count(f"|{base}{POKER}|")
            if amount > line.copies:
                found.append((base, line, amount))
    return found


RULES = (
    hand_is_filled,
    turn_ends_with_drawing,
    shuffled_when_used_up,
    played_from_the_hand,
    no_more_than_the_box_has,
    no_more_than_the_kit_has,
)
