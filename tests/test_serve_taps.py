"""The rule of taps in a real browser: dealt games tapped event by event, and what was tapped is what happened."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from replay.library import game_of
from tests.helpers.browser import Browser
from tests.helpers.slow import some
from tests.helpers.tapping import ROWS, RULE, load, tap_game

GAMES = (("sea-or-shore", 4), ("loot-island", 3), ("lost-island", 4), ("gold-island", 2))


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """One browser for all of these tests; each of them takes a new page."""
    started = Browser(tmp_path_factory.mktemp("chromium"))
    try:
        load(started)
        yield started
    finally:
        started.close()


@pytest.mark.parametrize("path", [RULE, ROWS], ids=lambda path: path.name)
def test_the_rule_of_taps_knows_no_game_and_no_page(path: Path) -> None:
    text = path.read_text("utf-8")

    assert not [word for word in ("document", "window", "fetch", "island", "loot", "shore") if word in text]


@pytest.mark.slow
@pytest.mark.parametrize(("game_id", "players"), some(GAMES))
def test_a_dealt_game_is_tapped_as_it_happened(browser: Browser, game_id: str, players: int) -> None:
    found = tap_game(browser, game_of(game_id), players, 7)

    assert [one for one in found if not one.is_same] == []
    assert [one for one in found if one.taps is None or one.taps > one.facts + 4] == []
