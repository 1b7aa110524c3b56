"""Gold Island in the table's own words: names, sentences, changes and reasons, all of them read."""

from random import Random
from typing import Any

import pytest

from replay.diff import changes
from replay.game import Frame
from replay.games.gold_island import GAME
from replay.games.gold_island.phrases import a_card, some_pirates, the_place, where
from replay.games.gold_island.words import FIELD_KINDS, PROPERTIES, RELICS, said
from replay.playout import fold
from tests.games.gold_island.helpers import act, header, moved, position, reveal, settlement
from tests.games.gold_island.spoken import with_names, wrong_with
from tests.helpers.readable import unreadable
from tests.helpers.tools import Body, audit_of, cases, dealt, timeline

CASES = cases("gold-island")


# --- names -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("ashore-5", "ashore 5"),
        ("seer-4-poker", "seer 4 with the poker icon"),
        ("double-robbery-1", "double robbery 1"),
        ("monument-light", "monument with the lighthouse"),
        ("robbery-light-poker", "robbery with the lighthouse and the poker icon"),
        ("?-5", "unseen card with a 5"),
        ("?-8-poker", "unseen card with an 8 and the poker icon"),
        ("seer-?", "seer with an unseen number"),
        ("?-poker", "unseen card with the poker icon"),
        ("lighthouse", "lighthouse field"),
        ("permit-1", "permit field 1"),
        ("pirate-black", "black pirate field"),
        ("pirate-black-2", "black pirate field 2"),
        ("island-card-3", "island-card field 3"),
        ("gamble-1", "gambling field 1"),
        ("isle-12", "isle 12"),
        ("skull_rock", "skull rock"),
        ("volcano-upper", "upper volcanic island"),
        ("hand-5", "relic for a fifth card"),
        ("?", "not seen"),
    ],
)
def test_a_name_as_players_say_it(name: str, words: str) -> None:
    _, table, _, _ = timeline(header(), [])
    assert GAME.say(table, name) == words


def test_every_name_of_the_box_has_words_of_its_own() -> None:
    _, table, _, _ = timeline(header(), [])
    kit = table.kit
    names = [*set(kit.deck), *kit.ring, *kit.places, *RELICS, *FIELD_KINDS, *(f"{kind}-?" for kind in PROPERTIES)]
    words = [GAME.say(table, name) for name in dict.fromkeys(names)]
    assert [fault for text in words for fault in wrong_with(text)] == []
    assert len(set(words)) == len(words)


def test_the_reader_of_this_game_sees_what_it_must() -> None:
    wrong = ("Ann shows isle-7", "a ashore 5", "an seer 2", "a 8", "an 5", "a seer 4-poker", "takes hand-5")
    assert [text for text in wrong if not wrong_with(text)] == []
    assert wrong_with("An official shows an 8, a 5, an ashore 5 and a seer 2 on island-card field 1.") == []


def test_articles_and_places_in_a_sentence() -> None:
    assert [a_card(name) for name in ("ashore-5", "seer-2", "?")] == ["an ashore 5", "a seer 2", "an unseen card"]
    assert [where(place) for place in ("port", "isle-3", "permit-1", "lighthouse", "volcano-lower")] == [
        *("in port", "at isle 3", "on permit field 1", "on the lighthouse field", "at the lower volcanic island"),
    ]
    assert (the_place("pirate-white"), the_place("?")) == ("the white pirate field", "a place that was not seen")
    assert some_pirates(["black", "white", "white"]) == "a black pirate and two white pirates"
    assert (some_pirates([]), some_pirates(["?"])) == ("nobody", "an unseen pirate")


# --- sentences -------------------------------------------------------------------------------------------------------


