"""Eyes: what one seat, or the table as a whole, knew. Facts that a viewer may not know are `"?"` again."""

from collections.abc import Collection, Mapping
from functools import cache
from typing import Any

import msgspec

from records.canonical import plain
from records.errors import Refused
from records.event import event_of
from replay.action import (
    SHARED,
    UNKNOWN,
    Action,
    Amend,
    Dispute,
    Evidence,
    Insert,
    Observe,
    Readings,
    Reveal,
    Ruling,
    Sign,
    Unread,
    Unreadable,
    body_of,
    name_of,
)
from replay.covering import cover_facts, cover_freeze
from replay.covering import covered as covered
from replay.game import Game, Secret, Whole
from replay.read import read_event
from replay.step import Placed
from replay.table import Table

_SIGNED: dict[type[Action], tuple[str, ...]] = {Sign: ("text", "signature"), Ruling: ("signature",)}
"""What is made from a head, beside the head itself. The text of a ruling is its official's own."""

_OTHERWISE = frozenset({Evidence, Amend, Insert, Ruling, Observe, Dispute, Unread, Unreadable})
"""Actions that hide something in a way of their own, which is the same in every game."""

TABLE = "table"
"""The viewer who knows only what everybody saw."""


def mask(
    game: Game,
    table: Table,
    line: list[Placed],
    viewer: str,
    *,
    uncounted: Collection[int] = (),
    heads: bool = True,
    whole: Whole = None,
) -> list[Placed]:
    """The timeline as a seat saw it, or `TABLE`. What later became public is in the events that revealed it.

    Of `uncounted` events everything that is hidden from anybody is masked: what the scribe ascribed to the wrong seat
    is not told by its correction. Without `heads`, what is made from a head or a state is masked too. `whole` are the
    states of the line, if it was folded.
    """
    if game.spell_out is not None:
        line = game.spell_out(table, line)
    seen = []
    ruled = table
    for seq, action in line:
        eyes = TABLE if seq in uncounted else viewer
        masked = mask_action(game, table, action, eyes)
        if type(action) is Readings:
            ruled = msgspec.structs.replace(table, readings=action.readings)
        elif ruled is not table:  # where who sees a thing is a question, only what both answers show is shown
            masked = mask_action(game, ruled, masked, eyes)
        seen.append(Placed(seq, masked if heads else without_head(masked)))
    return game.forget(table, line, seen, viewer, whole) if game.forget is not None else seen


def mask_action(game: Game, table: Table, action: Action, viewer: str) -> Action:
    """One action as the viewer saw it: the very same if nothing in it is hidden from them.

    Words typed beside a hidden fact could give it away, and the salt would let anybody try values, so both go too.
    """
    if type(action) not in _OTHERWISE:  # as most of them are
        return _mask_secrets(_secrets_of(game).get(type(action), ()), table, action, viewer)
    match action:
        case Evidence():
            shown = action.see not in ("officials", "parties") or (action.see == "parties" and viewer in table.seats)
            return action if shown else _masked(action, text=UNKNOWN, attachment=None)
        case Amend() | Insert():
            seen = _mask_body(game, table, action.action, viewer)
            return action if seen == action.action else _masked(action, action=seen)
        case Ruling():
            return _mask_ruling(game, table, action, viewer)
        case Observe():
            facts = cover_facts(game, table, action.facts, viewer)
            return action if facts == action.facts else _masked(action, facts=facts)
        case Dispute() if action.freeze is not None:
            freeze = cover_freeze(game, table, action.freeze, viewer)
            return action if freeze == action.freeze else _masked(action, freeze=freeze)
        case Unread():
            return action if action.said is None else _masked(action)
        case Unreadable():
            return _masked(action, by=None, why="the event cannot be read", field="", body={})
        case _:
            return mask_fields(game.secrets, table, action, viewer)


def is_salt_due(game: Game, table: Table, action: Action) -> bool:
    """Whether something in an event is hidden from a seat, and so from `TABLE`, who sees what everybody saw."""
    return mask_action(game, table, action, TABLE) is not action


def _masked(action: Action, /, **changed: Any) -> Action:
    return msgspec.structs.replace(action, **changed, said=None, salt=None)


