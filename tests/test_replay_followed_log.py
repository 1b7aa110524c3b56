"""A log that takes over what was followed before says what a log followed from the start says: byte for byte."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from cli.desk.consequences import compared, consequences_in
from records.event import Event, event_of
from records.record import of_bodies
from records.scripting import read
from records.timeline import CORRECTIONS, Places
from replay.audit import Finding, audit
from replay.disputes.line import line_of
from replay.followed_log import FollowedLog
from replay.game import Game
from replay.library import game_ids, game_of, table_of
from replay.playout import fold
from replay.read import read_timeline
from replay.record_links import linked
from replay.session import Session
from replay.table import Table
from tests.helpers.random_lines import STAMP, a_log, next_line
from tests.helpers.slow import many
from tests.helpers.tools import UNLINKED, Body, fixtures_of


def audited(game: Game, table: Table, events: list[Event]) -> tuple[Finding, ...]:
    """The findings of a whole audit, without which event changed an answer."""
    table = linked(game, table, lambda: events)
    found = audit(game, table, read_timeline(game, table, events)).findings
    return tuple(replace(one, closed_by=None, opened_by=None) for one in found)


def check(log: FollowedLog) -> None:
    """Whatever a followed log says, the functions that start from the events say too."""
    game, table, events = log.game, log.table, log.events
    places: Places = line_of(table.header, events)
    assert repr(log.places.placed()) == repr(places.placed())
    assert log.places.idle == places.idle
    line = read_timeline(game, table, events)
    assert repr(log.line) == repr(line)
    steps = list(fold(game, table, line))
    assert log.told.steps == steps
    assert log.state == Session.of(game, table, events).state
    for place in range(0, len(steps), 7):
        assert log.state_before(place) == steps[place].before
        assert log.step_at(steps[place].seq) == steps[place]
    assert repr(log.findings) == repr(audited(game, table, events))


def check_some_corrections(game_id: str, rng: Random, most: int = 1000) -> None:
    """Lines and corrections come, are tried, and are logged or not; after each the log is as if followed anew."""
    header, bodies = a_log(game_id, rng, most)
    game, record = game_of(game_id), of_bodies(header, bodies)
    session = Session.of(game, table_of(game, record.header), record.events)
    table = session.table
    for _ in range(rng.randint(1, 4)):
        events = session.events()
        body = next_line(game, rng, events, header)
        after = [*events, event_of(body, len(events) + 1)]
        found = consequences_in(session, [body])
        if body["do"] in CORRECTIONS:
            counts = {event.seq for event in line_of(table.header, after).events_that_count()}
            before_it, with_it = audited(game, table, events), audited(game, table, after)
            assert repr(session.log.findings) == repr(before_it)
            assert repr(session.tried([body]).findings) == repr(with_it)
            assert repr(found) == repr(compared(before_it, with_it, counts.__contains__))
        if rng.random() < 0.3:
            check(session.tried([body]))
        mark = session.mark()
        session.add(event_of({**body, "at": STAMP} if rng.random() < 0.5 else body, len(events) + 1))
        if rng.random() < 0.2:
            session.back_to(mark)
            assert session.log.events == events
    check(session.log)


def proof(rounds: int) -> Callable[[Any], Any]:
    return settings(max_examples=rounds, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@pytest.mark.parametrize("game_id", UNLINKED)
@proof(8)
@given(rng=st.randoms(use_true_random=False))
def test_what_is_taken_over_is_what_two_whole_audits_say(game_id: str, rng: Random) -> None:
    check_some_corrections(game_id, rng, most=50)


@pytest.mark.slow
@pytest.mark.parametrize("game_id", game_ids())
@proof(many(10, 1000))
@given(seed=st.integers(0, 2**32))
def test_the_same_for_many_corrections(game_id: str, seed: int) -> None:
    check_some_corrections(game_id, Random(seed))


@pytest.mark.parametrize("seed", [8, 32, 66])
def test_a_seating_is_judged_by_the_log_that_is_tried(seed: int) -> None:
    """TO-SEAT-5: an old seating stays right when an earlier round is corrected, in what is said of it before, too."""
    check_some_corrections("tournament", Random(seed))


def session_of(header: Body, bodies: list[Body]) -> Session:
    record = of_bodies(header, bodies)
    game = game_of(record.header.game)
    return Session.of(game, table_of(game, record.header), record.events)


HEADER: Body = {
    "quartermaster": 1,
    "game": "sea-or-shore",
    "players": [{"seat": seat} for seat in ("p1", "p2", "p3", "p4")],
    "options": {"kit": "demo"},
}
START: Body = {"do": "setup", "position": {"decks": {"rb": {"up": "red-4"}, "gp": {"up": "green-1"}}}}


def test_a_number_and_a_truth_value_are_not_taken_for_the_same() -> None:
    session = session_of(HEADER, [START, {"do": "observe", "facts": {"trick": 1}}])
    assert session.log.findings == ()
    told: Body = {"do": "observe", "facts": {"trick": True}}
    found = consequences_in(session, [{"do": "amend", "target": 2, "action": told}])
    assert [(one.seq, one.rule) for one in found.made] == [(2, "SS-OBS-1")]


def test_a_difference_says_when_table_and_record_agreed_last_as_corrected() -> None:
    """The later count is the same step as before; what is said of it rests on the earlier one, which was changed."""
    counts: list[Body] = [{"do": "observe", "facts": {"supply": supply}} for supply in (22, 21)]
    session = session_of(HEADER, [START, *counts])
    assert [one.facts["agreed"] for one in session.log.findings] == [{"supply": 2}]
    session.add(event_of({"do": "amend", "target": 2, "action": None}, 4))
    assert [one.facts["agreed"] for one in session.log.findings] == [{"supply": None}]


def test_what_a_later_event_tells_of_a_step_is_judged_again_if_the_step_is_the_same() -> None:
    """The cards of a whole round tell what may have been passed before it; with a trick struck they tell nothing."""
    story = read(fixtures_of("sea-or-shore") / "pass-nobody-noticed.jsonl")
    game = game_of("sea-or-shore")
    session = Session.of(game, table_of(game, story.header), story.events[:166])
    assert [one.why.split(";")[0] for one in session.log.findings[:2]] == ["which card Ann passed is not known"] * 2
    session.add(event_of({"do": "amend", "target": 7, "action": None}, 167))
    unknown = "the hands of Ann, Bob, Cleo and Dirk before the pass are not known"
    assert [(one.seq, one.why) for one in session.log.findings[:2]] == [(2, unknown)] * 2
