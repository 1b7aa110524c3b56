"""Rules about laying and unveiling cards."""

from collections import Counter

from replay.action import UNKNOWN
from replay.games.sea_or_shore.actions import Lay, Pass, Show
from replay.games.sea_or_shore.rules.common import in_other_hand
from replay.games.sea_or_shore.state import State
from replay.games.sea_or_shore.words import COLOUR_OF, NUMBER_OF, WHEN, card_words
from replay.rule import OK, Answer, Answers, Broken, broken, resting, rule, unsure
from replay.saying import owner, people, person
from replay.step import Step


@rule("SS-PASS-1", cite="SET UP", judges=(Pass, Lay, Show), rests_on=("SS-Q8",))
def everybody_passes_before_the_first_trick(
    step: Step[State, Pass] | Step[State, Lay] | Step[State, Show],
) -> Answers:
    """Every player passes a card before the first trick, and only then."""
    before = step.before
    phase = before.phase
    if (phase == "pass") is (type(step.action) is Pass):
        return OK
    if type(step.action) is Pass:
        found = broken(f"cards were passed {WHEN[phase]}", phase=phase)
        return resting(found, *_by_the_reading(before, "lay", "once"))
    found = broken("the first trick began before cards were passed", phase=phase)
    return resting(found, *_by_the_reading(before, "pass", "each-round"))


def _by_the_reading(before: State, phase: str, reading: str) -> tuple[str, ...]:
    """The question, at the first event of a later round: with the other answer that would have begun differently."""
    is_first = before.trick == 1 and before.phase == phase and not before.lays and not before.past.passed
    return ("SS-Q8",) if is_first and before.round > 1 and before.table.readings["SS-Q8"] == reading else ()


@rule("SS-LAY-1", cite="GAME PLAY", judges=Lay)
def clockwise_from_the_starting_player(step: Step[State, Lay]) -> Answers:
    """Going clockwise from the starting player, each player lays one card."""
    before = step.before
    if before.phase == "lay":
        due = before.turn
    elif before.phase == "pass":
        due = before.starter
    else:
        return OK
    by = step.action.by
    if by == due:
        return OK
    who, table = person(before.table, by), before.table
    why = f"{who} laid a card on {owner(table, due)} turn" if due else f"{who} laid a card after everybody had laid one"
    return broken(why, seat=by, due=due)


@rule("SS-LAY-2", cite="GAME PLAY", judges=Lay)
def laid_while_the_trick_is_open(step: Step[State, Lay]) -> Answers:
    """Cards are laid during a trick, before the covers come off."""
    phase = step.before.phase
    if phase in ("lay", "pass"):
        return OK
    who = person(step.before.table, step.action.by)
    return broken(f"{who} laid a card {WHEN[phase]}", seat=step.action.by, phase=phase)


@rule("SS-LAY-3", cite="GAME PLAY", judges=Lay)
def laid_with_one_half_covered(step: Step[State, Lay]) -> Answers:
    """A card is laid with one half covered, the colour or the number."""
    shows = step.action.shows
    if shows not in COLOUR_OF:
        return OK
    who = person(step.before.table, step.action.by)
    return broken(f"{who} laid {card_words(str(shows))} with nothing covered", seat=step.action.by, card=shows)


@rule("SS-SHOW-1", cite="GAME PLAY", judges=Show)
def unveiled_when_all_have_laid(step: Step[State, Show]) -> Answers:
    """The covers come off once every player has laid a card."""
    before = step.before
    if before.phase not in ("lay", "pass") or not before.lays:
        return OK
    laid = {lay.seat for lay in before.lays}
    if len(laid) == len(before.table.seats):
        return OK
    missing = [seat for seat in before.table.seats if seat not in laid]
    return broken(f"{people(before.table, missing)} had not laid a card", seats=missing)


@rule("SS-SHOW-2", cite="GAME PLAY", judges=Show)
def the_card_has_the_half_that_was_seen(step: Step[State, Show]) -> Answers:
    """The unveiled card matches the half that was showing."""
    cards = step.action.cards
    answers: list[Answer] = []
    for seat, half in {lay.seat: lay.shows for lay in step.before.lays}.items():
        card = cards.get(seat, UNKNOWN)
        if card == UNKNOWN or half in (NUMBER_OF[card], COLOUR_OF[card], card, UNKNOWN):
            continue
        facts = {"seat": seat, "shows": half, "card": card}
        who = person(step.before.table, seat)
        answers.append(Broken(f"{who} showed {card_words(str(half))} but played {card_words(card)}", facts))
    return tuple(answers)


@rule("SS-SHOW-3", cite="GAME PLAY", judges=Show, may_open=True, may_break=False)
def every_card_is_unveiled(step: Step[State, Show]) -> Answers:
    """Every player's card is unveiled."""
    played = step.after.played
    if UNKNOWN not in played.values():
        return OK
    missing = [seat for seat, card in played.items() if card == UNKNOWN]
    cards = "the card of" if len(missing) == 1 else "the cards of"
    were = "was" if len(missing) == 1 else "were"
    return unsure(f"{cards} {people(step.before.table, missing)} {were} not noted", seats=missing)


@rule("SS-SHOW-4", cite="GAME PLAY", judges=Show)
def unveiled_once(step: Step[State, Show]) -> Answers:
    """A trick is unveiled once, before it ends."""
    phase = step.before.phase
    return OK if phase in ("lay", "pass") else broken(f"cards were unveiled {WHEN[phase]}", phase=phase)


@rule("SS-CARD-1", cite="Contents", judges=Show)
def no_card_comes_up_twice(step: Step[State, Show]) -> Answers:
    """No island card is played twice in a round."""
    played, discard = step.after.played, step.before.discard
    answers: list[Answer] = []
    for seat, card in played.items():
        if card in discard and card != UNKNOWN:
            facts = {"seat": seat, "card": card}
            who = person(step.before.table, seat)
            answers.append(Broken(f"{who} played {card_words(card)}, which had been played before", facts))
    for card in _twice(played):
        seats = [seat for seat, other in played.items() if other == card]
        who = f"{people(step.before.table, seats)} {'both' if len(seats) == 2 else 'all'}"
        answers.append(Broken(f"{who} played {card_words(card)}", {"seats": seats, "card": card}))
    return tuple(answers)


def _twice(played: dict[str, str | None]) -> list[str | None]:
    if len(set(played.values())) == len(played):
        return []
    return [card for card, times in Counter(played.values()).items() if times > 1 and card != UNKNOWN]


@rule("SS-CARD-2", cite="GAME PLAY", judges=Show)
def played_from_their_own_hand(step: Step[State, Show]) -> Answers:
    """Players play a card from their own hand."""
    before, played = step.before, step.after.played
    hands, discard = before.hands, before.discard
    answers: list[Answer] = []
    for seat, card in played.items():
        hand = hands[seat]
        if card is None or card in hand or card == UNKNOWN:
            continue
        if (
            (UNKNOWN not in hand or in_other_hand(hands, seat, card))
            and card not in discard
            and card not in _twice(played)
        ):
            facts = {"seat": seat, "card": card, "hand": sorted(hand)}
            who = person(before.table, seat)
            answers.append(Broken(f"{who} played {card_words(card)}, which was not in their hand", facts))
    return tuple(answers)


LAYING = (clockwise_from_the_starting_player, laid_while_the_trick_is_open, laid_with_one_half_covered)
UNVEILING = (
    unveiled_when_all_have_laid,
    the_card_has_the_half_that_was_seen,
    every_card_is_unveiled,
    unveiled_once,
    no_card_comes_up_twice,
    played_from_their_own_hand,
)
