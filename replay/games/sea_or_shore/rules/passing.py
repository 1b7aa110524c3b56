"""The two rules about which card is passed: on a known hand, or on every hand that the round leaves possible."""

from collections import Counter
from collections.abc import Callable, Iterator

from replay.action import UNKNOWN
from replay.games.sea_or_shore.actions import Pass
from replay.games.sea_or_shore.hindsight import Facts
from replay.games.sea_or_shore.names import COLOUR_OF, NUMBER_OF
from replay.games.sea_or_shore.state import State
from replay.rule import Answer, Broken, Open
from replay.step import Step

Obeys = Callable[[list[str], str], bool]
"""Whether passing this card from this hand obeys the rule."""


def most_held_colour(hand: list[str], card: str) -> bool:
    """The card's colour is one of which the hand has most cards."""
    held = Counter(COLOUR_OF[other] for other in hand)
    return held[COLOUR_OF[card]] == max(held.values())


def highest_of_colour(hand: list[str], card: str) -> bool:
    """No card of that colour in the hand is higher."""
    colour, number = COLOUR_OF[card], NUMBER_OF[card]
    return not any(COLOUR_OF[other] == colour and NUMBER_OF[other] > number for other in hand)


def judge_pass(step: Step[State, Pass], obeys: Obeys) -> Iterator[Answer]:
    """The answers of all seats; the audit makes one finding of them."""
    for seat in step.before.table.seats:
        answer = _judge_seat(step, seat, obeys)
        if answer is not None:
            yield answer


def _judge_seat(step: Step[State, Pass], seat: str, obeys: Obeys) -> Answer | None:
    hand = step.before.hands[seat]
    card = (step.action.cards or {}).get(seat, UNKNOWN)
    if card != UNKNOWN and UNKNOWN not in hand:
        if card not in hand:
            return Open(f"{seat} passed {card}, which was not in the hand", {"seat": seat, "card": card})
        if obeys(list(hand), card):
            return None
        return Broken(
            f"{seat} passed {card} from {' '.join(sorted(hand))}", {"seat": seat, "card": card, "hand": sorted(hand)}
        )
    return _judge_backwards(step, seat, card, obeys)


def _judge_backwards(step: Step[State, Pass], seat: str, card: str, obeys: Obeys) -> Answer | None:
    """Try every card that can have been given and received, given the hands that the rest of the round shows."""
    unknown = Open(f"the hand of {seat} before the pass is not known", {"seat": seat})
    facts = step.facts
    after = facts.after_pass.get(step.seq, {}) if isinstance(facts, Facts) else {}
    held = after.get(seat)
    if held is None:
        return unknown
    seats = step.before.table.seats
    here = seats.index(seat)
    right, left = seats[here - 1], seats[(here + 1) % len(seats)]
    given = _given(card, after.get(right), held)
    received = _received((step.action.cards or {}).get(left, UNKNOWN), held)
    if given is None or received is None:
        return unknown
    verdicts = {
        obeys([*(other for other in held if other != back), away], away)
        for away in given
        for back in received
        if away != back
    }
    if verdicts == {True}:
        return None
    if verdicts == {False}:
        return Broken(
            f"{seat} cannot have passed such a card: held {' '.join(sorted(held))} after the pass",
            {"seat": seat, "card": card, "after": sorted(held)},
        )
    return Open(f"{seat} may have passed one card or another", {"seat": seat, "after": sorted(held)})


def _given(card: str, right_hand: tuple[str, ...] | None, held: tuple[str, ...]) -> tuple[str, ...] | None:
    """The cards that can have been given away; None where the log contradicts itself or knows too little."""
    if card == UNKNOWN:
        return right_hand
    if (right_hand is not None and card not in right_hand) or card in held:
        return None
    return (card,)


def _received(card: str, held: tuple[str, ...]) -> tuple[str, ...] | None:
    if card == UNKNOWN:
        return held
    return (card,) if card in held else None
