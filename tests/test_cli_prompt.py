"""The prompt of `qm log`, `qm fix` and `qm new` at a real terminal."""

import os
import stat
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.shell import Shell
from tests.helpers.typist import Typist, typed_lines

pytestmark = pytest.mark.slow

LINES = "setup p1 r4 g3\n* * * *\n"


def begin(qm: Shell, lines: str = LINES) -> str:
    """A record of Sea or Shore in which p1 lays next."""
    record: str = qm("new", "sea-or-shore", "p1=Ann", "p2=Bob", "p3", "p4", "--kit", "demo", "--json").json["id"]
    assert not lines or qm("log", record, stdin=lines).code == 0
    return record


def events(qm: Shell, record: str) -> list[dict[str, Any]]:
    return [line["event"] for line in qm("show", record, "--json").json_lines[1:]]


def test_a_line_is_read_back_with_what_changed_and_who_is_next(qm: Shell) -> None:
    record = begin(qm, "")
    with Typist("log", record) as screen:
        screen.expect(", 0 events so far")
        screen.line("setup p1 r4 g3")
        screen.expect("    1  The game begins; Ann starts, and ")
        screen.expect("next   pass")
        screen.line("* * * *")
        screen.expect("next   Ann: lay")
        screen.expect("Ann>")
        screen.line("7")
        screen.expect("    3  Ann lays a card showing 7.")
        assert "the cards laid: Ann's card showing 7" in screen.expect("next   Bob: lay")
        screen.expect("Bob>")
        screen.line("p4 r")  # out of turn: it is logged, with the finding beside it
        screen.expect("    4  p4 lays a card showing red.")
        screen.expect("✗ event 4  SS-LAY-1 broken")
        screen.line("w; q")
        screen.expect("4 events are kept; go on with: qm log")
        assert screen.wait() == 0
    assert [event.get("said") for event in events(qm, record)] == ["setup p1 r4 g3", "* * * *", "7", "p4 r"]
    assert all("at" in event for event in events(qm, record))
    assert "+p4 r" in typed_lines(qm.folder).read_text()


def test_tab_completes_what_is_legal_and_the_toolbar_says_whose_turn_it_is(qm: Shell) -> None:
    record = begin(qm)
    with Typist("log", record) as screen:
        screen.expect("Sea or Shore · event 3 · Ann: lay")
        screen.keys("la\t")
        screen.expect("lay")
        screen.keys("g\r")
        screen.expect("Ann lays a card showing green.")
        screen.line("?")
        screen.expect("  type   r")
        screen.expect("Bob>")
        screen.keys("\x04")
        assert screen.wait() == 0
    assert events(qm, record)[-1]["said"] == "lay g"


def test_going_back_to_an_inserted_event_asks_about_those_behind_it(qm: Shell) -> None:
    """An event that was logged before stays, unless the scribe takes it back too."""
    record = begin(qm)
    with Typist("log", record) as screen:
        screen.expect("Ann>")
        screen.line("7; 8; i 3 n the lamp went out; n later")
        screen.expect("later")
        screen.line("u 5")
        screen.expect("Event 4 stands behind event 5 and was logged before it: keep them (Enter)")
        screen.line("")
        screen.expect("no longer counts:")
        screen.expect("later")
        screen.expect("next   p3: lay")
        screen.line("u")
        screen.expect("next")
        screen.line("q")
        assert screen.wait() == 0
    assert [event["do"] for event in events(qm, record)][-3:] == ["note", "rewind", "amend"]


def test_undo_says_what_falls_away_and_a_replacement_what_is_there_now(qm: Shell) -> None:
    record = begin(qm)
    with Typist("log", record) as screen:
        screen.expect("Ann>")
        screen.line("7; 8; 9")
        screen.expect("p3 lays a card showing 9.")
        screen.line("u 3")
        screen.expect("no longer counts:")
        screen.expect("4  Bob lays a card showing 8.")
        screen.expect("5  p3 lays a card showing 9.")
        screen.expect("take back these 2 events (y/n)?")
        screen.line("n")
        screen.expect("nothing was taken back")
        screen.line("u 3")
        screen.expect("take back these 2 events (y/n)?")
        screen.line("y")
        screen.expect("next   Bob: lay")
        screen.line("e 3 g")
        screen.expect("now: Ann lays a card showing green.")
        screen.line("x 99")  # there is nothing to keep
        screen.expect("there is no event 99")
        screen.line("s")
        screen.expect("Bob lays")
        screen.keys("half a line\x03")  # Ctrl-C throws the line away, not the prompt
        screen.expect("Bob>")
        screen.line("8")
        screen.expect("Bob lays a card showing 8.")
        screen.line("q")
        assert screen.wait() == 0
    assert [event["do"] for event in events(qm, record)][2:] == ["lay", "lay", "lay", "rewind", "amend", "lay"]


