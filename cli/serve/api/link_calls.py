"""Calls about the links of a table: making and closing them, the devices that use them, and the sheet to print."""

from functools import partial

from starlette.responses import Response

from cli.serve.calls import Call, Incoming, not_here
from cli.serve.hall.halls import event_of
from cli.serve.links.link_making import address_of, replaced_by
from cli.serve.links.link_words import card_title, sees_words
from cli.serve.links.qr import as_svg, as_svg_file
from cli.serve.messages.problems import WebProblem
from cli.serve.messages.wire_forms import Given, Sent
from cli.serve.patience import by_register
from cli.serve.register.grants import Grant, WantedGrant
from cli.serve.register.roles import OFFICIAL_FOR, preset
from records.clock import to_text

ORDER = ("scribe", "seat", "spectator", "official")
"""How the links of a table are listed."""
SHEET = ("scribe", "seat", "spectator")
"""What the sheet of a table holds: one scribe, every seat, and those who watch."""


class WantedLink(Given):
    """A link to make."""

    role: str
    seat: str | None = None
    name: str | None = None
    """The official."""
    eyes: str | None = None
    """A scribe's eyes, if they see more than the table."""
    delay: str | None = None
    """How late spectators see; without it as late as the service says, now and after it was started anew."""
    until: int | None = None
    """For how many minutes it is good; an official's, unless this is given, for a week."""
    whole_event: bool = False
    """For an official: all tables of the event."""


class DeviceOut(Sent, omit_defaults=False):
    """A device that is in by a link, or asks to be."""

    session: str
    device: str
    since: str
    seen: str


class LinkOut(Sent, omit_defaults=False):
    """A link, as the desk sees it. Its address is shown only while it is new and nobody has opened it."""

    id: str
    role: str
    title: str
    """Whose it is."""
    sees: str
    """What it shows and allows."""
    seat: str | None
    record: str | None
    event: str | None
    eyes: str
    delay: str
    until: str | None
    state: str
    """`new`, `in use`, `open` (for any number of devices), `ended` by itself, or `closed`."""
    why: str
    """Why it ended by itself, in words; else empty."""
    device: str | None
    since: str | None
    devices: int
    asking: list[DeviceOut]
    has_pen: bool
    made_by: str
    made_at: str
    link: str | None
    qr: str | None
    wall: str | None
    """The same link for a screen on the wall, for those who watch."""
    wall_qr: str | None


class LinkList(Sent, omit_defaults=False):
    """The links of a table."""

    title: str
    links: list[LinkOut]


async def get_grants(asked: Incoming) -> LinkList:
    """The links of a table, and those of its event; closed ones are left out, those that ended with it are not."""
    return _list(asked)


def _list(asked: Incoming) -> LinkList:
    service = asked.service
    table = service.table(asked.id)
    now = service.clock()
    listed = (grant for grant in service.register.grants() if grant.is_live(now) or grant.ended_with_event)
    found = [grant for grant in listed if grant.role != "desk"]
    reach = [grant for grant in found if grant.record == asked.id]
    event = event_of(table.header)
    if event is not None:
        reach += [grant for grant in found if grant.record is None and grant.event == event]
    seats = table.seating.seats
    reach.sort(key=lambda one: (ORDER.index(one.role), seats.index(one.eyes) if one.eyes in seats else 0, one.made_at))
    return LinkList(table.header.title or table.game.title, [link_out(asked, grant) for grant in reach])


