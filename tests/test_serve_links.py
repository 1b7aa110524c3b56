"""What a link opens, over HTTP: one device, for as long as it is valid, one record, one name; nothing by guessing."""

import asyncio
import secrets
from collections.abc import Iterator
from typing import Any

import pytest

from cli.serve.door import rate_limits
from cli.serve.register.register import Register
from cli.serve.register.secret_words import digest
from tests.helpers.route_requests import UNKNOWN_ID, Case, Request, ask, reads, writes
from tests.helpers.still_service import API, NOBODY, Guest, Heard, Still
from tests.helpers.tools import dealt

GAME = dealt("sea-or-shore", 3, 1)
HEADER = {**GAME.header, "officials": [{"name": "Kim", "level": "head"}]}
NOTE = {"do": "note", "text": "the lamp fell over"}
CLAIM = {"do": "dispute", "about": 2, "claim": "not so"}
HOUR = 3600
SHELLS = ("/t/", "/hall/")
"""Pages without data, which anybody may load."""


@pytest.fixture(scope="module")
def still(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Still]:
    with Still(tmp_path_factory.mktemp("service")) as service:
        yield service


@pytest.fixture
def record(still: Still) -> str:
    still.wait(60)  # whatever was guessed before is forgotten
    return still.record(HEADER, GAME.scribe[:6])


def kind(answer: Heard) -> tuple[int, str]:
    return answer.status, str(answer.json["type"]).rpartition("/")[2]


# --- devices


def test_a_link_is_for_one_device(still: Still, record: str) -> None:
    token = still.token("seat", record, seat="p1")
    first = still.open(token, "Ann's phone")
    answer = still.post("/join", NOBODY, {"token": token, "device": "another"})
    assert kind(answer) == (409, "in-use")
    assert answer.header("set-cookie") is None
    waiting = still.open(token, "another", ask=True)
    for method, request in reads(Case(record, "sea-or-shore", 7, [], [])):
        if record in request.path and request.path.startswith(API):
            assert kind(ask(still, method, request, waiting)) == (403, "not-allowed"), request
    assert kind(still.write(record, waiting, CLAIM)) == (403, "not-allowed")
    assert still.get("/me/asking", waiting).json == {"asking": []}, "who waits is not told who else waits"
    stream = still.follow(record, first)
    [asks] = still.get("/me/asking", first).json["asking"]
    assert asks["device"] == "another"
    refused = still.post("/me/asking", waiting, {"session": asks["session"], "allow": True})
    assert kind(refused) == (404, "not-found"), "nobody lets themselves in"
    assert still.post("/me/asking", first, {"session": asks["session"], "allow": True}).status == 200
    assert stream.is_over() and stream.frames()[-1][0] == "ended"
    assert still.get("/me", first).status == 401
    assert still.get(f"/records/{record}/now", waiting).status == 200


def test_a_device_that_leaves_makes_room_for_another(still: Still, record: str) -> None:
    token = still.token("seat", record, seat="p1")
    first = still.open(token)
    stream = still.follow(record, first)
    answer = still.ask("DELETE", f"{API}/me", first)
    assert answer.status == 204 and "Max-Age=0" in str(answer.header("set-cookie"))
    assert stream.is_over()
    assert still.get("/me", first).status == 401
    assert still.get("/me", still.open(token, "another")).json["device"] == "another"


def test_links_and_sessions_end_with_time(still: Still, record: str) -> None:
    short = still.join("seat", record, seat="p1", until=still.now + HOUR * 1_000_000)
    idle = still.join("seat", record, seat="p2")
    stream, other = still.follow(record, short), still.follow(record, idle)
    still.wait(HOUR - 1)
    assert [stream.is_over(), still.get("/me", short).status] == [False, 200]
    still.wait(1)
    assert stream.is_over()
    assert stream.frames()[-1] == ("ended", {"why": "the link was taken back, or its time is over"})
    assert kind(still.get(f"/records/{record}/now", short)) == (401, "no-session")
    assert kind(still.write(record, short, CLAIM)) == (401, "no-session")
    assert still.get("/me", idle).status == 200
    still.wait(12 * HOUR)
    assert other.is_over()
    assert still.get("/me", idle).status == 401


