"""The README is true: its sessions are run, and its tables are those of the program."""

import re
import subprocess
import sys

import pytest

from cli.commands.help import topics
from cli.main import COMMANDS
from tests.helpers.shell import ROOT, Shell

README = (ROOT / "README.md").read_text()
MARK = "=====next====="


def sessions() -> list[tuple[str, str]]:
    """Every command of the `console` blocks, in order, with the output that the page shows."""
    steps: list[tuple[str, str]] = []
    for block in re.findall(r"```console\n(.*?)```", README, re.S):
        for line in block.splitlines(keepends=True):
            if line.startswith("$ "):
                steps.append((line[2:].strip(), ""))
            else:
                command, shown = steps.pop()
                steps.append((command, shown + line))
    return steps


def same(shown: str, said: str) -> bool:
    """Whether the output is what the page shows; `…` stands for anything."""
    pattern = ".*".join(re.escape(part) for part in shown.split("…"))
    return re.fullmatch(pattern, said, re.S) is not None


@pytest.mark.slow
def test_the_sessions_on_the_page_happen_as_shown(qm: Shell) -> None:
    steps = sessions()
    assert len(steps) > 15
    program = qm.write("qm", f'#!/bin/sh\nPYTHONPATH="{ROOT}" exec "{sys.executable}" -m cli "$@"\n')
    program.chmod(0o755)
    script = "".join(f"{command}\necho {MARK}\n" for command, _ in steps)
    done = subprocess.run(
        ["bash", "-c", f'PATH="{qm.folder}:$PATH"; exec 2>&1\n{script}'], capture_output=True, text=True, timeout=300
    )
    said = done.stdout.split(f"{MARK}\n")
    assert len(said) == len(steps) + 1, done.stdout
    for (command, shown), output in zip(steps, said, strict=False):
        assert same(shown, output), f"$ {command}\n{output}\nbut the page shows\n{shown}"


def test_every_command_is_on_the_page() -> None:
    for name in COMMANDS:
        assert f"`qm {name}" in README, name


def test_the_exit_codes_on_the_page_are_those_of_the_help(qm: Shell) -> None:
    told = {int(code) for code in re.findall(r"^ +(\d+)  ", qm("help", "codes").out, re.M)}
    table = README.split("## Exit codes")[1].split("##")[0]
    shown = {int(code) for row in re.findall(r"^\| ([\d, ]+) \|", table, re.M) for code in row.split(",")}
    assert told == shown == {0, 1, 2, 3, 4, 5, 70, 75, 130, 141}


def test_the_test_command_of_the_page_is_the_one_that_runs_before_a_change_is_taken() -> None:
    command = "python3 -m venv .venv && .venv/bin/pip install -q -e '.[test]' && .venv/bin/python -m pytest -q"
    assert README.count(command) == 1
    assert f"\n{command}\n" in (ROOT / ".ci" / "run").read_text()


@pytest.mark.parametrize("topic", sorted(topics()))
def test_a_topic_of_the_help_is_listed_and_shown_alone_or_with_the_others(qm: Shell, topic: str) -> None:
    alone = qm("help", topic)
    assert alone.code == 0
    assert f"qm help {topic}" in qm("help").out
    assert alone.out in qm("help", "all").out
    assert max(map(len, alone.out.splitlines())) <= 120
    assert f"`qm help {topic}`" in README


def test_the_record_in_the_help_is_one(qm: Shell) -> None:
    lines = [line.strip() for line in qm("help", "record").out.splitlines() if line.strip().startswith("{")]
    qm.write("game.jsonl", "\n".join(lines) + "\n")
    assert qm("verify", "game.jsonl", "--loose").code == 0
    assert qm("show", "game.jsonl", "--json").json_lines[0]["events"] == 2


def test_help_on_something_else_names_the_topics(qm: Shell) -> None:
    answer = qm("help", "cooking")
    assert answer.code == 4
    assert "record" in answer.err
    assert "targets" in answer.err
