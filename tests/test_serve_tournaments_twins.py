"""What is hidden at a table does not show in the hall: every call says the same of tables that differ in a secret."""

import re
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from cli.serve.hall.room_index import RoomIndex
from records.record import Record
from tests.helpers.route_requests import Case, ask, reads, writes
from tests.helpers.slow import first_ones, many
from tests.helpers.still_service import Guest, Still, hashes_ever
from tests.helpers.tools import SECRETIVE
from tests.helpers.twin_halls import HALL_ID, TABLE_ID, TwinHalls, twin_halls
from tests.helpers.twins import HASH

GAMES = sorted(SECRETIVE, key=lambda name: name != "loot-island")


def guests(still: Still, viewer: str, seats: list[str]) -> dict[str, Guest]:
    """Everybody who may see the hall or the table, and not what is hidden at it."""
    found = {
        "spectator": still.join("spectator", HALL_ID),
        "late": still.join("spectator", HALL_ID, delay="60"),
        "at the end": still.join("spectator", HALL_ID, delay="end"),
        "scribe of the hall": still.join("scribe", HALL_ID),
        "at the table": still.join("spectator", TABLE_ID),
        "scribe there": still.join("scribe", TABLE_ID),
        "another event": still.join("desk", event="Elsewhere"),
    }
    return {**found, "seat": still.join("seat", TABLE_ID, seat=viewer)} if viewer in seats else found


def told(folder: Path, halls: TwinHalls, table: Record, *, salted: bool, every: int) -> list[tuple[str, str]]:
    """What each of them is told: every call about the hall, its stream, and what the table says of the next one."""
    found = []
    with Still(folder) as still, closing(RoomIndex(str(folder / "records.db"), still.store)) as index:
        still.service.rooms.index = index
        still.keep(table)
        still.keep(halls.hall)
        desk = still.join("desk")
        who = guests(still, halls.pair.viewer, [player.seat for player in table.header.players])
        streams = {name: still.follow(HALL_ID, guest, picture="none") for name, guest in who.items()}
        for turn, (name, guest) in enumerate(who.items()):
            case = Case(HALL_ID, "tournament", still.size(HALL_ID), [], ["n x"], turn)
            asked = [*reads(case), *writes(case)]
            for method, request in (one for place, one in enumerate(asked) if (place + turn) % every == 0):
                answer = ask(still, method, request, guest)
                assert answer.status < 500, (method, request, answer.text)
                found.append((f"{name}: {method} {request}", answer.text))
            for path in (f"/tournaments/{HALL_ID}/wall", f"/records/{TABLE_ID}/next"):
                found.append((f"{name}: {path}", still.get(path, guest).text))
        body = {"key": "collect", "unsigned": "they left", "by": "Kim"}
        collected = still.post(f"/tournaments/{HALL_ID}/collect", desk, body)
        assert collected.status == 200, collected.text
        for name, guest in who.items():
            found.append((f"{name}: collected", still.get(f"/tournaments/{HALL_ID}/wall", guest).text))
        still.wait(61)
        found += [(f"stream of {name}", stream.heard().text) for name, stream in streams.items()]
        secrets = set(hashes_ever(still, TABLE_ID))
        pinned = [asked for asked, text in found if any(one in text for one in secrets)]
    assert salted or not pinned, f"a head is told: {halls.pair.where}: {pinned[0]}"
    return [(asked, re.sub(HASH, "(hash)", text)) for asked, text in found]


@pytest.mark.parametrize("over", first_ones([False, True]), ids=["playing", "over"])
@pytest.mark.parametrize("salted", first_ones([True, False]), ids=["salted", "unsalted"])
@pytest.mark.parametrize("game_id", first_ones(GAMES, 1))
def test_a_hidden_value_does_not_show_in_the_hall(tmp_path: Path, game_id: str, salted: bool, over: bool) -> None:
    for number in range(many(1, 8)):
        halls = twin_halls(game_id, Random(f"{game_id} {salted} {over} {number} wall"), salted=salted, over=over)
        both = [
            told(tmp_path / f"{number} {name}", halls, record, salted=salted, every=many(6, 1))
            for name, record in (("one", halls.pair.one), ("other", halls.pair.other))
        ]
        for one, other in zip(*both, strict=True):
            assert one == other, halls.pair.where
        walls = [text for asked, text in both[0] if asked.startswith("spectator") and asked.endswith("/wall")]
        assert "one table to come: r1t1" in walls[0], "the wall looked at the table"
