"""Style as a test: which way imports point, what stays out of the pure parts, and how long things may get."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SOURCES = sorted(path for part in ("records", "replay", "cli") for path in (ROOT / part).rglob("*.py"))
FILE_LINES_MAX = 400
FUNCTION_LINES_MAX = 45

IMPURE_MODULES = {"time", "random", "secrets", "uuid", "os", "socket", "subprocess", "tempfile", "logging", "datetime"}
IMPURE_CALLS = {"print", "open", "input"}
EDGES = {
    "records/clock.py": {"datetime"},  # turns a number into a date and back; it never asks for the time
    "replay/game.py": {"random"},  # the type of the generator that a dealer is given
    "replay/deal.py": {"random"},
}


def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name(path)}: relative import"
            yield node.module or ""


@pytest.mark.parametrize("path", SOURCES, ids=name)
def test_imports_point_one_way(path: Path) -> None:
    above = {"records": {"replay", "cli", "typer"}, "replay": {"cli", "typer", "sqlmodel"}, "cli": set()}
    modules = list(imported(path))

    assert not above[name(path).split("/")[0]] & {module.split(".")[0] for module in modules}
    if name(path).startswith("replay/games/"):
        own = ".".join(name(path).split("/")[:3])
        others = [module for module in modules if module.startswith("replay.games.") and not module.startswith(own)]
        assert others == [], "a game imports no other game"
        assert not [module for module in modules if module.startswith("records.store")]


@pytest.mark.parametrize("path", [path for path in SOURCES if name(path).startswith("replay/")], ids=name)
def test_replay_is_pure(path: Path) -> None:
    """No clock, randomness, environment, file or print; a dealer gets its generator from outside."""
    allowed = EDGES.get(name(path), set()) | ({"random"} if path.stem.startswith("dealer") else set())

    assert ({module.split(".")[0] for module in imported(path)} & IMPURE_MODULES) - allowed == set()
    calls = [
        node.func.id for node in ast.walk(tree(path)) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    ]
    assert [call for call in calls if call in IMPURE_CALLS] == []


@pytest.mark.parametrize("path", SOURCES, ids=name)
def test_nothing_gets_too_long(path: Path) -> None:
    assert len(path.read_text("utf-8").splitlines()) <= FILE_LINES_MAX
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.FunctionDef):
            length = (node.end_lineno or 0) - node.lineno + 1
            declared = len(node.args.args) + len(node.args.kwonlyargs)
            length -= _table_lines(node)
            # a command's options stand one below the other; they are a table, not code
            assert length <= FUNCTION_LINES_MAX + (6 * declared if "commands" in path.parts else 0), (
                f"{node.name}: {length}"
            )


def _table_lines(function: ast.FunctionDef) -> int:
    """Lines that only fill the many fields of a value, one below the other."""
    calls = [node for node in ast.walk(function) if isinstance(node, ast.Call)]
    return max((len(call.keywords) for call in calls if len(call.keywords) > 15), default=0)


@pytest.mark.parametrize("path", SOURCES, ids=name)
def test_every_module_and_public_function_says_what_it_is_for(path: Path) -> None:
    module = tree(path)
    assert ast.get_docstring(module), "the module needs a docstring"
    for node in module.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_"):
            assert ast.get_docstring(node), node.name


def test_no_game_is_named_outside_its_folder() -> None:
    games = [
        folder.name.replace("_", "-")
        for folder in (ROOT / "replay/games").iterdir()
        if (folder / "__init__.py").exists()
    ]
    for path in SOURCES:
        if "games" not in path.parts:
            text = path.read_text("utf-8")
            named = [game for game in games if f'"{game}"' in text]
            assert named == [], f"{name(path)} names {named}"
