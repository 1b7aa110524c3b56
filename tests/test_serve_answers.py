"""No request stays without an answer, and none is answered with a traceback: whatever is asked, in whatever way."""

import json
import re
import socket
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest

from cli.serve.messages.problems import TYPES, WebProblem
from cli.serve.run import listen
from cli.serve.service import Service
from cli.serve.settings import Settings
from tests.helpers.serving import API, Serving, post

NOTE = {"do": "note", "text": "the lamp fell over"}
JSON = {"Content-Type": "application/json"}


@pytest.fixture(scope="module")
def record(serving: Serving) -> str:
    return serving.record("sea-or-shore", 3, 1, 12)


@pytest.fixture(scope="module")
def scribe(serving: Serving, record: str) -> Iterator[httpx.Client]:
    with serving.join("scribe", record) as client:
        yield client


def problem(answer: httpx.Response) -> tuple[int, str]:
    """Status and kind of a problem, which must be one of RFC 9457 and tell nothing of our insides."""
    assert answer.headers["content-type"] == "application/problem+json", answer.text
    told = answer.json()
    assert told["status"] == answer.status_code
    assert told["title"] and told["detail"] and told["mend"]
    assert "Traceback" not in answer.text and ".py" not in answer.text
    return answer.status_code, told["type"].removeprefix("/problems/")


@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "BREW"])
def test_an_address_that_is_not_there(scribe: httpx.Client, method: str) -> None:
    for path in (
        "/nothing",
        f"{API}/nothing",
        f"{API}/records/x/nothing",
        "/t",
        "/assets/x/../../pyproject.toml",
        "/%2e%2e/x",
    ):
        status, kind = problem(scribe.request(method, path))
        assert status in (404, 405) or (method, kind) == ("BREW", "malformed")  # unreadable for the parser of `fast`


@pytest.mark.parametrize("kind", TYPES)
def test_every_problem_says_how_to_go_on(kind: str) -> None:
    told = WebProblem(kind, "it went wrong").document()
    assert (told["type"], told["status"]) == (f"/problems/{kind}", TYPES[kind][0])
    assert told["title"] and told["detail"] and told["mend"]


@pytest.mark.parametrize("method", ["PUT", "PATCH", "DELETE", "OPTIONS", "POST"])
def test_an_address_asked_in_the_wrong_way(scribe: httpx.Client, record: str, method: str) -> None:
    for path in (f"{API}/records/{record}/now", f"{API}/records/{record}/live", "/openapi.json", "/health"):
        answer = scribe.request(method, path)
        assert problem(answer) == (405, "wrong-method")
        assert "GET" in answer.headers["allow"]


def test_the_head_of_every_answer_can_be_asked_for(scribe: httpx.Client, record: str) -> None:
    """Of a stream too: it ends, and nobody is counted as a listener."""
    for path in (
        "/openapi.json",
        "/health",
        f"{API}/me",
        f"{API}/records/{record}/now",
        f"{API}/records/{record}/live",
    ):
        for _ in range(6):  # more than one device may have streams
            answer = scribe.head(path)
            assert (answer.status_code, answer.content) == (200, b"")


@pytest.mark.parametrize(
    ("body", "headers", "expected"),
    [
        (b"{}", {"Content-Type": "text/plain"}, (415, "not-json")),
        (b"a=b", {"Content-Type": "application/x-www-form-urlencoded"}, (415, "not-json")),
        (b"{}", {}, (415, "not-json")),
        (b"", JSON, (400, "malformed")),
        (b"{", JSON, (400, "malformed")),
        (b"[]", JSON, (400, "malformed")),
        (b"null", JSON, (400, "malformed")),
        (b"\xff\xfe", JSON, (400, "malformed")),
        (b'{"key":"\xff","expect":1,"say":"x"}', JSON, (400, "malformed")),
        (b'{"key":"\\ud800","expect":1,"say":"x"}', JSON, (400, "malformed")),
        (b'{"key":"k","expect":1' + b"0" * 5000 + b',"say":"x"}', JSON, (400, "malformed")),
        (b'{"key":"k","expect":1e999,"say":"x"}', JSON, (400, "malformed")),
        (b"[" * 60_000, JSON, (400, "malformed")),
        (b'{"key":"k","expect":13,"events":[' + b'{"a":' * 900 + b"1" + b"}" * 900 + b"]}", JSON, (422, "refused")),
        (b" " * (64 * 1024 + 1), JSON, (413, "too-large")),
    ],
)
def test_a_body_that_cannot_be_read(
    scribe: httpx.Client, record: str, body: bytes, headers: dict[str, str], expected: tuple[int, str]
) -> None:
    for path in (f"{API}/records/{record}/events", f"{API}/join"):
        if path.endswith("join") and expected[0] == 422:
            continue
        assert problem(scribe.post(path, content=body, headers=headers)) == expected


