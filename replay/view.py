"""Eyes: what one seat, or the table as a whole, knew. Facts that a viewer may not know are `"?"` again."""

from collections.abc import Mapping
from typing import Any

import msgspec

from records.canonical import plain
from records.errors import Refused
from records.event import event_of
from replay.action import UNKNOWN, Action, Amend, Evidence, Insert, Reveal, Ruling, Unread, Unreadable, body_of, name_of
from replay.game import Game, Secret
from replay.read import read_event
from replay.step import Placed
from replay.table import Table

TABLE = "table"
"""The viewer who knows only what everybody saw."""


def mask(game: Game, table: Table, line: list[Placed], viewer: str) -> list[Placed]:
    """The timeline as a seat saw it, or `TABLE`. What later became public is in the events that revealed it."""
    if game.spell_out is not None:
        line = game.spell_out(table, line)
    return [Placed(seq, mask_action(game, table, action, viewer)) for seq, action in line]


def mask_action(game: Game, table: Table, action: Action, viewer: str) -> Action:
    """One action as the viewer saw it. Words typed beside a hidden fact could give it away, so they go too."""
    if isinstance(action, Evidence):
        shown = action.see not in ("officials", "parties") or (action.see == "parties" and viewer in table.seats)
        return action if shown else msgspec.structs.replace(action, text=UNKNOWN, attachment=None, said=None)
    if isinstance(action, Amend | Insert):
        return _mask_correction(game, table, action, viewer)
    if isinstance(action, Ruling):
        return _mask_ruling(game, table, action, viewer)
    if isinstance(action, Unread):
        return msgspec.structs.replace(action, said=None)
    if isinstance(action, Unreadable):
        return msgspec.structs.replace(action, said=None, why="the event cannot be read", body={})
    return mask_fields(game.secrets, table, action, viewer)


def mask_fields(secrets_of: Mapping[str, tuple[Secret, ...]], table: Table, action: Action, viewer: str) -> Action:
    """An action of the game itself as the viewer saw it; `secrets_of` are the game's secrets by action."""
    secrets = secrets_of.get(name_of(action), ())
    if isinstance(action, Reveal) and not secrets and action.to is not None and viewer not in (*action.to, action.by):
        return msgspec.structs.replace(action, value=covered(action.value), salt=None, said=None)
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
    return msgspec.structs.replace(action, **changed, said=None)


def _mask_correction(game: Game, table: Table, action: Amend | Insert, viewer: str) -> Action:
    """A correction carries its own action, with its own secrets."""
    seen = _mask_body(game, table, action.action, viewer)
    return action if seen == action.action else msgspec.structs.replace(action, action=seen, said=None)


def _mask_ruling(game: Game, table: Table, action: Ruling, viewer: str) -> Action:
    """A ruling that is not yet in effect carries what it orders: an event as it should be, or a whole position."""
    seen = _mask_body(game, table, action.action, viewer)
    whole = None if action.position is None else {"do": "setup", "position": action.position}
    position = (_mask_body(game, table, whole, viewer) or {}).get("position")
    if seen == action.action and position == action.position:
        return action
    return msgspec.structs.replace(action, action=seen, position=position, said=None)


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


def covered(value: Any) -> Any:
    """`"?"` in the same shape: a list stays as long as it was, because the number is public."""
    if isinstance(value, dict):
        return {key: covered(item) for key, item in value.items()}
    if isinstance(value, list):
        return [UNKNOWN] * len(value)
    if isinstance(value, tuple):
        return (UNKNOWN,) * len(value)
    return UNKNOWN


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
