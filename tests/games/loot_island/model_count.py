"""The second bookkeeping of Loot Island: its count, and its state as a document. See model.py."""

from typing import Any

from tests.games.loot_island.model import RING, Model


def scores(model: Model) -> dict[str, int | None]:
    """What each player has in the end; None for one who is out."""
    ranked = [seat for seat in model.actors if seat not in model.out]
    crosses = {who: sum(model.chests[name].get("crosses", 0) for name in model.kept[who]) for who in ranked}
    found: dict[str, int | None] = dict.fromkeys(model.seats)
    for seat in model.seats:
        if seat in model.out:
            continue
        total = worth([model.chests[name] for name in model.kept[seat]])
        own = crosses[seat]
        if own:
            above = sum(other > own for other in crosses.values())
            level = sum(other == own for other in crosses.values())
            total += sum((model.bonus + [0] * 9)[above : above + level]) // level
        total += 5 if seat == model.first else 0
        if seat in model.taken:
            cure = model.cures[model.taken[seat]]
            total -= cure["per"] * model.cubes[seat] + cure["fixed"]
        found[seat] = total if total >= 0 else None
    return found


def worth(chests: list[dict[str, Any]]) -> int:
    """Treasures without the crown bonus."""
    total: int = sum(chest.get("base", 0) for chest in chests)
    jewels = [chest["type"] for chest in chests].count("jewel")
    total += jewels // 3 * 20 + (8 if jewels % 3 == 2 else 0)
    times = sorted((chest["times"] for chest in chests if chest["type"] == "book"), reverse=True)
    curses = sorted((chest.get("curse", 0) for chest in chests if chest["type"] != "book"), reverse=True)
    total += sum(factor * curse for factor, curse in zip(times, curses, strict=False))
    kinds = [chest["skull"] for chest in chests if chest["type"] == "skull"]
    others = len({chest["type"] for chest in chests} - {"skull"})
    while kinds:
        layer = set(kinds)
        total += others * {1: 1, 2: 3, 3: 6}[len(layer)]
        for kind in layer:
            kinds.remove(kind)
    return total


def document(model: Model) -> dict[str, Any]:
    """What can be compared with the state document of the game."""
    loot = None if model.queue is None else {"queue": model.queue, "at": model.at, "takers": model.takers}
    found: dict[str, Any] = {
        "round": model.round,
        "phase": model.phase,
        "first": model.first,
        "turn": model.turn,
        "turns": model.turns,
        "ship": {"corner": model.corner, "facing": model.facing},
        "passed": model.passed,
        "event": model.event,
        "spent": model.spent,
        "cubes": model.cubes,
        "islands": {name: "up" if up else "down" for name, up in model.up.items()},
        "hands": {actor: sorted(cards) for actor, cards in model.hands.items()},
        "compasses": model.discs,
        "kept": model.kept,
        "landings": {place: {"cards": model.columns[place], "stack": model.stacks[place]} for place in RING},
        "map": {"deck": model.deck, "discard": sorted(model.discard)},
        "treasure": {"deck": model.piles, "discard": sorted(model.buried), "open": sorted(model.open)},
        "renewed": {"map": in_order(model.renewed), "treasure": in_order(model.renewed_chests)},
        "loot": loot,
        "cutoff": model.cutoff,
        "healers": {"open": sorted(model.healers), "order": model.order, "taken": model.taken},
    }
    if model.two:
        found["aaron"] = {"done": model.done, "given": model.given, "unseen": model.unseen}
    return found


def in_order(names: list[str] | None) -> list[str] | None:
    """A list whose order says nothing, sorted."""
    return None if names is None else sorted(names)
