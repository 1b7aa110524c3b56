"""Illegal second cards, landings, draws, permits and endings, one for each rule."""

from typing import Any

from replay.games.gold_island.rules.robbery import has_ground
from replay.games.gold_island.words import (
    COLOURS,
    PORT,
    PROPERTIES,
    VOLCANOES,
    base_of,
    property_of,
)
from tests.games.gold_island.mutations import (
    another,
    as_placed,
    changed_at,
    inserted,
    owned,
    placing,
    replaced,
    turned_up,
)
from tests.helpers.mutations import Mutated, Play

# --- second card -----------------------------------------------------------------------------------------------------


def an_ashore_card_as_a_seer(play: Play) -> Mutated | None:
    return replaced(play, play.some("use"), card="ashore-4", island="isle-8")


def a_card_without_effect(play: Play) -> Mutated | None:
    return replaced(play, play.some("use"), card="ashore-4")


def robbed_from_afar(play: Play) -> Mutated | None:
    def fits(step: Any) -> bool:
        return not has_ground(step.before, step.action.by, another(step), "literal")

    at = play.some("use", fits)
    return replaced(play, at, card="robbery-3", rob={another(play.steps[at]): 1}) if at is not None else None


def robbed_of_two(play: Play) -> Mutated | None:
    at = play.some("use")
    return replaced(play, at, card="robbery-3", rob={another(play.steps[at]): 2}) if at is not None else None


def robbed_themselves(play: Play) -> Mutated | None:
    at = play.some("use")
    return replaced(play, at, card="robbery-3", rob={play.lines[at]["by"]: 1}) if at is not None else None


def robbed_of_more_than_they_have(play: Play) -> Mutated | None:
    at = play.some("use")
    if at is None:
        return None
    victim = another(play.steps[at])
    held = len(play.steps[at].before.owned[victim].cards)
    return replaced(play, at, card="double-robbery-1", rob={victim: held + 1})


def robbed_of_a_card_they_never_had(play: Play) -> Mutated | None:
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


def picked_up_pirates_not_there(play: Play) -> Mutated | None:
    def missing(step: Any) -> list[str]:
        isle = step.before.islands.get(owned(step).ship)
        return [colour for colour in COLOURS if isle is not None and not isle.pirates[colour]]

    at = play.some("use", lambda step: bool(missing(step)))
    return replaced(play, at, card="pirate-5", pirates=missing(play.steps[at])[:1]) if at is not None else None


def picked_up_two_with_a_single_card(play: Play) -> Mutated | None:
    at = play.some("use", lambda step: owned(step).ship != PORT)
    return replaced(play, at, card="pirate-5", pirates=["black", "white"])


def a_monument_on_their_own_pile(play: Play) -> Mutated | None:
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


def ashore_with_pirates_of_others(play: Play) -> Mutated | None:
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


def no_draw(play: Play) -> Mutated | None:
    at = play.some("draw", lambda step: step.after.phase == "play")
    return Mutated(play.without(at), at + 1) if at is not None else None


def shuffled_too_early(play: Play) -> Mutated | None:
    at = play.some("move", lambda step: owned(step).draw > 0 and owned(step).discard)
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


def an_unknown_island(play: Play) -> Mutated | None:
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


def a_card_not_in_the_kit(play: Play) -> Mutated | None:
    return changed_at(play, play.some("move"), card="ashore-1")


def a_chest_turned_up_twice(play: Play) -> Mutated | None:
    at = play.some("reveal", lambda step: step.action.what.startswith("chest."))
    if at is None:
        return None
    return inserted(play, at + 1, {**play.lines[at], "value": play.lines[at]["value"] + 1})
