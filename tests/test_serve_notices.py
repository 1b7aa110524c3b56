"""What the desk says to people at a table: told at once, to those it is for, until they act on it or it is not true."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.still_service import API, Guest, Heard, Still, Stream
from tests.helpers.tools import dealt

DISPUTE = {"do": "dispute", "about": 4, "claim": "that was another card", "kind": "illegal"}
NOTE = {"do": "note", "text": "a lamp fell"}
CALL = {"kind": "call"}
REMIND = {"kind": "remind"}
DAY = {"quartermaster": 1, "game": "tournament", "title": "Open", "players": []}


@pytest.fixture
def still(tmp_path: Path) -> Iterator[Still]:
    with Still(tmp_path) as running:
        yield running


def a_table(still: Still, lines: int | None = 4, **header: Any) -> str:
    game = dealt("sea-or-shore", 3, 1)
    officials = [{"name": "Kim", "level": "floor"}, {"name": "Mo", "level": "head"}]
    players = [{**one, "name": name} for one, name in zip(game.header["players"], ("Ann", "Bob", "Cleo"), strict=True)]
    where = {"event": "Open", "round": 1, "table": 3}
    return still.record(
        {**game.header, "players": players, "officials": officials, **where, **header}, game.scribe[:lines]
    )


def say(still: Still, desk: Guest, record: str, **wanted: Any) -> Any:
    answer = still.post(f"/records/{record}/notices", desk, wanted)
    assert answer.status == 200, answer.text
    return answer.json


def act(still: Still, guest: Guest, record: str, notice: str, do: str = "answer") -> Heard:
    return still.post(f"/records/{record}/notices/{notice}/answer", guest, {"do": do})


def shown(stream: Stream) -> list[Any]:
    """The notices that a page shows now, by what its stream told last."""
    told = [data["notices"] for what, data in stream.frames() if what == "notice"]
    return list(told[-1]) if told else []


def words(stream: Stream) -> list[str]:
    return [one["words"] for one in shown(stream)]


def row(still: Still, desk: Guest, record: str) -> Any:
    return still.get("/records", desk, id=record).json["rooms"][0]


def claimed(still: Still, record: str) -> int:
    answer = still.write(record, still.join("seat", record, seat="p2"), DISPUTE)
    assert answer.status == 200, answer.text
    return int(answer.json["last"])


def head(still: Still, guest: Guest, record: str) -> str:
    return str(still.get(f"/records/{record}/head", guest).json["head"])


def sign(still: Still, record: str, seat: str, guest: Guest) -> None:
    signed = {"do": "sign", "seat": seat, "head": head(still, guest, record), "statement": "accept"}
    assert still.write(record, guest, signed).status == 200


# --- an official is sent to a claim


def test_an_official_is_sent_and_says_that_they_are_on_the_way(still: Still) -> None:
    record, desk = a_table(still), still.join("desk", device="laptop")
    kim, mo = (still.join("official", event="Open", name=name, device=f"{name}'s phone") for name in ("Kim", "Mo"))
    seq = claimed(still, record)
    hers = [still.followed("/desk/live", kim), still.follow(record, kim), still.follow(a_table(still), kim)]
    others = [still.followed("/desk/live", one) for one in (mo, desk)]
    at_table = [
        still.follow(record, still.join("seat", record, seat="p2")),
        still.follow(record, still.join("scribe", record)),
    ]
    watching = still.follow(record, still.join("spectator", record))
    assert row(still, desk, record)["officials"] == ["Kim", "Mo"]
    made = say(still, desk, record, kind="send", dispute=seq, official="Kim")
    assert (made["to"], made["here"], made["seen"], made["words"]) == (["Kim"], 1, [], "")
    for stream in hers:
        assert words(stream) == ["Table 3: Bob’s claim waits. The desk sends you."]
        assert (shown(stream)[0]["kind"], shown(stream)[0]["dispute"]) == ("sent", seq)
    assert [shown(one) for one in (*others, *at_table, watching)] == [[]] * 5
    assert act(still, kim, record, made["id"], "seen").status == 200
    still.wait(130)
    (told,) = row(still, desk, record)["notices"]
    assert (told["seen"], told["since"], told["answered"]) == (["Kim's phone"], 130, None)
    assert act(still, kim, record, made["id"]).status == 200
    assert [words(one) for one in hers] == [[]] * 3
    assert [words(one) for one in at_table] == [["Kim is on the way for D1."]] * 2
    assert [shown(one) for one in (*others, watching)] == [[]] * 3
    (told,) = row(still, desk, record)["notices"]
    assert (told["answered"], told["by"]) == (0, "Kim's phone")
    ruling = {"do": "ruling", "dispute": seq, "verdict": "dismissed", "remedy": "none"}
    assert still.write(record, kim, ruling, over=True).status == 200
    assert [words(one) for one in at_table] == [[]] * 2
    assert row(still, desk, record)["notices"] == []


def test_only_those_are_sent_whose_link_reaches_the_table(still: Still) -> None:
    record, desk = a_table(still), still.join("desk")
    seq = claimed(still, record)
    for more in (
        {"event": "Open", "name": "Kim"},
        {"event": "Cup", "name": "Lee"},
        {"record": a_table(still), "name": "Pat"},
    ):
        still.token("official", **more)
    assert row(still, desk, record)["officials"] == ["Kim"]
    path = f"/records/{record}/notices"
    refused = still.post(path, desk, {"kind": "send", "dispute": seq, "official": "Lee"})
    assert (refused.status, refused.json["mend"]) == (422, "send Kim")
    assert "nobody was told" in refused.json["detail"]
    made = say(still, desk, record, kind="send", dispute=seq, official="Kim")
    assert made["words"] == "Kim has no page open; it is shown when they come back."
    grant = next(one for one in still.register.grants() if one.acts_as == "Kim")
    assert still.ask("DELETE", f"{API}/records/{record}/grants/{grant.id}", desk).status == 200
    assert row(still, desk, record)["notices"] == [], "who has no link any more is sent nowhere"
    for body, status in (
        ({"kind": "send"}, 400),
        ({"kind": "send", "dispute": seq}, 400),
        ({"kind": "call", "dispute": seq}, 400),
    ):
        assert still.post(path, desk, body).status == status
    assert still.post(path, desk, {"kind": "send", "dispute": 2, "official": "Kim"}).json["where"] == "dispute"


# --- a table is called out


def test_a_table_is_called_out_and_answers(still: Still) -> None:
    record, desk = a_table(still, table=9), still.join("desk", device="laptop")
    news = still.followed("/desk/live", desk)
    seat = still.join("seat", record, seat="p1", device="Ann's phone")
    scribe = still.join("scribe", record, device="Ria's tablet")
    official, elsewhere = still.join("official", record, name="Kim"), still.join("scribe", a_table(still))
    streams = [still.follow(record, seat), still.follow(record, scribe, form="true")]
    others = [still.follow(record, official), still.followed("/desk/live", official)]
    made = say(still, desk, record, kind="call")
    assert (made["here"], made["words"]) == (2, "")
    assert [words(one) for one in streams] == [["The desk asks whether all is well at this table."]] * 2
    assert [shown(one) for one in others] == [[], []]
    assert act(still, scribe, record, made["id"], "seen").status == 200
    assert act(still, elsewhere, record, made["id"]).status == act(still, official, record, made["id"]).status == 404
    assert row(still, desk, record)["notices"][0]["seen"] == ["Ria's tablet"]
    assert [act(still, seat, record, made["id"]).status for _ in range(2)] == [200, 200], "a lost answer is sent again"
    assert [shown(one) for one in streams] == [[], []]
    still.wait(40)
    (told,) = row(still, desk, record)["notices"]
    assert (told["answered"], told["by"], told["seen"]) == (40, "Ann's phone", ["Ria's tablet", "Ann's phone"])
    assert [data["what"] for _, data in news.frames() if data.get("what") == "notice"] == ["notice"] * 3


def test_a_line_answers_a_call_whoever_logs_it(still: Still) -> None:
    record, desk = a_table(still), still.join("desk")
    scribe = still.join("scribe", record)
    stream = still.follow(record, scribe)
    say(still, desk, record, kind="call")
    assert still.write(record, scribe, NOTE).status == 200
    assert shown(stream) == [] and row(still, desk, record)["notices"] == []
    say(still, desk, record, kind="call")
    assert len(shown(stream)) == 1
    still.store.append(record, [NOTE], at=still.now)  # by `qm log`, or another service
    still.look()
    assert shown(stream) == []


def test_a_call_is_taken_back_and_the_same_said_again_begins_anew(still: Still) -> None:
    record, desk = a_table(still), still.join("desk")
    seat = still.join("seat", record, seat="p1")
    stream = still.follow(record, seat)
    first = say(still, desk, record, kind="call")
    act(still, seat, record, first["id"], "seen")
    second = say(still, desk, record, kind="call")
    assert [one["id"] for one in shown(stream)] == [second["id"]] != [first["id"]]
    (told,) = row(still, desk, record)["notices"]
    assert told["seen"] == []
    assert act(still, seat, record, first["id"]).status == 404
    assert still.ask("DELETE", f"{API}/records/{record}/notices/{second['id']}", desk).status == 200
    assert shown(stream) == [] and row(still, desk, record)["notices"] == []
    assert still.ask("DELETE", f"{API}/records/{record}/notices/{second['id']}", desk).status == 404


def test_where_nobody_is_connected_the_desk_is_told_so_and_the_phone_is_told_later(still: Still) -> None:
    record, desk = a_table(still, table=9), still.join("desk")
    seat = still.join("seat", record, seat="p1")
    made = say(still, desk, record, kind="call")
    assert (made["here"], made["words"]) == (
        0,
        "No phone of table 9 is connected; it will see this when it comes back.",
    )
    stream = still.follow(record, seat)
    assert len(shown(stream)) == 1
    assert row(still, desk, record)["notices"][0]["words"] == ""
    stream.leave()
    assert row(still, desk, record)["notices"][0]["here"] == 0
    assert len(shown(still.follow(record, seat, last=5))) == 1
    still.ask("DELETE", f"{API}/records/{record}/notices/{made['id']}", desk)
    assert shown(still.follow(record, seat)) == []
    again = [data for what, data in still.follow(record, seat, last=5).frames() if what == "notice"]
    assert again == [{"notices": []}], "whoever comes back may still show it"


def test_what_is_shown_anew_holds_what_stands(still: Still) -> None:
    """The whole table replaces what waits in the queue of a stream, and a notice may wait there."""
    record, desk, kim = a_table(still), still.join("desk"), still.join("official", event="Open", name="Kim")
    seq = claimed(still, record)
    stream = still.follow(record, kim)
    say(still, desk, record, kind="send", dispute=seq, official="Kim")
    listener = next(iter(still.service.listeners))
    still.service.notices.take_back(still.service.notices.of_table(record)[0])
    listener.show_anew()
    assert shown(stream) == []


# --- those who have not signed


def test_those_who_have_not_signed_are_reminded(still: Still) -> None:
    record, desk = a_table(still, None), still.join("desk")
    seats = {seat: still.join("seat", record, seat=seat, device=f"phone {seat}") for seat in ("p1", "p2", "p3")}
    sign(still, record, "p1", seats["p1"])
    streams = {seat: still.follow(record, guest) for seat, guest in seats.items()}
    scribe = still.follow(record, still.join("scribe", record))
    won = row(still, desk, record)["need"].split(".")[1].strip()
    assert " wins" in won
    made = say(still, desk, record, kind="remind")
    assert (made["to"], made["here"]) == (["Bob", "Cleo"], 2)
    assert shown(streams["p1"]) == shown(scribe) == []
    for seat in ("p2", "p3"):
        assert words(streams[seat]) == [f"{won}. The desk waits for your signature."]
    assert act(still, seats["p2"], record, made["id"], "seen").status == 200
    assert act(still, seats["p2"], record, made["id"]).json["mend"] == "sign, or say that it is not right"
    assert act(still, seats["p1"], record, made["id"], "seen").status == 404
    assert row(still, desk, record)["notices"][0]["seen"] == ["Bob"]
    sign(still, record, "p2", seats["p2"])
    assert shown(streams["p2"]) == [] and len(shown(streams["p3"])) == 1
    assert row(still, desk, record)["notices"][0]["to"] == ["Cleo"]
    sign(still, record, "p3", seats["p3"])
    assert shown(streams["p3"]) == [] and row(still, desk, record)["notices"] == []
    refused = still.post(f"/records/{record}/notices", desk, REMIND)
    assert (refused.status, refused.json["detail"]) == (422, "everybody has signed; nobody was told")


# --- who may not say or hear anything


def test_nobody_but_the_desk_says_anything(still: Still) -> None:
    record, over = a_table(still), a_table(still, None)
    desk = still.join("desk")
    guests = [
        still.join("official", record, name="Kim"),
        still.join("scribe", record),
        still.join("seat", record, seat="p1"),
        still.join("spectator", record),
    ]
    made = say(still, desk, record, kind="call")
    for guest in guests:
        assert still.post(f"/records/{record}/notices", guest, CALL).status == 403
        assert still.ask("DELETE", f"{API}/records/{record}/notices/{made['id']}", guest).status == 403
    assert still.post("/records/01JAAAAAAAAAAAAAAAAAAAAAAA/notices", desk, CALL).status == 404
    assert still.post(f"/records/{record}/notices", still.join("desk", event="Cup"), CALL).status == 404
    assert (
        still.post(f"/records/{record}/notices", desk, REMIND).json["detail"] == "the game is not over; nobody was told"
    )
    hall = still.record(DAY, [])
    assert still.post(f"/records/{hall}/notices", desk, CALL).status == 422
    assert still.write(over, desk, {"do": "close", "result": "finished"}, over=True).status == 200
    for wanted in (CALL, REMIND):
        assert "closed" in still.post(f"/records/{over}/notices", desk, wanted).json["detail"]


def test_who_sees_late_never_hears_and_the_wall_of_the_hall_does(still: Still) -> None:
    record, desk, hall = a_table(still, table=9), still.join("desk"), still.record(DAY, [])
    prompt = [still.follow(one, still.join("spectator", one)) for one in (record, hall)]
    other = still.record({**DAY, "title": "Cup"}, [])
    late = [
        still.follow(one, still.join("spectator", one, delay=delay))
        for one in (record, hall)
        for delay in ("60", "end", "round")
    ]
    silent = [*late, still.follow(other, still.join("spectator", other))]
    made = say(still, desk, record, kind="call")
    still.wait(3600)
    assert [words(one) for one in prompt] == [["Table 9: please see the desk"]] * 2
    assert [shown(one)[0]["record"] for one in prompt] == [record, hall]
    assert [one for stream in silent for one in stream.frames() if one[0] == "notice"] == []
    assert act(still, still.join("spectator", record), record, made["id"]).status == 404
    act(still, still.join("scribe", record), record, made["id"])
    assert [words(one) for one in prompt] == [[]] * 2


def test_a_link_that_is_taken_back_hears_nothing_more(still: Still) -> None:
    record, desk = a_table(still), still.join("desk")
    token = still.token("seat", record, seat="p1")
    seat = still.open(token)
    stream = still.follow(record, seat)
    made = say(still, desk, record, kind="call")
    still.ask("DELETE", f"{API}/records/{record}/notices/{made['id']}", desk)
    grant = still.register.look(token)
    assert grant is not None
    still.service.end_sessions(still.register.revoke(grant.id))
    made = say(still, desk, record, kind="call")
    assert shown(stream) == [] and made["here"] == 0 and stream.frames()[-1][0] == "ended"
    assert act(still, seat, record, made["id"]).status == 401


def test_who_has_no_link_any_more_is_no_longer_on_the_way(still: Still) -> None:
    record, desk = a_table(still), still.join("desk")
    token = still.token("official", event="Open", name="Kim")
    kim, seq = still.open(token), claimed(still, record)
    seat = still.follow(record, still.join("seat", record, seat="p1"))
    made = say(still, desk, record, kind="send", dispute=seq, official="Kim")
    assert act(still, kim, record, made["id"]).status == 200
    assert words(seat) == ["Kim is on the way for D1."]
    grant = still.register.look(token)
    assert grant is not None
    still.service.end_sessions(still.register.revoke(grant.id))
    assert shown(seat) == []


def test_notices_are_not_kept_when_the_service_is_started_anew(still: Still, tmp_path: Path) -> None:
    record, desk = a_table(still), still.join("desk")
    before = still.size(record)
    say(still, desk, record, kind="call")
    assert still.size(record) == before
    assert not [path for path in tmp_path.rglob("*") if path.is_file() and b"all is well" in path.read_bytes()]


def test_too_many_at_once_are_refused(still: Still) -> None:
    record, desk = a_table(still), still.join("desk")
    found = [still.post(f"/records/{record}/notices", desk, CALL).status for _ in range(30)]
    assert set(found) == {200, 429}
