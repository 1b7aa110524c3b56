"""One illegal change per rule: each function takes a step of a dealt game and the line logged for it, and gives
the line that breaks its rule there, or None where it does not apply."""

from collections.abc import Callable
from copy import deepcopy
from random import Random
from typing import Any

from replay.games.loot_island.geometry import RING, other_landing
from replay.games.loot_island.state import State, column_color, column_value, disc_limit, kit_of, on_island
from replay.step import Step
from tests.tools import Body

Change = Callable[[Step[State, Any], Body, Random], Body | None]
CHANGES: dict[str, Change] = {}


def breaks(rule: str, *kinds: str) -> Callable[[Change], Change]:
    """Registers a change for a rule, at lines of these kinds (none named: at any)."""

    def register(change: Change) -> Change:
        def guarded(step: Step[State, Any], body: Body, rng: Random) -> Body | None:
            if kinds and body["do"] not in kinds:
                return None
            return change(step, deepcopy(body), rng)

        CHANGES[f"LI-{rule}"] = guarded
        return change

    return register


def put(body: Body, **fields: Any) -> Body:
    names = {"come_from": "from", "for_": "for"}
    return {**body, **{names.get(key, key): value for key, value in fields.items()}}


def own(body: Body) -> bool:
    """Whether the actor is the player himself."""
    return "for" not in body


def hand(step: Step[State, Any], body: Body) -> tuple[str, ...]:
    return step.before.hands["aaron" if not own(body) else body["by"]]


# --- set-up --------------------------------------------------------------------------------------------------


@breaks("SET-2", "setup")
def break_set_2(step: Step[State, Any], body: Body, rng: Random) -> Body | None:
    return put(body, ship={"corner": rng.choice(["N", "EAST"]), "facing": "cw"})


@breaks("SET-3", "setup")
def break_set_3(step: Step[State, Any], body: Body, rng: Random) -> Body | None:
    return put(body, first="nobody")


@breaks("SET-4", "setup")
def break_set_4(step: Step[State, Any], body: Body, rng: Random) -> Body | None:
    body["hands"][rng.choice(sorted(body["hands"]))].pop()
    return body


@breaks("SET-5", "setup")
def break_set_5(step: Step[State, Any], body: Body, rng: Random) -> Body | None:
    return put(body, events=[*body["events"][:3], body["events"][0]])


@breaks("SET-6", "setup")
def break_set_6(step: Step[State, Any], body: Body, rng: Random) -> Body | None:
    if "healers-open" not in step.after.table.variants:
        return None
    return put(body, healers=body["healers"][1:])


@breaks("SET-7", "setup")
def break_set_7(step: Step[State, Any], body: Body, rng: Random) -> Body | None:
    if "aaron" in body:
        return put(body, aaron={**body["aaron"], "color": body["first"]})
    return put(body, aaron={"color": "black"})


@breaks("SEQ-1", "loot", "take", "cleanup", "refill", "healers")
def break_seq_1(step: Step[State, Any], body: Body, rng: Random) -> Body | None:
    return {"do": "pass", "by": step.before.table.seats[0]}


@breaks("SEQ-2", "event")
def break_seq_2(step: Step[State, Any], body: Body, rng: Random) -> Body | None:
    return {"do": "setup", "position": {}}


# --- rounds and events ---------------------------------------------------------------------------------------


@breaks("EVT-1", "event")
def break_evt_1(step: Step[State, Any], body: Body, rng: Random) -> Body | None:
    return {"do": "event", "card": "B1" if step.before.round == 0 else "A1"}


@breaks("EVT-2", "event")
def break_evt_2(step: Step[State, Any], body: Body, rng: Random) -> Body | None:
    return {"do": "event", "card": step.before.event} if step.before.round > 1 else None


@breaks("EVT-3", "event")
def break_evt_3(step: Step[State, Any], body: Body, rng: Random) -> Body | None:
    state = step.before
    if "events-known" not in state.table.variants or state.round == 0:
        return None
    others = [f"B{n}" for n in range(1, 15) if f"B{n}" not in (*state.events, *state.spent, state.event)]
    return {"do": "event", "card": rng.choice(others)}


@breaks("EVT-4", "event")
def break_evt_4(step: Step[State, Any], body: Body, rng: Random) -> Body | None:
    return put(body, island="ship") if body["card"] != "B3" else put(body, draw={"blue": []})


