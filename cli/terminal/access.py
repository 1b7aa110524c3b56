"""Who looked at hidden facts: `qm audit --access`."""

import msgspec

from cli.terminal.screen import Screen
from replay.disputes.cases import Cases
from replay.disputes.dossier_trust import access_rows


def show_access(screen: Screen, name: str, cases: Cases) -> None:
    """Who looked at hidden facts of a record."""
    if screen.as_json:
        screen.value({"target": name, "looks": [msgspec.to_builtins(look) for look in cases.looks]})
    elif screen.plain:
        for look in cases.looks:
            screen.cells(name, look.seq, look.by, look.seat, look.what, look.dispute, look.why)
    else:
        screen.line(screen.bold(name))
        for word, text in access_rows(cases):
            screen.line(f"  {word}  {text}" if word else f"  {text}")
