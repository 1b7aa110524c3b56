"""How soon the viewer shows its first frame, and answers a key, on a record of 500 events, in a real terminal.

python -m tests.benchmarks.bench_viewer [rounds]
"""

import fcntl
import os
import pty
import select
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
import time
from contextlib import suppress
from pathlib import Path

from tests.benchmarks.timing import ROOT, as_installed

FIRST_FRAME = 0.6
ANSWER = 0.05
EVENTS = 500
KEYS = {
    "next event": b"l",
    "previous event": b"h",
    "next turn": b"j",
    "previous turn": b"k",
    "next round": b"]",
    "previous round": b"[",
    "last": b"G",
    "first": b"g",
    "view as seat": b"v",
    "view as official": b"V",
    "timeline": b"c",
    "hindsight": b"H",
    "marks": b"d",
    "search": b"/",
    "close it": b"\r",
    "keys": b"?",
    "close them": b"q",
}


def record(folder: Path, game: str, players: int) -> Path:
    """A simulated game, filled up with notes to 500 events."""
    from records.record import of_bodies
    from replay.deal import deal, header_for
    from replay.library import game_of

    found = game_of(game)
    bodies: list[dict[str, object]] = []
    dealt = deal(found, header_for(found, players), 7)
    bodies = dealt.revealed[:EVENTS]
    bodies += [{"do": "note", "text": f"note {number}"} for number in range(EVENTS - len(bodies))]
    path = folder / f"{game}.jsonl"
    path.write_bytes(b"".join(line + b"\n" for line in of_bodies(dealt.header, bodies).lines))
    return path


class Terminal:
    """The viewer in a pseudo-terminal of 100 by 30."""

    def __init__(self, path: Path) -> None:
        ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 100, 0, 0))
        self.begun = time.perf_counter()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "cli", "replay", f"{path}@3"],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            cwd=ROOT,
            env={**as_installed(path.parent), "TERM": "xterm-256color"},
            start_new_session=True,
        )
        os.close(theirs)
        self.ours = ours
        self.table = 0.0
        """Seconds until the table was on the screen, before the moves and the keys."""

    def read(self, seconds: float) -> bytes:
        """What comes within so many seconds, or nothing."""
        ready, _, _ = select.select([self.ours], [], [], seconds)
        return os.read(self.ours, 1 << 20) if ready else b""

    def cpu(self) -> float:
        """Seconds of processor time that the viewer has used: what a quiet machine would take at least."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def first_frame(self) -> float:
        """Seconds until the board and the line of keys are there."""
        seen = b""
        while b"effective" not in seen:
            seen += self.read(10)
        self.table = time.perf_counter() - self.begun
        while b"q quit" not in seen or b"event 3 of" not in seen:
            seen += self.read(10)
        return time.perf_counter() - self.begun

    def quiet(self, seconds: float = 0.3) -> None:
        """Wait until nothing comes any more."""
        while self.read(seconds):
            pass

    def answer(self, key: bytes) -> float:
        """Seconds from a key to the end of the frame that answers it."""
        begun = time.perf_counter()
        os.write(self.ours, key)
        end = begun
        wait = 10.0
        while self.read(wait):  # a frame comes in several pieces, close together
            end = time.perf_counter()
            wait = 0.012
        return end - begun

    def close(self) -> None:
        """End it. On a busy machine a dialog may still be open, which the first key only closes."""
        try:
            with suppress(OSError):  # the end of a terminal is an error
                while self.process.poll() is None:
                    os.write(self.ours, b"q")
                    self.quiet(0.5)
            self.process.wait(10)
        finally:
            self.process.kill()
            os.close(self.ours)


def measure(path: Path, rounds: int) -> tuple[list[float], list[float], list[float], dict[str, list[float]]]:
    """When the table was there, when the whole frame was, the processor time that took, and answers."""
    tables: list[float] = []
    frames: list[float] = []
    processor: list[float] = []
    answers: dict[str, list[float]] = {}
    for round_ in range(rounds + 1):
        terminal = Terminal(path)
        try:
            frame = terminal.first_frame()
            if not round_:  # the first one compiles
                continue
            frames.append(frame)
            processor.append(terminal.cpu())
            tables.append(terminal.table)
            terminal.quiet(0.8)
            for name, key in KEYS.items():
                answers.setdefault(name, []).append(terminal.answer(key))
                terminal.quiet(0.05)
        finally:
            terminal.close()
    return tables, frames, processor, answers


def main() -> int:
    """Print the medians, and 1 if one of them is above its bar."""
    from replay.library import game_ids, game_of

    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 7
    slow = False
    with tempfile.TemporaryDirectory() as folder:
        for game in game_ids():
            players = game_of(game).players[1]
            tables, frames, processor, answers = measure(record(Path(folder), game, players), rounds)
            first = statistics.median(frames)
            slow |= first > FIRST_FRAME
            table, best = statistics.median(tables) * 1000, min(frames) * 1000
            used = statistics.median(processor) * 1000
            print(f"{game}: table {table:.0f} ms, all {first * 1000:.0f} (bar 600; best {best:.0f}, cpu {used:.0f})")
            for name, taken in answers.items():
                middle = statistics.median(taken)
                slow |= middle > ANSWER
                print(f"  {name:<18} {middle * 1000:5.1f} ms (bar {ANSWER * 1000:.0f}, worst {max(taken) * 1000:.1f})")
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