@breaks("REF-1", "refill")
def break_ref_1(step: Step[State, Any], body: Body, rng: Random) -> Body | None:
    able = [seat for seat in body["draw"] if body["draw"][seat]]
    if not able:
        return None
    body["draw"][rng.choice(able)].pop()
    return body


@breaks("REF-2", "refill")
def break_ref_2(step: Step[State, Any], body: Body, rng: Random) -> Body | None:
    if step.before.table.readings["LI-Q10"] != "reduce" or step.before.event != "B5":
        return None
    full = [seat for seat in step.before.table.seats if len(step.before.hands[seat]) >= 7]
    return {"do": "refill"} if full else None


@breaks("A1-1", "event")
def break_a1_1(step: Step[State, Any], body: Body, rng: Random) -> Body | None:
    return put(body, draw={"blue": ["?"]}) if body["card"] == "A1" else None


@breaks("A2-1", "event")
def break_a2_1(step: Step[State, Any], body: Body, rng: Random) -> Body | None:
    return put(body, reveal=body["reveal"][1:]) if body["card"] == "A2" else None


@breaks("A2-2", "pass")
def break_a2_2(step: Step[State, Any], body: Body, rng: Random) -> Body | None:
    if step.before.event != "A2" or len(step.before.offer) < 2:
        return None
    return {"do": "pass", "by": body["by"]}


@breaks("A2-3", "pass")
def break_a2_3(step: Step[State, Any], body: Body, rng: Random) -> Body | None:
    return put({**body, "shed": 0}, keep=False) if step.before.event == "A2" else None


@breaks("B3-1", "event")
def break_b3_1(step: Step[State, Any], body: Body, rng: Random) -> Body | None:
    return put(body, island="volcano") if body["card"] == "B3" else None


@breaks("B4-1", "play", "island")
def break_b4_1(step: Step[State, Any], body: Body, rng: Random) -> Body | None:
    return {"do": "recall", "by": body["by"], "landing": rng.choice(RING)}


@breaks("B4-2", "recall")
def break_b4_2(step: Step[State, Any], body: Body, rng: Random) -> Body | None:
    assert step.before.turn is not None
    return {"do": "pass", "by": step.before.turn}


@breaks("B10-1", "cleanup")
def break_b10_1(step: Step[State, Any], body: Body, rng: Random) -> Body | None:
    return put(body, shed={"blue": 3})


# --- cards ---------------------------------------------------------------------------------------------------


@breaks("DECK-3", "island")
def break_deck_3(step: Step[State, Any], body: Body, rng: Random) -> Body | None:
    return put(body, reveal=None) if body.get("reveal") else None


@breaks("DECK-4", "loot")
def break_deck_4(step: Step[State, Any], body: Body, rng: Random) -> Body | None:
    state = step.before
    names = body["reveal"]
    if (
        not names
        or not state.treasure_deck
        or state.treasure_deck[0][0] == "mix"
        or sum(size for _, size in state.treasure_deck[:1]) < len(names)
    ):
        return None
    top = state.treasure_deck[0][0]
    others = [name for name, card in kit_of(state).treasure.items() if card.pile != top]
    return put(body, reveal=[rng.choice(others), *names[1:]])


@breaks("DECK-5", "loot")
def break_deck_5(step: Step[State, Any], body: Body, rng: Random) -> Body | None:
    kept = [name for names in step.before.kept.values() for name in names]
    if not kept or not body["reveal"]:
        return None
    return put(body, reveal=[rng.choice(kept), *body["reveal"][1:]])


@breaks("HAND-1", "play", "island")
def break_hand_1(step: Step[State, Any], body: Body, rng: Random) -> Body | None:
    others = [name for name in kit_of(step.before).map if name not in hand(step, body)]
    return put(body, cards=[rng.choice(others), *body["cards"][1:]])


@breaks("CARD-1", "refill")
def break_card_1(step: Step[State, Any], body: Body, rng: Random) -> Body | None:
    held = [name for name in step.before.hands[step.before.first] if kit_of(step.before).map[name].copies == 1]
    kept = [name for name in held if name not in body["discard"].get(step.before.first, ())]
    others = [seat for seat in body["draw"] if body["draw"][seat]]
    if not kept or not others:
        return None
    seat = rng.choice(others)
    body["draw"][seat] = [rng.choice(kept), *body["draw"][seat][1:]]
    return body


