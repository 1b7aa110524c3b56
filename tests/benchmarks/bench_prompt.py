"""How long a line at the prompt takes in a record of 500 events: a line of the game, a question, a correction.

python -m tests.benchmarks.bench_prompt [rounds]
"""

import contextlib
import io
import statistics
import sys
import tempfile
import time
from pathlib import Path

from cli.desk.logbook import Logbook
from cli.terminal.log_screen import LogScreen
from cli.terminal.screen import Screen
from records.event import event_of
from records.store import open_store
from replay.typed_lines import Unclear
from tests.helpers.tools import dealt

EVENTS = 500
AIM = 0.05
CASES = ("p2 lay 8", "n a note", "s", "s p2", "list", "?", "geen", "e 300 n another note", "u")


def main() -> int:
    """Print the median of each kind of line; the aim is for lines that are written, and decides nothing."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 9
    simulated = dealt("sea-or-shore", 4, seed=4)
    bodies = simulated.scribe[:100]
    bodies += [{"do": "note", "text": f"{number}"} for number in range(EVENTS - len(bodies))]
    with tempfile.TemporaryDirectory() as folder:
        store = open_store(str(Path(folder) / "records.db"))
        events = [event_of(body, seq) for seq, body in enumerate(bodies, 1)]
        record = "01M7N72M04HF78C0NXM8TKE9V4"
        store.create(simulated.header, record_id=record, at=0)
        store.append(record, events, at=0)
        log = LogScreen(Logbook(store, record, bytes), Screen(), lambda: (0, None))
        for case in CASES:
            taken = [_timed(log, case) for _ in range(rounds)]
            print(f"{case:<24} {statistics.median(taken) * 1000:6.1f} ms (aim {AIM * 1000:.0f})")
        store.close()
    return 0


def _timed(log: LogScreen, text: str) -> float:
    begun = time.perf_counter()
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        try:
            log.hear(text)
        except Unclear:
            assert text == "geen", "only the slip is refused"
    return time.perf_counter() - begun


if __name__ == "__main__":
    sys.exit(main())
