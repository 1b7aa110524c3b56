"""The whole table is shown again when what counts has changed: made once for all who are told the same, never old."""

from pathlib import Path
from typing import Any

from tests.helpers.still_service import API, Guest, Still, Stream
from tests.helpers.tools import dealt
from tests.test_serve_closed import SHOWN, SHOWN_TOO, begun

GAME = dealt("sea-or-shore", 3, 1)
LINES = 6
UNDO = {"do": "rewind", "to": 4}


def last_table(stream: Stream) -> dict[str, Any]:
    """The whole table as a stream showed it last."""
    tables: list[dict[str, Any]] = [data for name, data in stream.frames() if name == "now"]
    return tables[-1]


def asked_for(still: Still, record: str, guest: Guest) -> Any:
    """The whole table as somebody is told it who asks now."""
    return still.get(f"/records/{record}/now", guest, picture="wide").json


def test_everybody_is_shown_the_table_of_now_each_by_their_own_name(tmp_path: Path) -> None:
    with Still(tmp_path, memory="open") as still:
        record = still.record(GAME.header, GAME.full[:LINES])
        scribe = still.join("scribe", record)
        guests = [
            still.join("spectator", record),
            still.join("spectator", record),
            still.join("seat", record, seat="p1"),
            still.join("official", record, name="Kim"),
            still.join("official", record, name="Lee"),
            scribe,
        ]
        streams = [still.follow(record, guest, picture="wide") for guest in guests]
        assert still.write(record, scribe, UNDO).status == 200
        shown = [last_table(stream) for stream in streams]
        assert shown == [asked_for(still, record, guest) for guest in guests]
        assert [one["size"] for one in shown] == [LINES + 2] * len(guests)
        assert shown[0] == shown[1]
        assert [one["you"] for one in shown[3:5]] == ["Kim", "Lee"]


def test_a_new_name_is_shown_at_once_although_no_line_came(tmp_path: Path) -> None:
    with Still(tmp_path, memory="open") as still:
        record = still.record(GAME.header, GAME.full[:LINES])
        stream = still.follow(record, still.join("spectator", record), picture="wide")
        named = still.ask("PUT", f"{API}/records/{record}/people/p1", still.join("desk"), body={"name": "Zoë"})
        assert named.status == 200
        assert last_table(stream)["players"][0]["name"] == "Zoë"


def test_who_comes_after_an_answer_hears_it_although_somebody_came_before(tmp_path: Path) -> None:
    with Still(tmp_path, memory="open") as still:
        record = begun(still)
        scribe = still.join("scribe", record)
        still.follow(record, still.join("spectator", record))
        assert still.write(record, scribe, SHOWN, SHOWN_TOO).status == 200
        early = still.follow(record, still.join("spectator", record))
        assert last_table(early)["answers"] == []
        still.look()
        late = still.follow(record, still.join("spectator", record))
        assert [one["seq"] for one in last_table(late)["answers"]] == [2]
