"""What players and spectators of a tournament see: the wall of the hall, and the next table on a phone."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.helpers.hall import Organiser, new_hall, told
from tests.helpers.serving import API, Phone, Serving


@pytest.fixture(scope="module")
def day(serving: Serving) -> Iterator[Organiser]:
    """The first round is over, the second one is not seated."""
    with serving.join("desk") as desk:
        day = Organiser(serving, desk, new_hall(serving, "Walls"))
        day.seat()
        day.play("r1t1")
        day.play("r1t2")
        day.post("/collect")
        yield day


def wall(client: Phone, day: Organiser) -> dict[str, Any]:
    return told(client.get(f"{API}/tournaments/{day.hall}/wall"))


def following(client: Phone, record: str) -> dict[str, Any] | None:
    found: dict[str, Any] | None = told(client.get(f"{API}/records/{record}/next"))["next"]
    return found


def test_a_player_is_told_the_next_table_once_it_is_seated(serving: Serving, day: Organiser) -> None:
    """Each their own, those who sit out too; whoever is no player of that table is told nothing."""
    first = day.tables()[0]
    record = first["record"]
    seats = {player.name: player.seat for player in serving.store.info(record).header.players}
    out, plays = first["players"][0], first["players"][1]
    with (
        serving.join("spectator", record) as guest,
        serving.join("spectator", day.hall) as hall,
        serving.join("spectator", day.hall, delay="60") as late,
        serving.join("seat", record, seat=seats[out]) as sitting_out,
        serving.join("seat", record, seat=seats[plays]) as playing,
    ):
        assert following(playing, record) is None
        assert wall(hall, day)["round"] == 1
        size = day.preview(nonce="1", out=[out])["size"]
        day.post("/round", nonce="1", out=[out], expect=size)
        found = following(playing, record)
        assert found is not None
        shown = next(one for one in wall(hall, day)["seats"] if one["name"] == plays)
        assert found["table"] == f"r2t{shown['table']}"
        assert found["words"] == f"Next: r2t{shown['table']}, {shown['seat']}, {shown['game']}"
        away = following(sitting_out, record)
        assert away is not None and away["words"] == "Next: you sit out round 2"
        assert following(guest, record) is None
        assert wall(late, day)["size"] < wall(hall, day)["size"], "who sees late is shown the round late"


def test_the_wall_shows_names_and_standings(serving: Serving, day: Organiser) -> None:
    with serving.join("spectator", day.hall) as guest:
        shown = wall(guest, day)
    names = [one["name"] for one in shown["seats"]]
    assert names == sorted(names) and len(names) == 9
    assert shown["standings"]["code"] == serving.store.head(day.hall).code
    assert [line["place"] for line in shown["standings"]["standings"]][:1] == [1]


def test_a_seat_of_a_table_outside_any_tournament_has_no_next_one(serving: Serving) -> None:
    record = serving.record("sea-or-shore", 3, 1, 12, event="Walls")
    with serving.join("seat", record, seat="p1") as seat:
        assert following(seat, record) is None
        assert seat.get(f"{API}/tournaments/{record}/wall").status_code == 422
