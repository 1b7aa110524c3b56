"""Collecting a hall: 100 tables that are over and signed, into a tournament of 400 players.

python -m tests.benchmarks collect
"""

import tempfile
import time
from pathlib import Path

from cli.desk.entries import Entry
from cli.desk.terms import Terms
from cli.desk.tournaments.tournament_tables import Tournament, tournament_of
from cli.desk.tournaments.tournaments_begin import FormatWords, header_of, setup_of
from cli.desk.tournaments.tournaments_collect import collect
from cli.desk.tournaments.tournaments_entrants import EntrantLine, enter
from cli.desk.tournaments.tournaments_log import LinkedLogbook
from cli.desk.tournaments.tournaments_round import plan_round, record_ids, table_headers
from cli.machine.linked_records import from_store
from cli.machine.round_tables import TOURNAMENT
from records.store import Store, open_store
from tests.helpers.organised import AT, play_table

TABLES = 100
SECONDS_MAX = 5.0
"""Of CPU time, so that neighbours on the machine do not decide."""
GAMES = ("loot-island", "lost-island", "gold-island", "sea-or-shore")


def main() -> bool:
    """Print the times; whether the target was met."""
    with tempfile.TemporaryDirectory() as folder, open_store(str(Path(folder) / "records.db"), create=True) as store:
        record_id = _seated(store)
        begun, cpu = time.perf_counter(), time.process_time()
        tournament = _read(store, record_id)
        found = collect(tournament)
        judged = time.process_time() - cpu
        _write(store, tournament, found.bodies)
        wall, cpu = time.perf_counter() - begun, time.process_time() - cpu
        results = sum(body["do"] == "result" for body in found.bodies)
        print(
            f"{results} of {TABLES} tables collected: {wall:.2f} s, {cpu:.2f} s CPU ({judged:.2f} to read the tables)"
        )
        again = collect(_read(store, record_id))
        print(f"a second run writes {len(again.bodies)} events")
        return results == TABLES and not again.bodies and cpu <= SECONDS_MAX


def _random(count: int) -> bytes:
    _random.number += 1  # type: ignore[attr-defined]  # a counter is random enough here
    return int(_random.number).to_bytes(count, "big")  # type: ignore[attr-defined]  # as above


_random.number = 0  # type: ignore[attr-defined]  # as above


def _read(store: Store, record_id: str) -> Tournament:
    return tournament_of(store.load(record_id), record_id, from_store(store))


def _write(store: Store, tournament: Tournament, bodies: list[dict[str, object]]) -> None:
    book = LinkedLogbook(store, tournament.record_id, _random, tournament.outcomes)
    book.log([Entry(body, "collect") for body in bodies], Terms(AT, None, remarks=False))


def _seated(store: Store) -> str:
    """A tournament whose first round is seated, played and signed."""
    header = header_of(TOURNAMENT, "Hall", [{"name": "Kim"}], None, AT, _random)
    store.create(header, record_id=header["id"], at=AT)
    record_id: str = header["id"]
    empty = _read(store, record_id)
    first, *others = [EntrantLine(f"Player {number}", player=f"p{number}") for number in range(4 * TABLES)]
    _write(store, empty, [setup_of(FormatWords(1, GAMES)), *enter(empty.state, [first]).bodies])
    _write(store, _read(store, record_id), enter(empty.state, others).bodies)
    entered = _read(store, record_id)
    plan = plan_round(entered, "1")
    _write(store, entered, [plan.body(record_ids(plan, AT, _random))])
    for number, body in enumerate(table_headers(_read(store, record_id), 1)):
        store.create(body, record_id=body["id"], at=AT)
        play_table(store, body["id"], seed=number)
    return record_id


if __name__ == "__main__":
    raise SystemExit(0 if main() else 1)
