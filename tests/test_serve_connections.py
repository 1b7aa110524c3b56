"""Connections that are no request yet: how many there may be, how long they may take, and how much they may send."""

import json
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from cli.serve import run
from cli.serve.door import connections, http_parser
from tests.helpers.serving import Serving


@pytest.fixture(params=["plain", "fast"])
def serving(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Serving]:
    """A service with each of the two parsers, if the fast one is installed."""
    if request.param == "plain":
        monkeypatch.setattr(run, "http_protocol", http_parser.plain_http)
    else:
        pytest.importorskip("httptools")
    with Serving(tmp_path) as serving:
        yield serving


def connected(serving: Serving) -> socket.socket:
    return socket.create_connection(("127.0.0.1", serving.listening.getsockname()[1]), 10)


def answer(line: socket.socket) -> bytes:
    """All that comes until the other end closes."""
    parts = []
    try:
        while part := line.recv(65536):
            parts.append(part)
    except ConnectionResetError:
        pass  # what was still on its way to a closed connection
    return b"".join(parts)


def problem(told: bytes) -> tuple[int, dict[str, Any]]:
    head, _, body = told.partition(b"\r\n\r\n")
    assert b"application/problem+json" in head
    return int(head.split()[1]), json.loads(body)


def test_headers_without_end_are_not_taken_in(serving: Serving) -> None:
    with connected(serving) as line:
        line.sendall(b"GET /health HTTP/1.1\r\nHost: x\r\n")
        sent = 0
        try:
            while sent < 4_000_000:
                sent += line.send(b"X-More: " + b"y" * 60_000 + b"\r\n")
        except (BrokenPipeError, ConnectionResetError):
            pass
        assert sent < 4_000_000, "the connection was closed long before that"


def test_a_head_that_is_too_large_is_answered(serving: Serving) -> None:
    with connected(serving) as line:
        line.sendall(b"GET /health HTTP/1.1\r\nHost: x\r\n")
        for _ in range(3):
            time.sleep(0.05)  # so that it arrives in parts
            line.sendall(b"X-More: " + b"y" * 9_000 + b"\r\n")
        status, told = problem(answer(line))
    assert status in (400, 431), "one parser cannot tell such a head from any other that it cannot read"
    assert told["mend"]


def test_a_body_of_two_lengths_is_the_last_thing_that_is_read(serving: Serving) -> None:
    """Where a proxy counts by the other one, what it takes for a body would be a request here."""
    host = serving.origin.partition("://")[2]
    hidden = f"GET /health HTTP/1.1\r\nHost: {host}\r\n\r\n"
    head = f"POST /api/v1/join HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n"
    with connected(serving) as line:
        lengths = f"Content-Length: {5 + len(hidden)}\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
        line.sendall(f"{head}{lengths}{hidden}".encode())
        told = answer(line)
    assert told.count(b"HTTP/1.1 ") == 1, told
    assert problem(told)[0] == 400 and b"connection: close" in told.lower()


def test_who_never_asks_is_hung_up_on_and_who_listens_is_not(serving: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "HEAD_SECONDS", 0.3)
    record = serving.record("sea-or-shore", 3, 1, lines=5)
    with ExitStack() as stack:
        silent, half = (stack.enter_context(connected(serving)) for _ in range(2))
        half.sendall(b"GET /health HTTP/1.1\r\nHost:")
        guest = stack.enter_context(serving.join("spectator", record))
        stream = stack.enter_context(guest.stream("GET", f"/api/v1/records/{record}/live"))
        lines = stream.iter_lines()
        next(lines)
        assert answer(silent) == answer(half) == b""
        time.sleep(0.7)
        serving.store.append(record, [{"do": "note", "text": "still there"}], at=serving.clock())
        assert any("still there" in line for line in lines)


def test_an_address_has_only_so_many_connections(serving: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "CONNECTIONS_MAX", 5)
    with ExitStack() as stack:
        lines = [stack.enter_context(connected(serving)) for _ in range(6)]
        status, told = problem(answer(lines[-1]))
        assert (status, told["type"]) == (429, "/problems/too-fast")
        lines[0].close()
        deadline = time.monotonic() + 10
        while time.monotonic() < deadline:
            with connected(serving) as line:
                line.sendall(b"GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
                if b" 421 " in answer(line)[:20]:
                    break
        else:
            pytest.fail("there is room again, and nobody is let in")


def test_behind_a_proxy_everybody_comes_from_one_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "CONNECTIONS_MAX", 1)
    with Serving(tmp_path, behind_proxy=True) as serving, ExitStack() as stack:
        for _ in range(3):
            stack.enter_context(connected(serving))
        with connected(serving) as line:
            line.sendall(b"GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            assert b" 421 " in answer(line)[:20], "a request was read and answered"
