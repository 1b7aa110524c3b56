"""`qm diff`: what changed between two steps."""

from typing import Annotated

import typer

from cli.terminal.options import AsJson, Db, Plain, Target, TimelineOption, ViewerOption, WithPaths, command_app

app = command_app()


@app.command()
def diff(
    target: Target,
    first: Annotated[int, typer.Argument(metavar="A", min=0, help="The state after this event (0: the start)…")],
    second: Annotated[int, typer.Argument(metavar="B", min=0, help="…and after this one.")],
    seat: ViewerOption = None,
    timeline: TimelineOption = "effective",
    paths: WithPaths = False,
    db: Db = None,
    json: AsJson = False,
    plain: Plain = False,
) -> None:
    """Show what changed on the table between two events.

    What later events revealed counts: a hand that became known is shown as it was.
    """
    import msgspec

    from cli.desk.views import check_event, replay_of
    from cli.machine.target import load
    from cli.terminal.screen import Screen
    from replay.diff import changes

    screen = Screen(as_json=json, plain=plain)
    with load(target, db) as loaded:
        check_event(loaded.record, loaded.name, max(first, second))
        found, replay = replay_of(loaded.record, loaded.name, timeline=timeline, seat=seat)
        old, new = (found.game.document(replay.state_at(seq)) for seq in (first, second))
        found_changes = changes(old, new)
        for change in found_changes if not screen.for_people else ():
            if screen.as_json:
                screen.value(msgspec.to_builtins(change))
            else:
                screen.cells(change.path, change.old, change.new)
        if screen.for_people:
            told = found.game.speech.changes(found.table, found_changes)
            for line in map(str, found_changes) if paths else told:
                screen.paragraph(line)
