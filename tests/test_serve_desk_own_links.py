"""Links that are for no single table: those of the desk and of officials. They are listed, taken back, and end."""

import secrets
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from cli.serve.links.link_making import origin_of
from cli.serve.register.grants import UNOPENED_FOR
from cli.serve.register.register import Register
from cli.serve.register.roles import OFFICIAL_FOR, preset
from cli.serve.register.service_facts import ORIGIN, ServiceFacts
from cli.serve.register.service_file import ServiceFile
from cli.serve.run import desk_link
from cli.serve.settings import Settings
from records.clock import to_text
from records.errors import QuartermasterError
from tests.helpers.serving import API, Serving
from tests.helpers.shell import Shell

HOUR = 3600 * 1_000_000


@pytest.fixture
def serving(tmp_path: Path) -> Iterator[Serving]:
    with Serving(tmp_path) as running:
        yield running


class Starts:
    """A register that outlives several starts of the service."""

    def __init__(self, place: Path) -> None:
        self.now = 1_800_000_000_000_000
        self.register = Register(str(place), clock=lambda: self.now, random=secrets.token_bytes)

    def start(self, host: str = "127.0.0.1", port: int = 8080) -> str:
        """One start; the secret of the link that it prints."""
        settings = Settings(host=host, port=port, names=(f"127.0.0.1:{port}",))
        return desk_link(settings, self.register, self.now).partition("#")[2]

    def opens(self, token: str) -> bool:
        """Whether a link opens anything."""
        return self.register.look(token) is not None


@pytest.fixture
def starts(tmp_path: Path) -> Iterator[Starts]:
    found = Starts(tmp_path / "service.db")
    with found.register:
        yield found


def test_a_new_start_takes_back_what_was_printed_and_never_opened(starts: Starts) -> None:
    forgotten = starts.start()
    used = starts.start()
    assert not starts.opens(forgotten)
    device = starts.register.join(used, "the laptop")
    fresh = starts.start()
    assert starts.opens(fresh) and starts.register.session(device.secret) is not None


def test_a_second_service_on_the_store_leaves_what_the_first_one_printed(starts: Starts) -> None:
    first, beside, elsewhere = starts.start(), starts.start(port=8081), starts.start("127.0.0.2")
    assert all(map(starts.opens, (first, beside, elsewhere)))
    again = starts.start(port=8081)
    assert not starts.opens(beside)
    assert all(map(starts.opens, (first, elsewhere, again)))


def test_links_begin_with_the_address_of_a_service_that_runs_the_first_of_several(tmp_path: Path) -> None:
    with Register(str(tmp_path / "service.db"), clock=lambda: 1, random=secrets.token_bytes) as register:
        with socket.create_server(("127.0.0.1", 0)) as one, socket.create_server(("", 0)) as other:
            first, second = (
                f"{host}:{one_of.getsockname()[1]}" for host, one_of in (("127.0.0.1", one), ("0.0.0.0", other))
            )
            register.note_origin("127.0.0.1:1", "http://gone.example")
            register.note_origin(first, "http://first.example")
            register.note_origin(second, "http://second.example")
            assert origin_of(register) == "http://first.example"
            one.close()
            assert origin_of(register) == "http://second.example"
            register.note_origin(first, "http://again.example")
            assert origin_of(register) == "http://second.example"
        assert origin_of(register) == "http://again.example", "no service runs: the one that was started last"
        for port in range(2, 60):
            register.note_origin(f"127.0.0.1:{port}", f"http://{port}.example")
        assert origin_of(register) == "http://59.example"


def test_an_address_that_an_earlier_version_noted_is_known(tmp_path: Path) -> None:
    with Register(str(tmp_path / "service.db"), clock=lambda: 1, random=secrets.token_bytes) as register:
        assert origin_of(register) is None
        ServiceFacts(ServiceFile(register.path)).put(ORIGIN, "http://old.example")
        assert origin_of(register) == "http://old.example"


def test_a_link_of_the_desk_that_nobody_opens_ends_after_a_day_and_an_opened_one_does_not(starts: Starts) -> None:
    unopened = starts.start()
    starts.now += UNOPENED_FOR - 1
    assert starts.opens(unopened)
    starts.now += 1
    assert not starts.opens(unopened)
    opened = starts.start()
    device = starts.register.join(opened, "the laptop")
    for _ in range(30):
        starts.now += HOUR
        assert starts.register.session(device.secret) is not None
    starts.register.leave(device.session.id)  # from now on it is unopened again
    assert starts.opens(opened)
    starts.now += UNOPENED_FOR
    assert not starts.opens(opened)


