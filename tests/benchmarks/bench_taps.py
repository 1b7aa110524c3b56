"""How many taps an event takes: dealt games of all player counts, tapped in a real browser by somebody who knows them.

An ideal form and nobody's thumbs: it counts taps, not seconds.
"""

import sys
import tempfile
from pathlib import Path
from statistics import mean, median, quantiles
from typing import NamedTuple

from replay.library import game_of
from tests.helpers.browser import Browser
from tests.helpers.tapping import Tapped, load, tap_game

SEEDS = 2
FEW = 4


class Target(NamedTuple):
    """The most that the median may be, and the least share of events with few taps, in percent."""

    median: float
    few: float


TARGETS = {
    "sea-or-shore": Target(2, 95),
    "loot-island": Target(3, 90),
    "lost-island": Target(2, 95),
    "gold-island": Target(2, 95),
}


def main() -> bool:
    """Print the table; false if a target is missed."""
    with tempfile.TemporaryDirectory() as folder:
        browser = Browser(Path(folder))
        try:
            load(browser)
            rows = [_row(browser, game_id, target) for game_id, target in TARGETS.items()]
            return all(rows)
        finally:
            browser.close()


def _row(browser: Browser, game_id: str, target: Target) -> bool:
    game = game_of(game_id)
    counts = range(game.players[0], game.players[1] + 1)
    found = [one for players in counts for seed in range(SEEDS) for one in tap_game(browser, game, players, seed)]
    taps = [one.taps for one in found if one.taps is not None and one.is_same]
    reached = 100 * len(taps) / len(found)
    few = 100 * sum(number <= FEW for number in taps) / len(found)
    good = median(taps) <= target.median and few >= target.few and reached == 100
    print(
        f"{game.title:<24} {len(found):>5} events   median {median(taps):.0f}   mean {mean(taps):.2f}   "
        f"p90 {quantiles(taps, n=10)[-1]:.0f}   up to {FEW} taps {few:.1f} %   reached {reached:.1f} %"
        f"{'' if good else '   TARGET MISSED'}",
        flush=True,
    )
    _dearest(found)
    return good


def _dearest(found: list[Tapped]) -> None:
    """The verbs that take most taps."""
    by_verb: dict[str, list[int]] = {}
    for one in found:
        if one.taps is not None:
            by_verb.setdefault(one.do, []).append(one.taps)
    rows = sorted(by_verb.items(), key=lambda row: -mean(row[1]))[:4]
    print("   dearest: " + ", ".join(f"{do} {mean(taps):.1f}" for do, taps in rows), flush=True)


if __name__ == "__main__":
    sys.exit(0 if main() else 1)
