"""The page on adding a game is true: its excerpts are the files of the game, and its commands are run."""

import inspect
import os
import re
import subprocess
import sys

import pytest

from replay.game import Completed, Game
from replay.hindsight import fill_reveals
from replay.library import game_of
from replay.notation.shared import RESERVED, SHARED_VERBS
from tests.helpers.shell import ROOT, Shell
from tests.test_cli_readme import same

PROJECT = ROOT / "tests" / "games" / "smugglers"
PAGE = (ROOT / "replay" / "games" / "README.md").read_text("utf-8")
BLOCKS = re.findall(r"^```(\w+) ?(\S*)\n(.*?)^```$", PAGE, re.S | re.M)
EXCERPTS = [(file, text) for _, file, text in BLOCKS if file]
CUT = re.compile(r"^ *…\n", re.M)


@pytest.mark.parametrize(("file", "text"), EXCERPTS, ids=[file for file, _ in EXCERPTS])
def test_an_excerpt_is_the_text_of_its_file(file: str, text: str) -> None:
    """A line with `…` stands for something left out; the parts come in order."""
    rest = "\n" + (PROJECT / file).read_text("utf-8")
    for part in CUT.split(text):
        assert f"\n{part}" in rest, f"{file} does not have:\n{part}"
        rest = "\n" + rest.partition(f"\n{part}")[2]


def test_every_file_of_the_game_is_shown() -> None:
    files = [path for folder in ("smugglers", "fixtures") for path in (PROJECT / folder).iterdir() if path.is_file()]
    shown = {file for file, _ in EXCERPTS}
    named = {path.name for path in files if f"`{path.name}`" in PAGE}

    assert {path.name for path in files} == named
    assert {path.relative_to(PROJECT).as_posix() for path in files if path.suffix != ".jsonl"} <= shown


def test_the_rules_of_the_game_are_where_they_say() -> None:
    headings = set(re.findall(r"^## (.*)$", (PROJECT / "README.md").read_text("utf-8"), re.M))
    cited = {rule.cite.section for rule in game_of("smugglers").rules if not rule.id.endswith("-OBS-1")}

    assert cited == headings


def test_the_tables_name_every_field_and_argument() -> None:
    def rows(head: str) -> list[str]:
        table = PAGE.split(f"| {head} |")[1].split("\n\n")[0]
        return [name for cell in re.findall(r"^\| (`.*?`) \|", table, re.M) for name in re.findall(r"`(\w+)`", cell)]

    assert rows("field of `Completed`") == list(Completed.__struct_fields__)
    assert rows("argument of `fill_reveals`") == list(inspect.signature(fill_reveals).parameters)


def test_every_field_of_a_game_is_filled_in_or_explained() -> None:
    filled = set(re.findall(r"^    (\w+)=", (PROJECT / "smugglers" / "__init__.py").read_text("utf-8"), re.M))
    left_out = set(Game.__struct_fields__) - filled

    assert {name for name in left_out if f"`{name}`" not in PAGE} == set()


def test_the_words_of_the_prompt_are_named() -> None:
    (sentence,) = re.findall(r"Some words are the prompt's own.*?with such a letter", PAGE, re.S)
    named = set(re.findall(r"`(\S+?)`", sentence))

    assert named - {name for verb in SHARED_VERBS for name in verb.names} == RESERVED - {"n"}
    assert {verb.do for verb in SHARED_VERBS} <= named


def commands() -> list[tuple[str, str]]:
    """Every command of the `console` blocks, with the output that the page shows."""
    steps: list[tuple[str, str]] = []
    for kind, _, block in BLOCKS:
        for line in block.splitlines(keepends=True) if kind == "console" else ():
            if line.startswith("$ "):
                steps.append((line[2:].strip(), ""))
            else:
                steps[-1] = (steps[-1][0], steps[-1][1] + line)
    return steps


def test_the_commands_do_what_is_shown(qm: Shell) -> None:
    mark = "=====next====="
    program = qm.write("qm", f'#!/bin/sh\nPYTHONPATH="{ROOT}:{PROJECT}" exec "{sys.executable}" -m cli "$@"\n')
    program.chmod(0o755)
    script = "".join(f"{command}\necho {mark}\n" for command, _ in commands())
    done = subprocess.run(
        ["bash", "-c", f'PATH="{qm.folder}:$PATH"\n{script}'], capture_output=True, text=True, timeout=300
    )
    said = done.stdout.split(f"{mark}\n")
    assert len(said) == len(commands()) + 1, done.stderr
    for (command, shown), output in zip(commands(), said, strict=False):
        assert same(shown, output), f"$ {command}\n{output}\nbut the page shows\n{shown}"


@pytest.mark.slow
def test_the_test_command_finds_the_tests_of_the_game() -> None:
    """They run with all the others, so here they are only counted."""
    (command,) = [text.split() for kind, _, text in BLOCKS if kind == "sh"]
    assert command[0] == ".venv/bin/python"
    done = subprocess.run(
        [sys.executable, *command[1:], "--collect-only", "-n", "0"],
        cwd=ROOT,
        env=os.environ,
        capture_output=True,
        text=True,
        timeout=300,
    )
    files = set(re.findall(r"^(tests/\w+\.py)", done.stdout, re.M))

    assert done.returncode == 0, done.stdout
    assert files == {word for word in command if word.endswith(".py")}