# --- turns ---------------------------------------------------------------------------------------------------


@breaks("TURN-1", "pass", "play", "island")
def break_turn_1(step: Step[State, Any], body: Body, rng: Random) -> Body | None:
    others = [seat for seat in step.before.table.seats if seat != body["by"] and seat not in step.before.passed]
    return {"do": "pass", "by": rng.choice(others)} if others else None


@breaks("TURN-2", "pass", "play", "island")
def break_turn_2(step: Step[State, Any], body: Body, rng: Random) -> Body | None:
    return {"do": "pass", "by": rng.choice(step.before.passed)} if step.before.passed else None


@breaks("ISL-1", "island")
def break_isl_1(step: Step[State, Any], body: Body, rng: Random) -> Body | None:
    down = [name for name, side in step.before.islands.items() if side == "down"]
    return put(body, island=rng.choice(down) if down else "volcano")


@breaks("ISL-2", "island")
def break_isl_2(step: Step[State, Any], body: Body, rng: Random) -> Body | None:
    return put(body, cards=[*body["cards"], body["cards"][0]])


@breaks("ISL-3", "island")
def break_isl_3(step: Step[State, Any], body: Body, rng: Random) -> Body | None:
    kit = kit_of(step.before)
    if len(body["cards"]) != 2:
        return None
    color = kit.map[body["cards"][0]].color
    others = [name for name in hand(step, body) if kit.map[name].color != color]
    return put(body, cards=[body["cards"][0], rng.choice(others)]) if others else None


@breaks("ISL-4", "island")
def break_isl_4(step: Step[State, Any], body: Body, rng: Random) -> Body | None:
    if not body["island"].startswith("cubes") or not own(body) or not body.get("use", True):
        return None
    return put(body, shed=4)


@breaks("ISL-5", "island")
def break_isl_5(step: Step[State, Any], body: Body, rng: Random) -> Body | None:
    actor = body["by"] if own(body) else "aaron"
    absent = [place for place in RING if actor not in step.before.stacks[place]]
    return put({**body, "use": True}, island="bottom", landing=rng.choice(absent))


@breaks("ISL-6", "island")
def break_isl_6(step: Step[State, Any], body: Body, rng: Random) -> Body | None:
    actor = body["by"] if own(body) else "aaron"
    there = [place for place in RING if actor in step.before.stacks[place]]
    return put({**body, "use": True}, island="place", landing=rng.choice(there)) if there else None


@breaks("ISL-7", "island")
def break_isl_7(step: Step[State, Any], body: Body, rng: Random) -> Body | None:
    return put(body, draw=["?"] * 3) if body.get("draw") else None


# --- plays ---------------------------------------------------------------------------------------------------


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
    return {key: value for key, value in body.items() if key != "from"} if "from" in body else None


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
    head = step.before.loot.queue[0][0]
    return put(body, landing=rng.choice([place for place in RING if place != head]))


@breaks("LOOT-2", "loot")
def break_loot_2(step: Step[State, Any], body: Body, rng: Random) -> Body | None:
    return put(body, reveal=body["reveal"][1:])


@breaks("LOOT-3", "take")
def break_loot_3(step: Step[State, Any], body: Body, rng: Random) -> Body | None:
    return {"do": "loot", "reveal": []}


@breaks("TAKE-1", "take")
def break_take_1(step: Step[State, Any], body: Body, rng: Random) -> Body | None:
    return put(body, by=rng.choice([seat for seat in step.before.table.seats if seat != body["by"]]))


@breaks("TAKE-2", "take")
def break_take_2(step: Step[State, Any], body: Body, rng: Random) -> Body | None:
    absent = [name for name in kit_of(step.before).treasure if name not in step.before.open]
    return put(body, treasure=rng.choice(absent))


@breaks("TAKE-3", "take")
def break_take_3(step: Step[State, Any], body: Body, rng: Random) -> Body | None:
    return put(body, shed=30)


@breaks("CLEAN-1", "loot", "take")
def break_clean_1(step: Step[State, Any], body: Body, rng: Random) -> Body | None:
    return {"do": "cleanup"} if step.before.phase == "loot" else None


@breaks("END-1", "loot", "take")
def break_end_1(step: Step[State, Any], body: Body, rng: Random) -> Body | None:
    return {"do": "healers"} if step.before.phase == "final" else None


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
