"""`qm new`: beginning a record."""

import json

import pytest
from freezegun import freeze_time

from tests.helpers.shell import Shell


@freeze_time("2026-11-15T18:00:00.123456Z")
def test_a_new_record_has_an_id_a_code_and_a_next_step(qm: Shell) -> None:
    answer = qm("new", "tiny", "blue=Ann", "red=Bob")
    assert answer.code == 0
    word, record_id = answer.out.splitlines()[0].split()
    assert word == "record"
    assert len(record_id) == 26
    assert record_id.startswith("01M7G5VDBV")  # the time is in the id, so that ids sort by it
    assert answer.out.splitlines()[1].startswith("code   ")
    assert f"qm log {record_id[:12]}" in answer.err
    assert qm("show", record_id, "--json").json["events"] == 0


def test_ids_of_the_same_moment_differ(qm: Shell) -> None:
    with freeze_time("2026-11-15T18:00:00Z"):
        assert len({qm.new() for _ in range(5)}) == 5


def test_json_and_plain_tell_the_same(qm: Shell) -> None:
    told = qm("new", "tiny", "blue", "--json").json
    assert set(told) == {"id", "events", "head", "code"}
    assert told["head"].startswith("1:")
    record_id, code = qm("new", "tiny", "blue", "--plain").out.rstrip("\n").split("\t")
    assert len(record_id) == 26
    assert len(code) == 9


def test_everything_that_was_agreed_stands_in_the_header(qm: Shell) -> None:
    record_id = qm.new(
        *("--title", "Friday final", "--event", "Open", "--round", "3", "--table", "A4", "--place", "Ghent"),
        *("--scribe", "Eve", "--official", "Sam:head", "--official", "Kim", "--variant", "long", "--variant", "night"),
        *("--reading", "LI-Q3=clockwise", "--reading", "LI-Q4=a=b", "--kit", "box"),
    )
    header = qm("show", record_id, "--json").json["header"]
    assert header == {
        "quartermaster": 1,
        "id": record_id,
        "game": "tiny",
        "players": [{"seat": "blue", "name": "Ann"}, {"seat": "red", "name": "Bob"}],
        "title": "Friday final",
        "event": "Open",
        "round": 3,
        "table": "A4",
        "place": "Ghent",
        "scribe": "Eve",
        "officials": [{"name": "Sam", "level": "head"}, {"name": "Kim"}],
        "options": {"variants": ["long", "night"], "readings": {"LI-Q3": "clockwise", "LI-Q4": "a=b"}, "kit": "box"},
    }


def test_a_kit_of_ones_own_is_taken_into_the_header(qm: Shell) -> None:
    qm.write("kit.toml", 'name = "our box"\n[cards]\nred-3 = 2\n')
    record_id = qm.new("--kit", "kit.toml")
    assert qm("show", record_id, "--json").json["header"]["options"]["kit"] == {
        "name": "our box",
        "cards": {"red-3": 2},
    }
    assert "(the table's own)" in qm("show", record_id).out


def test_a_game_logged_afterwards_is_dated_when_it_was_played(qm: Shell) -> None:
    qm.new("--at", "2020-02-29T12:00:00Z")
    with freeze_time("2026-11-15T18:00:00Z"):
        later = qm.new()
    listed = qm("list", "--json").json_lines
    assert [info["created"] for info in listed] == ["2020-02-29T12:00:00Z", "2026-11-15T18:00:00Z"]
    assert listed[1]["id"] == later


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["Tiny Game", "blue"], "game is 'Tiny Game'"),
        (["tiny", "Blue Seat=Ann"], "players[0].seat is 'Blue Seat'"),
        (["tiny", "blue", "--reading", "LI-Q3"], "--reading: 'LI-Q3' answers no question"),
        (["tiny", "blue", "--reading", "A=b", "--reading", "A=c"], "A has two answers"),
        (["tiny", "blue", "--kit", "bad.toml"], "bad.toml: the kit cannot be read"),
        (["tiny", "blue", "--kit", "float.toml"], "weight is the number 1.5"),
        (["tiny", "blue", "--kit", "date.toml"], "bought is a date"),
        (["tiny", "blue", "--at", "yesterday"], "'yesterday' is not a time"),
        (["tiny", "blue", "--at", "1969-12-31T23:59:59Z"], "before 1970"),
        (["tiny", "blue=e\u0301"], "NFC"),
        (["tiny", "blue", "--title", "a\udcffb"], "surrogate"),
        (["tiny", "blue", "--json", "--plain"], "exclude each other"),
        (["tiny", "blue", "--title", "x" * 70_000], "bytes"),
        (["tiny"], "SEAT"),
        ([], "GAME"),
    ],
)
def test_what_cannot_be_a_header_is_refused_and_nothing_is_written(qm: Shell, arguments: list[str], words: str) -> None:
    qm.write("bad.toml", "cards = [")
    qm.write("float.toml", "weight = 1.5")
    qm.write("date.toml", "bought = 2020-02-29")
    answer = qm("new", *arguments)
    assert answer.code == 2
    assert answer.out == ""
    assert words in answer.err
    assert not qm.db.exists()