def test_the_desk_lists_its_links_and_takes_them_back_with_their_streams(serving: Serving) -> None:
    with serving.join("desk", device="the laptop") as desk, serving.join("desk", device="lost") as lost:
        serving.token("desk", event="Other")
        found = desk.get(f"{API}/desk/links").json()["links"]
        assert {(one["device"], one["state"], one["mine"], one["event"]) for one in found} == {
            ("the laptop", "in use", True, None),
            ("lost", "in use", False, None),
            (None, "new", False, "Other"),
        }
        (gone,) = (one["id"] for one in found if one["device"] == "lost")
        with lost.stream("GET", f"{API}/desk/live") as stream:
            told = stream.iter_lines()
            next(told)
            left = desk.delete(f"{API}/desk/links/{gone}").json()["links"]
            assert gone not in {one["id"] for one in left}
            assert "event: ended" in list(told)
        assert lost.get(f"{API}/me").status_code == 401
        assert desk.delete(f"{API}/desk/links/{gone}").status_code == 404
        (mine,) = (one["id"] for one in found if one["mine"])
        assert desk.delete(f"{API}/desk/links/{mine}").status_code == 200
        assert desk.get(f"{API}/me").status_code == 401


def test_the_desk_of_an_event_and_whoever_is_no_desk_reach_no_other(serving: Serving) -> None:
    record = serving.record("sea-or-shore", 3, 1, 2, event="Open")
    with serving.join("desk") as desk, serving.join("desk", event="Open") as small:
        whole = {one["event"]: one["id"] for one in desk.get(f"{API}/desk/links").json()["links"]}
        assert [one["event"] for one in small.get(f"{API}/desk/links").json()["links"]] == ["Open"]
        assert small.delete(f"{API}/desk/links/{whole[None]}").status_code == 404
        with serving.join("official", event="Open", name="Kim") as kim, serving.join("scribe", record) as scribe:
            assert [one.get(f"{API}/desk/links").status_code for one in (kim, scribe)] == [403, 403]
            assert kim.delete(f"{API}/desk/links/{whole[None]}").status_code == 403


def test_a_link_of_an_official_ends_after_a_stated_time(serving: Serving) -> None:
    record = serving.record("sea-or-shore", 3, 1, 2, event="Open")
    with serving.join("desk") as desk:
        path = f"{API}/records/{record}/grants"
        usual = desk.post(path, json={"role": "official", "name": "Kim", "whole_event": True}).json()
        short = desk.post(path, json={"role": "official", "name": "Mo", "until": 60}).json()
        now = serving.clock()
        assert to_text(now + OFFICIAL_FOR - HOUR) < usual["until"] < to_text(now + OFFICIAL_FOR + HOUR)
        assert short["until"] < to_text(now + 2 * HOUR)
        assert desk.post(path, json={"role": "scribe"}).json()["until"] is None


def test_the_command_line_lists_and_takes_back_what_is_for_no_single_table(qm: Shell) -> None:
    qm.db.parent.mkdir(parents=True, exist_ok=True)
    table = qm("new", "sea-or-shore", "p1=Ann", "p2=Bob", "p3=Cleo", "--json").json["id"]
    place = qm.db.with_suffix(".service.db")
    with Register(str(place), clock=lambda: 1, random=secrets.token_bytes) as register:
        desk, token = register.make_grant(preset("desk", made_by="qm serve"))
        kim, _ = register.make_grant(preset("official", name="Kim", event="Open"))
        session = register.join(token, "the laptop").session
        listed = qm("link", "--list")
        assert desk.id in listed.out and kim.id in listed.out and "the laptop" in listed.out and "Open" in listed.out
        assert qm("link", table, "--revoke", desk.id).code == 4
        assert qm("link", "--revoke", desk.id).code == 0
        assert session.id in register.refresh()
    assert qm("link", "--revoke", desk.id).code == 4
    assert qm("link", "seat", "p1").code != 0
    made = qm("link", table, "official", "--name", "Kim", "--url", "http://club.example")
    assert "until" in made.out + made.err


def test_a_service_that_was_revoked_by_another_program_says_so(serving: Serving) -> None:
    with serving.join("desk", device="the laptop") as desk:
        (mine,) = desk.get(f"{API}/desk/links").json()["links"]
        place = str(serving.folder / "records.service.db")
        with Register(place, clock=serving.clock, random=secrets.token_bytes) as other:
            other.revoke(mine["id"])
        with desk.stream("GET", f"{API}/desk/live") as stream:
            assert stream.status_code == 401 or "event: ended" in list(stream.iter_lines())


def test_a_desk_link_over_is_not_told_from_one_that_never_was(starts: Starts) -> None:
    token = starts.start()
    starts.now += UNOPENED_FOR
    for wrong in (token, "never made"):
        with pytest.raises(QuartermasterError, match="not valid, or not any more"):
            starts.register.join(wrong, "late")