def without_head(action: Action) -> Action:
    """A sign-off or signed ruling without its root, a claim without its digest: hashes over what is hidden."""
    if isinstance(action, Sign | Ruling) and action.head is not None:
        told = {name: UNKNOWN for name in _SIGNED[type(action)] if getattr(action, name) is not None}
        return _masked(action, head=f"{action.head.partition(':')[0]}:{UNKNOWN}", **told)
    if isinstance(action, Dispute) and action.freeze is not None and "state" in action.freeze:
        return _masked(action, freeze={**action.freeze, "state": UNKNOWN})
    return action


def mask_fields(secrets_of: Mapping[str, tuple[Secret, ...]], table: Table, action: Action, viewer: str) -> Action:
    """An action of the game itself as the viewer saw it; `secrets_of` are the game's secrets by action."""
    return _mask_secrets(secrets_of.get(name_of(action), ()), table, action, viewer)


@cache
def _secrets_of(game: Game) -> dict[type[Action], tuple[Secret, ...]]:
    """What each kind of action may hide: a line is looked at several times, and has its kind at hand, not its name."""
    return {kind: game.secrets.get(name_of(kind), ()) for kind in (*game.actions, *SHARED)}


def _mask_secrets(secrets: tuple[Secret, ...], table: Table, action: Action, viewer: str) -> Action:
    if not secrets:
        if isinstance(action, Reveal) and action.to is not None and viewer not in (*action.to, action.by):
            return _masked(action, value=covered(action.value))
        return action
    changed: dict[str, Any] = {}
    for secret in secrets:
        value = getattr(action, secret.field)
        if value is None or value is msgspec.UNSET:
            continue
        seen = _seen(table, action, secret, value, viewer)
        if seen != value:
            changed[secret.field] = seen
    if not changed:
        return action
    return _masked(action, **changed)


def _mask_ruling(game: Game, table: Table, action: Ruling, viewer: str) -> Action:
    """A ruling that is not yet in effect carries what it orders: an event as it should be, or a whole position.

    Its signature goes with what is hidden: whoever knows the official's key could try values until one fits.
    """
    seen = _mask_body(game, table, action.action, viewer)
    whole = None if action.position is None else {"do": "setup", "position": action.position}
    position = (_mask_body(game, table, whole, viewer) or {}).get("position")
    if seen == action.action and position == action.position:
        return action
    signature = None if action.signature is None else UNKNOWN
    return _masked(action, action=seen, position=position, signature=signature)


def _mask_body(game: Game, table: Table, body: dict[str, Any] | None, viewer: str) -> dict[str, Any] | None:
    """An event inside another one, as the viewer may see it; an unreadable one is withheld."""
    if body is None:
        return None
    try:
        inner = read_event(game, table, event_of(body, 0))
    except Refused:
        return {}
    if isinstance(inner, Unreadable):
        return {}
    seen = mask_action(game, table, inner, viewer)
    return body if seen is inner else body_of(seen)


def _seen(table: Table, action: Action, secret: Secret, value: Any, viewer: str) -> Any:
    if secret.cover is not None:
        return secret.cover(table, action, value, viewer)
    if not secret.keyed:
        return value if viewer in secret.seers(table, action, None) else covered(value)
    assert isinstance(value, dict), f"{secret.field} is declared as a map"
    return {key: item if viewer in secret.seers(table, action, key) else covered(item) for key, item in value.items()}


def hidden_fields(game: Game, full: Action, seen: Action) -> list[tuple[str, Any]]:
    """(path, value) of each part of an action that a viewer does not see: `("cards.p1", "red-7")`."""
    if full is seen:
        return []
    found: list[tuple[str, Any]] = []
    for secret in game.secrets.get(name_of(full), ()):
        value, other = getattr(full, secret.field), getattr(seen, secret.field)
        if value == other:
            continue
        if secret.keyed and isinstance(value, dict):
            found += [(f"{secret.field}.{key}", item) for key, item in value.items() if other[key] != item]
        else:
            found.append((secret.field, value))
    return [(path, plain(value)) for path, value in found]
