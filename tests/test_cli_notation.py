"""`qm log` with lines in the words of the game: whole games, meta lines, lines that cannot be read, and `qm fix`."""

import json
import os
from typing import Any

import pytest

from cli.commands.help import text_of
from replay.library import game_ids, game_of
from replay.notation.shared import RESERVED
from tests.helpers.shell import Shell
from tests.helpers.slow import first_ones
from tests.helpers.tools import dealt, fixtures_of
from tests.helpers.typed import typed

AT = "2026-11-15T18:00:00Z"
START = "setup p1 r4 g3 rb:1 gp:3\n* * * *\n7\n"
"""Sea or Shore: set up, everybody has passed a card, p1 has laid one. Event 3 is the last."""


def events(qm: Shell, record: str) -> list[dict[str, Any]]:
    """The events as logged, without their times."""
    lines = qm("show", record, "--json").json_lines[1:]
    return [{key: value for key, value in line["event"].items() if key != "at"} for line in lines]


def begin(qm: Shell, lines: str = START) -> str:
    """A record of Sea or Shore for four, with these lines."""
    record: str = qm("new", "sea-or-shore", "p1=Ann", "p2=Bob", "p3", "p4", "--kit", "demo", "--json").json["id"]
    if lines:
        logged = qm("log", record, stdin=lines)
        assert logged.code == 0, logged.err
    return record


def state(qm: Shell, record: str, path: str) -> Any:
    return qm("state", record, "--get", path).json[path]


# --- whole games


@pytest.mark.parametrize("game_id", first_ones(game_ids(), quick=2))
def test_a_whole_game_entered_as_lines_equals_the_same_game_entered_as_json(qm: Shell, game_id: str) -> None:
    """Run with QM_UPDATE=1 to rewrite four-players.lines after an intended change. Fewer play if four cannot."""
    game = dealt(game_id, min(4, game_of(game_id).player_counts[-1]), seed=4)
    path = fixtures_of(game_id) / "four-players.lines"
    seats = [player["seat"] for player in game.header["players"]]
    if os.environ.get("QM_UPDATE"):
        lines = [item.text for item in typed(game.header, game.scribe)]
        first = f"# qm new {game_id} {' '.join(seats)} --kit demo, then: qm log RECORD < four-players.lines"
        path.write_text("\n".join([first, *lines, ""]))
    records = [qm("new", game_id, *seats, "--kit", "demo", "--json", "--at", AT).json["id"] for _ in range(2)]

    said = qm("log", records[0], "--at", AT, stdin=path.read_bytes())
    told = qm("log", records[1], "--at", AT, "--json", "-", stdin="\n".join(map(json.dumps, game.scribe)))

    assert (said.code, told.code) == (0, 0), said.err + told.err
    by_words, by_json = ([line["event"] for line in qm("show", one, "--json").json_lines[1:]] for one in records)
    assert [event.pop("said") for event in by_words] == path.read_text().splitlines()[1:]
    assert [json.dumps(event, sort_keys=True) for event in by_words] == [
        json.dumps(event, sort_keys=True) for event in by_json
    ]
    assert qm("audit", records[0], "--json", "--fail-on", "never").json["answers"]["broken"] == 0


def turns_in_the_help() -> list[tuple[str, list[str]]]:
    """The `qm new` of each game in the help on notation, and the lines under it."""
    found: list[tuple[str, list[str]]] = []
    for line in text_of("notation").splitlines():
        if line.startswith("  qm new "):
            found.append((line.strip(), []))
        elif line.startswith("    ") and found:
            found[-1][1].append(line)
    return found


def test_the_help_shows_a_turn_of_every_game() -> None:
    assert sorted(command.split()[2] for command, _ in turns_in_the_help()) == game_ids()


@pytest.mark.parametrize("command", [command for command, _ in turns_in_the_help()])
def test_the_turns_in_the_help_can_be_typed_as_shown(qm: Shell, command: str) -> None:
    lines = dict(turns_in_the_help())[command]
    record = qm(*command.split()[1:], "--json").json["id"]
    answer = qm("log", record, "--strict", stdin="\n".join(lines))  # strict: none of it breaks a rule
    assert answer.code == 0, answer.err
    assert len(events(qm, record)) >= len(lines)


