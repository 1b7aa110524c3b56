"""After a signature or a close, from the command line: a correction waits, and everybody is told for what."""

import json
from typing import Any

import pytest

from cli.terminal.viewer.cursor import Cursor
from cli.terminal.viewer.lines import details, mark_of
from records.record import from_bytes
from replay.reel import Eyes, played
from tests.helpers.shell import Shell

RULED = ("--facts", "all saw it", "--verdict", "upheld")


@pytest.fixture
def signed(qm: Shell) -> str:
    """A finished game of Sea or Shore, signed by all three seats and closed: events 5 to 8."""
    officials = ("--official", "Kim", "--official", "Lee:head")
    made = qm("new", "sea-or-shore", "p1=Ann", "p2=Bob", "p3=Cleo", "--kit", "demo", *officials, "--json")
    record: str = made.json["id"]
    lines = ['{"do":"setup","starter":"p1","treasures":["red-4"]}', '{"do":"pass"}']
    lines += ['{"do":"lay","by":"p1","shows":"red"}', '{"do":"lay","by":"p2","shows":3}']
    assert qm("log", record, stdin="\n".join(lines)).code == 0
    for seat in ("p1", "p2", "p3"):
        assert qm("sign", record, seat, "--statement", "accept").code == 0
    assert qm("log", record, stdin='{"do":"close","result":"finished"}').code == 0
    return record


def amend(qm: Shell, record: str, seq: int = 4, shows: Any = 9) -> Any:
    return qm("amend", record, seq, json.dumps({"do": "lay", "by": "p2", "shows": shows}))


def shows(qm: Shell, record: str) -> Any:
    """What p2 laid, as it counts."""
    steps = [json.loads(line) for line in qm("steps", record, "--json").out.splitlines()]
    return next(step["event"]["shows"] for step in steps if step["seq"] == 4)


def open_fixes(qm: Shell, record: str) -> list[int]:
    findings = qm("audit", record, "--json").json["findings"]
    return [item["seq"] for item in findings if item["rule"] == "QM-FIX-4" and item["answer"] == "open"]


WORDS = "event 9, amend of 4: waits for an official"


def test_the_scribe_is_told_that_a_correction_waits_and_how_it_comes_to_count(qm: Shell, signed: str) -> None:
    answer = amend(qm, signed)
    assert answer.code == 0
    told = " ".join(answer.out.split())
    assert "QM-FIX-4 open: event 5 accepted what this amend changes, so it waits and changes nothing yet" in told
    assert "until an official confirms it, or p1, p2, p3 accept again" in told
    assert shows(qm, signed) == 3
    assert open_fixes(qm, signed) == [9]


def test_show_list_replay_report_and_page_name_what_waits(qm: Shell, signed: str) -> None:
    before = qm("list").out
    assert "waiting" not in before
    amend(qm, signed)
    assert f"waiting   {WORDS}" in qm("show", signed).out
    assert "waits\t9\tamend\t4" in qm("show", signed, "--plain").out
    first = json.loads(qm("show", signed, "--json").out.splitlines()[0])
    assert [one["words"] for one in first["waiting"]] == [WORDS]
    assert "closed, 1 waiting" in qm("list").out
    assert WORDS in qm("list").out
    assert qm("list", "--json").json["waiting"][0]["missing"] == ["p1", "p2", "p3"]
    assert WORDS in qm("replay", signed, "--plain").err
    assert WORDS in qm("steps", signed).err
    assert WORDS in qm("report", signed).out
    assert WORDS in qm("export", signed, "--format", "html", "-o", "-").out


def test_a_ruling_confirms_and_one_that_replaces_it_lets_it_wait_again(qm: Shell, signed: str) -> None:
    amend(qm, signed)
    qm("dispute", "open", signed, "--by", "p3", "--about", 9, "--claim", "it was a 9", "--kind", "hidden")
    assert qm("rule", "stand", signed, "--by", "Kim", "--confirms", 9, *RULED).code == 0
    assert (shows(qm, signed), open_fixes(qm, signed)) == (9, [])
    assert "waiting" not in qm("list").out
    assert "counts by the ruling of event 11" in qm("report", signed).out
    qm("appeal", signed, "--by", "p1", "--grounds", "fact")
    assert qm("rule", "stand", signed, "--by", "Lee", *RULED).code == 0
    assert (shows(qm, signed), open_fixes(qm, signed)) == (3, [9])
    assert qm("final", signed, "--by", "Lee").code == 0
    assert (shows(qm, signed), open_fixes(qm, signed)) == (3, []), "a final ruling that does not confirm it refuses it"
    assert "refused by the ruling of event 13" in qm("report", signed).out


