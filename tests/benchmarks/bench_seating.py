"""Seating: how often people meet again over a day, who starts how often, and how long a round takes.

python -m tests.benchmarks seating
"""

import time
from collections import Counter
from typing import NamedTuple

from replay.games.tournament.seating import SeatingFacts, seat, seed_of, starts
from replay.games.tournament.seating_search import EarlierTable, history_of

RUNS = 6
SECONDS_MAX = 3.0

ONE_GAME = (("one", (2, 5)),)
FOUR_GAMES = tuple((name, (2, 5)) for name in ("one", "two", "three", "four"))


class Shape(NamedTuple):
    """A day to seat, and what the design found for it with six seeds of its own."""

    players: int
    rounds: int
    repeats: str
    """Meetings beyond the first."""
    started: str
    """How many players started never, once and twice."""
    least: int = 0
    most: int = 0
    """The fewest repeats, which must occur, and the most that may."""
    games: tuple[tuple[str, tuple[int, int]], ...] = ONE_GAME
    runs: int = RUNS


SHAPES = (
    Shape(16, 3, "0", "4/12/0"),
    # Whether a fourth and a fifth round without a repeat are left depends on the first three.
    Shape(16, 5, "0 in one seed of six, else 8", "0/12/4", 0, 8, runs=4 * RUNS),
    Shape(13, 3, "12", "4/9/0", 12, 12),
    Shape(17, 3, "3", "5/12/0", 3, 3),
    Shape(19, 4, "0", "1/16/2", 0, 1),
    Shape(24, 3, "0", "6/18/0"),
    Shape(32, 5, "0", "0/24/8"),
    Shape(60, 4, "0", "4/52/4"),
    Shape(100, 4, "0", "7/86/7"),
    Shape(16, 3, "0", "4/12/0", games=FOUR_GAMES),
)


class Day(NamedTuple):
    """One day: meetings beyond the first, how many players started how often, and the longest round in seconds."""

    repeats: int
    started: str
    seconds: float


def main() -> bool:
    """Print the table beside that of the design; whether repeats and times are as expected."""
    met = True
    print(f"{'players × rounds':<18} {'repeats, in how many seeds':<28} {'the design':<30}", end=" ")
    print(f"{'never/once/twice':<18} {'design':<8} longest round")
    for shape in SHAPES:
        days = [day_of(shape, run) for run in range(shape.runs)]
        slowest = max(day.seconds for day in days)
        name = f"{shape.players}×{shape.rounds}" + (" four games" if len(shape.games) > 1 else "")
        counts = sorted(Counter(day.repeats for day in days).items())
        repeats = ", ".join(f"{count} in {seeds}" for count, seeds in counts)
        usual = Counter(day.started for day in days).most_common(1)[0][0]
        fine = slowest <= SECONDS_MAX and counts[0][0] == shape.least and counts[-1][0] <= shape.most
        met &= fine
        print(
            f"{name:<18} {repeats:<28} {shape.repeats:<30} {usual:<18} {shape.started:<8} {slowest:.2f} s CPU"
            f"{'' if fine else '   MISSED'}"
        )
    return met


def day_of(shape: Shape, run: int) -> Day:
    """Seat all rounds of a day, by the seeds of a run."""
    players = tuple(f"p{number:03}" for number in range(shape.players))
    earlier: list[list[EarlierTable]] = []
    slowest = 0.0
    for number in range(1, shape.rounds + 1):
        began = time.process_time()
        seed = seed_of(f"{run}:{number}", number)
        found = seat(SeatingFacts(round=number, seed=seed, players=players, games=shape.games, earlier=earlier))
        slowest = max(slowest, time.process_time() - began)
        assert found is not None
        earlier.append([EarlierTable(table.game, table.players) for table in found.tables])
    repeats = sum(count - 1 for count in history_of(earlier).met.values())
    firsts = starts(earlier)
    often = Counter(firsts.get(player, 0) for player in players)
    return Day(repeats, "/".join(str(often[times]) for times in range(3)), slowest)


if __name__ == "__main__":
    raise SystemExit(0 if main() else 1)
