"""`qm link`: links of a table for the service, from the command line."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.terminal.options import AsJson, Db, command_app, complete_record

if TYPE_CHECKING:
    from cli.serve.register.grants import Grant
    from cli.serve.register.register import Register
    from cli.terminal.screen import Screen

app = command_app()


@app.command()
def link(
    record: Annotated[
        str | None,
        typer.Argument(
            metavar="[RECORD]",
            autocompletion=complete_record,
            help="The id of a record, or any unique beginning of it; without it: the desk's links.",
            show_default=False,
        ),
    ] = None,
    role: Annotated[
        str | None,
        typer.Argument(metavar="[scribe|seat|spectator|official]", help="For whom.", show_default=False),
    ] = None,
    seat: Annotated[str | None, typer.Argument(metavar="[SEAT]", help="Which seat.", show_default=False)] = None,
    name: Annotated[str | None, typer.Option(metavar="NAME", help="The name of the official.")] = None,
    eyes: Annotated[
        str | None, typer.Option(metavar="SEAT|official", help="What a scribe sees, if more than the table.")
    ] = None,
    delay: Annotated[
        str | None,
        typer.Option(
            metavar="0|SECONDS|round|end",
            help="How late a spectator sees what happens, if not as late as `qm serve --delay` says.",
            show_default=False,
        ),
    ] = None,
    until: Annotated[
        int | None,
        typer.Option(
            metavar="MINUTES",
            min=1,
            help="For how long it opens anything; an official's, without this, for a week.",
            show_default=False,
        ),
    ] = None,
    revoke: Annotated[str | None, typer.Option(metavar="ID", help="Close a link for good.")] = None,
    list_: Annotated[
        bool, typer.Option("--list", help="The links of a table, or of the desk, without secrets.")
    ] = False,
    url: Annotated[
        str | None, typer.Option(metavar="URL", help="The address of the service, if it was not started here.")
    ] = None,
    db: Db = None,
    json: AsJson = False,
) -> None:
    """Make a link to a table, for `qm serve`: shown once, with its QR code.

    A link is for one device, but that of spectators, which is for many. A new link closes the one it replaces, and its
    devices are sent away. The service need not run when the link is made. Links of the desk, which `qm serve` prints,
    and those of officials of a whole event are listed and taken back without RECORD.
    """
    from cli.machine.folders_and_clock import now, random_bytes, store_url
    from cli.machine.target import find_record
    from cli.serve.register.register import Register
    from cli.serve.register.roles import OFFICIAL_FOR
    from cli.serve.register.service_place import register_path
    from cli.terminal.screen import Screen
    from records.errors import Refused

    if (role is not None) + (revoke is not None) + list_ != 1:
        raise Refused("one thing at a time", mend="give a role, --list, or --revoke ID")
    screen = Screen(as_json=json)
    place = str(register_path(store_url(db)))
    if record is None:
        if role is not None:
            raise Refused("of which table?", mend="name a record, as `qm list` shows it")
        with Register(place, clock=now, random=random_bytes) as register:
            _manage(screen, register, None, revoke, now())
        return
    found = find_record(record, db)
    try:
        store, record_id = found.stored()
        header = store.info(record_id).header
        with Register(place, clock=now, random=random_bytes) as register:
            if role is None:
                _manage(screen, register, record_id, revoke, now())
                return
            wanted: dict[str, Any] = {"seat": seat, "name": name, "eyes": eyes, "record": record_id, "delay": delay}
            lasts = until * 60_000_000 if until is not None else OFFICIAL_FOR if role == "official" else None
            wanted["until"] = now() + lasts if lasts is not None else None
            _check_seats(header.seats, seat, eyes)
            _make(screen, register, role, wanted, url, now())
    finally:
        found.close()


def _check_seats(seats: tuple[str, ...], seat: str | None, eyes: str | None) -> None:
    from records.errors import Refused

    for text in (seat, eyes if eyes not in ("table", "official") else None):
        if text is not None and text not in seats:
            raise Refused(f"nobody sits at {text!r}", mend=f"the seats are {', '.join(seats)}")


def _make(screen: "Screen", register: "Register", role: str, wanted: dict[str, Any], url: str | None, now: int) -> None:
    from cli.serve.links.link_making import address_of, origin_of, replaced_by
    from cli.serve.links.qr import for_terminal
    from cli.serve.register.roles import preset
    from records.clock import to_text
    from records.errors import Refused

    if role == "desk":
        raise Refused("the desk's link is printed by `qm serve`", mend="start the service")
    origin = (url or origin_of(register) or "").rstrip("/")
    if not origin.startswith(("http://", "https://")):
        raise Refused("where is the service?", mend="start `qm serve` once, or give --url http://club.example:8080")
    chosen = preset(role, made_by="qm link", **wanted)
    closed = [grant.id for grant in replaced_by(register, chosen, now)]
    for grant_id in closed:
        register.revoke(grant_id)
    grant, token = register.make_grant(chosen)
    address = address_of(origin, token)
    if screen.as_json:
        screen.value({"id": grant.id, "link": address, "closed": closed})
        return
    for line in (*for_terminal(address), f"link {grant.id}  {address}"):
        screen.line(line)
    ends = f", until {to_text(grant.until)}" if grant.until is not None else ""
    screen.words(f"shown once: whoever opens it has it{ends}")
    for grant_id in closed:
        screen.words(f"the link {grant_id} is closed")


def _manage(screen: "Screen", register: "Register", record_id: str | None, revoke: str | None, now: int) -> None:
    """The links of a table, or of none: those of the desk, and of officials of a whole event."""
    from records.errors import NotFound

    grants = [grant for grant in register.grants() if grant.is_live(now) and grant.record == record_id]
    if revoke is not None:
        if revoke not in {grant.id for grant in grants}:
            where, how = ("of this table", "RECORD --list") if record_id else ("of the desk", "--list")
            raise NotFound(f"there is no link {revoke!r} {where}", mend=f"see qm link {how}")
        register.revoke(revoke)
        screen.words(f"the link {revoke} is closed")
        return
    if screen.as_json:
        for grant in grants:
            screen.value(_fields(register, grant))
    elif grants:
        rows = [
            [str(value if value is not None else "") for value in _fields(register, one).values()] for one in grants
        ]
        screen.table([*_fields(register, grants[0])], rows)
    else:
        screen.words("this table has no links" if record_id else "the desk has no links")


def _fields(register: "Register", grant: "Grant") -> dict[str, Any]:
    from records.clock import to_text

    return {
        "id": grant.id,
        "role": grant.role,
        "for": grant.acts_as,
        "event": grant.event,
        "eyes": grant.eyes,
        "delay": grant.delay,
        "device": grant.device,
        "devices": len(register.devices(grant.id)),
        "until": to_text(grant.until) if grant.until is not None else None,
        "made": to_text(grant.made_at),
    }
