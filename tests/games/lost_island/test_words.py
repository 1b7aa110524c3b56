"""What players read of Stratego Lost Island: names, explorers by their places, no leftovers of the program."""

import re
from collections.abc import Iterable, Iterator

import pytest

from replay.action import Reveal
from replay.games.lost_island import GAME
from replay.games.lost_island.words import say
from replay.playout import fold
from replay.step import Placed
from replay.table import Table
from replay.tell import tell
from tests.games.lost_island.helpers import SETUP, header, position
from tests.games.lost_island.sentences import changed, sentences, told, with_names
from tests.helpers.readable import unreadable
from tests.helpers.slow import first_ones, many
from tests.helpers.tools import Body, Case, audit_of, cases, dealt, shaken, timeline, well_formed

CASES = cases("lost-island")
_COLOUR = re.compile(r"\b(red|purple|orange|turquoise)\b")
_WITH_NOUN = re.compile(r"\bthe (red|purple|orange|turquoise) player\b", re.IGNORECASE)
_BOOKS = re.compile(r"turn\.(n|used|step|reinforced|recruited|won|fresh)|blast\..*")
"""What a turn or a bomb keeps for its rules: the sentences say it."""


def faults(texts: Iterable[str]) -> list[str]:
    return sorted({fault for text in texts for fault in unreadable(text)})


def both(head: Body) -> tuple[Body, Body]:
    return head, with_names(head)


def read(head: Body, bodies: list[Body]) -> tuple[Table, list[Placed]]:
    _, table, line, _ = timeline(head, bodies)
    return table, line


def lines_of(bodies: list[Body], players: int = 2) -> list[str]:
    """What is told about each event, at a table of Ann, Bob and so on."""
    table, line = read(with_names(header(players)), bodies)
    return [tell(GAME, step) for step in fold(GAME, table, line)]


def why_of(bodies: list[Body], rule: str, players: int = 2) -> str:
    found = audit_of(with_names(header(players)), bodies).findings
    return next(item.why for item in found if item.rule == rule)


# --- what happened


def test_an_explorer_is_its_owner_and_its_place() -> None:
    moves: list[Body] = [
        SETUP,
        {"do": "move", "piece": "red.b", "to": "a3"},
        {"do": "reinforce", "to": "b2", "stone": "loot-2"},
        {"do": "ring", "piece": "red.c"},
        {"do": "shrink", "cell": "c1", "tile": "loot-1"},
        {"do": "move", "by": "purple", "piece": "red.a", "to": "a2"},
    ]

    assert lines_of(moves) == [
        "The island is laid out; Ann begins.",
        "Ann's explorer moves from a2 to a3.",
        "Ann lands an explorer on b2; the stone shows loot of two coins; Ann takes two coins.",
        "Ann buys a ring for the explorer on b1.",
        "Ann takes c1 away: loot of one coin.",
        "Bob moves Ann's explorer from a1 to a2.",
    ]


def test_two_explorers_of_one_player_on_a_tile_are_told_apart_by_their_letters() -> None:
    start = position({"a": "b3", "b": "b3"}, {"a": "f5"})

    assert lines_of([start, {"do": "ring", "piece": "red.b"}])[1] == "Ann buys a ring for the explorer b on b3."


def test_a_player_without_a_name_is_a_colour_with_a_noun() -> None:
    table, line = read(header(), [SETUP, {"do": "move", "piece": "red.b", "to": "a3"}])

    assert [tell(GAME, step) for step in fold(GAME, table, line)] == [
        "The island is laid out; the red player begins.",
        "The red player's explorer moves from a2 to a3.",
    ]


