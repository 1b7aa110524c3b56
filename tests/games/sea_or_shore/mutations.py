"""One illegal change for each rule of Sea or Shore, made to a dealt game."""

import copy
from collections.abc import Sequence
from typing import Any

from replay.action import UNKNOWN
from replay.games.sea_or_shore.trick import card_values, groups_of
from replay.games.sea_or_shore.words import CARDS, COLOUR_OF, NUMBER_OF, PAIR_OF, colour_of
from tests.helpers.mutations import Mutated, Play


def others(cards: Sequence[str]) -> list[str]:
    """Cards that are not among these."""
    return [card for card in CARDS if card not in cards]


def too_many_players(play: Play) -> Mutated:
    header = copy.deepcopy(play.header)
    header["players"] = [{"seat": f"p{number}"} for number in range(1, 7)]
    return Mutated(play.lines, 1, header)


def two_treasures_of_one_deck(play: Play) -> Mutated:
    up = play.lines[0]["treasures"][0]
    return Mutated(play.changed(0, treasures=[up, up]), 1)


def a_card_too_few(play: Play) -> Mutated:
    lines = copy.deepcopy(play.lines)
    lines[0]["hands"]["p1"].pop()
    return Mutated(lines, 1)


def a_card_dealt_twice(play: Play) -> Mutated:
    lines = copy.deepcopy(play.lines)
    lines[0]["hands"]["p2"][0] = lines[0]["hands"]["p1"][0]
    return Mutated(lines, 1)


def one_action_on_both_cards(play: Play) -> Mutated:
    return Mutated(play.changed(0, actions={"rb": 2, "gp": 2}), 1)


def a_round_in_between(play: Play) -> Mutated:
    at = play.some("turn", lambda step: step.before.round == 1 and not step.before.is_last_trick)
    assert at is not None
    again = next(line for line in play.lines if line["do"] == "round")
    return Mutated(play.with_line(at + 1, again), at + 2)


def no_pass(play: Play) -> Mutated:
    at = play.some("pass")
    assert at is not None
    return Mutated(play.without(at), at + 1)


def _passed_differently(play: Play, wrong: Any) -> Mutated | None:
    at = play.some("pass")
    assert at is not None
    seat = play.rng.choice(play.steps[at].before.table.seats)
    hand, given = play.steps[at].before.hands[seat], play.lines[at]["cards"][seat]
    choices = wrong(hand, given)
    if not choices:
        return None
    lines = copy.deepcopy(play.lines)
    lines[at]["cards"][seat] = play.rng.choice(choices)
    return Mutated(lines, at + 1)


def passed_from_a_shorter_colour(play: Play) -> Mutated | None:
    def shorter(hand: tuple[str, ...], given: str) -> list[str]:
        held = {colour: sum(COLOUR_OF[card] == colour for card in hand) for colour in COLOUR_OF.values()}
        return [card for card in hand if held[COLOUR_OF[card]] < held[COLOUR_OF[given]]]

    return _passed_differently(play, shorter)


def passed_a_lower_card(play: Play) -> Mutated | None:
    def lower(hand: tuple[str, ...], given: str) -> list[str]:
        return [card for card in hand if COLOUR_OF[card] == COLOUR_OF[given] and card != given]

    return _passed_differently(play, lower)


def passed_a_card_not_held(play: Play) -> Mutated | None:
    return _passed_differently(play, lambda hand, given: others(hand))


def laid_out_of_turn(play: Play) -> Mutated | None:
    at = play.some("lay", lambda step: step.after.turn is not None)
    if at is None:
        return None
    lines = copy.deepcopy(play.lines)
    lines[at], lines[at + 1] = lines[at + 1], lines[at]
    return Mutated(lines, at + 1)


def laid_after_the_unveiling(play: Play) -> Mutated | None:
    at = play.some("show")
    assert at is not None
    return Mutated(play.with_line(at + 1, {"do": "lay", "by": "p1", "shows": "red"}), at + 2)


def added_more_than_held(play: Play) -> Mutated | None:
    at = play.some("lay")
    assert at is not None
    return Mutated(play.changed(at, add=play.steps[at].before.additions[play.lines[at]["by"]] + 1), at + 1)


def raised_above_twelve(play: Play) -> Mutated | None:
    at = play.some("show")
    assert at is not None
    return Mutated(play.changed(at, add={"p1": 12}), at + 1)


def added_after_laying(play: Play) -> Mutated | None:
    at = play.some("show", lambda step: bool(step.before.lays))
    assert at is not None
    return Mutated(play.changed(at, add={"p1": 1}), at + 1)


