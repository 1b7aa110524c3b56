"""A link is told before it is opened; whoever cannot open it may watch; and who watches can pass their link on."""

from collections.abc import Iterator

import pytest

from cli.serve.links.qr import as_svg_file
from replay.read import read_timeline
from tests.helpers.counted import calls_of
from tests.helpers.still_service import API, HOST, NOBODY, Guest, Heard, Still
from tests.helpers.tools import dealt

GAME = dealt("sea-or-shore", 3, 1)
HEADER = {**GAME.header, "event": "Harbour Open", "round": 2, "table": 3}


@pytest.fixture(scope="module")
def still(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Still]:
    with Still(tmp_path_factory.mktemp("service"), delay="30") as service:
        yield service


@pytest.fixture
def record(still: Still) -> str:
    still.wait(60)  # whatever was guessed before is forgotten
    return still.record(HEADER, GAME.scribe[:6])


def watching(still: Still, token: str, guest: Guest = NOBODY) -> tuple[Heard, Guest]:
    """Somebody who watches instead of opening a link."""
    answer = still.post("/join", guest, {"token": token, "device": "a friend's phone", "watch": True})
    cookie = answer.header("set-cookie") or ""
    return answer, Guest(cookie.partition("=")[2].partition(";")[0])


def test_a_link_says_what_it_is_for_without_being_opened(still: Still, record: str) -> None:
    token = still.token("seat", record, seat="p1")
    for _ in range(3):
        told = still.post("/link", NOBODY, {"token": token})
        assert told.header("set-cookie") is None
        whose = {name: told.json[name] for name in ("role", "you", "seat")}
        assert whose == {"role": "seat", "you": "p1", "seat": "p1"}
        assert (told.json["title"], told.json["place"]) == ("Harbour Open", "Round 2 · table 3 · Sea or Shore")
        assert (told.json["device"], told.json["since"], told.json["watch"]) == (None, None, True)
    still.open(token, "Ann's phone")
    told = still.post("/link", NOBODY, {"token": token})
    assert (told.json["device"], told.json["since"] is not None) == ("Ann's phone", True)


def test_who_cannot_open_a_link_watches_as_late_as_everybody(still: Still, record: str) -> None:
    token = still.token("seat", record, seat="p1")
    ann = still.open(token, "Ann's phone")
    refused = still.post("/join", NOBODY, {"token": token, "device": "another"})
    assert (refused.status, refused.json["watch"]) == (409, True)
    answer, friend = watching(still, token)
    assert answer.json["page"] == f"/t/{record}"
    opens = {name: answer.json[name] for name in ("role", "eyes", "you", "may")}
    assert opens == {"role": "spectator", "eyes": "table", "you": None, "may": ["look"]}
    now = still.get(f"/records/{record}/now", friend).json
    assert (now["role"], now["delay"], now["size"]) == ("spectator", "30", 1)
    assert still.write(record, friend, {"do": "note", "text": "hello"}).status == 403
    assert still.get("/me", ann).json["device"] == "Ann's phone", "whose seat it is stays"
    again, _ = watching(still, still.token("scribe", record))
    assert again.status == 200
    made = [grant for grant in still.register.grants(record) if grant.role == "spectator"]
    assert len(made) == 1, "all of them watch by one link, which the desk can close"
    still.service.end_sessions(still.register.revoke(made[0].id))
    assert still.get(f"/records/{record}/now", friend).status == 401


def test_only_a_link_of_one_table_lets_watch(still: Still, record: str) -> None:
    official = still.token("official", name="Kim", event="Harbour Open")
    assert still.post("/link", NOBODY, {"token": official}).json["watch"] is False
    answer, _ = watching(still, official)
    assert (answer.status, answer.header("set-cookie")) == (422, None)
    over = still.token("seat", record, seat="p1", until=still.now + 1)
    still.wait(1)
    assert watching(still, over)[0].status == 404


def test_who_watches_can_show_their_own_link_and_no_other(still: Still, record: str) -> None:
    token, other = still.token("spectator", record), still.token("spectator", record)
    seat = still.token("seat", record, seat="p1")
    guest, player = still.open(token), still.open(seat)
    answer = still.post("/me/code", guest, {"token": token})
    assert (answer.status, answer.header("content-type")) == (200, "image/svg+xml")
    assert answer.body.decode() == as_svg_file(f"http://{HOST}/j#{token}")
    assert 'xmlns="http://www.w3.org/2000/svg"' in answer.text, "else no browser shows it as a picture"
    for who, what in ((guest, other), (guest, seat), (guest, "x"), (player, seat), (player, token)):
        assert still.post("/me/code", who, {"token": what}).status == 404
    assert still.ask("POST", f"{API}/me/code", NOBODY, body={"token": token}).status == 401


def test_a_correction_is_read_once_for_all_who_look(still: Still) -> None:
    """Whoever looks is shown the table anew; what was logged is read once for all of them, and so is a whole batch."""
    record = still.record({**HEADER, "officials": [{"name": "Kim"}]}, GAME.scribe[:20])
    scribe = still.join("scribe", record)
    guests = [scribe, *(still.join("seat", record, seat=seat) for seat in ("p1", "p2", "p3"))]
    for guest in guests:
        still.get(f"/records/{record}/now", guest)
    struck = {"do": "amend", "target": 15, "action": None}
    with calls_of(reads=read_timeline) as found:
        assert still.write(record, scribe, struck).status == 200
    assert found["reads"] == 1
    back = [{"do": "amend", "target": 21, "action": None}, {"do": "rewind", "to": 19}]
    with calls_of(reads=read_timeline) as found:
        assert still.write(record, scribe, *back).status == 200
    assert found["reads"] == len(back)
    seen = [still.get(f"/records/{record}/now", guest).json["size"] for guest in guests]
    assert seen == [24] * len(guests)
