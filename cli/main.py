"""The entry point: which commands there are. Everything else lives in the module of each command."""

import gc
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cli import __version__
from cli.machine.collector import COLLECT_AFTER
from cli.terminal.command_entry import CommandEntry
from cli.terminal.guard import guarded, leave
from cli.terminal.log_prompt import go_on_alone, goes_on_alone

if TYPE_CHECKING:
    from typer.core import TyperGroup

COMMANDS = {
    "demo": CommandEntry(
        "cli.commands.demo", "See in a minute what this is: a replay, an audit, hindsight, and a forgery that is found."
    ),
    "new": CommandEntry("cli.commands.new", "Begin a record."),
    "log": CommandEntry("cli.commands.log", "Append events to a record."),
    "fix": CommandEntry("cli.commands.fix", "Go through the lines that could not be read, and say what they mean."),
    "list": CommandEntry("cli.commands.list_", "List the records in the store."),
    "find": CommandEntry("cli.commands.find", "Find a person, a rule or a card, over all records."),
    "stats": CommandEntry(
        "cli.commands.stats", "Count what the records say about people, games and rules: wins, places, lengths, slips."
    ),
    "show": CommandEntry("cli.commands.show", "Show a record: its header, its events, its head."),
    "audit": CommandEntry("cli.commands.audit", "Judge every step of a record by the rules of its game."),
    "replay": CommandEntry("cli.commands.replay", "Open a record on the screen and go through it, step by step."),
    "steps": CommandEntry(
        "cli.commands.steps",
        "Tell a record step by step: what happened, what changed, and what the rules say about it.",
    ),
    "state": CommandEntry("cli.commands.state", "Show the table after any event."),
    "score": CommandEntry("cli.commands.score", "Count the points, with lines that a table can check by hand."),
    "diff": CommandEntry("cli.commands.diff", "Show what changed on the table between two events."),
    "games": CommandEntry(
        "cli.commands.games",
        "List the games; of one game: its actions with their fields, variants, seats and observable paths.",
    ),
    "rules": CommandEntry(
        "cli.commands.rules", "List the rules of a game: id, sentence, and where each stands in the rulebook."
    ),
    "questions": CommandEntry(
        "cli.commands.questions",
        "List the open questions of a game, their answers (the default first), and its variants.",
    ),
    "kit": CommandEntry("cli.commands.kit", "Write and check the inventory of a box (a kit)."),
    "simulate": CommandEntry(
        "cli.commands.simulate", "Play legal random games with a shuffled kit, and write each of them three times."
    ),
    "dispute": CommandEntry("cli.commands.dispute", "Contest something in a record, and see what became of it."),
    "evidence": CommandEntry("cli.commands.evidence", "Add evidence to a dispute, and check files against it."),
    "rule": CommandEntry(
        "cli.commands.rule", "Rule on a dispute: facts, rules, verdict, remedy and penalties, each separately."
    ),
    "appeal": CommandEntry("cli.commands.appeal", "Appeal against the ruling that stands in a dispute."),
    "final": CommandEntry("cli.commands.final", "Close a dispute for good."),
    "reopen": CommandEntry(
        "cli.commands.reopen", "Open a closed dispute again. Only the head official can, with a reason."
    ),
    "appoint": CommandEntry("cli.commands.appoint", "Name an official of this table, from here on."),
    "penalties": CommandEntry(
        "cli.commands.penalties",
        "List penalties that stand, over all records: they belong to a person and an event.",
    ),
    "whatif": CommandEntry(
        "cli.commands.whatif",
        "Try a remedy without logging it: both final positions, scores and findings side by side.",
    ),
    "rewind": CommandEntry("cli.commands.rewind", "Go back to an earlier event: what came after it no longer counts."),
    "amend": CommandEntry(
        "cli.commands.amend", "Correct an event. The log keeps both; the effective timeline has the corrected one."
    ),
    "compare": CommandEntry(
        "cli.commands.compare",
        "Compare two scribes' records of one game: the last common event, then the differences, aligned.",
    ),
    "report": CommandEntry(
        "cli.commands.report",
        "Write a dispute as a document: claim, evidence, positions, rulings, both timelines, penalties, signatures.",
    ),
    "seal": CommandEntry(
        "cli.commands.seal",
        "Seal a hidden fact: the log holds a commitment that cannot be changed and tells nothing.",
    ),
    "reveal": CommandEntry("cli.commands.reveal", "Open a seal, or tell a hidden fact that was never sealed."),
    "sign": CommandEntry("cli.commands.sign", "Sign the record so far for a seat."),
    "serve": CommandEntry("cli.commands.serve", "Serve the tables of a store to the phones and screens around them."),
    "link": CommandEntry("cli.commands.link", "Make a link to a table, for `qm serve`: shown once, with its QR code."),
    "close": CommandEntry(
        "cli.commands.close", "Close a record with its result: the counted one, unless told otherwise."
    ),
    "tournament": CommandEntry("cli.commands.tournament", "Run a tournament: entrants, rounds, results, standings."),
    "standings": CommandEntry(
        "cli.commands.standings",
        "Show the standings of a tournament: places, points, and what may still change them.",
    ),
    "export": CommandEntry("cli.commands.export", "Write a record to a file."),
    "import": CommandEntry("cli.commands.import_", "Take records from files into the store."),
    "verify": CommandEntry("cli.commands.verify", "Check that a record, or a proof, is whole and unchanged."),
    "prove": CommandEntry("cli.commands.prove", "Write one event with the proof that it stands in its record."),
    "checkpoint": CommandEntry("cli.commands.checkpoint", "Sign the head of a record."),
    "key": CommandEntry("cli.commands.key", "Make and show signing keys."),
    "archive": CommandEntry(
        "cli.commands.archive", "Move closed records out of the store, into compressed files by id."
    ),
    "unarchive": CommandEntry("cli.commands.unarchive", "Bring archived records back into the store."),
    "backup": CommandEntry("cli.commands.backup", "Copy the store to a file, and check the copy."),
    "restore": CommandEntry("cli.commands.restore", "Bring a backup back as the store."),
    "index": CommandEntry(
        "cli.commands.index",
        "Keep the index of the store: answers about all records, made from the log and never in its place.",
    ),
    "migrate": CommandEntry("cli.commands.migrate", "Bring the store to this version's schema."),
    "completion": CommandEntry(
        "cli.commands.completion",
        "Print a script that lets your shell complete commands, options and record ids with Tab.",
    ),
    "help": CommandEntry(
        "cli.commands.help",
        "Explain the form of a record, targets, the viewer's keys, kits, disputes, exit codes and more.",
    ),
}
"""The commands in the order of the help. A test holds each line equal to the command's own help."""


