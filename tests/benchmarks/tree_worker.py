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

from records.record import of_bodies
from records.store import open_store
from replay.audit import audit
from replay.deal import deal, header_for
from replay.library import game_ids, game_of, table_of
from replay.read import read_timeline

GAMES = 6
EVENTS = 4_000
APPENDS = 100
ID = "01JCQ7Z0000000000000000001"
HEADER: dict[str, Any] = {"quartermaster": 1, "game": "bench", "players": [{"seat": "blue"}, {"seat": "red"}]}
BODIES = [
    {"at": "2026-11-15T18:00:00Z", "by": "blue", "cards": [f"red-{n % 9}"], "do": "play", "landing": f"N{n % 8}"}
    for n in range(EVENTS)
]

Row = Callable[[], object]


def fold() -> Callable[..., Any]:
    """The function that gives the steps of a timeline; its module was once called replay.replay."""
    module = "replay.playout" if find_spec("replay.playout") else "replay.replay"
    found: Callable[..., Any] = import_module(module).fold
    return found


def dealt_games(file: Path) -> dict[str, Any]:
    """Header and lines of some dealt games of each game, as a scribe wrote them."""
    if not file.exists():
        games = {game_id: game_of(game_id) for game_id in game_ids()}
        dealt = {
            game_id: [deal(game, header_for(game, game.players[1]), seed) for seed in range(GAMES)]
            for game_id, game in games.items()
        }
        told = {game_id: [[one.header, one.scribe] for one in found] for game_id, found in dealt.items()}
        file.write_text(json.dumps(told, default=dict))
    found: dict[str, Any] = json.loads(file.read_text())
    return found


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
        for game_id, dealt in dealt_games(Path(sys.argv[1])).items():
            if game_id in game_ids():
                rows |= engine_rows(game_id, dealt)
        print(json.dumps(list(rows)), flush=True)
        for line in sys.stdin:
            work = rows[line.strip()]
            gc.collect()
            begun = time.process_time()
            work()
            print(time.process_time() - begun, flush=True)


if __name__ == "__main__":
    main()
