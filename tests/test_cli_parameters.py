"""Arguments and options: which kinds there are, how they are read, and that pydantic is not loaded for it."""

import importlib
import os
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from typing import Any, get_args

import pytest
import typer
from typer.core import TyperArgument, TyperOption

from cli.main import COMMANDS, shell
from cli.terminal.parameters import Argument, Option, command_of
from tests.helpers.shell import STORY, Shell
from tests.test_cli_start import imported_by

IGNORED = (
    "clamp",
    "parser",
    "formats",
    "exists",
    "file_okay",
    "dir_okay",
    "writable",
    "readable",
    "resolve_path",
    "allow_dash",
    "path_type",
    "case_sensitive",
)
"""What typer lets a parameter ask for, and cli/parameters.py does not know."""


def parameters(command: Any) -> Iterator[TyperArgument | TyperOption]:
    """Those of a command, and of the commands in it."""
    yield from command.params
    for inner in getattr(command, "commands", {}).values():
        yield from parameters(inner)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_parameter_is_one_that_we_can_read(name: str) -> None:
    usual = typer.Option()
    for parameter in parameters(command_of(importlib.import_module(COMMANDS[name].module).app)):
        assert isinstance(parameter, Argument | Option)
        asked = parameter.type_descriptor
        (kind,) = get_args(asked.annotation) or (asked.annotation,)
        assert kind in (str, int, Path, bool) or issubclass(kind, Enum)
        assert kind is not bool or isinstance(parameter.default, bool)
        for setting in IGNORED:
            assert getattr(asked.parameter_info, setting) == getattr(usual, setting), f"{parameter.name}: {setting}"


@pytest.mark.slow
def test_no_command_loads_pydantic_to_read_its_arguments(qm: Shell) -> None:
    record = qm.new()
    file = str(qm.write("game.jsonl", STORY))
    assert "pydantic" not in imported_by("--help")
    assert "pydantic" not in imported_by("list")
    assert "pydantic" not in imported_by("list", "--json", "--db", str(qm.db))
    assert "pydantic" not in imported_by("log", "--help")
    assert "pydantic" not in imported_by("show", file, "--from", "1")
    assert "pydantic" not in imported_by(
        "export", record, "--format", "jsonl", "--output", str(qm.folder / "copy.jsonl")
    )
    assert "pydantic" not in imported_by("dispute", "list", file)


@pytest.mark.parametrize(
    "words", ["", "li", "show 0", "log ", "export --for", "export x --format ", "help re", "dispute sh", "kit new "]
)
def test_no_tab_loads_pydantic(qm: Shell, words: str) -> None:
    qm.new()
    assert "pydantic" not in imported_by(*words.split(" "), env={"_QM_COMPLETE": "lines"})


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("diff game x 2", "Invalid value for 'A': 'x' is not a valid int range."),
        ("diff game 1 1.5", "Invalid value for 'B': '1.5' is not a valid int range."),
        ("simulate sea-or-shore --games 0", "Invalid value for '--games' / '-g': 0 is not in the range x>=1."),
        ("serve --port 65536", "Invalid value for '--port': 65536 is not in the range 0<=x<=65535."),
        ("simulate sea-or-shore --players x", "Invalid value for '--players' / '-p': 'x' is not a valid int."),
        ("completion tcsh", "Invalid value for 'bash|zsh|fish': 'tcsh' is not one of 'bash', 'zsh', 'fish'."),
        ("state", "Missing argument 'TARGET'."),
        ("state game --at", "Option '--at' requires an argument."),
    ],
)
def test_a_value_that_cannot_be_read_is_a_usage_error(qm: Shell, line: str, words: str) -> None:
    answer = qm(*line.split())
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.startswith(f"qm: {words}\n")


def test_a_path_that_may_not_be_read_is_a_usage_error(qm: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    qm.write("kit.toml", "")
    monkeypatch.setattr(os, "access", lambda path, mode: mode == os.F_OK)  # the tests may run as root
    answer = qm("kit", "check", "kit.toml")
    assert answer.code == 2
    assert "Invalid value for 'FILE': Path 'kit.toml' is not readable." in answer.err


def test_help_has_two_names_everywhere(qm: Shell) -> None:
    for line in ((), ("list",), ("kit",), ("kit", "new")):
        assert qm(*line, "-h") == qm(*line, "--help")
        assert qm(*line, "-h").code == 0


def test_the_shell_itself_has_our_parameters() -> None:
    group = shell()
    with group.make_context("qm", [], resilient_parsing=True) as context:
        assert all(isinstance(parameter, Option) for parameter in group.get_params(context))
