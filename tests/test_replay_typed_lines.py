"""What a scribe types besides lines of the game: JSON, the last line again, and questions."""

import pytest

from replay.library import game_ids
from replay.notation.writing import write_line
from replay.session import Session
from replay.typed_lines import Mistaken, Scribe, Unclear
from tests.helpers.tools import dealt, timeline
from tests.helpers.typed import table_for


@pytest.fixture
def scribe() -> Scribe:
    game, table = table_for(dealt("sea-or-shore", 3, 1).header)
    return Scribe(Session.of(game, table, []))


def test_an_event_may_be_typed_as_json(scribe: Scribe) -> None:
    heard = scribe.hear('{"do":"setup","treasures":["red-4"]}')

    assert [said.body for said in heard.events] == [{"do": "setup", "treasures": ["red-4"]}]
    assert scribe.last == "", "JSON is not repeated by a dot"


@pytest.mark.parametrize(
    ("line", "words"),
    [("{nonsense", "JSON"), ('{"by":"p1"}', "do"), ('{"do":"lay","n":1.5}', "1.5"), ('{"do":"a","do":"b"}', "twice")],
)
def test_json_that_is_no_event_is_unclear_with_its_reason(scribe: Scribe, line: str, words: str) -> None:
    with pytest.raises(Unclear, match=words):
        scribe.hear(line)


def test_a_dot_repeats_the_last_line_of_the_game(scribe: Scribe) -> None:
    with pytest.raises(Mistaken, match="no line to repeat"):
        scribe.hear(".")
    first = scribe.hear("setup p1 r4")
    assert scribe.hear(".").events[0].body == first.events[0].body


@pytest.mark.parametrize(("line", "ask"), [("w", "turn"), ("S", "state"), ("?", "legal"), (" q ", "quit")])
def test_questions_write_nothing(scribe: Scribe, line: str, ask: str) -> None:
    heard = scribe.hear(line)
    assert (heard.events, heard.ask) == ([], ask)


@pytest.mark.parametrize("game_id", game_ids())
def test_whatever_can_be_observed_can_be_said_in_a_line(game_id: str) -> None:
    simulated = dealt(game_id, 3, seed=5)
    game, table, _, record = timeline(simulated.header, simulated.full[:40])
    scribe = Scribe(Session.of(game, table, record.events))
    state = scribe.session.state
    for doc in game.paths:
        path = doc.path.replace("<seat>", table.seats[0])
        looked = game.look(state, path)
        if looked is None:
            continue  # a place that this table does not have
        body = {"do": "observe", "facts": {path: looked.value}}
        (said,) = scribe.hear(write_line(game, table, state, body)).events
        assert {"do": said.body["do"], "facts": said.body["facts"]} == body
