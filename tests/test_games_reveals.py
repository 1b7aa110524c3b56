"""What is revealed may be anything: the audit reads what it can, and never fails on the rest."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from records.record import of_bodies
from replay.library import game_ids, game_of, table_of
from replay.playout import play_out
from tests.helpers.slow import first_ones
from tests.helpers.tools import Body, audit_of, dealt, found

STRANGE = ["zzz-1", "?", 0, -1, None, True, [], {}, ["?"], ["zzz"], {"p9": "x"}, [[1]], {"red": 3}]
WHOLE = ["hands.blue", "hands.p1", "values.red", "values.red.a", "chest.isle-1", "permits.isle-1", "gold", "x.y.z"]


def paths(value: Any, start: str = "") -> Iterator[str]:
    """Every path inside an event, except its kind and its time."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        if start or key not in ("do", "at"):
            yield f"{start}{key}"
            yield from paths(item, f"{start}{key}.")


def values(value: Any) -> Iterator[Any]:
    """Every value in an event."""
    yield value
    for item in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from values(item)


def told(bodies: list[Body], rng: Random) -> Iterator[Body]:
    """Reveals of fields that exist or not, with values from elsewhere in the record or made up."""
    pool = [value for body in bodies for value in values(body)]
    everywhere = [path for body in bodies for path in paths(body)]
    for _ in range(30):
        seq = rng.randrange(len(bodies))
        path = rng.choice([*paths(bodies[seq]), rng.choice(everywhere)])
        path += rng.choice(["", "", "", ".0", ".p9"])
        yield {"do": "reveal", "what": f"@{seq + 1}.{path}", "value": rng.choice(rng.choice([pool, STRANGE]))}
    for what in WHOLE:
        yield {"do": "reveal", "what": what, "value": rng.choice(rng.choice([pool, STRANGE]))}


@pytest.mark.parametrize("seed", first_ones(range(8), quick=2))
@pytest.mark.parametrize("game_id", game_ids())
def test_whatever_is_revealed_the_record_is_judged_and_replayed(game_id: str, seed: int) -> None:
    rng = Random(seed)
    game = game_of(game_id)
    simulated = dealt(game_id, rng.randint(*game.players), seed)
    bodies = [
        {key: value for key, value in body.items() if key in ("do", "by") or rng.random() > 0.15}
        for body in simulated.scribe
    ]
    record = of_bodies(simulated.header, [*bodies, *told(bodies, rng)])
    table = table_of(game, record.header)

    for forward in (False, True):
        assert audit_of(simulated.header, [event.body() for event in record.events], forward=forward).answers.ok
    for viewer in ("official", "table", table.seats[0]):
        replay = play_out(game, table, record.events, viewer=viewer)
        assert game.document(replay.state_at())
        assert game.score(replay.state_at()).seats


@pytest.mark.parametrize(("what", "value"), [("@4.treasures", ["zzz-1", "green-4"]), ("@2.cards.p9", "red-1")])
def test_a_value_that_would_make_an_event_unreadable_is_not_written_into_it(what: str, value: Any) -> None:
    head = {"quartermaster": 1, "game": "sea-or-shore", "players": [{"seat": f"p{n}"} for n in range(1, 5)]}
    cards = {"p1": "red-9", "p2": "red-2", "p3": "blue-3", "p4": "green-4"}
    bodies: list[Body] = [
        {"do": "setup", "starter": "p1", "treasures": ["red-4", "green-3"]},
        {"do": "pass"},
        {"do": "show", "cards": cards},
        {"do": "turn"},
    ]

    assert found(head, [*bodies, {"do": "reveal", "what": what, "value": value}]) == found(head, bodies)
