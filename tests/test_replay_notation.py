"""Notation: what is typed at the table becomes exactly one event, and every event has a line that says the same."""

import json
import random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from replay.action import name_of
from replay.game import Game
from replay.games.lost_island.actions import Move
from replay.library import game_ids, game_of
from replay.notation.coming import coming_words
from replay.notation.reading import Line, Misread, read_line, verbs_of
from replay.notation.shared import RESERVED, SHARED_VERBS
from replay.notation.tokens import split, statements
from replay.notation.writing import write_line
from replay.table import Table
from tests.helpers.slow import first_ones
from tests.helpers.tools import dealt, shaken, well_formed
from tests.helpers.typed import Pad, table_for, typed

GAMES = game_ids()
TYPED = [game_id for game_id in GAMES if not game_of(game_id).is_linked]
"""Games whose every event is typed at a table. Rounds and results of one that links records are written by programs."""


def sizes() -> list[tuple[str, int]]:
    return [(game_id, players) for game_id in TYPED for players in game_of(game_id).player_counts]


# --- every event has a line


@pytest.mark.parametrize("form", first_ones(["revealed", "full"]))
@pytest.mark.parametrize(("game_id", "players"), sizes())
def test_every_line_of_a_dealt_game_is_read_back_as_the_same_event(game_id: str, players: int, form: str) -> None:
    game = dealt(game_id, players, seed=players)
    table_game, table = table_for(game.header)
    for body, text, state in typed(game.header, game.full if form == "full" else game.revealed):
        assert not text.startswith("{"), f"{body} has no words"
        read = read_line(table_game, table, state, text)
        assert isinstance(read, Line), (text, read)
        assert read.body == body


@pytest.mark.parametrize("game_id", GAMES)
@pytest.mark.parametrize("seed", range(2))
def test_even_senseless_events_have_a_line(game_id: str, seed: int) -> None:
    header, bodies = shaken(game_id, seed, length=40)
    _, table, line = well_formed(header, bodies)
    game = game_of(game_id)
    state = game.start(table)
    for _, action in line:
        text = write_line(game, table, state, action)
        read = json.loads(text) if text.startswith("{") else read_line(game, table, state, text)
        body = read if isinstance(read, dict) else read.body if isinstance(read, Line) else None
        assert body == write_body(action), text
        state = game.after(state, 0, action)


def write_body(action: object) -> object:
    from replay.action import Action, body_of

    assert isinstance(action, Action)
    return body_of(action)


