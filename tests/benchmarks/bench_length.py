"""What an event costs in an audit of a short record and of a very long one, whatever the record is full of; and what a
correction or a reveal costs that is logged behind so many lines, one of a batch.

python -m tests.benchmarks length, or python -m tests.benchmarks.bench_length [most events]
"""

import sys
import tempfile
import time
from pathlib import Path

from cli.desk.audits import Wanted, audit_record
from cli.desk.entries import Entry
from cli.desk.logbook import Logbook
from cli.desk.terms import Terms
from records.event import event_of
from records.limits import BATCH_EVENTS_MAX
from records.record import of_bodies
from records.store import open_store
from replay.deal import DealtGame, deal, header_for
from replay.library import game_ids, game_of
from tests.helpers.long_records import (
    BATCHES,
    Fill,
    corrections,
    game_after_game,
    reveals,
    struck_last,
    taken_back,
    wrong_counts,
)

SIZES = (100, 1_000, 10_000, 100_000)
MOST = 2.0
"""An event of the longest record may cost this many times one of a usual one: memory grows, and caches do not."""
USUAL = 1_000


def main() -> int:
    """Print a row for each kind of record; 1 if one grows faster than its length."""
    most = int(sys.argv[1]) if len(sys.argv) > 1 else SIZES[-1]
    sizes = [size for size in SIZES if size <= most]
    missed = _audits(sizes)
    _batches(sizes)
    return 1 if missed else 0


def _audits(sizes: list[int]) -> bool:
    print("CPU microseconds an event".ljust(42) + "".join(f"{size:>12,}" for size in sizes))
    missed = False
    for game_id in game_ids():
        game = game_of(game_id)
        if game.is_linked:
            continue  # the log of a tournament has some hundred events, and one tournament
        dealt = deal(game, header_for(game, min(4, game.players[1])), 0)
        for kind, fill in (KINDS if game_id == "sea-or-shore" else GAME_KINDS).items():
            costs = [_cost(dealt, fill, size) for size in sizes]
            grows = costs[-1] > MOST * costs[sizes.index(USUAL) if USUAL in sizes else 0]
            missed |= grows
            row = "".join(f"{1e6 * cost:>12.1f}" for cost in costs)
            print(f"{game_id}: {kind}".ljust(42) + row + ("  GROWS" if grows else ""), flush=True)
    return missed


def _batches(sizes: list[int]) -> None:
    """Print what a line of a batch costs; with remarks, a scribe is told first what it does to the findings."""
    print("CPU microseconds a line of a batch".ljust(42) + "".join(f"{size:>12,}" for size in sizes))
    for game_id in game_ids():
        game = game_of(game_id)
        if game.is_linked:
            continue
        dealt = deal(game, header_for(game, min(4, game.players[1])), 0)
        for kind, fill in BATCHES.items():
            row = "".join(f"{1e6 * _logged(dealt, fill, size, remarks=False):>12.0f}" for size in sizes)
            print(f"{game_id}: {kind}".ljust(42) + row, flush=True)
        told = [size for size in sizes if size <= MOST_WITH_REMARKS]
        row = "".join(f"{1e6 * _logged(dealt, struck_last, size, remarks=True):>12.0f}" for size in told)
        print(f"{game_id}: struck at the end, remarks".ljust(42) + row, flush=True)


def _logged(dealt: DealtGame, fill: Fill, size: int, *, remarks: bool) -> float:
    """What a line of a batch costs, once the first of its lines has read the log."""
    games = max(1, size // len(dealt.scribe))
    bodies = dealt.scribe * games
    with tempfile.TemporaryDirectory() as folder, open_store(str(Path(folder) / "records.db")) as store:
        info = store.create(dealt.header, record_id=RECORD, at=0)
        events = [event_of(body, seq) for seq, body in enumerate(bodies, 1)]
        for start in range(0, len(events), BATCH_EVENTS_MAX):
            store.append(info.id, events[start : start + BATCH_EVENTS_MAX], at=0)
        logbook = Logbook(store, info.id, bytes, digests=False)
        first, *others = (Entry(body, "batch") for body in fill(dealt, len(bodies))[:BATCH])
        terms = Terms(0, "2026-11-15T21:00:00Z", remarks=remarks)
        logbook.draft([first], terms)
        logbook.size += 1
        begun = time.process_time()
        logbook.draft(others, terms)
        return (time.process_time() - begun) / len(others)


def _cost(dealt: DealtGame, fill: Fill, size: int) -> float:
    record = of_bodies(dealt.header, fill(dealt, size))
    begun = time.process_time()
    audit_record(record, "growth", Wanted("effective", forward=False))
    return (time.process_time() - begun) / size


GAME_KINDS: dict[str, Fill] = {
    "game after game": game_after_game,
    "reveals": reveals,
}
KINDS = {**GAME_KINDS, "one finding in ten": wrong_counts, "corrections": corrections, "taken back": taken_back}

BATCH = 50
MOST_WITH_REMARKS = 10_000
RECORD = "01M7N72M04HF78C0NXM8TKE9V4"

if __name__ == "__main__":
    sys.exit(main())
