"""The parts of a document about trust: who looked at sealed facts, and who vouches for the record."""

from replay.disputes.cases import Cases
from replay.disputes.dossier_findings import Section


def access_section(cases: Cases) -> Section:
    """Who looked at somebody else's sealed facts, as a part of a document."""
    return Section("Access to hidden facts", tuple(access_rows(cases)))


def access_rows(cases: Cases) -> list[tuple[str, str]]:
    """Who looked at somebody else's sealed facts."""
    rows = []
    for look in cases.looks:
        case = cases.case(look.dispute)
        where = case.label if case else "no dispute"
        done = "opened before the table" if look.shown else "looked at"
        rows.append(
            (
                f"event {look.seq}",
                f"{look.by or 'somebody'} {done} {look.seat}'s {look.what}, for {where}: {look.why or 'no reason'}",
            )
        )
    return rows or [("", "nobody looked at anyone else's sealed fact")]


def signatures_section(cases: Cases, size: int) -> Section:
    """Who signed a record of this many lines, with which grade, and who did not."""
    rows = []
    for sign in cases.signs:
        with_open = f"; signed with {', '.join(sign.open_disputes)} open" if sign.open_disputes else ""
        trouble = f"; NOT VALID: {sign.trouble}" if sign.trouble else ""
        later = size - sign.seq - 1
        more = f"; {later} {'event was' if later == 1 else 'events were'} logged after it" if later else ""
        rows.append(
            (sign.seat, f"{sign.statement}, grade {sign.grade}, for {sign.size} lines{with_open}{trouble}{more}")
        )
    missing = [seat for seat in cases.table.seats if seat not in {sign.seat for sign in cases.signs}]
    if missing:
        rows.append(("not signed", ", ".join(missing)))
    return Section("Signatures", tuple(rows))