def test_a_battle_says_who_fought_where_and_who_goes_home() -> None:
    start = position({"a": "b3", "b": "b4"}, {"a": "c3", "b": "c4"}, rings={"red": ["a"]}, flag="purple.a")
    fight: Body = {"do": "battle", "piece": "red.a", "target": "purple.a", "values": [3, 3]}
    draw: Body = {"do": "battle", "piece": "red.b", "target": "purple.b", "result": "draw"}
    unsaid: Body = {"do": "battle", "piece": "red.b", "target": "purple.b", "values": [3, "?"]}

    assert lines_of([start, fight, draw])[1:] == [
        "Ann's explorer on b3 (3 with a ring) attacks Bob's explorer on c3 (3) and wins; Bob's explorer goes home; "
        "Ann's explorer on c3 carries the flag.",
        "Ann's explorer on b4 attacks Bob's explorer on c4: it is a draw; both explorers go home; Ann wins.",
    ]
    assert lines_of([start, unsaid])[1] == (
        "Ann's explorer on b4 (3) attacks Bob's explorer on c4; nobody noted how it ended."
    )


def test_a_bomb_says_whom_it_met() -> None:
    """The example of the rulebook."""
    explorers = {"red": {"a": "b3"}, "purple": {"a": "c2"}, "orange": {"a": "c1", "b": "c5"}}
    start: Body = {"do": "setup", "position": {"tiles": {"c4": "water"}, "explorers": explorers}}
    bomb = {"do": "flip", "cell": "c3", "tile": "bomb-line-4", "axis": "ns", "order": ["s", "n"]}

    assert lines_of([start, {**bomb, "hits": {"purple.a": 3, "orange.a": 5, "orange.b": 4}}], 3)[1] == (
        "Ann turns c3 over: a two-sided bomb of 4, pointing north and south; it meets Bob's explorer on c2 (3), which "
        "goes home, James' explorer on c1 (5), which stays, and James' explorer on c5 (4), which goes home."
    )
    assert lines_of([start, bomb, {"do": "blast", "hits": {"purple.a": "out"}}, {"do": "miner", "by": "orange"}], 3)[
        2:
    ] == ["The bomb on c3 meets Bob's explorer on c2, which goes home.", "James pays a miner to stop the bomb."]


def test_a_storm_says_who_was_blown_where() -> None:
    start = position({"a": "b3"}, {"a": "d3", "b": "f3"}, tiles={"e3": "loot-1"}, loot={"e3": 1})

    assert lines_of([start, {"do": "flip", "cell": "c3", "tile": "storm", "dir": "e"}])[1] == (
        "Ann turns c3 over: a storm, blowing east; Bob's explorer on f3 goes home; "
        "Bob's explorer on d3 is blown to e3; Bob takes one coin."
    )


def test_coins_found_by_a_bought_reinforcement_are_told_though_the_purse_is_as_before() -> None:
    bought: Body = {"do": "reinforce", "to": "b2", "pay": True, "stone": "loot-1"}

    assert lines_of([SETUP, bought])[1] == (
        "Ann buys a reinforcement and lands it on b2; the stone shows loot of one coin; Ann takes one coin."
    )


def test_what_is_told_later_is_a_sentence_too() -> None:
    line: list[Body] = [
        SETUP,
        {"do": "reveal", "what": "values.red", "value": {"a": 4, "d": 2}},
        {"do": "reveal", "what": "values.purple.a", "value": "?", "to": ["red"]},
        {"do": "reveal", "what": "tiles.c3", "value": "bomb-cross-2"},
        {"do": "reveal", "what": "@2.stone", "value": "flag"},
    ]

    assert lines_of(line)[1:] == [
        "It turns out that Ann's explorer on a1 is a 4 and Ann's explorer d is a 2.",
        "Ann is shown the value of Bob's explorer on f6.",
        "It turns out that c3 shows a cross bomb of 2.",
        "Told later: the face of the stone in event 2, the flag.",
    ]


