"""What an event costs in an audit of a short record and of a very long one, whatever the record is full of.

python -m tests.benchmarks length, or python -m tests.benchmarks.bench_length [most events]
"""

import sys
import time

from cli.desk.audits import Wanted, audit_record
from records.record import of_bodies
from replay.deal import DealtGame, deal, header_for
from replay.library import game_ids, game_of
from tests.helpers.long_records import Fill, corrections, game_after_game, reveals, taken_back, wrong_counts

SIZES = (100, 1_000, 10_000, 100_000)
MOST = 2.0
"""An event of the longest record may cost this many times one of a usual one: memory grows, and caches do not."""
USUAL = 1_000


def main() -> int:
    """Print a row for each kind of record; 1 if one grows faster than its length."""
    most = int(sys.argv[1]) if len(sys.argv) > 1 else SIZES[-1]
    sizes = [size for size in SIZES if size <= most]
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
    return 1 if missed else 0


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

if __name__ == "__main__":
    sys.exit(main())
