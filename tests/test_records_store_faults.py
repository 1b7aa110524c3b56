"""Disk full, failed writes and syncs, a read-only place, a lock: a clear refusal, reading goes on, then it recovers."""

import errno
import hashlib
import multiprocessing
import os
import pwd
import resource
import shutil
import sqlite3
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest

from records.errors import NotFound, Refused, Unavailable
from records.store import Store, open_store
from tests.helpers import syscall_filter
from tests.helpers.disks import mounted
from tests.helpers.pg import server_or_skip
from tests.helpers.store_samples import ID, NOW, assert_whole, create, numbers, play

pytestmark = pytest.mark.slow

BIG = "".join(hashlib.sha256(bytes([number])).hexdigest() for number in range(47))
"""Three thousand letters that no database can compress."""


def in_a_process(job: Callable[..., None], *args: object) -> None:
    """Run a job in a separate process, which it may cripple."""
    process = multiprocessing.get_context("spawn").Process(target=job, args=args)
    process.start()
    process.join()
    assert process.exitcode == 0


def fill_up(store: Store) -> list[int]:
    """Append until there is no room; return the numbers that were acknowledged."""
    acknowledged = numbers(store, ID)
    for number in range(len(acknowledged) + 1, 2000):
        try:
            store.append(ID, [play(number, said=BIG)], at=NOW, expect=number)
        except Unavailable as error:
            assert "nothing was written" in error.what
            assert error.mend
            return acknowledged
        acknowledged.append(number)
    raise AssertionError("there was room without end")


def assert_goes_on(store: Store, acknowledged: list[int]) -> None:
    """Reading works, and refused appends leave nothing behind, however often they are tried."""
    head = store.head(ID)
    for _ in range(3):
        with pytest.raises(Unavailable):
            store.append(ID, [play(0, said=BIG)] * 20, at=NOW)
        assert numbers(store, ID) == acknowledged
        assert store.head(ID) == head
        assert store.feed(after=len(acknowledged)) == []
        assert_whole(store)


def assert_recovers(store: Store, acknowledged: list[int]) -> None:
    """Once there is room the same store takes appends again, and misses nothing."""
    following = len(acknowledged) + 1
    store.append(ID, [play(following, said=BIG)], at=NOW, expect=following)
    store.append(ID, [play(following + 1 + index, said=BIG) for index in range(50)], at=NOW)
    assert numbers(store, ID) == list(range(1, following + 51))
    assert [entry.position for entry in store.feed(limit=9999)] == list(range(1, following + 51))
    assert_whole(store)


def limited(path: str) -> None:
    """A process whose files may not grow beyond a limit, until the limit is lifted."""
    store = open_store(path)
    create(store, events=3)
    _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, hard))
    acknowledged = fill_up(store)
    assert_goes_on(store, acknowledged)
    other = open_store(path, create=False)  # somebody who opens it now can read as well
    assert numbers(other, ID) == acknowledged
    other.close()
    resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
    assert_recovers(store, acknowledged)
    store.close()


def test_a_file_that_may_not_grow_is_refused_until_it_may(tmp_path: Path) -> None:
    in_a_process(limited, str(tmp_path / "store.db"))
    store = open_store(str(tmp_path / "store.db"))
    assert_whole(store)
    store.close()


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 400 KiB."""
    with mounted(tmp_path / "disk", "400k") as folder:
        yield folder


def test_a_full_disk_is_refused_until_there_is_room(small_disk: Path) -> None:
    ballast = small_disk / "ballast"
    ballast.write_bytes(bytes(150_000))
    store = open_store(str(small_disk / "store.db"))
    create(store, events=3)
    acknowledged = fill_up(store)
    assert_goes_on(store, acknowledged)
    with pytest.raises(Unavailable):
        store.backup(str(small_disk / "copy.db"))
    assert sorted(path.name for path in small_disk.iterdir() if "copy" in path.name) == []
    ballast.unlink()
    following = len(acknowledged) + 1
    store.append(ID, [play(following)], at=NOW, expect=following)
    assert numbers(store, ID) == [*acknowledged, following]
    assert_whole(store)
    store.close()


def crippled(path: str, what: str, number: int) -> None:
    """A process whose disk fails from some moment on."""
    store = open_store(path)
    create(store, events=5)
    before = store.load(ID)
    syscall_filter.fail(what, number)
    for _ in range(3):
        try:
            store.append(ID, [play(6)], at=NOW, expect=6, keys=["k6"])
        except Unavailable:
            pass
        else:
            os._exit(1)  # it acknowledged what never reached the disk
        if store.load(ID) != before:
            os._exit(2)
    os._exit(0)


@pytest.mark.skipif(not syscall_filter.SUPPORTED, reason="system calls can be made to fail on Linux only")
@pytest.mark.parametrize(("what", "number"), [("sync", errno.EIO), ("write", errno.ENOSPC), ("write", errno.EIO)])
def test_a_failed_write_or_sync_is_never_acknowledged(tmp_path: Path, what: str, number: int) -> None:
    path = str(tmp_path / "store.db")
    in_a_process(crippled, path, what, number)
    store = open_store(path)
    assert_whole(store)
    # A commit whose sync failed may turn up after all: then the retry finds it under its key.
    assert numbers(store, ID) in ([1, 2, 3, 4, 5], [1, 2, 3, 4, 5, 6]) if what == "sync" else [1, 2, 3, 4, 5]
    assert store.append(ID, [play(6)], at=NOW, expect=6, keys=["k6"]).last == 6
    assert numbers(store, ID) == [1, 2, 3, 4, 5, 6]
    assert_whole(store)
    store.close()


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that another account can access (pytest's own are private)."""
    folder = Path(tempfile.mkdtemp(prefix="qmtest"))
    folder.chmod(0o755)
    yield folder
    folder.chmod(0o755)
    shutil.rmtree(folder)


