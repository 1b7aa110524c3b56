"""`qm demo --serve`: a service of its own, with a table that plays by itself."""

import asyncio
from pathlib import Path

from cli.machine.folders_and_clock import now, random_bytes
from cli.machine.stores import opened
from cli.serve.demo_table import links, play, set_up
from cli.serve.links.qr import for_terminal
from cli.serve.patience import STORE_SECONDS
from cli.serve.register.register import Register
from cli.serve.run import desk_link, listen, say, serve
from cli.serve.serve_options import host_of, with_names
from cli.serve.service import Service
from cli.serve.settings import Settings


def run_demo(folder: Path, port: int, lan: bool) -> None:
    """Serve a demo table until Ctrl+C. Everything is in the folder, which its owner throws away."""
    settings = Settings(host=host_of(None, lan), port=port, memory="open", desk_from="lan" if lan else "loopback")
    place = str(folder / "records.db")
    with listen(settings) as listening, opened(place, create=True, patience=STORE_SECONDS) as store:
        settings = with_names(settings, listening.getsockname()[1], [])
        register = Register(str(folder / "records.service.db"), clock=now, random=random_bytes)
        table = set_up(store, now(), random_bytes(10))
        found = links(register, settings, table)
        say(_greeting(settings, found, desk_link(settings, register, now())))

        def beside(service: Service) -> None:
            service.beside = lambda: asyncio.create_task(play(service, table))

        serve(
            settings,
            store,
            register,
            clock=now,
            random=random_bytes,
            listening=listening,
            certificate=None,
            beside=beside,
        )


def _greeting(settings: Settings, found: dict[str, str], desk: str) -> list[str]:
    lines = [
        "A table is being played; every line is stored, judged and shown as it comes.",
        "",
        *(f"{who:<12} {link}" for who, link in found.items()),
        f"{'desk':<12} {desk}",
        "",
        "Open the spectator's link, on this machine or (with --lan) on your phone;",
        "another one in a private window or on another device, since a browser has one",
        "link open at a time. Ctrl+C ends the demo.",
    ]
    if settings.desk_from == "lan":
        lines += ["", *for_terminal(found["spectator"])]
    return lines