def test_a_link_that_is_taken_back_closes_its_streams_at_once(still: Still, record: str) -> None:
    """Whoever takes it back: another program writes to the same file."""
    guest, other = still.join("seat", record, seat="p1"), still.join("spectator", record)
    streams = [still.follow(record, guest), still.follow(record, guest, picture="phone"), still.follow(record, other)]
    [grant] = [grant for grant in still.register.grants(record) if grant.role == "seat"]
    with Register(still.path, clock=still.clock, random=secrets.token_bytes) as program:
        program.revoke(grant.id)
    still.look()
    assert [stream.is_over() for stream in streams] == [True, True, False]
    assert streams[0].frames()[-1][0] == "ended"
    assert kind(still.get(f"/records/{record}/now", guest)) == (401, "no-session")


def test_a_stream_that_is_just_being_opened_is_closed_too(still: Still, record: str) -> None:
    scribe = still.join("scribe", record)
    for turns in range(10):
        still.now += 1_000_000
        guest = still.join("spectator", record)
        grant = still.register.grants(record)[-1]

        async def opened(guest: Guest = guest, grant_id: str = grant.id, turns: int = turns) -> bytes:
            exchange, work = still.begun("GET", f"{API}/records/{record}/live", guest)
            task = asyncio.create_task(work)
            for _ in range(turns):
                await asyncio.sleep(0)
            still.service.end_sessions(still.register.revoke(grant_id))
            for _ in range(20):
                await asyncio.sleep(0)
            exchange.gone.set()
            await task
            return exchange.heard().body

        told = still.run(opened())
        assert told == b"" or b"event: ended" in told or b"no-session" in told, (turns, told[-200:])
        assert still.write(record, scribe, NOTE).status == 200


@pytest.mark.parametrize("event", [NOTE, {"do": "rewind", "to": 3}])
def test_what_waits_to_be_kept_before_it_is_shown_is_not_shown_any_more(
    still: Still, record: str, monkeypatch: pytest.MonkeyPatch, event: dict[str, Any]
) -> None:
    """A look of an official is written first, and meanwhile their link may be taken back."""
    scribe, kim = still.join("scribe", record), still.join("official", record, name="Kim")
    stream = still.follow(record, kim)
    before = len(stream.frames())
    gate, kept = asyncio.Event(), still.service.looks.kept

    async def held() -> None:
        await gate.wait()
        await kept()

    monkeypatch.setattr(still.service.looks, "kept", held)
    assert still.write(record, scribe, event).status == 200
    assert len(stream.frames()) == before
    [grant] = [grant for grant in still.register.grants(record) if grant.role == "official"]
    still.service.end_sessions(still.register.revoke(grant.id))
    gate.set()
    assert stream.is_over()
    assert [name for name, _ in stream.frames()[before:]] == ["ended"]


# --- records


def test_a_record_of_others_is_as_unknown_as_one_that_is_not_there(still: Still, record: str) -> None:
    other = still.record(HEADER, GAME.scribe[:6])
    in_event = still.record({**HEADER, "event": "Open"}, GAME.scribe[:6])
    guests = [
        still.join("spectator", record),
        still.join("seat", record, seat="p1"),
        still.join("scribe", record),
        still.join("official", record, name="Kim"),
        still.join("official", event="Open", name="Kim"),
        still.join("official", event="Closed", name="Kim"),
    ]
    for guest in guests:
        told = []
        for name in (other, UNKNOWN_ID, "no-id", other.lower()):
            case = Case(name, "sea-or-shore", 7, [NOTE], ["n a note"])
            asked = [one for one in (*reads(case), *writes(case)) if f"/{name}" in one[1].path]
            asked = [one for one in asked if not one[1].path.startswith(SHELLS) or "/replay" in one[1].path]
            asked.append(("GET", Request(f"{API}/records/{name}/live")))
            told.append([ask(still, method, request, guest) for method, request in asked])
        assert {answer.status for answer in told[0]} == {404}
        assert all(answers == told[0] for answers in told)
    assert still.get(f"/records/{in_event}", guests[4]).status == 200
    assert still.get(f"/records/{in_event}", guests[5]).status == 404


