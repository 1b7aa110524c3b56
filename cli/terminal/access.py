"""Who looked at hidden facts: `qm audit --access`."""

from collections.abc import Sequence
from typing import Any

import msgspec

from cli.terminal.screen import Screen
from replay.disputes.cases import Cases
from replay.disputes.dossier_trust import access_rows


def show_access(screen: Screen, name: str, cases: Cases, visits: Sequence[dict[str, Any]] = ()) -> None:
    """Who looked at hidden facts of a record: what the log says, and whose devices saw all of it."""
    if screen.as_json:
        looks = [msgspec.to_builtins(look) for look in cases.looks]
        screen.value({"target": name, "looks": looks, **({"visits": list(visits)} if visits else {})})
    elif screen.plain:
        for look in cases.looks:
            screen.cells(name, look.seq, look.by, look.seat, look.what, look.dispute, look.why)
        for visit in visits:
            screen.cells(name, "visit", *visit.values())
    else:
        screen.line(screen.bold(name))
        for word, text in access_rows(cases):
            screen.line(f"  {word}  {text}" if word else f"  {text}")
        for visit in visits:
            lines = f"lines {visit['first']} to {visit['last']}"
            screen.line(f"  {visit['at']}  {visit['by']} saw {lines} with an official's eyes ({visit['device']})")
