"""Who sees which field of which action."""

from collections.abc import Sequence
from typing import Any

import msgspec

from replay.action import UNKNOWN, Action
from replay.game import HiddenPath, Secret
from replay.games.gold_island.actions import Position, Use
from replay.seats import actor, cover_hands, named_in_path, nobody, owner
from replay.table import Table
from replay.view import covered


def _thief_and_victim(table: Table, action: Action, key: str | None) -> Sequence[str]:
    return (*actor(table, action, key), *owner(table, action, key))


def _cover_robbery(table: Table, action: Action, value: Any, viewer: str | None) -> Any:
    """Everybody sees how many cards were taken; thief and victim also see which."""
    assert isinstance(action, Use), "only second cards rob"
    return cover_hands(value, value if viewer == action.by else (viewer,))


def _cover_position(table: Table, action: Action, value: Any, viewer: str | None) -> Any:
    """In a position, viewers see what is face up and what is their own."""
    body = msgspec.to_builtins(value)
    body.pop("result", None)
    if "hands" in body:
        body["hands"] = cover_hands(body["hands"], (viewer,))
    for seat, permits in body.get("permits", {}).items():
        if seat != viewer and "gained" in permits:
            permits["gained"] = covered(permits["gained"])
    cards = body.get("islandCards", {})
    if "held" in cards:
        cards["held"] = cover_hands(cards["held"], (viewer,))
    if body.get("phase", "play") != "over":
        cards.pop("gold", None)
    # The list of cards seen in play does not say who saw them, so it is shown to nobody.
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


SECRETS = {
    "setup": (
        Secret("hands", owner, keyed=True),
        Secret("permits", owner, keyed=True),
        Secret("islandCards", owner, keyed=True),
        Secret("gold", nobody),
        Secret("chests", nobody, keyed=True),
        Secret("position", nobody, cover=_cover_position),
    ),
    "redraw": (Secret("cards", actor),),
    "take": (Secret("permit", actor), Secret("card", actor)),
    "gamble": (Secret("permit", actor),),
    "use": (
        Secret("rob", _thief_and_victim, keyed=True, cover=_cover_robbery),
        Secret("value", actor),
        Secret("permit", actor),
    ),
    "draw": (Secret("cards", actor),),
}

HIDDEN_PATHS = (
    HiddenPath("hand.<seat>", named_in_path, number_is_public=True),
    HiddenPath("held.<seat>", named_in_path, number_is_public=True),
    HiddenPath("islandCards.<seat>", named_in_path, number_is_public=True),
)
"""Only their number is counted here; who names the cards themselves tells nobody but their owner."""
