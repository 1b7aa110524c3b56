"""Style as a test: which way imports point, what stays out of the pure parts, how long things may get, and names.

Each test is one check over all sources, and names everything that breaks it.
"""

import ast
import re
from collections import defaultdict
from pathlib import Path

import pytest

from cli.main import COMMANDS
from replay.library import game_of
from tests.helpers.sources import MODULES, ROOT, SOURCES, cycles, defined, imported, module, name, text, tree

pytestmark = pytest.mark.slow

FILE_LINES_MAX = 400
FUNCTION_LINES_MAX = 45

IMPURE_MODULES = {"time", "random", "secrets", "uuid", "os", "socket", "subprocess", "tempfile", "logging", "datetime"}
IMPURE_CALLS = {"print", "open", "input"}
EDGES = {
    "records/clock.py": {"datetime"},  # turns a number into a date and back; it never asks for the time
    "replay/game.py": {"random"},  # the type of the generator that a dealer is given
    "replay/deal.py": {"random"},
}

ABOVE = {"records": {"replay", "cli", "typer"}, "replay": {"cli", "typer", "sqlmodel"}, "cli": set[str]()}
ROOMS = {
    "cli.desk": {"cli.desk"},
    "cli.machine": {"cli.machine"},
    "cli.export": {"cli.export", "cli.desk"},
    "cli.terminal": {"cli.terminal", "cli.desk", "cli.machine", "cli.export"},
    "cli.serve": {"cli.serve", "cli.desk", "cli.machine", "cli.export"},
    "cli.commands": {"cli.commands", "cli.terminal", "cli.desk", "cli.machine", "cli.export", "cli.main"},
}
"""Which rooms of cli each room may import. The module `cli` itself holds the version, and everybody may ask for it."""
WAYS_IN = {(f"cli/commands/{name}.py", "cli.serve") for name in ("serve", "demo", "link", "audit")}
"""The commands that start the service, make links for it, or say who looked; no other command knows it."""
SERVE_ROOMS = ("messages", "register", "tables", "links", "hall", "openapi", "door", "api")
"""The rooms of the service, each above those that import it. The modules beside them hold the process together."""
DOOR_TO_CALLS = ("cli/serve/door/web_app.py", "api")
"""The one that knows every call: it makes their routes."""
STAYS_OUT = {
    "cli.desk": {"typer", "click", "rich", "textual", "prompt_toolkit", "platformdirs", "starlette", "uvicorn", "http"}
    | {"sys", "pathlib", "shutil"}
    | IMPURE_MODULES,
    "cli.export": {"typer", "click", "textual", "prompt_toolkit", "platformdirs", "starlette", "uvicorn", "sys", "os"},
    "cli.machine": {"typer", "click", "rich", "textual", "prompt_toolkit", "starlette", "uvicorn"},
}


def none_of(wrong: list[str]) -> None:
    """Fail with everything that is wrong, one per line."""
    assert not wrong, "\n" + "\n".join(wrong)


def room(of: str) -> str:
    """`cli.desk` of `cli.desk.docket`."""
    return ".".join(of.split(".")[:2])


@pytest.mark.slow
def test_imports_point_one_way() -> None:
    wrong = []
    for path in SOURCES:
        found = imported(path)
        banned = ABOVE[name(path).split("/")[0]]
        wrong += [f"{name(path)} imports {each}" for each in found if each.split(".")[0] in banned]
        if name(path).startswith("replay/games/"):
            own = ".".join(module(path).split(".")[:3])
            wrong += [
                f"{name(path)} imports {each}, which no game may"
                for each in found
                if each.startswith("records.store") or (each.startswith("replay.games.") and not each.startswith(own))
            ]
    none_of(wrong)


def test_the_rooms_of_cli_import_only_what_is_below_them() -> None:
    wrong = []
    for path in SOURCES:
        may = ROOMS.get(room(module(path)))
        if may is None:
            continue
        for each in sorted(imported(path)):
            if each.startswith("cli.") and room(each) not in may and (name(path), room(each)) not in WAYS_IN:
                wrong.append(f"{name(path)} imports {each}")
            if each.split(".")[0] in STAYS_OUT.get(room(module(path)), ()):
                wrong.append(f"{name(path)} imports {each}, which stays out of {room(module(path))}")
    none_of(wrong)


