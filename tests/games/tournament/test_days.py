"""Whole days by chance: no finding, the standings of a second model at every event, the same bytes everywhere."""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

from records.canonical import canonical
from replay.playout import digest, play_out
from replay.reel import played
from tests.games.tournament.days import GAME, audit_day, by_the_game, by_the_model, day_of
from tests.helpers.slow import many

QUICK = 3
DAYS = [
    *range(QUICK),
    *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(QUICK, many(QUICK + 3, 1000))),
]


@pytest.mark.parametrize("seed", DAYS)
def test_a_dealt_day_has_no_finding_and_the_standings_of_the_model_at_every_event(seed: int) -> None:
    record, day = day_of(seed, 7 if seed < QUICK else None)

    audited = audit_day(record, day.outcomes)

    assert audited.findings == (), [(item.seq, item.rule, item.why) for item in audited.findings][:3]
    assert audited.final.phase == "over"
    for step in audited.steps:
        if step.after is not step.before:
            assert by_the_game(step.after) == by_the_model(step.after), f"event {step.seq}"


def test_without_the_records_of_its_tables_a_day_is_open_and_never_broken() -> None:
    for seed in range(3):
        record, _ = day_of(seed, 5)
        answers = audit_day(record, None).answers

        assert answers.open > 0
        assert answers.broken == 0


def fingerprint() -> str:
    """A digest over some days: heads, findings and states."""
    total = hashlib.sha256()
    for seed in range(3):
        record, day = day_of(seed, 9)
        total.update(record.head().root)
        found = played(record, day.outcomes)
        for step in play_out(GAME, found.table, record.events).steps:
            total.update(digest(GAME, step.after).encode())
        total.update(canonical([[item.seq, item.rule] for item in audit_day(record, None).findings]))
    return total.hexdigest()


@pytest.mark.slow
def test_a_day_gives_the_same_bytes_in_another_process() -> None:
    script = "from tests.games.tournament.test_days import fingerprint; print(fingerprint())"
    for hash_seed in ("1", "4242"):
        done = subprocess.run(
            [sys.executable, "-c", script],
            cwd=Path(__file__).parents[3],
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stdout.strip() == fingerprint()
