"""`qm migrate`: an older store, brought to this version."""

from cli.terminal.options import Db, command_app

app = command_app()


@app.command()
def migrate(db: Db = None) -> None:
    """Bring the store to this version's schema.

    Only forward, in one transaction, and only when asked. Make a backup with the older version first.
    """
    from cli.machine.folders_and_clock import store_url
    from cli.terminal.screen import Screen
    from records.store.migration import migrate as migrate_store

    url = store_url(db)
    before, after = migrate_store(url)
    if before == after:
        Screen().words(f"nothing to do: the store has version {after}")
    else:
        Screen().words(f"the store went from version {before} to {after}")
