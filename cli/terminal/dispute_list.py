"""The disputes of a record as a list."""

from cli.desk.docket import Docket, case_fields
from cli.desk.summaries import occasion_text, players_text
from cli.terminal.screen import Screen


def show_disputes(screen: Screen, docket: Docket, *, many: bool) -> None:
    """Every dispute of a record; among many, each record is named by occasion and players."""
    cases = docket.cases.cases
    for case in cases:
        if screen.as_json:
            fields = case_fields(docket, case)
            screen.value({"record": docket.record_id, **fields} if many else fields)
        elif screen.plain:
            told = (case.label, case.seq, case.state, case.action.by, case.action.kind, case.action.claim)
            screen.cells(*((docket.record_id, *told) if many else told))
    if not screen.for_people or not cases:
        return
    if many:
        header = docket.record.header
        screen.line(screen.bold(" · ".join(text for text in (occasion_text(header), players_text(header)) if text)))
    rows = [
        [
            case.label,
            str(case.seq),
            case.state + (" (late)" if case.window.late else ""),
            case.action.by or "",
            case.action.kind,
            case.action.claim,
        ]
        for case in cases
    ]
    screen.table(["", "event", "state", "by", "kind", "claim"], rows)
