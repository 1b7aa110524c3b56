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
    size: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=1,
            help="Under the head that it had with N lines, such as a tournament's result names it.",
            show_default=False,
        ),
    ] = None,
    force: Force = False,
    db: Db = None,
) -> None:
    """Write one event with the proof that it stands in its record.

    The file is checked with `qm verify`, without the store and without the other events. It carries the newest
    checkpoint that the store keeps, or a new one with --sign. A move of a tournament is proven by two such files: the
    move under the head of its table (--size as the result names it), and the result under the day code.
    """
    from cli.desk.sharing import proof_warning
    from cli.machine.files import write_output
    from cli.machine.target import load
    from cli.terminal.screen import Screen
    from records.errors import NotFound, Refused
    from records.proof import prove as prove_line

    if size is not None and sign is not None:
        raise Refused("--size is about a head of the past, --sign about the one now", mend="give one of them")
    with load(target, db) as loaded:
        if size is not None and size > loaded.record.size:
            raise NotFound(f"the record has {loaded.record.size} lines, not {size}", where=loaded.name)
        checkpoint = _checkpoint(loaded, seq, sign) if size is None else None
        write_output(output, prove_line(loaded.record.lines[:size], seq, checkpoint), force=force)
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
