"""What a seat can infer is inferred from what that seat saw, and from nothing else."""

import json
from itertools import permutations
from typing import Any

import pytest

from replay.library import game_ids, game_of
from tests.helpers.shell import Shell
from tests.helpers.tools import dealt


def test_a_secret_sheet_that_contradicts_what_was_shown_tells_the_others_nothing(qm: Shell) -> None:
    game = dealt("lost-island", 2, 3)
    first, second = (player["seat"] for player in game.header["players"])
    letters = sorted(game.full[0]["values"][first])
    told = set()
    for number, order in enumerate(permutations(letters)):
        if number % 90:
            continue
        setup = json.loads(json.dumps(game.full[0]))
        sheet = setup["values"][first]
        setup["values"][first] = {letter: sheet[other] for letter, other in zip(letters, order, strict=True)}
        qm.write("game.jsonl", as_lines([game.header, setup, *game.full[1:]]))
        for form in ((), ("--json",)):
            answer = qm("state", "game.jsonl", "--as", second, *form)
            assert answer.code == 0, answer.err
            told.add((form, answer.out))
    assert len(told) == 2, "the table of one seat changes with the sheet of another"


@pytest.mark.parametrize("game_id", [name for name in game_ids() if game_of(name).knowledge is not None])
def test_knowledge_follows_from_the_masked_record_alone(qm: Shell, game_id: str) -> None:
    from replay.action import body_of
    from replay.view import mask
    from tests.helpers.tools import timeline

    game = dealt(game_id, 2, 5)
    found, table, line, _ = timeline(game.header, game.full)
    qm.write("full.jsonl", as_lines([game.header, *game.full]))
    for seat in table.seats:
        seen = [body_of(placed.action) for placed in mask(found, table, line, seat)]
        qm.write("seen.jsonl", as_lines([game.header, *seen]))
        told = [qm("state", name, "--as", seat, "--json").json["knowledge"] for name in ("full.jsonl", "seen.jsonl")]
        assert told[0] == told[1]


def as_lines(bodies: list[dict[str, Any]]) -> str:
    """A record as text."""
    return "".join(json.dumps(body, separators=(",", ":")) + "\n" for body in bodies)
