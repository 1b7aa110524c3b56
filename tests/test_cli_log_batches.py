"""A batch that is logged in one call is stored, judged and told as if each line of it had been logged alone."""

from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cli.desk.entries import Entry
from cli.desk.kept_states import DIGEST
from cli.desk.logbook import Logbook, Written
from cli.desk.terms import Terms
from cli.desk.waiting_notes import WAITING
from records.event import event_of
from records.ids import id_of
from records.record import of_bodies
from records.store import Store, open_store
from replay.library import game_of
from tests.helpers.random_lines import a_log, next_line
from tests.helpers.slow import many
from tests.helpers.tools import UNLINKED, Body

TERMS = Terms(0, "2026-11-15T21:00:00Z", keep=True)


def salts(size: int) -> bytes:
    """The same letters every time, so that bytes can be compared."""
    return bytes(range(size))


def a_store(folder: Path, header: Body, bodies: list[Body]) -> tuple[Store, str]:
    store = open_store(str(folder))
    record = of_bodies(header, bodies)
    store.create(header, record_id=id_of(record), at=0)
    store.append(id_of(record), list(record.events), at=0)
    return store, id_of(record)


def told(written: Written) -> list[tuple[Any, ...]]:
    """What is said about each line: before it is written, and when it is."""
    return [
        (one.event, one.findings, one.step, written.falls.get(place), written.asides.get(place))
        for place, one in enumerate(written.events)
    ]


def noted(store: Store, record_id: str) -> list[tuple[int, bytes]]:
    return [note for kind in (DIGEST, WAITING) for note in store.notes(record_id, kind, newest=True)]


def check_a_batch(folder: Path, game_id: str, rng: Random, *, lines: int) -> None:
    header, bodies = a_log(game_id, rng, 60)
    batch: list[Body] = []
    for _ in range(lines):
        events = [event_of(body, seq) for seq, body in enumerate([*bodies, *batch], 1)]
        batch.append(next_line(game_of(game_id), rng, events, header, 0.2))
    (at_once, record_id), (alone, _) = (a_store(folder / name, header, bodies) for name in ("once.db", "alone.db"))
    with at_once, alone:
        entries = [Entry(body, "batch") for body in batch]
        once = told(Logbook(at_once, record_id, salts).log(entries, TERMS))
        each = [told(Logbook(alone, record_id, salts).log([entry], TERMS)) for entry in entries]
        assert once == [one for single in each for one in single]
        assert list(at_once.read(record_id)) == list(alone.read(record_id))
        assert noted(at_once, record_id) == noted(alone, record_id)


@pytest.mark.parametrize("game_id", UNLINKED)
@settings(
    max_examples=many(6, 200),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
@given(seed=st.integers(0, 2**32))
def test_a_batch_is_stored_and_told_as_its_lines_alone(
    tmp_path_factory: pytest.TempPathFactory, game_id: str, seed: int
) -> None:
    check_a_batch(tmp_path_factory.mktemp("stores"), game_id, Random(seed), lines=8)
