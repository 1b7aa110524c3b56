"""The sources as data: their trees, what they import, and the names they define."""

import ast
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
SOURCES = sorted(path for part in ("records", "replay", "cli") for path in (ROOT / part).rglob("*.py"))


@cache
def text(path: Path) -> str:
    return path.read_text("utf-8")


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(text(path))


def name(path: Path) -> str:
    """`cli/desk/docket.py`"""
    return path.relative_to(ROOT).as_posix()


def module(path: Path) -> str:
    """`cli.desk.docket`"""
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


MODULES = {module(path): path for path in SOURCES}


@cache
def imported(path: Path) -> frozenset[str]:
    """Every module that a file imports, at the top or inside a function; for ours, the module itself."""
    found: set[str] = set()
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0 and node.module, f"{name(path)}: relative import"
            parts = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= parts & MODULES.keys() or {node.module}
    return frozenset(found)


def cycles() -> Iterator[list[str]]:
    """Modules that import each other, as the shortest circle found; each circle is reported once."""
    graph = {each: {other for other in imported(path) if other in MODULES} for each, path in MODULES.items()}
    while True:
        try:
            TopologicalSorter(graph).prepare()
            return
        except CycleError as error:
            round_trip: list[str] = error.args[1][::-1]
            yield round_trip
            graph[round_trip[0]].discard(round_trip[1])


def defined(path: Path) -> Iterator[tuple[str, bool]]:
    """The public classes and type aliases of a file, and whether each is a class."""
    for node in tree(path).body:
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            yield node.name, True
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            alias = node.targets[0].id
            if alias[0].isupper() and not alias.isupper():
                yield alias, False