def test_a_body_of_boxes_within_boxes_is_refused(scribe: httpx.Client, record: str) -> None:
    """Whether the decoder gives up or the profile does depends on how deep this version of Python goes."""
    body = b'{"key":"k","expect":13,"events":[' + b'{"a":' * 9_000 + b"1" + b"}" * 9_000 + b"]}"
    found = problem(scribe.post(f"{API}/records/{record}/events", content=body, headers=JSON))
    assert found in ((400, "malformed"), (422, "refused"))
    assert problem(scribe.post(f"{API}/join", content=body, headers=JSON)) == (400, "malformed")


def test_a_body_without_end_is_cut_off(scribe: httpx.Client, record: str) -> None:
    """Nobody said how long it would be."""

    def parts() -> Iterator[bytes]:
        for _ in range(65):
            yield b" " * 1024

    answer = scribe.post(f"{API}/records/{record}/events", content=parts(), headers=JSON)
    assert problem(answer) == (413, "too-large")


def test_a_body_of_just_64_kib_is_read(scribe: httpx.Client, record: str) -> None:
    body = b'{"key":"k"}'
    answer = scribe.post(f"{API}/records/{record}/events", content=body.ljust(64 * 1024), headers=JSON)
    assert problem(answer) == (400, "malformed")


@pytest.mark.parametrize(
    "body",
    [
        b'{"key":"k","expect":SIZE,"events":[{"do":"note","text":"a","text":"b"}]}',
        b'{ "key": "k", "expect": SIZE, "events": [ {"do": "note", "text": {"a": 1, "a": 1}} ] }',
        b'{"key":"k","key":"l","expect":SIZE,"say":"n hello"}',
        b'{"key":"k","expect":SIZE,"events":[{"do":"note","x":1,"x":"\\u0022\\u0022","text":"b"}]}',
        b'{"key":"k","expect":SIZE,"events":[{"do":"note","text":"b","x":-0}]}',
        b'{"key":"k","expect":SIZE,"events":[{"do":"note","text":"b","x":' + b"1" * 40 + b"}]}",
    ],
)
def test_nothing_is_repaired_without_a_word(serving: Serving, scribe: httpx.Client, record: str, body: bytes) -> None:
    """A key that stands twice means something else to everybody; a record refuses it, and so does the door."""
    size = serving.store.head(record).size
    sent = body.replace(b"SIZE", str(size).encode())
    answer = scribe.post(f"{API}/records/{record}/events", content=sent, headers=JSON)
    assert problem(answer) in ((400, "malformed"), (422, "refused"))
    assert answer.json()["mend"]
    assert serving.store.head(record).size == size


def test_a_name_that_stands_twice_in_an_address_is_refused(scribe: httpx.Client, record: str) -> None:
    answer = scribe.get(f"{API}/records/{record}/steps?first=1&last=2&first=3")
    assert problem(answer) == (400, "malformed")
    assert answer.json()["where"] == "query first"


def test_odd_but_clear_json_is_read(serving: Serving, scribe: httpx.Client, record: str) -> None:
    size = serving.store.head(record).size
    text = b'{"key":"odd","expect":SIZE,"events":[{"do":"note","text":"a \\u0022word\\u0022, \\"two\\", 1-0"}]}'
    answer = scribe.post(
        f"{API}/records/{record}/events", content=text.replace(b"SIZE", str(size).encode()), headers=JSON
    )
    assert answer.status_code == 200, answer.text
    assert answer.json()["steps"][0]["text"].endswith('a "word", "two", 1-0')


def bare(serving: Serving, data: bytes) -> bytes:
    """What comes back for bytes that no client library would send."""
    host, port = serving.settings.names[0].split(":")
    with socket.create_connection((host, int(port)), 10) as line:
        line.sendall(data)
        line.shutdown(socket.SHUT_WR)
        return b"".join(iter(lambda: line.recv(65536), b""))