def unveiled_too_early(play: Play) -> Mutated | None:
    at = play.some("show", lambda step: bool(step.before.lays))
    assert at is not None
    return Mutated(play.without(at - 1), at)


def showed_another_half(play: Play) -> Mutated | None:
    at = play.some("show", lambda step: bool(step.before.lays))
    assert at is not None
    seat = play.steps[at].before.lays[-1].seat
    card = play.lines[at]["cards"][seat]
    wrong = next(number for number in range(1, 13) if number != NUMBER_OF[card])
    return Mutated(play.changed(at - 1, shows=wrong), at + 1)


def a_card_not_noted(play: Play) -> Mutated | None:
    at = play.some("show")
    assert at is not None
    return Mutated(play.changed(at, cards={**play.lines[at]["cards"], "p1": "?"}), at + 1)


def unveiled_twice(play: Play) -> Mutated | None:
    at = play.some("show")
    assert at is not None
    return Mutated(play.with_line(at + 1, play.lines[at]), at + 2)


def _played_differently(play: Play, at: int, cards: list[str]) -> Mutated | None:
    if not cards:
        return None
    return Mutated(play.changed(at, cards={**play.lines[at]["cards"], "p1": play.rng.choice(cards)}), at + 1)


def played_a_card_again(play: Play) -> Mutated | None:
    at = play.some("show", lambda step: step.before.trick > 1)
    assert at is not None
    return _played_differently(play, at, list(play.steps[at].before.discard))


def played_somebody_elses_card(play: Play) -> Mutated | None:
    at = play.some("show", lambda step: not step.before.is_last_trick)
    assert at is not None
    before = play.steps[at].before
    held = [card for seat, hand in before.hands.items() if seat != "p1" for card in hand]
    return _played_differently(play, at, [card for card in held if card not in play.lines[at]["cards"].values()])


def _winners(play: Play, at: int) -> dict[str, str]:
    """Winners of a treasure in the trick unveiled there, each with its colour."""
    import msgspec

    step = play.steps[at]
    trick = msgspec.structs.replace(step.after, decks=step.before.decks)
    groups = groups_of(trick, card_values(trick))
    return {group.winner: COLOUR_OF[step.action.cards[group.winner]] for group in groups if group.deck is not None}


def stole_without_a_treasure(play: Play) -> Mutated | None:
    at = play.some("show", lambda step: len(step.before.table.seats) > 0)
    assert at is not None
    thieves = [seat for seat in play.steps[at].before.table.seats if seat not in _winners(play, at)]
    if not thieves:
        return None
    victim = next(seat for seat in play.steps[at].before.table.seats if seat != thieves[0])
    return Mutated(play.changed(at, steals={thieves[0]: victim}), at + 1)


def _stolen(play: Play, victims: Any) -> Mutated | None:
    places = [index for index, line in enumerate(play.lines) if line["do"] == "show"]
    play.rng.shuffle(places)
    for at in places:
        for winner, colour in _winners(play, at).items():
            chosen = victims(play, at, winner, colour)
            if chosen:
                return Mutated(play.changed(at, steals={winner: chosen[0]}), at + 1)
    return None


def stole_from_another_colour(play: Play) -> Mutated | None:
    def victims(play: Play, at: int, winner: str, colour: str) -> list[str]:
        return [seat for seat, card in play.lines[at]["cards"].items() if COLOUR_OF[card] != colour]

    return _stolen(play, victims)


def stole_another_colour(play: Play) -> Mutated | None:
    def victims(play: Play, at: int, winner: str, colour: str) -> list[str]:
        piles = play.steps[at].before.piles
        return [seat for seat, pile in piles.items() if seat != winner and (not pile or colour_of(pile[-1]) != colour)]

    return _stolen(play, victims)


def acted_without_winning(play: Play) -> Mutated | None:
    at = play.some("show")
    assert at is not None
    after = play.steps[at].after
    idle = [seat for seat in after.table.seats if seat not in [entry.seat for entry in after.pending]]
    if not idle:
        return None
    return Mutated(play.with_line(at + 1, {"do": "act", "by": idle[0], "action": 1, "from": "pile"}), at + 2)


def forgot_to_act(play: Play) -> Mutated | None:
    at = play.some("act", lambda step: not step.before.is_last_trick and len(step.before.pending) == 1)
    if at is None:
        return None
    return Mutated(play.without(at), at + 1)


def acted_with_another_card(play: Play) -> Mutated | None:
    at = play.some("act", lambda step: step.action.action != 3)
    if at is None:
        return None
    deck = next(iter(play.steps[at].before.decks))
    line = {"do": "act", "by": play.lines[at]["by"], "action": 3, "deck": deck}
    return Mutated([*play.lines[:at], line, *play.lines[at + 1 :]], at + 1)


