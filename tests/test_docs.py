"""What the pages and help topics say is true: their files, commands, options, limits and grants exist."""

import re
from pathlib import Path

import pytest

from cli import __version__
from cli.commands.help import topics
from cli.main import COMMANDS
from records.limits import BATCH_EVENTS_MAX, DEPTH_MAX, EVENT_BYTES_MAX, EVENTS_MAX, INTEGER_MAX
from records.store.postgres.sql import READ_ROLE, ROLE
from tests.helpers.shell import ROOT
from tests.walk import walk

PAGES = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")
TOP = {path.name for path in ROOT.iterdir()}
OPTION = r"(?<![\w-])--[a-z][a-z-]*"


def page(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


def topic(name: str) -> str:
    return (ROOT / f"cli/terminal/topics/{name}.txt").read_text("utf-8")


def paths_in(text: str) -> set[str]:
    """Every path of the project in backticks, by itself or as a word of a command, and every link."""
    quoted = re.findall(r"`([^`\n]+)`", re.sub(r"```.*?```", "", text, flags=re.S))
    words = {word for each in quoted for word in each.split()} | set(re.findall(r"\]\(([^):]+)\)", text))
    return {word for word in words if word.split("/")[0] in TOP and ("/" in word or "." in word)}


@pytest.mark.parametrize("name", PAGES)
def test_files_named_on_a_page_exist(name: str) -> None:
    named = {path for path in paths_in(page(name)) if not path.startswith(".venv/")}
    assert named
    assert [path for path in sorted(named) if not any(ROOT.glob(path))] == []


@pytest.mark.parametrize("name", PAGES)
def test_modules_variables_and_tests_in_commands_exist(name: str) -> None:
    tests = "".join(path.read_text("utf-8") for path in (ROOT / "tests").rglob("*.py") if path != Path(__file__))
    for module in re.findall(r"python -m (tests[.\w]*)", page(name)):
        folder = ROOT / module.replace(".", "/")
        assert folder.with_suffix(".py").exists() or (folder / "__main__.py").exists(), module
    for word in re.findall(r"\b(QM_[A-Z_]+)=", page(name)) + re.findall(r"`[^`\n]* -k (\w+)", page(name)):
        assert word in tests, word


@pytest.mark.parametrize("name", [*PAGES, *sorted(topics())])
def test_nothing_is_said_twice(name: str) -> None:
    text = page(name) if name in PAGES else topic(name)
    lines = [line.strip() for line in text.splitlines()]
    runs = [run for run in zip(lines, lines[1:], lines[2:], strict=False) if all(len(line) > 25 for line in run)]
    assert [run[0] for run in dict.fromkeys(runs) if runs.count(run) > 1] == []


def test_the_first_page_is_short() -> None:
    assert len(page("README.md").splitlines()) < 250


def test_the_newest_changes_are_those_of_this_version() -> None:
    assert re.findall(r"^## ([\d.]+)", page("CHANGELOG.md"), re.M)[0] == __version__


def test_the_walk_on_the_page_is_the_one_that_a_line_takes() -> None:
    told = page("CONTRIBUTING.md").split("## The walk of one typed line")[1].split("Pages and the viewer")[0]
    walked = {file for file, _ in walk().calls}
    named = {path for path in paths_in(told) if not path.startswith(".venv/")}
    assert named - walked == {"cli/terminal/prompt.py"}  # where the keyboard is; the walk begins behind it


def test_every_room_is_described() -> None:
    rooms = {f"cli/{path.parent.name}/" for path in (ROOT / "cli").glob("*/__init__.py")}
    described = set(re.findall(r"^\| `(cli/\w+/)` ", page("CONTRIBUTING.md"), re.M))
    assert described == rooms


@pytest.mark.parametrize("name", sorted(topics()))
def test_commands_and_options_in_a_topic_are_known(name: str) -> None:
    told = re.findall(r"(?<!\w)qm ([a-z]+)", topic(name))
    assert [command for command in told if command not in COMMANDS] == []
    ours = re.sub(r"^  (dask|duckdb|sqlite3|datasette) .*", "", topic(name), flags=re.M)
    assert set(re.findall(OPTION, ours)) <= set(re.findall(OPTION, page("tests/help.txt")))


@pytest.mark.parametrize("name", PAGES[:2])
def test_topics_named_on_a_page_exist(name: str) -> None:
    assert set(re.findall(r"`qm help (\w+)`", page(name))) <= {*topics(), "all"}


def test_limits_in_the_help_are_those_of_the_program() -> None:
    event, count = f"{EVENT_BYTES_MAX // 1024} KiB", f"{EVENTS_MAX:,} events"
    assert INTEGER_MAX == 2**53 - 1
    for name in ("store", "record"):
        assert event in topic(name)
        assert count in topic(name)
        assert "whole numbers below 2^53" in " ".join(topic(name).split())
    assert f"{BATCH_EVENTS_MAX:,} events in one `qm log`" in topic("store")
    assert f"Nesting up to {DEPTH_MAX}" in topic("record")


def test_grants_of_a_role_that_reads_are_those_that_a_test_uses() -> None:
    told = re.findall(r"^  (GRANT .*;)$", topic("cluster"), re.M)
    assert told == READ_ROLE.format(schema="public", role="auditor").split("\n")[1:-1]


def test_grants_in_the_help_are_those_that_the_tests_of_the_store_use() -> None:
    told = re.findall(r"^  (GRANT .*;)$", topic("store"), re.M)
    assert told == ROLE.format(schema="public", role="scribe").split("\n")[1:-1]
