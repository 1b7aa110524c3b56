"""The file `service.db`: its making, its versions, what is refused, and that memory holds what the file holds."""

import sqlite3
import stat
from contextlib import closing, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    consumes,
    initialize,
    invariant,
    multiple,
    rule,
    run_state_machine_as_test,
)
from sqlmodel import SQLModel

from cli.serve.register import service_schema
from cli.serve.register.register import Register
from cli.serve.register.service_rows import TABLES, create_statements
from cli.serve.register.sessions import InUse, Joined, LinkUnknown
from records.errors import Damaged, NotFound, QuartermasterError, Refused, Unavailable
from tests.helpers.registers import RECORD, Bench
from tests.helpers.slow import many

pytestmark = pytest.mark.slow


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_the_file_and_its_folder_are_for_their_owner_only(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "deeper"
    bench = Bench(folder)
    bench.link("seat")
    names = ("service.db", "service.db-wal", "service.db-shm")
    assert {path.name: mode(path) for path in folder.iterdir()} == dict.fromkeys(names, 0o600)
    assert mode(folder) == mode(tmp_path / "new") == 0o700
    bench.path.chmod(0o644)
    bench.reopen()
    assert mode(bench.path) == 0o600
    bench.close()


def test_writes_are_durable_and_deleted_rows_leave_nothing_behind(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    expected = {"journal_mode": "wal", "synchronous": 2, "secure_delete": 1}
    with bench.register._file.writing() as db:
        found = {name: db.connection().exec_driver_sql(f"PRAGMA {name}").scalar() for name in expected}
    assert found == expected
    bench.close()


def _columns(*steps: str) -> dict[str, list[tuple[object, ...]]]:
    """What these steps make: the columns of each table, and what must be unique."""
    with closing(sqlite3.connect(":memory:")) as db:
        for step in steps:
            db.executescript(step)
        told = db.execute("SELECT name, strict FROM pragma_table_list WHERE schema = 'main' ORDER BY name").fetchall()
        return {
            name: [
                (strict,),
                *db.execute(f"PRAGMA table_info({name})"),
                *db.execute(f"PRAGMA index_list({name})"),
            ]
            for name, strict in told
        }


def test_the_tables_are_those_of_the_classes() -> None:
    assert _columns(*service_schema.STEPS) == _columns(create_statements())
    assert not {str(row.__tablename__) for row in TABLES} & set(SQLModel.metadata.tables), "apart from the store's"


def refused(path: Path, kind: type[QuartermasterError]) -> str:
    """How a file is refused, which it leaves as it was."""
    before = path.read_bytes()
    with pytest.raises(kind) as caught:
        Register(str(path), clock=lambda: 1, random=bytes)
    assert path.read_bytes() == before
    assert caught.value.mend and str(path) in str(caught.value)
    return caught.value.what


def test_a_newer_file_is_refused(tmp_path: Path) -> None:
    Bench(tmp_path).close()
    path = tmp_path / "service.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 99")
    assert "version 99" in refused(path, Refused)


def test_an_older_file_is_brought_up_to_date(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bench = Bench(tmp_path)
    _, token = bench.link("seat")
    secret = bench.register.join(token, "phone").secret
    bench.close()
    steps = (*service_schema.STEPS, "CREATE TABLE later (a INTEGER) STRICT;\n")
    monkeypatch.setattr(service_schema, "STEPS", steps)
    bench.register = bench.another()
    assert bench.register.session(secret) is not None
    bench.reopen()
    bench.close()
    with closing(sqlite3.connect(bench.path)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (len(steps),)
        assert connection.execute("SELECT * FROM later").fetchall() == []


def test_a_step_that_fails_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Bench(tmp_path).close()
    path = tmp_path / "service.db"
    broken = (
        *service_schema.STEPS,
        "CREATE TABLE later (a INTEGER) STRICT;\nCREATE TABLE grants (a INTEGER) STRICT;\n",
    )
    monkeypatch.setattr(service_schema, "STEPS", broken)
    with suppress(QuartermasterError):
        Register(str(path), clock=lambda: 1, random=bytes)
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (len(broken) - 1,)
        assert connection.execute("SELECT name FROM sqlite_master WHERE name = 'later'").fetchall() == []


def test_a_file_of_something_else_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "service.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE recipes (a)")
    assert "not a database of the service" in refused(path, Refused)
    path.write_text("Dear diary, today we played.\n" * 100)
    refused(path, Damaged)
    with pytest.raises(Refused):
        Register(str(tmp_path), clock=lambda: 1, random=bytes)


def test_a_damaged_file_is_refused(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    for _ in range(40):
        bench.link("seat")
    bench.close()
    whole = bench.path.read_bytes()
    for start in range(4096, len(whole), 4096):
        bench.path.write_bytes(whole[:start] + b"\xa5" * 2048 + whole[start + 2048 :])
        refused(bench.path, Damaged)
    bench.path.write_bytes(whole[: len(whole) // 2])
    refused(bench.path, Damaged)


def test_an_empty_file_is_made_into_one(tmp_path: Path) -> None:
    (tmp_path / "service.db").touch()
    bench = Bench(tmp_path)
    bench.link("seat")
    bench.reopen()
    assert len(bench.register.grants()) == 1
    bench.close()


def test_when_nothing_can_be_written_reading_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cli.serve.register.service_file.BUSY_SECONDS", 0)
    bench = Bench(tmp_path)
    grant_id, token = bench.link("seat")
    _, secret = bench.register.join(token, "phone")
    with closing(sqlite3.connect(bench.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(Unavailable):
            bench.register.revoke(grant_id)
        with pytest.raises(Unavailable):
            bench.register.put_person(RECORD, "p1", "Ann")
        bench.pass_time(120)
        assert bench.register.session(secret) is not None, "memory never runs ahead of the file"
        assert bench.register.people(RECORD) == {} and bench.register.refresh() == []
        other.execute("ROLLBACK")
    bench.register.revoke(grant_id)
    assert bench.register.session(secret) is None
    bench.close()


class Doors(RuleBasedStateMachine):
    """Links made, joined, asked for, allowed, freed, left, revoked and run out in any order, by two programs.

    A small model says who is in. After every deed memory holds what a register opened afresh reads from the file.
    """

    links = Bundle("links")
    joined = Bundle("joined")

    @initialize()
    def begin(self) -> None:
        self.folder = TemporaryDirectory()
        self.bench = Bench(Path(self.folder.name))
        self.inside: dict[str, tuple[str, str, bool]] = {}
        """By secret: grant, session, and whether it is in (or waits)."""
        self.ids: dict[str, str] = {}

    def teardown(self) -> None:
        self.bench.close()
        self.folder.cleanup()

    def gone(self, ended: list[str]) -> None:
        self.inside = {secret: known for secret, known in self.inside.items() if known[1] not in ended}

    def of(self, grant_id: str, allowed: bool) -> list[str]:
        return [known[1] for known in self.inside.values() if known[0] == grant_id and known[2] == allowed]

    @rule(
        target=links, role=st.sampled_from(["seat", "scribe", "official", "spectator"]), hours=st.sampled_from([0, 20])
    )
    def make(self, role: str, hours: int) -> tuple[str, str, str]:
        grant_id, token = self.bench.link(role, until=self.bench.now + hours * 3_600_000_000 if hours else None)
        return role, grant_id, token

    @rule(target=joined, link=links, ask=st.booleans(), elsewhere=st.booleans())
    def join(self, link: tuple[str, str, str], ask: bool, elsewhere: bool) -> object:
        role, grant_id, token = link
        register = self.bench.another() if elsewhere else self.bench.register
        try:
            session, secret = register.join(token, "phone", ask=ask)
        except (LinkUnknown, InUse):
            return multiple()
        finally:
            if elsewhere:
                register.close()
        if role != "spectator" and session.allowed:
            assert not self.of(grant_id, True), "a link for one device let a second one in unasked"
        self.inside[secret] = (grant_id, session.id, session.allowed)
        return Joined(session, secret)

    @rule(one=joined, allow=st.booleans())
    def answer(self, one: Joined, allow: bool) -> None:
        known = self.inside.get(one.secret)
        self.bench.register.refresh()
        try:
            ended = self.bench.register.answer_asking(one.session.id, allow)
        except NotFound:
            assert known is None or known[2]
            return
        assert known is not None and not known[2]
        former = [] if one.session.grant.role == "scribe" else self.of(known[0], True)
        assert sorted(ended) == sorted(former if allow else [one.session.id])
        self.gone(ended)
        if allow:
            self.inside[one.secret] = (known[0], known[1], True)

    @rule(link=consumes(links), elsewhere=st.booleans())
    def revoke(self, link: tuple[str, str, str], elsewhere: bool) -> None:
        expected = sorted([*self.of(link[1], True), *self.of(link[1], False)])
        self.bench.register.refresh()
        if elsewhere:
            with self.bench.another() as other:
                other.revoke(link[1])
            assert sorted(self.bench.register.refresh()) == expected
        else:
            assert sorted(self.bench.register.revoke(link[1])) == expected
        self.gone(expected)

    @rule(link=links)
    def free(self, link: tuple[str, str, str]) -> None:
        self.bench.register.refresh()
        ended = self.bench.register.free_device(link[1])
        assert sorted(ended) == sorted([] if link[0] == "spectator" else self.of(link[1], True))
        self.gone(ended)

    @rule(one=joined)
    def leave(self, one: Joined) -> None:
        self.bench.register.leave(one.session.id)
        self.gone([one.session.id])

    @rule(seconds=st.sampled_from([1, 60, 14 * 60, 7 * 3600, 13 * 3600]))
    def wait(self, seconds: int) -> None:
        self.bench.pass_time(seconds)
        self.gone(self.bench.register.refresh())

    @rule()
    def reopen(self) -> None:
        self.bench.reopen()

    @rule()
    def flush(self) -> None:
        self.bench.register.flush()

    @invariant()
    def memory_holds_what_the_file_holds(self) -> None:
        self.gone(self.bench.register.refresh())
        self.bench.register.flush()
        with self.bench.another() as fresh:
            assert self.bench.register.grants() == fresh.grants()
            for grant in fresh.grants():
                assert self.bench.register.devices(grant.id) == fresh.devices(grant.id)
                assert self.bench.register.asking(grant.id) == fresh.asking(grant.id)
                if grant.uses_left is None or grant.uses_left > 0:
                    assert grant.uses_left is None or not fresh.devices(grant.id)
            for secret, (_, session_id, allowed) in self.inside.items():
                session = self.bench.register.session(secret)
                assert session is not None and (session.id, session.allowed) == (session_id, allowed)
                assert session == fresh.session(secret)
            assert sum(len(fresh.devices(grant.id)) + len(fresh.asking(grant.id)) for grant in fresh.grants()) == len(
                self.inside
            )


QUICK = settings(max_examples=4, stateful_step_count=10, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def test_memory_and_file_agree_whatever_happens() -> None:
    run_state_machine_as_test(Doors, settings=QUICK)


@pytest.mark.slow
def test_memory_and_file_agree_whatever_happens_at_length() -> None:
    run_state_machine_as_test(Doors, settings=settings(QUICK, max_examples=many(2, 500), stateful_step_count=30))
