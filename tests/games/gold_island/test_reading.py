"""Everything that is said about games, cases and senseless lines can be read."""

import pytest

from replay.deal import DealtGame
from tests.games.gold_island.spoken import faults, said_about, said_to, with_names, wrong_with
from tests.helpers.slow import many, some
from tests.helpers.tools import Case, cases, dealt, shaken, well_formed

CASES = cases("gold-island")


def _faults_of_cases(chosen: list[Case], named: bool) -> list[str]:
    heads = [with_names(case.record[0]) if named else case.record[0] for case in chosen]
    return [
        f"case {case.line}, {fault}"
        for case, head in zip(chosen, heads, strict=True)
        for fault in faults(head, case.record[1:])
    ]


def test_every_sentence_about_some_rule_cases_can_be_read() -> None:
    assert _faults_of_cases(CASES[::6], named=True) == []
    assert _faults_of_cases(CASES[3::12], named=False) == []


@pytest.mark.slow
@pytest.mark.parametrize("named", some([True, False]))
def test_every_sentence_about_the_rule_cases_can_be_read(named: bool) -> None:
    assert _faults_of_cases(CASES, named) == []


def _faults_of_dealt(simulated: DealtGame, seed: int) -> list[str]:
    """A game in full and as a scribe saw it; now and then also with everything revealed, and through a seat's eyes."""
    head = with_names(simulated.header) if seed % 2 else simulated.header
    found = [*faults(head, simulated.full), *faults(head, simulated.scribe)]
    if seed % 5 == 0:
        found += faults(head, simulated.revealed)
        found += [fault for _, text in said_to(head, simulated.full, "blue") for fault in wrong_with(text)]
    return found


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_sentence_about_a_dealt_game_can_be_read(players: int) -> None:
    simulated = dealt("gold-island", players, 40 + players)
    assert faults(with_names(simulated.header), simulated.full[:120]) == []
    assert faults(simulated.header, simulated.scribe[-60:]) == []
    assert faults(simulated.header, [simulated.scribe[0], *simulated.revealed[-60:]]) == []


@pytest.mark.slow
@pytest.mark.parametrize("players", some([2, 3, 4], 2))
def test_every_sentence_about_many_dealt_games_can_be_read(players: int) -> None:
    for seed in range(many(3, 334)):
        assert _faults_of_dealt(dealt("gold-island", players, 1000 + seed), seed) == [], seed


def _shaken_faults(seed: int) -> list[str]:
    head, bodies = shaken("gold-island", seed)
    game, table, line = well_formed(with_names(head) if seed % 2 else head, bodies)
    return [f"{place}: {fault}" for place, text in said_about(game, table, line) for fault in wrong_with(text)]


def test_even_senseless_lines_are_told_in_words() -> None:
    assert [fault for seed in range(2) for fault in _shaken_faults(seed)] == []


@pytest.mark.slow
def test_even_many_senseless_lines_are_told_in_words() -> None:
    for seed in range(2, many(16, 300)):
        assert _shaken_faults(seed) == [], seed
