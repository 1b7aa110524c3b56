"""Nothing is read, completed or folded twice for the same eyes, and work grows with the record: both by counting."""

from collections import Counter
from collections.abc import Callable
from functools import partial

import pytest

from cli.desk.audits import Wanted, audit_record
from cli.export.html.data import views_of
from cli.terminal.viewer.cursor import Cursor
from records.event import event_of
from records.placed_events import PlacedEvent
from records.record import Record, of_bodies
from replay.game import Game
from replay.library import game_of
from replay.playout import OFFICIAL, LoggedLine
from replay.read import read_event, read_timeline
from replay.reel import Eyes, played
from replay.session import Session
from replay.simulation import FORMS, Form, simulate
from replay.view import TABLE
from replay.watch import Watch
from tests.helpers.counted import ALL, calls_of
from tests.helpers.long_records import BATCHES, Fill, corrections, game_after_game, played_twice, reveals, taken_back
from tests.helpers.tools import UNLINKED, Body, dealt

GAMES = [game_id for game_id in UNLINKED if game_of(game_id).state.__module__.startswith("replay.games.")]
"""Those that ship."""
LINEAR = 2.2
"""Twice the events may cost this many times the work."""


def work(game: Game, do: Callable[[], object]) -> Counter[str]:
    """How often events are folded, timelines read and completed, and places of events worked out."""
    placed = PlacedEvent.__new__
    with calls_of(folds=game.reduce, completions=game.complete, reads=read_timeline, places=placed) as found:
        do()
    return found


def audited(record: Record) -> object:
    return audit_record(record, "record", Wanted("effective", forward=False))


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("game_id", GAMES)
def test_an_audit_folds_once_for_each_line_that_it_judges(game_id: str, form: Form) -> None:
    """What is revealed is written into earlier events, so that there are two lines to fold: with it and without."""
    game = game_of(game_id)
    record = simulate(game_id, seed=3, form=form)
    found = work(game, lambda: audited(record))

    lines = 2 if form == "revealed" else 1
    assert found["folds"] <= lines * len(record.events)
    assert found["reads"] == 1
    assert found["completions"] <= 2


@pytest.mark.parametrize("fill", [game_after_game, played_twice, reveals, corrections, taken_back])
@pytest.mark.parametrize("game_id", GAMES)
def test_an_audit_of_twice_the_events_is_twice_the_work(game_id: str, fill: Fill) -> None:
    game = game_of(game_id)
    start = dealt(game_id, game.player_counts[0], 3)
    short, long = (_work_of(game, of_bodies(start.header, fill(start, size))) for size in (600, 1_200))

    for kind in ("folds", "places", ALL):
        assert long[kind] <= LINEAR * short[kind], kind


def _work_of(game: Game, record: Record) -> Counter[str]:
    return work(game, lambda: audited(record))


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("game_id", GAMES)
def test_a_page_reads_once_and_folds_once_for_each_line_that_somebody_sees(game_id: str, form: Form) -> None:
    """Views with and without hindsight are two lines only where something is revealed; those of seats are their own."""
    game = game_of(game_id)
    record = simulate(game_id, seed=3, form=form)
    found = work(game, lambda: views_of(played(record), None))

    eyes = 2 + len(record.header.seats)
    lines = 2 if form == "revealed" else 1
    assert found["folds"] <= lines * eyes * len(record.events)
    assert found["reads"] == 1
    assert found["completions"] <= 2 * eyes


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("game_id", GAMES)
def test_the_viewer_judges_what_it_shows(game_id: str, form: Form) -> None:
    """What is not masked is folded too for a seat that may not look up all it saw."""
    game = game_of(game_id)
    record = simulate(game_id, seed=3, form=form)
    for viewer in (OFFICIAL, TABLE, game.seats[0]):
        remembers = game.memory is not None and viewer in record.header.seats
        found = work(game, partial(_looked_at, record, viewer))

        lines = 2 if form == "revealed" else 1
        assert found["folds"] <= (lines + remembers) * len(record.events)
        assert found["reads"] == 1
        assert found["completions"] <= 2 + remembers


def _looked_at(record: Record, viewer: str) -> None:
    """The steps first, then what the rules say of them."""
    Cursor(played(record), "record", Eyes(viewer)).judge()


LONGER = 1.1
"""What a batch costs behind twice the events, once the first of its lines has read the log."""


@pytest.mark.parametrize("kind", BATCHES)
@pytest.mark.parametrize("game_id", GAMES)
def test_a_batch_behind_twice_the_events_is_the_same_work(game_id: str, kind: str) -> None:
    """One game follows the other, so a correction changes nothing behind its own."""
    game = game_of(game_id)
    start = dealt(game_id, game.player_counts[0], 3)
    games = 400 // len(start.scribe) + 1
    short, long = (
        _work_of_batch(game, start.header, start.scribe * more, BATCHES[kind](start, len(start.scribe) * more)[:20])
        for more in (games, 2 * games)
    )

    for counted in ("folds", "places", "events_read", "completions", ALL):
        assert long[counted] <= LONGER * short[counted], counted


@pytest.mark.parametrize("game_id", GAMES)
def test_a_line_behind_what_waits_is_one_step(game_id: str) -> None:
    """Where something was corrected after a close, every line may change what counts; most change nothing."""
    game = game_of(game_id)
    start = dealt(game_id, game.player_counts[0], 3)
    waits: list[Body] = [{"do": "close"}, {"do": "amend", "target": 2, "action": None}]
    notes: list[Body] = [{"do": "note", "text": "x"}] * 10
    short, long = (_work_of_batch(game, start.header, [*start.scribe * more, *waits], notes) for more in (2, 4))

    assert short["folds"] == long["folds"] == 0
    assert long[ALL] <= LONGER * short[ALL]


def _work_of_batch(game: Game, header: Body, bodies: list[Body], batch: list[Body]) -> Counter[str]:
    """The work of all lines of a batch but the first, with which the log is read."""
    record = of_bodies(header, bodies)
    session = Session.of(game, played(record).table, record.events)
    first, *others = (event_of(body, seq) for seq, body in enumerate(batch, record.size))
    session.add(first)
    placed = PlacedEvent.__new__
    with calls_of(folds=game.reduce, places=placed, events_read=read_event, completions=game.complete) as found:
        for event in others:
            session.add(event)
    return found


@pytest.mark.parametrize("game_id", GAMES)
def test_a_correction_is_read_once_for_all_who_watch(game_id: str) -> None:
    """Each pair of eyes is folded; what was logged is read once, and once folded for seats that may not look it up."""
    game = game_of(game_id)
    start = dealt(game_id, game.player_counts[0], 3)
    record = of_bodies(start.header, [*start.scribe, {"do": "amend", "target": 2, "action": start.scribe[1]}])
    table, events = played(record).table, record.events
    lines: dict[int, LoggedLine] = {}

    def logged(size: int) -> LoggedLine:
        return lines.setdefault(size, LoggedLine(game, table, events[: size - 1], "effective"))

    watches = [Watch(game, table, eyes, events[:-1]) for eyes in (OFFICIAL, TABLE, *table.seats)]
    found = work(game, lambda: [watch.add(events[-1], None, logged) for watch in watches])

    assert found["reads"] == 1
    assert found["folds"] <= (len(watches) + (game.memory is not None)) * len(events)
