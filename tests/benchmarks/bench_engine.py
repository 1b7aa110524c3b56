"""The engine: events folded, audited and rendered each second, beside python-chess and PokerKit in the same run."""

import io
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from records.record import Record, from_bytes, of_bodies
from replay.audit import audit
from replay.deal import deal, header_for
from replay.game import Frame
from replay.library import game_ids, game_of, table_of
from replay.playout import fold
from replay.read import read_timeline
from tests.benchmarks import engine_peers as peers
from tests.benchmarks.timing import Target, medians, rate, report

GAMES = 12
ROUNDS = 9
FOLDER_RECORDS = 2_000


def main() -> bool:
    """Print all figures; whether every target was met."""
    met = True
    for game_id in game_ids():
        met &= _one_game(game_id)
    met &= _length("sea-or-shore")
    met &= _folder("sea-or-shore")
    return met


def _records(game_id: str, players: int, games: int, form: str = "full") -> list[Record]:
    game = game_of(game_id)
    dealt = [deal(game, header_for(game, players), seed) for seed in range(games)]
    return [of_bodies(one.header, getattr(one, form)) for one in dealt]


def _text(record: Record) -> bytes:
    out = io.BytesIO()
    record.write(out)
    return out.getvalue()


def _one_game(game_id: str) -> bool:
    game = game_of(game_id)
    players = min(4, game.players[1])
    records, scribes = _records(game_id, players, GAMES), _records(game_id, players, GAMES, "scribe")
    table = table_of(game, records[0].header)
    lines = [read_timeline(game, table, record.events) for record in records]
    scribe_lines = [read_timeline(game, table, record.events) for record in scribes]
    texts = [_text(record) for record in records]
    events = sum(len(line) for line in lines)
    steps = [step for line in lines[:2] for step in fold(game, table, line)]
    pgns = [peers.chess_game(seed) for seed in range(GAMES)]
    sans = [peers.chess_sans(pgn) for pgn in pgns]
    hand = peers.poker_hand()
    plies = sum(len(moves) for moves in sans)

    def whole() -> None:
        for text in texts:
            record = from_bytes(text)
            seats = table_of(game, record.header)
            audit(game, seats, read_timeline(game, seats, record.events))

    cases = {
        "python-chess read_game": lambda: rate(plies, lambda: [peers.read_pgn(pgn) for pgn in pgns]),
        "python-chess parse_san + push": lambda: rate(plies, lambda: [peers.push_sans(moves) for moves in sans]),
        "PokerKit": lambda: rate(22 * 20, lambda: [peers.play_hand(hand) for _ in range(20)]),
        "folded": lambda: rate(events, lambda: [list(fold(game, table, line)) for line in lines]),
        "audited": lambda: rate(events, lambda: [audit(game, table, line) for line in lines]),
        "audited, scribe's record with hindsight": lambda: rate(
            events, lambda: [audit(game, table, line) for line in scribe_lines]
        ),
        "read from JSON Lines and audited": lambda: rate(events, whole),
        "rendered": lambda: rate(len(steps), lambda: [game.render(Frame(step.after, step.before)) for step in steps]),
    }
    targets = [
        Target("audited", "python-chess read_game", 1.0),
        Target("audited", "PokerKit", 2.5),
        Target("folded", "python-chess parse_san + push", 1.5),
    ]
    return report(f"{game.title}, {players} players", medians(cases, ROUNDS), targets)


def _length(game_id: str) -> bool:
    """The cost of an event in a long record and in a short one: ten events of play, then the table is counted."""
    game = game_of(game_id)
    record = _records(game_id, 4, 1)[0]
    table = table_of(game, record.header)
    bodies = [event.body() for event in record.events[:10]]
    counted = {"do": "observe", "facts": {"round": 1, "supply": 22, "hands.p1.count": 11}}
    long = of_bodies(header_for(game, 4), [*bodies, *[counted] * 9_990])
    line = read_timeline(game, table, long.events)
    lines = {"100 events": line[:100], "10,000 events": line}
    found = medians(
        {name: lambda line=line: rate(len(line), lambda: audit(game, table, line)) for name, line in lines.items()}, 5
    )
    return report("audited, by length", found, [Target("10,000 events", "100 events", 0.8)])


def _folder(game_id: str) -> bool:
    """A folder of records on one core and on two."""
    with tempfile.TemporaryDirectory() as folder:
        texts = [_text(record) for record in _records(game_id, 3, 20, "scribe")]
        for number in range(FOLDER_RECORDS):
            Path(folder, f"{number:04}.jsonl").write_bytes(texts[number % len(texts)])
        found = {}
        for jobs in (1, 2):
            times = []
            for _ in range(3):
                start = time.perf_counter()
                command = [sys.executable, "-m", "cli", "audit", folder, "--json", "--jobs", str(jobs)]
                subprocess.run(command, check=True, capture_output=True)
                times.append(time.perf_counter() - start)
            found[f"{jobs} process{'es' if jobs > 1 else ''}"] = FOLDER_RECORDS / statistics.median(times)
    return report(
        f"a folder of {FOLDER_RECORDS:,} records", found, [Target("2 processes", "1 process", 1.7)], "records/s"
    )


if __name__ == "__main__":
    sys.exit(0 if main() else 1)
