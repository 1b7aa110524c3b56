"""Rules about laying and unveiling cards, and about additions."""

from collections import Counter
from collections.abc import Iterator

from replay.action import UNKNOWN
from replay.games.sea_or_shore.actions import Lay, Pass, Show
from replay.games.sea_or_shore.rules.common import in_other_hand
from replay.games.sea_or_shore.state import State
from replay.games.sea_or_shore.trick import additions_laid
from replay.games.sea_or_shore.words import COLOUR_OF, HIGHEST, NUMBER_OF
from replay.rule import Answer, Broken, Open, rule
from replay.step import Step


@rule("SS-PASS-1", cite="SET UP", judges=(Pass, Lay, Show))
def everybody_passes_before_the_first_trick(
    step: Step[State, Pass] | Step[State, Lay] | Step[State, Show],
) -> Iterator[Answer]:
    """Every player passes a card before the first trick, and only then."""
    phase = step.before.phase
    if isinstance(step.action, Pass):
        if phase != "pass":
            yield Broken(f"cards were passed in phase {phase!r}", {"phase": phase})
    elif phase == "pass":
        yield Broken("the first trick began before cards were passed", {"phase": phase})


@rule("SS-LAY-1", cite="GAME PLAY", judges=Lay)
def clockwise_from_the_starting_player(step: Step[State, Lay]) -> Iterator[Answer]:
    """Going clockwise from the starting player, each player lays one card."""
    before = step.before
    if before.phase == "lay":
        due = before.turn
    elif before.phase == "pass":
        due = before.starter
    else:
        return
    by = step.action.by
    if by != due:
        why = f"{by} laid a card on {due}'s turn" if due else f"{by} laid a card after everybody had laid one"
        yield Broken(why, {"seat": by, "due": due})


@rule("SS-LAY-2", cite="GAME PLAY", judges=Lay)
def laid_while_the_trick_is_open(step: Step[State, Lay]) -> Iterator[Answer]:
    """Cards are laid during a trick, before the covers come off."""
    phase = step.before.phase
    if phase not in ("lay", "pass"):
        yield Broken(f"{step.action.by} laid a card in phase {phase!r}", {"seat": step.action.by, "phase": phase})


@rule("SS-ADD-1", cite="ADDITION", judges=(Lay, Show), may_open=True)
def nobody_adds_more_than_they_have(step: Step[State, Lay] | Step[State, Show]) -> Iterator[Answer]:
    """Players cannot add more addition cards than they have in front of them."""
    action = step.action
    if isinstance(action, Lay):
        if not action.add:
            return
        added = {action.by: action.add}
    else:
        added = action.add
    before = step.before
    for seat, count in added.items():
        has = before.additions[seat]
        if count and count > has:
            facts = {"seat": seat, "added": count, "has": has}
            if before.unresolved:
                yield Open(f"{seat} added {count}; an unresolved trick may have brought them in", facts)
            else:
                yield Broken(f"{seat} added {count} addition cards but had {has}", facts)


@rule("SS-ADD-2", cite="ADDITION", judges=Show, may_open=True)
def nothing_above_twelve(step: Step[State, Show]) -> Iterator[Answer]:
    """Additions cannot raise a card above 12."""
    if step.before.table.readings["SS-Q2"] == "wasted":
        return
    for seat, count in additions_laid(step.after.lays).items():
        card = step.action.cards.get(seat, UNKNOWN)
        if card == UNKNOWN:
            yield Open(f"{seat} added {count} to a card that was not noted", {"seat": seat, "added": count})
        elif NUMBER_OF[card] + count > HIGHEST:
            yield Broken(f"{seat} raised {card} by {count}", {"seat": seat, "card": card, "added": count})


@rule("SS-ADD-3", cite="ADDITION", judges=Show)
def additions_come_with_the_card(step: Step[State, Show]) -> Iterator[Answer]:
    """Additions are laid with the card they raise."""
    added = step.action.add
    if not added or step.before.table.readings["SS-Q1"] == "later":
        return
    laid = {lay.seat for lay in step.before.lays}
    for seat, count in added.items():
        if count > 0 and seat in laid:
            yield Broken(f"{seat} added {count} after the card was laid", {"seat": seat, "added": count})


