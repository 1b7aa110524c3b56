"""`qm close`: the record is closed, with its result."""

from typing import TYPE_CHECKING, Annotated

import typer

from cli.terminal.options import Anyway, AsJson, At, By, Db, DryRun, NoInput, RecordId, command_app

if TYPE_CHECKING:
    from cli.terminal.missing_options import Asker
    from replay.score import Score

app = command_app()


@app.command()
def close(
    record: RecordId,
    end: Annotated[
        str | None,
        typer.Option(
            metavar="finished|abandoned|misplayed", help="How the game ended; not needed if the log shows it."
        ),
    ] = None,
    winner: Annotated[
        list[str] | None, typer.Option(metavar="SEAT", help="Who won, if not as counted. Repeatable.")
    ] = None,
    score: Annotated[
        list[str] | None,
        typer.Option(metavar="SEAT=POINTS", help="Points, if not as counted; p1=out for a player who is. Repeatable."),
    ] = None,
    place: Annotated[
        list[str] | None, typer.Option(metavar="SEAT=PLACE", help="Places, if wanted. Repeatable.")
    ] = None,
    words: Annotated[str | None, typer.Option(metavar="TEXT", help="The result in words.")] = None,
    by: By = None,
    at: At = None,
    anyway: Anyway = False,
    no_input: NoInput = False,
    dry_run: DryRun = False,
    db: Db = None,
    json: AsJson = False,
) -> None:
    """Close a record with its result: the counted one, unless told otherwise.

    A result that differs from the count is refused, and so is closing twice, unless --anyway. What is logged later is
    marked as such, and corrections of a closed record wait for an official.
    """
    from cli.desk.declared import count_now
    from cli.desk.docket import without_none
    from cli.desk.ends import refuse_twice, result_of
    from cli.desk.people import person
    from cli.terminal.filing import filing
    from cli.terminal.missing_options import Asker
    from cli.terminal.result_options import numbers_of, scores_of
    from cli.terminal.screen import Screen
    from replay.action import ENDS

    screen = Screen(as_json=json)
    with filing(record, db, screen, at, dry_run, anyway) as opened:
        docket, cases = opened.docket, opened.docket.cases
        if not anyway:
            refuse_twice(docket)
        given = without_none(
            winners=[person(cases, name) for name in winner or []],
            places=numbers_of(cases, place or [], "--place") or None,
            scores=scores_of(cases, score or []) or None,
            words=words,
        )
        count = count_now(docket)
        ended = _end(Asker(no_input), end, count, ENDS)
        result = result_of(count, ended, given)
        opened.file([without_none(do="close", by=opened.who(by, scribe=True), result=result)])


def _end(asker: "Asker", end: str | None, count: "Score | None", ends: tuple[str, ...]) -> str:
    """How the game ended: as the log shows, as was said, or as somebody answers."""
    if end is None and count is not None and count.over:
        return "finished"
    return asker.choice(end, "--end", "The log does not reach the end of the game. How did it end", ends)