def told(*lines: Body) -> str:
    """The sentence of the last line, at a table with names."""
    return GAME.tell(audit_of(with_names(header(3)), list(lines)).steps[-1])


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        ([{"do": "setup", "first": "blue"}], "The table is set up for Ann, Bob and James; Bob starts."),
        (
            [{"do": "setup"}, act("move", card="pirate-5", path=["isle-2", "isle-1", "port", "island-card-1"])],
            "Ann moves with a pirate 5: the ship to isle 2, isle 1 and port, then the captain to island-card field 1.",
        ),
        ([{"do": "setup"}, act("move", card="ashore-3", to="isle-3")], "Ann sails to isle 3 with an ashore 3."),
        (
            [{"do": "setup"}, act("move", card="ashore-3", to="permit-1")],
            "Ann's captain goes to permit field 1 with an ashore 3.",
        ),
        (
            [position(captains={"red": "permit-1"}), act("move", card="robbery-light")],
            "Ann plays a robbery with the lighthouse to bring the captain home.",
        ),
        ([moved(), act("take")], "Ann takes nothing."),
        (
            [moved(), act("take", pirate="black", drop="white")],
            "Ann takes a black pirate and puts a white pirate back.",
        ),
        ([moved(), act("draw", count=0)], "Ann draws no cards."),
        ([moved(), act("draw", cards=["ashore-5", "?"])], "Ann draws an ashore 5 and one unseen card."),
        ([moved(), act("gamble", card="ashore-4")], "Ann gambles, turns up an ashore 4 and wins nothing."),
        (
            [moved(), act("gamble", card="seer-4-poker", permit=None)],
            "Ann gambles, turns up a seer 4 with the poker icon and wins, but takes nothing.",
        ),
        (
            [moved(), act("use", card="robbery-3", rob={"green": 1})],
            "Ann plays a robbery 3 and steals one island card from James.",
        ),
        ([moved(), act("use", card="robbery-3", rob={})], "Ann plays a robbery 3 and steals nothing."),
        ([moved(), act("use", card="seer-2")], "Ann plays a seer 2 without effect."),
        (
            [moved(ships={"red": "isle-4"}), act("use", card="ashore-4", pirates=[], permit="?")],
            "Ann plays an ashore 4, puts nobody ashore at isle 4 and places a permit.",
        ),
        (
            [
                moved(ships={"red": "volcano-lower"}),
                act("use", card="ashore-4", pirates=["black"], relic="hand-5", gold=2),
            ],
            "Ann plays an ashore 4, puts a black pirate ashore at the lower volcanic island and takes the relic for a "
            "fifth card (2 gold).",
        ),
        ([*settlement("isle-2")[:2]], "The chest on isle 1 holds 5 gold, so Ann wins the chest."),
        (
            [*settlement("isle-2")[:4]],
            "The chest on isle 2 holds 4 gold, so Bob wins the chest and Ann gets 3 gold in coins.",
        ),
        ([*settlement("isle-1")], "The gold island is isle 1, so Bob and James are out and Ann wins with 13 gold."),
        ([position(), reveal("hand.green", [])], "James shows their hand: no cards."),
        ([position(), reveal("@1.gold", "isle-4")], "Told later about event 1, the gold island: isle 4."),
    ],
)
def test_a_sentence(lines: list[Body], sentence: str) -> None:
    assert told(*lines) == sentence


def test_without_names_a_colour_gets_a_noun() -> None:
    lines = [moved(), act("use", card="robbery-3", rob={"blue": 1})]
    step = audit_of(header(), lines).steps[-1]
    assert GAME.tell(step) == "The red player plays a robbery 3 and steals one island card from the blue player."


# --- reasons ---------------------------------------------------------------------------------------------------------

AT_SEA: Body = {"ships": {"red": "isle-1"}}


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        ([{"do": "setup"}, act("move", "blue", card="ashore-3", to="permit-1")], "Bob acted on Ann's turn"),
        (
            [{"do": "setup"}, act("move", card="ashore-1", path=["lighthouse"])],
            "the captain did not leave the lighthouse field",
        ),
        (
            [position(**AT_SEA), act("move", card="ashore-2", path=["isle-1", "isle-4"])],
            "the ship did not leave isle 1",
        ),
        (
            [position(**AT_SEA), act("move", card="ashore-1", path=["isle-9"])],
            "no line connects isle 1 and isle 9",
        ),
        (
            [moved(**AT_SEA), act("use", card="ashore-4", pirates=["black"], permit=3)],
            "Ann's crew had no black pirates",
        ),
        (
            [
                moved(**AT_SEA, crew={"red": {"black": 1}}),
                act("use", card="ashore-4", pirates=["black", "black"], permit=3),
            ],
            "Ann's crew had only one black pirate",
        ),
        (
            [moved(), act("use", card="robbery-3", rob={"blue": 2})],
            "Bob had only one island card",
        ),
        (
            [moved(islandCards={"held": {"blue": []}}), act("use", card="robbery-3", rob={"blue": 1})],
            "Bob had no island cards",
        ),
        (
            [moved(**AT_SEA), act("use", card="seer-4", pirates=["black"])],
            "a seer 4 was used to pick up pirates, but its property is looking at a chest",
        ),
        (
            [{"do": "setup", "permits": {"red": 3}}, reveal("@1.permits.red", 4)],
            "event 1, the permit that Ann kept, was logged as 3, but is told as 4",
        ),
        (
            [position(), {"do": "observe", "facts": {"hand.red": 3, "captain.blue": "permit-1"}}],
            "Bob's captain: on permit field 1 at the table, on the lighthouse field by the record; "
            "Ann's hand: three cards at the table, four cards by the record",
        ),
    ],
)
def test_a_reason(lines: list[Body], why: str) -> None:
    findings = audit_of(with_names(header(3)), lines).findings
    assert why in [finding.why for finding in findings if finding.answer == "broken"]


# --- changes ---------------------------------------------------------------------------------------------------------

SILENT = (
    *("turn.moved", "turn.used", "turn.redrawn", "turn.field"),  # how far a turn is: the sentence says it
    *("islandCards.named", "permits.<seat>.gained"),  # what only the log remembers
    "result",  # the document that a settlement begins with
    *("result.score", "result.islands", "result.score.<seat>"),  # the sums of what is told
    *("result.islands.<island>", "result.islands.<island>.chest", "result.islands.<island>.pay.<seat>"),
    *("result.islands.<island>.pay",),
)
"""Places of the document that nobody talks about, and so no words are needed."""


