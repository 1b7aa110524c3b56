"""The penalties that stand, of any number of records: they belong to a person and an event."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from cli.desk.docket import Docket


def standing_penalties(dockets: Iterable[Docket], player: str | None = None) -> list[dict[str, Any]]:
    """The penalties that stand, of everybody or of one person or seat; `time` counts repeats of an infraction."""
    found = [
        entry
        for docket in dockets
        for entry in penalties_in(docket)
        if player is None or player.casefold() in (str(entry["person"]).casefold(), str(entry["seat"]).casefold())
    ]
    seen: Counter[tuple[str, str]] = Counter()
    for entry in found:
        key = (str(entry["person"]).casefold(), str(entry["infraction"]).casefold())
        seen[key] += 1
        entry["time"] = seen[key]
    return found


def penalties_in(docket: Docket) -> list[dict[str, Any]]:
    """The penalties of one record that stand."""
    names = docket.cases.table.names
    found = []
    for case in docket.cases.cases:
        ruling = case.standing
        for penalty in ruling.action.penalties if ruling is not None else ():
            person = penalty.get("person")
            seat = next((seat for seat, name in names.items() if name == person), person)
            found.append(
                {
                    "person": names.get(str(person), person),
                    "seat": seat,
                    "level": penalty.get("level"),
                    "infraction": penalty.get("infraction"),
                    "usual": penalty.get("usual"),
                    "why": penalty.get("why"),
                    "by": ruling.by if ruling is not None else None,
                    "dispute": case.label,
                    "ruling": ruling.seq if ruling is not None else None,
                    "event": docket.record.header.event,
                    "record": docket.record_id,
                }
            )
    return found
