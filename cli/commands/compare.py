"""`qm compare`: two scribes' records of one game."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.terminal.options import AsJson, Db, NoColor, Plain, command_app

if TYPE_CHECKING:
    from cli.machine.target import Loaded
    from cli.terminal.screen import Screen
    from records.event import Event
    from records.record import Record
    from replay.disputes.twins import Pair
    from replay.reel import Played

app = command_app()


@app.command()
def compare(
    first: Annotated[str, typer.Argument(metavar="A", help="A record: a file, or the beginning of an id.")],
    second: Annotated[str, typer.Argument(metavar="B", help="The other scribe's record of the same game.")],
    db: Db = None,
    json: AsJson = False,
    plain: Plain = False,
    no_color: NoColor = False,
) -> None:
    """Compare two scribes' records of one game: the last common event, then the differences, aligned.

    Times and typed words are not compared; disputes and signatures are each record's own. Beside each event is what
    the rules say about it. B may be the file of lines that a phone kept apart. Exit code 1 if the records differ.
    """
    from cli.desk.second_records import side_by_side
    from cli.machine.target import load
    from cli.terminal.screen import Screen
    from replay.reel import played

    screen = Screen(as_json=json, plain=plain, no_color=no_color)
    with load(first, db) as one:
        ours, theirs = played(one.record), played(_other(one, second, db))
        names = (one.name, second)
    found = side_by_side(ours, theirs)
    findings = (_findings(ours), _findings(theirs))
    if screen.as_json:
        screen.value(
            {"common": list(found.common), "differences": [_fields(pair, findings) for pair in found.differing]}
        )
    elif screen.plain:
        for pair in found.differing:
            screen.cells(pair.kind, _seq(pair.first), _seq(pair.second), ",".join(pair.fields))
    else:
        _show(screen, found, names, findings)
    if found.differing:
        raise typer.Exit(1)


def _other(one: "Loaded", target: str, db: str | None) -> "Record":
    """The other record, or the same one as a phone tells it that kept its lines apart."""
    from cli.desk.apart_lines import apart_story, is_apart
    from cli.machine.target import find
    from records.record import from_bytes

    found = find(target, db)
    try:
        if found.store is not None:
            return found.load()
        content = found.content()
        if is_apart(content):
            return apart_story(one.record, one.id, content, found.name)
        return from_bytes(content, found.name)
    finally:
        found.close()


def _findings(found: "Played") -> dict[int, list[str]]:
    from replay.audit import audit
    from replay.read import read_timeline

    told: dict[int, list[str]] = {}
    line = read_timeline(found.game, found.table, found.record.events)
    for item in audit(found.game, found.table, line).findings:
        told.setdefault(item.seq, []).append(f"{item.rule} {item.answer}: {item.why}")
    return told


def _seq(event: "Event | None") -> int | None:
    return None if event is None else event.seq


def _fields(pair: "Pair", findings: tuple[dict[int, list[str]], dict[int, list[str]]]) -> dict[str, Any]:
    sides = {}
    for name, event, told in (("first", pair.first, findings[0]), ("second", pair.second, findings[1])):
        sides[name] = (
            None if event is None else {"seq": event.seq, "event": event.body(), "findings": told.get(event.seq, [])}
        )
    return {"kind": pair.kind, "fields": list(pair.fields), **sides}


def _show(screen: "Screen", found: Any, names: tuple[str, str], findings: Any) -> None:
    from records.text import counted

    if not found.differing:
        screen.line(f"both tell the same: {counted(len(found.pairs), 'event')}")
        return
    first, second = found.common
    screen.line(f"A  {names[0]}")
    screen.line(f"B  {names[1]}")
    screen.line(f"last common event: {first} in A, {second} in B" if first else "they differ from the first event on")
    words = {"differs": "differ", "only-first": "only in A", "only-second": "only in B"}
    for pair in found.differing:
        fields = f" in {', '.join(pair.fields)}" if pair.fields else ""
        screen.line(screen.bold(f"{words[pair.kind]}{fields}"))
        for side, event, told in (("A", pair.first, findings[0]), ("B", pair.second, findings[1])):
            if event is not None:
                screen.line(f"  {side} {event.seq:>4}  {event.data().decode()}")
                for text in told.get(event.seq, ()):
                    screen.line(f"            {text}")
    again = [pair for pair in found.pairs if pair.kind == "same" and pair.first and pair.first.seq > first]
    if again:
        screen.line(f"{counted(len(again), 'event')} after that are the same in both")
