"""The description of the service: it is valid, it names every route, and what is answered is what it says."""

import json
import secrets
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.applications import Starlette
from starlette.routing import Route

from cli.serve.calls import PREFIX, Call
from cli.serve.door import rate_limits
from cli.serve.door.web_app import CALLS, PAGES, app_of
from cli.serve.door.web_guard import Guard
from tests.helpers.described import DOCUMENT, check_answer, operations
from tests.helpers.serving import API, Phone, Serving
from tests.helpers.slow import many, some

PLAIN = {*PAGES, "/t/{id}/replay", "/assets/{version}/{name}"}
"""Routes for browsers, not for programs."""
ROLES: dict[str, dict[str, str]] = {
    "spectator": {},
    "seat": {"seat": "p1"},
    "scribe": {},
    "official": {"name": "Zoe"},
    "desk": {},
}
NOTE = {"do": "note", "text": "hello"}
ENDLESS = ("get_live", "get_desk_live", "delete_me")
"""What ends nowhere, or ends the session that the others need."""
QUERIES: tuple[dict[str, str], ...] = ({}, {"picture": "phone", "form": "true"}, {"format": "html"}, {"first": "no"})


@pytest.fixture
def serving(tmp_path: Path) -> Iterator[Serving]:
    with Serving(tmp_path, memory="open") as running:
        yield running


@pytest.fixture
def record(serving: Serving) -> str:
    return serving.record("sea-or-shore", 3, 1, lines=30)


def joined(serving: Serving, role: str, record: str) -> Phone:
    return serving.join(role, None if role == "desk" else record, **ROLES[role])


def test_every_route_is_described(serving: Serving) -> None:
    guard = app_of(serving.service)
    assert isinstance(guard, Guard)
    inner = guard._app
    assert isinstance(inner, Starlette)
    routes = [route for route in inner.routes if isinstance(route, Route) and route.path not in PLAIN]
    asked = {(method, route.path) for route in routes for method in route.methods or () if method != "HEAD"}
    assert asked == {(method, path) for method, path, _ in operations()}


def test_names_are_given_once_and_every_reference_leads_somewhere() -> None:
    names = [told["operationId"] for _, _, told in operations()]
    assert len(names) == len(set(names))
    held = DOCUMENT["components"]
    known = {f"#/components/{room}/{name}" for room in ("schemas", "responses") for name in held[room]}
    parts = json.dumps(DOCUMENT).split('"$ref": "')[1:]
    asked = {part.partition('"')[0] for part in parts}
    assert asked <= known, asked - known
    unused = known - asked - {"#/components/schemas/LiveFrame", "#/components/schemas/DeskFrame"}
    assert not unused, "nothing leads there"
    for method, path, told in operations():
        given = {one["name"] for one in told.get("parameters", ()) if one["in"] == "path"}
        assert given == {part[1:-1] for part in path.replace(".svg", "").split("/") if part.startswith("{")}, path
        assert told["summary"].endswith("."), (method, path)
        assert any(status.startswith("2") for status in told["responses"]), (method, path)


@pytest.mark.parametrize("call", CALLS, ids=lambda call: call.answer.__name__)
def test_a_call_says_who_may_ask_and_what_it_takes(call: Call) -> None:
    told = DOCUMENT["paths"][PREFIX + call.path][call.method.lower()]
    assert bool(told["security"]) == bool(call.may)
    assert ("401" in told["responses"]) == bool(call.may)
    assert ("requestBody" in told) == (call.takes is not None)
    assert call.gives is None or call.media == ()


def test_a_wrong_method_is_told_all_that_the_address_knows(serving: Serving) -> None:
    with serving.client() as client:
        answer = client.put(f"{API}/me", json={})
    assert (answer.status_code, answer.headers["allow"]) == (405, "DELETE, GET, HEAD")


@pytest.mark.slow
def test_the_description_is_valid() -> None:
    from openapi_spec_validator import OpenAPIV31SpecValidator

    OpenAPIV31SpecValidator(DOCUMENT).validate()


