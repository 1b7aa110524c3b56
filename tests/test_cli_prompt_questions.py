"""Questions at the prompt never change the game, and what looks like a question never becomes a move."""

import json
from typing import Any

import pytest

from replay.notation.reading import notation_of
from replay.prompt_words import ASKS, TOLD
from replay.session import Session
from replay.typed_lines import Mistaken, Scribe, Unclear
from tests.helpers.shell import Shell
from tests.helpers.slow import first_ones
from tests.helpers.tools import dealt, timeline
from tests.helpers.typist import Typist

PLAYERS = {
    "sea-or-shore": ("p1=Ann", "p2=Bob", "p3=Cleo"),
    "loot-island": ("blue=Ann", "red=Bob", "white=Cleo"),
    "lost-island": ("red=Ann", "purple=Bob", "orange=Cleo"),
    "gold-island": ("red=Ann", "blue=Bob", "green=Cleo"),
}
SETUPS = {
    "sea-or-shore": "setup p1 r4 g3",
    "loot-island": "setup blue NEcw",
    "lost-island": "setup red",
    "gold-island": "setup red",
}


def begin(qm: Shell, game_id: str, lines: int = 12) -> str:
    """A record in mid-game, as a scribe saw it."""
    record: str = qm("new", game_id, *PLAYERS[game_id], "--kit", "demo", "--json").json["id"]
    bodies = dealt(game_id, 3, seed=5).scribe[:lines]
    logged = qm("log", record, "--json", "-", stdin="\n".join(map(json.dumps, bodies)))
    assert logged.code == 0, logged.err
    return record


def events(qm: Shell, record: str) -> list[dict[str, Any]]:
    return [line["event"] for line in qm("show", record, "--json").json_lines[1:]]


def session_of(game_id: str, lines: int = 20) -> Session:
    simulated = dealt(game_id, 3, seed=5)
    game, table, _, record = timeline(simulated.header, simulated.scribe[:lines])
    return Session.of(game, table, record.events)


@pytest.mark.parametrize("game_id", first_ones(list(PLAYERS)))
def test_asking_after_somebody_shows_their_part_of_the_table_and_writes_nothing(qm: Shell, game_id: str) -> None:
    record = begin(qm, game_id)
    before = events(qm, record)
    with Typist("log", record) as screen:
        screen.expect("12 events so far")
        for question in ("s Bob", "state bob", "who Bob", "what did Bob have?"):
            screen.line(question)
            screen.expect("Bob, as everybody may know:")
        screen.line("s Zed")
        screen.expect("who is 'Zed'? here are")
        screen.line("undoing")
        screen.expect("or type it again:")
        screen.line("")
        screen.line("exit")
        screen.expect("12 events are kept")
        assert screen.wait() == 0
    assert events(qm, record) == before


def test_the_commands_have_whole_words_too(qm: Shell) -> None:
    record = begin(qm, "gold-island")
    with Typist("log", record) as screen:
        screen.expect("12 events so far")
        screen.line("help")
        screen.expect("u undo")
        screen.line("list")
        screen.expect("\n   12  ")
        screen.line("turn")
        screen.expect("next   ")
        screen.line("open")
        screen.expect("event")
        screen.line("note it rains")
        screen.expect("it rains")
        screen.line("undo")
        screen.expect("no longer counts:")
        screen.expect("next   ")
        screen.line("quit")
        assert screen.wait() == 0
    assert [event["do"] for event in events(qm, record)[12:]] == ["note", "rewind"]


@pytest.mark.parametrize("game_id", first_ones(list(PLAYERS)))
def test_a_second_setup_asks_first_at_the_prompt_and_warns_through_a_pipe(qm: Shell, game_id: str) -> None:
    record = begin(qm, game_id)
    setup = {key: value for key, value in events(qm, record)[0].items() if key not in ("at", "salt")}
    with Typist("log", record) as screen:
        screen.expect("12 events so far")
        screen.line(SETUPS[game_id])
        screen.expect("the game is set up already")
        screen.expect("lay the table again (y/n)?")
        screen.line("")
        screen.expect("nothing was written")
        screen.line("q")
        assert screen.wait() == 0
    assert len(events(qm, record)) == 12
    answer = qm("log", record, stdin=json.dumps(setup))
    assert "warning: the game is set up already" in answer.out
    assert len(events(qm, record)) == 13


