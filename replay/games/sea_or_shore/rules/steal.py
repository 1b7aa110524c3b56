"""Rules about stealing a treasure."""

from collections.abc import Iterator

from msgspec.structs import replace

from replay.action import UNKNOWN
from replay.games.sea_or_shore.actions import Show
from replay.games.sea_or_shore.state import State
from replay.games.sea_or_shore.trick import additions_laid, card_values, groups_of, is_unresolved, value_of
from replay.games.sea_or_shore.words import COLOUR_OF, NUMBER_OF, card_words, colour_of, treasure_words
from replay.rule import OK, Answer, Answers, Broken, Open, rule, unsure
from replay.saying import owner, person
from replay.step import Step


def _before_resolving(step: Step[State, Show]) -> State:
    """The trick as it was resolved: its cards and additions, and the treasures that were face up."""
    return replace(step.after, decks=step.before.decks)


@rule("SS-STEAL-1", cite="WIN", judges=Show, may_open=True)
def only_winners_of_a_treasure_steal(step: Step[State, Show]) -> Answers:
    """Only the winner of a colour with a face-up treasure may steal."""
    steals = step.action.steals
    if not steals:
        return OK
    trick = _before_resolving(step)
    if is_unresolved(trick):
        return unsure("a card or a treasure of this trick was not noted", thieves=list(steals))
    winners = [group.winner for group in groups_of(trick, card_values(trick)) if group.deck is not None]
    return tuple(
        Broken(f"{person(trick.table, thief)} stole without winning a treasure", {"thief": thief, "winners": winners})
        for thief in steals
        if thief not in winners
    )


@rule("SS-STEAL-2", cite="WIN", judges=Show, may_open=True, rests_on=("SS-Q3", "SS-Q4"))
def the_victim_played_lower(step: Step[State, Show]) -> Answers:
    """The victim played a lower card of the same colour as the thief."""
    return tuple(_not_lower(step)) if step.action.steals else OK


def _not_lower(step: Step[State, Show]) -> Iterator[Answer]:
    steals = step.action.steals
    cards, laid = step.after.played, additions_laid(step.after.lays)
    readings = step.before.table.readings
    for thief, victim in steals.items():
        who, robbed = person(step.before.table, thief), person(step.before.table, victim)
        mine, theirs = cards.get(thief) or UNKNOWN, cards.get(victim) or UNKNOWN
        facts = {"thief": thief, "victim": victim, "thief_card": mine, "victim_card": theirs}
        if thief == victim:
            yield Broken(f"{who} stole from themselves", facts)
        elif UNKNOWN in (mine, theirs):
            yield Open(f"the card of {who} or of {robbed} was not noted", facts, rests_on=())
        elif COLOUR_OF[mine] != COLOUR_OF[theirs]:
            why = f"{who} played {card_words(mine)} and stole from {robbed}, who played {card_words(theirs)}"
            yield Broken(why, facts)
        else:
            high = (NUMBER_OF[mine], value_of(mine, laid.get(thief, 0)))
            low = (NUMBER_OF[theirs], value_of(theirs, laid.get(victim, 0)))
            if not is_beaten(readings, high, low):
                place = _measure(readings)
                whose, mine_is = owner(step.before.table, victim), owner(step.before.table, thief)
                yield Broken(f"{whose} {low[place]} is not lower than {mine_is} {high[place]}", facts)


def _measure(readings: dict[str, str]) -> int:
    """Which of a card's numbers says what is lower: the printed one, or the value with additions."""
    return 0 if readings["SS-Q4"] == "printed" else 1


def is_beaten(readings: dict[str, str], winner: tuple[int, int], loser: tuple[int, int]) -> bool:
    """Whether a card of the same colour is lower, each given as (printed number, value)."""
    place = _measure(readings)
    return loser[place] < winner[place] or (loser[1] == winner[1] and readings["SS-Q3"] == "yes")


@rule("SS-STEAL-3", cite="WIN", judges=Show, may_open=True)
def the_top_treasure_has_that_colour(step: Step[State, Show]) -> Answers:
    """The top treasure of the victim's pile is of the colour that thief and victim played."""
    return tuple(_not_on_top(step)) if step.action.steals else OK


def _not_on_top(step: Step[State, Show]) -> Iterator[Answer]:
    before = step.before
    for thief, victim in step.action.steals.items():
        who, robbed = person(before.table, thief), person(before.table, victim)
        card = step.after.played.get(thief) or UNKNOWN
        pile = before.piles[victim]
        top = pile[-1] if pile else None
        facts = {"thief": thief, "victim": victim, "card": card, "top": top}
        if top == UNKNOWN or (card == UNKNOWN and top is not None):
            yield Open(f"the card of {who} or the treasure of {robbed} was not noted", facts)
        elif top is None or colour_of(top) != COLOUR_OF[card]:
            has = f"has {treasure_words(top)} on top" if top else "has no treasures"
            why = f"{robbed} {has}, but {who} played {card_words(card)}"
            yield (
                Open(f"{why}; a trick that was not fully noted may have changed that", facts)
                if before.unresolved
                else Broken(why, facts)
            )


RULES = (only_winners_of_a_treasure_steal, the_victim_played_lower, the_top_treasure_has_that_colour)