@pytest.mark.parametrize("game_id", TYPED)
def test_lines_are_short(game_id: str) -> None:
    """What happens in a turn takes a dozen keys; JSON takes some sixty."""
    game = dealt(game_id, game_of(game_id).player_counts[1], seed=7)
    lengths = sorted(len(item.text) for item in typed(game.header, game.scribe))
    assert lengths[len(lengths) // 2] <= 14
    spelled = sum(len(json.dumps(body)) for body in game.scribe)
    assert sum(lengths) * 3 < spelled


@pytest.mark.parametrize("game_id", GAMES)
def test_every_field_of_every_action_can_be_typed(game_id: str) -> None:
    game = game_of(game_id)
    verbs = {verb.do: verb for verb in verbs_of(game)}
    for kind in game.actions:
        verb = verbs[name_of(kind)]
        fields = {field.encode_name for field in msgspec.structs.fields(kind)} - {"by", "at", "said", "salt"}
        assert fields <= {slot.field for slot in verb.slots} | {flag.field for flag in verb.flags}, verb.do


@pytest.mark.parametrize("game_id", GAMES)
def test_no_verb_has_the_name_of_a_line_about_the_log(game_id: str) -> None:
    notation = game_of(game_id).notation
    assert notation is not None
    own = {name for verb in notation.verbs for name in verb.names}
    shared = {name for verb in SHARED_VERBS for name in verb.names}
    assert not own & (RESERVED | shared)


@settings(max_examples=150, deadline=None)
@given(
    text=st.text(alphabet='rbgp137 N1E2<>+-*?!#;:=,."{[]}sea lootjNaøß\t', max_size=40), game_id=st.sampled_from(GAMES)
)
def test_any_text_is_read_or_not_read_and_never_fails(text: str, game_id: str) -> None:
    pad = Pad(game_id, game_of(game_id).player_counts[-1])
    answer = pad.read(text)
    assert isinstance(answer, Line | Misread)
    for part in statements(text):
        assert part.strip() == part != ""
    assert isinstance(split(text).words, tuple)


# --- one turn of each game, as it is typed


def test_loot_island_says_a_play_in_ten_keys() -> None:
    pad = Pad("loot-island", 4, "setup blue NWcw", "A3")
    assert pad("r137 N1<E2") == {
        "do": "play",
        "by": "blue",
        "landing": "N1",
        "cards": ["red-1", "red-3", "red-7"],
        "from": "E2",
    }
    assert pad("g1** W1")["cards"] == ["green-1", "?", "?"]
    assert pad("p10w3c S2") == {
        "do": "play",
        "by": "white",
        "landing": "S2",
        "cards": ["purple-10", "purple-wild", "purple-3-chest"],
    }
    assert pad("draw g9 g1 drew * *") == {
        "do": "island",
        "by": "yellow",
        "island": "draw",
        "cards": ["green-9", "green-1"],
        "draw": ["?", "?"],
    }
    assert pad("pa") == {"do": "pass", "by": "blue"}


def test_words_may_come_in_any_order_and_in_any_case() -> None:
    bodies = []
    for line in ("b r137 N1<E2", "BLUE PLAY n1 R137 <e2", "blue play red-1 r3 r7 at N1 from E2"):
        pad = Pad("loot-island", 3, "setup blue NWcw", "A3")
        bodies.append(pad(line))
    assert bodies[0] == bodies[1] == bodies[2]


def test_an_icon_is_a_letter_after_the_number_and_may_be_left_out_if_only_one_card_fits() -> None:
    pad = Pad("loot-island", 3, "setup blue NWcw", "A3", kit="box")
    assert pad("r2 N1")["cards"] == ["red-2-plus"]  # the box has no other red 2
    assert pad("r5 N2")["cards"] == ["red-5"]
    assert pad("r5d E1")["cards"] == ["red-5-draw"]


def test_sea_or_shore_lays_shows_acts_and_turns() -> None:
    pad = Pad("sea-or-shore", 4, "setup p2 r4 g3 rb:1 gp:3")
    assert pad("r12 * * p3") == {"do": "pass", "cards": {"p1": "red-12", "p2": "?", "p3": "?", "p4": "purple-3"}}
    assert pad("7+2") == {"do": "lay", "by": "p2", "shows": 7, "add": 2}
    assert pad("g") == {"do": "lay", "by": "p3", "shows": "green"}
    assert pad("p1 11") == {"do": "lay", "by": "p1", "shows": 11}
    pad("p4 *")
    show = pad("b11 r7 g2 b3 steal p1:p4")
    assert show["steals"] == {"p1": "p4"}
    assert show["cards"] == {"p1": "blue-11", "p2": "red-7", "p3": "green-2", "p4": "blue-3"}
    assert pad("a<pile")["action"] == 1  # the action still due, by whoever has to act
    assert pad("r4 p2") == {"do": "turn", "treasures": ["red-4", "purple-2"]}


def test_lost_island_moves_fights_flips_and_shrinks() -> None:
    pad = Pad("lost-island", 4, "setup red b2 b5 e5 e2")
    piece, cell = next((piece, cell) for piece, cell in pad.state.where.items() if piece.startswith("red."))
    move = next(action for action in game_of("lost-island").suggest(pad.state) if isinstance(action, Move))
    assert pad(f"{move.piece[-1]} {move.to}") == {"do": "move", "by": "red", "piece": move.piece, "to": move.to}
    assert piece and cell
    flip = pad.read("flip c3 bc4<a tf:6 b:out")
    assert isinstance(flip, Line)
    assert flip.body == {
        "do": "flip",
        "by": "red",
        "cell": "c3",
        "tile": "bomb-cross-4",
        "piece": "red.a",
        "hits": {"turquoise.f": 6, "red.b": "out"},
    }
    assert pad("b pd 4v*")["values"] == [4, "?"]
    assert pad("shrink a1 l2")["tile"] == "loot-2"


def test_gold_island_moves_uses_and_draws() -> None:
    pad = Pad("gold-island", 3, "setup red")
    assert pad("p5 i2 i1 port ic1 pb")["path"] == ["isle-2", "isle-1", "port", "island-card-1", "pirate-black"]
    assert pad("take")["do"] == "take"
    assert pad("s4p i7 5") == {"do": "use", "by": "red", "card": "seer-4-poker", "island": "isle-7", "value": 5}
    assert pad("dr * *") == {"do": "draw", "by": "red", "cards": ["?", "?"]}
    assert pad("ml")["card"] == "monument-light"
    assert pad("rob=red:2 r3p")["rob"] == {"red": 2}


# --- what every game has


def test_counted_revealed_and_noted() -> None:
    pad = Pad("sea-or-shore", 3, "setup p1 r4")
    assert pad("o additions.p1=3 piles.p2=r4,b2 turn=null starter=p1 hands.p3=*")["facts"] == {
        "additions.p1": 3,
        "piles.p2": ["red-4", "blue-2"],
        "turn": None,
        "starter": "p1",
        "hands.p3": "?",
    }
    assert pad("reveal @7.cards.p1 r7") == {"do": "reveal", "what": "@7.cards.p1", "value": "red-7"}
    assert pad("rev @7.took r7 b3")["value"] == ["red-7", "blue-3"]
    assert pad('rev @7.took is=["red-7"]')["value"] == ["red-7"]
    assert pad("n Bob left; back at 9 # really?")["text"] == "Bob left; back at 9 # really?"
    assert pad("p2 note they saw it") == {"do": "note", "by": "p2", "text": "they saw it"}
    assert pad("close aban") == {"do": "close", "result": "abandoned"}


def test_any_field_may_be_named_and_written_as_json() -> None:
    pad = Pad("sea-or-shore", 3)
    body = pad('setup position={"round": 2, "phase": "lay", "turn": "p3"} at=2026-11-15T18:00:00Z')
    assert body["position"] == {"round": 2, "phase": "lay", "turn": "p3"}
    assert body["at"] == "2026-11-15T18:00:00Z"
    assert pad("sho=7")["shows"] == 7
    assert pad("p1 lay shows=b ad=2")["add"] == 2


def test_marks_and_notes_are_not_part_of_the_event() -> None:
    pad = Pad("sea-or-shore", 3, "setup p1 r4", "* * *")
    plain = pad.read("r")
    for text, mark, note in (("r ?", "?", None), ("r !", "!", None), ("r ? # not sure of it", "?", "not sure of it")):
        line = pad.read(text)
        assert isinstance(plain, Line) and isinstance(line, Line)
        assert (line.body, line.mark, line.note) == (plain.body, mark, note)


def test_players_are_seats_by_their_names_too() -> None:
    game = game_of("sea-or-shore")
    players = [{"seat": "p1", "name": "Ann"}, {"seat": "p2", "name": "Bob"}, {"seat": "p3", "name": "Bea"}]
    _, table = table_for({"quartermaster": 1, "game": game.id, "players": players})
    state = game.start(table)
    line = read_line(game, table, state, "ann lay red")
    assert isinstance(line, Line) and line.body["by"] == "p1"
    several = read_line(game, table, state, "b lay 7")
    assert isinstance(several, Misread)
    assert [body["by"] for body in several.readings] == ["p2", "p3"]


def test_a_seat_comes_before_a_thing_and_a_thing_before_half_a_name() -> None:
    """`b` is blue, not the island called bottom; but the explorer b, not Bob, where the seats are red and purple."""
    pad = Pad("loot-island", 3, "setup red NWcw", "A3")
    assert pad("b g5 N1") == {"do": "play", "by": "blue", "landing": "N1", "cards": ["green-5"]}  # out of turn
    game = game_of("lost-island")
    players = [{"seat": "red", "name": "Ann"}, {"seat": "purple", "name": "Bob"}]
    _, table = table_for({"quartermaster": 1, "game": game.id, "players": players, "options": {"kit": "demo"}})
    state = game.start(table)
    line = read_line(game, table, state, "b a3")
    assert isinstance(line, Line) and line.body == {"do": "move", "by": "red", "piece": "red.b", "to": "a3"}
    whole = read_line(game, table, state, "bob flip a3")
    assert isinstance(whole, Line) and whole.body["by"] == "purple"


# --- what cannot be read


def test_two_readings_are_listed_and_the_state_decides_if_it_can() -> None:
    pad = Pad("sea-or-shore", 4, "setup p1 r4 g3", "* * * *")
    line = pad.read("r7 b3 g4 p12")  # nobody has laid a card, and none of these may come now
    assert isinstance(line, Misread)
    assert {body["do"] for body in line.readings} == {"pass", "show", "turn"}
    for text in ("r", "b", "g", "p"):
        pad(text)
    assert pad("r7 b3 g4 p12")["do"] == "show"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "says nothing"),
        ("xyzzy", "no action begins with"),
        ("xyzzy plugh", "no action begins with 'xyzzy'"),
        ("r35", "play needs a landing"),
        ("play N9 r3", "N9 is no landing; they are N1, N2, E1, E2, S1, S2, W1 and W2"),
        ("play N1", "play needs map cards"),
        ("r35 N1 N2", "play does not take 'N2'"),
        ("recall N1", "who does recall"),
        ("play r3 N1 colour=7", "'colour' is not a field of play"),
        ("play r3 N1 shed={", "not JSON"),
        ("play r3 N1 drew green:r3", "play does not take 'green:r3'"),
        ("observe", "observe needs"),
        ("close maybe", "close does not take 'maybe'; it takes finished"),
    ],
)
def test_why_a_line_cannot_be_read(text: str, why: str) -> None:
    pad = Pad("loot-island", 3, "setup blue NWcw", "A3")
    assert why in pad.why(text)