def _pattern(path: str, table: Any) -> str:
    keys = ["<seat>" if key in table.seats else key for key in path.split(".")]
    return ".".join("<island>" if key in table.kit.islands else key for key in keys)


@pytest.mark.parametrize("seed", [7, pytest.param(8, marks=pytest.mark.slow), pytest.param(9, marks=pytest.mark.slow)])
def test_every_change_of_the_table_is_told(seed: int) -> None:
    simulated = dealt("gold-island", 2 + seed % 3, seed)
    game, table, line, _ = timeline(with_names(simulated.header), simulated.full)
    untold = set()
    document = game.document(game.start(table))
    for step in fold(game, table, line):
        after = game.document(step.after)
        for change in changes(document, after):
            pattern = _pattern(change.path, table)
            if pattern not in SILENT and not game.speech.changes(table, [change]):
                untold.add(pattern)
        document = after
    assert untold == set()


def test_every_path_that_can_be_counted_has_words() -> None:
    simulated = dealt("gold-island", 4, 3)
    game, table, line, _ = timeline(with_names(simulated.header), simulated.full)
    state = list(fold(game, table, line))[-1].after
    fill = {"<seat>": "green", "<colour>": "white", "<island>": "isle-4", "<relic>": "hand-5"}
    for doc in game.paths:
        path = ".".join(fill.get(key, key) for key in doc.path.split("."))
        seen = game.look(state, path)
        assert seen is not None, path
        words = f"{game.speech.place(table, path)}, {game.speech.value(table, path, seen.value)}"
        assert game.speech.place(table, path) != path
        assert wrong_with(words) == [], path


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        ({"hands": {"red": ["?", "?"]}}, {"hands": {"red": ["seer-2", "?"]}}, "Ann's hand: seer 2 now seen"),
        ({"hands": {"red": ["?", "?"]}}, {"hands": {"red": ["?"]}}, "Ann's hand: one card fewer"),
        (
            {"hands": {"red": ["seer-2", "?"]}},
            {"hands": {"red": ["?", "?"]}},
            "Ann's hand: seer 2 not known any more",
        ),
        ({"discard": {"red": ["seer-2"]}}, {"discard": {"red": []}}, "Ann's discard pile: empty"),
        ({"crew": {"red": {"black": 1}}}, {"crew": {"red": {"black": 2}}}, "Ann's crew: two black pirates, one more"),
        ({"crew": {"red": {}}}, {"crew": {"red": {"?": 1}}}, "Ann's crew: one unseen pirate"),
        (
            {"islands": {"isle-3": {"stack": [["red", "?"]]}}},
            {"islands": {"isle-3": {"stack": [["red", 5], ["blue", "?"]]}}},
            "permits on isle 3: Ann's 5 turned up, Bob's permit new",
        ),
        (
            {"relics": {"hand-5": {"at": "volcano"}}},
            {"relics": {"hand-5": {"at": "blue"}}},
            "the relic for a fifth card: with Bob, was on the lower volcanic island",
        ),
        ({"result": {"winners": "?"}}, {"result": {"winners": ["red", "blue"]}}, "won by: Ann and Bob"),
        (
            {"permits": {"red": {"volcano": 1}}},
            {"permits": {"red": {"volcano": 0}}},
            "Ann's seven: fetched, was on the ",
        ),
        ({"turn": {"seat": "red"}}, {"turn": None}, "to play: nobody, was Ann"),
    ],
)
def test_a_change(before: Body, after: Body, words: str) -> None:
    _, table, _, _ = timeline(with_names(header(3)), [])
    (found,) = GAME.speech.changes(table, changes(before, after))
    assert found.startswith(words)


def test_a_seat_that_a_finding_names_is_a_person_everywhere() -> None:
    """Seat ids are facts, for programs; people read names."""
    ids = Random(1).sample(CASES, 60)
    for case in ids:
        head = with_names(case.record[0])
        for finding in audit_of(head, case.record[1:]).findings:
            words = f" {finding.why} ".replace("'", " ")
            assert not any(f" {seat} " in words for seat in ("red", "blue", "green", "yellow")), finding.why


def test_the_words_of_the_game_cover_names_with_signs() -> None:
    assert said("the-far-isle") == "the far isle"
    assert said("-") == "a place without a name"


# --- questions -------------------------------------------------------------------------------------------------------


def test_every_answer_to_a_question_says_what_it_means() -> None:
    for question in GAME.questions:
        assert set(question.means) == set(question.answers), question.id
        assert len(set(question.means.values())) == len(question.answers), question.id
        assert [fault for text in (question.text, *question.means.values()) for fault in unreadable(text)] == []


def test_every_rule_is_a_plain_sentence() -> None:
    for rule in GAME.rules:
        assert wrong_with(rule.text) == [], rule.id
        assert rule.text[0].isupper() and rule.text.endswith("."), rule.id


def test_long_names_keep_to_the_width_of_the_table() -> None:
    long = with_names(header(3))
    players = [{**player, "name": f"{player['name']} of the Long Shore"} for player in long["players"]]
    state = audit_of({**long, "players": players}, settlement("isle-2")).final
    for width in (60, 80):
        assert max(map(len, GAME.render(Frame(state, None, width)))) <= width
