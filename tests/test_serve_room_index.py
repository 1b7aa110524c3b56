"""Tables that rest, as the desk has them from the index: exactly what a look at the table would say."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from cli.desk.games_known import known_game
from cli.machine.derived_file import index_path
from cli.serve.hall.room_facts import RoomFacts, facts_of
from cli.serve.hall.room_index import RoomIndex
from cli.serve.hall.rooms import Rooms
from cli.serve.tables.shown_seating import shown_seating
from records.ids import id_of
from records.record import Record, from_bytes, of_bodies
from records.store import Filter, Info, Store, open_store
from replay.deal import DealtGame, header_for
from replay.library import game_of
from replay.playout import OFFICIAL
from replay.simulation import FORMS, simulate
from replay.watch import Watch
from tests.helpers.serving import Serving
from tests.helpers.store_samples import NOW
from tests.helpers.tools import FIXTURES, UNLINKED, dealt
from tests.test_serve_stats import told

CLAIM = {"do": "dispute", "about": 5, "claim": "that was another card", "kind": "illegal"}
PROCEDURE: list[tuple[int, list[dict[str, Any]]]] = [
    (0, [CLAIM]),
    (0, [CLAIM, {"do": "withdraw"}]),
    (1, [{"do": "withdraw"}]),
]
"""What seats say behind a whole game: a claim, one that is taken back, and the taking back of none."""
STORIES = sorted(path for path in FIXTURES.glob("*/*.jsonl") if path.stem != "rules")


def records() -> Iterator[Record]:
    """Dealt games in all forms, and every story with its beginnings: contested, corrected, signed, closed."""
    for game_id in UNLINKED:
        for form in FORMS:
            yield simulate(game_id, players=game_of(game_id).player_counts[-1], seed=3, form=form)
        for seed in range(3):
            yield with_a_slip(dealt(game_id, game_of(game_id).player_counts[-1], seed), seed)
    whole = dealt("loot-island", 3, 1)
    for number, (by, more) in enumerate(PROCEDURE):
        seat = whole.header["players"][by]["seat"]
        last = len(whole.full)
        said = [{**body, "by": seat, **({"dispute": last + 1} if body["do"] == "withdraw" else {})} for body in more]
        yield of_bodies({**whole.header, "title": f"said {number}"}, [*whole.full, *said])
    for path in STORIES:
        yield from_bytes(path.read_bytes(), path.name)


def with_a_slip(game: DealtGame, seed: int) -> Record:
    """A whole game in which somebody else did what one of them is said to have done."""
    seats = [player["seat"] for player in game.header["players"]]
    lines = [dict(body) for body in game.full]
    acted = [place for place, body in enumerate(lines) if body.get("by") in seats]
    wrong = lines[acted[(7 + seed * 11) % len(acted)]]
    wrong["by"] = next(seat for seat in seats if seat != wrong["by"])
    return of_bodies({**game.header, "title": f"slip {seed}"}, lines)


@pytest.fixture
def filled(tmp_path: Path) -> Iterator[tuple[Store, RoomIndex]]:
    with open_store(tmp_path / "s.db") as store:
        for record in records():
            store.import_record(record, record_id=id_of(record), at=NOW)
        index = RoomIndex(str(tmp_path / "s.db"), store)
        while index.ask(lambda _: None)[1]:
            pass
        yield store, index
        index.close()


def looked_at(store: Store, info: Info) -> RoomFacts:
    """What somebody who follows the table is told."""
    game = known_game(info.header)
    assert game is not None
    events = store.load(info.id).events
    return facts_of(info.header, info.id, events, Watch(game, shown_seating(game, info.header, {}), OFFICIAL, events))


def test_an_open_table_that_rests_is_what_a_look_at_it_gives(filled: tuple[Store, RoomIndex]) -> None:
    store, index = filled
    open_ones = list(store.records(Filter(closed=False)))
    found = index.facts(open_ones)
    games = {info.id: info.header.game for info in open_ones}
    assert {games[one] for one in found} >= {"gold-island", "loot-island", "sea-or-shore"}
    assert 10 <= len(found) < len(open_ones)
    assert sum(one.broken > 0 for one in found.values()) >= 4
    for info in open_ones:
        if info.id in found:
            assert found[info.id] == looked_at(store, info)
            assert found[info.id].over and not found[info.id].closed


def test_a_table_that_went_on_is_looked_at(filled: tuple[Store, RoomIndex]) -> None:
    store, index = filled
    found = index.facts(list(store.records(Filter(closed=False))))
    for record_id in found:
        store.append(record_id, [{"do": "note", "text": "tea"}], at=NOW)
    assert index.facts([store.info(record_id) for record_id in found]) == {}


def test_a_row_of_other_rules_says_nothing(filled: tuple[Store, RoomIndex], tmp_path: Path) -> None:
    store, index = filled
    with closing(sqlite3.connect(index_path(str(tmp_path / "s.db")))) as raw:
        raw.execute("UPDATE records SET rules = '0.0.0/1'")
        raw.commit()
    assert index.facts(list(store.records(Filter(closed=False)))) == {}


def test_the_desk_follows_no_table_that_rests(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """But one whose people are called otherwise: the index has the names of the header."""
    looked: list[str] = []
    plain = Rooms._looked

    def noted(rooms: Rooms, info: Info, names: dict[str, str]) -> RoomFacts:
        looked.append(info.id)
        return plain(rooms, info, names)

    monkeypatch.setattr(Rooms, "_looked", noted)
    with Serving(tmp_path) as serving, serving.join("desk") as desk:
        ids = [serving.record("loot-island", 3, seed, players=people(f"Ann {seed}", "Bob", "Cleo")) for seed in (0, 1)]
        twins = serving.record("loot-island", 3, 9, players=people("Ann", "Ann", "Cleo"))
        assert told(desk, "/stats")["left"] == 0
        rows = {row["id"]: row for row in told(desk, "/records")["rooms"]}
        assert rows.keys() == {*ids, twins}
        assert looked == [twins]
        assert "Ann 0" in rows[ids[0]]["need"] and "have not signed" in rows[ids[0]]["need"]
        assert "Ann (" in rows[twins]["need"]


def people(*names: str) -> list[dict[str, str]]:
    seats = [player["seat"] for player in header_for(game_of("loot-island"), len(names))["players"]]
    return [{"seat": seat, "name": name} for seat, name in zip(seats, names, strict=True)]
