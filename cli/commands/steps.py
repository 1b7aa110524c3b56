"""`qm steps`: a record event by event, in words."""

from cli.terminal.options import (
    AsJson,
    Db,
    FirstOption,
    ForwardOption,
    LastOption,
    NoColor,
    OnlyFindings,
    Plain,
    Target,
    TimelineOption,
    ViewerOption,
    WithPaths,
    command_app,
)

app = command_app()


@app.command()
def steps(
    target: Target,
    first: FirstOption = None,
    last: LastOption = None,
    seat: ViewerOption = None,
    timeline: TimelineOption = "effective",
    forward: ForwardOption = False,
    findings: OnlyFindings = False,
    paths: WithPaths = False,
    db: Db = None,
    json: AsJson = False,
    plain: Plain = False,
    no_color: NoColor = False,
) -> None:
    """Tell a record step by step: what happened, what changed, and what the rules say about it.

    With --json, one object per step: seq, event, text, changes, findings, and a digest of the state after it.
    """
    from cli.desk.views import eyes_of
    from cli.machine.target import load
    from cli.terminal.retelling import tell_steps
    from cli.terminal.screen import Screen
    from replay.reel import judged, played

    screen = Screen(as_json=json, plain=plain, no_color=no_color)
    with load(target, db) as loaded:
        found = played(loaded.record)
        eyes = eyes_of(found, seat, timeline, forward)
        tell_steps(screen, *judged(found, eyes), first=first, last=last, only_findings=findings, paths=paths)