def shell() -> "TyperGroup":
    """The whole command line. typer is imported here: a Tab for a command or a record does without it."""
    import typer
    from typer.core import TyperGroup

    from cli.terminal.lazy_command import Later
    from cli.terminal.parameters import command_of

    app = typer.Typer(
        rich_markup_mode=None,
        add_completion=False,
        invoke_without_command=True,
        context_settings={"help_option_names": ["-h", "--help"]},
        epilog="Every command explains itself: qm COMMAND --help",
    )

    def show_version(wanted: bool) -> None:
        if wanted:
            typer.echo(f"quartermaster {__version__}")
            raise typer.Exit

    @app.callback()
    def root(
        context: typer.Context,
        version: Annotated[
            bool, typer.Option("--version", is_eager=True, callback=show_version, help="Show the version and exit.")
        ] = False,
    ) -> None:
        """Keep the record of a game on a physical table, and check that nobody changed it."""
        if context.invoked_subcommand is None:
            typer.echo(context.get_help())

    group = command_of(app)
    assert isinstance(group, TyperGroup), "an app with a callback is a group"
    for name, entry in COMMANDS.items():
        group.add_command(Later(name, entry.module, entry.help))
    return group


def main(arguments: list[str] | None = None) -> int:
    """Run one command line and give its exit code."""
    given = sys.argv[1:] if arguments is None else arguments
    if os.environ.get("_QM_COMPLETE"):
        from cli.terminal.completion import complete

        return guarded(given, lambda: complete(given, os.environ, COMMANDS, shell))
    return guarded(given, lambda: go_on_alone(given) if goes_on_alone(given) else _parsed(given))


def _parsed(given: list[str]) -> object:
    program = "quartermaster" if Path(sys.argv[0]).stem == "quartermaster" else "qm"
    return shell().main(args=given, prog_name=program, standalone_mode=False)


def run() -> None:
    """What the scripts `qm` and `quartermaster` call.

    What was compiled is kept, even if the environment asks not to, as in many container images: `pip install -e`
    compiles nothing, and each command would compile a hundred modules again. Where nothing can be written, Python goes
    on without.
    """
    sys.dont_write_bytecode = False
    gc.set_threshold(COLLECT_AFTER)
    leave(main())
