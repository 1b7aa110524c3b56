"""One way to log: read once, judged at the size it is written for, the state kept with it, whoever else is writing."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from cli.desk.entries import Entry
from cli.desk.kept_states import SNAPSHOT_EVERY
from cli.desk.logbook import Logbook
from cli.desk.terms import Terms
from cli.machine.folders_and_clock import random_bytes
from records.errors import Conflict, Refused
from records.event import event_of
from records.store import Store
from replay.deal import deal, header_for
from replay.library import game_of, table_of
from replay.notation.reading import Line, read_line
from replay.notation.writing import write_line
from replay.read import read_event
from replay.session import Session
from tests.helpers.shell import ROOT
from tests.helpers.slow import first_ones, many
from tests.helpers.store_samples import ID
from tests.walk import walk

NOW = 1_700_000_000_000_000
STAMP = "2023-11-14T22:13:20Z"
TERMS = Terms(NOW, STAMP)


def words(*lines: str) -> list[Entry]:
    return [Entry({}, f"line {number}", typed=line) for number, line in enumerate(lines, 1)]


def begun(store: Store, *lines: str) -> Logbook:
    """A record of Sea or Shore with three players: the setup, then what was typed."""
    header = header_for(game_of("sea-or-shore"), 3)
    store.create(header, record_id=ID, at=NOW)
    logbook = Logbook(store, ID, random_bytes)
    logbook.log(words("setup p1 r4", "* * *", *lines), TERMS)
    return logbook


@pytest.mark.slow
@pytest.mark.parametrize("races", first_ones([4, many(15, 100)]))
def test_two_writers_never_leave_a_state_that_is_not_the_record_s(store_url: str, races: int) -> None:
    """On each database: what is kept beside the record equals a fresh fold of it."""
    command = [sys.executable, "-m", "tests.drills.races", store_url, str(races), "1"]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    assert json.loads(ran.stdout) == {"rounds": races, "wrong": []}


def test_a_line_is_read_again_when_somebody_was_faster(store: Store) -> None:
    """Whose turn it is follows from the table that the other writer left, not from the one read at first."""
    slow = begun(store)
    Logbook(store, ID, random_bytes).log(words("7"), TERMS)
    written = slow.log(words("8"), TERMS)
    assert [one.event.by for one in written.events] == ["p2"], "p1 has laid meanwhile"
    assert written.events[0].findings == []
    assert slow.size == store.head(ID).size == 5


def test_whoever_saw_the_table_is_told_instead(store: Store) -> None:
    slow = begun(store)
    Logbook(store, ID, random_bytes).log(words("7"), TERMS)
    with pytest.raises(Conflict, match="4 lines, 3 were expected"):
        slow.log(words("8"), TERMS._replace(expect=3))
    assert slow.size == 4, "what the other wrote is read now"
    assert store.head(ID).size == 4


def test_a_refused_line_leaves_no_trace_in_the_table(store: Store) -> None:
    logbook = begun(store)
    before = logbook.session.state
    with pytest.raises(Refused, match="line 2"):
        logbook.log(words("7", "nonsense"), TERMS)
    with pytest.raises(Refused, match="SS-LAY-1"):
        logbook.log(words("7", "p1 8"), TERMS._replace(strict=True))
    assert logbook.session.state is before
    assert [event.seq for event in logbook.session.events()] == [1, 2]
    assert logbook.log(words("7"), TERMS).events[0].event.seq == 3


def test_a_dry_run_writes_nothing_and_can_be_followed_by_the_real_thing(store: Store) -> None:
    logbook = begun(store)
    tried = logbook.log(words("7", "8"), TERMS._replace(dry_run=True))
    real = logbook.log(words("7", "8"), TERMS)
    assert tried.answer is not None and real.answer is not None
    assert tried.answer.head == real.answer.head
    assert store.head(ID).size == 5


def test_a_retry_in_words_is_read_as_it_was_the_first_time(store: Store) -> None:
    first = begun(store).log(words("7"), TERMS._replace(key="k"))
    Logbook(store, ID, random_bytes).log(words("8"), TERMS)
    later = Terms(NOW + 60_000_000, "2023-11-14T22:14:20Z", key="k")
    again = Logbook(store, ID, random_bytes).log(words("7"), later)
    assert first.answer is not None and again.answer is not None
    assert again.answer.repeated
    assert (again.answer.first, again.answer.head) == (first.answer.first, first.answer.head)
    assert store.head(ID).size == 5, "the retry wrote nothing"
    with pytest.raises(Conflict, match="key"):
        Logbook(store, ID, random_bytes).log(words("9"), later)


def test_the_state_is_kept_for_the_size_that_was_written(store: Store) -> None:
    game, header = game_of("sea-or-shore"), header_for(game_of("sea-or-shore"), 3)
    play = deal(game, header, 3).scribe
    store.create(header, record_id=ID, at=NOW)
    logbook = Logbook(store, ID, random_bytes)
    for body in play[: SNAPSHOT_EVERY + 10]:
        logbook.log([Entry(body, "play")], TERMS)
    kept = [size for size, _ in store.notes(ID, "state")]
    assert kept == [SNAPSHOT_EVERY + 1]
    resumed = Logbook(store, ID, random_bytes)
    assert resumed.session.state == logbook.session.state
    fresh = Session.of(game, logbook.session.table, resumed.session.events())
    assert resumed.session.state == fresh.state


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("game_id", ["sea-or-shore", "loot-island", "lost-island", "gold-island"])
def test_the_action_that_travels_is_the_one_the_record_says(game_id: str, players: int) -> None:
    """The action read from the words equals the one read from the event written for them."""
    game = game_of(game_id)
    low, high = game.player_counts[0], game.player_counts[-1]
    header = header_for(game, min(max(players, low), high))
    from records.event import read_header

    table = table_of(game, read_header(header))
    session = Session.of(game, table, [])
    for seq, body in enumerate(deal(game, header, players).scribe, 1):
        text = write_line(game, table, session.state, body)
        line = read_line(game, table, session.state, text) if not text.startswith("{") else None
        written: dict[str, Any] = body
        if isinstance(line, Line):
            written = {**line.body, "said": text, "at": STAMP}
            travelled = msgspec.structs.replace(line.action, said=text, at=STAMP)
            assert travelled == read_event(game, table, event_of(written, seq))
        session.add(event_of(written, seq))


def test_a_typed_line_is_easy_to_follow() -> None:
    """The walk of one line: nothing is done twice, few files, few jumps between them (`python -m tests.walk`)."""
    found = walk()
    assert found.commits == 1
    assert found.times("records/event.py:event_of") == 1
    assert found.times("replay/read.py:read_body") == 1
    assert 1 <= found.times("replay/games/sea_or_shore/document.py:document") <= 2
    assert found.files <= 40
    assert found.changes_of_file <= 130


def test_a_store_of_an_older_program_with_a_wrong_state_heals(store: Store, tmp_path: Path) -> None:
    """A state kept by another version is not trusted: the record is folded afresh."""
    logbook = begun(store, "7")
    packed = msgspec.msgpack.encode(("0.1.0/sea-or-shore/1", b"not a state"))
    store.put_note(ID, "state", 4, packed)
    assert Logbook(store, ID, random_bytes).session.state == logbook.session.state
