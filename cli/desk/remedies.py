"""What a ruling orders, as the events that carry it out."""

from typing import Any

from cli.desk.docket import Docket
from records.errors import NotFound, Refused
from records.event import Event, event_of
from replay.disputes.cases import Case
from replay.disputes.resync import resync
from replay.disputes.whatif import refuse_stray, with_corrections

Body = dict[str, Any]


def superseded(docket: Docket, case: Case) -> list[int]:
    """The corrections of the ruling that stands and is about to be replaced; the newest is taken back first."""
    standing = case.standing
    if standing is None:
        return []
    return [
        entry.seq
        for entry in reversed(docket.cases.corrections)
        if entry.ruling == standing.seq and entry.work.order == "carries" and entry.seq not in docket.cases.taken_back
    ]


def corrections(
    docket: Docket, ruling: Body, action: Body | None, position: Body | None, taken_back: list[int]
) -> list[Body]:
    """The corrections that carry a ruling out, each tried before it is logged."""
    fixes = _corrections(docket, ruling, action, position, taken_back)
    if fixes and docket.game is not None and docket.table is not None:
        with_corrections(docket.game, docket.table, _after_taking_back(docket, ruling, taken_back), fixes)
    return fixes


def try_correction(docket: Docket, correction: Body) -> None:
    """Refuse a correction that would change nothing, or that its game cannot read."""
    events = docket.record.events
    if docket.game is not None and docket.table is not None:
        with_corrections(docket.game, docket.table, events, [correction])
    else:
        refuse_stray(docket.record.header, [*events, event_of(correction, len(events) + 1)])


def _corrections(
    docket: Docket, ruling: Body, action: Body | None, position: Body | None, taken_back: list[int]
) -> list[Body]:
    targets = ruling.get("targets", [])
    match ruling["remedy"]:
        case "amend" | "insert" as done:
            if action is None or len(targets) != 1:
                raise Refused(f"the remedy {done} needs --target SEQ and --action JSON", mend="give one of each")
            key = "target" if done == "amend" else "after"
            return [{"do": done, key: targets[0], "action": action}]
        case "void":
            if not targets:
                raise Refused("the remedy void needs --target SEQ", mend="name the event to strike out")
            return [{"do": "amend", "target": target, "action": None} for target in targets]
        case "rewind" | "redo" as done:
            if ruling.get("to") is None:
                raise Refused(f"the remedy {done} needs --to SEQ", mend="name the last event that stays")
            also = {"also": ruling["also"]} if ruling.get("also") else {}
            return [{"do": "rewind", "to": ruling["to"], **also}]
        case "resync":
            return [_resync(docket, ruling, position, taken_back)]
        case _:
            return []


def _resync(docket: Docket, ruling: Body, position: Body | None, taken_back: list[int]) -> Body:
    game, table = docket.playable()
    observe = next((event for event in docket.record.events if event.seq == ruling.get("observe")), None)
    if observe is None or observe.do != "observe":
        raise NotFound("the remedy resync needs --observe SEQ, a count of the table", mend="log an observe event first")
    return resync(game, table, _after_taking_back(docket, ruling, taken_back), observe.fields["facts"], position)


def _after_taking_back(docket: Docket, ruling: Body, taken_back: list[int]) -> list[Event]:
    """The log as it will be when the ruling, or the word that it is final, and what it takes back are written."""
    bodies: list[Body] = [ruling if "do" in ruling else {"do": "note", "text": "it is final"}]
    named = {"ruling": docket.record.size, "by": ruling.get("by")}
    bodies += [{"do": "amend", "target": seq, "action": None, **named} for seq in taken_back]
    return [
        *docket.record.events,
        *(event_of(body, docket.record.size + offset) for offset, body in enumerate(bodies)),
    ]


def due_corrections(docket: Docket, case: Case) -> list[Body]:
    """What a ruling ordered for the time when it is final."""
    standing = case.standing
    if standing is None or standing.action.takes_effect != "when-final":
        return []
    if any(entry.ruling == standing.seq for entry in docket.cases.corrections):
        return []
    ruling = standing.action
    body: Body = {"remedy": ruling.remedy, "targets": ruling.targets, "to": ruling.to, "also": ruling.also}
    body["observe"] = ruling.observe
    fixes = corrections(docket, body, ruling.action, ruling.position, [])
    return [{**fix, "ruling": standing.seq, "by": standing.by} for fix in fixes]