@pytest.mark.parametrize(
    "head",
    [
        b"GET / HTTP/1.1\r\nHost: HERE\r\nX: " + b"a" * 40_000 + b"\r\n\r\n",
        b"GET /" + b"a" * 40_000 + b" HTTP/1.1\r\nHost: HERE\r\n\r\n",
        b"GET /\xff HTTP/1.1\r\nHost: HERE\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: HERE\r\nContent-Length: " + b"9" * 30 + b"\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: HERE\r\nContent-Length: -1\r\n\r\n",
        b"nonsense\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    ],
)
def test_what_is_no_http_is_answered_too(serving: Serving, head: bytes) -> None:
    answer = bare(serving, head.replace(b"HERE", serving.settings.names[0].encode()))
    assert re.match(rb"HTTP/1.1 4\d\d ", answer), answer
    assert b"content-type: application/problem+json" in answer.lower()


def test_a_device_that_hangs_up_is_no_mistake_of_ours(serving: Serving, capfd: pytest.CaptureFixture[str]) -> None:
    head = f"POST {API}/join HTTP/1.1\r\nHost: {serving.settings.names[0]}\r\nContent-Type: application/json\r\n"
    bare(serving, head.encode() + b'Content-Length: 100\r\n\r\n{"token":')
    with serving.client() as client:
        client.get("/health")
    assert '"mistake"' not in capfd.readouterr().err


@pytest.mark.parametrize("last", ["-1", "x", "²", "٣", "9" * 10, "9" * 5000, "1e3", ""])
def test_a_stream_goes_on_from_wherever_somebody_says_they_were(scribe: httpx.Client, record: str, last: str) -> None:
    headers = {b"Last-Event-ID": last.encode()}
    with scribe.stream("GET", f"{API}/records/{record}/live", headers=headers) as answer:
        assert answer.status_code == 200
        assert next(answer.iter_lines())


@pytest.mark.parametrize(
    "query", ["after=x", "after=" + "9" * 5000, "after=1e999", "picture=huge", "form=perhaps", "nothing=1", "after=%ff"]
)
def test_a_query_that_cannot_be_read(scribe: httpx.Client, record: str, query: str) -> None:
    assert problem(scribe.get(f"{API}/records/{record}/live?{query}")) == (400, "malformed")


def test_what_one_may_not_know_is_what_is_not_there(serving: Serving, scribe: httpx.Client) -> None:
    """Records of others, damaged ones among them, and ids of any form: the answers do not differ by a byte."""
    other = serving.record("lost-island", 2, 1, 3)
    ids = [other, other.lower(), "01ARZ3NDEKTSV4RRFFQ69G5FAV", "x", "%00", "%ff", "a%2Fb", "%F0%9F%8E%B2", "9" * 3000]
    ids += ["".join(f"%{ord(letter):02x}" for letter in other)]
    calls = [("GET", "now"), ("GET", "live"), ("POST", "events")]
    with serving.join("official", event="another event", name="Kim") as elsewhere:
        for client in (scribe, elsewhere):
            for method, call in calls:
                body = {"json": {"do": "take"}} if method == "POST" else {}
                answers = [client.request(method, f"{API}/records/{each}/{call}", **body) for each in ids]  # type: ignore[arg-type] # the body is a keyword of its own
                assert {answer.status_code for answer in answers} == {404}
                told = {answer.content for answer in answers if b"such record" in answer.content}
                assert len(told) == 1, told
                assert problem(answers[0]) == (404, "not-found")


def _bug(*_: Any) -> Any:
    raise ZeroDivisionError("secret words of a bug")


@pytest.mark.parametrize(
    ("name", "ask"),
    [
        ("view", lambda client, record: client.get(f"{API}/records/{record}/now")),
        ("view", lambda client, record: client.get(f"{API}/records/{record}/live")),
        ("table", lambda client, record: post(client, record, 13, NOTE)),
        ("may_reach", lambda client, record: client.get(f"/t/{record}/replay")),
    ],
)
def test_a_mistake_of_ours_has_a_number_and_nothing_else(
    serving: Serving,
    record: str,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    name: str,
    ask: Callable[[httpx.Client, str], httpx.Response],
) -> None:
    monkeypatch.setattr(Service, name, _bug)
    with serving.join("desk") as client:
        capfd.readouterr()
        answer = ask(client, record)
    assert problem(answer) == (500, "mistake")
    assert set(answer.json()) == {"type", "title", "status", "detail", "mend"}
    (number,) = re.findall(r"report ([0-9a-f]{8})", answer.json()["detail"])
    assert "secret words" not in answer.text
    logged = [json.loads(line) for line in capfd.readouterr().err.splitlines()]
    stories = [line for line in logged if line["event"] == "mistake"]
    assert [line["report"] for line in stories] == [number], "told once, and under the same number"
    assert "secret words" in stories[0]["story"]


def test_a_log_that_cannot_be_written_holds_nobody_up(
    scribe: httpx.Client, record: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A closed terminal, or a log on a full disk."""

    class Full:
        def write(self, _: str) -> int:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr("sys.stderr", Full())
    assert scribe.get(f"{API}/records/{record}/now").status_code == 200
    assert problem(scribe.get("/nothing")) == (404, "not-found")


def test_small_answers_do_not_wait_for_each_other() -> None:
    """asyncio sends at once only what it knows to be TCP; else answers wait until the one before is confirmed."""
    with listen(Settings(port=0)) as listening:
        assert listening.proto == socket.IPPROTO_TCP
