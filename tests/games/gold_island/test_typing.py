"""Gold Island at the prompt: what may come next although nobody sees the hands, and what a slip is told."""

import pytest

from replay.action import Unreadable
from replay.audit import judge_step
from replay.games.gold_island import GAME
from replay.games.gold_island.actions import Move, Use
from replay.games.gold_island.unseen_hand import MOST, may_be_held
from replay.hints import examples
from replay.notation.coming import coming_words
from replay.notation.filling import takes
from replay.notation.reading import Misread, read_line, verbs_of
from replay.read import read_body
from replay.session import Session
from replay.step import Step
from tests.games.gold_island.helpers import act, header, moved, position
from tests.games.gold_island.spoken import with_names
from tests.helpers.readable import unreadable
from tests.helpers.tools import Body, dealt, final_state, timeline


def test_a_scribe_who_sees_no_hand_gets_examples_that_differ() -> None:
    game, table, _, record = timeline(header(3), [{"do": "setup", "first": "blue"}])
    found = examples(Session.of(game, table, record.events))
    assert found == ["a2p ic3 pn", "a3 ic1 pb p1", "a4 i1 i2 p ic3", "a5 i1 i2 p ic1 pb", "r3p i1 i2 i5"]


def test_what_is_suggested_for_unseen_cards_is_allowed() -> None:
    simulated = dealt("gold-island", 3, 11)
    for length in (1, 20, 61, 110, 150):
        game, state = final_state(simulated.header, simulated.scribe[:length])
        found = game.suggest(state)
        assert 0 < len(found) <= MOST
        for action in found[:: max(1, len(found) // 12)]:
            step = Step(0, state, action, game.reduce(state, action))
            assert [one.why for one in judge_step(game, step) if one.answer == "broken"] == [], action


def test_a_card_that_was_shown_cannot_be_held_any_more() -> None:
    shown = {"discard": {"red": ["ashore-5", "monument-light", "robbery-3-poker", "robbery-?"]}}
    _, state = final_state(header(), [position(**shown)])
    held = may_be_held(state, "red")
    assert {"ashore-5", "monument-light", "robbery-light"}.isdisjoint(held)
    assert {"ashore-4", "seer-2", "pirate-5"} <= set(held)
    _, known = final_state(header(), [position(hands={"red": ["ashore-5", "seer-2", "pirate-5", "ashore-3"]})])
    assert may_be_held(known, "red") == []
    cards = {action.card for action in GAME.suggest(known) if isinstance(action, Move)}
    assert cards == {"ashore-5", "seer-2", "pirate-5", "ashore-3"}


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ([{"do": "setup"}], "Ann: move"),
        ([position(relics={"redraw": {"at": "red"}})], "Ann: move, redraw"),
        ([moved(field="permit-1")], "Ann: take, draw, use"),
        ([moved(field="gamble-1")], "Ann: gamble, draw, use"),
        ([moved()], "Ann: draw, use"),
        ([moved(), act("use", card="seer-2", island="isle-3")], "Ann: draw"),
        ([position(), act("move", card="ashore-3")], "Ann: draw, use, take, gamble"),
    ],
)
def test_only_what_the_field_offers_comes_next(lines: list[Body], words: str) -> None:
    game, state = final_state(with_names(header()), lines)
    assert coming_words(game, state.table, state) == words


def test_second_cards_are_suggested_where_they_can_do_something() -> None:
    start = moved(ships={"red": "isle-1"}, crew={"red": {"black": 1}}, islands={"isle-1": {"pirates": {"white": 1}}})
    _, state = final_state(header(), [start])
    kinds = {action.card.rpartition("-")[0] for action in GAME.suggest(state) if isinstance(action, Use)}
    assert {"seer", "ashore", "double-pirate"} <= {kind.removesuffix("-4").removesuffix("-3") for kind in kinds}


# --- what a slip is told ---------------------------------------------------------------------------------------------

SLIPS = (
    *(
        "foo",
        "p5x",
        "move x9",
        "s4p i7 zz",
        "take purple",
        "gamble",
        "move i7",
        "draw foo",
        "redraw",
        "use s4 relic=foo",
    ),
    *("use s4p rob=xx:1", "use s4 as=foo", "draw 99", "setup foo", "setup red pirates=x", "take 9 9", "setup chests=1"),
    *("setup colours=i1:pink", "setup relics=foo:1", "use s4 copy=foo", "gamble a3 maybe", "draw 2 x", "rob ann"),
)


def test_a_word_that_nothing_begins_with_is_told_what_there_is() -> None:
    game, state = final_state(header(), [{"do": "setup"}])
    found = read_line(game, state.table, state, "foo")
    assert isinstance(found, Misread)
    assert found.what == (
        "no action begins with 'foo'; cards are ashore (a), robbery (r), double robbery (dr), seer (s), pirate (p), "
        "double pirate (dp) and monument (m), each with a number or l for the lighthouse; pirates are black, white, "
        "violet and natural"
    )


@pytest.mark.parametrize("lines", [[], [{"do": "setup"}], [moved(field="permit-1")]], ids=["before", "start", "moved"])
def test_a_line_that_cannot_be_read_is_told_in_words(lines: list[Body]) -> None:
    game, table, _, _ = timeline(with_names(header()), [])
    state = final_state(with_names(header()), lines)[1] if lines else game.start(table)
    for line in SLIPS:
        found = read_line(game, table, state, line)
        assert isinstance(found, Misread), line
        assert unreadable(found.what.replace(">", "")) == [], line


def test_what_each_verb_takes_is_said_in_words() -> None:
    for verb in verbs_of(GAME):
        words = f"{verb.do}: {takes(verb)}" if verb.slots else verb.do
        assert unreadable(words.replace(">", "")) == [], verb.do


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ({"do": "take"}, "by is missing; allowed: the seats red, blue"),
        ({"do": "take", "by": "pink"}, "by is 'pink'; allowed: the seats red, blue"),
        (
            {"do": "move", "by": "red", "card": "foo"},
            "card is 'foo'; allowed: a card such as ashore-5, monument-light or seer-4-poker, with ? for what was not "
            "seen",
        ),
        (
            {"do": "take", "by": "red", "pirate": "pink"},
            "pirate is 'pink'; allowed: black, white, violet, natural, or ? if it was not seen",
        ),
        ({"do": "draw", "by": "red", "count": 99}, "count is 99; allowed: how many cards were drawn, from 0 to 64"),
        ({"do": "draw", "by": "red", "cards": ["?"] * 65}, "cards is 'a list of 65'; allowed: at most 64 cards"),
        (
            {"do": "reveal", "what": "gold", "value": 5},
            "value is 5; allowed: the name of an island, or ? if it was not seen",
        ),
    ],
)
def test_an_event_that_cannot_be_read_says_what_is_allowed(body: Body, why: str) -> None:
    game, table, _, _ = timeline(header(), [])
    action = read_body(game, table, body)
    assert isinstance(action, Unreadable)
    assert action.why == why
    assert unreadable(why) == []