def test_statements_are_separated_outside_notes_json_and_prose() -> None:
    assert statements("r35 N1; pass ;; b7 E2") == ["r35 N1", "pass", "b7 E2"]
    assert statements("r35 N1 # then; later; pass") == ["r35 N1 # then; later; pass"]
    assert statements('{"do":"note","text":"a;b"}; pass') == ['{"do":"note","text":"a;b"}', "pass"]
    assert statements("pass; n this; and that") == ["pass", "n this; and that"]
    assert statements("p2 dispute 4 no; really") == ["p2 dispute 4 no; really"]


# --- what may come


@pytest.mark.parametrize("game_id", GAMES)
def test_every_legal_continuation_is_a_line_that_is_read_as_the_same_action(game_id: str) -> None:
    game = dealt(game_id, game_of(game_id).player_counts[-1], seed=11)
    table_game, table = table_for(game.header)
    states = [item.state for item in typed(game.header, game.full[:40])]
    for state in random.Random(1).sample(states, 6):
        for action in table_game.suggest(state)[:25]:
            line = write_line(table_game, table, state, action)
            assert isinstance(read_line(table_game, table, state, line), Line)


def test_who_is_next_is_said_even_if_hands_are_hidden() -> None:
    assert coming_words(*_at(Pad("loot-island", 3, "setup blue NWcw", "A3"))) == "the blue player: pass, play, island"
    assert "the red player: " in coming_words(*_at(Pad("gold-island", 3, "setup red")))
    assert coming_words(*_at(Pad("sea-or-shore", 3, "setup p1 r4", "* * *"))) == "p1: lay"


def _at(pad: Pad) -> tuple[Game, Table, Any]:
    return pad.game, pad.table, pad.state
