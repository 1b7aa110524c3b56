"""How large a page is, how long it takes to export, and how soon a browser shows it and answers a step.

python -m tests.benchmarks.bench_page [rounds]
"""

import statistics
import sys
import tempfile
import time
from pathlib import Path

from cli.export.html.page import page
from records.record import of_bodies
from replay.deal import deal, header_for
from replay.library import game_ids, game_of
from replay.reel import played
from tests.helpers.browser import Browser, program

EVENTS = 240
SIZE, EXPORT = 600_000, 1.5
"""Bytes and seconds for a page of 240 events of Gold Island."""
FIRST_PAINT, STEP = 300, 16
"""Milliseconds."""

_PAINT = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0"
_STEPS = """(async () => {
  const taken = [];
  for (let step = 0; step < 60; step += 1) {
    const begun = performance.now();
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
    document.body.getBoundingClientRect();
    taken.push(performance.now() - begun);
    await new Promise((done) => setTimeout(done, 20));
  }
  return taken.sort((a, b) => a - b)[30];
})()"""
"""The median time of a step, with its layout."""


def exported(game_id: str, rounds: int) -> tuple[bytes, float]:
    """The page of a dealt game, and the least processor time that it took."""
    game = game_of(game_id)
    dealt = deal(game, header_for(game, min(4, game.players[1])), 7)
    found = played(of_bodies(dealt.header, dealt.full[:EVENTS]))
    taken = []
    made = b""
    for _ in range(rounds):
        begun = time.process_time()
        made = page(found, "R", None)
        taken.append(time.process_time() - begun)
    return made, min(taken)


def seen(browser: Browser, path: Path, rounds: int) -> tuple[float, float]:
    """When a browser first shows a page, and how long a step takes, in milliseconds."""
    paints, steps = [], []
    for _ in range(rounds):
        browser.new_page()
        browser.room(1280)
        browser.open(f"file://{path}")
        time.sleep(0.3)
        paints.append(browser.value(_PAINT))
        steps.append(browser.value(_STEPS))
    return statistics.median(paints), statistics.median(steps)


def main() -> int:
    """Print the figures, and 1 if Gold Island misses a target."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    program()
    missed = False
    with tempfile.TemporaryDirectory() as folder:
        browser = Browser(Path(folder))
        try:
            for game_id in game_ids():
                made, taken = exported(game_id, rounds)
                path = Path(folder) / f"{game_id}.html"
                path.write_bytes(made)
                paint, step = seen(browser, path, rounds)
                print(
                    f"{game_id}: {len(made) / 1000:.0f} KB, export {taken:.2f} s, first paint {paint:.0f} ms, "
                    f"step {step:.1f} ms"
                )
                if game_id == "gold-island":
                    missed = len(made) > SIZE or taken > EXPORT or paint > FIRST_PAINT or step > STEP
        finally:
            browser.close()
    print(f"targets for Gold Island: {SIZE / 1000:.0f} KB, {EXPORT} s, {FIRST_PAINT} ms, {STEP} ms")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
