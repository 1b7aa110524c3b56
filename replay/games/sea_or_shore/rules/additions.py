"""Rules about the addition cards laid with a card."""

from collections.abc import Iterator

from replay.action import UNKNOWN
from replay.games.sea_or_shore.actions import Lay, Show
from replay.games.sea_or_shore.state import Laid, State
from replay.games.sea_or_shore.trick import additions_laid
from replay.games.sea_or_shore.words import HIGHEST, NUMBER_OF, card_words, how_many
from replay.rule import OK, Answer, Answers, Broken, Open, rule
from replay.saying import counted, number, person
from replay.step import Step

Laying = Step[State, Lay] | Step[State, Show]


@rule("SS-ADD-1", cite="ADDITION", judges=(Lay, Show), may_open=True)
def nobody_adds_more_than_they_have(step: Laying) -> Answers:
    """Players cannot add more addition cards than they have in front of them."""
    action, before = step.action, step.before
    if not action.add:
        return OK
    added = {action.by: action.add} if isinstance(action, Lay) else action.add
    answers: list[Answer] = []
    for seat, count in added.items():
        has = before.additions[seat]
        if count and count > has:
            who = person(before.table, seat)
            facts = {"seat": seat, "added": count, "has": has}
            if before.unresolved:
                why = f"{who} added {number(count)}; a trick that was not fully noted may have brought them in"
                answers.append(Open(why, facts))
            else:
                why = f"{who} added {counted(count, 'addition')} but had {how_many(has)}"
                answers.append(Broken(why, facts))
    return tuple(answers)


@rule("SS-ADD-2", cite="ADDITION", judges=(Lay, Show), may_open=True, rests_on=("SS-Q2",))
def nothing_above_twelve(step: Laying) -> Answers:
    """Additions cannot raise a card above 12."""
    action = step.action
    if isinstance(action, Lay):
        if not action.add or step.before.table.readings["SS-Q2"] == "wasted":
            return OK
        number = number_shown(action.shows)
        return _raised(step, action.by, action.shows, number, action.add) if number else OK
    if step.before.table.readings["SS-Q2"] == "wasted":
        return OK
    laid = additions_laid(step.after.lays)
    return tuple(_at_the_unveiling(step, laid)) if laid else OK


def _at_the_unveiling(step: Laying, laid: dict[str, int]) -> Iterator[Answer]:
    """What the lays left undecided: a number that was covered, or additions that came later."""
    assert isinstance(step.action, Show)
    last = {lay.seat: lay for lay in step.before.lays}
    for seat, count in laid.items():
        number = number_shown(last[seat].shows) if seat in last else None
        if number is not None and (not step.action.add.get(seat) or _was_too_much(last[seat], number)):
            continue
        card = step.after.played.get(seat) or UNKNOWN
        if card != UNKNOWN:
            yield from _raised(step, seat, card, NUMBER_OF[card], count)
        elif number is not None:
            yield from _raised(step, seat, number, number, count)
        else:
            facts = {"seat": seat, "added": count}
            who = person(step.before.table, seat)
            yield Open(f"{who} added {counted(count, 'addition')} to a card that was not noted", facts, rests_on=())


def _was_too_much(lay: Laid, number: int) -> bool:
    """Whether this was broken when the card was laid."""
    return number + lay.add > HIGHEST


def _raised(step: Laying, seat: str, card: str | int, number: int, count: int) -> Answers:
    if number + count <= HIGHEST:
        return OK
    who, named = person(step.before.table, seat), card_words(str(card))
    return (Broken(f"{who} raised {named} by {count}, above {HIGHEST}", {"seat": seat, "card": card, "added": count}),)


def number_shown(shows: str | int) -> int | None:
    """The number that could be seen on a card when it was laid."""
    return shows if isinstance(shows, int) else NUMBER_OF.get(shows)


@rule("SS-ADD-3", cite="ADDITION", judges=Show, rests_on=("SS-Q1",))
def additions_come_with_the_card(step: Step[State, Show]) -> Answers:
    """Additions are laid with the card they raise."""
    added = step.action.add
    if not added or step.before.table.readings["SS-Q1"] == "later":
        return OK
    laid = {lay.seat for lay in step.before.lays}
    table = step.before.table
    return tuple(
        Broken(
            f"{person(table, seat)} added {counted(count, 'addition')} after the card was laid",
            {"seat": seat, "added": count},
        )
        for seat, count in added.items()
        if count > 0 and seat in laid
    )


RULES = (nobody_adds_more_than_they_have, nothing_above_twelve, additions_come_with_the_card)
