"""The index of a store: equal to a rebuild whatever happened, never the truth, and healed when it is lost."""

import json
import os
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cli import __version__
from cli.desk.index import index_sql
from cli.desk.index.index_current import bring_current, is_behind, looking_here
from cli.desk.index.index_file import Index
from cli.desk.index.index_rows import columns, create_statements
from cli.desk.tournaments.tournament_tables import cut_after
from cli.machine.derived_file import DerivedFile
from cli.serve.hall.room_index import RoomIndex
from records.record import from_bytes, of_bodies
from records.store import Store, open_store
from tests.helpers.dispute_samples import HEADER, PLAY, dispute, lay
from tests.helpers.indexes import PROGRAM, every_row, faults, index_at
from tests.helpers.shell import ROOT, Shell
from tests.helpers.slow import many
from tests.helpers.store_samples import NOW, record_id
from tests.helpers.tools import FIXTURES

STORY = FIXTURES / "loot-island" / "left-to-stand.jsonl"
"""Ends with a ruling, a penalty and a closed record."""
OTHERS = [
    FIXTURES / "tournament" / "harbour-open.jsonl",
    *sorted((FIXTURES / "tournament" / "harbour-open").glob("*.jsonl"))[:4],
    FIXTURES / "gold-island" / "second-four.jsonl",
]
LAID = '{"do":"setup","position":{"decks":{"all":{"up":"red-4"}}}}\n{"do":"lay","by":"p1","shows":"red"}\n'
RULED = {"do": "ruling", "by": "Kim", "dispute": 4, "facts": "it was", "verdict": "upheld", "remedy": "stands"}


def test_the_tables_as_text_are_those_of_their_classes() -> None:
    assert index_sql.TABLES.lstrip() == create_statements()
    assert columns() == index_sql.COLUMNS


def test_only_records_that_changed_are_looked_at(store: Store, tmp_path: Path) -> None:
    for number in (1, 2):
        store.create({**HEADER, "id": record_id(number)}, record_id=record_id(number), at=NOW)
        store.append(record_id(number), PLAY, at=NOW)
    looked: list[str] = []

    with index_at(tmp_path / "i.db") as (index, file):

        def look(ids: Any) -> Any:
            looked.extend(ids)
            return looking_here(index, store)(ids)

        assert bring_current(index, store, look) == 2
        assert not is_behind(index, store)
        store.append(record_id(2), [lay("p3")], at=NOW + 1)
        assert is_behind(index, store)
        assert bring_current(index, store, look) == 1
        store.create({**HEADER, "id": record_id(3)}, record_id=record_id(3), at=NOW)
        assert bring_current(index, store, look) == 1, "a record without any event is new too"
        assert bring_current(index, store, look) == 0
        assert looked == [record_id(1), record_id(2), record_id(2), record_id(3)]
        later = Index(file, "another program")
        assert bring_current(later, store) == 3, "what another program judged is judged again"
        assert not faults(later, file, store)


def test_a_store_in_the_place_of_another_is_noticed(tmp_path: Path) -> None:
    with index_at(tmp_path / "i.db") as (index, file):
        for name, events in (("one", 3), ("two", 2)):
            with open_store(tmp_path / f"{name}.db") as store:
                store.create({**HEADER, "title": name}, record_id=HEADER["id"], at=NOW)
                store.append(HEADER["id"], PLAY[:events], at=NOW)
                bring_current(index, store)
                assert not faults(index, file, store)
        with open_store(tmp_path / "none.db") as store:
            bring_current(index, store)
        assert not any(every_row(index).values())


class Stirred:
    """A store with a few records, changed at random: appends, corrections, disputes, rulings, imports, new records."""

    def __init__(self, store: Store, seed: int) -> None:
        self.store = store
        self.random = Random(seed)
        self.ids: list[str] = []

    def step(self) -> None:
        kinds = [self._new, self._imported, self._other_game] + (
            [self._play, self._correct, self._contest, self._close] if self.ids else []
        )
        self.random.choice(kinds)()

    def _new(self) -> None:
        new = record_id(self.random.randrange(10**6))
        if new not in self.ids:
            self.store.create({**HEADER, "id": new, "event": "Open", "round": 1}, record_id=new, at=NOW)
            self.store.append(new, PLAY, at=NOW)
            self.ids.append(new)

    def _imported(self) -> None:
        whole = [*PLAY, lay("p3"), dispute(2), RULED]
        size = self.random.randrange(1, len(whole))
        header = {**HEADER, "id": record_id(0)}
        self.store.import_record(of_bodies(header, whole[:size]), record_id=record_id(0), at=NOW)

    def _other_game(self) -> None:
        """A tournament, one of its tables, or a story of another game, as far as it had come: longer each time."""
        record = from_bytes(self.random.choice(OTHERS).read_bytes(), "a story")
        known = str(record.header.id or record_id(10**6))
        size = self.random.randrange(1, record.size)
        self.store.import_record(cut_after(record, size), record_id=known, at=NOW)

    def _append(self, *bodies: dict[str, Any]) -> None:
        self.store.append(self.random.choice(self.ids), list(bodies), at=NOW + self.random.randrange(100))

    def _play(self) -> None:
        self._append(*(lay(self.random.choice(("p1", "p2", "p3")), self.random.randrange(1, 9)) for _ in range(2)))

    def _correct(self) -> None:
        fix = self.random.choice(
            (
                {"do": "amend", "target": 3, "action": lay("p2", 5)},
                {"do": "rewind", "to": 2},
                {"do": "amend", "target": 2},
            )
        )
        self._append({**fix, "by": "Kim"})

    def _contest(self) -> None:
        penalty = {"person": "p1", "level": "warning", "infraction": "slow play"}
        self._append(self.random.choice((dispute(2), {**RULED, "penalties": [penalty]})))

    def _close(self) -> None:
        self._append({"do": "close", "result": {"winners": ["p1"]}})


