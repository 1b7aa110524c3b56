"""Help where it is needed: examples that work, spelling, the last events, and open answers in one line."""

import pytest

from records.event import read_header
from replay.hints import examples, hint
from replay.library import game_of, table_of
from replay.session import Session
from replay.typed_lines import Scribe
from tests.helpers.shell import Shell
from tests.helpers.tools import dealt, timeline
from tests.helpers.typist import Typist

pytestmark = pytest.mark.slow

GAMES = ("gold-island", "loot-island", "lost-island", "sea-or-shore")


@pytest.mark.parametrize("game_id", GAMES)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_set_up_that_is_shown_fits_this_table(qm: Shell, game_id: str, players: int) -> None:
    game = game_of(game_id)
    if not game.player_counts[0] <= players <= game.player_counts[-1]:
        players = game.player_counts[0]
    seats = [{"seat": seat} for seat in game.seats[:players]]
    header = {"quartermaster": 1, "game": game_id, "players": seats, "options": {"kit": "demo"}}
    session = Session.of(game, table_of(game, read_header(header)), [])
    (line,) = examples(session)
    assert "*" not in line, "what nobody sees is left out"
    record = qm("new", game_id, *game.seats[:players], "--kit", "demo", "--json").json["id"]
    assert qm("log", record, "--strict", stdin=f"{line}\n").code == 0, "it breaks no rule"


@pytest.mark.parametrize("game_id", GAMES)
def test_the_examples_of_any_moment_can_be_typed(game_id: str) -> None:
    simulated = dealt(game_id, 3, seed=5)
    for length in (1, 8, 20):
        game, table, _, record = timeline(simulated.header, simulated.scribe[:length])
        session = Session.of(game, table, record.events)
        for line in examples(session):
            assert Scribe(session).hear(line).events, line


def test_a_misspelt_word_is_named_with_the_nearest_and_an_example(qm: Shell) -> None:
    simulated = dealt("sea-or-shore", 3, seed=5)
    game, table, _, record = timeline(simulated.header, simulated.scribe[:2])
    session = Session.of(game, table, record.events)
    assert hint(session, "geen").startswith("geen: did you mean green?")
    assert "for example: " in hint(session, "geen")


def test_at_the_prompt_help_is_there_when_resuming_and_after_a_slip(qm: Shell) -> None:
    record = qm("new", "sea-or-shore", "p1=Ann", "p2=Bob", "p3", "--kit", "demo", "--json").json["id"]
    with Typist("log", record) as screen:
        screen.expect("next   setup")
        screen.line("?")
        screen.expect("type   setup p")
        screen.line("setup p1 r4")
        screen.expect("The game begins")
        screen.line("* * *")
        screen.expect("? 2 answers wait for what is hidden or assumed")
        screen.line("geen")
        screen.expect("geen: did you mean green?")
        screen.expect("or type it again:")
        screen.line("g")
        screen.expect("Ann lays a card showing green.")
        screen.line("o")
        screen.expect("? event 2  SS-PASS-2")
        screen.line("q")
        assert screen.wait() == 0
    with Typist("log", record) as screen:
        screen.expect("3 events so far")
        screen.expect("    3  Ann lays a card showing green.")
        screen.line("q")
        assert screen.wait() == 0
