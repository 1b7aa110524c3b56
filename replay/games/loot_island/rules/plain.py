"""What an ordinary step plainly keeps, so that the rules about it need not be asked one by one."""

from typing import Any

from msgspec import UNSET

from replay.games.loot_island.actions import AARON, Event, Island, Pass, Play, Refill, Take
from replay.games.loot_island.effects import laid_by
from replay.games.loot_island.geometry import other_landing
from replay.games.loot_island.state import Effects, State, disc_limit, on_island
from replay.step import Step


def in_turn(before: State, action: Any) -> bool:
    """Whether somebody acts on their own turn, and no event asks for more: LI-TURN and LI-B4-2 are kept."""
    by = action.by
    return by == before.turn and by not in before.passed and (before.event != "B4" or before.turns > 0)


def cards_plain(step: Step[State, Any]) -> tuple[bool, bool, bool]:
    """Whether every card left a hand that held it (LI-HAND-1, LI-CARD-2), none was drawn (LI-DECK-6), and all named are
    in the kit and in sight no more often than it has them (LI-CARD-1)."""
    after, action, just = step.after, step.action, step.after.just
    drawn = just.drawn is None
    if not drawn or after.over or action.draw:
        return not just.faults, drawn, False
    cards = after.table.kit.map
    for name in action.cards:
        if name not in cards:
            return not just.faults, drawn, False
    return not just.faults, drawn, True


def play_plain(step: Step[State, Play]) -> tuple[bool, ...]:
    """What `in_turn` and `cards_plain` say of a play; and whether it is not for Aaron; sheds and draws nothing; copies
    nothing; has a card; has only one; keeps the colour of its column; does not begin one beside another; has a place
    for a 1; lies on no higher number; and whether its disc comes from the right place (LI-DISC-1 and 2, LI-DISC-3)."""
    before, action, laid = step.before, step.action, laid_by(step)
    cards, column, value, own = len(action.cards), before.columns[action.landing], laid.value, action.for_ is None
    return (
        in_turn(before, action),
        *cards_plain(step),
        own,
        not action.shed and not action.draw,
        action.copy is None,
        cards > 0,
        cards < 2,
        not column or _same_colour(before, column[0], laid),
        column != () or not before.columns[other_landing(action.landing)],
        value is not None,
        value is not None and (value < 2 or (len(laid.values) == cards > 0 and _lies_on(value, laid.values))),
        *(_discs_plain(before, action) if own else (action.from_ is None, False)),
    )


def _lies_on(value: int, numbers: tuple[int, ...]) -> bool:
    """Whether none of these numbers is lower, or the only one is a 1 or a wild, which goes elsewhere or fits."""
    return min(numbers) >= value or (len(numbers) == 1 and numbers[0] < 2)


def _same_colour(before: State, first: str, laid: Effects) -> bool:
    """Whether the first card of a column is in the kit and has the colour of the cards added."""
    card = before.table.kit.map.get(first)
    return card is not None and laid.colors[:1] == (card.color,)


def _discs_plain(before: State, action: Play) -> tuple[bool, bool]:
    """Whether a player moves no disc without need (LI-DISC-1, LI-DISC-2), and moves one of their own if they need to
    (LI-DISC-3)."""
    by, come_from, stacks = action.by, action.from_, before.stacks
    if by in stacks[action.landing]:
        return come_from is None, True
    full = on_island(before, by) >= disc_limit(before)
    moved = come_from is not None and before.event != "B4" and by in stacks[come_from]
    return full or come_from is None, moved or not full


def island_plain(before: State, action: Island) -> tuple[bool, ...]:
    """Whether a small island is not used for Aaron; moves no disc; concerns no landing; turns up no treasure; sheds
    nothing; draws nothing; lies face up; costs two cards, which are paid; and whether these have one colour."""
    paid = len(action.cards) == 2 and before.event != "B7" and before.event != "B9"
    return (
        action.for_ is None,
        action.from_ is None,
        action.landing is None,
        action.reveal is UNSET,
        not action.shed,
        not action.draw,
        before.islands.get(action.island) == "up",
        paid,
        paid and _of_one_colour(before, *action.cards),
    )


def _of_one_colour(before: State, name: str, other: str) -> bool:
    """Whether two cards are in the kit and have the same colour."""
    listed = before.table.kit.map
    return name in listed and other in listed and listed[name].color == listed[other].color


def event_plain(action: Event) -> bool:
    """Whether nothing is drawn, turned up or closed when an event opens the round, and nothing should be closed."""
    return action.draw is None and action.reveal is None and action.island is None and action.card != "B3"


def refill_plain(step: Step[State, Refill]) -> tuple[bool, bool, bool]:
    """Whether every card left a hand that held it (LI-HAND-1, LI-CARD-2), nothing drawn tells about the deck
    (LI-DECK-6), and Aaron gets no cards (LI-AAR-3)."""
    just = step.after.just
    return not just.faults, just.drawn is None, step.action.aaron is None


def pass_plain(before: State, action: Pass) -> bool:
    """Whether somebody passes without a treasure: LI-A2, LI-CARD-3 and LI-TAKE-3 are kept."""
    return before.event != "A2" and action.take is None and not action.shed


def take_plain(step: Step[State, Take]) -> bool:
    """Whether the next in line takes one of the treasures turned up, and sheds nothing; then Aaron does not guess."""
    before, action, plan = step.before, step.action, step.before.loot
    name = action.treasure
    if action.by == AARON or action.shed or step.after.just.blind or plan is None or plan.takers[:1] != (action.by,):
        return False
    return name in before.open and name in before.table.kit.treasure