def followed(store: Path, index: Path) -> None:
    """In a process of its own: bring an index up to date."""
    with open_store(store) as found, index_at(index) as (one, _):
        bring_current(one, found)


@pytest.fixture(scope="module")
def another_process() -> Iterator[ProcessPoolExecutor]:
    """One process for all examples, since it takes seconds to start."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        yield pool


@settings(
    max_examples=many(5, 200),
    deadline=None,
    derandomize=True,
)
@given(seed=st.integers(0, 2**32), rounds=st.lists(st.integers(0, 3), min_size=2, max_size=5))
def test_the_index_is_what_a_rebuild_gives_after_anything(
    tmp_path_factory: pytest.TempPathFactory, another_process: ProcessPoolExecutor, seed: int, rounds: list[int]
) -> None:
    """Two of them take turns on one file, and another process comes in between while the store is written."""
    folder = tmp_path_factory.mktemp("index")
    with (
        open_store(folder / "records.db") as store,
        index_at(folder / "i.db") as (one, file),
        index_at(folder / "i.db") as (two, _),
        index_at(folder / "new.db") as (rebuilt, _),
    ):
        stirred = Stirred(store, seed)
        for number, steps in enumerate(rounds):
            meanwhile = another_process.submit(followed, folder / "records.db", folder / "i.db")
            for _ in range(steps + 1):
                stirred.step()
            bring_current((one, two)[number % 2], store)
            meanwhile.result(120)
        bring_current(rebuilt, store)
        assert every_row(one) == every_row(rebuilt)
        assert not faults(one, file, store)


def test_a_shorter_answer_that_comes_late_does_not_replace_a_longer_one(tmp_path: Path) -> None:
    with open_store(tmp_path / "records.db") as store, index_at(tmp_path / "i.db") as (index, file):
        store.create(HEADER, record_id=HEADER["id"], at=NOW)
        slow = list(looking_here(index, store)([HEADER["id"]]))
        store.append(HEADER["id"], PLAY, at=NOW)
        bring_current(index, store)
        index.write(slow)
        assert not faults(index, file, store)


def import_story(qm: Shell) -> Path:
    assert qm("import", STORY).code == 0
    return Path(f"{qm.db}.index.db")


def test_a_wrong_row_is_named_and_a_rebuild_mends_it(qm: Shell) -> None:
    path = import_story(qm)
    qm("index", "update")
    with sqlite3.connect(path) as raw:
        raw.execute("UPDATE penalties SET level = 'none'")
        raw.execute("INSERT INTO people SELECT record, 'scribe', '', 'Eve', size, root, rules, 'eve' FROM records")
    told = qm("index", "check", "--json")
    assert told.code == 3
    assert [(one["table"], one["missing"], one["wrong"]) for one in told.json_lines] == [
        ("penalties", 1, 1),
        ("people", 0, 1),
    ]
    assert qm("index", "rebuild").code == 0
    assert qm("index", "check").code == 0


def test_a_record_that_cannot_be_read_is_named_beside_the_answer(qm: Shell) -> None:
    import_story(qm)
    qm("import", FIXTURES / "sea-or-shore" / "hurried-table.jsonl")
    with sqlite3.connect(qm.db) as raw:
        raw.execute("DROP TRIGGER events_update")
        raw.execute("UPDATE events SET payload = x'c1' WHERE seq = 3 AND record = 2")
    told = qm("penalties", "--json")
    assert told.code == 3
    assert len(told.json_lines) == 1
    assert "1 cannot be judged" in told.err


def test_a_person_a_rule_and_a_card_are_found_over_all_records(qm: Shell) -> None:
    import_story(qm)
    qm("import", FIXTURES / "sea-or-shore" / "hurried-table.jsonl")
    people = qm("find", "ANN", "--person", "--json").json_lines
    assert {one["game"] for one in people} == {"loot-island", "sea-or-shore"}
    assert any("place" in one["words"] for one in people)
    rules = qm("find", "ss-pass-2", "--json").json_lines
    assert {one["what"] for one in rules} == {"SS-PASS-2"}
    record = from_bytes(STORY.read_bytes(), "story")
    card = next(event for event in record.events if event.do == "play").fields["cards"][0]
    hits = qm("find", card, "--card", "--game", "loot-island", "--json").json_lines
    named = [event.seq for event in record.events if card in json.dumps(event.fields)]
    assert [one["seq"] for one in hits] == named
    assert len(qm("find", "ann", "--last", 1, "--plain").out.splitlines()) == 1
    assert qm("find", "zebedee").code == 4
    assert qm("find", "ann", "--game", "lost-island").code == 4


def test_what_is_found_too_often_is_counted_and_the_newest_are_shown(qm: Shell) -> None:
    seats = ("p1=Ann", "p2=Anna", "p3=Cleo")
    ids = [qm("new", "sea-or-shore", *seats, "--kit", "demo", "--json").json["id"] for _ in range(3)]
    told = qm("find", "ann", "--last", 3, "--json")
    assert [(one["record"], one["what"]) for one in told.json_lines] == [
        (ids[2], "Ann"),
        (ids[2], "Anna"),
        (ids[1], "Ann"),
    ]
    assert "only the last 3 of 6 are shown" in told.err
    assert "are shown" not in qm("find", "ann", "--last", 6, "--json").err, "these are all"
    assert qm("log", ids[0], stdin=LAID).code == 0
    cards = qm("find", "red-4", "--json")
    assert [(one["kind"], one["seq"]) for one in cards.json_lines] == [("card", 1)]
    assert "are shown" not in cards.err
    assert qm("log", ids[1], stdin=LAID).code == 0
    cards = qm("find", "red-4", "--last", 1, "--json")
    assert [one["record"] for one in cards.json_lines] == [ids[1]]
    assert "only the last 1 are shown" in cards.err, "events that name a card are not counted"


def test_the_list_shows_the_last_records_and_how_far_they_have_come(qm: Shell) -> None:
    made = [qm("new", "sea-or-shore", "p1=Ann", "p2=Bob", "p3=Cleo", "--kit", "demo", "--json") for _ in range(3)]
    ids = [answer.json["id"] for answer in made]
    assert qm("log", ids[2], stdin=LAID).code == 0
    assert [line["id"] for line in qm("list", "--last", 2, "--json").json_lines] == ids[1:]
    shown = qm("list", "--last", 2, "--json").json_lines[1]["status"]
    assert (shown["last"]["do"], shown["over"], shown["turn"]) == ("lay", False, "Bob")
    assert "turn: Bob" in qm("list").out
    assert [line["id"] for line in qm("list", "--last", 1, "--closed", "--json").json_lines] == []


def test_the_index_of_a_server_is_a_file_here(qm: Shell, pg_url: str) -> None:
    qm("import", STORY, "--db", pg_url)
    answer = qm("penalties", "--db", pg_url, "--json")
    (path,) = (qm.folder / "data" / "quartermaster").glob("postgres-*.index.db")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert len(answer.json_lines) == 1
    qm("import", STORY)
    assert qm("penalties", "--json") == answer
    assert qm("index", "check", "--db", pg_url).code == 0


def test_an_index_of_another_version_is_made_anew(tmp_path: Path) -> None:
    DerivedFile(str(tmp_path / "i.db"), index_sql.TABLES, 99).close()
    with open_store(tmp_path / "records.db") as store, index_at(tmp_path / "i.db") as (index, _):
        assert index.program == PROGRAM
        assert bring_current(index, store) == 0


FOLLOWS = """
import sys
from cli.terminal.indexed import indexed
with indexed(sys.argv[1]) as found:
    for _ in range(int(sys.argv[2])):
        found.bring_current()
