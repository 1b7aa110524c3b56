"""Where an event's work goes: bytecodes for reading, folding, hindsight, the gate, and the rules with their calling.

They are the same on every machine, busy or not. What is done in C is not among them.
"""

import io
import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

from records.record import Record, from_bytes, of_bodies
from replay.audit import audit, seen_from_the_end
from replay.deal import deal, header_for
from replay.game import Game
from replay.library import game_ids, game_of, table_of
from replay.playout import fold
from replay.read import read_timeline
from replay.step import Placed
from replay.table import Table

GAMES = 4
PARTS = ("reading", "folding", "hindsight", "gate", "rules")


def main() -> bool:
    """Print a row for each game."""
    print(f"  {'bytecodes an event':<20}" + "".join(f"{part:>14}" for part in PARTS))
    for game_id in game_ids():
        found = _parts(game_of(game_id))
        print(f"  {game_id:<20}" + "".join(f"{found[part]:>14,.0f}" for part in PARTS))
    return True


def _parts(game: Game) -> dict[str, float]:
    dealt = [deal(game, header_for(game, min(4, game.players[1])), seed) for seed in range(GAMES)]
    records = [of_bodies(one.header, one.full) for one in dealt]
    texts, table = [_text(record) for record in records], table_of(game, records[0].header)
    lines = [read_timeline(game, table, record.events) for record in records]
    steps = [step for line in lines for step in fold(game, table, line)]
    gate = game.gate or (lambda step: None)
    folds_itself = game.complete(table, lines[0], True).states is not None
    reading = _counted(lambda: [_read(game, from_bytes(text)) for text in texts])
    folding = _counted(lambda: [list(fold(game, table, line)) for line in lines])
    looking = _counted(lambda: [_completed(game, table, line) for line in lines]) - (folding if folds_itself else 0)
    gating = _counted(lambda: [gate(step) for step in steps])
    whole = _counted(lambda: [audit(game, table, line) for line in lines])
    found = (reading, folding, looking, gating, whole - folding - looking - gating)
    return {part: number / len(steps) for part, number in zip(PARTS, found, strict=True)}


def _completed(game: Game, table: Table, line: list[Placed]) -> Any:
    return seen_from_the_end(game, table, line, game.complete(table, line, True))


def _text(record: Record) -> bytes:
    out = io.BytesIO()
    record.write(out)
    return out.getvalue()


def _read(game: Game, record: Record) -> Any:
    return read_timeline(game, table_of(game, record.header), record.events)


def _counted(work: Callable[[], object]) -> int:
    """The bytecodes of a piece of work, once all that is cached has been made."""
    work()
    found = 0

    def trace(frame: FrameType, event: str, _: object) -> Any:
        nonlocal found
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        found += event == "opcode"
        return trace

    sys.settrace(trace)
    try:
        work()
    finally:
        sys.settrace(None)
    return found


if __name__ == "__main__":
    main()
