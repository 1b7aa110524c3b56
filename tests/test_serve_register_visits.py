"""The register of the service: who looked, the names at a table, and a copy of everything."""

import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from cli.serve.register.visits import cut
from records.errors import QuartermasterError, Refused
from tests.helpers.counted import ALL, calls_of
from tests.helpers.registers import RECORD, Bench, everything_on_disk

OTHER = "01JD0000000000000000000001"
HOUR = 3600


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    bench = Bench(tmp_path)
    yield bench
    bench.close()


# Visits and people


@pytest.mark.parametrize(
    ("address", "kept"),
    [
        ("192.168.7.34", "192.168.7.0/24"),
        ("::ffff:10.1.2.3", "10.1.2.0/24"),
        ("2001:db8:1:2:3::4", "2001:db8:1::/48"),
        ("fe80::1%eth0", "fe80::/48"),
        ("testclient", ""),
        ("", ""),
    ],
)
def test_of_an_address_only_the_network_is_kept(address: str, kept: str) -> None:
    assert cut(address) == kept


def test_visits_of_a_day_are_merged_and_survive_a_restart(bench: Bench) -> None:
    grant_id, token = bench.link("official")
    kim = bench.register.join(token, "Kim's phone").session
    bench.register.visit(kim, RECORD, 5, 9, "10.0.0.7")
    bench.register.flush()
    bench.pass_time(60)
    bench.register.visit(kim, RECORD, 1, 4, "10.0.0.8")
    bench.register.visit(kim, OTHER, 1, 1, "10.0.1.8")
    expected = [(RECORD, 1, 9, "10.0.0.0/24", bench.now), (OTHER, 1, 1, "10.0.1.0/24", bench.now)]
    for _ in range(2):
        found = bench.register.visits()
        assert [(v.record, v.from_size, v.to_size, v.address_cut, v.last_at) for v in found] == expected
        assert {(v.grant, v.device, v.eyes, v.day) for v in found} == {
            (grant_id, "Kim's phone", "official", "2025-11-17")
        }
        assert [v.record for v in bench.register.visits(OTHER)] == [OTHER]
        bench.reopen()
    bench.pass_time(24 * HOUR)
    bench.register.visit(kim, RECORD, 1, 4, "10.0.0.8")
    assert len(bench.register.visits(RECORD)) == 2
    assert b"10.0.0.7" not in everything_on_disk(bench)


def test_looks_that_two_services_noted_are_joined(bench: Bench) -> None:
    _, token = bench.link("official")
    joined = bench.register.join(token, "Kim's phone")
    with bench.another() as other:
        here, there = joined.session, other.session(joined.secret)
        assert there is not None
        bench.register.visit(here, RECORD, 5, 9, "10.0.0.7")
        bench.pass_time(5)
        other.visit(there, RECORD, 3, 7, "10.0.0.8")
        other.flush()
        bench.register.flush()
        (found,) = other.visits(RECORD)
        assert (found.from_size, found.to_size, found.last_at) == (3, 9, bench.now)


def test_what_two_hundred_people_saw_is_written_in_a_moment(bench: Bench) -> None:
    """While it is written nobody hears of a new line: sixty milliseconds, when each row was made by itself."""
    _, token = bench.link("spectator")
    guests = [bench.register.join(token, f"phone {number}").session for number in range(200)]
    bench.register.flush()
    bench.pass_time(600)
    for guest in guests:
        bench.register.visit(guest, RECORD, 1, 9, "10.0.0.7")
        assert bench.register.seen(guest.id) is not None
    with calls_of() as calls:
        bench.register.flush()
    assert calls[ALL] < 30 * len(guests)
    assert len(bench.register.visits(RECORD)) == len(guests)
    bench.reopen()
    assert {one.seen_at for one in bench.register.devices(guests[0].grant.id)} == {bench.now}


def test_after_thirty_days_visits_and_old_links_are_forgotten(bench: Bench) -> None:
    old, token = bench.link("official", name="Secretive")
    kim = bench.register.join(token, "Kim's phone").session
    bench.register.visit(kim, RECORD, 1, 9, "10.0.0.7")
    bench.register.revoke(old)
    bench.register.flush()
    new, _ = bench.link("scribe")
    bench.pass_time(29 * 24 * HOUR)
    bench.register.flush()
    assert len(bench.register.visits()) == 1
    bench.pass_time(2 * 24 * HOUR)
    assert bench.register.visits() == []
    bench.register.flush()
    assert [grant.id for grant in bench.register.grants()] == [new]
    left = everything_on_disk(bench)
    assert b"Kim's phone" not in left and b"Secretive" not in left and b"10.0.0.0" not in left


def test_names_can_be_given_changed_and_removed_from_the_disk(bench: Bench) -> None:
    bench.register.put_person(RECORD, "p1", " Anneliese ")
    bench.register.put_person(RECORD, "p2", "Bob")
    bench.reopen()
    assert bench.register.people(RECORD) == {"p1": "Anneliese", "p2": "Bob"}
    assert bench.register.people(OTHER) == {}
    bench.register.put_person(RECORD, "p2", "Robert")
    bench.register.forget_person(RECORD, "p1")
    bench.register.forget_person(RECORD, "p1")
    assert bench.register.people(RECORD) == {"p2": "Robert"}
    assert b"Anneliese" not in everything_on_disk(bench)
    bench.reopen()
    assert bench.register.people(RECORD) == {"p2": "Robert"}


@pytest.mark.parametrize(
    ("record", "seat", "name"), [(RECORD, "p1", " "), (RECORD, "p1", "x" * 65), ("t3", "p1", "Ann")]
)
def test_a_name_that_cannot_be_kept_is_refused(bench: Bench, record: str, seat: str, name: str) -> None:
    with pytest.raises(Refused):
        bench.register.put_person(record, seat, name)
    assert bench.register.people(record) == {}


def test_a_name_from_another_program_is_noticed(bench: Bench) -> None:
    with bench.another() as other:
        other.put_person(RECORD, "p1", "Ann")
    bench.register.refresh()
    assert bench.register.people(RECORD) == {"p1": "Ann"}


# A copy of everything


def test_a_backup_is_whole_and_private(bench: Bench, tmp_path: Path) -> None:
    _, token = bench.link("seat")
    kim = bench.register.join(token, "phone")
    bench.register.visit(kim.session, RECORD, 1, 2, "")
    copy = tmp_path / "copies.db"
    bench.register.backup(str(copy))
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    with pytest.raises(Refused, match="already"):
        bench.register.backup(str(copy))
    bench.close()
    bench.path = copy
    bench.register = bench.another()
    assert bench.register.session(kim.secret) == kim.session and len(bench.register.visits()) == 1


def test_an_error_says_what_to_do(bench: Bench) -> None:
    with pytest.raises(QuartermasterError) as caught:
        bench.register.join("never made", "phone")
    assert caught.value.mend


def test_what_ended_is_reported_once_even_if_it_was_forgotten_first(bench: Bench) -> None:
    _, token = bench.link("spectator")
    session = bench.register.join(token, "").session
    bench.pass_time(12 * HOUR)
    bench.register.join(token, "")
    bench.register.flush()
    assert bench.register.refresh() == [session.id] and bench.register.refresh() == []
