"""A step as a sentence."""

from typing import Any, assert_never

from replay.action import UNKNOWN, Reveal
from replay.games.sea_or_shore.actions import Act, Lay, Pass, Round, SeaAction, Setup, Show, Turn
from replay.games.sea_or_shore.state import State
from replay.games.sea_or_shore.words import COLOUR_OF
from replay.step import Step


def tell(step: Step[State, Any]) -> str:
    """What happened, in one sentence."""
    action: SeaAction = step.action
    match action:
        case Setup():
            return f"{_beginning(step)}; {step.after.starter} starts."
        case Round():
            return f"Round {step.after.round} begins; {step.after.starter} starts."
        case Pass():
            named = [f"{seat} {card}" for seat, card in (action.cards or {}).items() if card != UNKNOWN]
            return f"Everybody passes a card to the right{': ' + ', '.join(named) if named else ''}."
        case Lay():
            added = f" with {action.add} addition{'s' if action.add > 1 else ''}" if action.add else ""
            if action.shows in COLOUR_OF:
                return f"{action.by} lays {action.shows} with nothing covered{',' if added else ''}{added}."
            return f"{action.by} lays a card showing {action.shows}{added}."
        case Show():
            return _tell_show(step)
        case Act():
            return _tell_act(step)
        case Turn():
            ends = "The round ends" if step.before.is_last_trick else "The trick ends"
            shown = f"; {' and '.join(action.treasures)} come up" if action.treasures else ""
            return f"{ends}{shown}."
        case Reveal():
            return f"Revealed: {action.what} is {action.value}."
        case _:
            assert_never(action)


def _beginning(step: Step[State, Setup]) -> str:
    if step.before.past.is_set_up:
        return "The position is set anew" if step.action.position else "The game is set up anew"
    return "The record begins in the middle of the game" if step.action.position else "The game begins"


def _tell_show(step: Step[State, Show]) -> str:
    played = step.after.played if step.before.phase not in ("deal", "over") else step.action.cards
    cards = ", ".join(f"{seat} {played.get(seat, UNKNOWN)}" for seat in step.after.table.seats)
    gained = []
    for seat in step.after.table.seats:
        old, new = step.before.piles[seat], step.after.piles[seat]
        if len(new) > len(old):
            victim = step.action.steals.get(seat)
            gained.append(f"{seat} {f'steals {new[-1]} from {victim}' if victim else f'takes {new[-1]}'}")
        earned = step.after.additions[seat] - step.before.additions[seat] + step.action.add.get(seat, 0)
        if earned > 0:
            gained.append(f"{seat} earns {earned} addition{'' if earned == 1 else 's'}")
    gained += [f"{entry.seat} has an action" for entry in step.after.pending]
    return f"Unveiled: {cards}{'; ' + ', '.join(gained) if gained else ''}."


def _tell_act(step: Step[State, Act]) -> str:
    action = step.action
    match action.action:
        case 1:
            count = 2 if action.n is None else action.n
            if action.from_ == "pile":  # no more than the supply holds
                count = min(count, max(0, step.before.supply))
            return f"{action.by} takes {count} addition{'' if count == 1 else 's'} from {action.from_}."
        case 2:
            return (
                f"{action.by} swaps cards with {action.from_}: takes {_list(action.took)}, gives {_list(action.gave)}."
            )
        case 3:
            return f"{action.by} looks at the top of {action.deck} and puts back {_list(action.order)}."
        case _:
            return f"{action.by} takes {action.take} from the trick and discards {action.discard or UNKNOWN}."


def _list(cards: list[str] | str | None) -> str:
    return " ".join(cards) if isinstance(cards, list) else "unseen cards"
