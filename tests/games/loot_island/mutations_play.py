"""Illegal changes to plays, loots, the end, Aaron's share and variants of Loot Island; see mutations.py."""

from random import Random
from typing import Any

from replay.games.loot_island.geometry import RING, other_landing
from replay.games.loot_island.state import State, column_color, column_value, disc_limit, kit_of, on_island
from replay.step import Step
from tests.games.loot_island.mutations import CHANGES, breaks, hand, own, put
from tests.helpers.tools import Body

__all__ = ["CHANGES"]


@breaks("PLACE-1", "play")
def break_place_1(step: Step[State, Any], body: Body, rng: Random) -> Body | None:
    return put(body, cards=[])


@breaks("PLACE-2", "play")
def break_place_2(step: Step[State, Any], body: Body, rng: Random) -> Body | None:
    kit = kit_of(step.before)
    color = kit.map[body["cards"][0]].color
    others = [name for name in hand(step, body) if kit.map[name].color != color]
    return put(body, cards=[*body["cards"], rng.choice(others)]) if others else None


@breaks("PLACE-3", "play")
def break_place_3(step: Step[State, Any], body: Body, rng: Random) -> Body | None:
    state, kit = step.before, kit_of(step.before)
    color = kit.map[body["cards"][0]].color
    places = [
        place
        for place in RING
        if not state.columns[place] and column_color(kit, state.columns[other_landing(place)]) == color
    ]
    return put(body, landing=rng.choice(places)) if places else None


@breaks("PLACE-4", "play")
def break_place_4(step: Step[State, Any], body: Body, rng: Random) -> Body | None:
    state, kit = step.before, kit_of(step.before)
    color = kit.map[body["cards"][0]].color
    places = [place for place in RING if state.columns[place] and column_color(kit, state.columns[place]) != color]
    return put(body, landing=rng.choice(places)) if places else None


@breaks("PLACE-5", "play")
def break_place_5(step: Step[State, Any], body: Body, rng: Random) -> Body | None:
    state, kit = step.before, kit_of(step.before)
    value = column_value(kit, state.columns[body["landing"]])
    low = [name for name in hand(step, body) if value is not None and 2 <= kit.map[name].value < value]
    return put(body, cards=[rng.choice(low)]) if low else None


@breaks("PLACE-6", "play")
def break_place_6(step: Step[State, Any], body: Body, rng: Random) -> Body | None:
    kit = kit_of(step.before)
    numbers = [value for name in body["cards"] if (value := kit.map[name].value)]
    return put(body, cards=body["cards"][::-1]) if len(set(numbers)) > 1 else None


@breaks("DISC-1", "play")
def break_disc_1(step: Step[State, Any], body: Body, rng: Random) -> Body | None:
    actor = body["by"] if own(body) else "aaron"
    return put(body, come_from=rng.choice(RING)) if actor in step.before.stacks[body["landing"]] else None


@breaks("DISC-2", "play")
def break_disc_2(step: Step[State, Any], body: Body, rng: Random) -> Body | None:
    state, actor = step.before, body["by"] if own(body) else "aaron"
    if actor in state.stacks[body["landing"]] or on_island(state, actor) >= disc_limit(state):
        return None
    return put(body, come_from=rng.choice(RING))


@breaks("DISC-3", "play")
def break_disc_3(step: Step[State, Any], body: Body, rng: Random) -> Body | None:
    actor = body["by"] if own(body) else "aaron"
    absent = [place for place in RING if actor not in step.before.stacks[place]]
    return put(body, come_from=rng.choice(absent)) if "from" in body else None


@breaks("FX-3", "play")
def break_fx_3(step: Step[State, Any], body: Body, rng: Random) -> Body | None:
    return put(body, shed={rng.choice(step.before.table.seats): 30})


@breaks("FX-4", "play")
def break_fx_4(step: Step[State, Any], body: Body, rng: Random) -> Body | None:
    return put(body, draw={body["by"]: ["?"] * 9})


@breaks("ONE-3", "play")
def break_one_3(step: Step[State, Any], body: Body, rng: Random) -> Body | None:
    kit = kit_of(step.before)
    ones = sum(kit.map[name].value == 1 for name in body["cards"])
    return put(body, copy=["red-5-draw"] * (ones + 1))


@breaks("ONE-4", "play")
def break_one_4(step: Step[State, Any], body: Body, rng: Random) -> Body | None:
    state, kit = step.before, kit_of(step.before)
    column = state.columns[body["landing"]]
    value = column_value(kit, column)
    if value is None or value < 2 or not any(kit.map[name].value == 1 for name in body["cards"]):
        return None
    absent = [name for name in kit.map if name not in column]
    return put(body, copy=rng.choice(absent))


# --- loot and end --------------------------------------------------------------------------------------------


@breaks("LOOT-1", "loot")
def break_loot_1(step: Step[State, Any], body: Body, rng: Random) -> Body | None:
    assert step.before.loot is not None
    waiting = [place for place, _ in step.before.loot.queue]
    if not waiting or not body["reveal"]:
        return None
    others = [place for place in RING if place != waiting[0] and step.before.stacks[place]]
    return put(body, landing=rng.choice(others)) if others else None