@pytest.mark.parametrize(
    ("what", "value", "words"),
    [
        ("@1.values.0", 4, "the attacker's value in event 1, 4"),
        ("@1.values", [4, 2], "the values in event 1, 4 and 2"),
        ("@1.stones.b2", "loot-1", "the face of the stone on b2 in event 1, loot of one coin"),
        ("@1.hits.purple.a", "out", "what became of Bob's explorer on f6 in event 1, sent home"),
        ("@1.position.values.red.a", 4, "the position in event 1, 4"),
        ("@1.dir", "ne", "the way the storm blows in event 1, north-east"),
        ("@1.boats.red", ["e", "d"], "the order in the boat of Ann in event 1, explorer e and explorer d"),
        ("@1.stone", "?", "the face of the stone in event 1, not shown to all"),
        ("@1.weather", "fine", "something in event 1, fine"),
    ],
)
def test_what_is_told_about_an_earlier_event(what: str, value: object, words: str) -> None:
    assert lines_of([SETUP, {"do": "reveal", "what": what, "value": value}])[1] == f"Told later: {words}."


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("bomb-diagonal-3", "diagonal bomb of 3"),
        ("loot-1", "loot of one coin"),
        ("stone-loot-3", "stone with loot of three coins"),
        ("stone-flag", "stone with the flag"),
        ("water", "shallow water"),
        ("?", "face-down tile"),
        ("up-?", "tile that nobody noted"),
        ("red.a", "Ann's explorer a"),
        ("c3", "c3"),
        ("e", "e"),
    ],
)
def test_a_name_as_players_say_it(name: str, words: str) -> None:
    table, _ = read(with_names(header()), [])

    assert say(table, name) == words


# --- why something was found


def test_reasons_name_people_and_places() -> None:
    wrong: list[tuple[str, Body, str]] = [
        ("SL-TURN-1", {"do": "move", "by": "purple", "piece": "purple.a", "to": "e6"}, "Bob acts in Ann's turn"),
        ("SL-PIECE-1", {"do": "move", "piece": "purple.b", "to": "f4"}, "Ann acts with Bob's explorer on f5"),
        ("SL-PIECE-2", {"do": "move", "piece": "red.d", "to": "a3"}, "Ann's explorer d is not on the island"),
        ("SL-MOVE-3", {"do": "move", "piece": "red.a", "to": "a2"}, "Ann's explorer stands on a2"),
        ("SL-REIN-5", {"do": "reinforce", "to": "d4"}, "d4 is not next to any of Ann's explorers"),
        (
            "SL-SPY-2",
            {"do": "spy", "from": "red.a", "target": "purple.b"},
            "Bob's explorer on f5 is neither in the row nor in the column of a1",
        ),
        ("SL-SHRINK-5", {"do": "shrink", "cell": "c3"}, "c3 lies in the third ring from outside, and the first still"),
        (
            "SL-LOG-2",
            {"do": "move", "piece": "red.c", "to": "c1", "stone": "loot-1"},
            "the event gives the face of the stone as loot of one coin, but c1 is an ordinary tile that lies face down",
        ),
    ]
    for rule, body, why in wrong:
        assert why_of([SETUP, body], rule).startswith(why)


def test_a_result_that_does_not_follow_says_what_does() -> None:
    start = position({"a": "b3"}, {"a": "b4"})
    fight: Body = {"do": "battle", "piece": "red.a", "target": "purple.a", "values": [2, 5], "result": "attacker"}

    assert why_of([start, fight], "SL-BATTLE-3") == (
        "Ann's explorer on b3 has a 2, Bob's explorer on b4 a 5: "
        "so the defender stays, but by the log the attacker stays"
    )


@pytest.mark.parametrize("part", first_ones(range(8)))
def test_every_rule_case_reads_well(part: int) -> None:
    found: dict[str, Case] = {}
    for case in CASES[part::8]:
        for head in both(case.record[0]):
            table, line = read(head, case.record[1:])
            found |= dict.fromkeys(faults(sentences(table, line)), case)
    assert not found


def test_every_rule_and_question_reads_well() -> None:
    texts = [rule.text for rule in GAME.rules]
    texts += [text for question in GAME.questions for text in (question.text, *question.means.values())]
    texts += [variant.text for variant in GAME.variants]

    assert faults(texts) == []


def test_every_answer_of_every_question_says_what_it_means() -> None:
    assert {question.id: set(question.means) for question in GAME.questions} == {
        question.id: set(question.answers) for question in GAME.questions
    }
    assert all(len(set(question.means.values())) == len(question.means) for question in GAME.questions)


# --- dealt games


def dealt_texts(players: int, seed: int, head_of: int) -> Iterator[str]:
    game = dealt("lost-island", players, seed)
    head = both(game.header)[head_of]
    for bodies in (game.full, game.revealed):
        yield from sentences(*read(head, bodies))


