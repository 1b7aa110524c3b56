"""A Dask cluster on this machine, for tests and benchmarks."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from tests.helpers.shell import ROOT


@contextmanager
def cluster(
    folder: Path, *tls: object, workers: int = 2, restarted: bool = False, more: Mapping[str, str] | None = None
) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """A scheduler and some workers on this machine; each is `restarted` when it died, as without further options.

    `more` is what their environment has besides.
    """
    file, running = folder / "scheduler.json", list[subprocess.Popen[bytes]]()

    nanny = () if restarted else ("--no-nanny",)

    def start(*words: object) -> None:
        command = [sys.executable, "-m", "dask", *map(str, (*words, *tls)), "--no-dashboard"]
        with (folder / f"log-{len(running)}").open("wb") as log:
            environment = {**os.environ, **(more or {})}
            running.append(subprocess.Popen(command, cwd=ROOT, env=environment, stdout=log, stderr=log))

    try:
        protocol = ("--protocol", "tls" if tls else "tcp")
        start("scheduler", *protocol, "--host", "127.0.0.1", "--port", 0, "--scheduler-file", file)
        for number in range(workers):
            local = ("--local-directory", folder / f"worker-{number}", "--host", "127.0.0.1")
            start("worker", "--scheduler-file", file, "--nthreads", 1, *nanny, *protocol, *local)
        while not file.exists():
            assert running[0].poll() is None
            time.sleep(0.05)
        yield json.loads(file.read_text())["address"], running[1:]
    finally:
        for one in reversed(running):
            one.kill()
            one.wait()
