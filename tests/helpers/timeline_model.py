"""The effective timeline once more, as plainly as it can be said and without regard to speed, to compare with.

Each correction is looked at in the light of the log before it, and its effect noted for ever: ("put", event, action),
("back", correction), ("in", event) or ("gone", events). What counts is worked out afresh for every question. Some
corrections may be idle: they wait for somebody's word, and do not count at present.
"""

from collections.abc import Sequence
from typing import Any

from records.event import Event

Body = dict[str, Any]
Effect = tuple[str, Any, Any]
Effects = dict[int, Effect | None]
PROCEDURE = {"dispute", "evidence", "settle", "withdraw", "ruling", "appeal", "final", "reopen", "appoint"}
PROCEDURE |= {"key", "sign", "seal", "access"}
NONE: frozenset[int] = frozenset()


def line_of(events: Sequence[Event]) -> list[tuple[int, Body]]:
    """Number and facts of each event of the line; a correction that changes nothing stands in it itself."""
    effects: Effects = {}
    for event in events:
        if event.do in ("amend", "insert", "rewind"):
            log = events[: event.seq - 1]
            effects[event.seq] = effect_of(event, log, effects, order_of(log, effects))
    line = [told(seq, events, effects) for seq in order_of(events, effects)]
    return [one for one in line if one is not None]


def order_of(events: Sequence[Event], effects: Effects) -> list[int]:
    """All places, in the order of the game."""
    order: list[int] = []
    for event in events:
        effect = effects.get(event.seq)
        if event.seq not in effects or effect is None:
            order.append(event.seq)
        elif effect[0] == "in":
            group, place = {effect[1]}, order.index(effect[1]) + 1
            while place < len(order) and (effects.get(order[place]) or ("", None))[1] in group:
                group.add(order[place])
                place += 1
            order.insert(place, event.seq)
    return order


def told(seq: int, events: Sequence[Event], effects: Effects, idle: frozenset[int] = NONE) -> tuple[int, Body] | None:
    """An event as it counts; None if it does not."""
    body: Any = events[seq - 1].body()
    if seq in effects and effects[seq] is None:
        return (seq, body) if counts(seq, effects, idle) else None
    if not stands(seq, effects, idle):
        return None
    time = {"at": body["at"]} if "at" in body else {}
    body = {**time, **body["action"]} if seq in effects else body
    for by, effect in effects.items():
        if effect is not None and effect[:2] == ("put", seq) and counts(by, effects, idle):
            body = None if effect[2] is None else {**time, **effect[2]}
    return None if body is None else (seq, body)


def counts(seq: int, effects: Effects, idle: frozenset[int]) -> bool:
    """Whether a correction counts."""
    if seq in idle:
        return False
    return not any(e and e[:2] == ("back", seq) and counts(by, effects, idle) for by, e in effects.items())


def stands(seq: int, effects: Effects, idle: frozenset[int] = NONE) -> bool:
    """Whether an event has a place."""
    if seq in effects and not (puts_in(effects[seq]) and counts(seq, effects, idle)):
        return False
    return not _fell(seq, effects, idle)


def puts_in(effect: Effect | None) -> bool:
    """Whether a correction puts an event in."""
    return effect is not None and effect[0] == "in"


def _fell(seq: int, effects: Effects, idle: frozenset[int]) -> bool:
    gone = [by for by, effect in effects.items() if effect and effect[0] == "gone" and seq in effect[1]]
    return any(counts(by, effects, idle) for by in gone)


def effect_of(
    event: Event, log: Sequence[Event], effects: Effects, order: list[int], idle: frozenset[int] = NONE
) -> Effect | None:
    """What a correction does, by the line as it is when it is logged; None for nothing."""
    fields, size = event.fields, len(log)
    named = fields.get({"amend": "target", "insert": "after", "rewind": "to"}[event.do])
    if type(named) is not int or not 1 <= named <= size:
        return None
    kind, action = log[named - 1].do, fields.get("action", "missing")
    fits = isinstance(action, dict) and action["do"] not in {"amend", "insert", "rewind"} | PROCEDURE
    if event.do == "amend":
        here = stands(named, effects, idle)
        if action is None and (kind in ("amend", "rewind") or (kind == "insert" and not here)):
            return ("back", named, None)
        ok = (fits or action is None) and kind not in {"amend", "rewind"} | PROCEDURE and here
        return ("put", named, action) if ok else None
    spot: Any = named
    while spot in effects and not puts_in(effects[spot]):
        body = log[spot - 1].fields
        worked = next((body[key] for key in ("target", "after", "to") if key in body), None)
        if type(worked) is not int or not 1 <= worked < spot:
            return None
        spot = worked
    if _fell(spot, effects, idle):
        return None
    if event.do == "insert":
        return ("in", spot, None) if fits else None
    behind = [seq for seq in order[order.index(spot) + 1 :] if stands(seq, effects, idle)]
    behind = [seq for seq in behind if log[seq - 1].do not in PROCEDURE]
    also = fields.get("also", [])
    if any(seq not in behind or seq >= named for seq in also):
        return None
    return ("gone", {seq for seq in behind if seq > named or seq in also}, None)