def check_dealt(players: int, seed: int) -> None:
    for named in (0, 1):
        texts = list(dict.fromkeys(dealt_texts(players, seed, named)))
        plain = [_WITH_NOUN.sub("", text) for text in texts if ": move" not in text]  # what is next names the seats
        assert faults(texts) == []
        assert [text for text in plain if _COLOUR.search(text)] == []


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_dealt_game_reads_well(players: int) -> None:
    check_dealt(players, players)


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_dealt_games_read_well(players: int) -> None:
    for seed in range(many(4, 334)):
        check_dealt(players, 1_000 + seed)


def check_shaken(seed: int) -> None:
    head, bodies = shaken("lost-island", seed)
    for one in both(head):
        _, _, line = well_formed(one, bodies)
        table, _ = read(one, [])
        assert faults(sentences(table, line)) == []


def test_a_senseless_record_reads_well() -> None:
    check_shaken(1)


@pytest.mark.slow
def test_senseless_records_read_well() -> None:
    for seed in range(2, 2 + many(16, 500)):
        check_shaken(seed)


# --- what changed, and what was counted


@pytest.mark.parametrize("players", [2, 4])
def test_every_change_at_the_table_is_told(players: int) -> None:
    game = dealt("lost-island", players, 5)
    table, line = read(with_names(game.header), game.full)
    silent = {
        str(change)
        for step in fold(GAME, table, line)
        for change in changed(step)
        if not _BOOKS.fullmatch(change.path) and not GAME.speech.changes(table, [change])
    }
    assert silent == set()


def test_changes_are_told_as_people_say_them() -> None:
    table, line = read(
        with_names(header()),
        [
            {"do": "setup", "boats": {"red": ["f", "e", "d"]}},
            {"do": "reinforce", "to": "b2", "stone": "loot-2"},
            {"do": "shrink", "cell": "c1", "tile": "storm"},
        ],
    )
    told_changes = [GAME.speech.changes(table, changed(step)) for step in fold(GAME, table, line)]

    assert told_changes == [
        ["Ann's boat: now explorer f, explorer e and explorer d"],
        [
            "b2: a stone with loot of two coins, was a face-down stone",
            "Ann's explorer f: on b2",
            "Ann's boat: explorer f gone",
            "Ann's purse: three coins, two more",
            "the supply: 20 coins, two fewer",
        ],
        ["to act: Bob, was Ann", "c1: shallow water", "tiles taken away: storm new"],
    ]


def test_every_path_that_can_be_counted_has_words() -> None:
    table, _ = read(with_names(header()), [])
    state = GAME.start(table)
    stand_for = {"<seat>": "red", "<letter>": "e", "<cell>": "c3"}
    for doc in GAME.paths:
        path = ".".join(stand_for.get(part, part) for part in doc.path.split("."))
        seen = GAME.look(state, path)
        assert seen is not None
        counted = f"{GAME.speech.place(table, path)}, {GAME.speech.value(table, path, seen.value)}"
        assert GAME.speech.place(table, path) != path
        assert unreadable(counted) == []


def test_a_count_that_differs_is_told_in_words() -> None:
    counted: Body = {"do": "observe", "facts": {"coins.red": 2, "boats.purple": ["d", "f"], "flag": "red.a"}}

    assert why_of([SETUP, counted], "SL-OBS-1") == (
        "Bob's boat: explorer d and explorer f at the table, explorer d, explorer e and explorer f by the record; "
        "Ann's purse: two coins at the table, one coin by the record; "
        "the flag: with Ann's explorer a at the table, under a stone by the record"
    )
    assert lines_of([SETUP, counted])[1] == (
        "Counted at the table: Bob's boat, explorer d and explorer f; Ann's purse, two coins; "
        "the flag, with Ann's explorer a."
    )


def test_no_reveal_is_told_by_its_path() -> None:
    game = dealt("lost-island", 2, 3)
    table, line = read(game.header, game.revealed)
    reveals = [placed for placed in line if isinstance(placed.action, Reveal)]

    assert reveals
    assert not any("values" in text or "@" in text for text in told(table, line))
