"""Tournaments whose one table has a twin: equal but for one hidden value there, for what the hall may be told."""

from random import Random
from typing import Any, NamedTuple

from cli.desk.tournaments.tournaments_begin import FormatWords, setup_of
from records.record import Record, of_bodies
from replay.library import game_of
from replay.outcome import TableResult
from replay.outcome_making import outcome_at
from tests.helpers.twins import Pair, pair_of

Body = dict[str, Any]

DAY = "Twins"
HALL_ID = "01JAAAAAAAAAAAAAAAAAAAAAAB"
TABLE_ID = "01JAAAAAAAAAAAAAAAAAAAAAAC"
WHOLE_GAME = 100_000


class TwinHalls(NamedTuple):
    """A tournament, and the two records that its table may have."""

    hall: Record
    pair: Pair


def hall_of(table: Record) -> Record:
    """A tournament with one round, seated by hand at this table."""
    game = table.header.game
    players = [player.seat for player in table.header.players]
    seated = {"table": 1, "game": game, "players": players, "record": TABLE_ID}
    header = {"quartermaster": 1, "game": "tournament", "id": HALL_ID, "title": DAY, "players": []}
    officials = {"officials": [{"name": "Kim", "level": "head"}]}
    return of_bodies(
        {**header, **officials},
        [
            setup_of(FormatWords(2, [game], size="2-3-5")),
            *({"do": "enter", "player": player, "name": player.title()} for player in players),
            {"do": "round", "round": 1, "seed": "0" * 64, "tables": [seated], "hand": "a test"},
        ],
    )


def twin_halls(game_id: str, rng: Random, *, salted: bool, over: bool = False) -> TwinHalls:
    """A tournament with twins at its table, in the middle of a game, or at its end with the same result."""
    where = {"id": TABLE_ID, "event": DAY, "round": 1, "table": 1}
    while True:
        players = rng.choice(game_of(game_id).player_counts)
        events = WHOLE_GAME if over else rng.randint(4, 40)
        pair = pair_of(game_id, players, rng, events=events, salted=salted, more=where)
        if pair is None or (over and _result(pair.one) != _result(pair.other)):
            continue  # nothing hidden, or something that everybody sees in the result
        return TwinHalls(hall_of(pair.one), pair)


def _result(record: Record) -> TableResult:
    return outcome_at(record).result
