"""A ruling, or the word that a matter is final, with the corrections that carry it out: what is logged together."""

from typing import Any

from cli.desk.docket import Docket, without_none
from cli.desk.remedies import corrections, due_corrections, superseded
from replay.disputes.cases import Case

Body = dict[str, Any]


def ruling_fixes(docket: Docket, case: Case, ruling: Body, action: Body | None, position: Body | None) -> list[Body]:
    """The corrections that follow a ruling: those of the one it replaces are taken back first, then its own.

    They are tried, so that nothing is ordered that cannot be done. A ruling for later (`when-final`) is given what is
    needed to carry it out then.
    """
    taken_back = superseded(docket, case)
    fixes = corrections(docket, ruling, action, position, taken_back)
    if ruling.get("takes_effect") == "when-final":
        ruling |= without_none(action=action, position=position)
        fixes = []
    back = [{"do": "amend", "target": seq, "action": None} for seq in taken_back]
    return [{**fix, "ruling": docket.record.size, "by": ruling["by"]} for fix in (*back, *fixes)]


def deferral(case: Case, by: str | None, level: str | None = None, text: str | None = None) -> Body:
    """Play goes on, and the matter is decided later."""
    body: Body = {"do": "ruling", "dispute": case.seq, "by": by}
    return body | without_none(verdict="none", remedy="stand", deferred=True, level=level, text=text)


def final_events(docket: Docket, case: Case, by: str | None, why: str | None) -> list[Body]:
    """The word that a matter is final, and what its ruling ordered for that time."""
    return [without_none(do="final", by=by, dispute=case.seq, why=why), *due_corrections(docket, case)]
