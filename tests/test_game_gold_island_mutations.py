"""One illegal change for each rule of Gold Island, in dealt games: the audit names that rule at that event."""

import copy
from typing import Any

import pytest

from replay.games.gold_island.names import (
    COLOURS,
    LIGHTHOUSE,
    PORT,
    PROPERTIES,
    VOLCANOES,
    base_of,
    card_of,
    property_of,
)
from replay.games.gold_island.rules import RULES
from replay.games.gold_island.rules.second_card import has_ground
from tests.mutations import Mutated, Mutation, Play, play_of, recall
from tests.tools import Body

GAMES_EACH = 5


@pytest.fixture(scope="module")
def plays() -> list[Play]:
    return [play_of("gold-island", players, seed) for players in (2, 3, 4) for seed in range(GAMES_EACH)]


# --- tools -----------------------------------------------------------------------------------------------------------


def owned(step: Any) -> Any:
    """What the acting seat owned before the step."""
    return step.before.owned[step.action.by]


def placing(step: Any) -> bool:
    """Whether a second card places a permit on a treasure island."""
    return step.action.permit is not None and step.after.landings > step.before.landings


def with_path(step: Any) -> bool:
    return step.action.path is not None and card_of(step.action.card).points is not None


def in_play(step: Any) -> bool:
    return step.before.phase == "play"


def changed_at(play: Play, at: int | None, **fields: Any) -> Mutated | None:
    """One line with other fields; None for the index where nothing fits."""
    return None if at is None else Mutated(play.changed(at, **fields), at + 1)


def replaced(play: Play, at: int | None, **fields: Any) -> Mutated | None:
    """Another second card of the same seat in the place of one."""
    if at is None:
        return None
    line = {"by": play.lines[at]["by"], "do": "use", **fields}
    return Mutated([*play.lines[:at], line, *play.lines[at + 1 :]], at + 1)


def inserted(play: Play, at: int | None, *lines: Body) -> Mutated | None:
    """Further lines before an index; the last of them is to blame."""
    if at is None:
        return None
    return Mutated([*play.lines[:at], *lines, *play.lines[at:]], at + len(lines))


def with_reading(play: Play, mutated: Mutated | None, question: str, answer: str) -> Mutated | None:
    if mutated is None:
        return None
    header = copy.deepcopy(play.header)
    header["options"]["readings"] = {question: answer}
    return Mutated(mutated.lines, mutated.seq, header)


def as_placed(play: Play, at: int | None, value: int | None, also_turned_up: bool = True) -> Mutated | None:
    """A permit of another value, at placing and (if wanted) where it is turned up."""
    if at is None or value is None:
        return None
    lines = play.changed(at, permit=value)
    step = play.steps[at]
    island = owned(step).ship
    place = len(step.before.islands[island].stack)
    for line in lines[at:]:
        if also_turned_up and line.get("what") == f"permits.{island}":
            line["value"][place] = value
    return Mutated(lines, at + 1)


def turned_up(play: Play, at: int) -> bool:
    ship = owned(play.steps[at]).ship
    return any(line.get("what") == f"permits.{ship}" for line in play.lines)


def another(step: Any) -> str:
    """Some other seat."""
    return next(seat for seat in step.before.owned if seat != step.action.by)


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


def a_strange_gold_island(play: Play) -> Mutated | None:
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


def had_twice(play: Play) -> Mutated | None:
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


def done_without(play: Play) -> Mutated | None:
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


# --- second card -----------------------------------------------------------------------------------------------------


def an_ashore_card_as_a_seer(play: Play) -> Mutated | None:
    return replaced(play, play.some("use"), card="ashore-4", island="isle-8")


def a_card_without_effect(play: Play) -> Mutated | None:
    return replaced(play, play.some("use"), card="ashore-4")


def robbed_from_afar(play: Play) -> Mutated | None:
    def fits(step: Any) -> bool:
        return not has_ground(step.before, step.action.by, another(step), "active")

    at = play.some("use", fits)
    return replaced(play, at, card="robbery-3", rob={another(play.steps[at]): 1}) if at is not None else None


def robbed_of_two(play: Play) -> Mutated | None:
    at = play.some("use")
    return replaced(play, at, card="robbery-3", rob={another(play.steps[at]): 2}) if at is not None else None


