"""One illegal change for each rule of Sea or Shore, in dealt games: the audit names that rule at that event."""

import pytest

from replay.games.sea_or_shore import GAME
from tests.games.sea_or_shore.more_mutations import (
    a_position_that_cannot_be,
    an_action_on_the_other_card,
    began_round_two_without_a_pass,
    laid_with_nothing_covered,
    raised_above_twelve_when_laid,
    raised_above_twelve_while_covered,
    robbed_an_empty_pile_unseen,
    saw_a_treasure_of_the_other_deck,
    saw_a_treasure_once_too_often,
    set_up_again,
    took_one_card_twice,
)
from tests.games.sea_or_shore.mutations import (
    a_card_dealt_twice,
    a_card_not_noted,
    a_card_too_few,
    a_round_in_between,
    acted_in_the_wrong_order,
    acted_with_another_card,
    acted_without_winning,
    added_after_laying,
    added_more_than_held,
    counted_differently,
    discarded_a_card_not_held,
    ended_twice,
    forgot_to_act,
    gave_one_card_less,
    laid_after_the_unveiling,
    laid_out_of_turn,
    no_pass,
    one_action_on_both_cards,
    passed_a_card_not_held,
    passed_a_lower_card,
    passed_from_a_shorter_colour,
    played_a_card_again,
    played_on_after_the_end,
    played_somebody_elses_card,
    put_back_another_treasure,
    raised_above_twelve,
    showed_another_half,
    stole_another_colour,
    stole_from_another_colour,
    stole_too_many_additions,
    stole_without_a_treasure,
    too_many_players,
    took_a_card_that_was_not_played,
    took_a_card_the_victim_did_not_have,
    turned_up_a_treasure_not_on_top,
    turned_up_one_too_many,
    turned_up_what_does_not_exist,
    two_treasures_of_one_deck,
    unveiled_too_early,
    unveiled_twice,
)
from tests.helpers.mutations import Mutation, Play, play_of, recall
from tests.helpers.slow import first_ones, many

GAMES_EACH = 12


@pytest.fixture(scope="module")
def plays() -> list[Play]:
    return [play_of("sea-or-shore", players, seed) for seed in range(GAMES_EACH) for players in (3, 4, 5)]


MUTATIONS: dict[str, Mutation] = {
    "SS-SET-1": too_many_players,
    "SS-SET-2": two_treasures_of_one_deck,
    "SS-SET-3": a_card_too_few,
    "SS-SET-4": a_card_dealt_twice,
    "SS-SET-5": one_action_on_both_cards,
    "SS-SET-6": a_position_that_cannot_be,
    "SS-SET-7": set_up_again,
    "SS-ROUND-1": a_round_in_between,
    "SS-PASS-1": no_pass,
    "SS-PASS-2": passed_from_a_shorter_colour,
    "SS-PASS-3": passed_a_lower_card,
    "SS-PASS-4": passed_a_card_not_held,
    "SS-LAY-1": laid_out_of_turn,
    "SS-LAY-2": laid_after_the_unveiling,
    "SS-LAY-3": laid_with_nothing_covered,
    "SS-ADD-1": added_more_than_held,
    "SS-ADD-2": raised_above_twelve,
    "SS-ADD-3": added_after_laying,
    "SS-SHOW-1": unveiled_too_early,
    "SS-SHOW-2": showed_another_half,
    "SS-SHOW-3": a_card_not_noted,
    "SS-SHOW-4": unveiled_twice,
    "SS-CARD-1": played_a_card_again,
    "SS-CARD-2": played_somebody_elses_card,
    "SS-STEAL-1": stole_without_a_treasure,
    "SS-STEAL-2": stole_from_another_colour,
    "SS-STEAL-3": stole_another_colour,
    "SS-ACT-1": acted_without_winning,
    "SS-ACT-2": forgot_to_act,
    "SS-ACT-3": acted_with_another_card,
    "SS-ACT-4": acted_in_the_wrong_order,
    "SS-ACT-5": stole_too_many_additions,
    "SS-ACT-6": gave_one_card_less,
    "SS-ACT-7": took_a_card_the_victim_did_not_have,
    "SS-ACT-8": put_back_another_treasure,
    "SS-ACT-9": took_a_card_that_was_not_played,
    "SS-ACT-10": discarded_a_card_not_held,
    "SS-TURN-1": ended_twice,
    "SS-TURN-2": turned_up_one_too_many,
    "SS-TURN-3": turned_up_what_does_not_exist,
    "SS-TURN-4": turned_up_a_treasure_not_on_top,
    "SS-FLOW-1": played_on_after_the_end,
    "SS-OBS-1": counted_differently,
}


OTHERS: tuple[tuple[str, Mutation], ...] = (
    ("SS-SET-5", an_action_on_the_other_card),
    ("SS-PASS-1", began_round_two_without_a_pass),
    ("SS-ADD-2", raised_above_twelve_when_laid),
    ("SS-ADD-2", raised_above_twelve_while_covered),
    ("SS-STEAL-3", robbed_an_empty_pile_unseen),
    ("SS-ACT-7", took_one_card_twice),
    ("SS-ACT-8", saw_a_treasure_of_the_other_deck),
    ("SS-TURN-3", saw_a_treasure_once_too_often),
)
"""Further ways to break a rule."""


def test_every_check_has_a_mutation() -> None:
    assert set(MUTATIONS) == {rule.id for rule in GAME.rules if rule.kind == "check"}


@pytest.mark.parametrize("tries", first_ones([6, many(15, 36)]))
@pytest.mark.parametrize("rule", first_ones(list(MUTATIONS), quick=14))
def test_the_audit_names_the_rule_that_was_broken(plays: list[Play], rule: str, tries: int) -> None:
    answer = "open" if rule == "SS-SHOW-3" else "broken"
    found, tried, misses = recall(plays, rule, MUTATIONS[rule], answer, tries=tries)

    assert tried >= 5
    assert misses == [], f"{found} of {tried}"


@pytest.mark.parametrize("tries", first_ones([6, many(15, 36)]))
@pytest.mark.parametrize(("rule", "mutation"), OTHERS, ids=[mutation.__name__ for _, mutation in OTHERS])
def test_the_audit_names_the_rule_that_was_broken_in_another_way(
    plays: list[Play], rule: str, mutation: Mutation, tries: int
) -> None:
    found, tried, misses = recall(plays, rule, mutation, tries=tries)

    assert tried >= 5
    assert misses == [], f"{found} of {tried}"
