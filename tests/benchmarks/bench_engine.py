"""The engine: events read, folded, audited and rendered each second, beside python-chess and PokerKit in the same run.

Like with like: reading a game from its text and judging it beside `read_game`, which parses and judges too. All figures
are of processor time; a ratio is the median of those of the rounds, in each of which all cases take their turn.
"""

import io
import sys
from functools import cache, partial

from records.record import Record, from_bytes, of_bodies
from replay.audit import audit
from replay.deal import deal, header_for
from replay.game import Frame, Game
from replay.library import game_ids, game_of, table_of
from replay.playout import fold
from replay.read import read_timeline
from replay.step import Placed
from replay.table import Table
from tests.benchmarks import engine_peers as peers
from tests.benchmarks.timing import Case, Target, cpu_rate, in_turn, report_runs

GAMES = 12
ROUNDS = 9

CHESS_READ, CHESS_PUSH = "python-chess read_game", "python-chess parse_san + push"
POKER = "PokerKit, real hands"
READ, SCRIBE = "read from JSON Lines and audited", "audited, scribe's record with hindsight"
WHY_MISSED = "CONTRIBUTING.md says what the time goes into where a target is missed"


def main() -> bool:
    """Print all figures; whether every target was met."""
    met = True
    for game_id in game_ids():
        if not game_of(game_id).is_linked:  # a tournament's log is no game that chess could be set beside
            met &= _one_game(game_id)
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
    lines, table = _lines(game, _records(game_id, players, GAMES))
    steps = [step for line in lines[:2] for step in fold(game, table, line)]
    cases = {
        **_peers(),
        **_ours(game, players),
        "rendered": lambda: cpu_rate(
            len(steps), lambda: [game.render(Frame(step.after, step.before)) for step in steps]
        ),
    }
    targets = [
        Target(READ, CHESS_READ, 1.0),
        Target(SCRIBE, CHESS_READ, 0.8),
        Target("audited", CHESS_READ, 1.5),
        Target("folded", CHESS_PUSH, 1.5),
        Target("audited", POKER, 2.5),
    ]
    return report_runs(f"{game.title}, {players} players", in_turn(cases, ROUNDS), targets, why=WHY_MISSED)


def _lines(game: Game, records: list[Record]) -> tuple[list[list[Placed]], Table]:
    table = table_of(game, records[0].header)
    return [read_timeline(game, table, record.events) for record in records], table


def _ours(game: Game, players: int) -> dict[str, Case]:
    """Games with every fact named, as text and read already; and as a scribe saw them, judged with hindsight."""
    records = _records(game.id, players, GAMES)
    texts = [_text(record) for record in records]
    lines, table = _lines(game, records)
    scribes, _ = _lines(game, _records(game.id, players, GAMES, "scribe"))
    revealed, _ = _lines(game, _records(game.id, players, GAMES, "revealed"))

    def read_and_audited() -> None:
        for text in texts:
            record = from_bytes(text)
            seats = table_of(game, record.header)
            audit(game, seats, read_timeline(game, seats, record.events))

    def audited(lines: list[list[Placed]]) -> float:
        return cpu_rate(sum(map(len, lines)), lambda: [audit(game, table, line) for line in lines])

    events = sum(map(len, lines))
    return {
        "folded": lambda: cpu_rate(events, lambda: [list(fold(game, table, line)) for line in lines]),
        "audited": partial(audited, lines),
        SCRIBE: partial(audited, scribes),
        "audited, all revealed afterwards": partial(audited, revealed),
        READ: lambda: cpu_rate(events, read_and_audited),
    }


@cache
def _peers() -> dict[str, Case]:
    """Games of other libraries, from their text and, for chess, from moves that were taken out of it already."""
    pgns = [peers.chess_game(seed) for seed in range(GAMES)]
    sans = [peers.chess_sans(pgn) for pgn in pgns]
    plies = sum(map(len, sans))
    hands, made = peers.real_hands(), [peers.poker_hand()] * 20
    actions, made_actions = (sum(map(peers.play_hand, each)) for each in (hands, made))
    return {
        CHESS_READ: lambda: cpu_rate(plies, lambda: [peers.read_pgn(pgn) for pgn in pgns]),
        CHESS_PUSH: lambda: cpu_rate(plies, lambda: [peers.push_sans(moves) for moves in sans]),
        POKER: lambda: cpu_rate(actions, lambda: [peers.play_hand(hand) for hand in hands]),
        "PokerKit, a made hand": lambda: cpu_rate(made_actions, lambda: [peers.play_hand(hand) for hand in made]),
    }


if __name__ == "__main__":
    sys.exit(0 if main() else 1)
