"""Lines logged one after the other are judged as if each came to a record that is read from its start."""

from random import Random
from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from records.event import Event, event_of
from records.record import of_bodies
from records.timeline import CORRECTIONS, PROCEDURE
from replay.action import NEVER_REDUCED, Reveal, name_of
from replay.audit import Finding, judge_step
from replay.disputes.line import is_contested
from replay.disputes.readings import sets_reading
from replay.game import Completed, Game, State
from replay.library import game_of, table_of
from replay.playout import fold, steps_of
from replay.read import read_event, read_timeline
from replay.session import Session
from replay.step import Step
from replay.table import Table
from tests.helpers.random_lines import STAMP, a_log, game_lines, next_line
from tests.helpers.slow import many
from tests.helpers.tools import UNLINKED


class FromTheStart(NamedTuple):
    """A log read, completed and folded from its start, without anything that was known before."""

    completed: Completed
    steps: list[Step[Any, Any]]
    state: State

    def step(self, seq: int) -> Step[Any, Any]:
        """The step of an event that counts."""
        return next(step for step in self.steps if step.seq == seq)


def from_the_start(game: Game, table: Table, events: list[Event]) -> FromTheStart:
    completed = game.complete(table, read_timeline(game, table, events), True)
    steps = list(steps_of(game, table, completed))
    return FromTheStart(completed, steps, steps[-1].after if steps else game.start(table))


def is_seen_in_the_whole(game: Game, step: Step[Any, Any]) -> bool:
    """Whether the rules judge a step by what the log before it tells."""
    looks_back = game.looks_back
    return type(step.action) is Reveal or (looks_back is not None and looks_back(step.before, step.action))


def the_long_way(
    game: Game, table: Table, events: list[Event], event: Event
) -> tuple[Step[Any, Any], list[Finding], State]:
    """How an event is judged behind others: its step, its findings and the state it leaves."""
    before, after = (from_the_start(game, table, log).state for log in (events, [*events, event]))
    if event.do in CORRECTIONS:
        line = read_timeline(game, table, [*events, event])
        step = Step(event.seq, before, read_event(game, table, event), after)
        own = [action for seq, action in line if seq == event.seq and type(action) in NEVER_REDUCED]
        found = judge_step(game, Step(event.seq, before, own[0], after)) if own else []
        return step, found, after
    whole = from_the_start(game, table, [*events, event])
    waits = is_contested([*events, event]) or any(map(sets_reading, [*events, event]))
    step = whole.step(event.seq) if waits else replace(whole.step(event.seq), before=before)
    if not is_seen_in_the_whole(game, step):
        step = replace(step, facts=None)
        if not waits:
            action = read_event(game, table, event)
            step = Step(event.seq, before, action, game.after(before, event.seq, action))
    found = judge_step(game, step)
    if waits and event.do in PROCEDURE:
        step = replace(step, before=before, after=after)
    return step, found, step.after if not waits else after


def check_a_batch(game_id: str, rng: Random, most: int, lines: int, procedure: float) -> None:
    """Some lines behind a random log: each is judged, and leaves what it leaves, as the long way has it."""
    header, bodies = a_log(game_id, rng, most)
    game, record = game_of(game_id), of_bodies(header, bodies)
    session = Session.of(game, table_of(game, record.header), record.events)
    told = game_lines(game_id, 0)[3]
    for _ in range(lines):
        events = session.events()
        body = next_line(game, rng, events, header, procedure)
        if told and rng.random() < 0.2:
            body = rng.choice(told)
        event = event_of({**body, "at": STAMP} if rng.random() < 0.3 else body, len(events) + 1)
        step, findings, state = the_long_way(game, session.table, events, event)
        judged = session.add(event)
        assert judged.step.facts == step.facts  # in whatever order they were found
        assert repr(replace(judged.step, facts=None)) == repr(replace(step, facts=None))
        assert repr(judged.findings) == repr(findings)
        assert repr(session.state) == repr(state)
        assert session.document(session.state) == game.document(state)
        assert session.contested == (
            is_contested([*events, event]) or any(sets_reading(one) for one in [*events, event])
        )


