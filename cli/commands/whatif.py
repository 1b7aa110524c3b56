"""`qm whatif`: a remedy tried without logging it."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.terminal.options import AsJson, Db, NoColor, Target, command_app

if TYPE_CHECKING:
    from cli.terminal.screen import Screen
    from replay.disputes.whatif import TimelineEnd, WhatIf
    from replay.reel import Played
    from replay.score import SeatScore

app = command_app()


@app.command()
def whatif(
    target: Target,
    amend: Annotated[list[str] | None, typer.Option(metavar="SEQ=JSON", help="Replace an event. Repeatable.")] = None,
    void: Annotated[list[int] | None, typer.Option(metavar="SEQ", help="Strike an event out. Repeatable.")] = None,
    insert: Annotated[
        list[str] | None, typer.Option(metavar="SEQ=JSON", help="Put an event in after another. Repeatable.")
    ] = None,
    rewind: Annotated[
        int | None, typer.Option(metavar="SEQ", min=1, help="Go back to this event.", show_default=False)
    ] = None,
    db: Db = None,
    json: AsJson = False,
    no_color: NoColor = False,
) -> None:
    """Try a remedy without logging it: both final positions, scores and findings side by side."""
    from cli.machine.target import load
    from cli.terminal.screen import Screen
    from records.errors import Refused
    from replay.disputes.whatif import what_if
    from replay.reel import played
    from replay.result import adjustments_of

    screen = Screen(as_json=json, no_color=no_color)
    fixes: list[dict[str, Any]] = [
        *({"do": "amend", "target": seq, "action": body} for seq, body in map(_pair, amend or [])),
        *({"do": "amend", "target": seq, "action": None} for seq in void or []),
        *({"do": "insert", "after": seq, "action": body} for seq, body in map(_pair, insert or [])),
        *([{"do": "rewind", "to": rewind}] if rewind is not None else []),
    ]
    if not fixes:
        raise Refused("nothing to try", mend="give --amend, --void, --insert or --rewind")
    with load(target, db) as loaded:
        found = played(loaded.record)
        rulings = adjustments_of(loaded.record.header, loaded.id, loaded.record.events)
        both = what_if(found.game, found.table, found.record.events, fixes, rulings)
    if screen.as_json:
        screen.value({"now": _fields(both.now), "then": _fields(both.then), "changes": _changes(both)})
    else:
        _show(screen, found, both)


def _pair(text: str) -> tuple[int, dict[str, Any]]:
    from cli.terminal.json_options import read_object
    from records.errors import Refused

    seq, equals, rest = text.partition("=")
    if not equals or not seq.isdigit():
        raise Refused(f"{text[:60]!r}", mend="""write it as 41='{"do":"pass","by":"blue"}'""")
    body = read_object(rest, seq)
    assert body is not None
    return int(seq), body


def _fields(outcome: "TimelineEnd") -> dict[str, Any]:
    import msgspec

    return {
        "events": [placed.seq for placed in outcome.line if placed.seq > 0],
        "state": outcome.document,
        "score": msgspec.to_builtins(outcome.score),
        "findings": [msgspec.to_builtins(finding) for finding in outcome.findings],
    }


def _changes(both: "WhatIf") -> list[dict[str, Any]]:
    import msgspec

    from replay.diff import changes

    return [msgspec.to_builtins(change) for change in changes(both.now.document, both.then.document)]


def _show(screen: "Screen", found: "Played", both: "WhatIf") -> None:
    from cli.desk.comparisons import answers, totals
    from replay.diff import changes
    from replay.game import Frame

    for title, outcome in (("as it is", both.now), ("what if", both.then)):
        screen.line(screen.bold(f"── {title} "))
        for line in found.game.render(Frame(outcome.state, None, 100)):
            screen.line(line)
        screen.line()
    screen.line(screen.bold("── what differs (as it is → what if)"))
    for change in changes(both.now.document, both.then.document):
        screen.line(f"  {change!s}")
    screen.line()
    seats = [[seat.seat, _words(seat), _words(other)] for seat, other in totals(both)]
    screen.table(["score", "as it is", "what if"], seats)
    screen.line()
    rows = [[f"{seq}", rule, was or "ok", now or "ok"] for (seq, rule), (was, now) in answers(both).items()]
    if rows:
        screen.table(["event", "rule", "as it is", "what if"], rows)
    else:
        screen.line("no finding either way")
    screen.words("nothing was logged")


def _words(seat: "SeatScore") -> str:
    from replay.result import place_words

    return ", ".join(word for word in (seat.words, place_words(seat)) if word) or "–"
