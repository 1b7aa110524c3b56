"""The two rules on which card is passed: checked on a known hand, or on every hand the round allows."""

from collections.abc import Callable, Iterator, Sequence

from msgspec.structs import replace

from replay.action import UNKNOWN
from replay.games.sea_or_shore.actions import Pass
from replay.games.sea_or_shore.hindsight import Facts
from replay.games.sea_or_shore.state import State
from replay.games.sea_or_shore.words import COLOUR_OF, COLOURS, NUMBER_OF, card_words
from replay.rule import Answer, Broken, Open
from replay.saying import listed, people, person
from replay.step import Step

Obeys = Callable[["Held", str, str], bool]
"""Whether a pass obeys the rule, given (hand after the pass, card given away, card received)."""


_UNSEEN = "the hand before the pass is not known"
"""Becomes one reason for all players of whom it is true."""


def hand_words(hand: Sequence[str]) -> str:
    """The cards of a known hand, by colour and number."""
    return listed([card_words(card) for card in sorted(hand, key=lambda card: (COLOUR_OF[card], NUMBER_OF[card]))])


class Held:
    """A hand, counted once so that many possible passes can be tried on it."""

    def __init__(self, hand: Sequence[str]) -> None:
        self.cards = hand
        self.numbers: dict[str, list[int]] = {colour: [] for colour in COLOURS}
        for card in hand:
            self.numbers[COLOUR_OF[card]].append(NUMBER_OF[card])
        self.counts = {colour: len(numbers) for colour, numbers in self.numbers.items()}


def most_held_colour(after: Held, away: str, back: str) -> bool:
    """Before the pass, the hand held no colour more often than that of the card."""
    counts = dict(after.counts)
    counts[COLOUR_OF[away]] += 1
    if back:
        counts[COLOUR_OF[back]] -= 1
    return counts[COLOUR_OF[away]] == max(counts.values())


def highest_of_colour(after: Held, away: str, back: str) -> bool:
    """No card of that colour in the hand before the pass was higher."""
    number = NUMBER_OF[away]
    received = NUMBER_OF[back] if back and COLOUR_OF[back] == COLOUR_OF[away] else 0
    return not any(other > number and other != received for other in after.numbers[COLOUR_OF[away]])


def judge_pass(step: Step[State, Pass], obeys: Obeys) -> Iterator[Answer]:
    """The answers for all seats; the audit turns them into one finding."""
    found = {seat: _judge_seat(step, seat, obeys) for seat in step.before.table.seats}
    unseen = [seat for seat, answer in found.items() if answer is not None and answer.why == _UNSEEN]
    hands, are = ("the hand", "is") if len(unseen) == 1 else ("the hands", "are")
    told = f"{hands} of {people(step.before.table, unseen)} before the pass {are} not known"
    for answer in found.values():
        if answer is not None:  # the audit names a reason once that several answers share
            yield replace(answer, why=told) if answer.why == _UNSEEN else answer


def _judge_seat(step: Step[State, Pass], seat: str, obeys: Obeys) -> Answer | None:
    hand, who = step.before.hands[seat], person(step.before.table, seat)
    card = (step.action.cards or {}).get(seat, UNKNOWN)
    if card != UNKNOWN and UNKNOWN not in hand:
        if card not in hand:
            return Open(f"{who} passed {card_words(card)}, which was not in their hand", {"seat": seat, "card": card})
        if obeys(Held([other for other in hand if other != card]), card, ""):
            return None
        why = f"{who} passed {card_words(card)} from {hand_words(hand)}"
        return Broken(why, {"seat": seat, "card": card, "hand": sorted(hand)})
    return _judge_backwards(step, seat, card, obeys)


def _judge_backwards(step: Step[State, Pass], seat: str, card: str, obeys: Obeys) -> Answer | None:
    """Try every card that can have been given and received, given the hands that the rest of the round shows."""
    unknown = Open(_UNSEEN, {"seat": seat})
    who = person(step.before.table, seat)
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
    answers = _tried(obeys, Held(held), given, received)
    if answers == {True}:
        return None
    if answers == {False}:
        return Broken(
            f"{who} cannot have passed such a card: they held {hand_words(held)} after the pass",
            {"seat": seat, "card": card, "after": sorted(held)},
        )
    return Open(f"which card {who} passed is not known", {"seat": seat, "after": sorted(held)})


def _tried(obeys: Obeys, held: Held, given: Sequence[str], received: Sequence[str]) -> set[bool]:
    """The answers for these cards, given and received; no more are tried once both have been heard."""
    found: set[bool] = set()
    for away in given:
        for back in received:
            if away != back:
                found.add(obeys(held, away, back))
                if len(found) == 2:
                    return found
    return found


def _given(card: str, right_hand: tuple[str, ...] | None, held: tuple[str, ...]) -> tuple[str, ...] | None:
    """The cards that can have been given away; None where the log contradicts itself or says too little."""
    if card == UNKNOWN:
        return right_hand
    if (right_hand is not None and card not in right_hand) or card in held:
        return None
    return (card,)


def _received(card: str, held: tuple[str, ...]) -> tuple[str, ...] | None:
    if card == UNKNOWN:
        return held
    return (card,) if card in held else None
