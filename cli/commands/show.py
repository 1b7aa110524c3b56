"""`qm show`: a record for people to read."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.terminal.options import AsJson, Db, NoColor, Plain, Target, command_app

if TYPE_CHECKING:
    from cli.machine.target import Loaded
    from cli.terminal.screen import Screen
    from records.event import Event

app = command_app()


@app.command()
def show(
    target: Target,
    first: Annotated[int | None, typer.Option("--from", metavar="SEQ", min=0, help="The first event to show.")] = None,
    last: Annotated[int | None, typer.Option("--to", metavar="SEQ", min=0, help="The last event to show.")] = None,
    db: Db = None,
    json: AsJson = False,
    plain: Plain = False,
    no_color: NoColor = False,
) -> None:
    """Show a record: its header, its events, its head.

    Event 0 is the header. The head is always that of the whole record, however few events are shown.
    """
    from cli.machine.target import load
    from cli.terminal.screen import Screen
    from records.errors import Refused

    screen = Screen(as_json=json, plain=plain, no_color=no_color)
    if first is not None and last is not None and first > last:
        raise Refused(f"--from {first} lies after --to {last}", mend="swap them")
    with load(target, db) as loaded:
        record = loaded.record
        events = [
            event
            for event in record.events
            if (first is None or event.seq >= first) and (last is None or event.seq <= last)
        ]
        if screen.as_json:
            _as_json(loaded, events, screen)
        elif screen.plain:
            _as_plain(loaded, events, screen)
        else:
            _for_people(loaded, events, screen)


def _as_json(loaded: "Loaded", events: "list[Event]", screen: "Screen") -> None:
    from cli.desk.summaries import head_fields

    screen.value({"id": loaded.id, **head_fields(loaded.record.head()), "header": _header(loaded)})
    for event in events:
        screen.value({"seq": event.seq, "event": event.body()})


def _as_plain(loaded: "Loaded", events: "list[Event]", screen: "Screen") -> None:
    record = loaded.record
    head = record.head()
    screen.cells("record", loaded.id, record.header.game, head.code, head.text())
    for event in events:
        screen.cells(event.seq, event.at, event.by, event.do, _text(event.fields))


def _for_people(loaded: "Loaded", events: "list[Event]", screen: "Screen") -> None:
    from cli.desk.summaries import occasion_text, players_text
    from records.text import printable

    header, head = loaded.record.header, loaded.record.head()
    officials = ", ".join(f"{official.name} ({official.level})" for official in header.officials)
    facts = {
        "record": loaded.id,
        "game": header.game,
        "players": players_text(header),
        "occasion": occasion_text(header),
        "place": header.place,
        "scribe": header.scribe,
        "officials": officials,
        "options": _text(_options(loaded)),
        "events": str(head.size - 1),
        "head": head.text(),
        "code": head.code,
    }
    for word, fact in facts.items():
        if fact:
            screen.line(f"{screen.bold(word.ljust(9))} {printable(fact)}")
    if events:
        screen.line()
        screen.table(
            ("seq", "time", "by", "do", "fields"),
            [(str(e.seq), e.at or "", e.by or "", e.do, _text(e.fields)) for e in events],
        )


def _header(loaded: "Loaded") -> dict[str, Any]:
    """The facts of the header as they were written."""
    import json

    header: dict[str, Any] = json.loads(loaded.record.lines[0])
    return header


def _options(loaded: "Loaded") -> dict[str, Any]:
    """What was agreed; a kit that is written out in full is too long for a heading."""
    options: dict[str, Any] = dict(_header(loaded).get("options", {}))
    if isinstance(options.get("kit"), dict):
        options["kit"] = "(the table's own)"
    return options


def _text(fields: dict[str, Any]) -> str:
    from records.canonical import canonical

    return canonical(fields).decode() if fields else ""
