"""The effective timeline once more, as plainly as it can be said and without regard to speed, to compare with.

Each correction is looked at in the light of the log before it, and its effect noted for ever: ("put", event, action),
("back", correction), ("in", event) or ("gone", events). What counts is worked out afresh for every question.
"""

from collections.abc import Sequence
from typing import Any

from records.event import Event

Body = dict[str, Any]
Effect = tuple[str, Any, Any]
PROCEDURE = {"dispute", "evidence", "settle", "withdraw", "ruling", "appeal", "final", "reopen", "appoint"}
PROCEDURE |= {"key", "sign", "seal", "access"}


def line_of(events: Sequence[Event]) -> list[tuple[int, Body]]:
    """Number and facts of each event of the line; a correction that changes nothing stands in it itself."""
    effects: dict[int, Effect | None] = {}
    order: list[int] = []
    for event in events:
        if event.do not in ("amend", "insert", "rewind"):
            order.append(event.seq)
            continue
        effect = effects[event.seq] = _effect(event, events[: event.seq - 1], effects, order)
        if effect is None:
            order.append(event.seq)
        elif effect[0] == "in":
            group, place = {effect[1]}, order.index(effect[1]) + 1
            while place < len(order) and (effects.get(order[place]) or ("", None))[1] in group:
                group.add(order[place])
                place += 1
            order.insert(place, event.seq)
    return [told for seq in order if (told := _told(seq, events, effects)) is not None]


def _told(seq: int, events: Sequence[Event], effects: dict[int, Effect | None]) -> tuple[int, Body] | None:
    body: Any = events[seq - 1].body()
    if seq in effects and effects[seq] is None:
        return (seq, body) if _counts(seq, effects) else None
    if not _stands(seq, effects):
        return None
    time = {"at": body["at"]} if "at" in body else {}
    body = {**time, **body["action"]} if seq in effects else body
    for by, effect in effects.items():
        if effect is not None and effect[:2] == ("put", seq) and _counts(by, effects):
            body = None if effect[2] is None else {**time, **effect[2]}
    return None if body is None else (seq, body)


def _counts(seq: int, effects: dict[int, Effect | None]) -> bool:
    return not any(effect and effect[:2] == ("back", seq) and _counts(by, effects) for by, effect in effects.items())


def _stands(seq: int, effects: dict[int, Effect | None]) -> bool:
    if seq in effects and not ((effects[seq] or ("",))[0] == "in" and _counts(seq, effects)):
        return False
    gone = [by for by, effect in effects.items() if effect and effect[0] == "gone" and seq in effect[1]]
    return not any(_counts(by, effects) for by in gone)


def _effect(event: Event, log: Sequence[Event], effects: dict[int, Effect | None], order: list[int]) -> Effect | None:
    fields, size = event.fields, len(log)
    named = fields.get({"amend": "target", "insert": "after", "rewind": "to"}[event.do])
    if type(named) is not int or not 1 <= named <= size:
        return None
    kind, action = log[named - 1].do, fields.get("action", "missing")
    fits = isinstance(action, dict) and action["do"] not in {"amend", "insert", "rewind"} | PROCEDURE
    if event.do == "amend":
        if action is None and (kind in ("amend", "rewind") or (kind == "insert" and not _stands(named, effects))):
            return ("back", named, None)
        ok = (fits or action is None) and kind not in {"amend", "rewind"} | PROCEDURE and _stands(named, effects)
        return ("put", named, action) if ok else None
    spot: Any = named
    while spot in effects and (effects[spot] or ("",))[0] != "in":
        body = log[spot - 1].fields
        worked = next((body[key] for key in ("target", "after", "to") if key in body), None)
        if type(worked) is not int or not 1 <= worked < spot:
            return None
        spot = worked
    if not _stands(spot, effects):
        return None
    if event.do == "insert":
        return ("in", spot, None) if fits else None
    behind = [seq for seq in order[order.index(spot) + 1 :] if _stands(seq, effects)]
    behind = [seq for seq in behind if log[seq - 1].do not in PROCEDURE]
    also = fields.get("also", [])
    if any(seq not in behind or seq >= named for seq in also):
        return None
    return ("gone", {seq for seq in behind if seq > named or seq in also}, None)
