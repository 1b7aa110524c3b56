"""The penalties that stand, of any number of records: they belong to a person and an event."""

from collections.abc import Iterable, Iterator, Mapping

from cli.desk.docket import Docket, docket_of
from cli.desk.penalty_counts import Penalty, numbered, whose
from records.event import Header
from records.store import Filter, Store
from replay.disputes.cases import Case
from replay.games.tournament.actions import Rung
from replay.games.tournament.words import SEVERITY


def standing_penalties(dockets: Iterable[Docket], player: str | None = None) -> list[Penalty]:
    """The penalties that stand, of everybody or of one person or seat."""
    return numbered((entry for docket in dockets for entry in penalties_in(docket)), player)


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


def repeats(
    docket: Docket,
    case: Case,
    penalties: list[Penalty],
    others: Iterable[Docket],
    ladder: Mapping[str, Rung] | None = None,
) -> Iterator[str]:
    """What an official wants to know before giving penalties: who has some in this event already, and for what.

    `others` are the other records of the event. What the ruling that this one replaces had given does not count.
    `ladder` is that of the event: a step that is left out is said, and the ruling should say why.
    """
    earlier = [entry for one in (docket, *others) for entry in penalties_in(one)]
    earlier = [entry for entry in earlier if (entry["record"], entry["dispute"]) != (docket.record_id, case.label)]
    for penalty in penalties:
        new = _penalty(docket, case, penalty)
        own = [entry for entry in earlier if whose(entry) == whose(new)]
        if own:
            same = [entry for entry in own if _same(entry, new)]
            times = f", number {len(same) + 1} for {new['infraction']}" if same else ""
            told = "; ".join(f"{entry['level']} for {entry['infraction']} ({entry['dispute']})" for entry in own)
            where = f"in {new['event']}" if new["event"] is not None else "in this record"
            yield f"penalty number {len(own) + 1} for {new['person']} {where}{times}; before: {told}"
        if due := _step_left_out(new, own, ladder or {}):
            yield due
        earlier.append(new)


def _step_left_out(new: Penalty, own: list[Penalty], ladder: Mapping[str, Rung]) -> str | None:
    """The step of the ladder that a penalty leaves out, in words; None where it takes the step, or there is none."""
    mine = next((rung for name, rung in ladder.items() if name.casefold() == str(new["infraction"]).casefold()), None)
    rung = mine or ladder.get("*")
    level = SEVERITY.get(str(new["level"]), 0)
    if rung is None or level == 0 or level >= SEVERITY.get(rung.then, 0):
        return None
    times = 1 + sum(SEVERITY.get(str(entry["level"]), 0) > 0 and (mine is None or _same(entry, new)) for entry in own)
    if times < rung.times:
        return None
    what = f"for {new['infraction']} " if mine is not None else ""
    return (
        f"the ladder of {new['event']}: from penalty number {rung.times} {what}on {rung.then} is due; "
        f"with {new['level']} for {new['person']} the ruling should say why"
    )


def _same(entry: Penalty, other: Penalty) -> bool:
    return str(entry["infraction"]).casefold() == str(other["infraction"]).casefold()


def others_of_event(store: Store, header: Header, record_id: str) -> Iterator[Docket]:
    """The other records of the event that a header names."""
    if header.event is None:
        return
    for info in store.records(Filter(event=header.event)):
        if info.id != record_id and str(info.header.event).casefold() == header.event.casefold():
            yield docket_of(store.load(info.id), info.id)
