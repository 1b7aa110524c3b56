"""Which games there are: the folders under replay/games, and third-party packages."""

import pkgutil
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

import replay.games
from records.errors import NotFound, Refused, Unavailable
from records.event import Header
from replay.game import Game
from replay.table import Table

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

ENTRY_POINTS = "quartermaster.games"


def game_ids() -> list[str]:
    """The ids of all games, sorted. Loads none of them."""
    return sorted({*_folders(), *_entry_points()})


@cache
def game_of(game_id: str) -> Game:
    """The game with this id."""
    if game_id in _folders():
        game = import_module(f"replay.games.{_folders()[game_id]}").GAME
        assert isinstance(game, Game), f"{game_id} does not define a Game"
        return game
    if game_id in _entry_points():
        return _loaded(_entry_points()[game_id])
    raise NotFound(f"there is no game {game_id!r}", mend=f"the games are: {', '.join(game_ids())}")


def _loaded(point: "EntryPoint") -> Game:
    """The game that a third-party package offers."""
    mend = "update or uninstall the package that offers it"
    try:
        game = point.load()
    except (ImportError, AttributeError) as error:
        raise Refused(f"the game {point.name!r} ({point.value}) cannot be loaded: {error}", mend=mend) from error
    if not isinstance(game, Game) or game.id != point.name:
        raise Refused(f"{point.value} is not a game with the id {point.name!r}", mend=mend)
    return game


@cache
def _folders() -> dict[str, str]:
    names = [module.name for module in pkgutil.iter_modules(replay.games.__path__) if module.ispkg]
    if not names:  # a folder that cannot be read just now looks like an empty one
        raise Unavailable("the games cannot be listed just now; nothing was written", mend="repeat it")
    return {name.replace("_", "-"): name for name in names}


@cache
def _entry_points() -> "dict[str, EntryPoint]":
    from importlib.metadata import entry_points  # slow to load, and not needed for the games that ship

    return {point.name: point for point in entry_points(group=ENTRY_POINTS)}


def table_of(game: Game, header: Header) -> Table:
    """The table that a header describes. Unknown variants, questions and answers are refused."""
    _check_version(game, header)
    if not header.players and game.seated is None:
        raise Refused("the header names no players", mend="give at least one seat in `players`")
    return Table(
        game=game.id,
        players=tuple(header.players),
        seats=tuple(dict.fromkeys(header.seats)),
        variants=_variants(game, header.options.variants),
        readings=_readings(game, header.options.readings, game.version if header.rules is None else header.rules),
        kit=_kit(game, header.options.kit, len(header.players)),
        officials=tuple(official.name for official in header.officials),
        header=header,
    )


def _kit(game: Game, named: str | dict[str, Any], players: int) -> Any:
    return _shipped_kit(game, named, players) if isinstance(named, str) else game.read_kit(named, players)


@cache
def _shipped_kit(game: Game, name: str, players: int) -> Any:
    # Reading a kit costs more than judging a whole game, and a folder of records names the same one over and over.
    return game.read_kit(name, players)


def _check_version(game: Game, header: Header) -> None:
    if header.rules is not None and header.rules > game.version:
        raise Refused(
            f"the record was made for version {header.rules} of {game.title}; this program knows {game.version}",
            mend="use a newer Quartermaster",
        )


def _variants(game: Game, wanted: list[str]) -> tuple[str, ...]:
    known = {variant.id: variant for variant in game.variants}
    for id in wanted:
        if id not in known:
            allowed = ", ".join(known) or "none"
            raise Refused(f"{game.title} has no variant {id!r}", where="options.variants", mend=f"allowed: {allowed}")
        clash = [other for other in known[id].excludes if other in wanted]
        if clash:
            raise Refused(f"variant {id!r} cannot be combined with {clash[0]!r}", where="options.variants")
    return tuple(dict.fromkeys(wanted))


def _readings(game: Game, given: dict[str, str], version: int) -> dict[str, str]:
    readings = {question.id: question.default_in(version) for question in game.questions}
    for id, answer in given.items():
        question = game.question(id)
        if question is None:
            raise Refused(
                f"{game.title} has no question {id!r}", where="options.readings", mend=f"see `qm questions {game.id}`"
            )
        if answer not in question.answers:
            raise Refused(
                f"{answer!r} does not answer {id}",
                where="options.readings",
                mend=f"allowed: {', '.join(question.answers)}",
            )
        readings[id] = answer
    return readings
