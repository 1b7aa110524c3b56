"""`qm steps`: a record event by event, in words."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.options import AsJson, Db, NoColor, Plain, Target, command_app
from cli.playing import TimelineOption, ViewerOption

if TYPE_CHECKING:
    from cli.playing import Played
    from cli.screen import Screen
    from replay.replay import Replay

app = command_app()


@app.command()
def steps(
    target: Target,
    first: Annotated[
        int | None, typer.Option("--from", metavar="SEQ", min=0, help="The first event to show.", show_default=False)
    ] = None,
    last: Annotated[
        int | None, typer.Option("--to", metavar="SEQ", min=0, help="The last event to show.", show_default=False)
    ] = None,
    seat: ViewerOption = None,
    timeline: TimelineOption = "effective",
    db: Db = None,
    json: AsJson = False,
    plain: Plain = False,
    no_color: NoColor = False,
) -> None:
    """Tell a record step by step: what happened, what changed, and what the rules say of it.

    With --json one object a step: seq, event, text, changes, findings, and a digest of the state after it.
    """
    from cli.playing import replay_of
    from cli.screen import Screen
    from cli.target import load

    screen = Screen(as_json=json, plain=plain, no_color=no_color)
    with load(target, db) as loaded:
        found, replay = replay_of(loaded, timeline=timeline, seat=seat)
        findings = {} if seat is not None else _findings(found, timeline)
        for entry in _entries(found, replay, findings):
            if (first is None or entry["seq"] >= first) and (last is None or entry["seq"] <= last):
                _show(screen, entry)


def _findings(found: "Played", timeline: str) -> dict[int, list[dict[str, Any]]]:
    from cli.auditing import Wanted, audit_record

    by_event: dict[int, list[dict[str, Any]]] = {}
    for finding in audit_record(found.record, "", Wanted(timeline, False))["findings"]:
        by_event.setdefault(finding["seq"], []).append(finding)
    return by_event


def _entries(found: "Played", replay: "Replay", findings: dict[int, list[dict[str, Any]]]) -> Any:
    import msgspec

    from replay.action import body_of
    from replay.diff import changes
    from replay.replay import digest
    from replay.tell import tell

    game = found.game
    document = game.document(replay.start)
    for step in replay.steps:
        after = document if step.after is step.before else game.document(step.after)
        yield {
            "seq": step.seq,
            "event": body_of(step.action),
            "text": tell(game, step),
            "changes": [msgspec.to_builtins(change) for change in changes(document, after)],
            "findings": findings.get(step.seq, []),
            "digest": digest(game, step.after),
        }
        document = after


def _show(screen: "Screen", entry: dict[str, Any]) -> None:
    if screen.as_json:
        screen.value(entry)
        return
    if screen.plain:
        found = " ".join(f"{finding['rule']}:{finding['answer']}" for finding in entry["findings"])
        screen.cells(entry["seq"], entry["text"], found)
        return
    from cli.findings import show_finding
    from cli.screen import printable
    from replay.diff import Changed

    screen.line(f"{entry['seq']:>4}  {printable(entry['text'])}")
    for change in entry["changes"]:
        screen.line(f"        {printable(str(Changed(**change)))}")
    for finding in entry["findings"]:
        show_finding(screen, finding, "      ")