def test_a_kit_that_is_not_there_is_not_found(qm: Shell) -> None:
    answer = qm("new", "tiny", "blue", "--kit", "gone.toml")
    assert answer.code == 4
    assert "gone.toml" in answer.err


def test_a_store_elsewhere_is_made_where_it_is_wanted(qm: Shell) -> None:
    assert qm("new", "tiny", "blue", "--db", "here.db").code == 0
    assert (qm.folder / "here.db").exists()
    assert not qm.db.exists()


def test_the_environment_names_the_store_and_the_option_wins(qm: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUARTERMASTER_DB", str(qm.folder / "named.db"))
    assert qm("new", "tiny", "blue").code == 0
    assert qm("new", "tiny", "blue", "--db", "here.db").code == 0
    assert len(qm("list", "--json").json_lines) == 1
    assert len(qm("list", "--json", "--db", "here.db").json_lines) == 1


def test_a_store_in_a_place_that_cannot_be_written_is_told(qm: Shell) -> None:
    qm.write("data", "a file where the folder should be")
    answer = qm("new", "tiny", "blue")
    assert answer.code == 2
    assert "Traceback" not in answer.err
    assert answer.err.startswith("qm: ")


# --- seats that cannot be ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", ["official", "table", "scribe", "nobody"])
def test_a_seat_is_never_called_like_those_who_see_all_or_nothing(qm: Shell, seat: str) -> None:
    answer = qm("new", "sea-or-shore", "p1=Ann", f"{seat}=Eve", "p3=Cleo")
    assert answer.code == 2
    assert f"no seat can be called '{seat}'" in answer.err
    assert not qm.db.exists()


@pytest.mark.parametrize("players", [["p1", "official", "p3"], ["p1", "p2", "p1"]])
def test_a_file_with_such_seats_is_refused_wherever_it_is_read(qm: Shell, players: list[str]) -> None:
    header = {"quartermaster": 1, "game": "sea-or-shore", "players": [{"seat": seat} for seat in players]}
    qm.write("game.jsonl", json.dumps(header, separators=(",", ":")) + '\n{"do":"setup"}\n')
    for command in ("import", "steps", "replay", "audit", "show", "state"):
        answer = qm(command, "game.jsonl")
        assert answer.code == 3, command
        assert "seat" in answer.err, command
    assert qm("verify", "game.jsonl").code == 3


@pytest.mark.parametrize("seats", [("p1", "official", "p3"), ("p1", "p2", "p1")])
def test_such_a_record_from_an_older_version_does_not_stop_the_others(
    qm: Shell, monkeypatch: pytest.MonkeyPatch, seats: tuple[str, ...]
) -> None:
    with monkeypatch.context() as older:
        older.setattr("records.event._check_seats", lambda *_: None)
        old = qm("new", "sea-or-shore", *seats, "--json").json["id"]
    new = qm.new()
    listed = qm("list", "--json")
    assert listed.code == 0, listed.err
    assert {record["id"] for record in listed.json_lines} == {old, new}
    assert qm("show", old).code == 3
    assert qm("show", new).code == 0
