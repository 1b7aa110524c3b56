"""A step as a sentence: what happened, and what followed from it."""

from typing import Any, assert_never

from replay.action import UNKNOWN, Reveal
from replay.games.sea_or_shore.actions import Act, Lay, Pass, Round, SeaAction, Setup, Show, Turn
from replay.games.sea_or_shore.reducer import moved_cards
from replay.games.sea_or_shore.state import State
from replay.games.sea_or_shore.words import (
    COLOUR_OF,
    card_words,
    counted_points,
    deck_words,
    revealed_words,
    shown_words,
    treasure_words,
    treasures_words,
    value_words,
)
from replay.saying import counted, listed, people, person
from replay.step import Step
from replay.table import Table


def tell(step: Step[State, Any]) -> str:
    """What happened, in one sentence."""
    action: SeaAction = step.action
    table = step.after.table
    match action:
        case Setup():
            return f"{_beginning(step)}; {person(table, step.after.starter)} starts{_face_up(action.treasures)}."
        case Round():
            starts = f"{person(table, step.after.starter)} starts"
            return f"Round {step.after.round} begins; {starts}{_face_up(action.treasures)}."
        case Pass():
            given = (action.cards or {}).items()
            named = [f"{person(table, seat)} {card_words(card)}" for seat, card in given if card != UNKNOWN]
            return f"Everybody passes a card to the right{': ' + listed(named) if named else ''}."
        case Lay():
            return _tell_lay(table, action)
        case Show():
            return _tell_show(step)
        case Act():
            return f"{person(table, action.by)} {_tell_act(step)}."
        case Turn():
            return _tell_turn(step)
        case Reveal():
            return f"Shown: {revealed_words(table, action.what)}, {value_words(action.value)}."
        case _:
            assert_never(action)


def _beginning(step: Step[State, Setup]) -> str:
    if step.before.past.is_set_up:
        return "The position is set anew" if step.action.position else "The game is set up anew"
    return "The record begins in the middle of the game" if step.action.position else "The game begins"


def _face_up(treasures: list[str] | None) -> str:
    if not treasures or all(treasure == UNKNOWN for treasure in treasures):
        return ""
    return f", and {treasures_words(treasures)} {'is' if len(treasures) == 1 else 'are'} face up"


def _tell_lay(table: Table, action: Lay) -> str:
    added = counted(action.add, "addition") if action.add else ""
    laid = f"{person(table, action.by)} lays {shown_words(action.shows)}"
    if action.shows in COLOUR_OF:
        return f"{laid} with nothing covered{f' and with {added}' if added else ''}."
    return f"{laid}{f' with {added}' if added else ''}."


def _tell_show(step: Step[State, Show]) -> str:
    table = step.after.table
    played = step.after.played if step.before.phase not in ("deal", "over") else step.action.cards
    cards = listed([f"{person(table, seat)} {card_words(played.get(seat, UNKNOWN))}" for seat in table.seats])
    won, earned = [], []
    for seat in table.seats:
        who, old, new = person(table, seat), step.before.piles[seat], step.after.piles[seat]
        victim = step.action.steals.get(seat)
        if len(new) > len(old):
            treasure = treasure_words(new[-1])
            won.append(f"{who} steals {treasure} from {person(table, victim)}" if victim else f"{who} takes {treasure}")
        elif victim and new == old:
            won.append(f"{who} steals nothing from {person(table, victim)}")
        count = step.after.additions[seat] - step.before.additions[seat] + step.action.add.get(seat, 0)
        if count > 0:
            earned.append(f"{who} earns {counted(count, 'addition')}")
    due = [entry.seat for entry in step.after.pending]
    acts = f"{people(table, due)} {'has' if len(due) == 1 else 'have'} an action" if due else ""
    return f"Unveiled: {'; '.join(part for part in (cards, listed([*won, *earned], ''), acts) if part)}."


def _tell_act(step: Step[State, Act]) -> str:
    action, table = step.action, step.after.table
    match action.action:
        case 1:
            count = 2 if action.n is None else action.n
            if action.from_ == "pile":  # no more than the supply holds
                count = min(count, max(0, step.before.supply))
            source = "the pile" if action.from_ == "pile" else person(table, action.from_)
            return f"takes {counted(count, 'addition')} from {source}"
        case 2:
            took, gave = (value_words(moved_cards(step.before, action, cards)) for cards in (action.took, action.gave))
            return f"swaps cards with {person(table, action.from_)}: takes {took}, gives {gave}"
        case 3:
            deck = step.before.decks.get(action.deck or "")
            top = "top" if deck is None else counted(min(3, len(deck.down)), "top treasure")
            order = action.order or []
            back = f", {treasures_words(order)} from the top down" if any(one != UNKNOWN for one in order) else ""
            return f"looks at the {top} of {deck_words(action.deck)} and puts them back{back}"
        case _:
            return f"takes {card_words(action.take)} from the trick and discards {card_words(action.discard)}"


def _tell_turn(step: Step[State, Turn]) -> str:
    before, after, table = step.before, step.after, step.after.table
    if after is before:
        return "A trick is ended, but there is none."
    if after.result is not None:
        return f"The game ends; {_winner_words(after)}."
    if after.phase == "deal":
        return f"The round ends; {_points_words(after)}."
    treasures = step.action.treasures
    shown = ""
    if treasures and not before.is_last_trick:
        shown = f"{treasures_words(treasures)} {'comes' if len(treasures) == 1 else 'come'} up, and "
    return f"The trick ends; {shown}{person(table, after.starter)} starts the next one."


def _points_words(state: State) -> str:
    told: list[str] = []
    for seat in state.table.seats:
        points = state.points[seat][-1]
        count = counted_points(points)
        told.append(f"{person(state.table, seat)} {count if told else f'has {count}'}")
    return listed(told)


def _winner_words(state: State) -> str:
    assert state.result is not None
    table, winner, total = state.table, state.result.winner, state.result.total
    if isinstance(winner, str):
        return "who wins is not known, because some points are not"
    others = [seat for seat in table.seats if seat not in winner]
    best = f"{people(table, winner)} {'win' if len(winner) > 1 else 'wins'} with {counted_points(total[winner[0]])}"
    behind = listed([f"{person(table, seat)} has {total[seat]}" for seat in others])
    return f"{best}, {behind}" if others else best