def check(answer: httpx.Response, told: dict[str, Any]) -> None:
    """What was answered has the kind and the form that the description promises."""
    check_answer(told, answer.status_code, answer.headers.get("content-type", ""), answer.content)


def bodies(size: int, token: str) -> dict[str, Any]:
    """What to send, by operation; a call that is not here is sent an empty object, and says what it misses."""
    return {
        "post_join": {"token": token, "device": "another"},
        "post_events": {"key": secrets.token_hex(8), "expect": size, "events": [NOTE], "form": True},
        "post_read": {"events": [NOTE]},
        "post_pen": {"do": "take"},
    }


@pytest.mark.slow
@pytest.mark.parametrize("role", some(list(ROLES), 2))
def test_every_answer_has_the_form_that_is_promised(serving: Serving, record: str, role: str) -> None:
    statuses: dict[str, int] = {}
    token = serving.token("spectator", record)
    with joined(serving, role, record) as client, serving.client() as stranger:
        for method, path, told in operations():
            name = told["operationId"]
            known = {one["name"] for one in told.get("parameters", ()) if one["in"] == "query"}
            for query in QUERIES if name not in ENDLESS else ():
                if set(query) <= known:
                    url = path.replace("{id}", record).replace("{game}", "lost-island")
                    body = bodies(serving.store.head(record).size, token).get(name, {})
                    sender = client if name != "post_join" else stranger
                    answer = sender.request(method, url, params=query, json=body if "requestBody" in told else None)
                    check(answer, told)
                    statuses.setdefault(name, answer.status_code)
        check(client.delete(f"{API}/me"), DOCUMENT["paths"][f"{API}/me"]["delete"])
    looked = {"get_now", "get_steps", "get_score", "get_findings", "get_record", "get_games", "get_rules", "get_me"}
    assert {statuses[name] for name in looked} == {200}
    logs = role in ("scribe", "official", "desk")
    assert [statuses[name] for name in ("post_read", "post_pen", "post_events")] == [200 if logs else 403] * 3


def narrowed(record: str) -> dict[str, Any]:
    """The description with a record that is there, so that more is asked than what is not found.

    It leaves out `default`, so that every status must be told by its number.
    """
    made: dict[str, Any] = json.loads(json.dumps(DOCUMENT))
    for methods in made["paths"].values():
        for told in methods.values():
            told["responses"].pop("default", None)
            for one in told.get("parameters", ()):
                known = {"id": [record, "x"], "game": ["lost-island", "x"]}.get(one["name"])
                if one["in"] == "path" and known:
                    one["schema"] = {"type": "string", "enum": known}
    return made


@pytest.mark.slow
@pytest.mark.parametrize(("role", "phase"), some([("desk", "fuzzing"), ("scribe", "coverage")], 1))
def test_a_fuzzer_finds_nothing(
    serving: Serving, record: str, role: str, phase: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rate_limits, "WRITES", rate_limits.Rate(10_000, 10_000))
    monkeypatch.setattr(rate_limits, "GUESSES", rate_limits.Rate(10_000, 10_000))
    (tmp_path / "openapi.json").write_text(json.dumps(narrowed(record)))
    with joined(serving, role, record) as client:
        (secret,) = client.cookies.values()
    command = [sys.executable, "-m", "schemathesis.cli", "run", "openapi.json", "--url", serving.origin]
    command += ["--header", f"Cookie: qm={secret}", "--header", f"Origin: {serving.origin}"]
    command += [word for name in ENDLESS for word in ("--exclude-operation-id", name)]
    command += ["--exclude-checks", "positive_data_acceptance,ignored_auth", "--phases", phase]
    command += [
        "--max-examples",
        str(many(2, 20)),
        "--seed",
        "7",
        "--no-color",
        "--continue-on-failure",
        "--warnings",
        "off",
    ]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=many(120, 1200), check=False)
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