@pytest.mark.slow
@pytest.mark.parametrize("game_id", PLAYERS)
@pytest.mark.parametrize("rest", ["", "Bob", "ann", "c5", "r3 N1", "7", "* * *", "3 x", "a2 i1", "blue"])
def test_no_line_that_begins_like_a_command_becomes_a_move(game_id: str, rest: str) -> None:
    session = session_of(game_id)
    notation = notation_of(session.game)
    own = {name for verb in notation.verbs for name in verb.names}
    for word in sorted({*ASKS, *TOLD, "n"} - own - set(notation.letters)):
        try:
            heard = Scribe(session).hear(f"{word} {rest}".strip())
        except (Mistaken, Unclear):
            continue
        shared = {"rewind", "amend", "insert", "dispute", "note"}
        assert {said.body["do"] for said in heard.events} <= shared, (word, rest)


@pytest.mark.parametrize("game_id", PLAYERS)
def test_setup_is_typed_out_in_full(game_id: str) -> None:
    session = session_of(game_id, 1)
    for beginning in ("se", "set", "setu"):
        with pytest.raises((Mistaken, Unclear)):
            Scribe(session).hear(f"{beginning} {session.table.seats[0]}")


def test_a_verb_of_the_game_that_is_a_word_of_the_prompt_is_meant_only_where_it_may_come() -> None:
    """Sea or Shore has a verb `turn`: in the middle of a trick, the question is meant."""
    session = session_of("sea-or-shore", 3)
    assert Scribe(session).hear("turn").ask == "turn"


def test_where_a_thing_is_and_what_is_hidden_stays_so(qm: Shell) -> None:
    record: str = qm("new", "sea-or-shore", "p1=Ann", "p2=Bob", "p3", "--kit", "demo", "--json").json["id"]
    lines = "setup p1 r4\np1:r7 p2:* p3:*\nw\nwhere r4\nwhere r7\nwhere was b12?\n"
    answer = qm("log", record, stdin=lines)
    assert answer.code == 0, answer.err
    assert "  red 4: " in answer.out
    assert "it is not known where 'r7' is" in answer.out, "only Ann knows what she passed on"
    assert "it is not known where 'b12' is" in answer.out


# --- claims


def test_a_claim_says_who_claims_and_undo_withdraws_it(qm: Shell) -> None:
    record = begin(qm, "lost-island")
    with Typist("log", record) as screen:
        screen.expect("12 events so far")
        screen.line("bob d 11 that was two fields")
        screen.expect("contests event 11")
        screen.line("u")
        screen.expect("takes back the claim of event 13")
        screen.line("Cleo dispute it was wrong")
        screen.expect("contests event 12")
        screen.line("q")
        assert screen.wait() == 0
    claim, taken_back, other = events(qm, record)[12:]
    assert (claim["do"], claim["by"], claim["about"], claim["claim"]) == (
        "dispute",
        "purple",
        11,
        "that was two fields",
    )
    assert (taken_back["do"], taken_back["by"], taken_back["dispute"]) == ("withdraw", "purple", 13)
    assert (other["by"], other["claim"]) == ("orange", "it was wrong")


def test_a_move_of_the_piece_d_never_becomes_a_claim() -> None:
    session = session_of("lost-island")
    for line in ("d c5", "d c9", "d", "d c9 stone=l3", "d zz"):
        try:
            heard = Scribe(session).hear(line)
        except (Mistaken, Unclear):
            continue
        assert [said.body["do"] for said in heard.events] == ["move"], line
    assert Scribe(session).hear("d she moved twice").events[0].body["do"] == "dispute"
    with pytest.raises(Mistaken, match="cannot be read"):
        Scribe(session_of("gold-island")).hear("d cheating")