def test_the_desk_opens_on_its_own_machine_only(still: Still, record: str) -> None:
    here = still.join("desk")
    there = here._replace(address="192.168.1.20")
    case = Case(record, "sea-or-shore", 7, [NOTE], ["n a note"])
    asked = [one for one in (*reads(case), *writes(case)) if f"/{record}" in one[1].path]
    asked = [one for one in asked if not one[1].path.startswith(SHELLS) or "/replay" in one[1].path]
    for method, request in (*asked, ("GET", Request(f"{API}/me")), ("GET", Request(f"{API}/records/{UNKNOWN_ID}"))):
        assert kind(ask(still, method, request, there)) == (403, "not-allowed"), request
    assert still.get(f"/records/{record}", here).status == 200
    assert still.ask("GET", f"/t/{record}/replay", here).status == 200


# --- names


def test_nobody_writes_in_the_name_of_another(still: Still, record: str) -> None:
    seat, official = still.join("seat", record, seat="p1"), still.join("official", record, name="Kim")
    for by in ("p2", "Kim", "scribe"):
        assert kind(still.write(record, seat, {**CLAIM, "by": by})) == (403, "not-allowed")
        final = {"do": "final", "dispute": 7, "by": by}
        assert by == "Kim" or kind(still.write(record, official, final)) == (403, "not-allowed")
    assert kind(still.write(record, seat, {"do": "seal", "seat": "p2", "what": "x"})) == (403, "not-allowed")
    assert still.size(record) == 7
    assert still.write(record, seat, CLAIM).status == 200
    assert still.store.load(record).events[-1].by == "p1"
    scribe = still.join("scribe", record)
    assert still.write(record, scribe, {**CLAIM, "by": "p2"}).status == 200
    assert still.store.load(record).events[-1].by == "p2"


SAMPLES: tuple[tuple[str, dict[str, Any], frozenset[str]], ...] = (
    ("log", NOTE, frozenset({"scribe", "official", "desk"})),
    ("log", {"do": "rewind", "to": 3}, frozenset({"scribe", "official", "desk"})),
    ("a game's action", dict(GAME.scribe[6]), frozenset({"scribe", "official", "desk"})),
    ("person", CLAIM, frozenset({"seat", "official"})),
    ("person, named", {**CLAIM, "by": "p1"}, frozenset({"seat", "scribe", "official", "desk"})),
    ("rule", {"do": "access", "who": "p1"}, frozenset({"official"})),
    ("appoint", {"do": "appoint", "name": "Ann", "level": "floor"}, frozenset({"official"})),
    ("log or rule", {"do": "close", "result": "unfinished"}, frozenset({"scribe", "official", "desk"})),
    ("of a settlement", {"do": "rewind", "to": 3, "ruling": 2}, frozenset({"scribe", "official", "desk"})),
    ("of a ruling", {"do": "rewind", "to": 3, "ruling": 8}, frozenset({"official"})),
)


@pytest.mark.parametrize(("need", "body", "those"), SAMPLES, ids=[need for need, _, _ in SAMPLES])
def test_who_may_write_what(still: Still, record: str, need: str, body: dict[str, Any], those: frozenset[str]) -> None:
    body = {name: value for name, value in body.items() if name != "at"}
    ruling = {"do": "ruling", "dispute": 7, "by": "Kim", "verdict": "upheld", "remedy": "rewind", "text": "x"}
    still.store.append(record, [{**CLAIM, "by": "p1"}, ruling], at=still.now)
    guests = {
        "nobody": NOBODY,
        "spectator": still.join("spectator", record),
        "seat": still.join("seat", record, seat="p1"),
        "scribe": still.join("scribe", record),
        "official": still.join("official", record, name="Kim"),
        "desk": still.join("desk"),
    }
    for role, guest in guests.items():
        before = still.size(record)
        answer = still.write(record, guest, body, over=True)
        allowed = answer.status not in (401, 403)
        assert allowed == (role in those), (role, answer.text)
        assert allowed or still.size(record) == before


# --- guessing


