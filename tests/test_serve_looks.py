"""Every look is kept: whatever a session is shown of a record is a visit, and an official's before it is shown."""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from cli.serve.door.web_app import CALLS
from cli.serve.links import looks
from cli.serve.register.service_file import ServiceFile
from tests.helpers.route_requests import ASKED, Case, ask
from tests.helpers.served import Served
from tests.helpers.serving import API, Serving, frames, post
from tests.helpers.still_service import Still
from tests.helpers.tools import dealt

RECORD = f"{API}/records/{{id}}"
NOT_A_LOOK = {
    ("GET", f"{RECORD}/alphabet"): "the words of the game",
    ("GET", f"{RECORD}/grants"): "links",
    ("POST", f"{RECORD}/grants"): "links",
    ("DELETE", f"{RECORD}/grants/{{g}}"): "links",
    ("POST", f"{RECORD}/grants/{{g}}/free"): "links",
    ("POST", f"{RECORD}/grants/{{g}}/asking"): "links",
    ("POST", f"{RECORD}/links"): "links",
    ("POST", f"{RECORD}/pen"): "who has the pen",
    ("POST", f"{RECORD}/notices"): "what the desk says to people",
    ("DELETE", f"{RECORD}/notices/{{notice}}"): "what the desk says to people",
    ("POST", f"{RECORD}/notices/{{notice}}/answer"): "what the desk says to people",
    ("PUT", f"{RECORD}/people/{{seat}}"): "names beside the record",
    ("DELETE", f"{RECORD}/people/{{seat}}"): "names beside the record",
}
"""Calls about a record that show no line of it, nor what follows from one."""
PAGES = {("GET", "/t/{id}"), ("GET", "/t/{id}/log"), ("GET", "/hall/{id}")}
"""Pages without data, which ask for it by themselves."""
WITHOUT_A_RECORD = {
    "/games": "what is public",
    "/health": "what is public",
    "/me": "who one is",
    "/link": "who one is",
    "/join": "who one is",
    "/tables": "new records",
    "/grants": "links",
    "/stats": "numbers over many games",
    "/visits": "looks",
    "/desk/links": "links",
    "/desk/live": "which tables have news",
    "/tournaments": "which there are",
    "/records": "how far tables are, and what needs somebody",
}
"""Calls without a record in their address, and what they show instead of its lines."""


def in_the_file(path: str | Path, record: str) -> list[tuple[str, str, int, int]]:
    """The visits of a record as another program finds them, which is what a lost process leaves behind."""
    with closing(sqlite3.connect(path)) as other:
        rows = other.execute("SELECT device, eyes, from_size, to_size FROM visits WHERE record = ?", (record,))
        return rows.fetchall()


@pytest.fixture
def still(tmp_path: Path) -> Iterator[Still]:
    with Still(tmp_path) as running:
        yield running


def contested(still: Still) -> str:
    """A table at which an official may rule."""
    game = dealt("sea-or-shore", 3, 1)
    return still.record({**game.header, "officials": [{"name": "Kim", "level": "head"}]}, game.scribe[:5])


def about_a_record() -> list[tuple[str, str]]:
    """Every route with a record in its address."""
    return sorted(route for route in ASKED if "{id}" in route[1] and route not in PAGES)


@pytest.mark.parametrize(("method", "path"), about_a_record())
def test_what_a_call_shows_with_an_officials_eyes_is_on_the_disk_with_its_answer(
    still: Still, method: str, path: str
) -> None:
    record = contested(still)
    case = Case(record, "sea-or-shore", still.size(record), [{"do": "note", "text": "seen"}], ["n seen"])
    for role, more in (("desk", {}), ("official", {"name": "Kim"})):
        kim = still.join(role, None if role == "desk" else record, device=f"Kim's {role}", **more)
        answers = [ask(still, method, request, kim) for request in ASKED[method, path](case)]
        shown = [one for one in answers if one.status < 300 or b'"since"' in one.body]
        found = [eyes for device, eyes, _, _ in in_the_file(still.path, record) if device == f"Kim's {role}"]
        assert found == (["official"] if shown and (method, path) not in NOT_A_LOOK else [])


def test_calls_without_a_record_in_their_address_show_none_or_note_it_themselves() -> None:
    without = {call.path for call in CALLS if "{id}" not in call.path} - {"/feed"}
    assert [path for path in without if not any(path.startswith(known) for known in WITHOUT_A_RECORD)] == []


def test_it_says_which_lines_were_shown(still: Still) -> None:
    record = contested(still)
    kim = still.join("official", record, name="Kim", device="Kim's phone")
    for path, query, seen in (
        ("now", {}, (6, 6)),
        ("steps", {"first": 3, "last": 4}, (4, 6)),
        ("proof/1", {}, (2, 6)),
    ):
        assert still.get(f"/records/{record}/{path}", kim, **query).status == 200
        assert in_the_file(still.path, record) == [("Kim's phone", "official", *seen)]


def test_the_page_to_step_through_and_the_feed_are_looks_too(still: Still) -> None:
    record, other = contested(still), contested(still)
    kim, desk = still.join("official", record, name="Kim", device="Kim's phone"), still.join("desk", device="the desk")
    assert still.ask("GET", f"/t/{record}/replay", kim).status == 200
    assert in_the_file(still.path, record) == [("Kim's phone", "official", 2, 6)]
    assert still.get("/feed", desk, after=3).status == 200
    assert in_the_file(still.path, other) == [("the desk", "official", 2, 6)]
    assert ("the desk", "official", 5, 6) in in_the_file(still.path, record)


