"""Links from the desk: made, shown once, used, asked for, closed; the sheet to print, and `qm link`."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.helpers.serving import API, Phone, Serving, frames
from tests.helpers.shell import Shell


@pytest.fixture(scope="module")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with Serving(tmp_path_factory.mktemp("service"), delay="30") as running:
        yield running


@pytest.fixture
def record(serving: Serving) -> str:
    return serving.record("sea-or-shore", 3, 1, 5, event="Harbour Open", table=3)


@pytest.fixture(scope="module")
def desk(serving: Serving) -> Iterator[Phone]:
    with serving.join("desk", device="the laptop") as client:
        yield client


def made(desk: httpx.Client, record: str, **wanted: Any) -> dict[str, Any]:
    answer = desk.post(f"{API}/records/{record}/grants", json=wanted)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def links(desk: httpx.Client, record: str) -> dict[str, dict[str, Any]]:
    found = desk.get(f"{API}/records/{record}/grants").json()["links"]
    return {one["title"]: one for one in found}


def opened(serving: Serving, link: str, device: str, **more: Any) -> tuple[Phone, httpx.Response]:
    client = serving.client()
    token = link.partition("#")[2]
    return client, client.post(f"{API}/join", json={"token": token, "device": device, **more})


def test_a_link_is_shown_while_it_is_new_and_never_after_it_was_opened(
    serving: Serving, desk: Phone, record: str
) -> None:
    link = made(desk, record, role="seat", seat="p1")
    assert link["link"].startswith(f"{serving.origin}/j#") and link["qr"].startswith("<svg")
    assert (link["state"], link["sees"].endswith("secrets, claims, signs")) == ("new", True)
    assert desk.get(f"{API}/grants/{link['id']}.svg").headers["content-type"] == "image/svg+xml"
    phone, answer = opened(serving, link["link"], "Ann's phone")
    with phone:
        assert answer.status_code == 200
        (found,) = links(desk, record).values()
        assert (found["state"], found["device"], found["link"], found["qr"]) == ("in use", "Ann's phone", None, None)
        assert desk.get(f"{API}/grants/{link['id']}.svg").status_code == 404


def test_a_link_that_nobody_opened_is_not_shown_for_ever(serving: Serving, desk: Phone, record: str) -> None:
    link = made(desk, record, role="scribe")
    serving.ahead += 16 * 60 * 1_000_000
    try:
        assert links(desk, record)["Scribe"]["link"] is None
        assert desk.get(f"{API}/grants/{link['id']}.svg").status_code == 404
    finally:
        serving.ahead -= 16 * 60 * 1_000_000


def test_a_new_link_closes_the_old_one_and_its_streams(serving: Serving, desk: Phone, record: str) -> None:
    old = made(desk, record, role="seat", seat="p2")
    phone, _ = opened(serving, old["link"], "Bob's phone")
    with phone, frames(phone, record) as told:
        assert next(told)[0] == "now"
        made(desk, record, role="seat", seat="p2")
        assert next(told)[0] == "ended"
        assert phone.get(f"{API}/me").status_code == 401


def test_a_second_phone_is_let_in_or_sent_away_by_the_desk(serving: Serving, desk: Phone, record: str) -> None:
    link = made(desk, record, role="seat", seat="p1")
    path = f"{API}/records/{record}/grants/{link['id']}"
    first, _ = opened(serving, link["link"], "Ann's phone")
    second, waits = opened(serving, link["link"], "Ann's tablet", ask=True)
    with first, second:
        assert waits.json()["waiting"]
        (asking,) = next(iter(links(desk, record).values()))["asking"]
        assert asking["device"] == "Ann's tablet"
        told = desk.post(f"{path}/asking", json={"session": asking["session"], "allow": True})
        assert told.json()["links"][0]["asking"] == []
        assert second.get(f"{API}/records/{record}").status_code == 200
        assert first.get(f"{API}/records/{record}").status_code == 401
        assert desk.post(f"{path}/asking", json={"session": "nobody", "allow": True}).status_code == 404
        assert desk.post(f"{path}/free").status_code == 200
        assert second.get(f"{API}/records/{record}").status_code == 401


def test_a_closed_link_opens_nothing(serving: Serving, desk: Phone, record: str) -> None:
    link = made(desk, record, role="spectator")
    assert link["delay"] == "30" and "30 s late" in link["sees"]
    assert desk.delete(f"{API}/records/{record}/grants/{link['id']}").json()["links"] == []
    phone, answer = opened(serving, link["link"], "late")
    with phone:
        assert answer.status_code == 404


def test_the_sheet_makes_what_is_missing_and_leaves_what_is_in_use(serving: Serving, desk: Phone, record: str) -> None:
    seat = made(desk, record, role="seat", seat="p3")
    phone, _ = opened(serving, seat["link"], "Cleo's phone")
    with phone:
        found = desk.post(f"{API}/records/{record}/links", json={"officials": ["Kim"]}).json()["links"]
        roles = sorted(one["role"] for one in found)
        assert roles == ["official", "scribe", "seat", "seat", "seat", "spectator"]
        assert {one["seat"]: bool(one["link"]) for one in found if one["role"] == "seat"} == {
            "p1": True, "p2": True, "p3": False,
        }  # fmt: skip
        first = {one["id"] for one in found}
        again = desk.post(f"{API}/records/{record}/links", json={}).json()["links"]
        assert len(again) == 6 and seat["id"] in {one["id"] for one in again}
        assert len(first & {one["id"] for one in again}) == 2
        assert phone.get(f"{API}/me").status_code == 200


@pytest.mark.parametrize(
    ("wanted", "words"),
    [
        ({"role": "desk"}, "desk"),
        ({"role": "king"}, "king"),
        ({"role": "seat", "seat": "p9"}, "p9"),
        ({"role": "seat"}, "whose"),
        ({"role": "scribe", "eyes": "p9"}, "p9"),
        ({"role": "scribe", "whole_event": True}, "whole event"),
        ({"role": "spectator", "until": 0}, "minute"),
    ],
)
def test_a_link_that_makes_no_sense_is_not_made(desk: Phone, record: str, wanted: dict[str, Any], words: str) -> None:
    answer = desk.post(f"{API}/records/{record}/grants", json=wanted)
    assert answer.status_code in (400, 422) and words in answer.text
    assert links(desk, record) == {}


def test_an_official_of_the_whole_event_reaches_every_table_of_it(serving: Serving, desk: Phone, record: str) -> None:
    other = serving.record("sea-or-shore", 3, 2, 5, event="Harbour Open", table=4)
    link = made(desk, record, role="official", name="Kim", whole_event=True)
    phone, answer = opened(serving, link["link"], "Kim's phone")
    with phone:
        assert answer.json()["page"] == "/desk"
        assert phone.get(f"{API}/records/{other}/disputes").status_code == 200
        assert phone.get(f"{API}/records/{other}/grants").status_code == 403
    assert "Kim, official of Harbour Open" in links(desk, other)
    desk.delete(f"{API}/records/{record}/grants/{link['id']}")


def test_links_of_another_table_are_not_reached_through_this_one(serving: Serving, desk: Phone, record: str) -> None:
    other = serving.record("sea-or-shore", 3, 3, 5)
    link = made(desk, other, role="scribe")
    assert desk.delete(f"{API}/records/{record}/grants/{link['id']}").status_code == 404
    assert links(desk, other)["Scribe"]["state"] == "new"


# --- the same from the command line


@pytest.fixture
def table(qm: Shell, tmp_path: Path) -> str:
    made = qm("new", "sea-or-shore", "p1=Ann", "p2=Bob", "p3=Cleo", "--json")
    return str(made.json["id"])


def test_a_link_is_made_on_the_command_line_and_replaces_the_one_before(qm: Shell, table: str) -> None:
    refused = qm("link", table, "seat", "p1")
    assert refused.code != 0 and "--url" in refused.err
    first = qm("link", table, "seat", "p1", "--url", "http://club.example:8080/", "--json").json
    assert first["link"].startswith("http://club.example:8080/j#") and first["closed"] == []
    shown = qm("link", table, "scribe", "--url", "http://club.example")
    assert "http://club.example/j#" in shown.out and "▀" in shown.out
    second = qm("link", table, "seat", "p1", "--url", "http://club.example", "--json").json
    assert second["closed"] == [first["id"]]
    told = qm("link", table, "--list")
    assert second["id"] in told.out and first["id"] not in told.out and "#" not in told.out
    assert qm("link", table, "--revoke", second["id"]).code == 0
    assert qm("link", table, "--revoke", second["id"]).code != 0


@pytest.mark.parametrize(
    "words", [("seat", "p9"), ("seat",), ("king",), ("desk",), (), ("scribe", "--list"), ("scribe", "--eyes", "p9")]
)
def test_a_link_that_makes_no_sense_is_refused_on_the_command_line(
    qm: Shell, table: str, words: tuple[str, ...]
) -> None:
    answer = qm("link", table, *words, "--url", "http://club.example")
    assert answer.code != 0 and answer.err and not answer.out


def test_an_audit_says_whose_devices_saw_everything(qm: Shell, tmp_path: Path) -> None:
    with Serving(tmp_path) as running:
        record = running.record("sea-or-shore", 3, 1, 5)
        with running.join("official", record, name="Kim", device="Kim's phone") as kim, frames(kim, record) as told:
            next(told)
        with running.join("desk") as desk:
            while not desk.get(f"{API}/visits").json()["visits"]:
                pass
    answer = qm("audit", record, "--access", "--db", str(tmp_path / "records.db"))
    assert answer.code == 0
    assert "Kim saw lines 5 to 5 with an official's eyes (Kim's phone)" in answer.out
