"""`qm score`: the count, line by line."""

from typing import Annotated

import typer

from cli.terminal.options import AsJson, Db, NoColor, Plain, Target, TimelineOption, command_app

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
    """Count the points, with lines that a table can check by hand.

    At the end of the game each seat has its place. A result that a ruling adjusted is shown as ruled and as counted.
    """
    import msgspec

    from cli.desk.views import replay_of
    from cli.machine.target import load
    from cli.terminal.screen import Screen
    from replay.result import place_of, place_words, result_at

    screen = Screen(as_json=json, plain=plain, no_color=no_color)
    with load(target, db) as loaded:
        found, replay = replay_of(loaded.record, loaded.name, timeline=timeline, until=at)
        count = result_at(found.game, found.record, replay.state_at(), at)
    if screen.as_json:
        screen.value(msgspec.to_builtins(count))
        return
    for seat in count.seats:
        won = "winner" if seat.seat in count.winners else ""
        if screen.plain:
            screen.cells(seat.seat, found.table.name(seat.seat), seat.words, won, place_of(seat))
            continue
        head = [f"{found.table.name(seat.seat)} ({seat.seat})", seat.words, won or place_words(seat)]
        screen.line(screen.bold("  ".join(word for word in head if word)))
        for line in seat.lines:
            points = "" if line.points is None else str(line.points)
            screen.line(f"  {points:>5}  {line.what}" + (f": {line.why}" if line.why else ""))
    for note in count.notes:
        screen.words(note)
