"""Starting `qm`: what it imports, what it says about itself, and its pinned help."""

import importlib
import inspect
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import typer

from cli import __version__
from cli.main import COMMANDS, shell
from cli.terminal import log_prompt
from tests.helpers.shell import ROOT, STORY, Shell

HEAVY = {
    "sqlalchemy",
    "sqlmodel",
    "asyncio",
    "textual",
    "prompt_toolkit",
    "fastapi",
    "cryptography",
    "psycopg",
    "pydantic",
    "rich",
    "starlette",
    "uvicorn",
}
GOLDEN = Path(__file__).parent / "help.txt"


def imported_by(*arguments: str, env: dict[str, str] | None = None) -> set[str]:
    """The top-level packages that a command line imports in a fresh process, and the modules of commands and engine."""
    code = (
        "import sys; from cli.main import main; code = main(sys.argv[1:]); "
        "sys.stderr.write('\\n' + ' '.join(sys.modules)); sys.exit(code)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        env={**os.environ, "PYTHONPATH": str(ROOT), **(env or {})},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    modules = done.stderr.splitlines()[-1].split()
    return {name.split(".")[0] for name in modules} | {
        name for name in modules if name.startswith(("cli.commands.", "replay."))
    }


def test_help_loads_nothing_heavy_and_no_command() -> None:
    imported = imported_by("--help")
    assert "typer" in imported
    assert not imported & HEAVY
    assert not {name for name in imported if name.startswith("cli.commands.")}


def test_showing_a_file_loads_no_database_and_no_cryptography(qm: Shell) -> None:
    qm.write("game.jsonl", STORY)
    imported = imported_by("show", str(qm.folder / "game.jsonl"))
    assert not imported & {"sqlalchemy", "sqlmodel", "psycopg", "cryptography", "asyncio"}
    assert not {name for name in imported if name.startswith("replay.")}, "an open record needs no engine to be shown"


@pytest.mark.parametrize(
    ("given", "alone"),
    [
        (["log"], True),
        (["log", "--db", "games.db"], True),
        (["log", "--db", "--plain"], False),
        (["log", "01JC"], False),
        (["log", "--db", "games.db", "01JC"], False),
        (["log", "--help"], False),
        (["list"], False),
        ([], False),
    ],
)
def test_only_a_log_without_a_record_and_options_goes_past_the_parser(
    given: list[str], alone: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log_prompt, "is_terminal", lambda: True)
    assert log_prompt.goes_on_alone(given) is alone
    monkeypatch.setattr(log_prompt, "is_terminal", lambda: False)
    assert not log_prompt.goes_on_alone(given)


@pytest.mark.parametrize("named", [True, False])
def test_a_log_alone_needs_no_parser(named: bool, tmp_path: Path) -> None:
    """Its store is named by an option or by the environment, as everywhere."""
    store = str(tmp_path / "none.db")
    given = ["log", "--db", store] if named else ["log"]
    code = (
        "import sys; from cli.main import main; from cli.terminal import log_prompt; "
        f"log_prompt.is_terminal = lambda: True; print(main({given!r}), 'typer' in sys.modules)"
    )
    env = {**os.environ, "PYTHONPATH": str(ROOT), "QUARTERMASTER_DB": str(tmp_path / "other.db") if named else store}
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["4", "False"]
    assert "none.db" in done.stderr and "other.db" not in done.stderr


def test_to_log_loads_no_rules_of_the_procedure() -> None:
    """Most records have no dispute, and a scribe who goes on waits for whatever is loaded."""
    code = (
        "import sys, cli.desk.logbook, cli.terminal.log_screen, cli.machine.target; "
        "print([name for name in sys.modules if name.startswith(('replay.disputes.rules', 'sqlalchemy', 'typer'))])"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_finding_somebody_loads_no_tables_and_no_engine(qm: Shell) -> None:
    qm("import", ROOT / "fixtures" / "sea-or-shore" / "hurried-table.jsonl")
    qm("index", "update")
    imported = imported_by("find", "ann", "--db", str(qm.db))
    assert not imported & {"sqlalchemy", "sqlmodel", "pydantic", "psycopg", "asyncio"}
    assert not {name for name in imported if name.startswith("replay.games.")}


def test_version_comes_from_one_place(qm: Shell) -> None:
    assert qm("--version") == (0, f"quartermaster {__version__}\n", "")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    assert project["project"]["dynamic"] == ["version"]
    assert project["tool"]["hatch"]["version"]["path"] == "cli/__init__.py"


def test_no_command_shows_the_help(qm: Shell) -> None:
    assert qm() == qm("--help")
    assert qm().out.startswith("Usage: qm")


@pytest.mark.parametrize("name", COMMANDS)
def test_the_table_of_commands_says_what_each_command_says_of_itself(name: str) -> None:
    entry = COMMANDS[name]
    command = typer.main.get_command(importlib.import_module(entry.module).app)
    assert command.name in (name, "", None)
    assert (command.help or "").splitlines()[0] == entry.help


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_module_imports_only_typer_and_the_standard_library_at_the_top(name: str) -> None:
    source = inspect.getsource(importlib.import_module(COMMANDS[name].module))
    top = [line.split()[1].split(".")[0] for line in source.splitlines() if line.startswith(("import ", "from "))]
    assert set(top) <= {"typer", "cli", *sys.stdlib_module_names}


def test_a_misspelt_command_names_the_nearest(qm: Shell) -> None:
    answer = qm("improt")
    assert answer.code == 2
    assert answer.out == ""
    assert "Did you mean 'import'?" in answer.err
    assert "qm --help" in answer.err


def test_a_misspelt_option_is_a_usage_error(qm: Shell) -> None:
    answer = qm("list", "--jsn")
    assert answer.code == 2
    assert "--json" in answer.err
    assert "see `qm list --help`" in answer.err


def test_help_texts_are_the_pinned_ones(qm: Shell) -> None:
    """Run with QM_UPDATE=1 to rewrite tests/help.txt after an intended change."""
    pages = [qm("--help").out]
    for name, command in shell().commands.items():
        pages.append(qm(name, "--help").out)
        with command.make_context(name, [], resilient_parsing=True) as context:
            pages += [qm(name, verb, "--help").out for verb in getattr(context.command, "commands", {})]
    text = ("-" * 80 + "\n").join(pages)
    if os.environ.get("QM_UPDATE"):
        GOLDEN.write_text(text)
    assert text == GOLDEN.read_text()


def test_modules_are_compiled_once_whatever_the_environment_asks_for(tmp_path: Path) -> None:
    env = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "PYTHONPYCACHEPREFIX": str(tmp_path), "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "cli", "--version"]
    subprocess.run(command, env=env, check=True, capture_output=True, timeout=120)
    assert {path.name.partition(".")[0] for path in tmp_path.rglob("*.pyc")} >= {"lazy_command", "parameters"}