def only_read(path: str) -> None:
    """A process that may not write to the file nor to its folder."""
    if os.geteuid() == 0:
        nobody = pwd.getpwnam("nobody")
        os.setgroups([])
        os.setgid(nobody.pw_gid)
        os.setuid(nobody.pw_uid)
    store = open_store(path, create=False)
    assert numbers(store, ID) == [1, 2, 3]
    assert len(list(store.records())) == 1
    for write in (
        lambda: store.append(ID, [play(4)], at=NOW),
        lambda: create(store, 2),
        lambda: store.put_note(ID, "state", 1, b""),
    ):
        try:
            write()
        except Unavailable:
            pass
        else:
            raise AssertionError("it could write")
    assert_whole(store)
    store.close()


@pytest.mark.parametrize("live", [False, True])
def test_a_store_that_may_only_be_read_is_read(open_folder: Path, live: bool) -> None:
    path = open_folder / "store.db"
    store = open_store(str(path))
    create(store, events=3)
    if not live:
        store.close()
    for file in open_folder.iterdir():
        file.chmod(0o444)
    open_folder.chmod(0o555)
    in_a_process(only_read, str(path))
    store.close()


def test_who_read_while_nothing_could_be_written_sees_what_is_written_later(tmp_path: Path) -> None:
    with mounted(tmp_path / "disk", "4m") as disk:
        store = open_store(str(disk / "store.db"))
        create(store, events=3)
        store.close()
        subprocess.run(["mount", "-o", "remount,ro", disk], check=True)
        reading = open_store(str(disk / "store.db"))
        assert numbers(reading, ID) == [1, 2, 3]
        subprocess.run(["mount", "-o", "remount,rw", disk], check=True)
        store.append(ID, [play(4)], at=NOW)
        assert numbers(reading, ID) == [1, 2, 3, 4]
        assert len(reading.feed()) == 4
        reading.close()
        store.close()


def test_a_lock_held_by_another_program_is_reported_and_does_not_stop_reading(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("records.store.sqlite.connection.BUSY_SECONDS", 0)
    store = open_store(str(tmp_path / "store.db"))
    create(store, events=1)
    other = sqlite3.connect(tmp_path / "store.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(Unavailable, match="another program"):
        store.append(ID, [play(2)], at=NOW)
    assert numbers(store, ID) == [1]
    other.execute("ROLLBACK")
    other.close()
    assert store.append(ID, [play(2)], at=NOW).last == 2
    store.close()


def test_a_place_that_cannot_hold_a_store_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no database")
    with pytest.raises(Refused, match="folder"):
        open_store(str(tmp_path))
    with pytest.raises(Refused):
        open_store(str(tmp_path / "file" / "store.db"))
    for url in ("", ":memory:", "mysql://host/db", "sqlite:///x.db"):
        with pytest.raises(Refused):
            open_store(url)
    with pytest.raises(NotFound):
        open_store(str(tmp_path / "none.db"), create=False)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file"]


def test_a_database_that_may_only_be_read_is_read(pg_url: str) -> None:
    owner = open_store(pg_url)
    create(owner, events=2)
    store = open_store(pg_url + "%20-cdefault_transaction_read_only%3Don")
    for write in (lambda: store.append(ID, [play(3)], at=NOW), lambda: create(store, 2)):
        with pytest.raises(Unavailable):
            write()
    assert numbers(store, ID) == [1, 2]
    assert_whole(owner)
    store.close()
    owner.close()


@pytest.mark.slow
def test_a_database_whose_disk_is_full_refuses_until_there_is_room() -> None:
    """The tables are on a small disk; the server's own log is not, so the server itself goes on."""
    with server_or_skip(own=True) as server:
        assert server.folder is not None
        with mounted(server.folder / "disk", "3m") as disk:
            ballast = disk / "ballast"
            ballast.write_bytes(bytes(1_000_000))
            space = disk / "tables"
            space.mkdir()
            owner = server.folder.stat()
            os.chown(space, owner.st_uid, owner.st_gid)
            with psycopg.connect(server.url, autocommit=True) as connection:
                connection.execute(f"CREATE TABLESPACE small LOCATION '{space}'")
                connection.execute("ALTER DATABASE postgres SET default_tablespace = 'small'")
            store = open_store(server.url)
            create(store, events=3)
            acknowledged = fill_up(store)
            assert_goes_on(store, acknowledged)
            ballast.unlink()
            assert_recovers(store, acknowledged)
            store.close()


@pytest.mark.slow
def test_a_server_that_went_away_is_reported_and_found_again() -> None:
    with server_or_skip(own=True) as server:
        store = open_store(server.url)
        create(store, events=2)
        numbers(store, ID)
        server.stop()
        with pytest.raises(Unavailable) as raised:
            store.append(ID, [play(3)], at=NOW)
        assert "same key" in raised.value.mend
        with pytest.raises(Unavailable):
            store.load(ID)
        with pytest.raises(Unavailable):
            open_store(server.url)
        server.start()
        assert numbers(store, ID) == [1, 2]
        assert store.append(ID, [play(3)], at=NOW).last == 3
        server.stop()
        server.start()  # a restart that nobody noticed does not trouble a reader
        assert numbers(store, ID) == [1, 2, 3]
        store.close()