def link_out(asked: Incoming, grant: Grant) -> LinkOut:
    """A link as the desk sees it."""
    service, register = asked.service, asked.service.register
    link = service.fresh_links.link(grant)
    wall = link.replace("/j#", "/j?wall#") if link is not None and grant.role == "spectator" else None
    devices = register.devices(grant.id)
    pen = register.pen(asked.id)
    return LinkOut(
        id=grant.id,
        role=grant.role,
        title=card_title(service.table(asked.id), grant),
        sees=sees_words(service.table(asked.id), grant, service.delay_of(grant)),
        seat=grant.acts_as if grant.role == "seat" else None,
        record=grant.record,
        event=grant.event,
        eyes=grant.eyes,
        delay=service.delay_of(grant),
        until=to_text(grant.until) if grant.until is not None else None,
        state=state_of(grant, service.clock()),
        why="ended with the event" if grant.ended_with_event else "",
        device=grant.device,
        since=to_text(grant.bound_at) if grant.bound_at is not None else None,
        devices=len(devices),
        asking=[
            DeviceOut(one.id, one.device, to_text(one.begun_at), to_text(one.seen_at))
            for one in register.asking(grant.id)
        ],
        has_pen=pen is not None and pen.holder in {one.id for one in devices},
        made_by=grant.made_by,
        made_at=to_text(grant.made_at),
        link=link,
        qr=as_svg(link) if link is not None else None,
        wall=wall,
        wall_qr=as_svg(wall) if wall is not None else None,
    )


def state_of(grant: Grant, now: int) -> str:
    """What became of a link, in a word."""
    if grant.ended_with_event:
        return "ended"
    if not grant.is_live(now):
        return "closed"
    if grant.uses_left is None:
        return "open"
    return "in use" if grant.uses_left == 0 else "new"


async def post_grant(asked: Incoming) -> LinkOut:
    """Make a link. It is shown now, and for a short time while nobody has opened it; the one it replaces is closed."""
    wanted = _wanted(asked, asked.body)
    return link_out(asked, await by_register(asked.service, lambda: _made(asked, wanted)))


def _wanted(asked: Incoming, sent: WantedLink) -> WantedGrant:
    service = asked.service
    table = service.table(asked.id)
    if sent.role == "desk":
        raise WebProblem("refused", "the desk's link is printed where the service was started", mend="see `qm serve`")
    if sent.seat is not None and sent.seat not in table.seating.seats:
        raise WebProblem(
            "refused", f"nobody sits at {sent.seat!r}", mend=f"the seats are {', '.join(table.seating.seats)}"
        )
    if sent.eyes is not None and sent.eyes not in (*table.seating.seats, "table", "official"):
        raise WebProblem("refused", f"nobody has the eyes of {sent.eyes!r}", where="eyes")
    if sent.until is not None and not 1 <= sent.until <= 60 * 24 * 60:
        raise WebProblem("malformed", "a link is good for 1 minute to 60 days", where="until", mend="give minutes")
    event = event_of(table.header)
    if sent.whole_event and (sent.role != "official" or event is None):
        raise WebProblem("refused", "only an official's link is for a whole event, and the table must belong to one")
    return preset(
        sent.role,
        seat=sent.seat,
        name=sent.name,
        eyes=sent.eyes,
        record=None if sent.whole_event else asked.id,
        event=event if sent.whole_event else None,
        delay=sent.delay,
        until=service.clock() + _good_for(sent) if sent.until or sent.role == "official" else None,
        made_by=asked.session.device,
    )


def _good_for(sent: WantedLink) -> int:
    return OFFICIAL_FOR if sent.until is None else sent.until * 60_000_000


def _made(asked: Incoming, wanted: WantedGrant) -> Grant:
    """A new link. Whoever has to wait for the register begins anew, with the links that are closed by then."""
    service = asked.service
    for before in replaced_by(service.register, wanted, service.clock()):
        service.end_sessions(service.register.revoke(before.id))
    grant, token = service.register.make_grant(wanted)
    service.fresh_links.keep(grant, address_of(service.settings.origin, token))
    service.tell_desk("links", asked.id)
    return grant


def _grant(asked: Incoming) -> Grant:
    """The link that the address names, if it is one of this table or its event."""
    wanted = asked.request.path_params["g"]
    event = event_of(asked.service.table(asked.id).header)
    for grant in asked.service.register.grants():
        mine = grant.record == asked.id or (grant.record is None and event is not None and grant.event == event)
        if grant.id == wanted and mine and grant.role != "desk":
            return grant
    raise WebProblem("not-found", "there is no such link here", mend="look at the list again")


