"""A reminder says who won: of games that differ in a hidden value each seat is reminded in the same words."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from records.record import Record
from replay.library import game_of
from replay.view import TABLE
from tests.helpers.slow import first_ones, many
from tests.helpers.still_service import Still, Stream
from tests.helpers.tools import SECRETIVE
from tests.helpers.twin_halls import WHOLE_GAME
from tests.helpers.twins import Pair, pair_of

GAMES = sorted(SECRETIVE, key=lambda name: name != "loot-island")


def whole_pair(game_id: str, number: int) -> Pair:
    """Twins of a whole game that a seat may not tell apart."""
    rng = Random(f"{game_id} {number} reminded")
    while True:
        players = rng.choice(game_of(game_id).player_counts)
        pair = pair_of(game_id, players, rng, events=WHOLE_GAME, salted=True)
        if pair is not None and pair.viewer != TABLE:
            return pair


def told(folder: Path, record: Record, viewer: str) -> dict[str, list[tuple[str, Any]]]:
    """What everybody who may not know the difference hears of a reminder and a call, and of a signature after them."""
    with Still(folder) as still:
        record_id = still.put(record)
        guests = {
            "seat": still.join("seat", record_id, seat=viewer),
            "logging player": still.join("scribe", record_id, eyes=viewer),
            "scribe": still.join("scribe", record_id),
            "spectator": still.join("spectator", record_id),
            "late": still.join("spectator", record_id, delay="60"),
        }
        streams = {who: still.follow(record_id, guest) for who, guest in guests.items()}
        desk = still.join("desk")
        made = [still.post(f"/records/{record_id}/notices", desk, {"kind": kind}) for kind in ("remind", "call")]
        assert [one.status for one in made] == [200, 200], made[0].text
        streams |= {f"{who} again": still.follow(record_id, guest) for who, guest in guests.items()}
        head = still.get(f"/records/{record_id}/head", guests["seat"]).json["head"]
        sign = {"do": "sign", "seat": viewer, "head": head, "statement": "accept"}
        assert still.write(record_id, guests["seat"], sign).status == 200
        still.wait(61)
        return {who: notices(stream) for who, stream in streams.items()}


def notices(stream: Stream) -> list[tuple[str, Any]]:
    return [(what, data) for what, data in stream.frames() if what == "notice"]


@pytest.mark.parametrize("game_id", first_ones(GAMES))
def test_a_reminder_tells_nothing_that_is_hidden(tmp_path: Path, game_id: str) -> None:
    for number in range(many(2, 20)):
        pair = whole_pair(game_id, number)
        one, other = (
            told(tmp_path / f"{number} {name}", record, pair.viewer)
            for name, record in (("one", pair.one), ("other", pair.other))
        )
        assert one == other, pair.where
        kinds = {who: {each["kind"] for _, data in heard for each in data["notices"]} for who, heard in one.items()}
        assert kinds["seat"] == kinds["seat again"] == {"unsigned", "called"}, pair.where
        assert (kinds["scribe"], kinds["spectator"], kinds["late"]) == ({"called"}, {"wall"}, set())
        assert one["seat"][-1] == ("notice", {"notices": []}), "a signature answers both"
