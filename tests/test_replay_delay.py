"""Who is to be told later knows only lines that are old enough, and knows all of those."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from records.errors import Refused
from records.record import Record, of_bodies
from replay.delay import Rounds, check_delay, next_release, released
from replay.library import game_ids, game_of
from replay.reel import Eyes, Reel, played
from replay.view import TABLE
from replay.watch import Watch
from tests.helpers.tools import dealt
from tests.helpers.watching import prefix

SECOND = 1_000_000
times_drawn = st.lists(st.integers(0, 400 * SECOND), max_size=30)
delays = st.sampled_from(("0", "1", "30", "300", "round", "end"))


@given(delays, times_drawn, st.integers(0, 900 * SECOND), st.integers(0, 900 * SECOND), st.integers(0, 40))
def test_nobody_knows_less_as_time_goes_by(delay: str, times: list[int], now: int, later: int, began: int) -> None:
    first, last = sorted((now, later))
    at_first = released(delay, times, first, round_began=began)
    assert 1 <= at_first <= released(delay, times, last, round_began=began) <= len(times) + 1


@given(st.integers(1, 300), times_drawn, st.integers(0, 900 * SECOND))
def test_nothing_younger_than_the_delay_is_known_and_all_before_it_is(delay: int, times: list[int], now: int) -> None:
    known = released(str(delay), times, now) - 1
    assert all(now - time >= delay * SECOND for time in times[:known])
    assert known == len(times) or now - times[known] < delay * SECOND


@given(st.integers(1, 300), times_drawn, st.integers(0, 900 * SECOND))
def test_more_is_known_at_the_next_release_and_not_before_it(delay: int, times: list[int], now: int) -> None:
    due = next_release(str(delay), times, now)
    known = released(str(delay), times, now)
    assert (due is None) == (known == len(times) + 1)
    if due is not None:
        assert due > now
        assert released(str(delay), times, due - 1) == known < released(str(delay), times, due)


def test_each_delay() -> None:
    times = [10 * SECOND, 20 * SECOND, 30 * SECOND]
    assert released("0", times, 0) == 4
    assert released("15", times, 30 * SECOND) == 2
    assert released("round", times, 0, round_began=3) == 3
    assert released("round", times, 0, round_began=3, closed=True) == 4
    assert released("end", times, 10**15) == 1
    assert released("end", times, 0, closed=True) == 4
    assert next_release("round", times, 0) is next_release("end", times, 0) is next_release("0", times, 0) is None


@pytest.mark.parametrize("text", ["", "-1", "1.5", "soon", "²", "1000000", "604801", "0x1"])
def test_what_is_no_delay_is_refused(text: str) -> None:
    with pytest.raises(Refused, match="is not a delay"):
        check_delay(text)
    with pytest.raises(Refused):
        released(text, [], 0)


def test_delays_are_taken_as_they_are() -> None:
    assert [check_delay(text) for text in ("0", "604800", "round", "end")] == ["0", "604800", "round", "end"]


# --- rounds


def begun(record: Record, events: int) -> int:
    """The first line of the current round, by the reel of all lines."""
    reel = Reel(played(prefix(record, events)), Eyes(TABLE, hindsight=False))
    return min((reel.seq(place) for place in range(reel.rounds[-1], len(reel))), default=1) if len(reel) else 1


@pytest.mark.parametrize("game_id", game_ids())
def test_a_round_begins_where_the_reel_says(game_id: str) -> None:
    simulated = dealt(game_id, game_of(game_id).player_counts[0], 2)
    record = of_bodies(simulated.header, simulated.scribe[:120])
    game, table = played(record)[1:]
    rounds, watch = Rounds(game, table), Watch(game, table, TABLE)
    size = len(record.events)
    for event in record.events:
        seen = watch.add(event)
        assert seen is not None
        rounds.add(seen.step)
        if event.seq in (3, 50, size):
            assert rounds.began == begun(record, event.seq) == Rounds(game, table, record.events[: event.seq]).began
    assert 1 < rounds.began <= size


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(st.sampled_from(game_ids()), st.integers(0, 20), st.integers(2, 80), st.integers(1, 80))
def test_a_round_that_was_corrected_begins_with_its_earliest_line(
    game_id: str, seed: int, size: int, target: int
) -> None:
    simulated = dealt(game_id, game_of(game_id).player_counts[0], seed)
    play = simulated.scribe[:size]
    target = min(target, len(play))
    for fix in (
        {"do": "insert", "after": target, "action": play[target - 1]},
        {"do": "rewind", "to": target},
        {"do": "amend", "target": target, "action": None},
    ):
        record = of_bodies(simulated.header, [*play, fix])
        game, table = played(record)[1:]
        assert Rounds(game, table, record.events).began == begun(record, len(record.events))


def test_a_close_that_counts_releases_everything() -> None:
    simulated = dealt("sea-or-shore", 3, 2)
    close = {"do": "close", "result": "finished"}
    record = of_bodies(simulated.header, [*simulated.scribe[:9], close, {"do": "amend", "target": 10, "action": None}])
    game, table = played(record)[1:]
    watch = Watch(game, table, TABLE, record.events[:9])
    told = []
    for event in record.events[9:]:
        watch.add(event)
        told.append(released("end", [0] * event.seq, 0, closed=watch.closed))
    assert told == [11, 1]
