"""Illegal setups, turns, movements and visits to the nest, one for each rule."""

import copy
from typing import Any

from replay.games.gold_island.words import (
    LIGHTHOUSE,
    PORT,
    card_of,
)
from tests.games.gold_island.mutations import (
    another,
    changed_at,
    inserted,
    owned,
    with_path,
    with_reading,
)
from tests.helpers.mutations import Mutated, Play
from tests.helpers.tools import Body

# --- setup and turn --------------------------------------------------------------------------------------------------


def a_fifth_player(play: Play) -> Mutated:
    header = copy.deepcopy(play.header)
    header["players"].append({"seat": "purple"})
    return Mutated(play.lines, 1, header)


def too_many_pirates(play: Play) -> Mutated | None:
    return changed_at(play, 0, pirates=9)


def a_hand_of_three(play: Play) -> Mutated:
    lines = copy.deepcopy(play.lines)
    lines[0]["hands"]["red"].pop()
    return Mutated(lines, 1)


def a_seven_kept(play: Play) -> Mutated | None:
    return changed_at(play, 0, permits={**play.lines[0]["permits"], "red": 7})


def an_unknown_gold_island(play: Play) -> Mutated | None:
    return changed_at(play, 0, gold="tortuga")


def a_position_that_does_not_add_up(play: Play) -> Mutated:
    return Mutated([{"do": "setup", "position": {"islandCards": {"deck": play.rng.randint(0, 6)}}}], 1)


def out_of_turn(play: Play) -> Mutated | None:
    at = play.some("move")
    return changed_at(play, at, by=another(play.steps[at])) if at is not None else None


def no_movement(play: Play) -> Mutated | None:
    at = play.some("move")
    return Mutated(play.without(at), at + 1) if at is not None else None


def moved_twice(play: Play) -> Mutated | None:
    at = play.some("move")
    return inserted(play, at + 1, play.lines[at]) if at is not None else None


def used_twice(play: Play) -> Mutated | None:
    at = play.some("use")
    return inserted(play, at + 1, play.lines[at]) if at is not None else None


def taken_after_the_second_card(play: Play) -> Mutated | None:
    at = play.some("use")
    return inserted(play, at + 1, {"by": play.lines[at]["by"], "do": "take"}) if at is not None else None


# --- movement --------------------------------------------------------------------------------------------------------


def walked_while_the_ship_is_out(play: Play) -> Mutated | None:
    at = play.some("move", lambda step: with_path(step) and owned(step).ship != PORT)
    return changed_at(play, at, path=["island-card-1", "pirate-black"])


def sailed_without_the_captain(play: Play) -> Mutated | None:
    at = play.some("move", lambda step: with_path(step) and owned(step).captain != LIGHTHOUSE)
    return changed_at(play, at, path=["isle-1", "isle-4"])


def a_point_left_over(play: Play) -> Mutated | None:
    def fits(step: Any) -> bool:
        return with_path(step) and len(step.action.path) == card_of(step.action.card).points

    at = play.some("move", fits)
    return changed_at(play, at, path=play.lines[at]["path"][:-1]) if at is not None else None


def turned_round(play: Play) -> Mutated | None:
    at = play.some("move", lambda step: with_path(step) and owned(step).captain == LIGHTHOUSE)
    return changed_at(play, at, path=["island-card-1", "pirate-black", "island-card-1"])


def back_on_the_same_line(play: Play) -> Mutated | None:
    at = play.some("move", lambda step: with_path(step) and owned(step).ship != PORT)
    if at is None:
        return None
    step = play.steps[at]
    ship = owned(step).ship
    near = step.before.table.kit.lines[ship][0]
    return changed_at(play, at, path=[near, ship])


def jumped_over_a_field(play: Play) -> Mutated | None:
    at = play.some("move", lambda step: with_path(step) and owned(step).captain != "pirate-violet")
    if at is None:
        return None
    near = play.steps[at].before.table.kit.ring[owned(play.steps[at]).captain]
    return changed_at(play, at, path=[next(field for field in ("permit-2", "permit-1") if field not in near)])


def sailed_across_open_water(play: Play) -> Mutated | None:
    at = play.some("move", with_path)
    if at is None:
        return None
    step = play.steps[at]
    lines = step.before.table.kit.lines
    far = [island for island in lines if island not in (owned(step).ship, *lines[owned(step).ship])]
    return changed_at(play, at, path=[play.rng.choice(far)])


def stopped_at_the_lighthouse(play: Play) -> Mutated | None:
    at = play.some("move", lambda step: with_path(step) and step.action.path[-1] == LIGHTHOUSE)
    return with_reading(play, Mutated(play.lines, at + 1), "GI-Q8", "no") if at is not None else None


def a_lighthouse_card_to_an_island(play: Play) -> Mutated | None:
    return changed_at(play, play.some("move", lambda step: card_of(step.action.card).flag == "light"), path=["isle-5"])


# --- nest ------------------------------------------------------------------------------------------------------------


def used_a_field_twice(play: Play) -> Mutated | None:
    at = play.some("take")
    return inserted(play, at + 1, play.lines[at]) if at is not None else None


def a_permit_from_another_field(play: Play) -> Mutated | None:
    at = play.some("take", lambda step: not owned(step).captain.startswith("permit"))
    return changed_at(play, at, permit=3)


def _until_empty(play: Play, what: Body, left: Any) -> Mutated | None:
    """As many takes in a row as there are things, and one more."""
    at = play.some("take")
    if at is None:
        return None
    step = play.steps[at]
    line = {"by": step.action.by, "do": "take", **what}
    return inserted(play, at + 1, *[line] * (left(step.after, step.action.by) + 1))


def more_permits_than_there_are(play: Play) -> Mutated | None:
    return _until_empty(play, {"permit": "?"}, lambda state, seat: state.owned[seat].nest)


def more_pirates_than_there_are(play: Play) -> Mutated | None:
    return _until_empty(play, {"pirate": "white"}, lambda state, seat: state.houses["white"])


def more_island_cards_than_there_are(play: Play) -> Mutated | None:
    return _until_empty(play, {"card": "?"}, lambda state, seat: state.deck)


def skipped_a_field(play: Play) -> Mutated | None:
    found = [at for at, line in enumerate(play.lines) if line["do"] == "take"]
    found = [at for at in found if play.lines[at + 1]["do"] in ("use", "draw")]
    at = play.rng.choice(found) if found else None
    return with_reading(play, Mutated(play.without(at), at + 1), "GI-Q5", "required") if at is not None else None


def a_prize_without_the_icon(play: Play) -> Mutated | None:
    return changed_at(play, play.some("gamble", lambda step: not card_of(step.action.card).poker), pirate="white")


def a_prize_from_an_empty_house(play: Play) -> Mutated | None:
    at = play.some("gamble")
    if at is None:
        return None
    step = play.steps[at]
    drained = [{"by": step.action.by, "do": "take", "pirate": "white"}] * step.before.houses["white"]
    line = {"by": step.action.by, "do": "gamble", "card": "seer-4-poker", "pirate": "white", "permit": None}
    lines = [*play.lines[:at], *drained, line, *play.lines[at + 1 :]]
    return Mutated(lines, at + 1 + len(drained))


def a_fourth_pirate(play: Play) -> Mutated | None:
    at = play.some("take")
    if at is None:
        return None
    line = {"by": play.lines[at]["by"], "do": "take", "pirate": "black"}
    return inserted(play, at + 1, *[line] * 4)


def a_pirate_put_back(play: Play) -> Mutated | None:
    return changed_at(play, play.some("take"), drop="white")
