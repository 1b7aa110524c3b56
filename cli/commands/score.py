"""`qm score`: the count, line by line."""

from typing import TYPE_CHECKING, Annotated

import typer

from cli.terminal.options import AsJson, Db, NoColor, Plain, Target, TimelineOption, command_app

if TYPE_CHECKING:
    from cli.machine.target import Loaded

app = command_app()


@app.command()
def score(
    target: Target,
    at: Annotated[
        int | None, typer.Option(metavar="SEQ", min=0, help="After this event, if not the last.", show_default=False)
    ] = None,
    timeline: TimelineOption = "effective",
    db: Db = None,
    json: AsJson = False,
    plain: Plain = False,
    no_color: NoColor = False,
) -> None:
    """Count the points, with lines that a table can check by hand."""
    import msgspec

    from cli.desk.views import replay_of
    from cli.machine.target import load
    from cli.terminal.screen import Screen

    screen = Screen(as_json=json, plain=plain, no_color=no_color)
    with load(target, db) as loaded:
        found, replay = replay_of(loaded.record, loaded.name, timeline=timeline, until=at)
        count = found.game.score(replay.state_at())
        if screen.as_json:
            screen.value(msgspec.to_builtins(count))
            return
        for seat in count.seats:
            if screen.plain:
                won = "winner" if seat.seat in count.winners else ""
                screen.cells(seat.seat, found.table.name(seat.seat), seat.words, won)
                continue
            head = [
                f"{found.table.name(seat.seat)} ({seat.seat})",
                seat.words,
                "winner" if seat.seat in count.winners else "",
            ]
            screen.line(screen.bold("  ".join(word for word in head if word)))
            for line in seat.lines:
                points = "" if line.points is None else str(line.points)
                screen.line(f"  {points:>5}  {line.what}" + (f": {line.why}" if line.why else ""))
        for note in (*count.notes, *_adjusted(loaded)):
            screen.words(note)


def _adjusted(loaded: "Loaded") -> list[str]:
    """Scores that a standing ruling assigned: they count beside what the table counts."""
    from cli.terminal.filing import docket_now
    from replay.disputes.dossier import remedy_words

    standing = [case.standing for case in docket_now(loaded).cases.cases]
    return [
        f"the ruling of event {entry.seq} says: {remedy_words(entry.action)}"
        for entry in standing
        if entry is not None and entry.action.remedy == "adjust"
    ]
