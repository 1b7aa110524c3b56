"""A step as a sentence, for every action: the game's own, and those that every game has."""

from functools import cache
from typing import Any

from replay.action import (
    Access,
    Action,
    Amend,
    Appeal,
    Appoint,
    Close,
    Dispute,
    Evidence,
    Final,
    Insert,
    Key,
    Note,
    Observe,
    Reopen,
    Reveal,
    Rewind,
    Ruling,
    Seal,
    Settle,
    Sign,
    Unread,
    Unreadable,
    Withdraw,
    name_of,
)
from replay.game import Game
from replay.saying import owner, people, person, sentence
from replay.step import Step
from replay.table import Table


def tell(game: Game, step: Step[Any, Any]) -> str:
    """What happened, in one sentence."""
    action = step.action
    if type(action) in _own_kinds(game):
        return game.tell(step)
    if isinstance(action, Observe):
        return _observed(game, step.after.table, action)
    return tell_shared(step.after.table, action)


@cache
def _own_kinds(game: Game) -> frozenset[type[Action]]:
    """What a game tells itself. To ask of one kind after the other takes longer than to tell."""
    return frozenset((*game.actions, Reveal))


def _observed(game: Game, table: Table, action: Observe) -> str:
    speech = game.speech
    seen = [f"{speech.place(table, path)}, {speech.value(table, path, value)}" for path, value in action.facts.items()]
    return f"Counted at the table: {'; '.join(seen)}."


def tell_shared(table: Table, action: Action) -> str:
    """One of the actions that every game has, in a sentence, with people by name."""
    match action:
        case Observe():
            return (
                "Counted at the table: " + ", ".join(f"{path} is {value}" for path, value in action.facts.items()) + "."
            )
        case Note():
            return f"Note: {action.text}"
        case Unread():
            return "A line was not understood." if action.said is None else f"Not understood: {action.said!r}."
        case Unreadable():
            return f"Cannot be read: {action.why}."
        case Amend():
            done = "is struck out" if action.action is None else "is replaced"
            return f"Event {action.target} {done}{_because(action.why)}."
        case Insert():
            return f"A forgotten event is inserted after event {action.after}{_because(action.why)}."
        case Rewind():
            return f"Everything after event {action.to} is taken back{_because(action.why)}."
        case Close():
            return f"The record is closed: {result_words(table, action)}."
        case _:
            return sentence(_tell_procedure(table, action))


def result_words(table: Table, action: Close) -> str:
    """What a close says of the result: `finished, Bob wins, Ann 14, Bob 21 (by seven)`."""
    if isinstance(action.result, str):
        return action.result
    told = action.result
    parts: list[str] = [told.end]
    if told.winners is not None:
        verb = "win" if len(told.winners) > 1 else "wins"
        parts.append(f"{people(table, told.winners) if told.winners else 'nobody'} {verb}")
    parts += [
        f"{person(table, seat)} {'out' if points is None else points}" for seat, points in (told.scores or {}).items()
    ]
    parts += [f"{person(table, seat)} in place {place}" for seat, place in (told.places or {}).items()]
    return ", ".join(parts) + (f" ({told.words})" if told.words else "")


def _tell_procedure(table: Table, action: Action) -> str:
    match action:
        case Dispute():
            return f"{person(table, action.by)} contests {_about(action.about)}: {action.claim}"
        case Evidence():
            what = action.text or f"a file, {str((action.attachment or {}).get('sha256', ''))[:12]}…"
            return f"Evidence in the dispute of event {action.dispute} ({action.kind}): {what}"
        case Settle():
            return f"{people(table, action.seats)} settle the dispute of event {action.dispute}: {action.outcome}"
        case Withdraw():
            return f"{person(table, action.by)} takes back the claim of event {action.dispute}{_because(action.why)}."
        case Ruling() if action.deferred:
            return f"{action.by or 'the official'} lets play go on and will decide event {action.dispute} later."
        case Ruling():
            who = f"{action.by or 'the official'}"
            return f"{who} rules on the dispute of event {action.dispute}: {action.verdict}, {action.remedy}."
        case Appeal():
            why = _because(action.text)
            return f"{person(table, action.by)} appeals against the ruling of event {action.ruling}{why}."
        case Final():
            return f"The dispute of event {action.dispute} is closed{_because(action.why)}."
        case Reopen():
            return f"{person(table, action.by)} reopens the dispute of event {action.dispute}{_because(action.why)}."
        case _:
            return _tell_trust(table, action)


def _tell_trust(table: Table, action: Action) -> str:
    match action:
        case Sign():
            return f"{person(table, action.seat)} signs: {action.statement}."
        case Seal():
            return f"{person(table, action.seat or action.by)} seals {action.what}."
        case Access():
            return f"{person(table, action.by)} looks at {owner(table, action.seat)} {action.what} ({action.why})."
        case Appoint():
            return f"{action.name} becomes an official ({action.level})."
        case Key():
            done = "no longer signs with" if action.revoked else "signs with"
            return f"{person(table, action.seat)} {done} the key {action.key[:40]}{_because(action.why)}."
        case _:
            return f"{name_of(action)}{f' by {person(table, action.by)}' if action.by else ''}."


def _about(about: int | list[int] | str) -> str:
    if isinstance(about, int):
        return f"event {about}"
    if isinstance(about, list):
        return f"events {' to '.join(map(str, about))}"
    return {"setup": "the setup", "result": "the result", "missing": "what is missing"}.get(about, about)


def _because(why: str | None) -> str:
    return f" ({why})" if why else ""
