"""Games that statistics count: dealt ones with chosen people, imported into the store of a shell."""

import json
from collections.abc import Sequence
from typing import Any

from tests.helpers.shell import Shell
from tests.helpers.tools import dealt


def counted(
    qm: Shell, seed: int, names: Sequence[str], game: str = "sea-or-shore", lines: int | None = None, **header: Any
) -> list[dict[str, Any]]:
    """A dealt game of these people in the store, whole or its first lines; its lines."""
    one = dealt(game, len(names), seed)
    seats = [player["seat"] for player in one.header["players"]]
    players = [{"seat": seat, "name": name} for seat, name in zip(seats, names, strict=True)]
    bodies = [{**one.header, "players": players, "title": f"Game {seed}", **header}, *one.full[:lines]]
    put_in(qm, bodies)
    return bodies


def put_in(qm: Shell, bodies: list[dict[str, Any]]) -> None:
    """A record of these lines in the store."""
    text = "\n".join(json.dumps(body, sort_keys=True, separators=(",", ":")) for body in bodies)
    assert qm("import", qm.write("counted.jsonl", text + "\n")).code == 0


def twenty_people(qm: Shell) -> None:
    """Five games in which Person00 meets everybody else."""
    for number in range(5):
        others = [f"Person{min(4 * number + seat, 19):02}" for seat in range(1, 5)]
        counted(qm, number, ["Person00", *dict.fromkeys(others)])
