"""The rule about positions: what the box holds, and what the trick leaves of it."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from replay.action import UNKNOWN
from replay.games.sea_or_shore.actions import Position, Setup
from replay.games.sea_or_shore.position import hand_size, won_from
from replay.games.sea_or_shore.state import State
from replay.games.sea_or_shore.words import (
    ADDITIONS,
    card_words,
    colour_of,
    deck_colours,
    deck_size,
    deck_words,
    treasure_words,
)
from replay.rule import OK, Answers, Broken, rule
from replay.saying import counted, number, owner, person
from replay.step import Step

Fault = tuple[str, dict[str, Any]]
"""What cannot be in words, and the numbers that prove it."""


@rule("SS-SET-6", cite="Contents; SET UP", judges=Setup)
def a_position_holds_what_the_box_holds(step: Step[State, Setup]) -> Answers:
    """A position holds what the box holds, and what the trick leaves of it."""
    given = step.action.position
    if given is None:
        return OK
    first = next(_faults(given, step.after), None)
    return OK if first is None else (Broken(*first),)


def _faults(given: Position, state: State) -> Iterator[Fault]:
    """The faults of a position, in the order of the page."""
    yield from _when(given, state)
    yield from _island_cards(given, state)
    yield from _addition_cards(given, state)
    yield from _treasures(state)
    actions = given.actions
    if "rb" in actions and actions["rb"] == actions.get("gp"):
        yield f"both action cards show action {actions['rb']}", {"actions": actions}


def _when(given: Position, state: State) -> Iterator[Fault]:
    if given.round not in (1, 2):
        yield f"there is no round {given.round}", {"round": given.round}
    tricks = state.cards_each
    if not 1 <= given.trick <= tricks:
        yield f"there is no trick {given.trick}; a round has {tricks}", {"trick": given.trick, "tricks": tricks}
    if given.phase == "pass" and given.trick != 1:
        yield f"cards are passed before trick 1, not in trick {given.trick}", {"phase": "pass", "trick": given.trick}


def _island_cards(given: Position, state: State) -> Iterator[Fault]:
    lying = [*(card for hand in state.hands.values() for card in hand), *state.played.values(), *state.discard]
    for card, times in Counter(lying).items():
        if times > 1 and card is not None and card != UNKNOWN:
            yield f"{card_words(card)} is named {number(times)} times", {"card": card, "times": times}
    due = hand_size(state.table, given)
    for seat, hand in state.hands.items():
        if len(hand) != due:
            why = f"{person(state.table, seat)} holds {counted(len(hand), 'card')} instead of {due}"
            yield why, {"seat": seat, "cards": len(hand), "due": due}


def _addition_cards(given: Position, state: State) -> Iterator[Fault]:
    table = state.table
    counts = {f"additions.{seat}": (held, person(table, seat)) for seat, held in state.additions.items()}
    counts |= {"supply": (state.supply, "the pile")}
    laid = {f"lays.{place}": lay for place, lay in enumerate(state.lays)}
    counts |= {name: (lay.add, f"{owner(table, lay.seat)} laid card") for name, lay in laid.items()}
    for name, (count, where) in counts.items():
        if count < 0:
            yield f"{where} has {counted(-count, 'addition')} fewer than none", {name: count}
    total = sum(count for count, _ in counts.values())
    is_part = given.lays is None or len(given.additions) < len(state.table.seats)
    if total > ADDITIONS or (total < ADDITIONS and not is_part):
        yield f"there are {total} addition cards instead of {ADDITIONS}", {"additions": total, "due": ADDITIONS}


def _treasures(state: State) -> Iterator[Fault]:
    for name, deck in state.decks.items():
        for treasure in (deck.up, *deck.down):
            if treasure is not None and treasure != UNKNOWN and colour_of(treasure) not in deck_colours(name):
                yield f"{treasure_words(treasure)} lies on {deck_words(name)}", {"deck": name, "treasure": treasure}
    most = deck_size(len(state.table.players))
    for name, deck in state.decks.items():
        found = (deck.up is not None) + len(deck.down) + won_from(name, state.piles)
        if found > most:
            why = f"{deck_words(name)} and the piles hold {found} of its treasures, but it has {most}"
            yield why, {"deck": name, "treasures": found, "due": most}
