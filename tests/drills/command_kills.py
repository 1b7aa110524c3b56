"""`qm log` killed again and again, fed by a pipe or typed at in a terminal.

`python -m tests.drills.command_kills pipe|prompt FOLDER KILLS SEED` prints the outcome. Every command is forked from
this process, so that it needs no start-up and the kill falls into its work. What it said was written counts as
acknowledged; after a kill the scribe goes on with what was not, as a person would: lines from a pipe with the same key,
at the prompt with what the screen had not read back.
"""

import json
import os
import pty
import random
import re
import select
import signal
import sys
import time
import traceback
from collections.abc import Callable
from pathlib import Path

import cli.desk.logbook
import cli.terminal.log_screen
import cli.terminal.prompt  # noqa: F401  # loaded here once, so that no child spends its short life on it
from cli.main import main
from records.event import Event
from records.store import open_store
from records.store.check import check_store
from replay.deal import header_for
from replay.library import game_of
from tests.helpers import store_samples

BATCH = 3
"""How many events one call hands in: all of them are written, or none."""
LINES = 4
"""How many lines are typed in one life at the prompt."""
SHORTER, LONGER = 0.9, 1.2
"""How lives change after an answer and after none: about half are answered, however busy the machine is."""

_SAID = re.compile(rb"n(\d+)e")


def forked(work: Callable[[], int], terminal: bool, given: bytes) -> tuple[int, int]:
    """Start a child that does the work; return its process and where its output can be read."""
    if terminal:
        child, screen = pty.fork()
        if child == 0:
            _end(work)
        return child, screen
    stdin, feeding = os.pipe()
    reading, stdout = os.pipe()
    child = os.fork()
    if child == 0:
        for end, stream in ((stdin, 0), (stdout, 1), (stdout, 2)):
            os.dup2(end, stream)
        os.close(feeding)
        _end(work)
    os.close(stdin)
    os.close(stdout)
    os.write(feeding, given)
    os.close(feeding)
    return child, reading


def _end(work: Callable[[], int]) -> None:
    """Do the work on fresh standard streams; never go on as the parent."""
    code = 1
    try:
        sys.stdin, sys.stdout, sys.stderr = (os.fdopen(number, mode) for number, mode in enumerate(("r", "w", "w")))
        code = work()
        sys.stdout.flush()
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(code)


def piped(record: str, batch: int, seconds: float) -> bool:
    """Hand in one batch of notes and kill the command; whether it said that they are written."""
    lines = "".join(f'{{"do":"note","text":"n{batch * BATCH + index}e"}}\n' for index in range(BATCH))
    child, reading = forked(lambda: main(["log", record, "--key", f"k{batch}"]), False, lines.encode())
    said = _until_killed(child, reading, seconds)
    assert b"Traceback" not in said, said.decode()
    return len(set(_SAID.findall(said))) == BATCH


def typed(record: str, first: int, seconds: float) -> list[int]:
    """Type notes at the prompt and kill it; the numbers of the notes that the screen read back."""
    child, screen = forked(lambda: main(["log", record]), True, b"")
    select.select([screen], [], [], 60)  # the welcome says that the record is open
    for number in range(first, first + LINES):
        os.write(screen, f"note n{number}e\r".encode())
    said = _until_killed(child, screen, seconds)
    assert b"Traceback" not in said, said.decode()
    return [int(number) for number in re.findall(rb"Note: n(\d+)e", said)]


def _until_killed(child: int, reading: int, seconds: float) -> bytes:
    """What a child says until it is killed after a while, or ends by itself before."""
    said = bytearray()
    end = time.monotonic() + seconds
    killed = False
    while True:
        left = end - time.monotonic()
        if left <= 0 and not killed:
            os.kill(child, signal.SIGKILL)
            killed = True
        ready, _, _ = select.select([reading], [], [], max(left, 0.001))
        if ready:
            try:
                more = os.read(reading, 65536)
            except OSError:  # the terminal of somebody who is gone
                more = b""
            if not more:
                break
            said += more
            if b"\x1b[6n" in more:
                os.write(reading, b"\x1b[1;1R")  # as a terminal answers when asked where its cursor is
    os.close(reading)
    os.waitpid(child, 0)
    return bytes(said)


def drill(way: str, folder: str, kills: int, seed: int) -> dict[str, int]:
    """Kill this many commands, and more until one was answered; return what was lost, doubled or damaged."""
    os.environ.update(XDG_DATA_HOME=f"{folder}/data", XDG_STATE_HOME=f"{folder}/state", TERM="xterm")
    os.environ.pop("QUARTERMASTER_DB", None)
    chance = random.Random(seed)
    record = _begin(folder)
    acknowledged: list[int] = []
    following, unanswered, killed = 0, 0, 0
    longest = _whole_life(way, record)  # to begin with
    while killed < kills or not acknowledged:
        killed += 1
        seconds = chance.random() * longest
        if way == "pipe":
            done = list(range(following * BATCH, (following + 1) * BATCH)) if piped(record, following, seconds) else []
            following += 1 if done else 0
        else:
            done = typed(record, following, seconds)
            following = max(_noted(folder, record), default=-1) + 1
        acknowledged += done
        unanswered += 0 if done else 1
        longest *= SHORTER if done else LONGER
    found = _noted(folder, record)
    whole = way == "prompt" or len(found) % BATCH == 0
    return {
        "kills": killed,
        "acknowledged": len(acknowledged),
        "unanswered": unanswered,
        "lost": len(set(acknowledged) - set(found)),
        "doubled": len(found) - len(set(found)),
        "damaged": (0 if whole and found == sorted(found) else 1) + _damage(folder, record),
    }


def _whole_life(way: str, record: str) -> float:
    """How long a command takes that nobody kills, and a little more: most kills are to fall into its work."""
    start = time.monotonic()
    if way == "pipe":
        child, reading = forked(lambda: main(["log", record, "--json", '{"do":"note","text":"n-1e"}']), False, b"")
        _until_killed(child, reading, 60)
        return 1.2 * (time.monotonic() - start)
    return 0.5


def _database(folder: str) -> str:
    return str(Path(folder) / "data" / "quartermaster" / "records.db")


def _begin(folder: str) -> str:
    """A record that can be logged at the prompt, already set up."""
    Path(_database(folder)).parent.mkdir(parents=True)
    store = open_store(_database(folder))
    record = store_samples.ID
    store.create(header_for(game_of("sea-or-shore"), 3), record_id=record, at=0)
    store.append(record, [{"do": "setup", "starter": "p1", "treasures": ["red-4"]}], at=0)
    store.close()
    return record


def _noted(folder: str, record: str) -> list[int]:
    """The numbers of the notes in the record, in order."""
    store = open_store(_database(folder))
    events: list[Event] = list(store.load(record).events)
    store.close()
    return [
        int(event.fields["text"][1:-1]) for event in events if event.do == "note" and event.fields["text"] != "n-1e"
    ]


def _damage(folder: str, record: str) -> int:
    store = open_store(_database(folder))
    try:
        return 0 if check_store(store, record) is None else 1
    finally:
        store.close()


if __name__ == "__main__":
    print(json.dumps(drill(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))))
