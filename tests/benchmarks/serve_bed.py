"""What the benchmark of the service needs: tables with links, the process, its CPU time and its memory."""

import json
import os
import secrets
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from cli.machine.folders_and_clock import now
from cli.serve.register.register import Register
from cli.serve.register.roles import preset
from records.ids import new_id
from records.limits import SALT_BYTES
from records.salt import salt_of
from records.store import Store
from replay.deal import deal, header_for
from replay.library import game_of
from tests.benchmarks.timing import ROOT, as_installed

BEGINNING = 20
"""Lines that are there already when the first one comes over HTTP."""
LIBRARIES = ("asyncio", "uvicorn", "starlette.applications", "typer", "msgspec", "msgpack", "sqlite3", "sqlmodel")
"""What every service loads besides our own modules, and the fast parts below uvicorn where they are installed."""
BARE = """
import sys, uvicorn
async def app(scope, receive, send):
    if scope["type"] != "http":
        return
    headers = [(b"content-type", b"text/plain"), (b"content-length", b"5")]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": b"hello"})
uvicorn.run(app, port=int(sys.argv[1]), log_level="warning", access_log=False, lifespan="off")
"""


def table_of(store: Store, register: Register, game_id: str, seed: int, links: int = 1) -> dict[str, Any]:
    """A table that is being played, with sessions of scribes: its record, its size, and the lines to come."""
    game = game_of(game_id)
    dealt = deal(game, header_for(game, 3), seed)
    record = new_id(now(), secrets.token_bytes(10))
    store.create(dealt.header, record_id=record, at=now())
    lines = [{name: value for name, value in body.items() if name not in ("at", "salt")} for body in dealt.scribe]
    salted = [{**body, "salt": salt_of(secrets.token_bytes(SALT_BYTES))} for body in lines[:BEGINNING]]
    store.append(record, salted, at=now())
    scribes = [session(register, "scribe", record) for _ in range(links)]
    return {"record": record, "size": BEGINNING + 1, "lines": lines[BEGINNING:], "secrets": scribes}


def session(register: Register, role: str, record: str) -> str:
    """A link that was opened: the secret of its session."""
    return register.join(link(register, role, record), "a phone").secret


def link(register: Register, role: str, record: str) -> str:
    """A new link: its token."""
    _, token = register.make_grant(preset(role, record=record, made_by="a benchmark"))
    return token


def went_on(table: dict[str, Any], lines: int) -> dict[str, Any]:
    """The table after so many lines were appended."""
    return {**table, "size": table["size"] + lines, "lines": table["lines"][lines:]}


class Process:
    """A server in a process of its own."""

    def __init__(self, command: list[str], folder: Path, port: int, path: str) -> None:
        self.port = port
        begun = self._begun = time.perf_counter()
        with (folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                command, cwd=folder, env=as_installed(folder), stdout=subprocess.DEVNULL, stderr=log
            )
        while True:
            assert self.process.poll() is None, (folder / "log").read_text()[-2000:]
            try:
                with urlopen(f"http://127.0.0.1:{port}{path}", timeout=5) as answer:
                    assert answer.status == 200
                    break
            except OSError:
                time.sleep(0.005)
        self.ready = time.perf_counter() - begun
        self.ready_cpu = self.cpu()

    def ask_for_a_session(self) -> None:
        """Ask as a phone whose link is over: that is known only once the register is open."""
        asked = Request(f"http://127.0.0.1:{self.port}/api/v1/me", headers={"Authorization": "Bearer none"})
        with suppress(HTTPError):
            urlopen(asked, timeout=20)
        self.knows_links = time.perf_counter() - self._begun

    def cpu(self) -> float:
        """Seconds of CPU of all threads so far, as the scheduler counts them."""
        tasks = Path(f"/proc/{self.process.pid}/task").iterdir()
        return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1e9

    def megabytes(self) -> float:
        """Memory that it has in use, pages of libraries that other programs use too among them."""
        return self._memory("Rss")

    def anonymous_megabytes(self) -> float:
        """Memory that is no page of a file, so that no other program could share it."""
        return self._memory("Anonymous")

    def _memory(self, what: str) -> float:
        rollup = Path(f"/proc/{self.process.pid}/smaps_rollup").read_text()
        (line,) = (line for line in rollup.splitlines() if line.startswith(f"{what}:"))
        return int(line.split()[1]) / 1024

    def stop(self) -> None:
        """End it."""
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(20)


@contextmanager
def served(folder: Path, port: int) -> Iterator[Process]:
    """`qm serve` on the store of a folder."""
    command = [sys.executable, "-m", "cli", "serve", "--db", str(folder / "records.db"), "--port", str(port)]
    process = Process(command, folder, port, "/health")
    try:
        process.ask_for_a_session()
        yield process
    finally:
        process.stop()


@contextmanager
def bare(folder: Path, port: int) -> Iterator[Process]:
    """The smallest application below the same server."""
    (folder / "bare.py").write_text(BARE)
    process = Process([sys.executable, str(folder / "bare.py"), str(port)], folder, port, "/")
    try:
        yield process
    finally:
        process.stop()


def library_megabytes(folder: Path, names: tuple[str, ...]) -> float:
    """Memory of a process that has loaded these libraries and does nothing."""
    fast = [name for name in ("uvloop", "httptools") if find_spec(name)]
    loads = "\n".join(f"import {name}" for name in (*fast, *names))
    tells = "print(next(line.split()[1] for line in open('/proc/self/smaps_rollup') if line.startswith('Rss:')))"
    command = [sys.executable, "-c", f"{loads}\n{tells}"]
    told = subprocess.run(command, cwd=folder, env=as_installed(folder), capture_output=True, text=True, check=True)
    return int(told.stdout) / 1024


def phones(what: str, **given: Any) -> dict[str, Any]:
    """Let the clients do something, in their own process."""
    told = subprocess.run(_clients(), input=_line(what, given), capture_output=True, text=True, cwd=ROOT, check=False)
    assert told.returncode == 0, told.stderr[-2000:]
    found: dict[str, Any] = json.loads(told.stdout)
    assert not found.get("bad"), found["bad"]
    return found


@contextmanager
def listening(**given: Any) -> Iterator["subprocess.Popen[str]"]:
    """Clients that listen, and begin to send once they are told."""
    with subprocess.Popen(_clients(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT) as clients:
        assert clients.stdin is not None and clients.stdout is not None
        clients.stdin.write(_line("listen", given))
        clients.stdin.flush()
        clients.stdout.readline()
        yield clients


def _clients() -> list[str]:
    return [sys.executable, "-m", "tests.benchmarks.serve_clients"]


def _line(what: str, given: dict[str, Any]) -> str:
    return json.dumps({"what": what, **given}) + "\n"


def parts_below() -> str:
    """Which loop and parser uvicorn takes here."""
    loop = "uvloop" if find_spec("uvloop") else "asyncio"
    return f"{loop}, {'httptools' if find_spec('httptools') else 'h11'}, {os.cpu_count()} cores"