def test_an_open_board_is_a_look_at_once_and_grows_with_what_it_shows(still: Still) -> None:
    record = contested(still)
    kim = still.join("official", record, name="Kim", device="Kim's phone")
    ann = still.join("seat", record, seat="p1", device="Ann's phone")
    desk = still.join("desk", device="the desk")
    stream, hers = still.follow(record, kim), still.follow(record, ann)
    assert in_the_file(still.path, record) == [("Kim's phone", "official", 6, 6)]
    scribe = still.join("scribe", record)
    assert still.write(record, scribe, {"do": "note", "text": "a lamp fell"}).status == 200
    assert [name for name, _ in stream.frames()] == ["now", "step"]
    assert in_the_file(still.path, record) == [("Kim's phone", "official", 6, 7)]
    told = {one["device"]: (one["first"], one["last"]) for one in still.get("/visits", desk).json["visits"]}
    assert told["Kim's phone"] == told["Ann's phone"] == (5, 6)
    stream.leave()
    hers.leave()


def test_a_day_of_looking_is_one_visit(still: Still) -> None:
    record = contested(still)
    kim = still.join("official", record, name="Kim", device="Kim's phone")
    for _ in range(50):
        still.get(f"/records/{record}/now", kim)
        still.wait(300)
    still.get(f"/records/{record}/steps", kim)
    assert in_the_file(still.path, record) == [("Kim's phone", "official", 2, 6)]


def test_lines_and_looks_of_others_cost_no_write(still: Still, monkeypatch: pytest.MonkeyPatch) -> None:
    record = contested(still)
    scribe, watcher = still.join("scribe", record), still.join("spectator", record)
    kim = still.join("official", record, name="Kim")
    still.post(f"/records/{record}/pen", scribe, {"do": "take"})
    still.get(f"/records/{record}/now", kim)
    monkeypatch.setattr(ServiceFile, "writing", None)  # whoever writes fails
    for number in range(5):
        assert still.write(record, scribe, {"do": "note", "text": f"note {number}"}).status == 200
        assert still.get(f"/records/{record}/now", watcher).status == 200
    monkeypatch.undo()
    assert still.get(f"/records/{record}/now", kim).status == 200
    monkeypatch.setattr(ServiceFile, "writing", None)
    for _ in range(5):
        assert still.get(f"/records/{record}/now", kim).status == 200
    monkeypatch.undo()


def test_many_looks_at_once_are_written_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written = 0
    before = ServiceFile.writing

    def counted(file: ServiceFile) -> object:
        nonlocal written
        written += 1
        return before(file)

    with Serving(tmp_path) as serving, serving.join("desk") as desk, serving.client() as client:
        client.cookies = desk.cookies
        record = serving.record("sea-or-shore", 3, 1, 40)
        monkeypatch.setattr(ServiceFile, "writing", counted)
        begun = time.monotonic()
        for last in range(2, 40):
            assert desk.get(f"{API}/records/{record}/steps", params={"first": last, "last": last}).status_code == 200
        took = time.monotonic() - begun
        assert 1 <= written <= took / looks.REST + 2


def test_what_cannot_be_kept_is_not_shown_to_an_official_and_others_go_on(
    still: Still, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = contested(still)
    kim, watcher = still.join("official", record, name="Kim"), still.join("spectator", record)
    monkeypatch.setattr("cli.serve.register.service_file.BUSY_SECONDS", 0.01)
    monkeypatch.setattr(looks, "REST_AFTER_FAILURE", 0.0)
    monkeypatch.setattr(looks, "PATIENCE", 0.1)
    with closing(sqlite3.connect(still.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        still.service.register._file._drop()  # the next connection waits no longer than a moment
        refused = still.get(f"/records/{record}/now", kim)
        assert (refused.status, refused.json["detail"]) == (503, str(looks.NOT_KEPT))
        assert still.get(f"/records/{record}/now", watcher).status == 200
        written = still.write(record, kim, {"do": "note", "text": "what is stored stands"}, over=True)
        assert written.status == 200
        other.execute("ROLLBACK")
    assert still.get(f"/records/{record}/now", kim).status == 200
    assert [seen for *_, seen in in_the_file(still.path, record)] == [7]


@pytest.mark.slow
def test_a_killed_service_has_lost_no_look_of_an_official(tmp_path: Path) -> None:
    with Served(tmp_path) as served:
        record = served.record(5)
        (kim,) = served.tokens("official", record, 1, name="Kim")
        (scribe,) = served.tokens("scribe", record, 1)
        with served.join(kim) as looking, served.join(scribe) as logs, frames(looking, record) as told:
            assert next(told)[0] == "now"
            assert post(logs, record, 6, {"do": "note", "text": "a lamp fell"}).status_code == 200
            assert next(told)[0] == "step"
            served.kill()
        kept = in_the_file(tmp_path / "records.service.db", record)  # perhaps the scribe's look too
        assert [look for look in kept if look[1] == "official"] == [("a phone", "official", 6, 7)]
