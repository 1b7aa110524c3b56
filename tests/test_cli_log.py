"""`qm log`: appending events, all or none, once."""

import json
import os
import pty

import pytest
from freezegun import freeze_time

from tests.helpers.shell import Shell

SETUP = '{"do":"setup"}'
PASS = '{"do":"pass","by":"blue"}'


def events(qm: Shell, record_id: str) -> list[dict[str, object]]:
    return [line["event"] for line in qm("show", record_id, "--json").json_lines[1:]]


@freeze_time("2026-11-15T18:00:00Z")
def test_an_event_gets_its_place_its_time_and_a_new_code(qm: Shell) -> None:
    record_id = qm.new()
    answer = qm("log", record_id, "--json", SETUP)
    assert answer.code == 0
    told = answer.json
    assert told["first"] == told["last"] == told["events"] == 1
    assert told["written"] is True
    assert told["code"] == qm("show", record_id, "--json").json_lines[0]["code"]
    assert events(qm, record_id) == [{"do": "setup", "at": "2026-11-15T18:00:00Z"}]


def test_a_unique_beginning_of_the_id_is_enough_in_any_case(qm: Shell) -> None:
    record_id = qm.new()
    assert qm("log", record_id[:6].lower(), "--json", SETUP).code == 0
    assert len(events(qm, record_id)) == 1


def test_lines_on_stdin_are_answered_for_people(qm: Shell) -> None:
    record_id = qm.new()
    answer = qm("log", record_id, stdin=f"{SETUP}\n\n{PASS}")
    assert answer.code == 0
    first, second, code = answer.out.splitlines()
    assert first.split() == ["1", "setup"]
    assert second.split() == ["2", "pass"]
    assert code.split()[0] == "code"


def test_stdin_can_be_answered_in_json_and_in_plain_lines(qm: Shell) -> None:
    record_id = qm.new()
    assert qm("log", record_id, "--json", "-", stdin=f"{SETUP}\n{PASS}\n").json["last"] == 2
    code = qm("log", record_id, "--plain", stdin=PASS).out.rstrip("\n").split("\t")
    assert code[:2] == ["3", "pass"]
    assert len(code[2]) == 9


def test_a_list_and_several_options_are_one_batch(qm: Shell) -> None:
    record_id = qm.new()
    told = qm("log", record_id, "--json", f"[{SETUP},\n {PASS}]", "--json", PASS).json
    assert (told["first"], told["last"]) == (1, 3)


def test_a_time_that_is_given_is_kept(qm: Shell) -> None:
    record_id = qm.new()
    with freeze_time("2026-11-15T18:00:00Z"):
        qm("log", record_id, "--json", '{"do":"setup","at":"2020-01-01T00:00:00Z"}')
        qm("log", record_id, "--json", PASS, "--at", "2021-01-01T00:00:00Z")
        qm("log", record_id, "--json", PASS, "--no-at")
    assert [event.get("at") for event in events(qm, record_id)] == [
        "2020-01-01T00:00:00Z",
        "2021-01-01T00:00:00Z",
        None,
    ]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "--json: it is not JSON"),
        ('{"do":"pass","do":"play"}', "twice"),
        ('{"do":"pass","n":1.5}', "1.5"),
        ('{"do":"pass","n":9007199254740993}', "2^53"),
        ('{"by":"blue"}', "`do` is None"),
        ('{"do":"Pass!"}', "`do` is 'Pass!'"),
        ('{"do":"pass","at":"noon"}', "`at`"),
        ('{"do":"pass","by":7}', "`by`"),
        ("7", "an event is an object"),
        ("[]", "no event was given"),
        (f"[{PASS},7]", "--json, event 2"),
        ('{"do":"note","text":"a\nb"}', "not JSON"),
        ('{"do":"note","text":"%s"}' % ("x" * 65_536), "65,"),
    ],
)
def test_what_is_not_an_event_is_refused_with_its_place(qm: Shell, text: str, words: str) -> None:
    record_id = qm.new()
    answer = qm("log", record_id, "--json", text)
    assert answer.code == 2
    assert answer.out == ""
    assert words in answer.err
    assert events(qm, record_id) == []


def test_one_bad_line_and_no_line_is_logged(qm: Shell) -> None:
    record_id = qm.new()
    answer = qm("log", record_id, stdin=f"{SETUP}\n{PASS}\n{{\n{PASS}\n")
    assert answer.code == 2
    assert "stdin line 3" in answer.err
    assert events(qm, record_id) == []


def test_an_event_that_grows_too_long_by_its_time_is_refused(qm: Shell) -> None:
    record_id = qm.new()
    body = json.dumps({"do": "note", "text": "x" * (65_536 - len('{"do":"note","text":""}'))}, separators=(",", ":"))
    assert qm("log", record_id, "--json", body, "--dry-run").code == 2
    assert qm("log", record_id, "--json", body).code == 2
    assert qm("log", record_id, "--json", body, "--no-at").code == 0


def test_too_many_lines_at_once_are_refused(qm: Shell) -> None:
    record_id = qm.new()
    answer = qm("log", record_id, stdin=f"{PASS}\n" * 10_001)
    assert answer.code == 2
    assert "10,000" in answer.err
    assert events(qm, record_id) == []


