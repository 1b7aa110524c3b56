"""`qm rewind`: going back to an earlier event, and the sheet that says what to put back."""

from typing import TYPE_CHECKING, Annotated

import typer

from cli.terminal.options import Also, Anyway, AsJson, At, By, Db, DryRun, Target, command_app

if TYPE_CHECKING:
    from cli.terminal.screen import Screen
    from replay.disputes.undo import UndoSheet
    from replay.reel import Played

app = command_app()


@app.command()
def rewind(
    target: Target,
    to: Annotated[int, typer.Argument(metavar="SEQ", min=1, help="The last event that stays.")],
    plan: Annotated[
        bool, typer.Option("--plan", help="Only print the undo sheet: what goes back where, newest first.")
    ] = False,
    also: Also = None,
    ruling: Annotated[
        int | None, typer.Option(metavar="SEQ", min=1, help="The ruling or settlement that orders it.")
    ] = None,
    why: Annotated[str | None, typer.Option(metavar="TEXT", help="Why.")] = None,
    by: By = None,
    at: At = None,
    anyway: Anyway = False,
    dry_run: DryRun = False,
    db: Db = None,
    json: AsJson = False,
) -> None:
    """Go back to an earlier event: what came after it no longer counts.

    Numbers decide: an event that was put in earlier in the game but logged later goes too, and one that stands behind
    SEQ but was logged before it stays, unless --also names it.

    With --plan, the undo sheet: every step newest first, which thing goes back where, how many decisions and chance
    events are lost, what each seat has learned since, and what cannot be put back. Nothing is logged then.
    """
    from cli.terminal.screen import Screen

    screen = Screen(as_json=json)
    if plan:
        _plan(screen, target, to, db)
        return
    from cli.desk.docket import without_none
    from cli.desk.remedies import try_correction
    from cli.terminal.filing import filing

    with filing(target, db, screen, at, dry_run, anyway) as opened:
        body = without_none(do="rewind", to=to, also=also, ruling=ruling, why=why, by=opened.who(by, scribe=True))
        try_correction(opened.docket, body)
        if opened.agree(body):
            opened.file([body])


def _plan(screen: "Screen", target: str, to: int, db: str | None) -> None:
    import msgspec

    from cli.machine.target import load
    from replay.disputes.undo import undo_sheet
    from replay.reel import played

    with load(target, db) as loaded:
        found = played(loaded.record)
        sheet = undo_sheet(found.game, found.table, found.record.events, to)
    if screen.as_json:
        screen.value(msgspec.to_builtins(sheet))
    else:
        for line in sheet_lines(found, sheet):
            screen.line(line)


def sheet_lines(found: "Played", sheet: "UndoSheet") -> list[str]:
    """The undo sheet as text."""
    from records.text import counted
    from replay.saying import listed, person

    game, table = found.game, found.table

    kind = "a simple one: one action and nothing random" if sheet.simple else counted(len(sheet.steps), "step")
    lines = [f"Back to event {sheet.to}: {kind}"]
    for number, step in enumerate(sheet.steps, 1):
        lines.append(f"{number:>3}. event {step.seq}: {step.text}{'  (chance)' if step.chance else ''}")
        lines += [f"       [ ] {text}" for text in step.put_back]
    decisions = ", ".join(f"{person(table, seat)} {count}" for seat, count in sheet.decisions.items()) or "none"
    lines += ["", f"decisions lost   {decisions}"]
    chance = ", ".join(f"event {seq}" for seq in sheet.chance) or "none"
    lines.append(f"chance or hidden {chance}")
    for seat, facts in sheet.learned.items():
        lines.append(f"{person(table, seat)} has learned {listed([game.say(table, fact) for fact in facts])}")
    lines += [f"cannot be put back: {text}" for text in sheet.cannot]
    return lines
