"""Two writers of one record, started together again and again: `python -m tests.drills.races URL ROUNDS SEED [WAY]`.

The way is `desk`, where both have read the table before either writes, or `command`: two `qm log`, each fed by a pipe.
Each round has its own record. One process hands in a long stretch of play, the other a single card; whoever comes
second must have read and judged its lines at the table that the first one left. Then every state that was kept beside
the record is compared with a fresh fold.
"""

import io
import json
import multiprocessing
import os
import sys
from collections.abc import Callable
from multiprocessing.context import ForkContext
from random import Random
from typing import Any

from cli.desk.entries import Entry
from cli.desk.kept_states import DIGEST, SNAPSHOT, events_of, notes_for
from cli.desk.logbook import Logbook
from cli.desk.terms import Terms
from cli.machine.folders_and_clock import random_bytes
from cli.main import main
from records.ids import new_id
from records.store import Store, open_store
from replay.deal import deal, header_for
from replay.library import game_of
from replay.session import Session

GAME = "sea-or-shore"
LONG = 57
"""Enough events for the state itself to be kept, not only its digest."""
MOMENT = 1_700_000_000_000_000

Write = Callable[[str, str, list[dict[str, Any]], Any], None]
"""Writes a share of the events to a record, once a barrier lets it."""


def race(url: str, rounds: int, seed: int, way: str = "desk") -> list[str]:
    """Race two writers; return what is wrong afterwards, in words."""
    rng = Random(seed)
    fork = multiprocessing.get_context("fork")
    wrong: list[str] = []
    for number in range(rounds):
        record_id, play = _begin(url, number, rng)
        alone = {"do": "lay", "by": "p4", "shows": "red", "add": rng.randint(0, 2)}
        _together(fork, WAYS[way], url, record_id, [play[2 : 2 + LONG], [alone]])
        wrong += [f"round {number}: {words}" for words in _check(url, record_id, 2 + LONG + 1)]
    return wrong


def _begin(url: str, number: int, rng: Random) -> tuple[str, list[dict[str, Any]]]:
    game = game_of(GAME)
    header = header_for(game, 4)
    record_id = new_id(MOMENT + number, rng.randbytes(10))
    play = deal(game, header, number).scribe
    store = open_store(url)
    store.create(header, record_id=record_id, at=MOMENT)
    Logbook(store, record_id, random_bytes).log([Entry(body, "play") for body in play[:2]], Terms(MOMENT, None))
    store.close()
    return record_id, play


def _together(fork: ForkContext, write: Write, url: str, record_id: str, shares: list[list[dict[str, Any]]]) -> None:
    barrier = fork.Barrier(len(shares))
    writers = [fork.Process(target=write, args=(url, record_id, share, barrier)) for share in shares]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join(60)
        assert writer.exitcode == 0, f"a writer ended with {writer.exitcode}"


def _write_at_the_desk(url: str, record_id: str, bodies: list[dict[str, Any]], barrier: Any) -> None:
    store = open_store(url)
    # read before the other writes, so the table it knows may be stale
    logbook = Logbook(store, record_id, random_bytes)
    barrier.wait(30)
    logbook.log([Entry(body, "play") for body in bodies], Terms(MOMENT, None))
    store.close()


def _write_by_command(url: str, record_id: str, bodies: list[dict[str, Any]], barrier: Any) -> None:
    lines = "".join(json.dumps(body) + "\n" for body in bodies)
    sys.stdin = io.TextIOWrapper(io.BytesIO(lines.encode()))
    sys.stdout = open(os.devnull, "w")  # noqa: SIM115, PTH123  # for the rest of this short process
    barrier.wait(30)
    assert main(["log", record_id, "--db", url]) == 0


WAYS: dict[str, Write] = {"desk": _write_at_the_desk, "command": _write_by_command}


def _check(url: str, record_id: str, events: int) -> list[str]:
    store = open_store(url)
    try:
        return [*_wrong_notes(store, record_id), *_wrong_size(store, record_id, events)]
    finally:
        store.close()


def _wrong_size(store: Store, record_id: str, events: int) -> list[str]:
    size = store.head(record_id).size - 1
    return [] if size == events else [f"{size} events instead of {events}"]


def _wrong_notes(store: Store, record_id: str) -> list[str]:
    """States and digests that differ from a fresh fold of that size."""
    logbook = Logbook(store, record_id, random_bytes)
    game, table = logbook.session.game, logbook.session.table
    wrong = []
    for kind in (DIGEST, SNAPSHOT):
        for size, data in store.notes(record_id, kind):
            fresh = Session.of(game, table, events_of(store, record_id, 1, size))
            if data != dict(notes_for(fresh, size, -10_000))[kind]:
                wrong.append(f"the {kind} kept for {size} lines is another")
    if not store.notes(record_id, SNAPSHOT):
        wrong.append("no state was kept")
    return wrong


if __name__ == "__main__":
    given = int(sys.argv[2])
    print(json.dumps({"rounds": given, "wrong": race(sys.argv[1], given, int(sys.argv[3]), *sys.argv[4:])}))
