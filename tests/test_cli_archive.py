"""Archives of closed records: read as before, checked on every read, and nothing lost whenever a writer dies."""

import os
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from records.errors import Conflict, Damaged, NotFound, Refused
from records.store import Store, open_store
from records.store.archive import archive_file
from records.store.check import check_store
from tests.helpers.shell import ROOT, Shell
from tests.helpers.slow import many
from tests.helpers.store_samples import NOW, create, play
from tests.helpers.tools import FIXTURES

CLOSE = {"do": "close", "result": {"winners": ["blue"]}}
STORY = FIXTURES / "loot-island" / "clean-four.jsonl"


def closed(store: Store, number: int = 1, events: int = 30) -> str:
    """A closed record whose events came in at different times, beside another that was logged meanwhile."""
    record = create(store, number, events=2)
    other = create(store, number + 1, events=1)
    for place in range(3, events):
        store.append(record, [play(place)], at=NOW + place * 1000)
        store.append(other, [play(place)], at=NOW + place * 1000)
    store.append(record, [CLOSE], at=NOW + 10**6)
    return record


def everything(store: Store, record: str) -> tuple[object, ...]:
    """All that a store answers about a record."""
    parts = [list(store.read(record, start, stop)) for start, stop in ((0, None), (3, 9), (0, 1), (28, 40))]
    times = [store.taken_in(record), store.taken_in(record, 20), store.taken_in(record, 29)]
    return store.load(record), list(store.leaves(record)), store.info(record), parts, times


def test_an_archived_record_is_read_and_grows_as_before(store: Store, tmp_path: Path) -> None:
    record = closed(store)
    before, feed = everything(store, record), store.feed()
    bytes_written = store.archive(record, str(tmp_path / "old"))
    assert archive_file(str(tmp_path / "old"), record).stat().st_size == bytes_written
    assert store.archived(record) == (str(tmp_path / "old"), 31)
    assert everything(store, record) == before
    assert check_store(store, record) is None
    assert store.feed_end() == feed[-1].position
    assert len(store.feed()) == len(feed) - 29, "only the last event is still in the database"

    store.append(record, [play(40), play(41)], at=NOW + 2 * 10**6, expect=31)
    grown = everything(store, record)
    assert store.load(record).size == 33
    assert check_store(store, record) is None
    store.archive(record, str(tmp_path / "new"))
    archive_file(str(tmp_path / "old"), record).unlink()
    assert everything(store, record) == grown
    assert store.unarchive(record)
    assert not store.unarchive(record)
    assert store.archived(record) is None
    assert everything(store, record) == grown
    assert [one for one in store.feed() if one.event.seq < 31] == [one for one in feed if one.event.seq < 31]


def test_the_guards_are_there_again(tmp_path: Path) -> None:
    with open_store(tmp_path / "records.db") as store:
        record = closed(store)
        guards = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' ORDER BY name"
        with closing(sqlite3.connect(tmp_path / "records.db", isolation_level=None)) as raw:
            before = raw.execute(guards).fetchall()
            store.archive(record, str(tmp_path / "a"))
            assert raw.execute(guards).fetchall() == before
            with pytest.raises(sqlite3.IntegrityError):
                raw.execute("DELETE FROM events")
            store.unarchive(record)
            assert raw.execute(guards).fetchall() == before