async def delete_grant(asked: Incoming) -> LinkList:
    """Close a link for good: its devices are sent away at once."""
    grant = _grant(asked)
    asked.service.end_sessions(await by_register(asked.service, lambda: asked.service.register.revoke(grant.id)))
    asked.service.tell_desk("links", asked.id)
    return _list(asked)


async def post_free(asked: Incoming) -> LinkList:
    """Let go of the device that a link is bound to, so that another one can open it."""
    grant = _grant(asked)
    asked.service.end_sessions(await by_register(asked.service, lambda: asked.service.register.free_device(grant.id)))
    asked.service.tell_desk("links", asked.id)
    return _list(asked)


class Consent(Given):
    """Whether a device that asks may come in."""

    session: str
    allow: bool


async def post_consent(asked: Incoming) -> LinkList:
    """Let a second device in, or send it away."""
    register, grant = asked.service.register, _grant(asked)
    if asked.body.session not in {one.id for one in register.asking(grant.id)}:
        raise WebProblem("not-found", "no such device asks", mend="it may have given up")
    answer = partial(register.answer_asking, asked.body.session, asked.body.allow)
    asked.service.end_sessions(await by_register(asked.service, answer))
    asked.service.tell_desk("links", asked.id)
    return _list(asked)


class SheetWanted(Given):
    """Which links the sheet is to hold, besides those in use, which stay as they are."""

    roles: tuple[str, ...] = SHEET
    officials: list[str] = []


async def post_links(asked: Incoming) -> LinkList:
    """Make every link of a table that is not in use, for the sheet to print; older unused ones are closed."""
    service, sent = asked.service, asked.body
    table = service.table(asked.id)
    wanted = [WantedLink(role) for role in ("scribe", "spectator") if role in sent.roles]
    wanted[1:1] = [WantedLink("seat", seat=seat) for seat in table.seating.seats if "seat" in sent.roles]
    wanted += [WantedLink("official", name=name) for name in sent.officials]
    now = service.clock()
    used = {(one.role, one.acts_as) for one in _own(asked) if one.is_live(now) and one.uses_left == 0}
    for one in (_wanted(asked, each) for each in wanted):
        if (one.role, one.acts_as) not in used:
            await by_register(service, partial(_made, asked, one))
    return _list(asked)


def _own(asked: Incoming) -> list[Grant]:
    return asked.service.register.grants(record=asked.id)


async def get_qr(asked: Incoming) -> Response:
    """The QR code of a link, while it is new and nobody has opened it."""
    service, wanted = asked.service, asked.request.path_params["g"]
    grant = next((one for one in service.register.grants() if one.id == wanted), None)
    if grant is None or (grant.record is not None and not service.may_reach(asked.session, grant.record)):
        raise not_here()
    mine = asked.session.grant
    if grant.record is None and mine.event not in (None, grant.event):
        raise not_here()
    link = service.fresh_links.link(grant)
    if link is None:
        raise WebProblem("not-found", "this link is not shown again", mend="make a new one")
    return Response(as_svg_file(link), 200, {"Cache-Control": "no-store"}, "image/svg+xml")


CALLS = (
    Call("GET", "/records/{id}/grants", get_grants, "desk", "The links of a table.", gives=LinkList, shows=None),
    Call(
        "POST", "/records/{id}/grants", post_grant, "desk", "Make a link.", takes=WantedLink, gives=LinkOut, shows=None
    ),
    Call("DELETE", "/records/{id}/grants/{g}", delete_grant, "desk", "Close a link.", gives=LinkList, shows=None),
    Call(
        "POST", "/records/{id}/grants/{g}/free", post_free, "desk", "Let go of its device.", gives=LinkList, shows=None
    ),
    Call(
        "POST",
        "/records/{id}/grants/{g}/asking",
        post_consent,
        "desk",
        "Let a device in.",
        Consent,
        gives=LinkList,
        shows=None,
    ),
    Call(
        "POST",
        "/records/{id}/links",
        post_links,
        "desk",
        "All links of a table.",
        takes=SheetWanted,
        gives=LinkList,
        shows=None,
    ),
    Call("GET", "/grants/{g}.svg", get_qr, "desk", "The QR code of a new link.", media=("image/svg+xml",)),
)
