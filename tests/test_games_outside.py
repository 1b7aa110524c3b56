"""A game in its own package, really installed: every part of `qm` knows it, in a fresh process."""

import ast
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.helpers.shell import ROOT

pytestmark = pytest.mark.slow

PROJECT = ROOT / "tests" / "games" / "smugglers"
LINES = "setup p1\n5 ; 7\npass *\n11 ; 12 ; pass ; pass ; pass\nshow p1:1,10 p2:2 p3:3,4,6,8,9\n"


class Installed:
    """The package in a folder of packages, and `qm` with that folder on its path."""

    def __init__(self, packages: Path, folder: Path) -> None:
        self.packages = packages
        self.folder = folder

    def __call__(self, *arguments: str, stdin: str = "") -> str:
        """What a command says on stdout; it must succeed."""
        done = subprocess.run(
            [sys.executable, "-m", "cli", *arguments],
            cwd=self.folder,
            env={
                **os.environ,
                "PYTHONPATH": f"{self.packages}{os.pathsep}{ROOT}",
                "XDG_DATA_HOME": str(self.folder / "data"),
            },
            input=stdin,
            capture_output=True,
            text=True,
            timeout=120,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder into which pip has installed the package, from its pyproject.toml alone."""
    work = tmp_path_factory.mktemp("outside")
    project = work / "project"
    shutil.copytree(PROJECT, project, ignore=shutil.ignore_patterns("*.dist-info", "__pycache__"))
    offline = ("--no-deps", "--no-build-isolation", "--no-index", "--disable-pip-version-check")
    subprocess.run(
        [sys.executable, "-m", "pip", "install", "-q", *offline, "--target", work / "packages", project],
        check=True,
        capture_output=True,
        timeout=300,
    )
    return work / "packages"


@pytest.fixture
def qm(packages: Path, tmp_path: Path) -> Installed:
    """`qm` beside the installed package."""
    return Installed(packages, tmp_path)


@pytest.mark.parametrize("path", sorted((PROJECT / "smugglers").glob("*.py")), ids=lambda path: path.name)
def test_it_needs_no_more_than_a_shipped_game_may_use(path: Path) -> None:
    imports = [node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.ImportFrom)]
    allowed = {"replay", "smugglers", "msgspec", "collections", "typing"} | (
        {"random"} if path.stem == "dealer" else set()
    )

    assert {str(node.module).split(".")[0] for node in imports} <= allowed


def test_it_is_installed_as_it_is_in_the_tests(packages: Path) -> None:
    """The tests find it without pip, by a dist-info that says the same."""
    (installed,) = packages.glob("smugglers-*.dist-info")
    (written,) = PROJECT.glob("smugglers-*.dist-info")

    assert installed.name.split("-")[:2] == written.name.split("-")[:2]
    assert (installed / "entry_points.txt").read_text().strip() == (written / "entry_points.txt").read_text().strip()
    assert not (packages / "replay").exists()


@pytest.mark.slow
def test_a_game_is_begun_typed_audited_replayed_and_exported(qm: Installed) -> None:
    assert "smugglers\tSmugglers' Dozen\t2\t4" in qm("games", "--plain").splitlines()
    assert "qm new smugglers p1 p2 p3" in qm("help", "notation")
    assert "SM-PASS-1" in qm("rules", "smugglers", "--plain")
    record = json.loads(qm("new", "smugglers", "p1=Ann", "p2", "p3", "--json"))["id"]

    said = qm("log", record, stdin=LINES).splitlines()
    audited = json.loads(qm("audit", record, "--json", "--fail-on", "broken"))
    replayed = qm("replay", record, "--plain").splitlines()
    qm("export", record, "--html", "-o", "game.html")

    assert any(line.endswith("p1 lays crate-5.") for line in said)
    assert audited["answers"]["broken"] == 0
    assert {finding["rule"] for finding in audited["findings"]} == {"SM-PASS-1"}
    assert len(replayed) == 10
    assert replayed[-1].split("\t")[0] == "10"
    assert "p1 lays crate-5." in (qm.folder / "game.html").read_text("utf-8")
    assert json.loads(qm("score", record, "--json"))["winners"] == ["p3"]


def test_games_are_dealt_and_audited_in_several_processes(qm: Installed) -> None:
    qm("simulate", "smugglers", "-p", "4", "-g", "6", "-o", "games")
    told = [json.loads(line) for line in qm("audit", "games", "--json", "--jobs", "2").splitlines()]

    assert [record["answers"]["broken"] for record in told] == [0] * 18