def test_only_closed_records_are_archived_and_none_that_grew_meanwhile(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(Refused, match="not closed"):
        store.archive(create(store, 5, events=3), str(tmp_path))
    record = closed(store)
    real = store.load

    def slow_load(record_id: str) -> object:
        found = real(record_id)
        store.append(record, [play(50)], at=NOW)
        return found

    monkeypatch.setattr(store, "load", slow_load)
    with pytest.raises(Conflict):
        store.archive(record, str(tmp_path))
    monkeypatch.undo()
    assert store.archived(record) is None
    assert check_store(store, record) is None


def test_a_file_of_another_record_or_none_is_noticed(store: Store, tmp_path: Path) -> None:
    one, two = closed(store, 1), closed(store, 5, events=20)
    for record in (one, two):
        store.archive(record, str(tmp_path))
    path = archive_file(str(tmp_path), one)
    whole = path.read_bytes()
    path.write_bytes(archive_file(str(tmp_path), two).read_bytes())
    with pytest.raises(Damaged, match="does not give the stored root"):
        store.load(one)
    path.unlink()
    with pytest.raises(NotFound, match="an archive that is not there"):
        list(store.read(one, 4, 5))
    path.write_bytes(whole)
    assert store.load(one).size == 31


def test_bits_that_flip_in_an_archive_are_found_by_every_read(qm: Shell) -> None:
    record = qm("import", STORY, "--plain").out.split("\t")[1]
    assert qm("close", record, "--by", "scribe").code == 0
    shown = [qm(command, record) for command in ("show", "steps", "audit", "score", "verify")]
    assert qm("archive", "kept").code == 0
    assert [qm(command, record) for command in ("show", "steps", "audit", "score", "verify")] == shown
    path = archive_file(str(qm.folder / "kept"), record)
    whole = path.read_bytes()
    random = Random(7)
    silent = 0
    for _ in range(many(8, 2000)):
        place = random.randrange(len(whole))
        flipped = bytearray(whole)
        flipped[place] ^= 1 << random.randrange(8)
        path.write_bytes(flipped)
        answer = qm("verify", record)
        if answer == shown[-1]:
            silent += 1  # a bit of gzip's own header that says nothing about the content
            assert place < 10
            continue
        assert answer.code == 3
        assert "Traceback" not in answer.err
        told = qm("audit", record)
        assert (told.code, "the archive" in told.err) == (3, True)
    assert silent <= many(8, 2000) // 2
    path.write_bytes(whole)
    assert qm("unarchive", record).out == "1 record is back in the store\n"
    path.unlink()
    assert [qm(command, record) for command in ("show", "steps", "audit", "score", "verify")] == shown


def test_the_command_archives_what_is_closed_and_says_how_small_it_is(qm: Shell) -> None:
    record = qm("import", STORY, "--plain").out.split("\t")[1]
    qm("import", FIXTURES / "sea-or-shore" / "hurried-table.jsonl")
    qm("close", record, "--by", "scribe")
    assert qm("archive", "kept", "--dry-run").out == "1 record would be archived: 125 events\n"
    told = qm("archive", "kept", "--shrink").out
    assert told.startswith(f"1 record archived in {qm.folder / 'kept'}: 125 events, ")
    assert float(told.split()[-4]) < 20
    assert qm("archive", "kept").out.startswith("0 records")
    assert qm("backup", "copy.db").code == 0
    assert qm("verify", record, "--db", "copy.db").code == 0
    assert qm("unarchive").code == 2
    assert qm("unarchive", "--all").out == "1 record is back in the store\n"


def test_an_archive_that_was_moved_by_hand_is_named_again(store: Store, tmp_path: Path) -> None:
    record, later = closed(store), closed(store, 3)
    for one in (record, later):
        store.archive(one, str(tmp_path / "old"))
    before = everything(store, record)
    store.append(later, [play(30)], at=NOW + 10**7)
    store.append(later, [CLOSE], at=NOW + 10**7)
    (tmp_path / "old").rename(tmp_path / "new")
    with pytest.raises(NotFound, match="archive that is not there"):
        store.load(record)
    with pytest.raises(NotFound):
        store.archive(record, str(tmp_path / "other"))
    for one in (record, later):
        store.archive(one, str(tmp_path / "new"))
    assert everything(store, record) == before
    assert store.archived(record) == (str(tmp_path / "new"), store.info(record).head.size)
    assert check_store(store, record) is None
    assert store.unarchive(record) and everything(store, record) == before
    path = archive_file(str(tmp_path / "new"), later)
    path.write_bytes(archive_file(str(tmp_path / "new"), record).read_bytes())
    (tmp_path / "new").rename(tmp_path / "newer")
    with pytest.raises(Damaged, match="stored root"):
        store.archive(later, str(tmp_path / "newer"))


def stored_and_closed(qm: Shell, *names: str) -> list[str]:
    """The ids of stories in the store, each with a close at its end."""
    qm("import", *(FIXTURES / "loot-island" / f"{name}.jsonl" for name in names)).ok()
    with open_store(qm.db) as store:
        records = store.ids()[::-1]
        for record in records:
            if not store.info(record).closed:
                store.append(record, [CLOSE], at=NOW)
    return records


def three_archived(qm: Shell) -> list[str]:
    """Three records in an archive; the file of the first is damaged, and that of the second is away."""
    records = stored_and_closed(qm, "clean-four", "left-to-stand", "level-scores")
    qm("archive", "kept").ok()
    damaged, away = (archive_file(str(qm.folder / "kept"), record) for record in records[:2])
    damaged.write_bytes(damaged.read_bytes()[:-20])
    away.rename(qm.folder / "away")
    return records


def test_one_damaged_archive_does_not_keep_the_others_from_coming_back(qm: Shell) -> None:
    records = three_archived(qm)
    told = qm("unarchive", "--all").failed(3)
    assert told.out == "1 record is back in the store\n"
    assert "2 records left in the archive" in told.err
    assert told.err.count("left where it is: ") == 2
    assert qm("unarchive", records[1]).failed(4).out == ""
    (qm.folder / "away").rename(archive_file(str(qm.folder / "kept"), records[1]))
    told = qm("unarchive", *records[:2], "--json").failed(3)
    assert [line["back"] for line in told.json_lines] == [True]
    assert qm("verify", records[1]).code == qm("verify", records[2]).code == 0


def test_one_damaged_archive_does_not_keep_the_others_from_moving(qm: Shell) -> None:
    three_archived(qm)
    told = qm("archive", "other").failed(3)
    assert told.out.startswith(f"1 record archived in {qm.folder / 'other'}: ")
    assert told.err.count("left where it is: ") == 2
    assert "2 records left where they are" in told.err


def test_a_damaged_record_does_not_keep_the_others_from_the_archive(qm: Shell) -> None:
    stored_and_closed(qm, "clean-four", "left-to-stand")
    with sqlite3.connect(qm.db) as raw:
        raw.execute("DROP TRIGGER records_update")
        raw.execute("UPDATE records SET header = x'c1' WHERE key = 1")
    told = qm("archive", "kept").failed(3)
    assert told.out.startswith("1 record archived in ")
    told = qm("unarchive", "--all").failed(3)
    assert told.out == "1 record is back in the store\n"


def test_a_store_without_its_guards_is_named(qm: Shell) -> None:
    stored_and_closed(qm, "clean-four")
    with sqlite3.connect(qm.db) as raw:
        raw.execute("DROP TRIGGER events_delete")
    assert "somebody took the guard events_delete out of the store" in qm("archive", "kept").failed(3).err


def test_a_backup_of_a_server_with_an_archive_is_whole(pg_url: str, tmp_path: Path) -> None:
    with open_store(pg_url) as store:
        record = closed(store)
        store.archive(record, str(tmp_path / "a"))
        store.backup(str(tmp_path / "copy.db"))
        with open_store(tmp_path / "copy.db") as copy:
            assert copy.load(record) == store.load(record)


KILLED = """
import os, signal, sys
from records.store import archive, open_store
from records.store.sqlite.write_connection import SqliteTransaction
place, path, record, folder = sys.argv[1:]
count = 0
def trace(frame, event, arg):
    global count
    if "records/store" in frame.f_code.co_filename:
        count += 1
        if count == int(place):
            os.kill(os.getpid(), signal.SIGKILL)
    return trace
with open_store(path) as store:
    sys.settrace(trace)
    store.archive(record, folder)
    sys.settrace(None)
print(count)
"""


@pytest.mark.slow
def test_nothing_is_lost_wherever_the_archiver_is_killed(tmp_path: Path) -> None:
    path = str(tmp_path / "records.db")
    with open_store(path) as store:
        record = closed(store)
        before = everything(store, record)

    def run(place: int, folder: str) -> subprocess.CompletedProcess[str]:
        words = [sys.executable, "-c", KILLED, str(place), path, record, str(tmp_path / folder)]
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        return subprocess.run(words, capture_output=True, text=True, env=environment)

    lines = int(run(0, "first").stdout)
    with open_store(path) as store:
        store.unarchive(record)
    moments = many(30, 400)
    random = Random(3)
    for number in range(moments):
        folder = "again" if number % 2 else f"new-{number}"
        assert run(random.randrange(1, lines), folder).returncode == -signal.SIGKILL
        with open_store(path) as store:
            assert everything(store, record) == before
            assert check_store(store, record) is None
            store.unarchive(record)
            assert everything(store, record) == before