@pytest.mark.parametrize("game_id", UNLINKED)
@settings(max_examples=6, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(rng=st.randoms(use_true_random=False))
def test_a_line_of_a_batch_is_judged_as_if_it_came_alone(game_id: str, rng: Random) -> None:
    check_a_batch(game_id, rng, most=40, lines=8, procedure=rng.choice([0.0, 0.1, 0.4]))


@pytest.mark.slow
@pytest.mark.parametrize("game_id", UNLINKED)
@settings(max_examples=many(10, 400), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(seed=st.integers(0, 2**32))
def test_the_same_for_longer_batches(game_id: str, seed: int) -> None:
    rng = Random(seed)
    check_a_batch(game_id, rng, most=400, lines=25, procedure=rng.choice([0.0, 0.1, 0.4]))


def check_forward(game: Game, table: Table, events: list[Event]) -> None:
    """Without looking ahead, the states behind the last step that tells something, or the last set-up, are plain."""
    line = read_timeline(game, table, events)
    completed = game.complete(table, line, True)
    known, plain = (list(steps_of(game, table, one)) for one in (replace(completed, facts=None), Completed(line)))
    tells = game.tells_back
    if tells is None:
        assert completed.line == line
        assert known == plain
        return
    said = [place for place, step in enumerate(plain) if tells(step) or name_of(step.action) == "setup"]
    if not said or not tells(plain[said[-1]]):
        last = said[-1] if said else 0
        assert known[last + 1 :] == plain[last + 1 :]
        assert [step.after for step in known[last:]] == [step.after for step in plain[last:]]


@pytest.mark.parametrize("game_id", UNLINKED)
@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(rng=st.randoms(use_true_random=False))
def test_what_a_line_tells_as_it_goes_on_is_what_the_whole_line_tells(game_id: str, rng: Random) -> None:
    """However it is cut into parts, and even if a reveal names an event that comes only later."""
    game = game_of(game_id)
    if game.known_so_far is None:
        return
    header, bodies = a_log(game_id, rng, 60)
    events = list(of_bodies(header, bodies).events)
    for _ in range(rng.randint(0, 12)):
        body = next_line(game, rng, events, header)
        if rng.random() < 0.6:
            about = rng.choice([one for one in events if one.fields] or events)
            field, value = rng.choice(list(about.fields.items()) or [("text", "?")])
            told = rng.choice([value, "?", 3, None])
            body = {"do": "reveal", "what": f"@{about.seq + rng.choice([0, 0, 0, 1, 5])}.{field}", "value": told}
        events.append(event_of(body, len(events) + 1))
    table = table_of(game, of_bodies(header, bodies).header)
    line = read_timeline(game, table, events)
    states = [step.after for step in fold(game, table, line)]
    known, heard = game.known_so_far(table), 0
    while heard < len(line):
        part = rng.randint(1, 5)
        known.hear(line[heard : heard + part])
        heard += part
        if known.is_plain:
            whole = game.complete(table, line[:heard], True)
            assert known.facts == whole.facts
            assert whole.line == line[:heard]
            assert [step.after for step in steps_of(game, table, whole)] == states[: len(line[:heard])]


@pytest.mark.parametrize("game_id", UNLINKED)
@settings(max_examples=many(15, 400), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(seed=st.integers(0, 2**32))
def test_a_line_in_which_nothing_tells_back_has_the_states_of_a_plain_fold(game_id: str, seed: int) -> None:
    """A game says so (`tells_back`), and whoever logs then asks for nothing but the fold."""
    rng = Random(seed)
    header, bodies = a_log(game_id, rng, 300)
    if rng.random() < 0.5:  # another game at the same table
        bodies = [*bodies, *rng.choice(game_lines(game_id, rng.randint(0, 2))[1:3])[: rng.randint(1, 60)]]
    record = of_bodies(header, bodies)
    check_forward(game_of(game_id), table_of(game_of(game_id), record.header), list(record.events))
