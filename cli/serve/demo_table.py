"""A table that plays by itself, so that somebody new sees a live board with one command."""

import asyncio
from random import Random
from typing import NamedTuple

from cli.desk.entries import Entry
from cli.desk.terms import Terms
from cli.serve.register.register import Register
from cli.serve.roles import preset
from cli.serve.service import Service
from cli.serve.settings import Settings
from cli.serve.storing import store_lines
from records.clock import to_text
from records.ids import new_id
from records.store import Store
from replay.deal import deal, header_for
from replay.library import game_of

NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve")
PACE = 2.0
"""Seconds from one line to the next; each is between half and one and a half of it."""
FIRST_LINES = 6
"""So many lines stand there at the beginning."""


class DemoTable(NamedTuple):
    """A record of the demo, and the lines that will be played."""

    record: str
    lines: list[dict[str, object]]


def set_up(store: Store, game_id: str, players: int, seed: int, now: int, random: bytes) -> DemoTable:
    """A new table with named players, and a game to play there."""
    game = game_of(game_id)
    dealt = deal(game, header_for(game, players, title="The demo table"), seed)
    seated = [{**player, "name": name} for player, name in zip(dealt.header["players"], NAMES, strict=False)]
    record = new_id(now, random)
    store.create({**dealt.header, "players": seated}, record_id=record, at=now)
    lines = [{name: value for name, value in body.items() if name != "at"} for body in dealt.scribe]
    return DemoTable(record, lines)


def links(register: Register, settings: Settings, table: DemoTable, seats: list[str]) -> dict[str, str]:
    """A link for a spectator and one for each seat, in words."""
    found = {}
    for who, wanted in [("spectator", preset("spectator", record=table.record, made_by="the demo"))] + [
        (f"seat {seat}", preset("seat", seat=seat, record=table.record, made_by="the demo")) for seat in seats
    ]:
        found[who] = f"{settings.origin}/j#{register.make_grant(wanted)[1]}"
    return found


async def play(service: Service, table: DemoTable, pace: float = PACE) -> None:
    """Play the game to its end, line by line, as a scribe would log it."""
    chance = Random(table.record)
    for number, line in enumerate(table.lines):
        if number >= FIRST_LINES:
            await asyncio.sleep(pace * (0.5 + chance.random()))
        if service.stopping:
            return
        live = service.table(table.record)
        async with live.lock:
            live.catch_up()
            now = service.clock()
            await store_lines(service, live, [Entry(dict(line), "the demo")], Terms(now, to_text(now), remarks=False))
