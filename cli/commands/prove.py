"""`qm prove`: one event, with the proof that it stands in its record."""

from typing import TYPE_CHECKING, Annotated

import typer

from cli.terminal.options import Db, Force, Output, Target, command_app

if TYPE_CHECKING:
    from cli.machine.target import Loaded

app = command_app()


@app.command()
def prove(
    target: Target,
    seq: Annotated[int, typer.Argument(metavar="SEQ", min=0, help="The event's place; 0 is the header.")],
    output: Output = None,
    sign: Annotated[
        str | None,
        typer.Option(
            metavar="NAME|FILE", help="Sign the head now with this key and put the checkpoint in.", show_default=False
        ),
    ] = None,
    force: Force = False,
    db: Db = None,
) -> None:
    """Write one event with the proof that it stands in its record.

    The file is checked with `qm verify`, without the store and without the other events. It carries the newest
    checkpoint that the store keeps, or a new one with --sign.
    """
    from cli.desk.sharing import proof_warning
    from cli.machine.files import write_output
    from cli.machine.target import load
    from cli.terminal.screen import Screen
    from records.proof import prove as prove_line

    with load(target, db) as loaded:
        checkpoint = _checkpoint(loaded, seq, sign)
        write_output(output, prove_line(loaded.record.lines, seq, checkpoint), force=force)
        warning = proof_warning(loaded.record, seq)
    if checkpoint is None:
        Screen().words("no signature: whoever checks it must know the record's head; --sign puts one in")
    if warning is not None:
        Screen().words(warning)


def _checkpoint(loaded: "Loaded", seq: int, key: str | None) -> bytes | None:
    from cli.desk.checkpoints import kept_checkpoint, sign_head
    from cli.machine.key_files import private_key

    if seq >= loaded.record.size:
        return None  # there is nothing to sign; the proof below says so
    if key is not None:
        return sign_head(loaded.record, loaded.id, private_key(key), loaded.store)
    return kept_checkpoint(loaded.store, loaded.id, seq) if loaded.store is not None else None