@breaks("LOOT-2", "loot")
def break_loot_2(step: Step[State, Any], body: Body, rng: Random) -> Body | None:
    assert step.before.loot is not None
    return put(body, reveal=body["reveal"][1:]) if step.before.loot.queue and body["reveal"] else None


@breaks("LOOT-3", "take")
def break_loot_3(step: Step[State, Any], body: Body, rng: Random) -> Body | None:
    return {"do": "loot", "reveal": []} if step.before.open else None


@breaks("TAKE-1", "take")
def break_take_1(step: Step[State, Any], body: Body, rng: Random) -> Body | None:
    if body["by"] == "aaron":
        return None
    return put(body, by=rng.choice([seat for seat in step.before.table.seats if seat != body["by"]]))


@breaks("TAKE-2", "take")
def break_take_2(step: Step[State, Any], body: Body, rng: Random) -> Body | None:
    gone = (*step.before.open, *step.before.memory.given)
    absent = [name for name in kit_of(step.before).treasure if name not in gone]
    return put(body, treasure=rng.choice(absent))


@breaks("TAKE-3", "take")
def break_take_3(step: Step[State, Any], body: Body, rng: Random) -> Body | None:
    return put(body, shed=30) if body["by"] != "aaron" else None


@breaks("CLEAN-1", "loot", "take")
def break_clean_1(step: Step[State, Any], body: Body, rng: Random) -> Body | None:
    plan = step.before.loot
    due = plan is not None and (plan.queue or step.before.open)
    return {"do": "cleanup"} if step.before.phase == "loot" and due else None


@breaks("END-1", "loot", "take")
def break_end_1(step: Step[State, Any], body: Body, rng: Random) -> Body | None:
    plan = step.before.loot
    due = plan is not None and (plan.queue or step.before.open)
    return {"do": "healers"} if step.before.phase == "final" and due else None


@breaks("HEAL-1", "healers")
def break_heal_1(step: Step[State, Any], body: Body, rng: Random) -> Body | None:
    return put(body, cards=body["cards"][1:]) if isinstance(body.get("cards"), list) else None


@breaks("HEAL-2", "healers")
def break_heal_2(step: Step[State, Any], body: Body, rng: Random) -> Body | None:
    if not isinstance(body.get("cards"), list):
        return None
    return put(body, cards=[body["cards"][1], *body["cards"][1:]])


@breaks("HEAL-3", "healer")
def break_heal_3(step: Step[State, Any], body: Body, rng: Random) -> Body | None:
    return put(body, by=rng.choice([seat for seat in step.before.table.seats if seat != body["by"]]))


@breaks("HEAL-4", "healer")
def break_heal_4(step: Step[State, Any], body: Body, rng: Random) -> Body | None:
    gone = [name for name in kit_of(step.before).healers if name not in step.before.healers]
    return put(body, card=rng.choice(gone))


# --- Aaron, variants, shared ---------------------------------------------------------------------------------


@breaks("AAR-1", "play", "island")
def break_aar_1(step: Step[State, Any], body: Body, rng: Random) -> Body | None:
    return put(body, for_="aaron") if len(step.before.table.seats) > 2 else None


@breaks("AAR-2", "play", "island")
def break_aar_2(step: Step[State, Any], body: Body, rng: Random) -> Body | None:
    if own(body):
        return None
    return put(body, draw=["?"] if body["do"] == "island" else {"aaron": ["?"]})


@breaks("AAR-3", "refill")
def break_aar_3(step: Step[State, Any], body: Body, rng: Random) -> Body | None:
    return put(body, aaron=body["aaron"][1:]) if body.get("aaron") else None


@breaks("AAR-4", "play", "island")
def break_aar_4(step: Step[State, Any], body: Body, rng: Random) -> Body | None:
    return put(body, for_="aaron") if step.before.done else None


@breaks("AAR-8", "take", "cleanup", "loot")
def break_aar_8(step: Step[State, Any], body: Body, rng: Random) -> Body | None:
    if not step.before.memory.given or not step.before.open:
        return None
    return {"do": "take", "by": "aaron", "treasure": rng.choice(step.before.open)}


@breaks("VAR-2", "setup", "healers")
def break_var_2(step: Step[State, Any], body: Body, rng: Random) -> Body | None:
    if "healers-dealt" not in step.after.table.variants:
        return None
    if body["do"] == "setup":
        return put(body, healers={**body["healers"], "blue": body["healers"]["blue"][:1]})
    others = [name for name in kit_of(step.before).healers if name not in (step.before.dealt or {})["blue"]]
    return put(body, cards={**body["cards"], "blue": rng.choice(others)})


@breaks("VAR-4", "setup")
def break_var_4(step: Step[State, Any], body: Body, rng: Random) -> Body | None:
    if "discards" not in body:
        return None
    body["discards"][body["first"]] = ["?"]
    return body


@breaks("OBS-1")
def break_obs_1(step: Step[State, Any], body: Body, rng: Random) -> Body | None:
    seat = rng.choice(step.before.table.seats)
    return {"do": "observe", "facts": {f"cubes.{seat}": step.before.cubes[seat] + 1}}


@breaks("REV-1")
def break_rev_1(step: Step[State, Any], body: Body, rng: Random) -> Body | None:
    seat = rng.choice(step.before.table.seats)
    return {"do": "reveal", "what": f"hands.{seat}", "value": [*step.before.hands[seat], "red-3"]}
