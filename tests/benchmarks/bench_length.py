"""What an event costs in an audit of a short record and of a very long one, whatever the record is full of.

python -m tests.benchmarks length, or python -m tests.benchmarks.bench_length [most events]
"""

import sys
import time
from collections.abc import Callable
from typing import Any

from cli.desk.audits import Wanted, audit_record
from records.record import of_bodies
from replay.deal import DealtGame, deal, header_for
from replay.library import game_ids, game_of

SIZES = (100, 1_000, 10_000, 100_000)
MOST = 2.0
"""An event of the longest record may cost this many times one of a usual one: memory grows, and caches do not."""
USUAL = 1_000
Bodies = list[dict[str, Any]]


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


def _cost(dealt: DealtGame, fill: Callable[[DealtGame, int], Bodies], size: int) -> float:
    record = of_bodies(dealt.header, fill(dealt, size)[:size])
    begun = time.process_time()
    audit_record(record, "growth", Wanted("effective", forward=False))
    return (time.process_time() - begun) / size


def _again_and_again(dealt: DealtGame, size: int) -> Bodies:
    return [*dealt.scribe] * (size // len(dealt.scribe) + 1)


def _reveals(dealt: DealtGame, size: int) -> Bodies:
    told = dealt.revealed[len(dealt.scribe) :] or [{"do": "note", "text": "nothing is hidden"}]
    return [*dealt.scribe, *told * (size // len(told) + 1)]


def _findings(dealt: DealtGame, size: int) -> Bodies:
    """One event in ten is a count that differs from the record."""
    right, wrong = ({"do": "observe", "facts": {"round": number}} for number in (1, 2))
    return [*dealt.full[:10], *[wrong, *[right] * 9] * (size // 10)]


def _corrections(dealt: DealtGame, size: int) -> Bodies:
    """Half of the events are replaced by the other half, one after the other."""
    played = _again_and_again(dealt, size)[: size // 2]
    return played + [
        {"do": "amend", "target": seq, "action": dict(body), "why": "slip"} for seq, body in enumerate(played, 1)
    ]


def _undone(dealt: DealtGame, size: int) -> Bodies:
    """Every third event takes the two before it back."""
    return [
        {"do": "rewind", "to": seq - 2, "why": "misheard"} if seq > 2 and seq % 3 == 0 else {"do": "note", "text": "x"}
        for seq in range(1, size + 1)
    ]


GAME_KINDS: dict[str, Callable[[DealtGame, int], Bodies]] = {
    "game after game": _again_and_again,
    "reveals": _reveals,
}
KINDS = {**GAME_KINDS, "one finding in ten": _findings, "corrections": _corrections, "taken back": _undone}

if __name__ == "__main__":
    sys.exit(main())