def test_all_accept_again_and_everybody_sees_who_has(qm: Shell, signed: str) -> None:
    amend(qm, signed)
    first = qm("sign", signed, "p1", "--statement", "accept")
    assert "event 9, amend of 4: p1 accepted again, p2, p3 have not yet" in first.err
    assert "p1 accepted again, p2, p3 have not yet" in qm("report", signed).out
    qm("sign", signed, "p2", "--statement", "accept")
    assert shows(qm, signed) == 3
    last = qm("sign", signed, "p3", "--statement", "accept")
    assert "p1, p2, p3 accepted again, it counts" in last.err
    assert (shows(qm, signed), open_fixes(qm, signed)) == (9, [])


def test_what_a_ruling_orders_counts_at_once(qm: Shell, signed: str) -> None:
    qm("dispute", "open", signed, "--by", "p3", "--about", 4, "--claim", "it was a 7", "--kind", "hidden")
    action = '{"do":"lay","by":"p2","shows":7}'
    assert qm("rule", "amend", signed, "--by", "Kim", "--target", 4, "--action", action, *RULED).code == 0
    assert (shows(qm, signed), open_fixes(qm, signed)) == (7, [])


def test_whatif_shows_a_correction_as_if_a_ruling_had_ordered_it(qm: Shell, signed: str) -> None:
    tried = qm("whatif", signed, "--amend", '4={"do":"lay","by":"p2","shows":9}', "--json").json
    assert tried["now"]["state"] != tried["then"]["state"]
    assert len(tried["then"]["events"]) == 8


def test_a_correction_that_waits_is_taken_back_freely_and_one_that_changes_nothing_is_refused(
    qm: Shell, signed: str
) -> None:
    amend(qm, signed)
    assert qm("amend", signed, 9, "--void").code == 0
    assert open_fixes(qm, signed) == []
    assert "waiting" not in qm("list").out
    assert "taken back" in qm("report", signed).out
    for command in (("amend", signed, 5, "--void"), ("rewind", signed, 99)):
        answer = qm(*command)
        assert answer.code == 2
        assert "which no correction touches" in answer.err or "there is no event 99" in answer.err


def test_a_close_is_taken_back_by_the_very_next_line_alone(qm: Shell, signed: str) -> None:
    assert "struck out" in qm("log", signed, stdin="u\n").out
    assert open_fixes(qm, signed) == []
    assert qm("list", "--json").json["closed"] is False
    qm("log", signed, stdin='{"do":"close","result":"finished"}\n{"do":"note","text":"the lamp was lit"}')
    assert qm("amend", signed, 10, "--void").code == 0
    assert open_fixes(qm, signed) == [12]
    assert qm("list", "--json").json["closed"] is True


def test_an_undo_of_what_was_signed_waits_and_takes_back_what_waits_first(qm: Shell, signed: str) -> None:
    amend(qm, signed)
    told = qm("log", signed, stdin="u\n").out
    assert "Event 9 is struck out" in told
    assert open_fixes(qm, signed) == []
    waits = qm("log", signed, stdin="u 3\n").out
    assert "QM-FIX-4" in waits
    assert "no longer counts" not in waits
    assert shows(qm, signed) == 3


def test_an_imported_record_is_listed_with_what_waits(qm: Shell, signed: str) -> None:
    amend(qm, signed)
    text = qm("export", signed, "-o", "-").out
    file = qm.write("again.jsonl", text)
    assert qm("import", file, "--db", str(file.with_name("other.db"))).code == 0
    assert WORDS in qm("list", "--db", str(file.with_name("other.db"))).out


def test_a_record_of_an_unknown_game_waits_too(qm: Shell) -> None:
    record = qm.new("--official", "Kim")
    qm("log", record, stdin='{"do":"setup"}\n{"do":"play","by":"blue"}\n{"do":"close","result":"finished"}')
    assert "waits" in qm("log", record, stdin='{"do":"note","text":"x"}\n{"do":"rewind","to":1}').out
    assert "event 5, rewind to 1: waits for an official" in qm("list").out
    assert "there is no event 77" in qm("amend", record, 77, "--void").err


def test_the_viewer_marks_the_event_and_says_what_waits(qm: Shell, signed: str) -> None:
    amend(qm, signed)
    record = from_bytes(qm("export", signed, "-o", "-").out.encode())
    cursor = Cursor(played(record), "record", Eyes(), 4)
    text = " ".join(part for line in details(cursor, 60, marked=False) for part, _ in line)
    assert WORDS in text.replace("  ", " ")
    assert mark_of(cursor, cursor.place) == ("…", "bold")
