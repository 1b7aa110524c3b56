"""The replay viewer in a real terminal, and what it answers without one."""

import subprocess
import sys

import pytest

from replay.library import game_ids
from tests.helpers.shell import ROOT, Shell
from tests.helpers.terminal import Terminal
from tests.helpers.tools import FIXTURES, first_story

pytestmark = pytest.mark.slow

STORY = FIXTURES / "sea-or-shore" / "pass-nobody-noticed.jsonl"
HURRY = FIXTURES / "sea-or-shore" / "hurried-table.jsonl"


@pytest.mark.slow
@pytest.mark.parametrize("method", ["go", "judge"])
def test_a_mistake_of_ours_ends_in_words_not_in_a_traceback(qm: Shell, method: str) -> None:
    wrong = f"from cli.terminal.viewer.cursor import Cursor; Cursor.{method} = lambda *_: 1 / 0"
    program = f"import sys; {wrong}; from cli.main import main; sys.exit(main(sys.argv[1:]))"
    with Terminal("replay", STORY, program=program) as terminal:
        if method == "go":
            terminal.until("q quit")
            terminal.type("l")
        shown = terminal.rest()
        assert terminal.code == 70
    assert "this is a mistake in Quartermaster" in shown
    assert "Traceback" not in shown


@pytest.mark.slow
@pytest.mark.parametrize("game_id", game_ids())
def test_events_are_read_in_two_threads_at_once(game_id: str) -> None:
    """The viewer goes on while the rules are checked. Without `prepare`, msgspec crashes the process here."""
    path = first_story(game_id)
    code = (
        "import sys; from threading import Barrier, Thread; sys.setswitchinterval(1e-6)\n"
        "from replay.reel import played; from cli.machine.target import load\n"
        "from replay.reel import Eyes, Reel, findings_of; from replay.read import prepare\n"
        "found = played(load(sys.argv[1], None).record); prepare(found.game); barrier = Barrier(4)\n"
        "def look(viewer): barrier.wait(); findings_of(Reel(found, Eyes(viewer)))\n"
        "threads = [Thread(target=look, args=(viewer,)) for viewer in ('official', 'official', 'table', 'table')]\n"
        "[thread.start() for thread in threads]; [thread.join() for thread in threads]\n"
    )
    done = subprocess.run([sys.executable, "-c", code, str(path)], cwd=ROOT, capture_output=True, timeout=120)
    assert (done.returncode, done.stderr) == (0, b"")


# --- notes


def test_a_note_is_appended_to_the_record_in_the_store_and_shown_at_its_event(qm: Shell) -> None:
    qm("import", STORY)
    record = qm("list", "--plain").out.split("\t")[0]
    with Terminal("replay", f"{record}@7") as terminal:
        terminal.until("event 7 of 175")
        terminal.type("a")
        terminal.until("Note about event 7")
        terminal.type("was that green?")
        terminal.until("was that green?")
        terminal.type("\r")
        terminal.until("Enter adds this note about event 7, for good")
        assert "✎ was that green?" in terminal.seen
        assert qm("show", record, "--json").json_lines[-1]["seq"] == 175
        terminal.type("\r")
        terminal.until("noted about event 7")
        terminal.until("was that green?")
        terminal.type("q")
        assert terminal.rest().strip().splitlines()[-1].endswith(f"{record}@7")
    last = qm("show", record, "--json").json_lines[-1]
    assert last["event"]["text"] == "@7 was that green?"
    assert last["seq"] == 176


@pytest.mark.slow
def test_a_note_that_is_not_confirmed_is_not_added(qm: Shell) -> None:
    qm("import", STORY)
    record = qm("list", "--plain").out.split("\t")[0]
    with Terminal("replay", f"{record}@7") as terminal:
        terminal.until("event 7 of 175")
        terminal.type("a")
        terminal.until("Note about event 7")
        terminal.type("never mind\r")
        terminal.until("Esc drops it")
        terminal.type("\x1b")
        terminal.until("nothing was noted")
        terminal.type("q")
        terminal.rest()
    assert qm("show", record, "--json").json_lines[-1]["seq"] == 175


