"""One illegal change per rule: each function takes a step of a dealt game and the line logged for it, and gives
the line that breaks its rule there, or None if it does not apply."""

from collections.abc import Callable
from copy import deepcopy
from random import Random
from typing import Any

from replay.games.loot_island.geometry import RING
from replay.games.loot_island.state import State, kit_of
from replay.step import Step
from tests.helpers.tools import Body

Change = Callable[[Step[State, Any], Body, Random], Body | None]
CHANGES: dict[str, Change] = {}


def breaks(rule: str, *kinds: str) -> Callable[[Change], Change]:
    """Registers a change for a rule, at lines of these kinds (or of any kind if none is named)."""

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
    """Whether the player acts for themselves, not for Aaron."""
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


@breaks("CARD-3", "loot", "healer")
def break_card_3(step: Step[State, Any], body: Body, rng: Random) -> Body | None:
    if body["do"] == "healer":
        return put(body, card="quack")
    return put(body, reveal=["crown-99", *body["reveal"][1:]]) if body["reveal"] else None


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
