"""The register of the service: links, devices, visits and names, in memory and in `service.db`."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from hashlib import sha256
from pathlib import Path

import pytest

from cli.serve.register.grants import WantedGrant
from cli.serve.register.roles import preset
from cli.serve.register.sessions import ASKING_MAX, InUse, LinkUnknown, may_answer
from records.errors import NotFound, Refused
from tests.helpers.registers import RECORD, START, Bench, everything_on_disk

OTHER = "01JD0000000000000000000001"
HOUR = 3600


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    bench = Bench(tmp_path)
    yield bench
    bench.close()


# Links and secrets


def test_a_link_lets_a_device_in_and_only_hashes_are_kept(bench: Bench) -> None:
    grant_id, token = bench.link("seat")
    session, secret = bench.register.join(token, "  Bob's   phone ")
    assert (len(token), len(secret), len(grant_id)) == (22, 32, 8)
    assert session.id == sha256(secret.encode()).hexdigest() and session.allowed
    assert session.device == "Bob's phone" and session.grant.device == "Bob's phone"
    assert (session.grant.uses_left, session.grant.bound_at, session.grant.eyes) == (0, START, "p1")
    assert bench.register.session(secret) == session
    kept = everything_on_disk(bench)
    assert token.encode() not in kept and secret.encode() not in kept
    assert sha256(token.encode()).hexdigest().encode() in kept


@pytest.mark.parametrize("secret", ["", "x" * 32, "é", "\ud800", "0" * 5000])
def test_a_wrong_secret_is_nobody_and_a_wrong_token_opens_nothing(bench: Bench, secret: str) -> None:
    bench.link("seat")
    assert bench.register.session(secret) is None
    with pytest.raises(LinkUnknown):
        bench.register.join(secret, "phone")


def test_all_links_that_open_nothing_are_told_alike(bench: Bench) -> None:
    soon = bench.now + 60_000_000
    _, over = bench.link("spectator", until=soon)
    revoked_id, revoked = bench.link("seat")
    used_id, used = bench.link("seat")
    bench.register.join(used, "phone")
    bench.register.revoke(revoked_id)
    bench.register.revoke(used_id)
    bench.pass_time(60)
    told = set()
    for token in ("never made", over, revoked, used):
        with pytest.raises(LinkUnknown) as caught:
            bench.register.join(token, "phone", ask=True)
        told.add((str(caught.value), caught.value.mend))
    assert len(told) == 1


def test_any_number_of_spectators_come_in_without_a_name(bench: Bench) -> None:
    grant_id, token = bench.link("spectator", delay="30")
    sessions = [bench.register.join(token, "").session for _ in range(5)]
    assert len({session.id for session in sessions}) == 5 == len(bench.register.devices(grant_id))
    _, seat = bench.link("seat")
    with pytest.raises(Refused, match="no name"):
        bench.register.join(seat, " ")


@pytest.mark.parametrize("device", ["x" * 41, "a\u202eb", "a\x00b", "\ud800"])
def test_a_device_has_a_name_that_can_be_shown(bench: Bench, device: str) -> None:
    _, token = bench.link("seat")
    with pytest.raises(Refused):
        bench.register.join(token, device)
    assert bench.register.join(token, "phone").session.allowed, "the link was not used up by it"


# The second device


def test_a_second_device_is_told_who_has_the_link(bench: Bench) -> None:
    _, token = bench.link("seat")
    bench.register.join(token, "Bob's phone")
    bench.pass_time(5)
    with pytest.raises(InUse) as caught:
        bench.register.join(token, "tablet")
    grant = caught.value.grant
    assert (grant.role, grant.acts_as, grant.device, grant.bound_at) == ("seat", "p1", "Bob's phone", START)


@pytest.mark.parametrize(("role", "first_stays"), [("seat", False), ("official", False), ("scribe", True)])
def test_a_second_device_comes_in_with_consent(bench: Bench, role: str, first_stays: bool) -> None:
    grant_id, token = bench.link(role)
    first, first_secret = bench.register.join(token, "first")
    bench.pass_time(5)
    second, secret = bench.register.join(token, "second", ask=True)
    assert not second.allowed and bench.register.asking(grant_id) == [second]
    assert bench.register.session(secret) == second
    assert may_answer(first, second) and not may_answer(second, second) and not may_answer(second, first)
    ended = bench.register.answer_asking(second.id, True)
    assert ended == ([] if first_stays else [first.id])
    assert (bench.register.session(first_secret) is not None) == first_stays
    now = bench.register.session(secret)
    assert now is not None and now.allowed and now.grant.device == "second"
    assert bench.register.asking(grant_id) == []


def test_a_second_device_is_sent_away(bench: Bench) -> None:
    grant_id, token = bench.link("seat")
    _, first = bench.register.join(token, "first")
    second, secret = bench.register.join(token, "second", ask=True)
    assert bench.register.answer_asking(second.id, False) == [second.id]
    assert bench.register.session(secret) is None and bench.register.session(first) is not None
    assert bench.register.grants()[0].device == "first" and bench.register.asking(grant_id) == []
    with pytest.raises(NotFound):
        bench.register.answer_asking(second.id, True)


def test_who_asks_does_not_wait_for_ever_and_only_a_few_wait(bench: Bench) -> None:
    grant_id, token = bench.link("seat")
    bench.register.join(token, "first")
    waiting = [bench.register.join(token, f"phone {number}", ask=True) for number in range(ASKING_MAX)]
    with pytest.raises(InUse):
        bench.register.join(token, "one more", ask=True)
    bench.pass_time(15 * 60)
    assert bench.register.asking(grant_id) == [] and bench.register.session(waiting[0].secret) is None
    with pytest.raises(NotFound):
        bench.register.answer_asking(waiting[0].session.id, True)
    assert sorted(bench.register.refresh()) == sorted(each.session.id for each in waiting)
    assert not bench.register.join(token, "one more", ask=True).session.allowed


def test_the_desk_answers_for_its_tables(bench: Bench) -> None:
    _, token = bench.link("seat")
    bench.register.join(token, "first")
    asking = bench.register.join(token, "second", ask=True).session
    desks = {event: bench.link("desk", record=None, event=event)[1] for event in (None, "Open", "Other")}
    answers = {event: bench.register.join(desk, "laptop").session for event, desk in desks.items()}
    assert [may_answer(answers[event], asking, "Open") for event in (None, "Open", "Other")] == [True, True, False]
    _, scribe = bench.link("scribe")
    assert not may_answer(bench.register.join(scribe, "phone").session, asking, "Open")


def test_a_device_that_opens_its_own_link_again_stays_in(bench: Bench) -> None:
    grant_id, token = bench.link("seat")
    first = bench.register.join(token, "first")
    assert bench.register.join(token, "whatever", secret=first.secret) == first
    waiting = bench.register.join(token, "second", ask=True)
    assert bench.register.join(token, "second", secret=waiting.secret) == waiting
    assert bench.register.asking(grant_id) == [waiting.session]
    _, another = bench.link("seat", seat="p2")
    assert bench.register.join(another, "first", secret=first.secret).session.grant.acts_as == "p2"
    with pytest.raises(InUse):
        bench.register.join(token, "thief", secret="guessed")


def test_a_device_that_was_let_go_makes_room_for_another(bench: Bench) -> None:
    grant_id, token = bench.link("seat")
    first = bench.register.join(token, "first")
    waiting = bench.register.join(token, "second", ask=True)
    assert bench.register.free_device(grant_id) == [first.session.id]
    assert bench.register.session(first.secret) is None
    assert bench.register.join(token, "second", secret=waiting.secret).session.allowed
    with pytest.raises(InUse):
        bench.register.join(token, "third")
    spectators, token = bench.link("spectator")
    bench.register.join(token, "")
    assert bench.register.free_device(spectators) == []


def test_who_leaves_lets_go_of_the_link_but_who_stays_away_does_not(bench: Bench) -> None:
    _, token = bench.link("seat")
    first = bench.register.join(token, "first")
    bench.register.leave(first.session.id)
    bench.register.leave(first.session.id)
    assert bench.register.session(first.secret) is None
    second = bench.register.join(token, "second")
    bench.pass_time(12 * HOUR)
    assert bench.register.session(second.secret) is None
    with pytest.raises(InUse):
        bench.register.join(token, "third")


def test_a_scribe_who_leaves_another_device_behind_keeps_the_link(bench: Bench) -> None:
    grant_id, token = bench.link("scribe")
    first = bench.register.join(token, "first").session
    second = bench.register.join(token, "second", ask=True).session
    bench.register.answer_asking(second.id, True)
    bench.register.leave(second.id)
    assert [session.id for session in bench.register.devices(grant_id)] == [first.id]
    with pytest.raises(InUse) as caught:
        bench.register.join(token, "third")
    assert caught.value.grant.device == "first"


# Endings


def test_revoking_ends_every_session_of_the_link_and_no_other(bench: Bench) -> None:
    grant_id, token = bench.link("scribe")
    first = bench.register.join(token, "first")
    second = bench.register.join(token, "second", ask=True)
    bench.pass_time(1)
    _, other = bench.link("seat")
    stays = bench.register.join(other, "phone")
    assert sorted(bench.register.revoke(grant_id)) == sorted([first.session.id, second.session.id])
    assert bench.register.revoke(grant_id) == []
    assert bench.register.session(first.secret) is None is bench.register.session(second.secret)
    assert bench.register.session(stays.secret) == stays.session
    assert [grant.revoked_at for grant in bench.register.grants()] == [bench.now, None]
    with pytest.raises(NotFound):
        bench.register.revoke("zzzzzzzz")


def test_a_session_ends_twelve_hours_after_it_was_last_seen(bench: Bench) -> None:
    _, token = bench.link("seat")
    _, secret = bench.register.join(token, "phone")
    for _ in range(3):
        bench.pass_time(11 * HOUR)
        assert bench.register.session(secret) is not None
    bench.reopen()
    bench.pass_time(11 * HOUR)
    seen = bench.register.session(secret)
    assert seen is not None and bench.register.refresh() == []
    bench.pass_time(12 * HOUR)
    assert bench.register.session(secret) is None
    assert bench.register.refresh() == [seen.id] and bench.register.refresh() == []
    bench.reopen()
    assert bench.register.session(secret) is None


def test_a_link_with_an_end_ends_its_sessions(bench: Bench) -> None:
    _, token = bench.link("official", until=bench.now + HOUR * 1_000_000)
    session, secret = bench.register.join(token, "Kim's phone")
    bench.pass_time(HOUR - 1)
    assert bench.register.session(secret) is not None
    bench.pass_time(1)
    assert bench.register.session(secret) is None and bench.register.look_up(session.id) is None
    assert bench.register.refresh() == [session.id]


def test_that_a_device_was_seen_is_written_once_a_minute_at_most(bench: Bench) -> None:
    _, token = bench.link("seat")
    _, secret = bench.register.join(token, "phone")
    bench.register.flush()
    before = _seen_at(bench)
    bench.pass_time(59)
    bench.register.session(secret)
    bench.register.flush()
    assert _seen_at(bench) == before
    bench.pass_time(1)
    bench.register.session(secret)
    assert _seen_at(bench) == before, "a request only reads"
    bench.register.flush()
    assert _seen_at(bench) == bench.now


def _seen_at(bench: Bench) -> int:
    with closing(sqlite3.connect(bench.path)) as connection:
        (seen,) = connection.execute("SELECT seen_at FROM sessions").fetchone()
    return int(seen)


def test_what_another_program_does_is_noticed(bench: Bench) -> None:
    grant_id, token = bench.link("seat")
    session, secret = bench.register.join(token, "phone")
    assert bench.register.refresh() == []
    with bench.another() as other:
        made, second = other.make_grant(preset("seat", seat="p2", record=RECORD))
        assert other.revoke(grant_id) == [session.id]
    assert bench.register.session(secret) is not None, "until it looks"
    assert bench.register.refresh() == [session.id]
    assert bench.register.session(secret) is None
    assert made in bench.register.grants() and bench.register.join(second, "phone").session.grant.id == made.id


def test_two_programs_bind_a_link_once(bench: Bench) -> None:
    _, token = bench.link("seat")
    with bench.another() as other:
        bench.register.join(token, "first")
        with pytest.raises(InUse):
            other.join(token, "second")


def test_links_are_listed_by_record_and_event(bench: Bench) -> None:
    first, _ = bench.link("seat")
    bench.pass_time(1)
    second, _ = bench.link("spectator", record=OTHER, event="Open")
    third, _ = bench.link("official", record=None, event="Open")
    assert bench.register.grants()[0].id == first
    assert [grant.id for grant in bench.register.grants(record=OTHER)] == [second]
    assert {grant.id for grant in bench.register.grants(event="Open")} == {second, third}
    by_id = {grant.id: grant for grant in bench.register.grants()}
    assert by_id[first].covers(RECORD, None) and not by_id[first].covers(OTHER, "Open")
    assert by_id[third].covers(OTHER, "Open") and not by_id[third].covers(OTHER, None)


@pytest.mark.parametrize(
    "wrong",
    [
        WantedGrant(role="king", may=frozenset({"look"}), eyes="table", record=RECORD),
        WantedGrant(role="scribe", may=frozenset({"fly"}), eyes="table", record=RECORD),
        WantedGrant(role="scribe", may=frozenset(), eyes="table", record=RECORD),
        WantedGrant(role="scribe", may=frozenset({"log"}), eyes="table", record="table 3"),
        preset("scribe"),
        preset("seat", seat="p1", event="Open"),
        preset("seat", seat="official", record=RECORD),
        preset("seat", seat="p1", record=RECORD, delay="30"),
        preset("spectator", record=RECORD, delay="soon"),
        preset("spectator", record=RECORD, delay="-1"),
        preset("scribe", record=RECORD, until=START),
        WantedGrant(role="spectator", may=frozenset({"look"}), eyes="official", record=RECORD, one_device=False),
        WantedGrant(role="spectator", may=frozenset({"look"}), eyes="table", record=RECORD),
        WantedGrant(role="official", may=frozenset({"rule"}), eyes="official", record=RECORD),
    ],
)
def test_a_link_that_means_nothing_is_refused(bench: Bench, wrong: WantedGrant) -> None:
    with pytest.raises(Refused):
        bench.register.make_grant(wanted=wrong)
    assert bench.register.grants() == []