@rule("SS-SHOW-1", cite="GAME PLAY", judges=Show)
def unveiled_when_all_have_laid(step: Step[State, Show]) -> Iterator[Answer]:
    """The covers come off once every player has laid a card."""
    before = step.before
    if before.phase not in ("lay", "pass") or not before.lays:
        return
    laid = {lay.seat for lay in before.lays}
    if len(laid) < len(before.table.seats):
        missing = [seat for seat in before.table.seats if seat not in laid]
        yield Broken(f"{' and '.join(missing)} had not laid a card", {"seats": missing})


@rule("SS-SHOW-2", cite="GAME PLAY", judges=Show)
def the_card_has_the_half_that_was_seen(step: Step[State, Show]) -> Iterator[Answer]:
    """The unveiled card matches the half that was showing."""
    cards = step.action.cards
    shown = {lay.seat: lay.shows for lay in step.before.lays}
    for seat, half in shown.items():
        card = cards.get(seat, UNKNOWN)
        if card == UNKNOWN or half == UNKNOWN:
            continue
        if (NUMBER_OF[card] if isinstance(half, int) else COLOUR_OF[card]) != half:
            yield Broken(f"{seat} showed {half} but played {card}", {"seat": seat, "shows": half, "card": card})


@rule("SS-SHOW-3", cite="GAME PLAY", judges=Show, may_open=True, may_break=False)
def every_card_is_unveiled(step: Step[State, Show]) -> Iterator[Answer]:
    """Every player's card is unveiled."""
    cards = step.action.cards
    if len(cards) == len(step.before.table.seats) and UNKNOWN not in cards.values():
        return
    missing = [seat for seat in step.before.table.seats if cards.get(seat, UNKNOWN) == UNKNOWN]
    yield Open(f"the card of {' and '.join(missing)} was not noted", {"seats": missing})


@rule("SS-SHOW-4", cite="GAME PLAY", judges=Show)
def unveiled_once(step: Step[State, Show]) -> Iterator[Answer]:
    """A trick is unveiled once, before it ends."""
    phase = step.before.phase
    if phase not in ("lay", "pass"):
        yield Broken(f"cards were unveiled in phase {phase!r}", {"phase": phase})


@rule("SS-CARD-1", cite="Contents", judges=Show)
def no_card_comes_up_twice(step: Step[State, Show]) -> Iterator[Answer]:
    """No island card is played twice in a round."""
    cards, discard = step.action.cards, step.before.discard
    for seat, card in cards.items():
        if card in discard and card != UNKNOWN:
            yield Broken(f"{seat} played {card}, which had been played before", {"seat": seat, "card": card})
    for card in _twice(cards):
        seats = [seat for seat, other in cards.items() if other == card]
        yield Broken(f"{' and '.join(seats)} both played {card}", {"seats": seats, "card": card})


def _twice(cards: dict[str, str]) -> list[str]:
    if len(set(cards.values())) == len(cards):
        return []
    return [card for card, times in Counter(cards.values()).items() if times > 1 and card != UNKNOWN]


@rule("SS-CARD-2", cite="GAME PLAY", judges=Show)
def played_from_their_own_hand(step: Step[State, Show]) -> Iterator[Answer]:
    """Players play a card from their own hand."""
    before, cards = step.before, step.action.cards
    hands, discard = before.hands, before.discard
    for seat, card in cards.items():
        hand = hands[seat]
        if card in hand or card == UNKNOWN:
            continue
        if (
            (UNKNOWN not in hand or in_other_hand(hands, seat, card))
            and card not in discard
            and card not in _twice(cards)
        ):
            facts = {"seat": seat, "card": card, "hand": sorted(hand)}
            yield Broken(f"{seat} played {card}, which was not in their hand", facts)


RULES = (
    clockwise_from_the_starting_player,
    laid_while_the_trick_is_open,
    nobody_adds_more_than_they_have,
    nothing_above_twelve,
    additions_come_with_the_card,
    unveiled_when_all_have_laid,
    the_card_has_the_half_that_was_seen,
    every_card_is_unveiled,
    unveiled_once,
    no_card_comes_up_twice,
    played_from_their_own_hand,
)
