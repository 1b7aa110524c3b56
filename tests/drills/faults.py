"""Single system calls of `qm log` made to fail.

`python -m tests.drills.faults FOLDER [MOST] [CALL …]` prints the outcome.
One command logs three events; strace lets the n-th call of one kind fail, n = 1, 2, … up to the last one that it makes
on the files of the store (at most 30). Whatever happens, an event that was acknowledged is there, a batch is whole or
absent, nobody sees a traceback, and the next command works.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

from records.store import open_store
from records.store.check import check_store
from tests.helpers.shell import ROOT
from tests.helpers.store_samples import create, record_id

CALLS = ("fdatasync", "pwrite64", "ftruncate", "write", "fcntl", "pread64", "unlink")
FAULTS = ("error=EIO", "error=ENOSPC", "error=EINTR", "signal=SIGKILL")
MOST = 30
EVENTS = 3
FINE = {0, 2, 5, 75}
"""Exit codes that may come: written, or refused in words (2: what cannot even be opened is no store)."""


class Store:
    """A store with one record, into which one command after the other logs three events."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.path = folder / "store.db"
        store = open_store(str(self.path))
        create(store)
        store.close()
        self.known = 0

    def events(self) -> int:
        """How many events the record has; the record must be whole."""
        store = open_store(str(self.path))
        try:
            damage = check_store(store, record_id())
            assert damage is None, f"damaged: {damage}"
            return len(store.load(record_id()).events)
        finally:
            store.close()

    def log(self, *before: str) -> "subprocess.CompletedProcess[bytes]":
        """Log three events, by a command that may be run under strace."""
        lines = b'{"do":"note","text":"x"}\n' * EVENTS
        command = [*before, sys.executable, "-m", "cli", "log", record_id(), "--db", str(self.path)]
        return subprocess.run(
            command,
            input=lines,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            check=False,
            timeout=120,
        )


def fault(store: Store, call: str, how: str, number: int) -> tuple[bool, list[str]]:
    """Let one call fail: whether the command made that many, and what is wrong afterwards, in words."""
    before = store.events()
    trace = store.path.with_name("trace")
    paths = [part for name in ("", "-wal", "-shm") for part in ("-P", f"{store.path}{name}")]
    watched = [] if call == "write" else paths  # `write` goes to the screen
    inject = f"inject={call}:{how}:when={number}"
    done = store.log("strace", "-f", "-qq", "-o", str(trace), *watched, "-e", f"trace={call}", "-e", inject)
    hit = b"INJECTED" in trace.read_bytes() or done.returncode < 0 or b"killed by" in trace.read_bytes()
    written = store.events() - before
    said = done.stdout.count(b"note")
    wrong = []
    if done.returncode == 0 and written != EVENTS:
        wrong.append(f"acknowledged, but {written} events were written")
    if said and written != EVENTS:
        wrong.append(f"the screen says written, but {written} events were")
    if written not in (0, EVENTS):
        wrong.append(f"{written} of {EVENTS} events were written")
    if b"Traceback" in done.stderr:
        wrong.append(f"a traceback: {done.stderr.decode()[-300:]}")
    if how != "signal=SIGKILL" and done.returncode not in FINE:
        wrong.append(f"exit code {done.returncode}: {done.stderr.decode()[-300:]}")
    return hit, wrong


def drill(
    folder: Path, most: int, calls: tuple[str, ...] = CALLS, faults: tuple[str, ...] = FAULTS
) -> dict[str, object]:
    """Every call, every fault, every number up to the last call: how many hit, and what went wrong."""
    hits, wrong = 0, []
    for call in calls:
        for how in faults:
            store = Store(folder / f"{call}-{how.replace('=', '-')}")
            for number in range(1, most + 1):
                hit, words = fault(store, call, how, number)
                wrong += [f"{call} {how} {number}: {what}" for what in words]
                if not hit:
                    break
                hits += 1
            again = store.log()
            if again.returncode != 0:
                wrong.append(f"{call} {how}: the next command fails: {again.stderr.decode()[-300:]}")
    return {"faults": hits, "wrong": wrong}


def main() -> None:
    """Print how many faults hit something, and what went wrong."""
    if shutil.which("strace") is None:
        sys.exit("strace is missing: apt-get install strace")
    most = int(sys.argv[2]) if len(sys.argv) > 2 else MOST
    print(json.dumps(drill(Path(sys.argv[1]), most, tuple(sys.argv[3:]) or CALLS)))


if __name__ == "__main__":
    main()