def test_every_link_that_opens_nothing_is_answered_the_same(still: Still, record: str) -> None:
    expired = still.token("seat", record, seat="p1", until=still.now + 1_000_000)
    revoked, left = still.token("seat", record, seat="p2"), still.token("spectator", record)
    for token in (revoked, left):
        still.open(token)
    for grant in still.register.grants(record):
        if grant.until is None:
            still.register.revoke(grant.id)
    still.wait(2)
    told = []
    for number, token in enumerate((expired, revoked, left, "A" * 22, "no such link", "", "é" * 30)):
        guest = Guest(address=f"10.0.0.{number}")
        told.append([still.post("/join", guest, {"token": token, "device": "x", "ask": ask}) for ask in (False, True)])
    assert {answer.status for answer in told[0]} == {404}
    assert all(answers == told[0] for answers in told)


def test_every_guess_is_looked_up_before_it_is_refused(still: Still, record: str, monkeypatch: Any) -> None:
    """An answer that came sooner would tell more than its words."""
    looked: list[str] = []

    def noted(word: str) -> str:
        looked.append(word)
        return digest(word)

    monkeypatch.setattr("cli.serve.register.links.digest", noted)
    token = still.token("seat", record, seat="p1", until=still.now + 1)
    still.wait(1)
    looked.clear()
    for path in ("/join", "/link"):
        answers = [still.post(path, NOBODY, {"token": each}) for each in (token, "no such link")]
        assert {answer.status for answer in answers} == {404}
        assert len({answer.body for answer in answers}) == 1
    assert looked == [token, "no such link"] * 2


@pytest.mark.parametrize(
    ("role", "method", "path", "body"),
    [("seat", "PUT", "people/p1", {"name": "Ann"}), ("scribe", "POST", "pen", {"do": "take"})],
)
def test_whoever_changes_the_board_too_often_has_to_wait(
    still: Still, record: str, role: str, method: str, path: str, body: dict[str, str]
) -> None:
    """A name, or a pen, makes everybody's board anew, as a line does."""
    guest = still.join(role, record, **({"seat": "p1"} if role == "seat" else {}))
    address = f"{API}/records/{record}/{path}"
    assert [still.ask(method, address, guest, body=body).status for _ in range(21)] == [200] * 20 + [429]
    still.wait(1)
    assert still.ask(method, address, guest, body=body).status == 200


def test_a_link_for_many_does_not_fill_the_register(still: Still, record: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is on the wall, and each device that comes in by it is kept for half a day."""
    monkeypatch.setattr(rate_limits, "JOINS", rate_limits.Rate(2, 20))
    still.wait(3600)
    token = still.token("spectator", record)
    known = still.open(token, "the first")
    for number in range(19):
        still.open(token, f"phone {number}")
    before = len(still.register.devices(grant_of(still, known)))
    for _ in range(3):
        assert kind(still.post("/join", NOBODY, {"token": token})) == (429, "too-fast")
    assert len(still.register.devices(grant_of(still, known))) == before == 20
    assert still.post("/join", known, {"token": token}).status == 200, "a device that is in is not counted"
    assert still.post("/join", Guest(address="10.0.0.9"), {"token": token}).status == 200
    still.wait(0.5)
    assert still.post("/join", NOBODY, {"token": token}).status == 200


def grant_of(still: Still, guest: Guest) -> str:
    session = still.register.session(guest.secret or "")
    assert session is not None
    return session.grant.id


def test_who_guesses_too_often_has_to_wait(still: Still, record: str) -> None:
    good = still.token("spectator", record)
    for _ in range(5):
        assert kind(still.post("/join", NOBODY, {"token": "no such link"})) == (404, "link-unknown")
    for token in ("no such link", good):
        answer = still.post("/join", NOBODY, {"token": token})
        assert kind(answer) == (429, "too-fast")
        assert int(str(answer.header("retry-after"))) >= 1
    assert still.post("/join", Guest(address="10.0.0.9"), {"token": good}).status == 200
    still.wait(60)
    for _ in range(9):
        assert still.post("/join", NOBODY, {"token": good}).status == 200, "links that open are not counted"