def acted_in_the_wrong_order(play: Play) -> Mutated | None:
    at = play.some("act", lambda step: len(step.before.pending) > 1)
    if at is None or play.lines[at + 1]["do"] != "act":
        return None
    lines = copy.deepcopy(play.lines)
    lines[at], lines[at + 1] = lines[at + 1], lines[at]
    return Mutated(lines, at + 2)


def _an_act(play: Play, number: int) -> int | None:
    return play.some("act", lambda step: step.action.action == number)


def stole_too_many_additions(play: Play) -> Mutated | None:
    at = _an_act(play, 1)
    return None if at is None else Mutated(play.changed(at, n=3), at + 1)


def gave_one_card_less(play: Play) -> Mutated | None:
    at = play.some("act", lambda step: step.action.action == 2 and bool(step.action.gave))
    return None if at is None else Mutated(play.changed(at, gave=play.lines[at]["gave"][1:]), at + 1)


def took_a_card_the_victim_did_not_have(play: Play) -> Mutated | None:
    at = play.some("act", lambda step: step.action.action == 2 and bool(step.action.took))
    if at is None:
        return None
    hand = play.steps[at].before.hands[play.lines[at]["from"]]
    took = [play.rng.choice(others(hand)), *play.lines[at]["took"][1:]]
    return Mutated(play.changed(at, took=took), at + 1)


def put_back_another_treasure(play: Play) -> Mutated | None:
    at = _an_act(play, 3)
    return None if at is None else Mutated(play.changed(at, order=["red-9", *play.lines[at]["order"][1:]]), at + 1)


def took_a_card_that_was_not_played(play: Play) -> Mutated | None:
    at = _an_act(play, 4)
    if at is None:
        return None
    played = [card for card in play.steps[at].before.played.values() if card is not None]
    return Mutated(play.changed(at, take=play.rng.choice(others(played))), at + 1)


def discarded_a_card_not_held(play: Play) -> Mutated | None:
    at = _an_act(play, 4)
    if at is None:
        return None
    held = [*play.steps[at].before.hands[play.lines[at]["by"]], play.lines[at]["take"]]
    return Mutated(play.changed(at, discard=play.rng.choice(others(held))), at + 1)


def ended_twice(play: Play) -> Mutated | None:
    at = play.some("turn", lambda step: not step.before.is_last_trick)
    assert at is not None
    return Mutated(play.with_line(at + 1, play.lines[at]), at + 2)


def _other_treasures(play: Play, treasures: list[str]) -> Mutated:
    at = play.some("turn", lambda step: not step.before.is_last_trick)
    assert at is not None
    return Mutated(play.changed(at, treasures=treasures), at + 1)


def turned_up_one_too_many(play: Play) -> Mutated | None:
    return _other_treasures(play, ["red-1", "green-1", "blue-1"])


def turned_up_what_does_not_exist(play: Play) -> Mutated | None:
    at = play.some("turn", lambda step: not step.before.is_last_trick)
    assert at is not None
    treasures = play.lines[at]["treasures"]
    return Mutated(play.changed(at, treasures=[f"{colour_of(treasures[0])}-9", *treasures[1:]]), at + 1)


def turned_up_a_treasure_not_on_top(play: Play) -> Mutated | None:
    def top_is_known(step: Any) -> bool:
        decks = step.before.decks
        return not step.before.is_last_trick and any(deck.down[:1] != (UNKNOWN,) for deck in decks.values())

    at = play.some("turn", top_is_known)
    if at is None:
        return None
    decks = play.steps[at].before.decks
    name = next(name for name, deck in decks.items() if deck.down[:1] != (UNKNOWN,))
    treasures = list(play.lines[at]["treasures"])
    place = 0 if name == "all" else next(i for i, item in enumerate(treasures) if PAIR_OF[colour_of(item)] == name)
    treasures[place] = f"{colour_of(treasures[place])}-8"
    return Mutated(play.changed(at, treasures=treasures), at + 1)


def played_on_after_the_end(play: Play) -> Mutated | None:
    return Mutated([*play.lines, {"do": "lay", "by": "p1", "shows": 3}], len(play.lines) + 1)


def counted_differently(play: Play) -> Mutated | None:
    at = play.some("turn")
    assert at is not None
    wrong = {"do": "observe", "facts": {"supply": play.steps[at].after.supply + 1}}
    return Mutated(play.with_line(at + 1, wrong), at + 2)