def test_the_rooms_of_the_service_import_only_those_above_them() -> None:
    wrong = []
    for path in SOURCES:
        own = module(path).split(".")[2] if module(path).startswith("cli.serve.") else ""
        if own not in SERVE_ROOMS:
            continue
        for each in sorted(imported(path)):
            other = each.split(".")[2] if each.startswith("cli.serve.") else ""
            below = other in SERVE_ROOMS and SERVE_ROOMS.index(other) > SERVE_ROOMS.index(own)
            if below and (name(path), other) != DOOR_TO_CALLS:
                wrong.append(f"{name(path)} imports {each}")
    none_of(wrong)


def test_no_import_goes_round_in_a_circle() -> None:
    """Imports inside functions count: they only hide that two modules are one."""
    none_of([" → ".join(circle) for circle in cycles()])


def test_replay_and_desk_are_pure() -> None:
    """No clock, randomness, environment, file or print; a dealer gets its generator from outside."""
    wrong = []
    for path in SOURCES:
        if name(path).startswith("replay/"):
            allowed = EDGES.get(name(path), set()) | ({"random"} if path.stem.startswith("dealer") else set())
            found = {each.split(".")[0] for each in imported(path)} & IMPURE_MODULES - allowed
            wrong += [f"{name(path)} imports {each}" for each in sorted(found)]
        if name(path).startswith(("replay/", "cli/desk/")):
            calls = (node.func for node in ast.walk(tree(path)) if isinstance(node, ast.Call))
            wrong += [
                f"{name(path)}:{call.lineno} calls {call.id}"
                for call in calls
                if isinstance(call, ast.Name) and call.id in IMPURE_CALLS
            ]
    none_of(wrong)


def test_nothing_gets_too_long() -> None:
    wrong = [name(path) for path in SOURCES if len(text(path).splitlines()) > FILE_LINES_MAX]
    for path in SOURCES:
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.FunctionDef):
                length = (node.end_lineno or 0) - node.lineno + 1 - _table_lines(node)
                # a command's options are listed one below the other; they are a table, not code
                declared = len(node.args.args) + len(node.args.kwonlyargs) if "commands" in path.parts else 0
                if length > FUNCTION_LINES_MAX + 6 * declared:
                    wrong.append(f"{name(path)} {node.name}: {length} lines")
    none_of(wrong)


def _table_lines(function: ast.FunctionDef) -> int:
    """Lines that only fill the many fields of a value, one below the other."""
    calls = [node for node in ast.walk(function) if isinstance(node, ast.Call)]
    return max((len(call.keywords) for call in calls if len(call.keywords) > 15), default=0)


def test_every_module_and_public_function_says_what_it_is_for() -> None:
    silent = [name(path) for path in SOURCES if not ast.get_docstring(tree(path))]
    silent += [
        f"{name(path)} {node.name}"
        for path in SOURCES
        for node in tree(path).body
        if isinstance(node, ast.FunctionDef | ast.ClassDef)
        and not node.name.startswith("_")
        and not ast.get_docstring(node)
    ]
    none_of(silent)


ORGANISERS = {"cli/main.py", "cli/machine/round_tables.py", "cli/terminal/completion.py"}
"""The files that may name the game `tournament`, whose record names others: it has commands and targets of its own."""


def test_no_game_is_named_outside_its_folder() -> None:
    folders = [folder for folder in (ROOT / "replay/games").iterdir() if (folder / "__init__.py").exists()]
    games = [folder.name.replace("_", "-") for folder in folders]
    games = [game for game in games if not game_of(game).is_linked]  # whose commands have its name
    named = [
        f"{name(path)} names {game}"
        for path in SOURCES
        for game in games
        if "games" not in path.parts and f'"{game}"' in text(path)
        if not (game == "tournament" and name(path) in ORGANISERS)
    ]
    none_of(named)


def shared_sources() -> list[Path]:
    """The sources outside the games, which may each have a State and a Play."""
    return [path for path in SOURCES if "games" not in path.parts]


def test_no_two_public_classes_have_one_name() -> None:
    """An alias of a type may be in several modules, but not under the name of a class."""
    places: dict[str, list[str]] = defaultdict(list)
    classes = set()
    for path in shared_sources():
        for each, is_class in defined(path):
            places[each].append(name(path))
            classes |= {each} if is_class else set()
    none_of([f"{each}: {', '.join(places[each])}" for each in sorted(classes) if len(places[each]) > 1])


