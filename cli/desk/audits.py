"""The audit of one record as plain data, so that it can be done in another process too."""

from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from records.errors import NotFound, QuartermasterError, Refused

if TYPE_CHECKING:
    from records.record import Record
    from replay.reel import Played

RECORD_FILES = (".jsonl", ".qm")


class Wanted(NamedTuple):
    """How to audit."""

    timeline: str
    forward: bool
    boards: int = 0
    """Draw the table before and after each finding, so many columns wide; 0: not at all."""


def audit_record(record: "Record", name: str, wanted: Wanted) -> dict[str, Any]:
    """The whole audit of a record, in the fields of `qm audit --json`."""
    import base64

    import msgspec

    from cli.terminal.views import timeline_name
    from records.ids import id_of
    from replay.audit import audit
    from replay.disputes.judge import judge_procedure, with_procedure
    from replay.library import game_of, table_of
    from replay.read import read_timeline
    from replay.reel import Played

    game = game_of(record.header.game)
    table = table_of(game, record.header)
    found = Played(record, game, table)
    line = read_timeline(game, table, record.events, timeline_name(wanted.timeline))
    procedure = judge_procedure(record.header, id_of(record), record.events, game=game, table=table)
    audited = with_procedure(audit(game, table, line, forward=wanted.forward), procedure)
    head = record.head()
    return {
        "target": name,
        "record": id_of(record),
        "game": game.id,
        "size": head.size,
        "root": base64.b64encode(head.root).decode(),
        "code": head.code,
        "answers": msgspec.to_builtins(audited.answers),
        "findings": _with_steps([msgspec.to_builtins(finding) for finding in audited.findings], found, wanted),
        "hindsight": [msgspec.to_builtins(change) for change in audited.changes],
        "knowledge": game.knowledge(table, line, None) if game.knowledge is not None else {},
    }


def _with_steps(findings: list[dict[str, Any]], found: "Played", wanted: Wanted) -> list[dict[str, Any]]:
    """The findings, each with its step in words and, if wanted, the table before and after it."""
    if not findings:
        return findings
    from cli.terminal.views import timeline_name
    from replay.disputes.log import read_shared
    from replay.playout import OFFICIAL
    from replay.reel import Eyes, Reel
    from replay.tell import tell_shared

    told = {event.seq: event for event in found.record.events}
    reel = Reel(found, Eyes(OFFICIAL, timeline_name(wanted.timeline), not wanted.forward))
    for finding in findings:
        place = reel.place(finding["seq"])
        action = read_shared(told[finding["seq"]]) if finding["seq"] in told else None
        finding["step"] = reel.text(place) if action is None else tell_shared(action)
        if wanted.boards and finding["rule"] not in _procedure_rules():
            finding["before"] = reel.board_before(place, wanted.boards)
            finding["after"] = reel.board(place, wanted.boards)
    return findings


def _procedure_rules() -> frozenset[str]:
    """The rules that judge no play, so that no table need be drawn for them."""
    from replay.disputes.rules import PROCEDURE_RULES

    return frozenset(rule.id for rule in PROCEDURE_RULES)


def audit_file(path: str, wanted: Wanted) -> dict[str, Any]:
    """The audit of a record file. What cannot be read becomes an answer with `error`, so that the others go on."""
    from records.record import from_bytes

    try:
        record = from_bytes(Path(path).read_bytes(), path)
        return audit_record(record, path, wanted)
    except QuartermasterError as error:
        return {"target": path, "error": str(error), "mend": error.mend, "code": error.code}
    except OSError as error:
        return {"target": path, "error": f"{path}: {error.strerror}", "mend": "", "code": NotFound.code}


def files_in(folder: Path) -> list[str]:
    """The record files below a folder, in order."""
    found = sorted(str(path) for path in folder.rglob("*") if path.suffix in RECORD_FILES and path.is_file())
    if not found:
        raise Refused("there is no record in this folder", where=str(folder), mend="records end in .jsonl or .qm")
    return found