def test_a_line_with_several_readings_is_chosen_from_and_one_without_is_kept_or_dropped(qm: Shell) -> None:
    record = begin(qm)
    with Typist("log", record) as screen:
        screen.expect("Ann>")
        screen.line("r7 b3 g4 p12")
        screen.expect("2  show r7 b3 g4 p12")
        screen.expect("Enter drops it; or type it again:")
        screen.line("2")
        screen.expect("Unveiled: Ann red 7")
        screen.line("e 3 r7 b3 g4 p11")  # the same choice for an event that is replaced
        screen.expect("2  e 3 show r7 b3 g4 p11")
        screen.expect("Enter drops it; or type it again:")
        screen.line("2")
        screen.expect("now: Unveiled: Ann red 7, Bob blue 3, p3 green 4 and p4 purple 11")
        screen.line("something red")
        screen.expect("y keeps the line unread")
        screen.line("y")
        screen.expect("Not understood: 'something red'.")
        screen.line("blah")
        screen.expect("y keeps the line unread")
        screen.line("")
        screen.line("blah !!")
        screen.expect("Not understood: 'blah'.")
        screen.line("q")
        assert screen.wait() == 0
    logged = events(qm, record)[2:]
    assert [event["do"] for event in logged] == ["show", "amend", "unread", "unread"]
    assert logged[0]["said"] == "r7 b3 g4 p12"


def test_a_flat_battery_loses_nothing_and_logging_goes_on_where_it_was(qm: Shell) -> None:
    record = begin(qm)
    with Typist("log", record) as screen:
        screen.expect("Ann>")
        screen.line("7; 8")
        screen.expect("next   p3: lay")
        screen.keys("9 # never ent")
        screen.kill()
    assert len(events(qm, record)) == 4
    with Typist("log", record) as screen:
        screen.expect(f"Sea or Shore, {record[:12]}, 4 events so far")
        screen.expect("p3>")
        screen.line("9")
        screen.expect("    5  p3 lays a card showing 9.")
        screen.line("q")
        assert screen.wait() == 0
    assert qm("verify", record).code == 0


def test_whoever_logs_at_the_same_time_is_not_overwritten(qm: Shell) -> None:
    record = begin(qm)
    with Typist("log", record) as screen:
        screen.expect("Ann>")
        assert qm("log", record, stdin="7\n").code == 0
        screen.line("8")
        screen.expect("somebody else logged 1 event meanwhile; yours was not written")
        screen.expect("Bob>")
        screen.line("8")
        screen.expect("    4  Bob lays a card showing 8.")
        screen.line("q")
        assert screen.wait() == 0
    assert [event.get("by") for event in events(qm, record)][2:] == ["p1", "p2"]


def test_an_unknown_game_has_no_words(qm: Shell) -> None:
    with Typist("log", qm.new()) as screen:
        screen.expect("there are no rules for 'tiny' here")
        screen.expect("--json -")
        assert screen.wait() == 2
    with Typist("log", begin(qm), "--key", "k") as screen:
        screen.expect("--expect and --key are for events that are handed in at once")
        assert screen.wait() == 2


def test_fix_asks_for_one_line_after_the_other(qm: Shell) -> None:
    record = begin(qm, LINES + "the first !!\nthe second !!\n")
    with Typist("fix", record) as screen:
        screen.expect("    3  the first")
        screen.expect("event 3 was")
        screen.line("nonsense")
        screen.expect("no action begins with")
        screen.line("7")
        screen.expect("now: Ann lays a card showing 7.")
        screen.expect("event 4 was")
        screen.line("q")
        screen.expect("1 line to mend")
        assert screen.wait() == 0


