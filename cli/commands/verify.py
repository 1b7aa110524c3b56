"""`qm verify`: is a record, or a proof, whole and unchanged?"""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli.desk.written import number_or_text
from cli.terminal.options import AsJson, Db, Deep, EventFilter, NoColor, Plain, RoundFilter, Targets, command_app

if TYPE_CHECKING:
    from cli.desk.digests import Replayed
    from cli.desk.verification import Verification
    from cli.machine.several import Item
    from cli.terminal.screen import Screen
    from records.verify import Known

app = command_app()


@app.command()
def verify(
    targets: Targets = None,
    event: EventFilter = None,
    round_: RoundFilter = None,
    deep: Deep = False,
    head: Annotated[
        list[str] | None, typer.Option(metavar="SIZE:ROOT", help="A head that was noted earlier. Repeatable.")
    ] = None,
    code: Annotated[str | None, typer.Option(metavar="XXXX-XXXX", help="A short code from paper.")] = None,
    checkpoint: Annotated[
        list[Path] | None, typer.Option(metavar="FILE", help="A signed head that was kept. Repeatable.")
    ] = None,
    key: Annotated[
        list[str] | None,
        typer.Option(metavar="KEY", help="Whose signature to trust: a public key, a file, or a name. Repeatable."),
    ] = None,
    against: Annotated[
        str | None, typer.Option(metavar="TARGET", help="A copy that is right: differences are named one by one.")
    ] = None,
    final: Annotated[
        bool, typer.Option("--final", help="What is known is the end: nothing may come after it.")
    ] = False,
    loose: Annotated[
        bool, typer.Option("--loose", help="Accept a file that says the same with other spacing or key order.")
    ] = False,
    replay: Annotated[
        bool,
        typer.Option("--replay", help="Also replay it, and compare with the states that were noted while logging."),
    ] = False,
    digests: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="States noted by `qm steps --json`, to compare with.", show_default=False),
    ] = None,
    db: Db = None,
    json: AsJson = False,
    plain: Plain = False,
    no_color: NoColor = False,
) -> None:
    """Check that a record, or a proof, is whole and unchanged.

    TARGET may also be a proof, which is checked alone. The more that is known from elsewhere (a head, a code, a
    checkpoint, a copy), the more can be found; the answer says what it cannot find. Exit code 3 if damaged, 1 if
    nobody known signed the checkpoint or the proof. With --replay, a record that is whole but gives other states than
    before says so: the program changed (exit code 1).
    """
    from cli.machine.input_files import file_bytes
    from cli.machine.key_files import public_keys
    from cli.machine.several import occasion_filter, several, stores_closed
    from cli.machine.target import load
    from cli.terminal.screen import Screen
    from records.errors import Refused
    from records.limits import NOTE_BYTES_MAX
    from records.record import Head, read_code
    from records.verify import Known

    screen = Screen(as_json=json, plain=plain, no_color=no_color)
    with stores_closed():
        records = several(targets or [], db, occasion_filter(event, number_or_text(round_)), deep=deep)
    about_one = [head, code, checkpoint, against, digests]
    if records.many and any(one for one in about_one):
        raise Refused(
            "--head, --code, --checkpoint, --against and --digests are about one record", mend="name it alone"
        )
    notes = tuple(file_bytes(path, NOTE_BYTES_MAX) for path in checkpoint or ())
    copy = None
    if against is not None:
        with load(against, db) as loaded:
            copy = loaded.record
    known = Known(
        heads=tuple(Head.from_text(text) for text in head or ()),
        code=None if code is None else read_code(code),
        checkpoints=notes,
        keys=tuple(public_keys(key)) if key else (),
        own_keys=tuple(public_keys([])) if notes and not key else (),
        copy=copy,
        final=final,
        canonical=not loose,
    )
    for name in records.missing:
        screen.words(f"{name}: not at hand")
    codes = [_one(item, db, known, screen, replay, digests) for item in records.items]
    if any(codes):
        raise typer.Exit(max(codes))


def _one(item: "Item", db: str | None, known: "Known", screen: "Screen", replay: bool, digests: Path | None) -> int:
    """Check one record, and tell; the exit code. A table is compared with the heads that its tournament names."""
    from msgspec import structs

    from cli.desk.verification import unreadable
    from cli.terminal.verified import tell_verified
    from records.errors import Damaged

    try:
        checked = _check(item.target, db, structs.replace(known, heads=(*known.heads, *item.heads)))
    except Damaged as error:
        checked = unreadable(item.target, error)
    changed = False
    if checked.ok and (replay or digests is not None):
        again = _replayed(item.target, db, digests)
        changed = again.first is not None
        checked = checked.with_more([("replay", again.words())], {"replay": again.words()})
    if item.short:
        checked = checked._replace(summary=f"{item.short} {checked.summary}")
    tell_verified(checked, screen)
    return 3 if not checked.ok else 1 if changed or checked.unchecked else 0


def _check(target: str, db: str | None, known: "Known") -> "Verification":
    """Check whatever the target is: a record in the store, a record file, or a proof."""
    from msgspec import structs

    from cli.desk.proof_check import check_proof_file
    from cli.desk.verification import check_content, check_stored
    from cli.machine.key_files import public_keys
    from cli.machine.target import find
    from records.proof import looks_like_proof

    found = find(target, db)
    try:
        if found.store is not None and found.record_id is not None:
            return check_stored(found.store, found.record_id, known)
        content = found.content()
        if looks_like_proof(content):
            if not known.keys:
                known = structs.replace(known, own_keys=tuple(public_keys([])))
            return check_proof_file(content, found.name, known)
        return check_content(content, found.name, known)
    finally:
        found.close()


def _replayed(target: str, db: str | None, digests: Path | None) -> "Replayed":
    """The states of the record compared with those in a file, or else with those noted in the store."""
    from cli.desk.digests import replayed, told_beside, told_by_steps
    from cli.machine.input_files import file_text
    from cli.machine.target import load
    from records.errors import Refused
    from records.limits import RECORD_BYTES_MAX

    with load(target, db) as loaded:
        if digests is not None:
            told = told_by_steps(file_text(digests, most=RECORD_BYTES_MAX), str(digests))
        elif loaded.store is not None and loaded.record_id is not None:
            told = told_beside(loaded.store, loaded.record_id)
        else:
            raise Refused(
                "a file has no states noted beside it",
                where=loaded.name,
                mend="give --digests FILE, written by qm steps --json",
            )
        return replayed(loaded.record, loaded.name, told)
