"""`qm serve`: the tables of a store, for phones and screens around them."""

import gc
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli.terminal.options import Db, NoInput, command_app

if TYPE_CHECKING:
    from cli.serve.register.register import Register

app = command_app()


class MemoryChoice(StrEnum):
    """Whether players and spectators may look back while a game is open."""

    closed = "closed"
    open = "open"


class DeskFrom(StrEnum):
    """From where the desk may be opened."""

    loopback = "loopback"
    lan = "lan"


@app.command()
def serve(
    db: Db = None,
    lan: Annotated[bool, typer.Option("--lan", help="Answer the whole network, not only this machine.")] = False,
    host: Annotated[
        str | None, typer.Option(metavar="HOST", help="The address to listen on.", show_default=False)
    ] = None,
    port: Annotated[int, typer.Option(metavar="PORT", min=0, max=65535, help="The port to listen on.")] = 8080,
    name: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="A name under which browsers know this machine. Repeatable."),
    ] = None,
    tls: Annotated[bool, typer.Option("--tls", help="Answer over https, with a certificate made here.")] = False,
    cert: Annotated[Path | None, typer.Option(metavar="FILE", help="Your certificate.", show_default=False)] = None,
    key: Annotated[Path | None, typer.Option(metavar="FILE", help="Its private key.", show_default=False)] = None,
    behind_proxy: Annotated[
        bool, typer.Option("--behind-proxy", help="A proxy on this machine speaks https for us.")
    ] = False,
    event: Annotated[
        str | None,
        typer.Option(metavar="TEXT", help="The event whose tables the desk shows first.", show_default=False),
    ] = None,
    delay: Annotated[
        str, typer.Option(metavar="0|SECONDS|round|end", help="How late spectators see, unless their link says.")
    ] = "0",
    memory: Annotated[
        MemoryChoice, typer.Option(help="Whether players may look back while a game is open.")
    ] = MemoryChoice.closed,
    desk_from: Annotated[DeskFrom, typer.Option(help="From where the desk may be opened.")] = DeskFrom.loopback,
    strict: Annotated[bool, typer.Option("--strict", help="Refuse an event that breaks a rule.")] = False,
    controller: Annotated[
        str, typer.Option(metavar="TEXT", help="Who answers for the data, for the page about privacy.")
    ] = "",
    no_input: NoInput = False,
) -> None:
    """Serve the tables of a store to the phones and screens around them.

    Prints the addresses, the link of the desk (once), and what is not protected; from the desk come the links for
    scribes, seats, officials and spectators. Ctrl+C ends it; whatever was answered is stored. See `qm help serve`.
    """
    gc.disable()  # what is loaded stays: to search through it meanwhile takes a tenth of the start
    from cli.machine.folders_and_clock import is_file_store, now, random_bytes, store_url
    from cli.machine.stores import opened
    from cli.serve.hall.room_index import RoomIndex
    from cli.serve.patience import STORE_SECONDS
    from cli.serve.register.service_place import register_path
    from cli.serve.run import desk_link, early_links, greeting, listen, say
    from cli.serve.run import serve as run
    from cli.serve.serve_options import certificate_of, check_delay, check_names, check_security, host_of, with_names
    from cli.serve.settings import Settings
    from cli.serve.tables.bell import bell_of
    from cli.terminal.passwords import without_password

    gc.enable()
    settings = Settings(
        host=host_of(host, lan),
        port=port,
        secure=check_security(tls, cert, key, behind_proxy),
        behind_proxy=behind_proxy,
        event=event,
        delay=check_delay(delay),
        memory=memory,
        desk_from=desk_from,
        strict=strict,
        controller=controller,
    )
    url = store_url(db)
    place = register_path(url)
    names = check_names(name or [])
    with listen(settings) as listening, opened(db, create=True, patience=STORE_SECONDS) as store:
        settings = with_names(settings, listening.getsockname()[1], names)
        certificate = certificate_of(tls, cert, key, place.parent, settings, now())
        shown = without_password(url) if not is_file_store(url) else str(Path(url).absolute())

        def register() -> "Register":
            from cli.serve.register.register import Register

            return Register(str(place), clock=now, random=random_bytes)

        def greet(opened: "Register") -> None:
            opened.note_origin(settings.place, settings.origin)
            early = early_links(settings, opened, now())
            say(greeting(settings, desk_link(settings, opened, now()), shown, certificate, early))

        run(
            settings,
            store,
            register,
            clock=now,
            random=random_bytes,
            listening=listening,
            certificate=certificate,
            bell=bell_of(url),
            greet=greet,
            index=RoomIndex(url, store),
        )
