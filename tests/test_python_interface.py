"""What `records` and `replay` offer to scripts: the names, their types, and the examples in the documentation."""

import ast
import doctest
import inspect
import pkgutil
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import records
import replay
from records.errors import QuartermasterError
from tests.helpers.sample_script import copy_into_store, types_of_a_record
from tests.helpers.shell import ROOT
from tests.helpers.tools import FIXTURES

PACKAGES = (records, replay)
WITH_EXAMPLES = ("records", "records.scripting", "replay", "replay.simulation", "replay.whole_record")
SCRIPT = ROOT / "tests/helpers/sample_script.py"
STORY = FIXTURES / "sea-or-shore/hurried-table.jsonl"
NAMES = [(package, name) for package in PACKAGES for name in package.__all__]
FUNCTIONS = [(package, name) for package, name in NAMES if not isinstance(getattr(package, name), type)]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working folder in which `fixtures/` can be found, as at the top of a checkout."""
    (tmp_path / "fixtures").symlink_to(FIXTURES, target_is_directory=True)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def by_name(value: Any) -> str:
    return value.__name__ if isinstance(value, ModuleType) else str(value)


# --- the names


@pytest.mark.parametrize("package", PACKAGES, ids=by_name)
def test_the_documentation_lists_exactly_the_exported_names(package: ModuleType) -> None:
    listed = re.findall(r"^    (?:├── |└── )?(\w+)  ", package.__doc__ or "", re.M)

    assert sorted(listed) == sorted(package.__all__)
    assert dir(package) == sorted(package.__all__)


@pytest.mark.parametrize(("package", "name"), NAMES, ids=by_name)
def test_an_exported_name_is_there_with_words_and_types_of_its_own(package: ModuleType, name: str) -> None:
    value = getattr(package, name)

    assert vars(value).get("__doc__") if isinstance(value, type) else value.__doc__
    if (package, name) in FUNCTIONS:
        signature = inspect.signature(value)
        assert signature.return_annotation is not inspect.Signature.empty
        assert [item.name for item in signature.parameters.values() if item.annotation is item.empty] == []


@pytest.mark.parametrize("package", PACKAGES, ids=by_name)
def test_no_exported_name_is_that_of_a_module(package: ModuleType) -> None:
    """Importing the module would put it in the place of the function."""
    modules = {module.name for module in pkgutil.iter_modules(package.__path__)}

    assert modules & set(package.__all__) == set()


@pytest.mark.parametrize("package", PACKAGES, ids=by_name)
def test_type_checkers_and_the_running_program_find_the_same(package: ModuleType) -> None:
    imported = {
        alias.name: node.module
        for branch in ast.parse(inspect.getsource(package)).body
        if isinstance(branch, ast.If)
        for node in branch.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    looked_up = {name: home for home, names in package._HOMES.items() for name in names}

    assert imported == looked_up
    assert sorted(looked_up) == sorted(package.__all__)
    assert (Path(package.__file__ or "").parent / "py.typed").exists()


def test_a_name_that_is_not_exported_is_missing_as_usual() -> None:
    with pytest.raises(AttributeError, match="module 'records' has no attribute 'raed'"):
        _ = records.raed  # type: ignore[attr-defined]  # misspelt on purpose
    with pytest.raises(ImportError):
        from replay import no_such_name  # type: ignore[attr-defined]  # noqa: F401


def test_importing_both_packages_loads_nothing_else() -> None:
    code = "import sys, typing, importlib; was = {*sys.modules}; import records, replay; print({*sys.modules} - was)"
    done = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, text=True, check=True, timeout=60)

    assert ast.literal_eval(done.stdout) == {"records", "replay"}


def test_the_tree_of_errors_is_the_one_that_is_drawn() -> None:
    drawn = re.findall(r"^    [├└]── (\w+) +(\d+) ", records.__doc__ or "", re.M)

    assert drawn == [(error.__name__, str(error.code)) for error in QuartermasterError.__subclasses__()]


# --- the examples


@pytest.mark.parametrize("module", WITH_EXAMPLES)
def test_the_examples_in_the_documentation_run_as_shown(module: str, folder: Path) -> None:
    failed, tried = doctest.testmod(import_module(module), optionflags=doctest.REPORT_NDIFF)

    assert failed == 0
    assert tried > 0


def test_the_examples_on_the_first_page_run_as_shown(folder: Path) -> None:
    blocks = re.findall(r"```pycon\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.S)
    examples = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, "README.md", "README.md", 0)

    assert doctest.DocTestRunner().run(examples).failed == 0


def test_there_are_examples_for_every_function_of_the_interface() -> None:
    found = [test for name in WITH_EXAMPLES for test in doctest.DocTestFinder().find(import_module(name))]
    examples = "".join(example.source for test in found for example in test.examples)
    calls = [f"{package.__name__}.{name}(" for package, name in FUNCTIONS]

    assert len(calls) > 10
    assert [call for call in calls if call not in examples] == []


# --- a script


def test_a_script_audits_a_folder_with_the_installed_packages(tmp_path: Path) -> None:
    """Isolated (`-I`): neither the working folder nor PYTHONPATH can help, only what is installed."""
    done = subprocess.run(
        [sys.executable, "-I", str(SCRIPT), str(FIXTURES / "loot-island")],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )

    assert "LI-TURN-1 1\n" in done.stdout
    assert re.fullmatch(r"\S*rules\.jsonl line 1: the first line is not a header \(.*\)\n", done.stderr)


@pytest.mark.slow
def test_the_sample_script_runs_and_its_types_are_seen(tmp_path: Path) -> None:
    """A type checker sees every type from outside the sources, and notices names that do not exist."""
    types_of_a_record(STORY)
    assert copy_into_store(STORY, tmp_path / "copies.db", at=0).last == 155
    good = tmp_path / "good.py"
    good.write_text(SCRIPT.read_text("utf-8"), "utf-8")
    bad = tmp_path / "bad.py"
    bad.write_text("import records, replay\nrecords.raed('x')\nreplay.score_of('x')\n")
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--config-file=", f"--cache-dir={tmp_path}/cache", good, bad],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )

    assert re.findall(r"(\w+\.py:\d+): error: .*\[([\w-]+)\]", done.stdout) == [
        ("bad.py:2", "attr-defined"),
        ("bad.py:3", "arg-type"),
    ], done.stdout + done.stderr
