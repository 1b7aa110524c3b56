"""A table that plays by itself, so that somebody new sees a live board with one command."""

import asyncio
from functools import partial
from importlib.resources import files
from random import Random
from typing import NamedTuple

import msgspec

from cli.desk.entries import Entry
from cli.desk.terms import Terms
from cli.serve.register.register import Register
from cli.serve.register.roles import preset
from cli.serve.service import Service
from cli.serve.settings import Settings
from cli.serve.tables.storing import store_lines
from records.clock import to_text
from records.ids import new_id
from records.record import from_bytes
from records.store import Store

RECORD = "evening.jsonl"
OFFICIAL = "Kim"
PACE = 2.0
"""Seconds from one line to the next; each is between half and one and a half of it."""
FIRST_LINES = 6
"""How many lines are there at the beginning."""


class DemoTable(NamedTuple):
    """A record of the demo, and the lines that will be played."""

    record: str
    seats: list[str]
    lines: list[dict[str, object]]


def set_up(store: Store, now: int, random: bytes) -> DemoTable:
    """A new table with the people of the demo's record, and their game to play again."""
    shipped = from_bytes(files("cli").joinpath("demo", RECORD).read_bytes(), RECORD)
    header = {name: value for name, value in msgspec.to_builtins(shipped.header).items() if name != "id"}
    header["officials"] = [{"name": OFFICIAL, "level": "head"}]
    record = new_id(now, random)
    store.create(header, record_id=record, at=now)
    bodies = [event.unsalted().body() for event in shipped.events]
    lines = [{name: value for name, value in body.items() if name != "at"} for body in bodies]
    return DemoTable(record, list(shipped.header.seats), lines)


def links(register: Register, settings: Settings, table: DemoTable) -> dict[str, str]:
    """A link for a spectator, the first two seats, a scribe and an official, in words."""
    made = partial(preset, record=table.record, made_by="the demo")
    wanted = {"spectator": made("spectator")}
    for seat in table.seats[:2]:
        wanted[f"seat {seat}"] = made("seat", seat=seat)
    wanted["scribe"] = made("scribe")
    wanted["official"] = made("official", name=OFFICIAL)
    return {who: f"{settings.origin}/j#{register.make_grant(one)[1]}" for who, one in wanted.items()}


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
