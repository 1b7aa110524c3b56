"""Illegal changes to dealt games that begin, lay and look in other ways: positions, second setups, cards laid open."""

import copy
from typing import Any

from replay.action import UNKNOWN
from replay.games.sea_or_shore import GAME
from replay.games.sea_or_shore.words import NUMBER_OF, PAIRS
from tests.helpers.mutations import Mutated, Play


def a_position_that_cannot_be(play: Play) -> Mutated:
    """A state of the game as a position, with one thing too many somewhere."""
    step = play.rng.choice(play.steps[1:])
    position = GAME.document(step.after)
    seat = play.rng.choice(step.after.table.seats)
    deck = play.rng.choice(list(position["decks"]))
    match play.rng.randrange(6):
        case 0:
            position["hands"][seat].append(UNKNOWN)
        case 1:
            position["supply"] += 1
        case 2:
            position["additions"][seat] = -1
        case 3:
            position["decks"][deck]["down"] += [UNKNOWN] * 20
        case 4:
            position["round"] = 0
        case _:
            position["trick"] = step.after.cards_each + 1
    return Mutated([{"do": "setup", "position": position}], 1)


def set_up_again(play: Play) -> Mutated:
    at = play.rng.randrange(1, len(play.lines) + 1)
    return Mutated(play.with_line(at, play.lines[0]), at + 1)


def laid_with_nothing_covered(play: Play) -> Mutated | None:
    at = play.some("lay")
    if at is None:
        return None
    unveiled = next(line for line in play.lines[at:] if line["do"] == "show")
    return Mutated(play.changed(at, shows=unveiled["cards"][play.lines[at]["by"]]), at + 1)


def an_action_on_the_other_card(play: Play) -> Mutated:
    at = play.some("round")
    assert at is not None
    first = play.lines[0]["actions"]
    return Mutated(play.changed(at, actions={"rb": first["gp"]}), at + 1)


def raised_above_twelve_when_laid(play: Play) -> Mutated | None:
    at = play.some("lay", lambda step: isinstance(step.action.shows, int))
    return None if at is None else Mutated(play.changed(at, add=13 - play.lines[at]["shows"]), at + 1)


def raised_above_twelve_while_covered(play: Play) -> Mutated | None:
    at = play.some("lay", lambda step: isinstance(step.action.shows, str))
    if at is None:
        return None
    unveiled = next(place for place in range(at, len(play.lines)) if play.lines[place]["do"] == "show")
    card = play.lines[unveiled]["cards"][play.lines[at]["by"]]
    return Mutated(play.changed(at, add=13 - NUMBER_OF[card]), unveiled + 1)


def _looked(play: Play) -> int | None:
    return play.some("act", lambda step: step.action.action == 3)


def saw_a_treasure_of_the_other_deck(play: Play) -> Mutated | None:
    at = _looked(play)
    if at is None or play.lines[at]["deck"] == "all":
        return None
    other = "gp" if play.lines[at]["deck"] == "rb" else "rb"
    lines = copy.deepcopy(play.lines)
    for field in ("saw", "order"):
        lines[at][field] = [f"{PAIRS[other][0]}-1", *lines[at][field][1:]]
    return Mutated(lines, at + 1)


def saw_a_treasure_once_too_often(play: Play) -> Mutated | None:
    """One that was face up in this round as often as it exists."""
    at = _looked(play)
    if at is None:
        return None
    before, line = play.steps[at].before, play.lines[at]
    colours = PAIRS.get(line["deck"], ("red", "blue", "green", "purple"))
    copies = before.table.kit.copies
    gone = [name for name, times in before.opened.items() if times == copies[name] and name.split("-")[0] in colours]
    if not gone:
        return None
    lines = copy.deepcopy(play.lines)
    treasure = play.rng.choice(gone)
    lines[at]["saw"][0] = treasure
    lines[at]["order"] = list(lines[at]["saw"])
    return Mutated(lines, at + 1)


def took_one_card_twice(play: Play) -> Mutated | None:
    at = play.some("act", lambda step: step.action.action == 2 and len(step.action.took or ()) == 2)
    if at is None:
        return None
    took = play.lines[at]["took"]
    return Mutated(play.changed(at, took=[took[0], took[0]]), at + 1)


def began_round_two_without_a_pass(play: Play) -> Mutated | None:
    passes = [place for place, line in enumerate(play.lines) if line["do"] == "pass"]
    return Mutated(play.without(passes[1]), passes[1] + 1) if len(passes) > 1 else None


def robbed_an_empty_pile_unseen(play: Play) -> Mutated | None:
    """The thief's card was not noted; the victim has nothing."""

    def has_empty_pile(step: Any) -> bool:
        return sum(not pile for pile in step.before.piles.values()) > 1

    at = play.some("show", has_empty_pile)
    if at is None:
        return None
    poor = [seat for seat, pile in play.steps[at].before.piles.items() if not pile]
    cards = {**play.lines[at]["cards"], poor[0]: UNKNOWN}
    return Mutated(play.changed(at, cards=cards, steals={poor[0]: poor[1]}), at + 1)