def test_no_module_name_stands_for_two_things() -> None:
    """A command's module has the name of its command; the two databases answer the same questions in the same files."""
    places: dict[str, set[str]] = defaultdict(set)
    for path in shared_sources():
        if not path.stem.startswith("__") and room(module(path)) != "cli.commands":
            places[path.stem].add(re.sub(r"\.(sqlite|postgres)\.", ".either.", module(path)))
    wrong = [f"{each}: {', '.join(sorted(found))}" for each, found in places.items() if len(found) > 1]
    for command, entry in COMMANDS.items():
        if entry.module not in MODULES or entry.module.removeprefix("cli.commands.").rstrip("_") != command:
            wrong.append(f"the command {command} is in {entry.module}")
    none_of(wrong)


def test_a_verdict_is_only_an_officials() -> None:
    """What a rule says about a step is an answer."""
    wrong = []
    for path in shared_sources():
        if name(path).startswith("replay/disputes/"):
            continue
        for node in tree(path).body:
            named = [node.name] if isinstance(node, ast.ClassDef | ast.FunctionDef) else []
            named += [target.id for target in getattr(node, "targets", ()) if isinstance(target, ast.Name)]
            wrong += [f"{name(path)} {each}" for each in named if "verdict" in each.lower()]
    none_of(wrong)


BANNED = {
    r"\b(the|an|of) own\b": "their own",
    r"\b(he|him|his|himself)\b": "they, them, their",
    r"\bparted\b": "separated by, tab-separated",
    r"\bthey part\b": "they differ",
    r"\b(is|are|was|were) told in words\b": "is reported in plain words",
    r"\bso many (columns|lines|events|fields)\b": "this many",
    r"\bof which (there|the)\b": "say it in two sentences",
    r"\bthat there is not\b": "unknown",
    r"\bwhat is None is not asked\b": "None means: no filter",
    r"\b(Who|who) has all\b": "a player who has all",
    r"\bhangs? on\b": "depends on",
    r"\bhangs? together\b": "connected, consistent",
    r"\botherwise than\b": "differently from",
    r"\bnobody knows (whether|how|where|which)\b": "is not known",
    r"\bso many (players|cubes|coins|cards|rows|crosses|icons)\b": "this many",
    r"(?<!there )\bis no (seat|hand|cell|colour|direction|land|bomb|healer|place)\b": "is not a",
    r"\bthe names but for\b": "without",
    r"\bnobody (here )?knows the (words|rules) of\b": "there are no rules for it here",
    r"\bbegins? so\b": "begins like this",
    r"\bif it is none\b": "if it is not one",
    r"\bone (object|opening|event) a (line|step)\b": "one per line",
    r"(?<!there )\bis no (number|opening|window|reading|database|signature|step)\b": "is not a",
    r"(?<!there )\bis no (card|event|field|official|part|path|place|ruling|seat|treasure|way)\b": "is not a",
    r"\b(is|are) none of\b": "is not one of",
    r"\b(is|was) had\b": "may be used, is taken",
    r"\bnobody (can )?(say|tell|knows?)s?\b": "it is not known",
    r"\b(stands?|lies|lay) (there|open|in the (state|header|document))\b": "is there, is face up",
    r"\bin turn is\b|\bis in turn\b": "it is their turn",
    r"\btold of\b": "told about",
    r"\breally shuffled\b": "shuffled",
    r"\bdid otherwise\b": "did something else",
    r"\bso many\b": "this many",
    r"_(he|him|his|the_own)(_|\b)": "they, them, their own",
}
"""Phrases that are a translation rather than English, and what to say instead."""


ANY_BANNED = re.compile("|".join(BANNED))

ENGLISH = (
    "*.md",
    "cli/terminal/topics/*.txt",
    "records/**/*.py",
    "cli/**/*.py",
    "replay/**/*.py",
    "replay/games/README.md",
    "tests/test_[!t]*.py",  # all but this file, which quotes the phrases
    "tests/helpers/*.py",
    "tests/games/**/*.py",
    "fixtures/**/README.md",
)
"""Where those phrases are banned."""


@pytest.mark.slow
def test_texts_are_plain_english() -> None:
    """Rule texts, messages and help are what users see; comments and docstrings are what the next reader sees."""
    wrong = []
    for pattern in ENGLISH:
        files = sorted(ROOT.glob(pattern))
        assert files, f"there are no files {pattern}"
        for path in files:
            if not ANY_BANNED.search(text(path)):
                continue
            for number, line in enumerate(text(path).splitlines(), 1):
                wrong += [
                    f"{name(path)}:{number} {found[0]!r}: say {better!r}"
                    for phrase, better in BANNED.items()
                    if (found := re.search(phrase, line))
                ]
    none_of(wrong)