def test_a_line_typed_again_at_the_question_is_not_lost_and_hidden_cards_are_asked_for_by_form(qm: Shell) -> None:
    made = qm("new", "loot-island", "blue=Ann", "red=Bob", "yellow=Cy", "--plain")
    record = made.out.split("\t")[0]
    with Typist("log", record) as screen:
        screen.expect("next   setup")
        screen.line("setup blue NEcw; A3")
        screen.expect("next   Ann: pass, play, island")
        screen.line("?")
        screen.expect("  pass")
        screen.expect("play: map cards (r137, r3c, rw), a landing (N1)")
        screen.line("b12")  # the event, or a hidden loot?
        screen.expect("or type it again:")
        screen.line("r3 N1; r9 E1")
        screen.expect("Ann lays a red 3 at N1.")
        screen.expect("Bob lays a red 9 at E1.")
        screen.line("q")
        assert screen.wait() == 0
    assert [event["do"] for event in events(qm, record)] == ["setup", "event", "play", "play"]


def test_tab_offers_legal_lines_even_after_a_verb_or_a_seat(qm: Shell) -> None:
    from cli.desk.logbook import Logbook
    from cli.machine.folders_and_clock import store_url
    from cli.terminal.log_screen import LogScreen
    from cli.terminal.prompt import completions
    from cli.terminal.screen import Screen
    from records.store import open_store

    record = qm("new", "lost-island", "red=Ann", "purple=Bob", "--plain").out.split("\t")[0]
    store = open_store(store_url(None))
    desk = LogScreen(Logbook(store, record, bytes), Screen(), lambda: (0, None))
    assert list(completions(desk, "s")) == ["setup "], "nothing comes before the set-up"
    desk.hear("setup red")
    assert next(iter(completions(desk, "b a"))) == "b a3"
    assert next(iter(completions(desk, "move b"))) == "move b a3"
    assert next(iter(completions(desk, "red mo"))) == "red move b a3"
    assert list(completions(desk, "mi")) == ["miner "]
    store.close()


def test_without_a_record_the_prompt_goes_on_with_the_open_one_that_was_logged_last(qm: Shell) -> None:
    older, newer = begin(qm), begin(qm)
    assert qm("log", newer, "--json", '{"do":"close","result":"finished"}').code == 0
    with Typist("log") as screen:
        screen.expect(f"{older[:12]}, 2 events so far")
        screen.line("q")
        assert screen.wait() == 0
    assert qm("log", older, "--json", '{"do":"close","result":"finished"}').code == 0
    with Typist("log") as screen:
        screen.expect("is still open")
        assert screen.wait() == 4
    assert "RECORD is missing" in qm("log", stdin="pass\n").err


def test_the_lines_that_were_typed_are_for_their_owner_only(qm: Shell) -> None:
    """They hold every hidden card that was typed."""
    record = begin(qm)
    history = typed_lines(qm.folder)

    def mode(path: Path) -> int:
        return stat.S_IMODE(path.stat().st_mode)

    before = os.umask(0)
    try:
        for _ in range(2):
            with Typist("log", record) as screen:
                screen.expect("Ann>")
                screen.line("q")
                assert screen.wait() == 0
            assert (mode(history), mode(history.parent)) == (0o600, 0o700)
            history.chmod(0o644)  # as an older version made it
            history.parent.chmod(0o755)
    finally:
        os.umask(before)


def test_no_answer_is_broken_inside_a_word_on_a_terminal_of_80_columns(
    qm: Shell, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Names of every length, and letters that take two columns; `help` fits as it is."""
    from unicodedata import east_asian_width

    from cli.desk.logbook import Logbook
    from cli.machine.folders_and_clock import store_url
    from cli.terminal.log_screen import LogScreen
    from cli.terminal.screen import Screen
    from records.store import open_store

    names = ("p1=Maximiliane-Theodora", "p2=山田太郎ひめゆり", "p3=Konstantinos-Papadopoulos")
    record = qm("new", "sea-or-shore", *names, "--kit", "demo", "--plain").out.split("\t")[0]
    assert qm("log", record, stdin="setup p1 r4\n* * *\np1 r\np2 3\np3 b\n").code == 0
    store = open_store(store_url(None))
    desk = LogScreen(Logbook(store, record, bytes), Screen(), lambda: (0, None))
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    for asked in ("list", "help", "open", "who p2", "turn"):
        capsys.readouterr()
        desk.hear(asked)
        for line in capsys.readouterr().out.splitlines():
            assert len(line) + sum(east_asian_width(char) in "WF" for char in line) <= 79, (asked, line)
    store.close()