# --- a real terminal


@pytest.mark.parametrize(("rows", "columns"), [(24, 80), pytest.param(40, 120, marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    ("key", "question", "text"), [("/", "Search words", "ship-shape"), (":", "Go to event", "123")], ids=["find", "go"]
)
def test_what_is_typed_in_a_line_of_the_viewer_is_seen(
    rows: int, columns: int, key: str, question: str, text: str
) -> None:
    with Terminal("replay", f"{STORY}@7", rows=rows, columns=columns) as terminal:
        terminal.until("event 7 of 175")
        terminal.until("q quit")
        terminal.type(key)
        terminal.until(question)
        terminal.type(text)
        terminal.until(text)
        terminal.type("\x1b")
        terminal.until("q quit")
        terminal.type("q")
        terminal.rest()
        assert terminal.code == 0


def test_in_a_terminal_the_viewer_opens_answers_and_prints_where_it_was_left(qm: Shell) -> None:
    qm.write("game.jsonl", STORY.read_bytes())
    with Terminal("replay", "game.jsonl", "--at", "2") as terminal:
        terminal.until("event 2 of 175")
        terminal.until("SS-PASS-3 broken")
        terminal.type("l")
        terminal.until("event 3 of 175")
        terminal.type("\x1b[F")
        terminal.until("event 175 of 175")
        terminal.type("q")
        assert terminal.rest().strip().splitlines()[-1].endswith("game.jsonl@175")
        assert terminal.code == 0


@pytest.mark.slow
def test_leaving_does_not_wait_for_the_rules(qm: Shell) -> None:
    qm("simulate", "gold-island", "-p", "4", "-o", ".")
    for _ in range(3):
        with Terminal("replay", "gold-island-4p-1.revealed.jsonl@9") as terminal:
            terminal.until("event 9 of")
            terminal.type("vvHq")
            assert "gold-island-4p-1.revealed.jsonl@9" in terminal.rest()
            assert terminal.code == 0


# --- without a terminal


def test_without_a_terminal_each_event_is_a_line_or_an_object(qm: Shell) -> None:
    lines = qm("replay", STORY)
    assert lines.code == 0
    assert lines.out == qm("steps", STORY, "--plain").out
    assert qm("replay", STORY, "--json").out == qm("steps", STORY, "--json").out
    assert qm("replay", f"{STORY}@174").out.splitlines()[0].startswith("174\t")
    assert qm("replay", STORY, "--at", "174").out == qm("replay", STORY, "--from", "174").out
    assert len(qm("replay", STORY, "--findings").out.splitlines()) == 1
    assert qm("replay", f"{STORY}@9999").code == 4
    assert qm("replay", "nowhere@3").code == 4


def test_a_file_with_an_at_sign_in_its_name_is_a_file(qm: Shell) -> None:
    qm.write("game@2", STORY.read_bytes())
    assert qm("replay", "game@2").out == qm("replay", STORY).out
    assert qm("replay", "game@2@175").out.startswith("175\t")


def test_a_seat_is_told_only_what_it_knew_and_what_follows_from_that(qm: Shell) -> None:
    told = qm("replay", STORY, "--json", "--as", "p1", "--to", "2").json_lines
    forward = qm("replay", STORY, "--json", "--forward", "--to", "2").json_lines

    assert told[1]["findings"] == qm("replay", STORY, "--json", "--to", "2").json_lines[1]["findings"]
    assert forward[1]["event"]["cards"]["p2"] == "?"
    assert {finding["answer"] for finding in forward[1]["findings"]} == {"open"}


@pytest.mark.slow
def test_the_viewer_ends_when_its_terminal_is_gone() -> None:
    with Terminal("replay", STORY) as terminal:
        terminal.until("q quit")
        terminal.vanish()
        assert terminal.code == 75  # nothing can be written there any more