def robbed_oneself(play: Play) -> Mutated | None:
    at = play.some("use")
    return replaced(play, at, card="robbery-3", rob={play.lines[at]["by"]: 1}) if at is not None else None


def robbed_of_more_than_he_has(play: Play) -> Mutated | None:
    at = play.some("use")
    if at is None:
        return None
    victim = another(play.steps[at])
    held = len(play.steps[at].before.owned[victim].cards)
    return replaced(play, at, card="double-robbery-1", rob={victim: held + 1})


def robbed_of_a_card_he_never_had(play: Play) -> Mutated | None:
    at = play.some("use", lambda step: bool(owned(step).cards) and bool(step.before.owned[another(step)].cards))
    if at is None:
        return None
    return replaced(play, at, card="robbery-3", rob={another(play.steps[at]): [owned(play.steps[at]).cards[0]]})


def looked_at_a_volcano(play: Play) -> Mutated | None:
    return replaced(play, play.some("use"), card="seer-2", island=play.rng.choice(VOLCANOES))


def a_wrong_note(play: Play) -> Mutated | None:
    at = play.some("use", lambda step: step.action.island is not None)
    return changed_at(play, at, value=play.lines[at]["value"] + 1) if at is not None else None


def two_notes_that_differ(play: Play) -> Mutated | None:
    at = play.some("use", lambda step: step.action.island is not None)
    if at is None:
        return None
    lines = play.changed(0, chests=None)
    again = {**lines[at], "value": lines[at]["value"] + 1}
    return Mutated([*lines[: at + 1], again], at + 2)


def picked_up_in_port(play: Play) -> Mutated | None:
    return replaced(play, play.some("use", lambda step: owned(step).ship == PORT), card="pirate-5", pirates=["black"])


def picked_up_nobody_there(play: Play) -> Mutated | None:
    def missing(step: Any) -> list[str]:
        isle = step.before.islands.get(owned(step).ship)
        return [colour for colour in COLOURS if isle is not None and not isle.pirates[colour]]

    at = play.some("use", lambda step: bool(missing(step)))
    return replaced(play, at, card="pirate-5", pirates=missing(play.steps[at])[:1]) if at is not None else None


def picked_up_two_with_a_single_card(play: Play) -> Mutated | None:
    at = play.some("use", lambda step: owned(step).ship != PORT)
    return replaced(play, at, card="pirate-5", pirates=["black", "white"])


def a_monument_on_the_own_pile(play: Play) -> Mutated | None:
    at = play.some("use")
    return replaced(play, at, card="monument-light", copy=play.lines[at]["by"], island="isle-8") if at else None


def a_monument_on_a_monument(play: Play) -> Mutated | None:
    def owner(step: Any) -> list[str]:
        tops = {seat: each.discard[-1:] for seat, each in step.before.owned.items() if seat != step.action.by}
        return [seat for seat, top in tops.items() if top and property_of(top[0]) == "monument"]

    at = play.some("use", lambda step: bool(owner(step)))
    if at is None:
        return None
    return replaced(play, at, card="monument-light", copy=owner(play.steps[at])[0], island="isle-8")


# --- ashore ----------------------------------------------------------------------------------------------------------


def ashore_in_port(play: Play) -> Mutated | None:
    at = play.some("use", lambda step: owned(step).ship == PORT)
    return replaced(play, at, card="ashore-4", pirates=["black"], permit=3)


def ashore_for_nothing(play: Play) -> Mutated | None:
    return changed_at(play, play.some("use", placing), pirates=[])


def ashore_with_others_pirates(play: Play) -> Mutated | None:
    def missing(step: Any) -> list[str]:
        return [colour for colour in COLOURS if not owned(step).crew[colour]]

    at = play.some("use", lambda step: placing(step) and bool(missing(step)))
    return changed_at(play, at, pirates=missing(play.steps[at])[:1] * 2) if at is not None else None


def placed_without_a_permit(play: Play) -> Mutated | None:
    at = play.some("use", placing)
    if at is None:
        return None
    line = play.lines[at]
    return inserted(play, at + 1, *[line] * (play.steps[at].after.owned[line["by"]].held + 1))


def placed_twice_on_one_island(play: Play) -> Mutated | None:
    at = play.some("use", placing)
    return inserted(play, at + 1, play.lines[at]) if at is not None else None