@pytest.mark.parametrize("command", [command for command, _ in turns_in_the_help()])
def test_what_the_prompt_keeps_for_itself_is_never_a_move(qm: Shell, command: str) -> None:
    lines = dict(turns_in_the_help())[command]
    record = qm(*command.split()[1:], "--json").json["id"]
    qm("log", record, stdin=lines[0])
    for word in sorted(RESERVED - {".", "e"}):  # `.` repeats a line of the game, and `e` alone may begin a verb
        qm("log", record, stdin=f"{word}\n")
    assert {event["do"] for event in events(qm, record)[1:]} <= {"rewind", "amend"}  # of `u`


# --- lines on stdin


def test_words_and_json_mix_in_one_stream_and_the_words_are_kept(qm: Shell) -> None:
    record = begin(qm, "")
    answer = qm("log", record, stdin='setup p1 r4 g3\n# a remark\n{"do":"pass"}\np1 7 ? # it may have been a 1\n')
    assert answer.code == 0
    assert "    3  Ann lays a card showing 7." in answer.out.splitlines()
    first, second, third = events(qm, record)
    assert first["said"] == "setup p1 r4 g3"
    assert second == {"do": "pass"}
    assert third == {"do": "lay", "by": "p1", "shows": 7, "said": "p1 7 ? # it may have been a 1"}


def test_several_on_a_line_and_the_last_one_again(qm: Shell) -> None:
    record = begin(qm, START + "8 ; .;.\n")
    assert [event["by"] for event in events(qm, record)[3:]] == ["p2", "p3", "p4"]
    assert {event["shows"] for event in events(qm, record)[3:]} == {8}
    assert qm("log", begin(qm, ""), stdin=".\n").code == 2


def test_a_line_that_cannot_be_read_names_its_place_and_nothing_is_written(qm: Shell) -> None:
    record = begin(qm)
    answer = qm("log", record, stdin="8\n\nfoo\n")
    assert answer.code == 2
    assert "stdin line 3: no action begins with 'foo'" in answer.err
    assert len(events(qm, record)) == 3
    several = qm("log", record, stdin="r7 b3 g4 p12\n")
    assert several.code == 2
    assert "it can be: pass r7 b3 g4 p12 | show r7 b3 g4 p12 | turn r7 b3 g4 p12" in several.err
    assert qm("log", record, stdin=b"8\n\xff\n").code == 2


def test_questions_are_answered_among_the_lines(qm: Shell) -> None:
    record = begin(qm)
    answer = qm("log", record, stdin="w\n8\ns\n?\n")
    assert answer.code == 0
    lines = answer.out.splitlines()
    assert lines[0] == "next   Bob: lay"
    assert lines[1] == "    4  Bob lays a card showing 8."
    assert lines[2].startswith("Sea or Shore · round 1 of 2 · trick 1 of 12")
    assert "next   p3: lay" in lines
    assert "  type   r" in lines
    assert any(line.startswith("  lay ") and "  ·  " in line for line in lines)
    only = qm("log", record, stdin="w\nq\nnever read\n")
    assert (only.code, only.out) == (0, "next   p3: lay\n")
    assert len(events(qm, record)) == 4


def test_a_record_of_an_unknown_game_takes_json_only(qm: Shell) -> None:
    answer = qm("log", qm.new(), stdin="setup\n")
    assert answer.code == 2
    assert "as JSON" in answer.err


def test_strict_refuses_what_breaks_a_rule_unless_the_scribe_insists(qm: Shell) -> None:
    record = begin(qm)
    assert qm("log", record, "--strict", stdin="p4 8\n").code == 2
    assert qm("log", record, "--strict", stdin="p4 8 !\n").code == 0
    assert events(qm, record)[-1]["said"] == "p4 8 !"


def test_a_retry_under_the_same_key_is_read_as_it_was_and_writes_nothing(qm: Shell) -> None:
    record = begin(qm)
    lines = "8\n.\nd she took it back\n"
    assert qm("log", record, "--key", "k", stdin=lines).code == 0
    again = qm("log", record, "--key", "k", stdin=lines)
    assert again.code == 0, again.err
    assert "nothing was written" in again.err
    assert "    4  Bob lays a card showing 8." in again.out
    assert [event["do"] for event in events(qm, record)][3:] == ["lay", "lay", "dispute"]
    assert qm("log", record, "--key", "k", stdin="9\n").code == 5
    assert qm("log", record, "--key", "new", stdin="9\n").code == 0


