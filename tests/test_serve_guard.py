"""What a browser may be made to do by another site: nothing. And what every answer carries, errors and streams too."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.requests import Request

from cli.serve.door.dispatch import secret_of
from cli.serve.door.web_guard import HEADERS, POLICY
from cli.serve.messages.wire import BY_NAME
from tests.helpers.route_requests import Case, ask, reads, writes
from tests.helpers.still_service import API, HOST, NOBODY, Guest, Heard, Still
from tests.helpers.tools import dealt

GAME = dealt("sea-or-shore", 3, 1)
NOTE = {"do": "note", "text": "the lamp fell over"}


@pytest.fixture(scope="module")
def still(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Still]:
    with Still(tmp_path_factory.mktemp("service")) as service:
        yield service


@pytest.fixture
def record(still: Still) -> str:
    still.wait(60)  # whatever was guessed before is forgotten
    return still.record(GAME.header, GAME.scribe[:6])


def kind(answer: Heard) -> tuple[int, str]:
    return answer.status, str(answer.json["type"]).rpartition("/")[2]


FOREIGN = (
    {"origin": "http://evil.test"},
    {"origin": "null"},
    {"origin": ""},
    {"origin": f"https://{HOST}"},
    {"origin": f"http://{HOST}:8081"},
    {"origin": f"http://{HOST}.evil.test"},
    {"sec-fetch-site": "cross-site"},
    {"sec-fetch-site": "same-site"},
    {"origin": "http://evil.test", "sec-fetch-site": "same-origin"},
)


@pytest.mark.parametrize("headers", FOREIGN, ids=str)
def test_another_site_can_make_nobody_write(still: Still, record: str, headers: dict[str, str]) -> None:
    scribe = still.join("scribe", record)
    sent = {"key": "k", "expect": 7, "events": [NOTE]}
    for method, path, body in (
        ("POST", f"{API}/records/{record}/events", sent),
        ("POST", f"{API}/records/{record}/pen", {"do": "take"}),
        ("POST", f"{API}/join", {"token": "x"}),
        ("DELETE", f"{API}/me", None),
    ):
        assert kind(still.ask(method, path, scribe, body=body, headers=headers)) == (403, "foreign-origin")
    assert still.size(record) == 7
    assert still.get("/me", scribe).status == 200


@pytest.mark.parametrize(
    "media", ["", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/json"]
)
def test_a_form_cannot_write(still: Still, record: str, media: str) -> None:
    scribe = still.join("scribe", record)
    sent = b'{"key": "k", "expect": 7, "events": [{"do": "note", "text": "x"}]}'
    for path in (f"{API}/records/{record}/events", f"{API}/records/{record}/read", f"{API}/join", f"{API}/me/asking"):
        answer = still.ask("POST", path, scribe, body=sent, headers={"content-type": media})
        assert kind(answer) == (415, "not-json")
    assert still.size(record) == 7


def test_own_pages_and_programs_can_write(still: Still, record: str) -> None:
    scribe = still.join("scribe", record)
    path = f"{API}/records/{record}/pen"
    for headers in ({"sec-fetch-site": "same-origin"}, {"sec-fetch-site": "none"}, {"origin": f"HTTP://{HOST}"}):
        assert still.ask("POST", path, scribe, body={"do": "take"}, headers=headers).status == 200
    bearer = {"authorization": f"Bearer {scribe.secret}", "cookie": ""}
    assert still.ask("POST", path, NOBODY, body={"do": "take"}, headers=bearer).status == 200


@pytest.mark.parametrize("host", ["evil.test", f"{HOST}:8080", f"{HOST}.evil.test", "127.0.0.1", "", f"x@{HOST}"])
def test_the_service_answers_under_its_own_names_only(still: Still, record: str, host: str) -> None:
    """A name that another site turned to this address does not open it."""
    guest = still.join("spectator", record)
    for path in ("/", "/health", f"/t/{record}", f"{API}/me", f"{API}/records/{record}/live"):
        assert kind(still.ask("GET", path, guest, headers={"host": host})) == (421, "unknown-host")


def everything(still: Still, record: str, guest: Guest) -> list[Heard]:
    case = Case(record, "sea-or-shore", still.size(record), [NOTE], ["n a note"])
    told = [ask(still, method, request, guest) for method, request in (*reads(case), *writes(case))]
    told += [still.ask(method, "/no/such/page", guest) for method in ("GET", "POST", "DELETE", "OPTIONS", "HEAD")]
    told += [still.ask("DELETE", f"{API}/records/{record}/now", guest), still.ask("GET", "/", headers={"host": "x"})]
    told.append(still.follow(record, guest).heard())
    told.append(still.ask("POST", f"{API}/join", guest, body=b"x" * 70_000))
    return told


@pytest.mark.parametrize("role", ["nobody", "scribe"])
def test_every_answer_carries_what_protects_it(still: Still, record: str, role: str) -> None:
    guest = NOBODY if role == "nobody" else still.join("scribe", record)
    for answer in everything(still, record, guest):
        assert answer.status, answer
        carried = dict(answer.headers)
        assert {name: carried.get(name.lower()) for name in HEADERS} == HEADERS, answer.text
        policy = carried["content-security-policy"]
        own = "script-src 'sha256-" in policy and "unsafe" not in policy and "default-src 'none'" in policy
        assert policy == POLICY or own, policy
        assert "etag" not in carried and "last-modified" not in carried
        is_data = carried.get("content-type", "").startswith(("application/", "text/event-stream"))
        assert not is_data or carried["cache-control"] == "no-store" or b"openapi" in answer.body[:20], answer.text


@pytest.mark.parametrize("secure", [False, True], ids=["http", "https"])
def test_no_script_and_no_other_site_can_use_the_cookie(tmp_path: Path, secure: bool) -> None:
    with Still(tmp_path, secure=secure) as still:
        record = still.record(GAME.header, [])
        origin = {"origin": f"{'https' if secure else 'http'}://{HOST}"}
        body = {"token": still.token("spectator", record), "device": "x"}
        joined = still.ask("POST", f"{API}/join", body=body, headers=origin)
        name, _, rest = str(joined.header("set-cookie")).partition("=")
        secret, *flags = rest.split("; ")
        assert name == ("__Host-qm" if secure else "qm")
        assert len(secret) >= 32
        expected = {"HttpOnly", "SameSite=strict", "Path=/", "Max-Age=43200"} | ({"Secure"} if secure else set())
        assert set(flags) == expected
        assert joined.json["protected"] is secure
        assert secret.encode() not in joined.body
        left = still.ask("DELETE", f"{API}/me", Guest(secret), headers=origin)
        gone, _, rest = str(left.header("set-cookie")).partition("=")
        assert gone == name and {"HttpOnly", "Path=/", "Max-Age=0"} <= set(rest.split("; "))


@pytest.mark.parametrize(
    "cookies",
    [["qm=x"], ["a=1; qm=x ;b"], ['qm="x"'], ["a=1", "qm=x"], ["qm=y", "qm=x"], ["qm=y; qm=x", "b=2"]],
    ids=str,
)
def test_a_session_is_found_among_other_cookies(still: Still, cookies: list[str]) -> None:
    """As Starlette finds it, whether they came in one header or in several."""
    headers = [(b"cookie", each.encode()) for each in cookies]
    scope = {"type": "http", "headers": headers, BY_NAME: dict(reversed(headers))}
    assert secret_of(still.service, scope) == Request(scope).cookies["qm"] == "x"


def test_over_https_a_cookie_without_the_prefix_is_nobodys(tmp_path: Path) -> None:
    with Still(tmp_path, secure=True) as still:
        record = still.record(GAME.header, [])
        secret = still.register.join(still.token("spectator", record), "x").secret
        assert still.ask("GET", f"{API}/me", headers={"cookie": f"qm={secret}"}).status == 401
        assert still.ask("GET", f"{API}/me", headers={"cookie": f"__Host-qm={secret}"}).status == 200
