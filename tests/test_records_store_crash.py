"""What was acknowledged survives: the writer killed at any moment, the server stopped as if by a power cut."""

import json
import random
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from records.errors import Unavailable
from records.store import Store, open_store
from records.store.postgres.store import PostgresStore
from records.store.sqlite.store import SqliteStore
from tests.helpers.pg import server_or_skip
from tests.helpers.shell import ROOT
from tests.helpers.slow import some
from tests.helpers.store_samples import ID, NOW, assert_whole, create, numbers, play


@pytest.mark.slow
@pytest.mark.parametrize("seed", some([1, 2, 3]))
def test_a_hundred_kills_lose_and_double_nothing(tmp_path: Path, seed: int) -> None:
    command = [sys.executable, "-m", "tests.drills.store_kills", str(tmp_path), "100", str(seed)]
    drill = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert drill.returncode == 0, drill.stderr
    found = json.loads(drill.stdout)
    assert found["kills"] == 100
    assert (found["lost"], found["doubled"], found["damaged"]) == (0, 0, 0)
    assert found["acknowledged"] > 50, "the writers got nothing done: the drill proves nothing"
    assert found["unanswered"] > 0, "no kill came in the middle of an append"


def test_a_kill_cannot_tell_a_synced_write_from_another_so_the_sync_is_asserted(tmp_path: Path) -> None:
    store = SqliteStore.open(str(tmp_path / "store.db"))
    create(store, events=1)
    for _ in range(2):  # on the connection that writes, and on the one opened after it was given up
        with store.connections.transaction as inside:
            assert inside.run("PRAGMA synchronous", ()) == [(2,)]
            assert inside.run("PRAGMA journal_mode", ()) == [("wal",)]
        store.connections.transaction.close()
    store.close()


def test_a_server_that_would_not_wait_for_its_disk_is_told_to(pg_url: str) -> None:
    store = PostgresStore.open(pg_url + "%20-csynchronous_commit%3Doff")
    create(store, events=1)
    with store._connections.writer as connection:
        assert connection.execute("SHOW synchronous_commit").fetchone() == ("on",)
    store.close()


@pytest.mark.slow
def test_a_server_stopped_in_the_middle_keeps_what_it_acknowledged() -> None:
    chance = random.Random(5)
    with server_or_skip(fsync=True, own=True) as server:
        store = open_store(server.url)
        create(store)
        acknowledged: list[int] = []
        pending = 1
        for _ in range(3):
            stopper = threading.Timer(0.05 + 0.2 * chance.random(), server.stop)
            stopper.start()
            pending = append_until_it_fails(store, pending, acknowledged)
            stopper.join()
            server.start()
            found = numbers(store, ID)
            assert found[: len(acknowledged)] == acknowledged
            assert len(found) - len(acknowledged) in (0, 1)  # the last one may have been written and not answered
            assert_whole(store)
        store.append(ID, [play(pending)], at=NOW, keys=[f"e{pending}"])
        assert numbers(store, ID) == list(range(1, pending + 1))
        assert len(acknowledged) > 5
        store.close()


def append_until_it_fails(store: Store, start: int, acknowledged: list[int]) -> int:
    """Append one by one until the server is gone; return the number that went unanswered."""
    number = start
    while True:
        try:
            store.append(ID, [play(number)], at=NOW, keys=[f"e{number}"])
        except Unavailable:
            return number
        acknowledged.append(number)
        number += 1