def two_pirates_for_a_volcano(play: Play) -> Mutated | None:
    at = play.some("use", lambda step: owned(step).ship in VOLCANOES and step.after.effects == ("ashore",))
    return changed_at(play, at, pirates=play.lines[at]["pirates"] * 2) if at is not None else None


def the_seven_fetched_twice(play: Play) -> Mutated | None:
    at = play.some("use", lambda step: step.after.owned[step.action.by].volcano < owned(step).volcano)
    return inserted(play, at + 1, play.lines[at]) if at is not None else None


def a_relic_taken_twice(play: Play) -> Mutated | None:
    at = play.some("use", lambda step: step.action.relic is not None)
    return inserted(play, at + 1, play.lines[at]) if at is not None else None


def a_permit_at_a_volcano(play: Play) -> Mutated | None:
    at = play.some("use", lambda step: owned(step).ship in VOLCANOES and step.after.effects == ("ashore",))
    return changed_at(play, at, permit=3)


def a_second_relic(play: Play) -> Mutated | None:
    at = play.some("use", lambda step: step.action.relic is not None)
    if at is None:
        return None
    other = next(relic for relic in ("hand-5", "redraw") if relic != play.lines[at]["relic"])
    return inserted(play, at + 1, {**play.lines[at], "relic": other})


def redrawn_without_the_relic(play: Play) -> Mutated | None:
    at = play.some("move", lambda step: step.before.relics["redraw"].at != step.action.by)
    return inserted(play, at, {"by": play.lines[at]["by"], "do": "redraw", "discard": ["?"]}) if at else None


def redrawn_after_moving(play: Play) -> Mutated | None:
    at = play.some("draw")
    return inserted(play, at, {"by": play.lines[at]["by"], "do": "redraw", "discard": ["?"]}) if at else None


def redrawn_three(play: Play) -> Mutated | None:
    at = play.some("move")
    return inserted(play, at, {"by": play.lines[at]["by"], "do": "redraw", "discard": ["?"] * 3}) if at else None


# --- cards -----------------------------------------------------------------------------------------------------------


def a_card_too_many(play: Play) -> Mutated | None:
    at = play.some("draw")
    return changed_at(play, at, cards=[*play.lines[at]["cards"], "?"]) if at is not None else None


def no_drawing(play: Play) -> Mutated | None:
    at = play.some("draw", lambda step: step.after.phase == "play")
    return Mutated(play.without(at), at + 1) if at is not None else None


def shuffled_too_early(play: Play) -> Mutated | None:
    at = play.some("move", lambda step: owned(step).draw > 0)
    return inserted(play, at, {"by": play.lines[at]["by"], "do": "reshuffle"}) if at is not None else None


def a_card_from_nowhere(play: Play) -> Mutated | None:
    at = play.some("move")
    if at is None:
        return None
    held = {base_of(name) for name in owned(play.steps[at]).hand}
    deck = [name for name in play.steps[at].before.table.kit.deck if base_of(name) not in held]
    return changed_at(play, at, card=play.rng.choice(deck))


def a_second_monument(play: Play) -> Mutated | None:
    at = play.some("move", lambda step: "monument-light" in owned(step).discard)
    return changed_at(play, at, card="monument-light")


def the_same_card_again(play: Play) -> Mutated | None:
    def fits(step: Any) -> bool:
        shown = [property_of(name) for name in (*owned(step).discard, *owned(step).hand)]
        return "ashore-5" in owned(step).discard and shown.count("ashore") < PROPERTIES["ashore"]

    return changed_at(play, play.some("move", fits), card="ashore-5")


# --- permits and islands ---------------------------------------------------------------------------------------------


def a_permit_worth_nine(play: Play) -> Mutated | None:
    return changed_at(play, play.some("take", lambda step: step.action.permit is not None), permit=9)


def a_value_placed_twice(play: Play) -> Mutated | None:
    def before(step: Any) -> list[int]:
        stacks = [permit for isle in step.before.islands.values() for permit in isle.stack]
        return [permit.value for permit in stacks if permit.seat == step.action.by]

    at = play.some("use", lambda step: placing(step) and bool(before(step)))
    return as_placed(play, at, before(play.steps[at])[0]) if at is not None else None


