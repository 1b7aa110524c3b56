"""What came of a check, on the screen: `qm verify`."""

from cli.desk.verification import Verification
from cli.terminal.screen import Screen


def tell_verified(checked: Verification, screen: Screen) -> None:
    """Show the answer: one line that says it all, then what is behind it."""
    if screen.as_json:
        screen.value({"ok": checked.ok, **checked.fields})
        return
    if screen.plain:
        screen.cells("damaged" if not checked.ok else "unchecked" if checked.unchecked else "ok", checked.summary)
        for word, line in checked.lines:
            screen.cells(word, line)
        return
    screen.line(screen.bold(checked.summary))
    for word, line in checked.lines:
        screen.line(f"  {word:<14} {line}")
