"""Who sees which field of which action."""

from collections.abc import Sequence
from typing import Any

import msgspec

from replay.action import UNKNOWN, Action
from replay.game import Secret
from replay.games.gold_island.actions import Position, Use
from replay.table import Table


def _actor(table: Table, action: Action, key: str | None) -> Sequence[str]:
    return (action.by,) if action.by is not None else ()


def _owner(table: Table, action: Action, key: str | None) -> Sequence[str]:
    return (key,) if key is not None else ()


def _nobody(table: Table, action: Action, key: str | None) -> Sequence[str]:
    return ()


def _thief_and_victim(table: Table, action: Action, key: str | None) -> Sequence[str]:
    return tuple(seat for seat in (action.by, key) if seat is not None)


def _cover_robbery(table: Table, action: Action, value: Any, viewer: str | None) -> Any:
    """Everybody sees how many cards went over, thief and victim also which."""
    assert isinstance(action, Use), "only a second card robs"
    return {
        victim: cards if viewer in (action.by, victim) or not isinstance(cards, list) else [UNKNOWN] * len(cards)
        for victim, cards in value.items()
    }


def _cover_position(table: Table, action: Action, value: Any, viewer: str | None) -> Any:
    """Of a position a viewer sees what lies open, and what is his own."""
    body = msgspec.to_builtins(value)
    body.pop("result", None)
    for seat, cards in body.get("hands", {}).items():
        if seat != viewer:
            body["hands"][seat] = [UNKNOWN] * len(cards)
    for seat, permits in body.get("permits", {}).items():
        if seat != viewer and "gained" in permits:
            permits["gained"] = [UNKNOWN] * len(permits["gained"])
    cards = body.get("islandCards", {})
    for seat, held in cards.get("held", {}).items():
        if seat != viewer:
            cards["held"][seat] = [UNKNOWN] * len(held)
    if body.get("phase", "play") != "over":
        cards.pop("gold", None)
    # Names of cards seen in play stand there without saying who saw them, so nobody is shown the list.
    cards.pop("named", None)
    for island in body.get("islands", {}).values():
        _cover_island(island, viewer, body.get("phase", "play") == "play")
    return msgspec.convert(body, Position)


def _cover_island(island: dict[str, Any], viewer: str | None, in_play: bool) -> None:
    for seat in island.get("peeked", {}):
        if seat != viewer:
            island["peeked"][seat] = UNKNOWN
    if in_play:
        island.pop("chest", None)
        island["stack"] = [[seat, value if seat == viewer else UNKNOWN] for seat, value in island.get("stack", [])]
        if not island["stack"]:
            del island["stack"]


SECRETS: dict[str, tuple[Secret, ...]] = {
    "setup": (
        Secret("hands", _owner, keyed=True),
        Secret("permits", _owner, keyed=True),
        Secret("islandCards", _owner, keyed=True),
        Secret("gold", _nobody),
        Secret("chests", _nobody, keyed=True),
        Secret("position", _nobody, cover=_cover_position),
    ),
    "redraw": (Secret("cards", _actor),),
    "take": (Secret("permit", _actor), Secret("card", _actor)),
    "gamble": (Secret("permit", _actor),),
    "use": (
        Secret("rob", _thief_and_victim, keyed=True, cover=_cover_robbery),
        Secret("value", _actor),
        Secret("permit", _actor),
    ),
    "draw": (Secret("cards", _actor),),
}
