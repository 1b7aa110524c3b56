"""Whether there are rules for a game here, and whether its files have changed, told without loading it.

Loading a game takes longer than most questions to the index take. Its version can have changed only if its files have,
so the index notes the mark of the files together with the version, and loads the game only when the mark is another.
"""

import os
import sys
import time
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

ENTRY_POINTS = "quartermaster.games"
"""The same as in replay/library.py, which takes too long to import; a test holds both equal."""
_SHIPPED = "replay.games"
_BEGUN = time.time_ns()
"""A game that this process has loaded is what its files are, unless they were changed since."""


class GameFiles(NamedTuple):
    """What the files of a game tell about it."""

    mark: str
    """Changes when they do; empty if nothing can be noted about them."""
    is_there: bool = True
    """Whether there is a game with this id."""
    is_loaded: bool = False
    """Whether it was loaded already, so that asking it costs nothing."""


def game_files(game_id: str) -> GameFiles:
    """The files of a game, of those that ship or of a package. Loads nothing."""
    name = game_id.replace("-", "_")
    folder = _package_of(_SHIPPED)
    if folder is not None and name.isidentifier():
        own = folder.joinpath(*_SHIPPED.split(".")[1:], name)
        if (own / "__init__.py").exists():
            return _files_in(f"{_SHIPPED}.{name}", own)
    module = _offered().get(game_id)
    return GameFiles("", is_there=False) if module is None else _files_in(module, _package_of(module))


@cache
def _offered() -> dict[str, str]:
    """The modules of games that packages offer."""
    from importlib.metadata import entry_points  # slow to load, and not needed for the games that ship

    return {point.name: point.module for point in entry_points(group=ENTRY_POINTS)}


def _package_of(module: str) -> Path | None:
    """The folder of the package that a module is in. Loads nothing."""
    spec = find_spec(module.partition(".")[0])
    places = list(spec.submodule_search_locations or ()) if spec is not None else []
    return Path(places[0]) if places else None


def _files_in(module: str, folder: Path | None) -> GameFiles:
    is_loaded = module in sys.modules
    if folder is None:
        return GameFiles("", is_loaded=is_loaded)
    found = sha256(str(folder).encode("utf-8", "surrogateescape"))
    try:
        for path, told in sorted(_files(str(folder))):
            if is_loaded and max(told[1:]) >= _BEGUN:
                return GameFiles("", is_loaded=True)
            found.update(f"{path} {told}\n".encode("utf-8", "surrogateescape"))
    except OSError:
        return GameFiles("", is_loaded=is_loaded)
    return GameFiles(found.hexdigest()[:16], is_loaded=is_loaded)


def _files(folder: str) -> Iterator[tuple[str, tuple[int, int, int]]]:
    """Each module in a folder, with what changes when it is written: also where all files get the same time."""
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir():
                if entry.name != "__pycache__":
                    yield from _files(entry.path)
            elif entry.name.endswith(".py"):
                told = entry.stat()
                yield entry.path, (told.st_size, told.st_mtime_ns, told.st_ctime_ns)
