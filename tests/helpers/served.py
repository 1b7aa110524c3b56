"""A real `qm serve` in a process of its own, which a test can kill and start again."""

import os
import secrets
import signal
import socket
import subprocess
import sys
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from cli.machine.folders_and_clock import now
from cli.serve.register.register import Register
from cli.serve.register.roles import preset
from records.ids import new_id
from records.store import open_store
from replay.deal import deal, header_for
from replay.library import game_of
from tests.helpers.serving import API, Phone
from tests.helpers.shell import ROOT


class Served:
    """The service on one store and one port, as often as it is started."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.path = str(folder / "records.db")
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.name = f"127.0.0.1:{self.port}"
        self.origin = f"http://{self.name}"
        self.process: subprocess.Popen[str] | None = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.process is not None:
            self.kill()

    def start(self) -> None:
        """Start it, and wait until it says that it serves."""
        command = [sys.executable, "-m", "cli", "serve", "--db", self.path, "--port", str(self.port), "--no-input"]
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "XDG_DATA_HOME": str(self.folder)}
        log = (self.folder / "log").open("a")
        with log:
            self.process = subprocess.Popen(
                command, stdout=subprocess.PIPE, stderr=log, text=True, env=environment, cwd=self.folder
            )
        assert self.process.stdout is not None
        assert self.process.stdout.readline().startswith("serving"), (self.folder / "log").read_text()

    def kill(self) -> None:
        """The power goes."""
        self.end(signal.SIGKILL)

    def end(self, number: int) -> int:
        """Send a signal, and wait for the end; the exit code."""
        process, self.process = self.process, None
        assert process is not None and process.stdout is not None
        process.send_signal(number)
        code = process.wait(30)
        process.stdout.close()
        return code

    def record(self, lines: int) -> str:
        """The beginning of a game; the id of its record."""
        game = game_of("sea-or-shore")
        dealt = deal(game, header_for(game, 3), 1)
        record_id = new_id(now(), secrets.token_bytes(10))
        with open_store(self.path, create=True) as store:
            store.create(dealt.header, record_id=record_id, at=now())
            store.append(record_id, [dict(body) for body in dealt.scribe[:lines]], at=now())
        return record_id

    def tokens(self, role: str, record: str, amount: int, **more: Any) -> list[str]:
        """New links, made as `qm link` would make them."""
        with Register(str(self.folder / "records.service.db"), clock=now, random=secrets.token_bytes) as register:
            wanted = preset(role, record=record, made_by="a test", **more)
            return [register.make_grant(wanted)[1] for _ in range(amount)]

    def join(self, token: str) -> Phone:
        """Somebody who opened a link."""
        client = Phone(base_url=self.origin, headers={"Origin": self.origin}, timeout=30)
        answer = client.post(f"{API}/join", json={"token": token, "device": "a phone"})
        assert answer.status_code == 200, answer.text
        return client
