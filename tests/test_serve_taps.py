"""The rule of taps in a real browser: dealt games tapped event by event, and what was tapped is what happened."""

from collections.abc import Iterator

import msgspec
import pytest

from records.event import read_header
from replay.deal import header_for
from replay.form_alphabet import alphabet
from replay.library import game_of, table_of
from tests.helpers.browser import Browser
from tests.helpers.slow import some
from tests.helpers.tapping import RULE, load, tap_game

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


def test_the_rule_of_taps_knows_no_game_and_no_page() -> None:
    text = RULE.read_text("utf-8")

    assert not [word for word in ("document", "window", "fetch", "island", "loot", "shore") if word in text]


@pytest.mark.slow
@pytest.mark.parametrize(("game_id", "players"), some(GAMES))
def test_a_dealt_game_is_tapped_as_it_happened(browser: Browser, game_id: str, players: int) -> None:
    found = tap_game(browser, game_of(game_id), players, 7)

    assert [one for one in found if not one.is_same] == []
    assert [one for one in found if one.taps is None or one.taps > one.facts + 4] == []


@pytest.mark.slow
@pytest.mark.parametrize(("game_id", "players"), some(GAMES))
def test_every_verb_can_be_logged_with_any_seat_and_value(browser: Browser, game_id: str, players: int) -> None:
    game = game_of(game_id)
    words = alphabet(game, table_of(game, read_header(header_for(game, players))))
    sent = msgspec.json.encode(words).decode()
    views = browser.value(f"tapper.everything({sent})")

    assert len(views) == len(words.verbs)
    assert all(view["body"] is None for view in views)


@pytest.mark.slow
def test_something_else_is_logged_only_with_a_last_tap(browser: Browser) -> None:
    game = game_of("lost-island")
    words = alphabet(game, table_of(game, read_header(header_for(game, 2))))
    sent = msgspec.json.encode(words).decode()
    logged = browser.value(f"""((alphabet) => {{
        let state = rule.anything(alphabet, "move", "red");
        for (const one of [{{value: "red.a"}}, {{value: "f6"}}]) state = rule.tap(state, one);
        const before = rule.look(state);
        const after = rule.look(rule.tap(state, {{log: true}}));
        return [before.body, before.log, after.body];
    }})({sent})""")

    assert logged == [None, True, {"do": "move", "by": "red", "piece": "red.a", "to": "f6"}]
