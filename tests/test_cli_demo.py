"""`qm demo`: it shows what it promises, with and without a terminal, and leaves nothing behind."""

import re
from pathlib import Path

import pytest

from cli.commands.demo import RECORD
from tests.helpers.shell import ROOT, Shell
from tests.helpers.terminal import Terminal


def test_the_demo_shows_a_replay_an_audit_hindsight_and_a_forgery(qm: Shell) -> None:
    answer = qm("demo")

    assert answer.code == 0
    assert answer.err == ""
    for text in (
        "Bob lays a card showing 4.",
        "▸p2 Bob   purple-4*",
        "1434 answers ok, 0 broken, 4 open",
        "✗ SS-PASS-3 broken at 1 event",
        "shown by event 170",
        "3 open answers closed as ok by what was revealed later",
        "evening.jsonl: whole, 175 events, code J336-KM3L",
        "edited.jsonl: DAMAGED, first wrong event 168",
        'value was "blue-3" and is "blue-7"',
    ):
        assert text in answer.out, text
    assert qm.files() == []
    assert not qm.db.exists()


def test_every_command_that_it_shows_gives_what_it_shows(qm: Shell) -> None:
    shown = qm("demo", "--keep", "kept").out
    assert sorted(path.name for path in Path("kept").iterdir()) == ["edited.jsonl", RECORD]
    blocks = re.findall(r"^\$ qm (.*)\n((?:.*\n)*?)(?=\n\$ |\n=== |\nThe files)", shown, re.M)
    assert len(blocks) == 8
    for command, output in blocks:
        arguments = [f"kept/{word}" if word.endswith(".jsonl") else word for word in command.split()]
        again = qm(*arguments)
        assert (again.out + again.err).replace("kept/", "") == output, command
    assert qm("demo", "--keep", "kept").code == 2


def test_the_record_of_the_demo_is_one_of_the_stories() -> None:
    story = ROOT / "fixtures" / "sea-or-shore" / "pass-nobody-noticed.jsonl"
    assert (ROOT / "cli" / "demo" / RECORD).read_bytes() == story.read_bytes()


@pytest.mark.slow
@pytest.mark.parametrize(("rows", "columns"), [(24, 80), (40, 120)])
def test_on_a_terminal_it_waits_screen_by_screen_keeps_words_whole_and_ends_in_the_viewer(
    rows: int, columns: int
) -> None:
    with Terminal("demo", rows=rows, columns=columns) as terminal:
        screens: list[str] = []
        while not screens or "opens the viewer" not in screens[-1]:
            if screens:
                terminal.type("\n")
            terminal.until("q ends: ")
            screens.append(terminal.seen)
        terminal.type("\n")
        terminal.until("event 2 of 175")
        terminal.type("q")
        assert f"{RECORD}@2" in terminal.rest()
        assert terminal.code == 0
    lines = [screen.replace("\r", "").removeprefix("\n").split("\n") for screen in screens]
    assert max(len(screen) for screen in lines) <= rows
    assert max(len(line) for screen in lines for line in screen) < columns
    text = " ".join(" ".join(" ".join(screen) for screen in lines).split())
    assert "everybody said which card they had passed, and the scribe logged that too." in text
    assert "short code POT6-3ES5, not J336-KM3L: it was changed or cut, or" in text


def test_q_ends_it_and_says_how_to_go_on(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with Terminal("demo") as terminal:
        terminal.until("q ends: ")
        terminal.type("q\n")
        shown = " ".join(terminal.rest().split())
        assert terminal.code == 0
    assert "`qm new` begins a record" in shown
    assert "`qm` is not on your path yet: `source .venv/bin/activate`" in shown
    assert "`pipx install .` or `uv tool install .`" in shown


def test_whoever_has_qm_on_the_path_is_not_told_how_to_get_it_there(
    qm: Shell, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "qm").write_text("")
    (tmp_path / "qm").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "not on your path" not in qm("demo").out