"""


@pytest.mark.slow
def test_two_processes_keep_one_index_while_a_third_writes(tmp_path: Path) -> None:
    path = tmp_path / "records.db"
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with open_store(path) as store:
        stirred = Stirred(store, 5)
        stirred.step()
        words = [sys.executable, "-c", FOLLOWS, str(path), "25"]
        following = [subprocess.Popen(words, env=environment) for _ in range(2)]
        for _ in range(150):
            stirred.step()
        assert [one.wait(120) for one in following] == [0, 0]
        with index_at(Path(f"{path}.index.db")) as (index, file), index_at(tmp_path / "new.db") as (rebuilt, _):
            for one in (index, rebuilt):
                one.program = __version__
                bring_current(one, store)
            assert every_row(index) == every_row(rebuilt)
            assert not faults(index, file, store)


def test_the_desk_takes_closed_tables_from_the_index(qm: Shell) -> None:
    record = qm("import", FIXTURES / "gold-island" / "second-four.jsonl", "--plain").out.split("\t")[1]
    with open_store(qm.db) as store:
        index = RoomIndex(str(qm.db), store)
        assert index.facts([store.info(record)]) == {}, "an open table is watched"
        assert qm("close", record, "--by", "scribe").code == 0
        found = index.facts([store.info(record)])
        index.close()
    audited = qm("audit", record, "--json", "--fail-on", "never").json["answers"]
    assert list(found) == [record]
    facts = found[record]
    assert (facts.broken, facts.open, facts.settled) == (audited["broken"], audited["open"], audited["settled"])
    assert facts.broken + facts.open > 0
    assert facts.closed