def test_empty_stdin_is_not_an_event(qm: Shell) -> None:
    record_id = qm.new()
    assert qm("log", record_id).code == 2
    assert qm("log", record_id, "--at", "2021-01-01T00:00:00Z", "--no-at", "--json", PASS).code == 2


def test_whoever_comes_second_is_told_reads_on_and_tries_again(qm: Shell) -> None:
    record_id = qm.new()
    assert qm("log", record_id, "--json", SETUP, "--expect", "1").code == 0
    late = qm("log", record_id, "--json", PASS, "--expect", "1")
    assert late.code == 5
    assert late.out == ""
    assert "2 lines" in late.err
    assert len(events(qm, record_id)) == 1
    size = qm("show", record_id, "--json").json_lines[0]["events"] + 1
    assert qm("log", record_id, "--json", PASS, "--expect", size).code == 0
    assert len(events(qm, record_id)) == 2


def test_a_retry_under_the_same_key_writes_nothing_and_answers_as_before(qm: Shell) -> None:
    record_id = qm.new()
    with freeze_time("2026-11-15T18:00:00Z"):
        first = qm("log", record_id, "--json", SETUP, "--key", "k1").json
    qm("log", record_id, "--json", PASS)
    with freeze_time("2026-11-15T18:00:09Z"):  # the clock went on, the event is the same
        again = qm("log", record_id, "--json", SETUP, "--key", "k1", "--expect", "1").json
    assert again == {**first, "repeated": True, "written": False}
    assert [event["do"] for event in events(qm, record_id)] == ["setup", "pass"]


def test_a_retry_of_several_lines_is_reported_to_people(qm: Shell) -> None:
    record_id = qm.new()
    with freeze_time("2026-11-15T18:00:00Z", auto_tick_seconds=3):
        qm("log", record_id, "--key", "batch", stdin=f"{SETUP}\n{PASS}\n{PASS}\n")
        again = qm("log", record_id, "--key", "batch", stdin=f"{SETUP}\n{PASS}\n{PASS}\n")
    assert again.code == 0
    assert "nothing was written" in again.err
    assert len(events(qm, record_id)) == 3


@pytest.mark.parametrize(
    "other", ['{"do":"pass","by":"red"}', '{"do":"setup","at":"2020-01-01T00:00:00Z"}', f"[{SETUP},{PASS}]"]
)
def test_a_key_is_never_used_for_something_else(qm: Shell, other: str) -> None:
    record_id = qm.new()
    qm("log", record_id, "--json", SETUP, "--key", "k1")
    answer = qm("log", record_id, "--json", other, "--key", "k1")
    assert answer.code == 5
    assert len(events(qm, record_id)) == 1


@freeze_time("2026-11-15T18:00:00Z")
def test_a_dry_run_answers_like_the_real_one_and_writes_nothing(qm: Shell) -> None:
    record_id = qm.new()
    qm("log", record_id, "--json", SETUP)
    trial = qm("log", record_id, "--json", PASS, "--json", PASS, "--dry-run")
    assert trial.code == 0
    assert "nothing was written" in trial.err or trial.json["written"] is False
    assert len(events(qm, record_id)) == 1
    real = qm("log", record_id, "--json", PASS, "--json", PASS)
    assert real.json == {**trial.json, "written": True}
    assert qm("log", record_id, "--json", PASS, "--dry-run", "--expect", "1").code == 5
    people = qm("log", record_id, "--dry-run", stdin=PASS)
    assert "nothing was written" in people.err


def test_a_record_that_is_not_there_is_not_found(qm: Shell) -> None:
    nowhere = qm("log", "01ABC", "--json", SETUP)
    assert nowhere.code == 4
    assert "no store" in nowhere.err
    qm.new()
    nobody = qm("log", "7ZZ", "--json", SETUP)
    assert nobody.code == 4
    assert "qm list" in nobody.err


def test_a_beginning_that_several_records_share_is_refused(qm: Shell) -> None:
    with freeze_time("2026-11-15T18:00:00Z"):
        ids = [qm.new() for _ in range(2)]
    answer = qm("log", ids[0][:8], "--json", SETUP)
    assert answer.code == 2
    assert all(events(qm, record_id) == [] for record_id in ids)


def test_a_file_is_not_logged_to(qm: Shell) -> None:
    qm.write("game.jsonl", '{"quartermaster":1,"game":"tiny","players":[{"seat":"blue"}]}\n')
    for _ in range(2):  # without a store, and with one
        answer = qm("log", "game.jsonl", "--json", SETUP)
        assert answer.code == 2
        assert "qm import game.jsonl" in answer.err
        record_id = qm.new()
    qm.write(record_id, "a file that is called like a record")
    assert qm("log", record_id, "--json", SETUP).code == 0


def test_at_a_terminal_it_does_not_wait_for_lines_unless_asked(qm: Shell) -> None:
    record_id = qm.new()
    ours, theirs = pty.openpty()
    try:
        done = qm.process("log", record_id, stdin=theirs)
        assert done.returncode == 2
        assert b"--json -" in done.stderr
        os.write(ours, f"{SETUP}\n\x04".encode())
        assert qm.process("log", record_id, "--json", "-", stdin=theirs).returncode == 0
    finally:
        os.close(ours)
        os.close(theirs)
    assert len(events(qm, record_id)) == 1
