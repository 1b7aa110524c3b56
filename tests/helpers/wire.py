"""The line between a phone and the service, as bad as a test wants it: cut, stalled, slow, losing and doubling."""

import re
import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from types import TracebackType
from typing import NamedTuple, Self

from tests.helpers.serving import Phone, Serving

PIECE = 4096
PATIENCE = 30
"""Seconds after which a test that waits for a byte has failed."""


class Fate(NamedTuple):
    """What becomes of one request."""

    lose_request: bool = False
    lose_answer: bool = False
    """The service answers, and nobody hears it."""
    twice: bool = False
    """The service gets it twice; the second answer is the one that is heard."""
    cut_after: int | None = None
    """How many bytes of its body arrive before the line is cut."""
    pause_after: int | None = None
    """How many bytes of its body arrive before the line falls silent."""
    delay: float = 0
    """Seconds that it is under way."""
    late_copy: float = 0
    """Seconds after which the service gets it once more, whatever became of it before; nobody hears that answer."""


GOOD = Fate()


class Wire:
    """A proxy in front of a service. Every request has a connection, and a fate, of its own."""

    def __init__(self, service: Serving | str, fate: Callable[[], Fate] = lambda: GOOD) -> None:
        """`service`: one that runs here, or host and port of another process."""
        self._name = service if isinstance(service, str) else service.settings.names[0]
        self._target = _place(self._name)
        self.fate = fate
        self.flowing = threading.Event()
        """While it is not set, nothing of any answer is read: a device that stopped reading."""
        self.flowing.set()
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._open: set[socket.socket] = set()
        self._phones: set[socket.socket] = set()
        self._out_of_reach: set[socket.socket] = set()
        self._gate = threading.Lock()
        self._pause = threading.Event()
        """Set at the end: whatever is under way then arrives at once."""
        self._thread = threading.Thread(target=self._accept, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        self.flowing.set()
        self._pause.set()
        self.cut()

    def phone(self, like: Phone) -> Phone:
        """Somebody with the link of another client, at the far end of the line."""
        headers = {"Host": self._name, "Origin": f"http://{self._name}"}
        return Phone(base_url=self.origin, headers=headers, cookies=dict(like.cookies), timeout=PATIENCE)

    @property
    def origin(self) -> str:
        """The address at the far end, for browsers. They name it in their requests; the service hears its own name."""
        return "http://{}:{}".format(*self._listening.getsockname())

    def cut(self) -> None:
        """Cut every connection that is open now."""
        with self._gate:
            for line in self._open:
                with suppress(OSError):
                    line.shutdown(socket.SHUT_RDWR)

    def lose(self) -> None:
        """The Wi-Fi is gone: no phone hears anything any more, and the service is not told about it."""
        with self._gate:
            self._out_of_reach |= self._phones
            for line in self._phones:
                with suppress(OSError):
                    line.shutdown(socket.SHUT_RDWR)

    def _accept(self) -> None:
        while True:
            try:
                line, _ = self._listening.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(line,), daemon=True).start()

    def _serve(self, line: socket.socket) -> None:
        with self._kept(line), _Kept(line, self._phones, self._gate), suppress(OSError):
            head, body = _request(line)
            head = head.replace(self.origin.removeprefix("http://").encode(), self._name.encode())
            fate = self.fate()
            if fate.late_copy and head:
                threading.Thread(target=self._forward_late, args=(head, body, fate.late_copy), daemon=True).start()
            if fate.lose_request or not head:
                return
            self._pause.wait(fate.delay)
            if fate.twice:
                self._forward(head, body, fate, None)
            self._forward(head, body, fate, None if fate.lose_answer else line)

    def _forward_late(self, head: bytes, body: bytes, seconds: float) -> None:
        self._pause.wait(seconds)
        with suppress(OSError):
            self._forward(head, body, GOOD, None)

    def _forward(self, head: bytes, body: bytes, fate: Fate, back: socket.socket | None) -> None:
        """Hand a request on; its answer goes back, or nowhere."""
        with self._kept(_connected(self._target)) as service:
            if fate.cut_after is not None:
                service.sendall(head + body[: fate.cut_after])
                return
            if fate.pause_after is not None:
                service.sendall(head + body[: fate.pause_after])
            else:
                service.sendall(head + body)
            if back is not None:
                threading.Thread(target=self._hang_up_with, args=(back, service), daemon=True).start()
            while self.flowing.wait() and (piece := service.recv(PIECE)):
                if back is not None and back not in self._out_of_reach:
                    back.sendall(piece)

    def _hang_up_with(self, phone: socket.socket, service: socket.socket) -> None:
        """The service hears of it when the phone goes, unless it is out of reach."""
        with suppress(OSError):
            while phone.recv(PIECE):
                pass
        if phone not in self._out_of_reach:
            with suppress(OSError):
                service.shutdown(socket.SHUT_RDWR)

    def _kept(self, line: socket.socket) -> "_Kept":
        return _Kept(line, self._open, self._gate)


class _Kept:
    """A connection that `cut` knows of while it is used."""

    def __init__(self, line: socket.socket, known: set[socket.socket], gate: threading.Lock) -> None:
        self._line, self._known, self._gate = line, known, gate

    def __enter__(self) -> socket.socket:
        with self._gate:
            self._known.add(self._line)
        return self._line

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self._gate:
            self._known.discard(self._line)
        with suppress(OSError):
            self._line.shutdown(socket.SHUT_RDWR)  # wakes whoever waits on it in another thread
        self._line.close()


def _place(name: str) -> tuple[str, int]:
    host, port = name.rsplit(":", 1)
    return host, int(port)


def _connected(target: tuple[str, int]) -> socket.socket:
    """A connection that holds little: what is not read soon waits at the service."""
    line = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, PIECE)
    try:
        line.connect(target)
    except OSError:  # nobody is there: the service was killed
        line.close()
        raise
    return line


def _request(line: socket.socket) -> tuple[bytes, bytes]:
    """One whole request. The service is asked to close its connection after it."""
    got = b""
    while b"\r\n\r\n" not in got:
        piece = line.recv(PIECE)
        if not piece:
            return b"", b""
        got += piece
    head, _, body = got.partition(b"\r\n\r\n")
    told = re.search(rb"(?i)\r\ncontent-length: (\d+)", head)
    while told and len(body) < int(told[1]):
        body += line.recv(PIECE)
    return re.sub(rb"(?i)\r\nconnection: [^\r]*", b"", head) + b"\r\nConnection: close\r\n\r\n", body
