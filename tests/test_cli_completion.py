"""Tab in bash, zsh and fish: each runs the script that `qm completion` prints."""

import importlib
import os
import shutil
import subprocess
import sys

import pytest
import typer

from cli.main import COMMANDS
from cli.terminal.completion import TAKES_FILES, TAKES_RECORDS
from tests.helpers.shell import ROOT, STORY, Shell
from tests.test_cli_start import imported_by


def tab(qm: Shell, *words: str) -> dict[str, str]:
    """What Tab offers after these words, with what is said about each."""
    done = qm.process(*words, env={"_QM_COMPLETE": "lines"})
    assert done.returncode == 0, done.stderr.decode()
    assert done.stderr == b""
    lines = [line.partition("\t") for line in done.stdout.decode().splitlines()]
    return {value: text for value, _, text in lines}


def test_commands_are_offered_with_their_help(qm: Shell) -> None:
    assert tab(qm, "ex") == {"export": COMMANDS["export"].help}
    assert list(tab(qm, "")) == list(COMMANDS)
    assert list(tab(qm)) == list(COMMANDS)


def test_records_come_from_the_store_newest_first_and_record_files_with_them(qm: Shell) -> None:
    first, second = qm.new("--title", "Final"), qm.new()
    qm.write("game.jsonl", STORY)
    qm.write("notes.txt", "")
    (qm.folder / "games").mkdir()
    (qm.folder / "games" / "one.qm").write_bytes(b"")

    assert list(tab(qm, "replay", ""))[:2] == sorted([first, second], reverse=True)
    assert "final" in tab(qm, "show", first[:-1].lower())[first].lower()
    assert {"game.jsonl", "games/"} == set(tab(qm, "verify", "gam"))
    assert set(tab(qm, "audit", "games/")) == {"games/one.qm"}
    assert set(tab(qm, "log", "gam")) == set()
    assert "notes.txt" not in tab(qm, "show", "")
    assert tab(qm, "show", str(qm.folder / "nowhere") + "/") == {}


def test_an_unreadable_store_offers_nothing_and_says_nothing(qm: Shell) -> None:
    assert tab(qm, "log", "") == {}
    qm.write("broken.db", "this is no store")
    done = qm.process("log", "", env={"_QM_COMPLETE": "lines", "QUARTERMASTER_DB": "broken.db"})
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_options_choices_games_and_topics_are_offered_by_the_command(qm: Shell) -> None:
    assert set(tab(qm, "export", "--for")) == {"--format", "--force"}
    assert {"html", "csv", "bgstats"} <= set(tab(qm, "export", "x", "--format", ""))
    assert "sea-or-shore" in tab(qm, "rules", "")
    assert {"record", "replay"} == set(tab(qm, "help", "re"))
    assert {"new", "check"} == set(tab(qm, "kit", ""))
    assert tab(qm, "nonsense", "") == {} or "export" in tab(qm, "nonsense", "")


def test_ids_and_commands_are_completed_without_the_store_or_a_command(qm: Shell) -> None:
    qm.new()
    for words in ((), ("show", "0")):
        imported = imported_by(*words, env={"_QM_COMPLETE": "lines"})
        assert not imported & {"typer", "sqlalchemy", "sqlmodel", "msgspec", "pydantic", "textual", "asyncio"}


@pytest.mark.parametrize("name", sorted(TAKES_FILES | TAKES_RECORDS))
def test_the_first_word_of_these_commands_is_really_a_record(name: str) -> None:
    command = typer.main.get_command(importlib.import_module(COMMANDS[name].module).app)
    first = command.params[0]
    assert first.param_type_name == "argument"
    assert getattr(first, "metavar", None) in (
        ("RECORD",) if name in TAKES_RECORDS else ("TARGET", "TARGET...", "[TARGET...]")
    )


SHELLS = {
    "bash": "source <(qm completion bash); COMP_WORDS=(qm {words}); COMP_CWORD={last}; _qm_complete qm; "
    'printf "%s\\n" "${{COMPREPLY[@]}}"',
    "zsh": "compdef() {{ :; }}; _files() {{ :; }}; "
    "_describe() {{ local -a all=(${{(P)3}}); print -rl -- ${{all%%:*}}; }}; "
    "source <(qm completion zsh); words=(qm {words}); CURRENT={number}; _qm_complete",
    "fish": "qm completion fish | source; complete -C 'qm {words}' | cut -f1",
}


@pytest.mark.slow
@pytest.mark.parametrize("name", SHELLS)
def test_the_shells_take_the_script(qm: Shell, name: str) -> None:
    program = shutil.which(name)
    if program is None:
        pytest.skip(f"no {name} on this machine")
    record = qm.new()
    qm.write("qm", f'#!/bin/sh\nPYTHONPATH="{ROOT}" exec "{sys.executable}" -m cli "$@"\n').chmod(0o755)

    def offered(words: str, count: int) -> list[str]:
        script = SHELLS[name].format(words=words, last=count, number=count + 1)
        done = subprocess.run(
            [program, "-c", f"export PATH='{qm.folder}':$PATH; {script}" if name != "fish" else script],
            capture_output=True,
            text=True,
            timeout=120,
            env={**os.environ, "PATH": f"{qm.folder}:/usr/bin:/bin", "HOME": str(qm.folder)},
        )
        assert done.returncode == 0, done.stderr
        return done.stdout.split()

    assert offered("verif", 1) == ["verify"]
    assert offered(f"replay {record[:8]}", 2) == [record]
    assert "--format" in offered("export --fo", 2)


def test_the_script_says_where_it_goes(qm: Shell) -> None:
    for name in SHELLS:
        first = qm("completion", name).out.splitlines()[0]
        assert f"qm completion {name}" in first
    assert qm("completion", "tcsh").code == 2