# --- meta lines: they only append


def test_undo_takes_back_the_last_event_and_then_the_one_before(qm: Shell) -> None:
    record = begin(qm, START + "8\n9\nu\n")
    assert events(qm, record)[-1] == {"do": "rewind", "to": 4, "why": "undo", "said": "u"}
    assert state(qm, record, "turn") == "p3"
    qm("log", record, stdin="u\n")
    assert state(qm, record, "turn") == "p2"
    assert [event["do"] for event in events(qm, record)][-2:] == ["rewind", "rewind"]


def test_through_a_pipe_an_undo_prints_what_falls_away_and_keeps_what_was_logged_before(qm: Shell) -> None:
    record = begin(qm, START + "8\ni 3 n the lamp went out\nn later\n")
    answer = qm("log", record, stdin="u 5\n")
    assert "no longer counts:\n    6  " in answer.out
    assert "Event 4 stands behind event 5 and was logged before it: kept" in answer.out
    assert state(qm, record, "turn") == "p3", "event 4, a card, still counts"
    assert "no longer counts" not in qm("log", record, "--plain", stdin="u 3\n").out


def test_undo_to_an_event(qm: Shell) -> None:
    record = begin(qm, START + "8\n9\nu 2\n")
    assert state(qm, record, "turn") == "p1"
    assert qm("log", record, stdin="u 2\n").code == 2  # there is nothing after it any more
    assert qm("log", record, stdin="u 5\n").code == 2
    assert "no longer counts" in qm("log", record, stdin="u 4\n").err
    assert "there is no event 99" in qm("log", record, stdin="x 99\n").err


def test_an_undo_counts_no_claim_among_what_falls_away(qm: Shell) -> None:
    from records.event import read_event
    from records.timeline import places_of

    bodies = ["setup", "lay", "dispute", "lay"]
    logged = [read_event({"do": do}, seq) for seq, do in enumerate(bodies, start=1)]
    assert [event.seq for event in places_of(logged).falls_away({"do": "rewind", "to": 1})] == [2, 4]


def test_undo_of_a_correction_is_its_opposite(qm: Shell) -> None:
    record = begin(qm, START + "8\ne 3 11\nu\n")
    assert events(qm, record)[-1] == {"do": "amend", "target": 5, "action": None, "why": "undo", "said": "u"}
    assert qm("state", record, "--json").json["lays"][0]["shows"] == 7
    qm("log", record, stdin="x 4\n")
    assert state(qm, record, "turn") == "p2"
    qm("log", record, stdin="u\n")  # what was struck counts again, at its place
    assert state(qm, record, "turn") == "p3"
    qm("log", record, stdin="i 3 p3 9\nu\n")
    assert events(qm, record)[-1]["action"] is None
    assert state(qm, record, "turn") == "p3"


def test_an_undo_is_struck_and_everything_counts_again(qm: Shell) -> None:
    record = begin(qm, START + "8\n9\nu 3\n")
    assert state(qm, record, "turn") == "p2"
    assert qm("log", record, stdin="x 6\n").code == 0
    assert state(qm, record, "turn") == "p4"


def test_a_claim_is_not_undone_and_undoing_passes_over_it(qm: Shell) -> None:
    record = begin(qm, START + "p2 d 3 she laid two\nn the table talks\nu\n")
    assert "3  Ann lays a card showing 7." in qm("log", record, stdin="u\n").out
    qm("log", record, stdin="8\nu\n")
    assert state(qm, record, "turn") == "p1"
    assert "she laid two" in qm("dispute", "list", record).out


def test_the_first_event_can_be_undone_too(qm: Shell) -> None:
    record = begin(qm, "setup p2 r4 g3\nu\nsetup p3 r4 g3\n")
    assert state(qm, record, "starter") == "p3"
    assert qm("log", begin(qm, ""), stdin="u\n").code == 2


def test_an_event_is_replaced_in_place_and_read_as_of_that_point(qm: Shell) -> None:
    record = begin(qm, START + "8\n9\ne 4 g+0\n")
    amend = events(qm, record)[-1]
    assert amend == {
        "do": "amend",
        "target": 4,
        "action": {"do": "lay", "by": "p2", "shows": "green"},
        "said": "e 4 g+0",
    }
    assert len(state(qm, record, "played.p2") or "") == 0
    assert state(qm, record, "turn") == "p4"
    assert qm("log", record, stdin="e 4\n").code == 2


