"""Nothing that players read has leftovers of the program in it: sentences, changes, reasons, the count, refusals."""

from random import Random

import pytest

from replay.action import body_of
from replay.library import game_of
from tests.games.loot_island.sentences import faults, named, refusals, sentences, untold
from tests.helpers.readable import unreadable
from tests.helpers.slow import first_ones, many
from tests.helpers.tools import Body, cases, dealt, shaken, well_formed

GAME = game_of("loot-island")
CASES = cases("loot-island")
PARTS = 12
"""The cases are read in parts, the first of them in the quick tests."""


def wrong(header: Body, bodies: list[Body]) -> list[str]:
    """What is wrong with the sentences of a record, its players with names and without."""
    found = [fault for text in dict.fromkeys(sentences(header, bodies)) for fault in faults(text, names=False)]
    people = dict.fromkeys(sentences(named(header), bodies))
    return [*found, *(fault for text in people for fault in faults(text, names=True))]


def read_dealt(players: int, seed: int) -> list[str]:
    game = dealt("loot-island", players, seed)
    return [fault for bodies in (game.scribe, game.full) for fault in wrong(game.header, bodies)]


def test_a_dealt_game_can_be_read() -> None:
    game = dealt("loot-island", 2, 11)
    assert wrong(game.header, game.scribe) == []


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_dealt_games_can_be_read(players: int) -> None:
    for seed in range(many(5, 250)):
        assert read_dealt(players, seed) == [], seed


@pytest.mark.parametrize("part", first_ones(range(PARTS)))
def test_all_that_is_said_about_the_cases_of_the_rules_can_be_read(part: int) -> None:
    for case in CASES[part::PARTS]:
        assert wrong(case.record[0], case.record[1:]) == [], case.line


@pytest.mark.slow
def test_senseless_games_can_be_read() -> None:
    for seed in range(many(24, 300)):
        header, bodies = shaken("loot-island", seed)
        _, _, line = well_formed(header, bodies)
        assert wrong(header, [body_of(action) for _, action in line]) == [], seed


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_change_that_people_see_is_told(players: int) -> None:
    for seed in range(many(12, 100)):
        game = dealt("loot-island", players, seed)
        assert untold(game.header, game.full) == [], seed
        assert untold(game.header, game.scribe) == [], seed


def test_the_changes_of_a_game_are_told() -> None:
    game = dealt("loot-island", 2, 4)
    assert untold(game.header, game.full) == []


@pytest.mark.parametrize("players", [2, 4])
def test_what_is_said_of_a_mistyped_line_can_be_read(players: int) -> None:
    game = dealt("loot-island", players, 3)
    messages = list(dict.fromkeys(refusals(game.header, game.scribe[:60], Random(players))))
    assert len(messages) > 3
    assert [fault for message in messages for fault in unreadable(message)] == []


def test_rules_questions_and_variants_are_plain_sentences() -> None:
    texts = [rule.text for rule in GAME.rules]
    texts += [question.text for question in GAME.questions] + [variant.text for variant in GAME.variants]
    assert [fault for text in texts for fault in unreadable(text)] == []
    assert all(text.endswith((".", "?")) for text in texts)


def test_every_answer_to_every_question_says_what_it_means_at_the_table() -> None:
    for question in GAME.questions:
        assert set(question.means) == set(question.answers), question.id
        assert [fault for words in question.means.values() for fault in unreadable(words)] == []
        assert len(set(question.means.values())) == len(question.answers), question.id