def a_value_never_received(play: Play) -> Mutated | None:
    at = play.some("use", placing)
    if at is None:
        return None
    gained = owned(play.steps[at]).gained
    return as_placed(play, at, next((value for value in range(1, 8) if value not in gained), None))


def a_wrong_value_noted(play: Play) -> Mutated | None:
    found = [at for at, step in enumerate(play.steps) if play.lines[at]["do"] == "use" and placing(step)]
    found = [at for at in found if turned_up(play, at)]
    at = play.rng.choice(found) if found else None
    return as_placed(play, at, play.lines[at]["permit"] % 7 + 1, also_turned_up=False) if at is not None else None


def a_value_received_twice(play: Play) -> Mutated | None:
    at = play.some("take", lambda step: step.action.permit is not None)
    return changed_at(play, at, permit=owned(play.steps[at]).gained[0]) if at is not None else None


def a_strange_island(play: Play) -> Mutated | None:
    return replaced(play, play.some("use"), card="seer-2", island="tortuga")


def an_island_card_seen_before(play: Play) -> Mutated | None:
    at = play.some("take", lambda step: step.action.card is not None)
    return changed_at(play, at, card=play.steps[at].before.named[0]) if at is not None else None


def a_gold_island_that_was_dealt(play: Play) -> Mutated | None:
    at = play.some("take", lambda step: step.action.card is not None)
    return changed_at(play, 0, gold=play.lines[at]["card"]) if at is not None else None


# --- the end ---------------------------------------------------------------------------------------------------------


def a_move_after_the_end(play: Play) -> Mutated | None:
    return inserted(play, len(play.lines), {"by": "red", "do": "move", "card": "?"})


def turned_up_during_play(play: Play) -> Mutated | None:
    return inserted(play, play.some("move"), {"do": "reveal", "what": "chest.isle-1", "value": 5})


def _of_chest(step: Any, several: bool) -> bool:
    island = step.action.what.partition("chest.")[2]
    return bool(island) and (len(step.before.islands[island].stack) > 1) == several


def a_chest_after_the_gold_island(play: Play) -> Mutated | None:
    at = play.some("reveal", lambda step: step.action.what.startswith("chest."))
    return Mutated([*play.without(at), play.lines[at]], len(play.lines)) if at is not None else None


def a_single_permit_after_several(play: Play) -> Mutated | None:
    at = play.some("reveal", lambda step: _of_chest(step, several=False))
    if at is None or not any(
        play.lines[i]["do"] == "reveal" and _of_chest(step, True)
        for i, step in enumerate(play.steps)
        if play.lines[i]["do"] == "reveal"
    ):
        return None
    lines = play.without(at)
    return Mutated([*lines[:-1], play.lines[at], lines[-1]], len(lines))


def a_value_too_many(play: Play) -> Mutated | None:
    at = play.some("reveal", lambda step: step.action.what.startswith("permits."))
    return changed_at(play, at, value=[*play.lines[at]["value"], 3]) if at is not None else None


def a_wrong_count(play: Play) -> Mutated | None:
    return inserted(play, play.some("move"), {"do": "observe", "facts": {"hand.red": 9}})


def a_card_that_the_kit_has_not(play: Play) -> Mutated | None:
    return changed_at(play, play.some("move"), card="ashore-1")


def a_chest_turned_up_twice(play: Play) -> Mutated | None:
    at = play.some("reveal", lambda step: step.action.what.startswith("chest."))
    if at is None:
        return None
    return inserted(play, at + 1, {**play.lines[at], "value": play.lines[at]["value"] + 1})


