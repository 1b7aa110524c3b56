"""`qm help kits` says how the kits of the games differ, and that is true."""

from replay.kit import shipped
from replay.library import game_of
from tests.helpers.shell import Shell
from tests.helpers.tools import UNLINKED

SHIPPED = [id for id in UNLINKED if game_of(id).state.__module__.startswith("replay.games.")]
"""The games that are played with a box; a tournament has none."""


def contents(game_id: str, kit: str) -> dict[str, object]:
    """A kit without its name and without how well its lines are known."""
    package = game_of(game_id).state.__module__.rpartition(".")[0]
    raw = shipped(package, kit)
    return {key: value for key, value in without(raw).items() if key not in ("id", "name", "title")}


def without(raw: dict[str, object]) -> dict[str, object]:
    """A kit without the lines that say how well it is known."""
    return {
        key: without(value) if isinstance(value, dict) else value
        for key, value in raw.items()
        if key not in ("basis", "bases")
    }


def colours(kit: str) -> set[str]:
    """The colours of the map cards of Loot Island."""
    raw = shipped("replay.games.loot_island", kit)
    return {card["color"] for card in raw["map"]["cards"]}


def test_the_games_whose_demo_kit_differs_are_named(qm: Shell) -> None:
    told = qm("help", "kits").out
    titles = {"loot-island": "Loot Island  ", "lost-island": "Lost Island  "}
    for game_id in SHIPPED:
        differs = contents(game_id, "box") != contents(game_id, "demo")
        assert differs == (game_id in titles), game_id
        if differs:
            assert titles[game_id] in told


def test_the_colours_of_loot_island_are_those_of_its_kits(qm: Shell) -> None:
    told = " ".join(qm("help", "kits").out.split())
    assert colours("box") == {"red", "blue", "green", "yellow"}
    assert colours("demo") == {"red", "blue", "green", "purple"}
    assert 'red, blue, green and yellow in "box", red, blue, green and purple in "demo"' in told


def test_a_colour_that_the_kit_lacks_cannot_be_logged(qm: Shell) -> None:
    for kit, lacks, has in (("box", "p3 E1", "y3 E1"), ("demo", "y3 E1", "p3 E1")):
        record = qm("new", "loot-island", "Ann", "Bob", "Cleo", "--kit", kit, "--json").json["id"]
        assert qm("log", record, stdin="setup blue NEcw\nA3\n").code == 0
        assert qm("log", record, stdin=f"{lacks}\n").code == 2
        assert qm("log", record, stdin=f"{has}\n").code == 0
