"""Dealt games: a legal random game as a scribe saw it, in full, and with everything revealed afterwards."""

from random import Random
from typing import Any

import msgspec

from records.event import Event, event_of, read_header
from replay.action import body_of
from replay.game import Game
from replay.library import table_of
from replay.read import read_timeline
from replay.step import Placed
from replay.table import Table
from replay.view import TABLE, hidden_fields, mask

Body = dict[str, Any]


class DealtGame(msgspec.Struct, frozen=True):
    """One simulated game, written down in three ways."""

    header: Body
    seed: int
    full: list[Body]
    """Every hidden fact named."""
    scribe: list[Body]
    """What a scribe saw: only what was public."""
    revealed: list[Body]
    """The scribe's record, with every hidden fact revealed after the end."""


def deal(game: Game, header: Body, seed: int) -> DealtGame:
    """Play a legal random game. The same header and seed give the same game everywhere."""
    read = read_header(header)
    table = table_of(game, read)
    bodies = game.deal(table, Random(seed))
    full = _line(game, table, bodies)
    seen = mask(game, table, full, TABLE)
    scribe = [body_of(placed.action) for placed in seen]
    reveals = game.reveals(table, full, seen) if game.reveals else _reveals_at(game, full, seen)
    return DealtGame(header, seed, [body_of(placed.action) for placed in full], scribe, [*scribe, *reveals])


def dealt_setup(game: Game, table: Table) -> Body:
    """How a table may be set up, as a scribe sees it: an example, always the same one."""
    full = _line(game, table, game.deal(table, Random(0))[:1])
    return body_of(mask(game, table, full, TABLE)[0].action)


def _line(game: Game, table: Table, bodies: list[Body]) -> list[Placed]:
    events: list[Event] = [event_of(body, seq) for seq, body in enumerate(bodies, 1)]
    return read_timeline(game, table, events)


def _reveals_at(game: Game, full: list[Placed], seen: list[Placed]) -> list[Body]:
    reveals: list[Body] = []
    for (seq, action), (_, masked) in zip(full, seen, strict=True):
        for path, value in hidden_fields(game, action, masked):
            reveals.append({"do": "reveal", "what": f"@{seq}.{path}", "value": value})
    return reveals


def header_for(game: Game, players: int, *, options: Body | None = None, title: str | None = None) -> Body:
    """A header for a simulated game with this many players."""
    header: Body = {
        "quartermaster": 1,
        "game": game.id,
        "players": [{"seat": seat} for seat in game.seats[:players]],
        "options": {"variants": [], "readings": {}, "kit": "demo", **(options or {})},
    }
    if title is not None:
        header["title"] = title
    return header
