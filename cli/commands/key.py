"""`qm key`: signing keys."""

from typing import TYPE_CHECKING, Annotated

import typer

from cli.terminal.options import Anyway, AsJson, At, By, Db, DryRun, RecordId, command_app

if TYPE_CHECKING:
    from cli.machine.key_files import Kept
    from cli.terminal.screen import Screen

app = command_app()


@app.callback()
def key() -> None:
    """Make and show signing keys.

    A key signs checkpoints and proofs. The private half stays on this machine, in a file that only you can read; the
    public half is for everybody who wants to check.
    """


@app.command("new")
def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Who signs: best a web address, as club.example/open.")],
    json: AsJson = False,
) -> None:
    """Make a key. One that exists is never overwritten."""
    from cli.machine.key_files import make_key
    from cli.terminal.screen import Screen, after_writing

    screen = Screen(as_json=json)
    kept = make_key(name)
    with after_writing("the key is written", look="qm key show"):
        _tell(kept, screen)
    screen.words(f"the private key is in {kept.path}; keep a copy of it in a safe place")


@app.command("show")
def show(
    name: Annotated[str | None, typer.Argument(metavar="[NAME]", help="Which key; without it, all.")] = None,
    json: AsJson = False,
) -> None:
    """Show the public half of the keys that were made here."""
    from cli.machine.key_files import kept_keys
    from cli.terminal.screen import Screen
    from records.errors import NotFound

    screen = Screen(as_json=json)
    kept = [one for one in kept_keys() if name in (None, one.public.name)]
    if name is not None and not kept:
        raise NotFound(f"there is no key called {name!r}", mend=f"make one: qm key new {name}")
    for one in kept:
        _tell(one, screen)
    if not kept:
        screen.words("no keys yet; make one: qm key new club.example")


@app.command("bind")
def bind(
    record: RecordId,
    seat: Annotated[str, typer.Argument(metavar="WHO", help="Whose key it is: a seat, a player or an official.")],
    key: Annotated[str, typer.Argument(metavar="KEY", help="A name, a file (.pub), or the public key itself.")],
    revoke: Annotated[
        bool, typer.Option("--revoke", help="The key is lost: it no longer counts from here on.")
    ] = False,
    by: By = None,
    why: Annotated[str | None, typer.Option(metavar="TEXT", help="Why.")] = None,
    at: At = None,
    anyway: Anyway = False,
    dry_run: DryRun = False,
    db: Db = None,
    json: AsJson = False,
) -> None:
    """Give a public key to a seat or an official of a record.

    A seat then signs the record with it (qm sign, grade A), an official a ruling (qm rule --sign).
    """
    from cli.desk.docket import without_none
    from cli.machine.key_files import public_text
    from cli.terminal.filing import filing
    from cli.terminal.screen import Screen

    screen = Screen(as_json=json)
    with filing(record, db, screen, at, dry_run, anyway) as opened:
        body = without_none(
            do="key", by=opened.who(by, scribe=True) or "scribe", seat=opened.who(seat), key=public_text(key), why=why
        )
        opened.file([{**body, **({"revoked": True} if revoke else {})}])


def _tell(kept: "Kept", screen: "Screen") -> None:
    public = kept.public
    if screen.as_json:
        screen.value({"name": public.name, "id": public.id.hex(), "public": public.text(), "private": str(kept.path)})
    else:
        screen.line(public.text())
