"""No byte that the service gives to a seat lets it find out a hidden value by trying all that it can be.

A seat knows every event but for the sheets of the others, and the service tells it heads, codes and whatever else on
every route. With salts nothing of that can be computed from a guess; without salts none of it may be told.
"""

import json
from collections.abc import Iterator, Sequence
from itertools import permutations, product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from records.b64 import to_base64
from records.canonical import canonical
from records.record import Head
from records.tree import Peaks, leaf_hash
from replay.playout import digest, play_out
from replay.reel import played
from replay.simulation import simulate
from tests.helpers.route_requests import Case, ask, reads, writes
from tests.helpers.slow import first_ones
from tests.helpers.still_service import Guest, Still
from tests.helpers.twins import hashes_in

Body = dict[str, Any]
LINES = 12
CANDIDATES = 10_000
NOTE = {"do": "note", "text": "the lamp fell over"}


def secret_game(players: int, *, salted: bool) -> tuple[Body, list[Body]]:
    """A game in which all that is hidden stands in the first event."""
    record = simulate("lost-island", players=players, seed=3)
    events = [event if salted else event.unsalted() for event in record.events]
    return json.loads(record.lines[0]), [event.body() for event in events[:LINES]]


def told_to_a_seat(still: Still, record: str, seat: str) -> tuple[str, list[Body]]:
    """Every byte that somebody at a seat, watching and logging, can get; and the events as they see them."""
    scribe = still.join("scribe", record, eyes=seat)
    guests: list[Guest] = [scribe, still.join("seat", record, seat=seat)]
    streams = [still.follow(record, guest, picture="phone") for guest in guests]
    told = ""
    claim = {"do": "dispute", "by": seat, "about": 1, "claim": "not so"}
    for guest in guests:
        case = Case(record, "lost-island", still.size(record), [NOTE], ["n a note"])
        told += "".join(ask(still, method, request, guest).text for method, request in (*reads(case), *writes(case)))
    assert still.write(record, scribe, claim, NOTE).status == 200
    told += "".join(stream.heard().text for stream in streams)
    told += still.get(f"/records/{record}/now", guests[1]).text
    steps = still.get(f"/records/{record}/steps", scribe).json["steps"]
    return told, [step["event"] for step in steps]


def computed(header: Body, events: Sequence[Body], first: Body) -> Iterator[str]:
    """Every head, code and leaf that would be told if this were the first event."""
    peaks = Peaks()
    leaf = leaf_hash(canonical(first))
    yield from (leaf.hex(), to_base64(leaf))
    for each in (leaf_hash(canonical(header)), leaf, *(leaf_hash(canonical(event)) for event in events[1:])):
        peaks.add(each)
        if peaks.size > 1:
            head = Head(peaks.size, peaks.root())
            yield from (head.text().partition(":")[2], head.code, head.root.hex())


def sheets(seen: Body, true: Body, thief: str, most: int) -> list[Body]:
    """Possible sheets of the others, those that are true among them."""
    victims = [seat for seat in true["values"] if seat != thief]
    letters = sorted(true["values"][thief])
    ways = [dict(zip(letters, order, strict=True)) for order in permutations(range(1, 7))]
    every = list(product(range(len(ways)), repeat=len(victims))) if len(victims) < 2 else []
    rng = Random(1)
    chosen = every or [tuple(rng.randrange(len(ways)) for _ in victims) for _ in range(most - 1)]
    found = [{**seen["values"], **{who: ways[way] for who, way in zip(victims, one, strict=True)}} for one in chosen]
    return found if true["values"] in found else [*found, true["values"]]


def fitting(still: Still, record: str, told: set[str], seen: list[Body], thief: str) -> list[Body]:
    """The sheets of the others that can be told from all other ones."""
    header, true = (json.loads(line) for line in still.store.read(record, 0, 2))
    found = []
    for values in sheets(seen[0], true, thief, CANDIDATES):
        if not told.isdisjoint(computed(header, seen, {**seen[0], "values": values})):
            found.append(values)
    return found


SIZES = (2, pytest.param(3, marks=pytest.mark.slow))


@pytest.mark.parametrize("players", SIZES)
@pytest.mark.parametrize("salted", first_ones([True, False]), ids=["salted", "unsalted"])
def test_no_sheet_can_be_found_by_trying_all_of_them(tmp_path: Path, salted: bool, players: int) -> None:
    header, bodies = secret_game(players, salted=salted)
    thief = header["players"][-1]["seat"]
    with Still(tmp_path, memory="open") as still:
        record = still.record(header, bodies)
        text, seen = told_to_a_seat(still, record, thief)
        told = hashes_in(text)
        assert seen[0]["values"] != bodies[0]["values"] and "salt" not in seen[0]
        assert fitting(still, record, told, seen, thief) == []
        codes = {head.code for head in still.heads(record)}
        assert bool(codes & told) is salted, "with salts the code is told"
        stored = played(still.store.load(record))
        steps = play_out(stored.game, stored.table, stored.record.events).steps
        assert told.isdisjoint(digest(stored.game, step.after) for step in steps)


def test_the_attack_works_where_a_head_is_told(tmp_path: Path) -> None:
    """Otherwise the test above would show nothing."""
    header, bodies = secret_game(2, salted=False)
    thief = header["players"][-1]["seat"]
    with Still(tmp_path, memory="open") as still:
        record = still.record(header, bodies)
        steps = still.get(f"/records/{record}/steps", still.join("scribe", record, eyes=thief)).json["steps"]
        seen = [step["event"] for step in steps]
        told = {still.heads(record)[-1].code}
        assert fitting(still, record, told, seen, thief) == [bodies[0]["values"]]


def test_without_salts_head_and_code_are_withheld_with_the_reason(tmp_path: Path) -> None:
    header, bodies = secret_game(2, salted=False)
    seat = header["players"][0]["seat"]
    with Still(tmp_path, memory="open") as still:
        record = still.record(header, bodies)
        scribe, official = still.join("scribe", record), still.join("official", record, name="Kim")
        for guest in (scribe, still.join("seat", record, seat=seat), still.join("spectator", record)):
            assert still.get(f"/records/{record}/head", guest).status == 403
            for path in ("", "/now"):
                short = still.get(f"/records/{record}{path}", guest).json
                assert short["code"] is None and "salt" in short["code_withheld"]
        assert still.write(record, scribe, NOTE).json["code"] is None
        assert still.get(f"/records/{record}/head", official).json["code"] == still.store.head(record).code