MUTATIONS: dict[str, Mutation] = {
    "GI-SETUP-1": a_fifth_player,
    "GI-SETUP-2": too_many_pirates,
    "GI-SETUP-3": a_hand_of_three,
    "GI-SETUP-4": a_seven_kept,
    "GI-SETUP-5": a_strange_gold_island,
    "GI-SETUP-6": a_position_that_does_not_add_up,
    "GI-TURN-1": out_of_turn,
    "GI-TURN-2": no_movement,
    "GI-TURN-3": moved_twice,
    "GI-TURN-4": used_twice,
    "GI-TURN-5": taken_after_the_second_card,
    "GI-MOVE-1": walked_while_the_ship_is_out,
    "GI-MOVE-2": sailed_without_the_captain,
    "GI-MOVE-3": a_point_left_over,
    "GI-MOVE-4": turned_round,
    "GI-MOVE-5": back_on_the_same_line,
    "GI-MOVE-6": jumped_over_a_field,
    "GI-MOVE-7": sailed_across_open_water,
    "GI-MOVE-8": stopped_at_the_lighthouse,
    "GI-MOVE-9": a_lighthouse_card_to_an_island,
    "GI-NEST-1": had_twice,
    "GI-NEST-2": a_permit_from_another_field,
    "GI-NEST-3": more_permits_than_there_are,
    "GI-NEST-4": more_pirates_than_there_are,
    "GI-NEST-5": more_island_cards_than_there_are,
    "GI-NEST-6": done_without,
    "GI-GAMB-1": a_prize_without_the_icon,
    "GI-GAMB-2": a_prize_from_an_empty_house,
    "GI-LIMIT-1": a_fourth_pirate,
    "GI-LIMIT-2": a_pirate_put_back,
    "GI-PROP-1": an_ashore_card_as_a_seer,
    "GI-PROP-2": a_card_without_effect,
    "GI-ROB-1": robbed_from_afar,
    "GI-ROB-2": robbed_of_two,
    "GI-ROB-3": robbed_oneself,
    "GI-ROB-4": robbed_of_more_than_he_has,
    "GI-ROB-5": robbed_of_a_card_he_never_had,
    "GI-SEER-1": looked_at_a_volcano,
    "GI-SEER-2": a_wrong_note,
    "GI-SEER-3": two_notes_that_differ,
    "GI-PIR-1": picked_up_in_port,
    "GI-PIR-2": picked_up_nobody_there,
    "GI-PIR-3": picked_up_two_with_a_single_card,
    "GI-MON-1": a_monument_on_the_own_pile,
    "GI-MON-2": a_monument_on_a_monument,
    "GI-ASH-1": ashore_in_port,
    "GI-ASH-2": ashore_for_nothing,
    "GI-ASH-3": ashore_with_others_pirates,
    "GI-ASH-4": placed_without_a_permit,
    "GI-ASH-5": placed_twice_on_one_island,
    "GI-VOLC-1": two_pirates_for_a_volcano,
    "GI-VOLC-2": the_seven_fetched_twice,
    "GI-VOLC-3": a_relic_taken_twice,
    "GI-VOLC-4": a_permit_at_a_volcano,
    "GI-RELIC-1": a_second_relic,
    "GI-RELIC-2": redrawn_without_the_relic,
    "GI-RELIC-3": redrawn_after_moving,
    "GI-RELIC-4": redrawn_three,
    "GI-DRAW-1": a_card_too_many,
    "GI-DRAW-2": no_drawing,
    "GI-DRAW-3": shuffled_too_early,
    "GI-CARD-1": a_card_from_nowhere,
    "GI-CARD-2": a_second_monument,
    "GI-CARD-3": the_same_card_again,
    "GI-PERMIT-1": a_permit_worth_nine,
    "GI-PERMIT-2": a_value_placed_twice,
    "GI-PERMIT-3": a_value_never_received,
    "GI-PERMIT-4": a_wrong_value_noted,
    "GI-PERMIT-5": a_value_received_twice,
    "GI-ISLE-1": a_strange_island,
    "GI-ISLE-2": an_island_card_seen_before,
    "GI-ISLE-3": a_gold_island_that_was_dealt,
    "GI-END-1": a_move_after_the_end,
    "GI-SETTLE-1": turned_up_during_play,
    "GI-SETTLE-2": a_chest_after_the_gold_island,
    "GI-SETTLE-3": a_single_permit_after_several,
    "GI-SETTLE-4": a_value_too_many,
    "GI-OBS-1": a_wrong_count,
    "GI-KIT-1": a_card_that_the_kit_has_not,
    "GI-KIT-2": a_chest_turned_up_twice,
}


def test_every_check_has_a_mutation() -> None:
    assert [rule.id for rule in RULES if rule.kind == "check"] == list(MUTATIONS)


@pytest.mark.parametrize("rule", MUTATIONS)
def test_the_audit_names_the_rule_at_the_event(rule: str, plays: list[Play]) -> None:
    found, tried, misses = recall(plays, rule, MUTATIONS[rule])

    assert tried >= 3, f"{rule}: only {tried} games had an occasion"
    assert misses == [], f"{found} of {tried}"
