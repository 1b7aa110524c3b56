"""A step as a sentence."""

from itertools import groupby
from typing import Any, assert_never

from msgspec import UNSET

from replay.action import UNKNOWN, Reveal
from replay.games.gold_island.actions import (
    Draw,
    Gamble,
    GoldAction,
    Move,
    Redraw,
    Reshuffle,
    Setup,
    Take,
    Use,
    colours_of,
    texts_of,
)
from replay.games.gold_island.phrases import a_card, a_permit, everybody, some_cards, some_pirates, the_place
from replay.games.gold_island.reducer import has_won, what_is_taken
from replay.games.gold_island.state import Owned, State
from replay.games.gold_island.strides import is_homeward
from replay.games.gold_island.tell_reveals import tell_reveal
from replay.games.gold_island.tell_uses import tell_use
from replay.games.gold_island.words import LIGHT, LIGHTHOUSE, PORT, card_of, kind_of
from replay.saying import listed, owner, person, sentence
from replay.step import Step


def tell(step: Step[State, Any]) -> str:
    """What happened, in one sentence."""
    return sentence(_told(step))


def _told(step: Step[State, Any]) -> str:
    action: GoldAction | Reveal = step.action
    who = person(step.after.table, action.by)
    match action:
        case Setup():
            return _setup(step, action)
        case Redraw():
            return _redraw(who, action)
        case Move():
            return _move(step, action, who)
        case Take():
            return _take(step, action, who)
        case Gamble():
            return _gamble(step, action, who)
        case Use():
            return tell_use(step, action, who)
        case Draw():
            return _draw(step, action, who)
        case Reshuffle():
            return f"{who} shuffles their discard pile into their draw pile"
        case Reveal():
            return tell_reveal(step, action)
        case _:
            assert_never(action)


def _owned(state: State, seat: str | None) -> Owned | None:
    return state.owned.get(seat or "")


def _setup(step: Step[State, Any], action: Setup) -> str:
    table = step.after.table
    seats = everybody(table, list(step.after.owned))
    turn = step.after.turn
    if action.position is not None:
        words = f"a position is set up for {seats}"
        return f"{words}; {person(table, turn.seat)} is to play" if turn is not None else words
    words = f"the table is set up for {seats}"
    return f"{words}; {person(table, turn.seat)} starts" if turn is not None else words


def _redraw(who: str, action: Redraw) -> str:
    new = texts_of(action.cards) if isinstance(action.cards, list) else (UNKNOWN,) * len(action.discard)
    return f"{who} exchanges {some_cards(action.discard)} and draws {some_cards(new)}"


def _move(step: Step[State, Any], action: Move, who: str) -> str:
    card = a_card(action.card)
    before = _owned(step.before, action.by) or Owned({})
    if card_of(action.card).flag == LIGHT and is_homeward(before.captain, before.ship, action.path, action.to):
        return f"{who} plays {card} {_homeward(before)}"
    if action.path is not None:
        return f"{who} moves with {card}{_along(action.path)}"
    if action.to is None:
        return f"{who} moves with {card}; the log does not say where to"
    if kind_of(action.to) is None:
        return f"{who} sails to {the_place(action.to)} with {card}"
    return f"{owner(step.after.table, action.by)} captain goes to {the_place(action.to)} with {card}"


def _homeward(before: Owned) -> str:
    figures = [name for name, away in _figures(before) if away]
    return f"to bring the {listed(figures)} home" if figures else "to move, and stays at home"


def _figures(owned: Owned) -> tuple[tuple[str, bool], ...]:
    return ("captain", owned.captain != LIGHTHOUSE), ("ship", owned.ship != PORT)


def _along(path: tuple[str, ...]) -> str:
    """`: the ship to isle 2 and port, then the captain to the black pirate field`."""
    if not path:
        return " and stays where they are"
    parts = []
    for captain, places in groupby(path, lambda place: kind_of(place) is not None):
        figure = "captain" if captain else "ship"
        parts.append(f"the {figure} to {listed([the_place(place) for place in places])}")
    return f": {', then '.join(parts)}"


def _take(step: Step[State, Any], action: Take, who: str) -> str:
    owned = _owned(step.before, action.by)
    permit, pirate, card = what_is_taken(action, owned.captain if owned is not None else "")
    taken = []
    if permit is not None:
        taken.append(a_permit(permit))
    if pirate is not None:
        taken.append(some_pirates([pirate]))
    if card is not None:
        taken.append("an island card" if card == UNKNOWN else f"the island card of {the_place(card)}")
    return f"{who} takes {listed(taken)}{_put_back(action.drop)}"


def _put_back(drop: Any) -> str:
    return f" and puts {some_pirates(colours_of(drop))} back" if drop is not None else ""


def _gamble(step: Step[State, Any], action: Gamble, who: str) -> str:
    won = has_won(action)
    prize = []
    if action.permit is not UNSET and action.permit is not None:
        prize.append(a_permit(action.permit))
    elif won and action.permit is UNSET:
        before, after = _owned(step.before, action.by), _owned(step.after, action.by)
        prize += ["a permit"] if before is not None and after is not None and after.held > before.held else []
    if action.pirate is not None:
        prize.append(some_pirates([action.pirate]))
    outcome = "wins, but takes nothing" if won and not prize else f"wins {listed(prize)}"
    return f"{who} gambles, turns up {a_card(action.card)} and {outcome}{_put_back(action.drop)}"


def _draw(step: Step[State, Any], action: Draw, who: str) -> str:
    before, after = _owned(step.before, action.by), _owned(step.after, action.by)
    number = len(after.hand) - len(before.hand) if before is not None and after is not None else 0
    names = texts_of(action.cards) if isinstance(action.cards, list) else (UNKNOWN,) * max(0, number)
    shuffled = before is not None and after is not None and len(after.discard) < len(before.discard)
    words = f"{who} draws {some_cards(names)}{' after shuffling their discard pile' if shuffled else ''}"
    over = step.before.phase == "play" != step.after.phase
    return f"{words}, and the last turn is over" if over else words
