"""A watch knows at every event what a whole replay and audit would tell the same eyes, and tells them nothing else."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from records.errors import Refused
from records.record import Record, of_bodies
from replay.audit import Audit, audit
from replay.library import game_ids, game_of
from replay.playout import OFFICIAL
from replay.reel import Eyes, Reel, played
from replay.view import TABLE
from replay.watch import KEPT, Watch
from tests.helpers.dispute_samples import CASES, HEADER, PLAY
from tests.helpers.slow import many, some
from tests.helpers.stirred import CALM, WORDS, choices, stirred
from tests.helpers.tools import SECRETIVE, UNLINKED, dealt
from tests.helpers.twins import pair_of
from tests.helpers.watching import follow, stretches, viewers_of

KINDS = ("full", "scribe", "revealed")


def recorded(game_id: str, players: int, seed: int, kind: str) -> Record:
    simulated = dealt(game_id, players, seed)
    return of_bodies(simulated.header, getattr(simulated, kind))


# --- the same as a whole replay


@pytest.mark.parametrize("game_id", game_ids())
def test_a_watch_knows_what_a_whole_replay_says(game_id: str) -> None:
    for number, kind in enumerate(KINDS):
        record = recorded(game_id, game_of(game_id).player_counts[0], 4, kind)
        viewers = viewers_of(record)
        size = len(record.events)
        follow(record, viewers[number % 2], 0, 3)
        follow(record, viewers[-1 - number % 2], size // 3, size // 3 + 3)
        follow(record, viewers[number % len(viewers)], size - 2)


@pytest.mark.slow
@pytest.mark.parametrize("kind", some(KINDS, 1))
@pytest.mark.parametrize("game_id", game_ids())
def test_a_watch_knows_what_a_whole_replay_says_for_everybody(game_id: str, kind: str) -> None:
    fewest, most = game_of(game_id).player_counts[0], game_of(game_id).player_counts[-1]
    for number in range(many(1, 4)):
        record = recorded(game_id, fewest + number % (most - fewest + 1), 20 + number, kind)
        for viewer in viewers_of(record):
            for first, last in stretches(record, many(6, 14), many(3, 4)):
                follow(record, viewer, first, last)


def test_a_watch_follows_every_case_of_procedure() -> None:
    for number, case in enumerate(CASES[::5]):
        record = of_bodies(HEADER, [*PLAY, *case.events])
        viewers = viewers_of(record)
        follow(record, viewers[number % len(viewers)], len(PLAY))


@pytest.mark.slow
def test_a_watch_follows_every_case_of_procedure_for_everybody() -> None:
    for number, case in enumerate(CASES):
        record = of_bodies(HEADER, [*PLAY, *case.events])
        viewers = viewers_of(record)
        for viewer in viewers if many(0, 1) else viewers[number % 2 :: 2]:
            follow(record, viewer, len(PLAY))


def check_stirred(game_id: str, seed: int, begin: int, chosen: list[Any], full: bool) -> None:
    record = stirred(game_id, seed, begin, chosen, full=full)
    for viewer in (record.header.seats[seed % 2], (TABLE, OFFICIAL)[begin % 2]):
        follow(record, viewer, max(1, begin))


@settings(max_examples=12, deadline=None)
@given(st.sampled_from(game_ids()), st.integers(0, 1), st.integers(1, 12), choices(WORDS, 7), st.booleans())
def test_a_watch_follows_any_correction_and_procedure(
    game_id: str, seed: int, begin: int, chosen: list[Any], full: bool
) -> None:
    check_stirred(game_id, seed, begin, chosen, full)


@pytest.mark.slow
@settings(max_examples=many(12, 600), deadline=None)
@given(st.sampled_from(game_ids()), st.integers(0, 9), st.integers(1, 60), choices(CALM, 24), st.booleans())
def test_a_watch_follows_any_calm_record(game_id: str, seed: int, begin: int, chosen: list[Any], full: bool) -> None:
    check_stirred(game_id, seed, begin, chosen, full)


@pytest.mark.slow
@settings(max_examples=many(12, 600), deadline=None)
@given(st.sampled_from(game_ids()), st.integers(0, 9), st.integers(1, 60), choices(WORDS, 24), st.booleans())
def test_a_watch_follows_any_record(game_id: str, seed: int, begin: int, chosen: list[Any], full: bool) -> None:
    check_stirred(game_id, seed, begin, chosen, full)


# --- and nothing else


def shown(watch: Watch) -> tuple[Any, ...]:
    frames = [watch.frame(80), watch.frame(80, hide=True)]
    return watch.size, watch.state, watch.recent, watch.findings, watch.broken, watch.open, watch.closed, frames


def check_twins(game_id: str, players: int, number: int, events: int, *, salted: bool) -> None:
    rng = Random(f"{game_id} {players} {number}")
    pair = None
    while pair is None:  # a cut before anything was hidden has no twin
        pair = pair_of(game_id, players, rng, events=events, salted=salted)
    first = max(0, min(events, len(pair.one.events) - 9) - 3)  # some games are shorter
    one, other = (Watch(*played(record)[1:], pair.viewer, record.events[:first]) for record in (pair.one, pair.other))
    assert shown(one) == shown(other), pair.where
    last = -1 if salted else None  # a head that was signed may be seen, and is another one, if its salts keep it safe
    for here, there in zip(pair.one.events[first:last], pair.other.events[first:last], strict=True):
        assert one.add(here) == other.add(there), pair.where
        assert shown(one) == shown(other), pair.where


@pytest.mark.parametrize("game_id", SECRETIVE)
def test_twins_look_the_same_at_every_event(game_id: str) -> None:
    for number, salted in enumerate((True, False)):
        check_twins(game_id, game_of(game_id).player_counts[0], number, 9 + 8 * number, salted=salted)


@pytest.mark.slow
@pytest.mark.parametrize("salted", [True, False], ids=["salted", "unsalted"])
@pytest.mark.parametrize("game_id", SECRETIVE)
def test_more_twins_look_the_same_at_every_event(game_id: str, salted: bool) -> None:
    fewest, most = game_of(game_id).player_counts[0], game_of(game_id).player_counts[-1]
    for number in range(many(4, 120)):
        players = fewest + number % (most - fewest + 1)
        check_twins(game_id, players, 10 + number, 2 + 5 * number % 61, salted=salted)


# --- the short way


@pytest.mark.parametrize("game_id", UNLINKED)
def test_play_is_followed_without_judging_the_record_again(game_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    record = recorded(game_id, game_of(game_id).player_counts[0], 7, "full")
    game, table = played(record)[1:]
    begin = len(record.events) // 2
    audits = 0

    def counted(*given: Any, **named: Any) -> Audit:
        nonlocal audits
        audits += 1
        return audit(*given, **named)

    monkeypatch.setattr("replay.watch.audit", counted)
    for viewer in viewers_of(record):
        watch = Watch(game, table, viewer, record.events[:begin])
        audits = 0
        for event in record.events[begin : begin + 40]:
            watch.add(event)
        assert audits <= (6 if viewer in table.seats and game.memory is not None else 0), viewer


def test_a_watch_keeps_the_last_steps_only() -> None:
    record = recorded("sea-or-shore", 3, 1, "scribe")
    game, table = played(record)[1:]
    watch = Watch(game, table, TABLE)
    assert (watch.last, len(watch.recent), watch.size) == (None, 0, 1)
    for event in record.events:
        watch.add(event)
    assert len(watch.recent) == KEPT and watch.last is watch.recent[-1]
    assert watch.size == record.size


def test_what_all_saw_once_can_be_hidden_from_a_live_board() -> None:
    simulated = dealt("lost-island", 3, 1, variants=["face-down-discards"])
    record = of_bodies(simulated.header, simulated.full)
    game, table = played(record)[1:]
    assert game.hide is not None
    watch = Watch(game, table, "red", record.events[:40])
    kept: dict[Any, Any] = {}
    assert watch.frame(90, kept, hide=True).state == game.hide(watch.state) != watch.state
    assert watch.frame(90, kept).kept is kept
    assert watch.frame().viewer == "red"
    assert Watch(game, table, OFFICIAL, record.events).frame(40).viewer is None


def test_a_correction_is_shown_anew_and_play_behind_it_is_not() -> None:
    record = of_bodies(
        HEADER, [*PLAY, {"do": "amend", "target": 3, "action": None}, PLAY[2], {"do": "note", "text": "x"}]
    )
    game, table = played(record)[1:]
    watch = Watch(game, table, OFFICIAL, record.events[:3])
    assert watch.add(record.events[3]) is None
    assert [seen.step.seq for seen in watch.recent] == [1, 2]
    added = watch.add(record.events[4])
    assert added is not None and added.step.seq == 5 and added is watch.last
    note = watch.add(record.events[5])
    assert note is not None and note.text == Reel(played(record), Eyes(hindsight=False)).text(3)


def test_only_those_who_can_look_have_a_watch() -> None:
    game, table = played(of_bodies(HEADER, PLAY))[1:]
    with pytest.raises(Refused, match="there is no seat 'p9'"):
        Watch(game, table, "p9")
