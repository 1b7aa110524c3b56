"""What `qm verify` says of disputes: sign-offs with their grade, and what breaks a rule of the procedure."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cli.desk.verification import Outcome
    from records.record import Record


def with_procedure(outcome: "Outcome", record: "Record") -> "Outcome":
    """The outcome with signatures and findings of the procedure. They are no damage: the record is what was logged."""
    import msgspec

    from cli.desk.docket import docket_of
    from records.ids import id_of
    from records.text import counted
    from replay.disputes.judge import judge_procedure

    docket = docket_of(record, id_of(record))
    judged = judge_procedure(
        docket.record.header, docket.record_id, docket.record.events, game=docket.game, table=docket.table
    )
    lines = []
    for sign in docket.cases.signs:
        later = docket.record.size - sign.seq - 1
        more = f"; {counted(later, 'event')} came later" if later else ""
        with_open = f"; signed with {', '.join(sign.open_disputes)} open" if sign.open_disputes else ""
        words = f"{sign.seat} at event {sign.seq}: {sign.statement}, grade {sign.grade}, for {sign.size} lines"
        lines.append(("signed", f"{words}{with_open}{more}"))
    for item in judged.findings:
        lines.append(("procedure", f"event {item.seq}: {item.rule} {item.answer}, {item.why}"))
    fields = {
        "signed": [msgspec.to_builtins(sign) for sign in docket.cases.signs],
        "procedure": [msgspec.to_builtins(item) for item in judged.findings],
    }
    return outcome._replace(lines=[*outcome.lines, *lines], fields={**outcome.fields, **fields})
