"""The options that several commands share, so that they read the same everywhere."""

from pathlib import Path
from typing import Annotated

import typer

from cli.machine.folders_and_clock import STORE_VARIABLE


def command_app() -> typer.Typer:
    """An empty typer app, as the module of each command makes one."""
    return typer.Typer(
        rich_markup_mode=None,
        add_completion=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )


def complete_record(incomplete: str) -> list[str]:
    """The ids that begin like this, for Tab."""
    from cli.machine.target import record_ids

    return record_ids(incomplete)


def complete_game(incomplete: str) -> list[str]:
    """The games that begin like this, for Tab."""
    from replay.library import game_ids

    return [game_id for game_id in game_ids() if game_id.startswith(incomplete)]


GameId = Annotated[str, typer.Argument(metavar="GAME", autocompletion=complete_game, help="The game: see `qm games`.")]
Also = Annotated[
    list[int] | None,
    typer.Option(metavar="SEQ", help="An event behind it that was logged before it, and falls away too. Repeatable."),
]
Db = Annotated[
    str | None,
    typer.Option(
        "--db",
        envvar=STORE_VARIABLE,
        metavar="PATH|URL",
        show_default=False,
        help="The store: a SQLite file, or a postgresql:// URL.",
    ),
]
Target = Annotated[
    str,
    typer.Argument(
        metavar="TARGET",
        autocompletion=complete_record,
        help="A file, the beginning of a record id, or - for stdin.",
    ),
]
RecordId = Annotated[
    str,
    typer.Argument(
        metavar="RECORD", autocompletion=complete_record, help="The id of a record, or any unique beginning of it."
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Answer in JSON, one object per line.")]
Plain = Annotated[bool, typer.Option("--plain", help="Answer in plain lines of tab-separated values.")]
NoColor = Annotated[bool, typer.Option("--no-color", help="No colour (also: NO_COLOR, TERM=dumb, or a pipe).")]
Force = Annotated[bool, typer.Option("--force", "-f", help="Overwrite what is there.")]
DryRun = Annotated[bool, typer.Option("--dry-run", "-n", help="Check everything and write nothing.")]
At = Annotated[
    str | None, typer.Option("--at", metavar="TIME", help="When it happened, if not now.", show_default=False)
]
NoInput = Annotated[bool, typer.Option("--no-input", help="Never ask; what is missing is an error.")]
Anyway = Annotated[
    bool, typer.Option("--anyway", help="Record it although it breaks a rule of the procedure (qm help disputes).")
]
DisputeName = Annotated[
    str | None,
    typer.Argument(
        metavar="[DISPUTE]",
        help="D1, D2, … or the event that opened it; not needed if only one is open.",
        show_default=False,
    ),
]
By = Annotated[
    str | None,
    typer.Option("--by", metavar="WHO", help="Who acts: a seat, a player's name, or an official.", show_default=False),
]
Output = Annotated[
    Path | None, typer.Option("--output", "-o", metavar="FILE", show_default=False, help="Where to write; - is stdout.")
]

Phone = Annotated[bool, typer.Option("--phone", help="Arrange the picture for a phone.")]


TimelineOption = Annotated[
    str,
    typer.Option(
        "--timeline",
        metavar="effective|recorded",
        help="With corrections applied, or every event as it was logged.",
    ),
]
ViewerOption = Annotated[
    str | None,
    typer.Option(
        "--as", metavar="SEAT", show_default=False, help="Only what this seat knew; `table`: what everybody saw."
    ),
]
ForwardOption = Annotated[
    bool, typer.Option("--forward", help="Without hindsight: what was revealed later does not count.")
]
FirstOption = Annotated[
    int | None, typer.Option("--from", metavar="SEQ", min=0, help="The first event to show.", show_default=False)
]
LastOption = Annotated[
    int | None, typer.Option("--to", metavar="SEQ", min=0, help="The last event to show.", show_default=False)
]
WithPaths = Annotated[bool, typer.Option("--paths", help="Say what changed by its path in the state, for programs.")]
OnlyFindings = Annotated[bool, typer.Option("--findings", help="Only events with findings.")]
EventFilter = Annotated[
    str | None, typer.Option("--event", metavar="NAME", help="The records in the store whose event contains this text.")
]
RoundFilter = Annotated[
    str | None, typer.Option("--round", metavar="ROUND", help="Only those of this round.", show_default=False)
]
Deep = Annotated[bool, typer.Option("--deep", help="Of a tournament: its tables too, by round and number.")]
Targets = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[TARGET...]",
        autocompletion=complete_record,
        help="Files, folders of records, record ids, tables (r2t3), or - for stdin.",
        show_default=False,
    ),
]
