"""Engine and store of one tree, timed inside one process: reads names of rows from stdin, answers CPU seconds.

python tree_worker.py FILE

The dealt games that are audited lie in the file: the first tree deals and writes them, so that both judge the same.

tests/benchmarks/against.py starts one of these for each tree it compares, with that tree on the path. So this file uses
only names that old and new trees share, and of the package `tests` nothing.
"""

import gc
import itertools
import json
import sys
import tempfile
import time
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import msgspec

from cli.desk.audits import Wanted, audit_record
from records.record import from_bytes, of_bodies
from records.store import open_store
from replay.audit import audit
from replay.deal import deal, header_for
from replay.library import game_ids, game_of, table_of
from replay.read import read_timeline

GAMES = 6
BATCH = 12
"""Records of each game in a batch."""
ENDLESS = 12
"""A game for more players than this has too many counts to take them in turn."""
EVENTS = 4_000
APPENDS = 100
ID = "01JCQ7Z0000000000000000001"
HEADER: dict[str, Any] = {"quartermaster": 1, "game": "bench", "players": [{"seat": "blue"}, {"seat": "red"}]}
BODIES = [
    {"at": "2026-11-15T18:00:00Z", "by": "blue", "cards": [f"red-{n % 9}"], "do": "play", "landing": f"N{n % 8}"}
    for n in range(EVENTS)
]

Row = Callable[[], object]
_encode = msgspec.json.Encoder(order="deterministic").encode


def fold() -> Callable[..., Any]:
    """The function that gives the steps of a timeline; its module was once called replay.replay."""
    module = "replay.playout" if find_spec("replay.playout") else "replay.replay"
    found: Callable[..., Any] = import_module(module).fold
    return found


def dealt_games(file: Path, amount: int, *, all_counts: bool = False) -> dict[str, Any]:
    """Header and lines of some games of each game, as a scribe wrote them: of its largest table, or all in turn."""
    if not file.exists():
        dealt = {game_id: _dealt(game_of(game_id), amount, all_counts) for game_id in game_ids()}
        told = {game_id: [[one.header, one.scribe] for one in found] for game_id, found in dealt.items()}
        file.write_text(json.dumps(told, default=dict))
    found: dict[str, Any] = json.loads(file.read_text())
    return found


def _dealt(game: Any, amount: int, all_counts: bool) -> list[Any]:
    fewest, most = game.players
    counts = range(fewest if all_counts and most < ENDLESS else most, most + 1)
    return [deal(game, header_for(game, counts[seed % len(counts)]), seed) for seed in range(amount)]


def batch_rows(batch: dict[str, Any]) -> dict[str, Row]:
    """A batch audit of scribe's records: each is read from its text, judged with hindsight, and encoded."""
    texts = {
        game_id: [b"".join(_encode(body) + b"\n" for body in (header, *bodies)) for header, bodies in dealt]
        for game_id, dealt in batch.items()
        if game_id in game_ids()
    }

    def audited(some: list[bytes]) -> None:
        for text in some:
            _encode(audit_record(from_bytes(text, "a record"), "a record", Wanted("effective", False)))

    every = [text for some in texts.values() for text in some]
    return {
        **{f"batch, {game_id}": lambda some=some: audited(some) for game_id, some in texts.items()},  # type: ignore[misc]  # mypy cannot infer a lambda with a default
        "batch, all of them": lambda: audited(every),
    }


def engine_rows(game_id: str, dealt: list[Any]) -> dict[str, Row]:
    """One game, folded and audited."""
    game, steps = game_of(game_id), fold()
    records = [of_bodies(header, bodies) for header, bodies in dealt]
    table = table_of(game, records[0].header)
    lines = [read_timeline(game, table, record.events) for record in records]

    def folded() -> None:
        for line in lines * 4:  # one time would be too short to compare
            for _ in steps(game, table, line):
                pass

    return {
        f"{game_id} folded": folded,
        f"{game_id} audited": lambda: [audit(game, table, line) for line in lines],
    }


def store_rows(folder: Path) -> dict[str, Row]:
    """A SQLite store: appends one by one, a whole record imported, and one read."""
    numbers = itertools.count()
    record = of_bodies(HEADER, BODIES)
    kept = open_store(str(folder / "kept.db"))
    kept.create(HEADER, record_id=ID, at=1)
    full = open_store(str(folder / "full.db"))
    full.import_record(record, record_id=ID, at=1)

    def append() -> None:
        for body in BODIES[:APPENDS]:
            kept.append(ID, [body], at=1)

    def take() -> None:
        store = open_store(str(folder / f"{next(numbers)}.db"))
        store.import_record(record, record_id=ID, at=1)
        store.close()

    return {f"store append ({APPENDS})": append, "store import": take, "store read": lambda: full.load(ID)}


def main() -> None:
    """Say which rows there are, then time each that is asked for."""
    with tempfile.TemporaryDirectory() as folder:
        rows = store_rows(Path(folder))
        file = Path(sys.argv[1])
        for game_id, dealt in dealt_games(file, GAMES).items():
            if game_id in game_ids():
                rows |= engine_rows(game_id, dealt)
        rows |= batch_rows(dealt_games(file.with_name(f"batch-{file.name}"), BATCH, all_counts=True))
        print(json.dumps(list(rows)), flush=True)
        for line in sys.stdin:
            work = rows[line.strip()]
            gc.collect()
            begun = time.process_time()
            work()
            print(time.process_time() - begun, flush=True)


if __name__ == "__main__":
    main()
