"""Who sees which field of an action. All other fields are public."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from replay.action import UNKNOWN, Action, Reveal
from replay.game import HiddenPath, Secret
from replay.games.lost_island.actions import Battle, Position, Setup, Spy
from replay.games.lost_island.reveals import letters_of, pieces_of
from replay.games.lost_island.walk import Walk
from replay.seats import actor, everybody, named_in_path, nobody, owner
from replay.step import Placed
from replay.table import Table
from replay.view import covered


def _fighters(table: Table, action: Action, key: str | None) -> Sequence[str]:
    assert isinstance(action, Battle)
    if "secret-battles" in table.variants:
        return (action.piece[:-2], action.target[:-2])
    return everybody(table, action, key)


def _spy(table: Table, action: Action, key: str | None) -> Sequence[str]:
    assert isinstance(action, Spy)
    return (*actor(table, action, key), action.target[:-2])


def _position(table: Table, action: Action, position: Position, viewer: str | None) -> Position:
    """A position shows a seat its own values, and those it has seen."""
    values = {
        seat: {
            letter: value if seat == viewer or viewer in position.seen.get(seat, {}).get(letter, ()) else UNKNOWN
            for letter, value in letters.items()
        }
        for seat, letters in position.values.items()
    }
    return replace(position, values=values)


def _sees(table: Table, reveal: Reveal, viewer: str | None) -> bool:
    """Whether a viewer learns what a reveal tells: it is told to all or to the viewer, or is about their own piece."""
    if reveal.to is None or viewer in reveal.to:
        return True
    owners = {piece[:-2] for piece, _ in pieces_of(reveal, table.seats)}
    return owners == {viewer}


def _revealed(table: Table, action: Action, value: Any, viewer: str | None) -> Any:
    assert isinstance(action, Reveal)
    if _sees(table, action, viewer):
        return value
    letters = letters_of(value)
    return covered(value if letters is None else letters)


SECRETS = {
    "setup": (Secret("values", owner, keyed=True), Secret("position", nobody, cover=_position)),
    "battle": (Secret("values", _fighters),),
    "spy": (Secret("value", _spy),),
    "reveal": (Secret("value", nobody, cover=_revealed),),
}

HIDDEN_PATHS = (HiddenPath("values.<seat>.<letter>", named_in_path),)
"""An official may have checked values; a seat sees only those of its own explorers."""


def spell_out(table: Table, line: list[Placed]) -> list[Placed]:
    """Who spied, and how a battle ended: public, but sometimes only implied by the turn and by secret values."""
    secret = "secret-battles" in table.variants
    if not any(_is_implicit(action, secret) for _, action in line):
        return line
    walk = Walk(table, line)
    found = []
    for place, (seq, action) in enumerate(walk.line):
        before = walk.states[place - 1] if place else None
        if before is not None:
            if type(action) is Spy and action.by is None:
                action = replace(action, by=before.turn.seat)
            elif secret and type(action) is Battle and action.result is None:
                shown = walk.states[place].evidence
                if shown is not None and shown.fought is not None:
                    action = replace(action, result=shown.fought.result)
        found.append(Placed(seq, action))
    return found


def _is_implicit(action: Action, secret: bool) -> bool:
    if type(action) is Spy:
        return action.by is None
    if type(action) is Battle:
        return secret and action.result is None
    return type(action) is Reveal and action.what.startswith("@")


def reveals(table: Table, full: list[Placed], seen: list[Placed]) -> list[dict[str, Any]]:
    """The lines that tell every seat's values after the end."""
    values = next((action.values for _, action in full if isinstance(action, Setup)), {})
    return [{"do": "reveal", "what": f"values.{seat}", "value": dict(values[seat])} for seat in table.seats]
