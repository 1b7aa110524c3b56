"""Names and pieces that begin with the same letter: no name changes what a line means."""

import string
from typing import Any

import pytest

from records.event import event_of, read_header
from replay.library import game_of, table_of
from replay.session import Session
from replay.typed_lines import Scribe, Unclear
from tests.helpers.shell import Shell
from tests.helpers.slow import many, shares
from tests.helpers.tools import dealt, fixtures_of
from tests.helpers.typist import Typist

GAMES = ("gold-island", "loot-island", "lost-island", "sea-or-shore")
_NAMES = "Ann Bob Cleo Dee Eve Finn Gus Hal Ida Jo Kay Leo Mia Ned Oli Pam Quin Ray Sue Tom Una Val Wes Xan Yul Zoe"
NAMES = _NAMES.split()


def named(header: dict[str, Any], first: int) -> dict[str, Any]:
    """The header with names, beginning with this one."""
    players = header["players"]
    seated = [{**player, "name": NAMES[(first + at) % len(NAMES)]} for at, player in enumerate(players)]
    return {**header, "players": seated}


def test_every_initial_is_among_the_names() -> None:
    assert [name[0] for name in NAMES] == list(string.ascii_uppercase)


@pytest.mark.parametrize("firsts", shares(1, many(8, len(NAMES))))
@pytest.mark.parametrize("game_id", GAMES)
def test_a_whole_game_is_read_alike_whatever_the_players_are_called(game_id: str, firsts: range) -> None:
    """Each line gives the same event: no finding can come from a name. In a proof every initial sits in every seat."""
    simulated = dealt(game_id, min(4, game_of(game_id).player_counts[-1]), seed=4)
    lines = (fixtures_of(game_id) / "four-players.lines").read_text().splitlines()[1:]
    for first in firsts:
        game = game_of(game_id)
        table = table_of(game, read_header(named(simulated.header, first)))
        session = Session.of(game, table, [])
        scribe = Scribe(session)
        for seq, (line, body) in enumerate(zip(lines, simulated.scribe, strict=True), 1):
            (said,) = scribe.hear(line).events
            assert said.body == {**body, "said": line}, (NAMES[first], line)
            session.add(event_of(body, seq))


def island(*events: str) -> Scribe:
    """Lost Island, in which it is the turn of red, and orange is called Cleo."""
    seats = [{"seat": "red", "name": "Ann"}, {"seat": "purple", "name": "Bob"}, {"seat": "orange", "name": "Cleo"}]
    game = game_of("lost-island")
    header = {"quartermaster": 1, "game": game.id, "players": seats, "options": {"kit": "demo"}}
    session = Session.of(game, table_of(game, read_header(header)), [])
    scribe = Scribe(session)
    for seq, line in enumerate(("setup red", *events), 1):
        session.add(event_of(scribe.hear(line).events[0].body, seq))
    return scribe


def test_a_line_that_is_no_legal_move_either_way_is_asked_about_once() -> None:
    scribe = island()
    with pytest.raises(Unclear) as caught:
        scribe.hear("c f4")
    bodies = [one.body for one in caught.value.readings]
    assert {body["by"] for body in bodies} == {"red", "orange"}, "both readings are named"

    piece = next(body for body in bodies if body["by"] == "red")
    scribe.remember("c f4", piece)
    assert all(body["by"] == "red" for body in meanings(scribe, "c f4"))
    assert all(body["by"] == "red" for body in meanings(scribe, "c e4")), "the answer holds for the evening"
    assert all(body["by"] == "red" for body in meanings(Scribe(scribe.session, scribe), "c f4"))

    scribe.remember("c f4", next(body for body in bodies if body["by"] == "orange"))
    assert all(body["by"] == "orange" for body in meanings(scribe, "c f4"))


def meanings(scribe: Scribe, line: str) -> list[dict[str, Any]]:
    """Every event that a line can mean."""
    try:
        return [said.body for said in scribe.hear(line).events]
    except Unclear as error:
        assert error.readings
        return [one.body for one in error.readings]


def test_a_legal_move_wins_over_a_name_at_a_real_prompt(qm: Shell) -> None:
    record = qm("new", "lost-island", "red=Cleo", "purple=Bob", "--kit", "demo", "--json").json["id"]
    with Typist("log", record) as screen:
        screen.expect("next   setup")
        screen.line("setup red")
        screen.expect("next   Cleo")
        screen.line("b a3")
        screen.expect("Cleo's explorer moves from a2 to a3.")
        screen.line("c f4")
        screen.expect("this can mean")
        screen.expect("Enter drops it; or type it again:")
        screen.line("")
        screen.line("q")
        assert screen.wait() == 0
    through_a_pipe = qm("log", record, stdin="c f4\n")
    assert through_a_pipe.code == 2
    assert "it can be: " in through_a_pipe.err
