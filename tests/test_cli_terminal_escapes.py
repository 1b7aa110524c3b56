"""Text from a record that somebody sends never steers the terminal, whichever command shows it."""

import io
import json
import sys
from pathlib import Path

import pytest

from cli.machine.files import write_output
from cli.terminal.guard import tell
from cli.terminal.screen import Screen
from records.errors import Refused
from tests.helpers.disputes import PLAY
from tests.helpers.shell import Answer, Shell

EVIL = "\x1b]0;PWN\x07\r\x9b2J\u202e\u2066\x7f\b"
"""Sets the title of the window, returns, clears the screen in one byte, turns the text round."""


class FakeTerminal(io.TextIOWrapper):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def assert_tame(answer: Answer) -> None:
    for text in (answer.out, answer.err):
        wild = [char for char in text if not char.isprintable() and char not in "\n\t"]
        assert not wild, (wild[:5], text[:2000])
    assert "mistake in Quartermaster" not in answer.err


def evil_record() -> str:
    """A record of Sea or Shore in which every free text steers the terminal, with a dispute and a ruling."""
    header = {
        "quartermaster": 1,
        "game": "sea-or-shore",
        "options": {"kit": "demo"},
        "players": [{"seat": f"p{number}", "name": f"N{number}{EVIL}"} for number in (1, 2, 3)],
        "officials": [{"name": f"Kim{EVIL}", "level": "head"}],
        **{name: f"{name}{EVIL}" for name in ("title", "event", "round", "table", "place", "scribe")},
    }
    kim = f"Kim{EVIL}"
    more = [
        {"do": "note", "text": EVIL, "said": EVIL},
        {"do": "unread", "said": EVIL},
        {"do": "observe", "facts": {f"hands.p1{EVIL}": EVIL, "turn": EVIL}},
        {"do": "dispute", "by": "p2", "about": 4, "claim": EVIL, "rule": EVIL, "asks": EVIL},
        {"do": "evidence", "by": "p2", "dispute": 9, "kind": "statement", "text": EVIL},
        {
            "do": "ruling",
            "by": kim,
            "dispute": 9,
            "verdict": "upheld",
            "remedy": "stand",
            "facts": {"standard": "agreed", "text": EVIL},
            "penalties": [{"person": f"N1{EVIL}", "level": "warning", "infraction": EVIL}],
            "text": EVIL,
        },
        {"do": "amend", "target": 5, "action": None, "why": EVIL},
        {"do": "reveal", "what": EVIL, "value": EVIL},
        {"do": "mystery", EVIL: EVIL},
    ]
    bodies = [header, *map(json.loads, PLAY.splitlines()), *more]
    return "".join(json.dumps(body, ensure_ascii=False) + "\n" for body in bodies)


READS = [
    "show {f}",
    "show {f} --plain",
    "show {f} --json",
    "steps {f}",
    "steps {f} --json",
    "steps {f} --plain",
    "audit {f}",
    "audit {f} --plain",
    "audit {f} --json",
    "audit . --fail-on never",
    "state {f}",
    "state {f} --plain",
    "state {f} --json",
    "state {f} --as p1",
    "score {f}",
    "score {f} --plain",
    "score {f} --json",
    "diff {f} 1 5",
    "report {f}",
    "report {f} D1",
    "report {f} --form markdown",
    "report {f} D1 --form markdown",
    "report {f} D1 --for public",
    "rewind {f} --to 2 --plan",
    "rewind {f} --to 2 --plan --json",
    "dispute list {f}",
    "dispute show {f} D1",
    "penalties {f}",
    "compare {f} {g}",
    "verify {f} --against {g}",
    "verify {f} --against {g} --json",
    "verify {f} --loose",
    "audit {f} --access",
    "replay {f}",
    "whatif {f} --void 4",
    "evidence list {f}",
    "import {f}",
    "list",
    "list --plain",
    "list --json",
]


@pytest.mark.parametrize("line", READS)
def test_no_command_lets_a_record_steer_the_terminal(qm: Shell, line: str) -> None:
    qm.write("evil.jsonl", evil_record())
    qm.write("other.jsonl", evil_record().replace("red-4", "red-3"))
    qm("import", "evil.jsonl")
    answer = qm(*line.format(f="evil.jsonl", g="other.jsonl").split())
    assert answer.code != 70, answer.err
    assert answer.out or answer.err
    assert_tame(answer)


@pytest.mark.parametrize("line", ["import", "show", "audit", "verify", "kit check", "restore", "export"])
@pytest.mark.parametrize("content", [None, "", "{", "x = 1"])
def test_a_file_name_in_an_error_does_not_either(qm: Shell, line: str, content: str | None) -> None:
    name = f"evil{EVIL}.jsonl".replace("/", "")
    if content is not None:
        qm.write(name, content)
    answer = qm(*line.split(), name)
    assert answer.err or answer.out
    assert_tame(answer)
    if line == "audit" and content:
        assert_tame(qm("audit", "."))


def test_what_a_file_was_called_is_told_tamely_when_all_goes_well(qm: Shell) -> None:
    record = qm.new()
    for line in (["export", record, "-o"], ["backup"], ["kit", "new", "sea-or-shore", "-o"]):
        assert_tame(qm(*line, f"{line[0]}{EVIL}"))
    assert_tame(qm("kit", "check", f"kit{EVIL}"))
    assert_tame(qm("show", EVIL))
    assert_tame(qm("show", record, f"--no{EVIL}"))
    assert_tame(qm(f"no{EVIL}"))


def test_an_error_in_words_is_one_line_and_tame(capsys: pytest.CaptureFixture[str]) -> None:
    tell(Refused(f"it is {EVIL}\nqm: all is well", where=f"a{EVIL}", mend=f"b{EVIL}"))
    said = capsys.readouterr().err
    assert len(said.splitlines()) == 2
    assert_tame(Answer(0, "", said))


def test_every_way_to_the_screen_is_tame_and_keeps_our_own_bold(monkeypatch: pytest.MonkeyPatch) -> None:
    streams = [FakeTerminal(io.BytesIO(), "utf-8", write_through=True) for _ in range(2)]
    monkeypatch.setattr(sys, "stdout", streams[0])
    monkeypatch.setattr(sys, "stderr", streams[1])
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    screen = Screen()
    screen.line(screen.bold(f"bold{EVIL}"))
    screen.paragraph(f"paragraph{EVIL}")
    screen.cells(1, f"cells{EVIL}", None)
    screen.table(("a", "b"), [("x", f"table{EVIL}")])
    screen.words(f"words{EVIL}")
    screen.value({"value": EVIL, "\U000e0001": 1})
    write_output(None, f"first{EVIL}\nsecond\n".encode())
    out, err = (stream.buffer.getvalue().decode() for stream in streams if isinstance(stream.buffer, io.BytesIO))
    assert out.count("\x1b[1m") == 2
    plain = out.replace("\x1b[1m", "").replace("\x1b[0m", "")
    assert_tame(Answer(0, plain, err))
    (value,) = [line for line in plain.splitlines() if line.startswith("{")]
    assert json.loads(value) == {"value": EVIL, "\U000e0001": 1}
    assert plain.endswith("\nsecond\n")


def test_a_file_and_a_pipe_get_the_very_bytes(qm: Shell, tmp_path: Path) -> None:
    qm.write("evil.jsonl", evil_record())
    assert qm("export", "evil.jsonl", "-o", "out.jsonl").code == 0
    assert "\u202e" in (qm.folder / "out.jsonl").read_text("utf-8")
    assert qm("export", "evil.jsonl").out == (qm.folder / "out.jsonl").read_text("utf-8")
