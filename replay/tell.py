"""A step as a sentence, for every action: the game's own, and those that every game has."""

from typing import Any

from replay.action import (
    Amend,
    Close,
    Dispute,
    Insert,
    Note,
    Observe,
    Reveal,
    Rewind,
    Ruling,
    Sign,
    Unread,
    Unreadable,
    name_of,
)
from replay.game import Game
from replay.step import Step


def tell(game: Game, step: Step[Any, Any]) -> str:
    """What happened, in one sentence."""
    action = step.action
    if isinstance(action, (*game.actions, Reveal)):
        return game.tell(step)
    match action:
        case Observe():
            return (
                "Counted at the table: " + ", ".join(f"{path} is {value}" for path, value in action.facts.items()) + "."
            )
        case Note():
            return f"Note: {action.text}"
        case Unread():
            return f"Not understood: {action.said!r}."
        case Unreadable():
            return f"Cannot be read: {action.why}."
        case Amend():
            done = "is struck out" if action.action is None else "is replaced"
            return f"Event {action.target} {done}{_because(action.why)}."
        case Insert():
            return f"A forgotten event is put in after event {action.after}{_because(action.why)}."
        case Rewind():
            return f"Everything after event {action.to} is taken back{_because(action.why)}."
        case Dispute():
            return f"{action.by or 'Somebody'} contests: {action.claim}"
        case Ruling():
            return f"{action.by or 'The official'} rules: {action.verdict}, {action.remedy}."
        case Sign():
            return f"{action.seat} signs: {action.statement}."
        case Close():
            return f"The record is closed: {action.result}."
        case _:
            return f"{name_of(action)}{f' by {action.by}' if action.by else ''}."


def _because(why: str | None) -> str:
    return f" ({why})" if why else ""
