"""Whole dealt games tapped in a real browser at the width of a phone, by touch and with the keyboard alone.

The record is the one that `qm log` writes: with the times and salts of the tapped one even its head is the same. Every
slow run taps the beginning of each game, a proof (QM_PROOF) taps all of it, both ways.
"""

import json
from collections.abc import Iterator, Sequence
from itertools import cycle
from pathlib import Path
from statistics import median
from typing import Any

import pytest

from records.event import Event
from replay.library import game_of
from replay.notation.writing import write_line
from tests.helpers.browser import Browser
from tests.helpers.recorder import Recorder
from tests.helpers.serving import Serving
from tests.helpers.shell import Shell
from tests.helpers.slow import many, some
from tests.helpers.tapped import LEFT_OUT, Moment, moments
from tests.helpers.tools import UNLINKED

pytestmark = pytest.mark.slow
PAUSE = 300_000
"""So much time passes between two lines: nobody logs faster for long than the service allows."""
SEED = 2
GAMES = [game_id for game_id in UNLINKED if game_of(game_id).openings]
"""Those that offer how they begin; a game that does not is begun with `something else`."""
WAYS = [
    (game_id, keys)
    for game_id, ways in zip(GAMES, cycle([(False, True), (True, False)]), strict=False)
    for keys in ways
]
"""Each game by touch and by keys, so ordered that every second one is half of them of each."""


@pytest.fixture
def serving(tmp_path: Path) -> Iterator[Serving]:
    """A service of its own: a browser keeps what it knows by address."""
    with Serving(tmp_path) as found:
        yield found


@pytest.mark.parametrize(
    ("game_id", "keys"), some(WAYS, 4), ids=lambda value: {True: "keys", False: "touch"}.get(value)
)
def test_a_dealt_game_is_tapped(browser: Browser, serving: Serving, qm: Shell, game_id: str, keys: bool) -> None:
    """The same events in the same order as those that `qm log` writes, from JSON and from typed lines."""
    game, players = game_of(game_id), game_of(game_id).players[0]
    every = list(moments(game, players, SEED))
    lines = every[: many(6, len(every))]
    record = serving.record(game_id, players, SEED, 0)
    recorder = Recorder(browser, serving, record)
    taps = []
    for moment in lines:
        serving.ahead += PAUSE
        taps.append(recorder.log(game, moment, keys=keys))
    tapped = serving.store.load(record).events
    assert [bare(event.body()) for event in tapped] == [moment.body for moment in lines]
    assert serving.store.head(record) == serving.store.head(logged(qm, serving, game_id, as_json(lines, tapped)))
    typed = serving.store.load(logged(qm, serving, game_id, as_typed(lines))).events
    assert [bare(event.body()) for event in tapped] == [bare(event.body()) for event in typed]
    print(f"{game_id}: {len(lines)} lines, {sum(taps)} taps, median {median(taps)}")
    assert len(lines) < len(every) or median(taps) <= (3 if game_id == "loot-island" else 2)
    assert not browser.complaints


def bare(body: dict[str, Any]) -> dict[str, Any]:
    """An event without what the edge adds to it."""
    return {name: value for name, value in body.items() if name not in LEFT_OUT}


def as_json(lines: Sequence[Moment], tapped: Sequence[Event]) -> list[str]:
    """What was dealt, with the time and the salt that the tapped event has."""
    added = [{name: body[name] for name in ("at", "salt") if name in body} for body in (one.body() for one in tapped)]
    return [json.dumps({**moment.body, **more}) for moment, more in zip(lines, added, strict=True)]


def as_typed(lines: Sequence[Moment]) -> list[str]:
    """What was dealt, as somebody types it at the table."""
    game = game_of(lines[0].table.game)
    return [write_line(game, moment.table, moment.state, moment.body) for moment in lines]


def logged(qm: Shell, serving: Serving, game_id: str, lines: Sequence[str]) -> str:
    """A record of the same table that `qm log` wrote."""
    record = serving.record(game_id, game_of(game_id).players[0], SEED, 0)
    answer = qm("log", record, "--db", serving.folder / "records.db", stdin="\n".join([*lines, ""]))
    assert answer.code == 0, answer.err
    return record
