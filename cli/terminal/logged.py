"""What a command that appends says afterwards: each event in words, what the rules say of it, and the code."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cli.desk.logbook import Verdicts
    from cli.terminal.screen import Screen
    from records.store import Appended


def tell_logged(record_id: str, verdicts: "Verdicts", answer: "Appended", screen: "Screen", *, dry_run: bool) -> None:
    """Say what was written, and what the rules say of it."""
    from cli.desk.summaries import head_fields

    if screen.as_json:
        fields = {"id": record_id, "first": answer.first, "last": answer.last, **head_fields(answer.head)}
        written = {"repeated": answer.repeated, "written": not (dry_run or answer.repeated)}
        screen.value({**fields, **written, "findings": _findings(verdicts)})
        return
    for index, entry in enumerate(verdicts.batch.entries):
        seq = answer.first + index
        tell_asides(screen, verdicts, index)
        if screen.plain:
            screen.cells(seq, entry.body["do"], answer.head.code)
        else:
            _tell_one(screen, seq, entry.body["do"], verdicts, index)
    tell_asides(screen, verdicts, len(verdicts.batch.entries))
    if not screen.plain:
        screen.line(f"code   {answer.head.code}")
    if answer.repeated:
        screen.words("these events were there already under this key; nothing was written")
    elif dry_run:
        screen.words("a dry run: nothing was written")


def tell_asides(screen: "Screen", verdicts: "Verdicts", index: int) -> None:
    """What was asked among the lines, before the event that follows."""
    for line in verdicts.asides.get(index, ()):
        screen.line(line)


def _findings(verdicts: "Verdicts") -> list[dict[str, Any]]:
    import msgspec

    every = (verdicts.findings(index) for index in range(len(verdicts.batch.entries)))
    return [msgspec.to_builtins(finding) for findings in every for finding in findings]


def _tell_one(screen: "Screen", seq: int, do: str, verdicts: "Verdicts", index: int) -> None:
    """One event in words where its game is known, and what the rules say of it."""
    import msgspec

    from cli.terminal.findings import show_finding
    from cli.terminal.readback import show_event

    if verdicts.session is None:
        screen.line(f"{seq:>5}  {do}")
        for finding in verdicts.findings(index):
            show_finding(screen, msgspec.to_builtins(finding), "       ")
        return
    show_event(screen, verdicts.session.game, verdicts.judged[index])