def test_an_event_is_struck_and_a_forgotten_one_inserted(qm: Shell) -> None:
    record = begin(qm, START + "p3 9\n")
    qm("log", record, stdin="i 3 8 \n")
    insert = events(qm, record)[-1]
    assert (insert["do"], insert["after"], insert["action"]["by"]) == ("insert", 3, "p2")
    assert qm("audit", record, "--fail-on", "broken").code == 0
    qm("log", record, stdin="x 4 # they took it back\n")
    strike = events(qm, record)[-1]
    assert (strike["target"], strike["action"], strike["why"]) == (4, None, "they took it back")
    assert state(qm, record, "turn") == "p3"


def test_notes_and_disputes(qm: Shell) -> None:
    record = begin(qm, START + "n cake; with cream\np2 d 3 she laid two\nd we see it otherwise\n")
    note, claim, other = events(qm, record)[3:]
    assert note["text"] == "cake; with cream"
    assert (claim["do"], claim["about"], claim["by"], claim["claim"]) == ("dispute", 3, "p2", "she laid two")
    assert (other["about"], other.get("by")) == (5, None)
    for text in ("d", "n", "x", "i"):
        assert "needs more" in qm("log", record, stdin=f"{text}\n").err


def test_if_a_game_has_its_own_d_a_claim_is_still_a_claim(qm: Shell) -> None:
    """An explorer is called d: what the game can read is a move."""
    record = qm("new", "lost-island", "red", "purple", "--kit", "demo", "--json").json["id"]
    assert qm("log", record, stdin="setup red\nmove d b3 ; d c3\nd c3 was under water\n").code == 0
    assert [event["do"] for event in events(qm, record)][1:] == ["move", events(qm, record)[2]["do"], "dispute"]
    assert events(qm, record)[2]["piece"] == "red.d"


# --- what could not be read


def test_a_line_is_kept_unread_and_mended_later(qm: Shell) -> None:
    record = begin(qm, START + "the red one !!\np3 9\n")
    kept = events(qm, record)[3]
    assert len(kept.pop("salt")) == 22
    assert kept == {"do": "unread", "said": "the red one"}
    assert qm("fix", record, "--list", "--plain").out == "4\tunread\tthe red one\n"
    answer = qm("fix", record, stdin="r\n")
    assert answer.code == 0, answer.err
    assert "now: Bob lays a card showing red." in answer.out
    assert "nothing to mend" in answer.err
    assert events(qm, record)[-1]["action"] == {"do": "lay", "by": "p2", "shows": "red"}
    assert qm("audit", record, "--fail-on", "broken").code == 0


def test_keep_keeps_every_line(qm: Shell) -> None:
    record = begin(qm)
    assert qm("log", record, "--keep", stdin="bar\n8\nbaz; 9\n").code == 0
    assert [event["do"] for event in events(qm, record)][3:] == ["unread", "lay", "unread", "lay"]


def test_fix_mends_strikes_leaves_and_stops(qm: Shell) -> None:
    record = begin(qm, START + "one !!\ntwo !!\nthree !!\nfour !!\n")
    answer = qm("fix", record, stdin="8\n\nx\nq\n")
    assert answer.code == 0
    assert "2 lines to mend" in answer.err
    assert qm("fix", record, 5, "p3", "9").code == 0
    assert qm("fix", record, "--list", "--plain").out == "7\tunread\tfour\n"
    bad = qm("fix", record, stdin="nonsense\n")
    assert bad.code == 2
    assert "no action begins with" in bad.err
    assert qm("fix", record, 99, "8").code == 2


def test_lines_that_ended_with_a_question_mark_are_listed_when_asked(qm: Shell) -> None:
    record = begin(qm, START + "8 ? # or a 9\n")
    assert qm("fix", record, "--list", "--plain").out == ""
    assert qm("fix", record, "--list", "--unsure", "--plain").out == "4\tlay\t8 ? # or a 9\n"
    assert qm("fix", record, "--unsure", stdin="9\n").code == 0
    assert qm("fix", record, "--list", "--unsure", "--plain").out == ""
