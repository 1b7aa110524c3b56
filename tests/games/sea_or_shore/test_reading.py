"""Every sentence that people read: what happened, what changed, why a rule is broken, and how a table may answer."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from replay.action import UNKNOWN, Unreadable
from replay.audit import audit
from replay.diff import changes
from replay.game import Game
from replay.games.sea_or_shore import GAME
from replay.games.sea_or_shore.words import CARDS, say, treasures_words
from replay.notation.coming import coming_words
from replay.playout import OFFICIAL, fold, play_out
from replay.read import read_timeline
from replay.step import Step
from replay.table import Table
from replay.tell import tell
from replay.view import TABLE
from tests.games.sea_or_shore.bodies import PLAYED, header, position
from tests.helpers.readable import unreadable
from tests.helpers.scenes import named_deal
from tests.helpers.slow import first_ones, many
from tests.helpers.tools import Body, cases, shaken, timeline
from tests.helpers.typed import Pad

PEOPLE = ("Ann", "Bob", "Cleo", "Dee", "James", "Fay")
PUBLIC = ("additions", "supply", "piles", "actions", "pending", "points", "result")
"""Zones of the state that everybody sees: whatever changes there is told."""


def _with_names(head: Body) -> Body:
    return {
        **head,
        "players": [{**player, "name": name} for player, name in zip(head["players"], PEOPLE, strict=False)],
    }


def _sentences(head: Body, bodies: list[Body], viewer: str = OFFICIAL, *, judged: bool = True) -> Iterator[str]:
    """Everything that is said about a record. Of an event that cannot be read, its own text is shown, not ours."""
    game, table, _, record = timeline(head, bodies)
    line = read_timeline(game, table, record.events)
    if judged:
        yield from (one.why for one in audit(game, table, line).findings if not one.rule.startswith("QM-"))
        yield from (one.why for one in audit(game, table, line, forward=True).findings if one.rule.startswith("SS-"))
    document = game.document(game.start(table))
    for step in play_out(game, table, record.events, viewer=viewer).steps:
        if not isinstance(step.action, Unreadable):
            yield tell(game, step)
        after = document if step.after is step.before else game.document(step.after)
        yield from game.speech.changes(table, changes(document, after))
        yield coming_words(game, table, step.after)
        document = after
    for place in game.score(play_out(game, table, record.events, viewer=viewer).state_at()).seats:
        yield from (line.why for line in place.lines if line.why and "=" not in line.why)


def _unread(sentences: Iterator[str]) -> list[str]:
    return [fault for text in dict.fromkeys(sentences) if text for fault in unreadable(text)][:5]


def _dealt_reads_well(players: int, seed: int) -> None:
    dealt = named_deal("sea-or-shore", players, seed, () if seed % 2 else PEOPLE)
    viewer = (TABLE, OFFICIAL, "p1", "p2")[seed % 4]
    lines = dealt.revealed if seed % 3 == 0 else dealt.full
    assert not _unread(_sentences(dealt.header, lines, viewer, judged=seed % 5 == 0)), f"seed {seed}"


@pytest.mark.parametrize("players", [3, 4, 5])
def test_dealt_games_read_well(players: int) -> None:
    for seed in (players * 2, players * 2 + 1):
        _dealt_reads_well(players, seed)


@pytest.mark.slow
@pytest.mark.parametrize("players", [3, 4, 5])
def test_many_dealt_games_read_well(players: int) -> None:
    for seed in range(many(10, 334)):
        _dealt_reads_well(players, seed)


@pytest.mark.parametrize("named", first_ones([True, False]))
def test_every_reason_of_every_rule_case_reads_well(named: bool) -> None:
    for case in cases("sea-or-shore"):
        head = _with_names(case.record[0]) if named else case.record[0]
        assert not _unread(_sentences(head, case.record[1:])), f"case in line {case.line}"


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
def test_senseless_games_read_well(seed: int) -> None:
    head, bodies = shaken("sea-or-shore", seed)
    assert not _unread(_sentences(_with_names(head) if seed % 2 else head, bodies))


def _public(game: Game, state: Any) -> dict[str, Any]:
    document = game.document(state)
    return {zone: document[zone] for zone in PUBLIC} | {
        "up": {name: deck["up"] for name, deck in document["decks"].items()},
        "hands": {seat: len(hand) for seat, hand in document["hands"].items()},
    }


def _untold(game: Game, table: Table, step: Step[Any, Any]) -> list[str]:
    """The public zones that a step changed without a word."""
    before, after = _public(game, step.before), _public(game, step.after)
    changed = changes(game.document(step.before), game.document(step.after))
    return [
        zone
        for zone in before
        if before[zone] != after[zone]
        and not game.speech.changes(
            table,
            [one for one in changed if one.path.split(".")[0] == zone or (zone == "up" and one.path.endswith(".up"))],
        )
    ]


def test_every_change_of_what_everybody_sees_is_told() -> None:
    dealt = named_deal("sea-or-shore", 4, 3)
    game, table, line, _ = timeline(dealt.header, dealt.full)
    for step in fold(game, table, line):
        assert not _untold(game, table, step), tell(game, step)


def test_every_rule_and_every_answer_is_plain_english() -> None:
    for rule in GAME.rules:
        assert not unreadable(rule.text), rule.id
    for question in GAME.questions:
        assert not unreadable(question.text), question.id
        assert set(question.means) == set(question.answers), question.id
        assert not [fault for words in question.means.values() for fault in unreadable(words)], question.id


def test_every_path_and_every_value_there_has_words() -> None:
    dealt = named_deal("sea-or-shore", 4, 3)
    game, table, line, _ = timeline(dealt.header, dealt.full)
    last = list(fold(game, table, line))
    for step in (last[8], last[-1]):
        seen_at = game.look.on(step.after)
        keys = {"<seat>": "p1", "<deck>": "rb"}
        for doc in game.paths:
            path = ".".join(keys.get(part, part) for part in doc.path.split("."))
            seen = seen_at(path)
            assert seen is not None, path
            words = f"{game.speech.place(table, path)}: {game.speech.value(table, path, seen.value)}"
            assert not unreadable(words), path
            assert "." not in words, path


# --- single sentences


def _last(head: Body, lines: list[Body]) -> str:
    game, table, line, _ = timeline(head, lines)
    return tell(game, list(fold(game, table, line))[-1])


ANN = _with_names(header())
DONE = position(phase="act", played=PLAYED, additions={"p1": 3, "p2": 1, "p3": 0, "p4": 0}, supply=18)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ({"do": "lay", "by": "p1", "shows": "?"}, "Ann lays a card of which nothing was noted."),
        ({"do": "lay", "by": "p2", "shows": 7, "add": 1}, "Bob lays a card showing 7 with one addition."),
        ({"do": "act", "by": "p2", "action": 1, "from": "p1"}, "Bob takes two additions from Ann."),
        ({"do": "act", "by": "p2", "action": 1, "from": "pile", "n": 1}, "Bob takes one addition from the pile."),
        (
            {"do": "act", "by": "p2", "action": 2, "from": "p3", "took": ["red-1", "?"], "gave": "?"},
            "Bob swaps cards with Cleo: takes red 1 and one unseen card, gives two unseen cards.",
        ),
        (
            {"do": "act", "by": "p2", "action": 3, "deck": "rb", "order": ["red-1", "?", "blue-2"]},
            "Bob looks at the three top treasures of the red and blue deck and puts them back, "
            "the red treasure 1, the blue treasure 2 and one unseen treasure from the top down.",
        ),
        (
            {"do": "act", "by": "p4", "action": 4, "take": "red-9"},
            "Dee takes red 9 from the trick and discards an unseen card.",
        ),
        (
            {"do": "turn", "treasures": ["red-2", "?"]},
            "The trick ends; the red treasure 2 and one unseen treasure come up, and Bob starts the next one.",
        ),
        ({"do": "reveal", "what": "@1.discard", "value": "red-3"}, "Shown: the card discarded in event 1, red 3."),
        ({"do": "reveal", "what": "the-top-card", "value": ["?"]}, "Shown: the top card, one unseen card."),
    ],
)
def test_what_happened_is_one_sentence_with_names(line: Body, words: str) -> None:
    assert _last(ANN, [DONE, line]) == words


def test_a_line_after_the_end_is_not_told_as_if_it_had_happened() -> None:
    assert _last(ANN, [position(phase="deal", trick=12), {"do": "turn"}]) == "A trick is ended, but there is none."


def test_cards_pairs_and_treasures_as_they_are_said() -> None:
    _, table, _, _ = timeline(ANN, [])
    assert [say(table, name) for name in ("red-7", "rb", "pile", UNKNOWN)] == [
        *("red 7", "red and blue", "the pile", "not seen"),
    ]
    assert not [fault for card in CARDS for fault in unreadable(say(table, card))]
    assert treasures_words([]) == "no treasures"


def test_hands_that_nobody_knows_are_one_reason() -> None:
    game, table, line, _ = timeline(ANN, [{"do": "setup", "starter": "p1"}, {"do": "pass"}])
    whys = {one.why for one in audit(game, table, line).findings if one.rule.startswith("SS-PASS")}
    assert whys == {"the hands of Ann, Bob, Cleo and Dee before the pass are not known"}


def test_with_one_deck_it_need_not_be_named() -> None:
    pad = Pad("sea-or-shore", 3, "setup p1 r4 rb:3 gp:1", "* * *", "7", "b", "2", "show b7 b2 r2")
    assert pad("3") == {"do": "act", "by": "p1", "action": 3, "deck": "all"}


def test_the_help_offers_plain_lines() -> None:
    pad = Pad("sea-or-shore", 4, "setup p1 r4 g3 rb:3 gp:1", "* * * *")
    lines = [GAME.tell(Step(1, pad.state, action, pad.state)) for action in islice(GAME.suggest(pad.state), 20)]
    assert not [fault for text in lines for fault in unreadable(text)]
