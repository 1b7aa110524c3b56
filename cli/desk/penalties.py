"""The penalties that stand, of any number of records: they belong to a person and an event."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from cli.desk.docket import Docket, docket_of
from records.event import Header
from records.store import Filter, Store
from replay.disputes.cases import Case

Penalty = dict[str, Any]


def standing_penalties(dockets: Iterable[Docket], player: str | None = None) -> list[Penalty]:
    """The penalties that stand, of everybody or of one person or seat.

    `time` counts how often a person has got one for the same infraction in one event.
    """
    found = [
        entry
        for docket in dockets
        for entry in penalties_in(docket)
        if player is None or player.casefold() in (str(entry["person"]).casefold(), str(entry["seat"]).casefold())
    ]
    seen: Counter[tuple[str, ...]] = Counter()
    for entry in found:
        key = (*_whose(entry), str(entry["infraction"]).casefold())
        seen[key] += 1
        entry["time"] = seen[key]
    return found


def _whose(entry: Penalty) -> tuple[str, str]:
    """The person at the event. Without a name, or without an event, they are known in their own record only."""
    event = entry["event"] if entry["event"] is not None and entry["person"] != entry["seat"] else entry["record"]
    return str(event).casefold(), str(entry["person"]).casefold()


def penalties_in(docket: Docket) -> list[Penalty]:
    """The penalties of one record that stand."""
    return [
        _penalty(docket, case, penalty)
        for case in docket.cases.cases
        if case.standing is not None
        for penalty in case.standing.action.penalties
    ]


def _penalty(docket: Docket, case: Case, penalty: Penalty) -> Penalty:
    names, ruling = docket.cases.table.names, case.standing
    person = penalty.get("person")
    return {
        "person": names.get(str(person), person),
        "seat": next((seat for seat, name in names.items() if name == person), person),
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


def repeats(docket: Docket, case: Case, penalties: list[Penalty], others: Iterable[Docket]) -> Iterator[str]:
    """What an official wants to know before giving penalties: who has some in this event already, and for what.

    `others` are the other records of the event. What the ruling that this one replaces had given does not count.
    """
    earlier = [entry for one in (docket, *others) for entry in penalties_in(one)]
    earlier = [entry for entry in earlier if (entry["record"], entry["dispute"]) != (docket.record_id, case.label)]
    for penalty in penalties:
        new = _penalty(docket, case, penalty)
        own = [entry for entry in earlier if _whose(entry) == _whose(new)]
        if own:
            same = [entry for entry in own if _same(entry, new)]
            times = f", number {len(same) + 1} for {new['infraction']}" if same else ""
            told = "; ".join(f"{entry['level']} for {entry['infraction']} ({entry['dispute']})" for entry in own)
            where = f"in {new['event']}" if new["event"] is not None else "in this record"
            yield f"penalty number {len(own) + 1} for {new['person']} {where}{times}; before: {told}"
        earlier.append(new)


def _same(entry: Penalty, other: Penalty) -> bool:
    return str(entry["infraction"]).casefold() == str(other["infraction"]).casefold()


def others_of_event(store: Store, header: Header, record_id: str) -> Iterator[Docket]:
    """The other records of the event that a header names."""
    if header.event is None:
        return
    for info in store.records(Filter(event=header.event)):
        if info.id != record_id and str(info.header.event).casefold() == header.event.casefold():
            yield docket_of(store.load(info.id), info.id)
