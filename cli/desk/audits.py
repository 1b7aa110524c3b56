"""The audit of one record as plain data, so that it can be done in another process too."""

import base64
from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec

from cli.desk.summaries import occasion_text, players_text
from records.errors import QuartermasterError
from records.ids import id_of
from records.record import Record
from replay.action import Reveal
from replay.disputes.log import read_shared
from replay.disputes.rules import PROCEDURE_RULES
from replay.disputes.rules.closes import CLOSING_RULES
from replay.finding_words import things_named
from replay.playout import OFFICIAL
from replay.read import TimelineName, read_timeline
from replay.reel import Eyes, Reel, played
from replay.scene import PHONE
from replay.tell import tell_shared
from replay.whole_record import audit_line

_PROCEDURE = frozenset(rule.id for rule in (*PROCEDURE_RULES, *CLOSING_RULES))
"""The rules that judge no play, so that no table need be drawn for them."""


LoadRecord = Callable[[str], Record]


class Wanted(NamedTuple):
    """How to audit."""

    timeline: TimelineName
    forward: bool
    boards: int = 0
    """Draw the table before and after each finding, this many columns wide; 0: not at all."""
    pictures: bool = False
    """Give its pictures too, where the game has pictures."""
    knowledge: bool = False
    """Say what follows from the log about hidden facts, where the game can tell."""


def audit_record(record: Record, name: str, wanted: Wanted, load: LoadRecord | None = None) -> dict[str, Any]:
    """The whole audit of a record, in the fields of `qm audit --json`.

    `load` gives the records that it names, where they are at hand: a tournament is judged by its tables.
    """
    found = played(record)
    if found.game.is_linked and load is not None:
        from cli.desk.tournaments.tournament_tables import tournament_of  # brings a game with it that few records need

        found = tournament_of(record, id_of(record), load).found
    game, table = found.game, found.table
    line = read_timeline(game, table, record.events, wanted.timeline)
    audited = audit_line(found, line, wanted.timeline, forward=wanted.forward)
    reel = Reel(found, Eyes(OFFICIAL, wanted.timeline, not wanted.forward), audited.steps)
    head = record.head()
    answer = {
        "target": name,
        "record": id_of(record),
        "game": game.id,
        "occasion": occasion_text(record.header),
        "players": players_text(record.header),
        "size": head.size,
        "root": base64.b64encode(head.root).decode(),
        "code": head.code,
        "answers": msgspec.to_builtins(audited.answers),
        "findings": _with_steps([msgspec.to_builtins(finding) for finding in audited.findings], reel, wanted),
        "hindsight": [msgspec.to_builtins(change) for change in audited.changes],
    }
    if wanted.knowledge:
        answer["knowledge"] = game.knowledge(table, line, None) if game.knowledge is not None else {}
    return answer


def _with_steps(findings: list[dict[str, Any]], reel: Reel, wanted: Wanted) -> list[dict[str, Any]]:
    """The findings, each with its step in words and, if wanted, the table before and after it."""
    if not findings:
        return findings
    told = {event.seq: event for event in reel.found.record.events}
    for finding in findings:
        place = reel.place(finding["seq"])
        action = read_shared(told[finding["seq"]]) if finding["seq"] in told else None
        told_by_game = isinstance(action, Reveal) and reel.seq(place) == finding["seq"]
        shared = None if told_by_game or action is None else tell_shared(reel.found.table, action)
        finding["step"] = shared or reel.text(place)
        if wanted.boards and finding["rule"] not in _PROCEDURE:
            finding["before"] = reel.board_before(place, wanted.boards)
            finding["after"] = reel.board(place, wanted.boards)
            if wanted.pictures and (scene := reel.scene(place, PHONE)) is not None:
                about = things_named(finding, reel.event(place), scene)
                finding["pictures"] = (reel.scene_before(place, PHONE), scene, about[:1])
    return findings


def without_audit(name: str, error: QuartermasterError) -> dict[str, Any]:
    """The answer for what cannot be read, so that the audit of the others goes on."""
    return {"target": name, "error": str(error), "mend": error.mend, "code": error.code}
